"""Heading and depth held on top of the gait, which the paper's snake lacked."""

from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.recording.beats import beat_mean
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.reproduction.snake.laws import LAW, LAWS
from narcine.reproduction.snake.tracks import PERIOD
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

DURATION, LATE = 100.0, 40.0
DEPTH = 0.6
"""m, as the file has it."""
STRAIGHT, DEEP = 3.0, 0.05
"""Course (deg) and depth (m) within which it must end: a sixth of how it strays, two thirds of a module's width."""
FREE = "nothing held"
HELD = {law: f"heading and depth held, drag {label}" for law, label in LAWS.items()}


def find() -> Finding:
    """Swim with and without holds."""
    held = {
        name: narcine.load("perambulator_held", **{LAW.replace(".", "__"): law}).run(duration=DURATION)
        for law, name in HELD.items()
    }
    ways = {
        name: _way(run) for name, run in {FREE: narcine.load("perambulator").run(duration=DURATION), **held}.items()
    }
    course = {name: _course(*way) for name, way in ways.items()}
    off = {name: _off(*ways[name]) for name in held}
    note = f"in the last {LATE:g} s, nothing held, the course is {course[FREE]:+.0f} deg; " + "; ".join(
        f"{name}: {course[name]:+.1f} deg, and the depth {DEPTH:g} m within {1e3 * off[name]:.1f} mm" for name in held
    )
    caption = (
        "The middle of the snake over 100 s from above and over time, the beats averaged out: without holds it strays "
        "off its line and stays at the surface; with them (perambulator_held) it keeps heading 0 and dives to 0.6 m, "
        "against 5.8 N of buoyancy, under either drag law. Heading and depth are means over its modules; the holds "
        "bend all yaw joints and the first five pitch joints a little."
    )
    holds = all(abs(course[name]) < STRAIGHT and off[name] < DEEP for name in held)
    return Finding(holds, note, [Picture(_figure(ways), caption)])


def _off(time: Array, way: Array) -> float:
    """Return how far (m) it comes off its depth in the last part."""
    return float(np.abs(way[time > DURATION - LATE, 2] - DEPTH).max())


def _way(run: "xarray.Dataset") -> tuple[Array, Array]:
    """Return the way of the middle of all modules, the beats averaged out."""
    return beat_mean(run["time"].values, run["position"].values.mean(axis=1), PERIOD)


def _course(time: Array, way: Array) -> float:
    """Return the course (deg) over the last part."""
    first = int(np.searchsorted(time, DURATION - LATE))
    north, east, _ = way[-1] - way[first]
    return float(np.degrees(np.arctan2(east, north)))


def _figure(ways: dict[str, tuple[Array, Array]]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((8.0, 5.6), layout="constrained")
    above, depth = figure.subplots(2, height_ratios=(1.4, 1.0))
    for number, (name, (time, way)) in enumerate(ways.items()):
        above.plot(way[:, 0], way[:, 1], color=COLOURS[number], linewidth=1.3, label=name)
        depth.plot(time, way[:, 2], color=COLOURS[number], linewidth=1.3)
    depth.axhline(DEPTH, color=COLOURS[3], linewidth=1.0, linestyle="--")
    above.set(xlabel="north (m)", ylabel="east (m)", aspect="equal")
    above.invert_yaxis()
    above.legend(fontsize=9)
    depth.set(xlabel="time (s)", ylabel="depth (m)")
    depth.invert_yaxis()
    return figure


HOLDING = Check(
    id="snake.holding",
    title="Held on its line and at its depth",
    text=(
        "The paper's snake strays off its line, in simulation and experiment, and the paper says why: nothing "
        "controls it. Here two PID controllers act on the turn and the dive of the gait."
    ),
    find=find,
)
