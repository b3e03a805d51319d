"""What steers a vehicle: which inputs turn it, dive it and drive it on, how far a press moves them, and which way."""

from dataclasses import dataclass
from math import degrees, floor, log10, radians
from typing import Literal

import numpy as np

from narcine.description.inputs import InputSpec, scenario_inputs
from narcine.simulation.failure import RunStopped
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.live.sliders import slider_of
from narcine.viewing.moment import Observer

Way = Literal["turn", "dive", "pace"]
BEND = radians(10.0)
"""By how much a press bends the vehicle, all its joints together."""
HEADING_STEP, DEPTH_STEP = radians(10.0), 0.1
"""By how much a press moves what a hold keeps (rad, m)."""
PACE_SHARE = 0.1
"""Share of its frequency by which a press makes a gait faster or slower."""
PRESSES = 24
"""Presses from one end of an input without a unit of angle to the other."""
TRIAL, LOOK = 20.0, 0.1
"""Time (s) for which it is tried which way an input steers, so long because a vehicle that is to dive may rise at first
(elevators push the stern up), and time between looks at it."""
LOOKED, WATCHED = (0.5, 0.75, 1.0), 20
"""Shares of a trial at which both ways must lie apart to the same side, and how many looks are averaged there: gaits
that roll a vehicle over steer it nowhere for long."""
LEAST: dict[Way, float] = {"turn": radians(1.0), "dive": 0.02}
"""How far apart (rad, m) both ways must lie in the end."""


@dataclass(frozen=True)
class Wheel:
    """An input that steers."""

    name: str
    step: float
    """of a press (SI)"""
    sense: int
    """1 where more of it goes to starboard, down or faster; -1 where less of it does"""
    neutral: float
    """straight on or level"""
    holds: bool = False
    """whether it is kept by a hold: then straight on is as it goes now"""


def wheels_of(simulation: Simulation, number: int) -> dict[Way, Wheel]:
    """Return what steers a vehicle of a simulation, by what it does."""
    name, placed = list(simulation.scenario.vehicles.items())[number]
    vehicle, specs = placed.vehicle, scenario_inputs(simulation.scenario, name)
    prefix = f"{name}." if len(simulation.scenario.vehicles) > 1 else ""
    wheels: dict[Way, Wheel] = {}
    held: tuple[tuple[Way, str, float], ...] = (("turn", "heading", HEADING_STEP), ("dive", "depth", DEPTH_STEP))
    for way, kept, step in held:
        hold = next((each for each, hold in vehicle.holds.items() if hold.of == kept), None)
        if hold is not None:
            wheels[way] = Wheel(prefix + hold, step, 1, specs[prefix + hold].default, holds=True)
    gait = vehicle.gait
    if gait is None:
        return wheels
    turned = sum(abs(turn) for _, turn in gait.weights.values())
    dived = sum(max(map(abs, shares)) for shares in gait.diving.values())
    ways: tuple[tuple[Way, float], ...] = (("turn", turned), ("dive", dived))
    for way, moved in ways:
        name = f"{prefix}gait.{way}"
        if way not in wheels and name in specs and moved:
            step = _step(name, specs[name], moved)
            sense = _sense(simulation, number, way, name, step)
            if sense:
                neutral = specs[name].default if specs[name].dimension == "ratio" else 0.0
                wheels[way] = Wheel(name, step, sense, neutral)
    frequency = f"{prefix}gait.frequency"
    pace = round_step(PACE_SHARE * specs[frequency].default)
    if pace:
        wheels["pace"] = Wheel(frequency, pace, 1, specs[frequency].default)
    return wheels


def _step(name: str, spec: InputSpec, moved: float) -> float:
    """Return by how much a press moves an input of a gait; `moved` is the sum of what drives take of it."""
    if spec.dimension == "angle":
        return radians(round_step(degrees(BEND / max(moved, 1.0))))
    slider = slider_of(name, spec, spec.default)
    return round_step((slider.upper - slider.lower) / PRESSES) / slider.factor


def round_step(value: float) -> float:
    """Return 1, 2 or 5 times a power of ten, the nearest to a value that is not negative."""
    if value <= 0.0:
        return 0.0
    power = 10.0 ** floor(log10(value))
    return min((lead * power for lead in (1.0, 2.0, 5.0, 10.0)), key=lambda each: abs(log10(each / value)))


def _sense(simulation: Simulation, number: int, way: Way, name: str, step: float) -> int:
    """Return 1 where more of an input steers to starboard or down, -1 where less does: it is tried from the start."""
    try:
        more, less = (_tried(simulation, number, way, name, sign * step) for sign in (1.0, -1.0))
    except RunStopped:
        return 0
    apart = more - less
    seen = [float(np.mean(apart[round(share * len(apart)) - WATCHED : round(share * len(apart))])) for share in LOOKED]
    steers = abs(seen[-1]) > LEAST[way] and all(each * seen[-1] > 0.0 for each in seen)
    return int(np.sign(seen[-1])) if steers else 0


def _tried(simulation: Simulation, number: int, way: Way, name: str, change: float) -> Array:
    """Return headings or depths of a run that begins with an input changed."""
    run, observer = simulation.start(), Observer(simulation.model)
    run.forget_schedule()
    run.command[name] += change
    seen = []
    for _ in range(round(TRIAL / LOOK)):
        run.step(max(1, round(LOOK / run.step_size)))
        moment = observer.see(run.time, run.state, run.command.values_array)
        seen.append(float(moment.heading[number] if way == "turn" else moment.place[number, 2]))
    return np.unwrap(seen) if way == "turn" else np.array(seen)
