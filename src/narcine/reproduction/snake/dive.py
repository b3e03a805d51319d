"""Perambulator dives module by module (section 4.2, figures 7 and 8)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.snake.laws import LAWS, PRINTED, STRIP, swims, under, whole
from narcine.reproduction.snake.tracks import (
    PUBLISHED_SPEED,
    Track,
    draw_time,
    draw_views,
    head_track,
    track_readings,
)
from narcine.simulation.batch import record_batch
from narcine.simulation.numbers import changed
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

PUBLISHED, AT = 900.0, 27.0
"""Depth gained (mm) at a time (s)."""
BAND = (600.0, 1200.0)
"""mm."""
DURATION = 30.0
RISE = 1.0
"""mm by which the head may rise and still descend steadily: what averaging over records leaves of a beat."""
RELEASES = np.linspace(2.0, 6.0, 17)
"""Times (s) for which joints stay bent, over which the depth is drawn."""
DIGITS = 3
"""Of depths in mm that mean something."""
LITERAL = "literally"
LABELS = {**LAWS, LITERAL: "as printed, never released"}


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return depth, descent and track of each variant under both laws, and of eq 13 taken literally."""
    runs = swims(simulations, DURATION)
    never = record_batch([_released(each, None) for each in simulations], DURATION)
    over = _over_releases(simulations[0])
    return [
        {**_read(each), **_read({LITERAL: literal}), "depth over release": over}
        for each, literal in zip(runs, never, strict=True)
    ]


def _released(simulation: Simulation, release: float | None) -> Simulation:
    """Return the snake as printed whose joints stay bent for some time, or for ever."""
    return changed(under(PRINTED, simulation), "gait.release", release)


def _over_releases(simulation: Simulation) -> np.ndarray:
    """Return the depth (mm) at the published time for each time for which joints stay bent."""
    rows = [_released(simulation, float(release)) for release in RELEASES]
    return np.array([_depth_at(head_track(run)) if whole(run) else np.nan for run in record_batch(rows, AT + 2.0)])


def _depth_at(track: Track) -> float:
    """Return the depth (mm) that the head has gained at the published time, the beats averaged out."""
    return 1e3 * float(np.interp(AT, track.beat_time, track.depth) - track.way[0, 2])


def _read(runs: "dict[str, xarray.Dataset]") -> Readings:
    readings: Readings = {}
    for name, run in runs.items():
        if not whole(run):
            readings |= {f"{name} {what}": np.nan for what in ("at", "rise", "deepest", "mean speed")}
            continue
        track = head_track(run)
        before = track.beat_time <= AT
        falls = np.maximum.accumulate(track.depth[before]) - track.depth[before]
        readings |= {
            f"{name} at": round(_depth_at(track), DIGITS) + 0.0,
            f"{name} rise": 1e3 * float(falls.max()),
            f"{name} deepest": 1e3 * float(track.way[:, 2].max() - track.way[0, 2]),
            f"{name} mean speed": 1e3 * float(track.speed[len(track.speed) // 2 :].mean()),
            **track_readings(name, track),
        }
    return readings


def judge(readings: Readings) -> Verdict:
    """Say whether it descends steadily to about the published depth."""
    depth, rise = float(readings[f"{PRINTED} at"]), float(readings[f"{PRINTED} rise"])
    steadily = "steadily" if rise <= RISE else f"but rises by {rise:.0f} mm on its way"
    note = (
        f"as printed {depth:.0f} mm at {AT:g} s, {steadily}, at {readings[f'{PRINTED} mean speed']:.0f} mm/s "
        f"(published {PUBLISHED_SPEED:.0f}); by strips {readings[f'{STRIP} at']:.0f} mm, the deepest "
        f"{readings[f'{STRIP} deepest']:.0f} mm; as printed and never released it goes "
        f"{readings[f'{LITERAL} deepest']:.0f} mm deep and comes up, to {readings[f'{LITERAL} at']:.0f} mm by then"
    )
    return Verdict(BAND[0] <= depth <= BAND[1] and rise <= RISE, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw the head's path in three views, its speed and depth, and the depth over the time of release."""
    marks = {AT: (PUBLISHED, "published, 900 mm at 27 s")}
    views = (
        "Path of the head in three views, as figure 7: the dive of table 1 under both drag laws, and as printed when "
        "the pitch joints are never released, as eq 13 has it. The surface is at depth 0."
    )
    times = "Speed of the head along its way and its depth over time, the beats averaged out, as figures 8 and 10."
    over = (
        f"Depth of the head at {AT:g} s over the time for which each pitch joint stays bent, drag as printed. The one "
        "number that was calibrated; the band that counts is shaded, the published depth dashed."
    )
    return [
        Picture(draw_views(readings, LABELS), views),
        Picture(draw_time(readings, LABELS, marks), times),
        Picture(_draw_releases(readings), over),
    ]


def _draw_releases(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 3.0), layout="constrained")
    axes = figure.subplots()
    axes.axhspan(*BAND, color=COLOURS[2], alpha=0.15, linewidth=0)
    axes.axhline(PUBLISHED, color=COLOURS[3], linewidth=1.0, linestyle="--")
    axes.plot(RELEASES, readings["depth over release"], "o-", color=COLOURS[0], markersize=4, linewidth=1.2)
    axes.set(xlabel="joints stay bent for (s)", ylabel=f"depth at {AT:g} s (mm)")
    axes.invert_yaxis()
    return figure


DIVE = Experiment(
    id="snake.dive",
    source="section 4.2, figures 7 and 8",
    title="Dives module by module",
    published="900 mm down at 27 s (simulation)",
    counts=(
        f"drag as printed, the time of release the one calibrated number: steady descent, {BAND[0]:.0f} to "
        f"{BAND[1]:.0f} mm at {AT:g} s; by strips beside it"
    ),
    unit="mm",
    reading=f"{PRINTED} at",
    vehicle="perambulator",
    measure=measure,
    judge=judge,
    draw=draw,
    calibrated=True,
    method=(
        "As the row above, and from 2 s on the first five pitch joints bend down by D = 3 deg, one after another "
        "until 5 s, each within 0.5 s. Eq 13 never straightens them, and then the snake loops; the paper's own "
        "experiment goes on level. So each joint is released after some time, for which the paper has no number: 2.9 "
        "s was set by the published 900 mm."
    ),
    explanation=(
        "The snake is 8 % lighter than water: 5.8 N hold it up, and swimming level it must press itself down by an "
        "incidence (see “What holds it down”). The printed law has a part linear in speed, and does it at 8 deg; drag "
        "by strips is quadratic alone and takes 24 deg while it swims, 41 deg straight, so that after a bend of 3 deg "
        "the snake comes up as soon as its joints are straight, whenever that is. Steered, it stays down under both "
        "laws (see “Held on its line and at its depth”). How deep the printed law goes hangs on the time of release "
        "and on mu_A, for which the paper has neither number nor formula: with three quarters of mu_A it comes up "
        "again. At a Reynolds number of some 20,000 cross-flow is quadratic; a snake that dives as published without "
        "being steered has less excess of buoyancy than 8 %, or lift that neither law has."
    ),
    settings={"gait": "dive"},
    fixed=("gait.release",),
    batch=32,
    shown={
        f"{STRIP} at": f"depth by strips at {AT:g} s (mm)",
        f"{STRIP} deepest": "the deepest by strips (mm)",
        f"{LITERAL} deepest": "the deepest as printed, never released (mm)",
        f"{PRINTED} mean speed": "speed as printed, last half (mm/s)",
        f"{STRIP} mean speed": "speed by strips, last half (mm/s)",
    },
)
