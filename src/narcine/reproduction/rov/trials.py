"""The trials of two joined BlueROVs: commands, model, and the perturbed twin that stands for the experiment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narcine.campaign.variant import described
from narcine.simulation.simulation import Simulation

SCENARIO = "bluerov_pair"
VEHICLE = "clusters.pair.vehicle"
"""Path of what is said of both vehicles."""
NEUTRAL = 1500.0
REST = 3.0
"""s, at the start of each trial (section 4.2.1)."""
SIDES = ("port", "starboard")
THRUSTERS = (*(f"surge_{side}" for side in SIDES), *(f"vertical_{place}" for place in (*SIDES, "rear")), "lateral")
STATIC = {f"{VEHICLE}.actuators.{name}.lag": 0.0 for name in THRUSTERS}
"""Thrusters without spin-up, as the paper's simulation has them (section 4.2.1)."""
SPIN_UP = 0.2
"""s, of the twin's thrusters."""
HEAVIER = 1.05
"""Mass of the twin's hulls over that of the model; its foam is trimmed to it."""
TETHER = 1.5
"""kg, that each vehicle of the twin drags along: as dense as water, without added mass and drag of its own."""


@dataclass(frozen=True)
class Trial:
    """A dataset: what it is called, the pulse of surge thrusters of each vehicle above neutral, and for how long."""

    name: str
    pulse: float
    """above neutral (us)"""
    vehicles: tuple[int, ...]
    """those whose surge thrusters run"""
    duration: float
    """s, from the start of the record"""
    until: float
    """s, when the thrusters stop"""


def straight_trials() -> list[Trial]:
    """Return the 14 straight datasets of 12 s each; the paper does not say how they divide over three pulses."""
    counts = {100: 5, 200: 5, 300: 4}
    return [
        Trial(f"Δ{pulse}({number + 1})", float(pulse), (1, 2), 12.0, 12.0)
        for pulse, count in counts.items()
        for number in range(count)
    ]


def turning_trials() -> list[Trial]:
    """Return rotational datasets, in which the vehicle to port alone drives for 12 s; their number is our choice."""
    return [
        Trial(f"Δ{pulse}({number + 1})", float(pulse), (1,), 20.0, REST + 12.0)
        for pulse in (100, 200, 300)
        for number in range(3)
    ]


def commanded(trial: Trial) -> dict[str, Any]:
    """Return the settings by which a scenario runs a trial."""
    settings: dict[str, Any] = {"duration": trial.duration}
    for vehicle in (1, 2):
        pushes = NEUTRAL + (trial.pulse if vehicle in trial.vehicles else 0.0)
        for side in SIDES:
            settings[f"commands.pair_{vehicle}.surge_{side}"] = [[0.0, NEUTRAL], [REST, pushes], [trial.until, NEUTRAL]]
    return settings


def twin_settings(simulation: Simulation) -> dict[str, Any]:
    """Return what makes the twin of a model: heavier hulls, tethers, thrusters that take time to spin up."""
    vehicle = next(iter(simulation.scenario.vehicles.values())).vehicle
    hull = vehicle.bodies["hull"]
    tether = {"mass": TETHER, "displaced_volume": TETHER / simulation.scenario.water.density, "added_inertia": "none"}
    joint = {"type": "fixed", "parent": "hull", "child": "tether", "at": [-0.23, 0.0, 0.0]}
    assert hull.mass is not None
    assert hull.displaced_volume is not None
    return {
        f"{VEHICLE}.bodies.hull.mass": HEAVIER * hull.mass,
        f"{VEHICLE}.bodies.hull.displaced_volume": HEAVIER * hull.displaced_volume,
        f"{VEHICLE}.bodies.tether": tether,
        f"{VEHICLE}.joints": {"tether": joint},
        **dict.fromkeys(STATIC, SPIN_UP),
    }


def simulations_of(settings: Mapping[str, Any], trials: Sequence[Trial]) -> list[Simulation]:
    """Return the scenario with some settings, once for each trial."""
    return [Simulation(described(SCENARIO, {**settings, **commanded(trial)})) for trial in trials]
