"""Two vehicles that are held together move as one body."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.campaign.variant import described
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.rov.composite import composite
from narcine.reproduction.rov.trials import NEUTRAL, SCENARIO
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
DURATION = 60.0
FURTHEST = 1e-6
"""m and rad, by which the relative pose may drift."""
APART = 1e-6
"""m and rad, by which the pair may differ from the composite: two formulations, both of fourth order at 5 ms."""
PULSES = {
    "pair_1.surge_port": [[0, NEUTRAL], [3, 1700], [20, 1600], [35, 1350], [50, NEUTRAL]],
    "pair_1.surge_starboard": [[0, NEUTRAL], [3, 1700], [30, 1350], [50, NEUTRAL]],
    "pair_2.surge_port": [[0, NEUTRAL], [10, 1650], [25, NEUTRAL], [40, 1800]],
    "pair_2.surge_starboard": [[0, NEUTRAL], [10, 1650], [40, 1800], [55, 1200]],
    "pair_1.lateral": [[0, NEUTRAL], [15, 1700], [45, 1300]],
}
"""Pulses that push the two against each other, together, and in turn."""
DRIVEN = {"duration": DURATION, **{f"commands.{name}": pulses for name, pulses in PULSES.items()}}
VEHICLES = ("pair_1.hull", "pair_2.hull")


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how far the vehicles drift against each other, and from one rigid vehicle of the same bodies."""
    return [_read(dict(each.description.settings)) for each in simulations]


def _read(settings: dict[str, Any]) -> Readings:
    pair = Simulation(described(SCENARIO, settings))
    run, one = pair.run(), composite(pair).run()
    away, turned = _drift(run)
    places = [run["position"].sel(body=name).values for name in VEHICLES]
    same = [one["position"].sel(body=name.replace(".", "_")).values for name in VEHICLES]
    turn = _angles(
        run["attitude"].sel(body=VEHICLES[0]).values, one["attitude"].sel(body=VEHICLES[0].replace(".", "_")).values
    )
    from_one = np.max([np.linalg.norm(here - there, axis=1) for here, there in zip(places, same, strict=True)], axis=0)
    return {
        "drift": float(1e9 * away.max()),
        "turn": float(1e9 * turned.max()),
        "from composite": float(1e9 * from_one.max()),
        "turn from composite": float(1e9 * turn.max()),
        "time": run["time"].values,
        "drifts": away,
        "turns": turned,
        "from one": from_one,
        "north": places[0][:, 0],
        "east": places[0][:, 1],
        "north 2": places[1][:, 0],
        "east 2": places[1][:, 1],
    }


def _drift(run: "xarray.Dataset") -> tuple[Array, Array]:
    """Return how far the second vehicle is from where it stood in the axes of the first (m, rad)."""
    from scipy.spatial.transform import Rotation

    first, second = (run.sel(body=name) for name in VEHICLES)
    turns = [Rotation.from_quat(np.roll(each["attitude"].values, -1, axis=1)) for each in (first, second)]
    place = turns[0].inv().apply(second["position"].values - first["position"].values)
    relative = turns[0].inv() * turns[1]
    return np.linalg.norm(place - place[0], axis=1), np.asarray((relative[0].inv() * relative).magnitude())


def _angles(these: Array, those: Array) -> Array:
    """Return by how much attitudes differ (rad)."""
    from scipy.spatial.transform import Rotation

    turns = [Rotation.from_quat(np.roll(each, -1, axis=1)) for each in (these, those)]
    return np.asarray((turns[0].inv() * turns[1]).magnitude())


def judge(readings: Readings) -> Verdict:
    """Say whether they stay together and move as one body does."""
    drift, turn = 1e-9 * float(readings["drift"]), 1e-9 * float(readings["turn"])
    off, turned = 1e-9 * float(readings["from composite"]), 1e-9 * float(readings["turn from composite"])
    note = (
        f"in {DURATION:g} s their relative pose drifts by {drift:.1e} m and {turn:.1e} rad; from one rigid vehicle of "
        f"the same bodies they are {off:.1e} m and {turned:.1e} rad away at most"
    )
    return Verdict(max(drift, turn) < FURTHEST and max(off, turned) < APART, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw the way of both vehicles and the drift."""
    caption = (
        "Left: way of both vehicles under pulses that push them against each other, together and in turn. Right: drift "
        "of their relative pose, and distance from one rigid vehicle of the same bodies, over time."
    )
    return [Picture(_figure(readings), caption)]


def _figure(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((9.0, 4.0), layout="constrained")
    way, drift = figure.subplots(1, 2)
    for number, label in ((0, "port"), (1, "starboard")):
        end = " 2" if number else ""
        way.plot(readings[f"east{end}"], readings[f"north{end}"], color=COLOURS[number], linewidth=1.2, label=label)
    way.set(xlabel="east (m)", ylabel="north (m)", aspect="equal")
    way.legend(frameon=False, fontsize=9)
    time = np.asarray(readings["time"])
    series = {
        "drifts": "relative place (m)",
        "turns": "relative attitude (rad)",
        "from one": "from one rigid vehicle (m)",
    }
    for number, (name, label) in enumerate(series.items()):
        values = np.maximum(np.asarray(readings[name]), 1e-17)
        drift.semilogy(time[1:], values[1:], color=COLOURS[number], linewidth=1.0, label=label)
    drift.axhline(FURTHEST, color="0.4", linestyle="--", linewidth=0.9)
    drift.set(xlabel="time (s)", ylabel="difference", ylim=(1e-17, 1e-2))
    drift.legend(frameon=False, fontsize=8, loc="upper left")
    return figure


RIGID = Experiment(
    id="rov.rigid",
    source="section 2.4, definition 2.1",
    title="Two vehicles move as one body",
    published="two rigidly joined vehicles become one rigid body",
    counts=(
        f"relative pose drifts by less than {FURTHEST:g} m and rad in {DURATION:g} s, and the motion is "
        f"that of the composite rigid body (to {APART:g} m and rad)"
    ),
    unit="nm",
    reading="drift",
    vehicle=SCENARIO,
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        "The vehicles and their connector are free bodies with coordinates of their own, held by the forces of Udwadia "
        "and Kalaba (eqs 16 to 33 put right: eq 25 mixes axes, eq 22 holds parallel vehicles only), with drift taken "
        "out. The composite has none of that: the same bodies on fixed joints, one root. Pulses push the two against "
        "each other. Depth and attitude are held by both vehicles at once."
    ),
    settings=DRIVEN,
    fixed=("commands",),
    samples=8,
    batch=2,
    shown={
        "turn": "drift of their relative attitude (nrad)",
        "from composite": "distance from the composite rigid body (nm)",
        "turn from composite": "turn from it (nrad)",
    },
)
