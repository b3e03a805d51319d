"""Simulation and experiment as pictures, as the captions of Nielsen et al. 2018, figures 13 to 18, describe them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.comparing.comparison import Comparison
from narcine.identification.comparing.course import EAST, HEADING, NORTH, SPEED, YAW_RATE
from narcine.identification.comparing.likeness import POSITION
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, PANEL_WIDTH, Key, span_time, span_values, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIMULATED: dict[str, Any] = {"color": COLOURS[0], "linewidth": 1.6}
MEASURED: dict[str, Any] = {"color": COLOURS[1], "linewidth": 1.6, "linestyle": "--"}
ENGAGED: dict[str, Any] = {"color": INK, "linewidth": 1.0, "linestyle": ":"}
PALE = 0.35
"""Opacity of bars that tell of noise alone."""
TWICE = 2.0
"""Standard errors to either side that are shaded."""
CURVE, TALLEST, LOWEST, BAR = 1.45, 4.5, 1.4, 1.15
"""Heights (inches): of a curve, of the path at most and at least, of a panel of bars."""
ROOM = 1.12
"""What the path shows over what its points span."""
LEAST_WAY = 0.05
"""Least width of what the path shows (m)."""
LONG_NAMES = 7
"""Letters per dataset and panel width from which on names stand upright."""
SCALES = {HEADING: 180.0 / np.pi, YAW_RATE: 180.0 / np.pi}
LABELS = {
    POSITION: "position (m)",
    NORTH: "north (m)",
    EAST: "east (m)",
    SPEED: "speed (m/s)",
    HEADING: "heading (deg)",
    YAW_RATE: "yaw rate (deg/s)",
}
LEAST_SPANS = {NORTH: 0.05, EAST: 0.05, SPEED: 0.02, HEADING: 2.0, YAW_RATE: 1.0}
"""Least span of an axis, in the unit of its label: below it curves are noise."""


def draw_path(comparison: Comparison) -> "Figure":
    """Draw the path in the plane, and north and east over time."""
    place, other = comparison.simulated.place, comparison.measured.place
    if place is None or other is None:
        raise ValueError("no positions were measured")
    points = np.concatenate([place, other])
    wide, high = np.maximum(ROOM * np.ptp(points, axis=0), LEAST_WAY)
    height = float(np.clip(PANEL_WIDTH * high / wide, LOWEST, TALLEST))
    title = f"{comparison.name}: position"
    figure, (path, *curves) = stack(title, [height, CURVE, CURVE], _key(comparison), shared=False)
    time = comparison.simulated.time
    for course, look in ((place, SIMULATED), (other, MEASURED)):
        path.plot(*(_open_gaps(time, each)[1] for each in course.T), **look)
        path.plot(*course[0], color=look["color"], marker="o", markersize=5, linestyle="")
    _frame(path, points, PANEL_WIDTH / height)
    path.set(xlabel="north (m)", ylabel="east (m)")
    for axes, name in zip(curves, (NORTH, EAST), strict=True):
        _draw_curve(axes, comparison, name)
    return figure


def draw_motion(comparison: Comparison) -> "Figure":
    """Draw heading, speed and yaw rate over time, as far as they were measured."""
    names = [name for name in (HEADING, SPEED, YAW_RATE) if name in comparison.measured.values]
    figure, panels = stack(f"{comparison.name}: motion", [CURVE] * len(names), _key(comparison))
    for axes, name in zip(panels, names, strict=True):
        _draw_curve(axes, comparison, name)
    for axes in panels[:-1]:
        axes.set_xlabel("")
    return figure


def _key(comparison: Comparison) -> Key:
    key: Key = {"simulated": SIMULATED, "measured": MEASURED}
    if comparison.engaged is not None:
        key["commands change"] = ENGAGED
    return key


def _draw_curve(axes: "Axes", comparison: Comparison, name: str) -> None:
    scale = SCALES.get(name, 1.0)
    ours, theirs = comparison.simulated, comparison.measured
    shown = []
    for course, look in ((ours, SIMULATED), (theirs, MEASURED)):
        time, values = _open_gaps(course.time, scale * course.values[name])
        axes.plot(time, values, **look)
        shown.append(values)
    if name in theirs.errors:
        time, error = _open_gaps(theirs.time, scale * TWICE * theirs.errors[name])
        axes.fill_between(time, shown[1] - error, shown[1] + error, color=COLOURS[1], alpha=0.2, linewidth=0)
    for moment in (comparison.engaged, comparison.released):
        if moment is not None:
            axes.axvline(moment, **ENGAGED)
    axes.set_ylabel(LABELS[name])
    span_time(axes, ours.time)
    span_values(axes, np.concatenate(shown), LEAST_SPANS[name])


def _open_gaps(time: Array, values: Array) -> tuple[Array, Array]:
    """Return a curve with nan where samples are missing, so that nothing is drawn across."""
    holes = np.flatnonzero(np.diff(time) > 1.5 * np.median(np.diff(time))) + 1
    return np.insert(time, holes, np.nan), np.insert(values, holes, np.nan)


def _frame(axes: "Axes", points: Array, aspect: float) -> None:
    """Show all points with one scale for both axes, east downwards as seen from above with north to the right."""
    low, high = points.min(axis=0), points.max(axis=0)
    half = max(float(np.max((high - low) * [1.0, aspect])), LEAST_WAY) * ROOM / 2.0
    middle = (low + high) / 2.0
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] + half / aspect, middle[1] - half / aspect)


def draw_distances(comparisons: Sequence[Comparison]) -> "Figure":
    """Draw the average warping distance of each dataset as bars, a panel for each quantity."""
    names = [name for name in LABELS if any(name in each.dtw for each in comparisons)]
    return _bars(
        "Average distance after warping",
        comparisons,
        {name: [SCALES.get(name, 1.0) * each.dtw.get(name, np.nan) for each in comparisons] for name in names},
        LABELS,
        pale={},
    )


def draw_correlations(comparisons: Sequence[Comparison]) -> "Figure":
    """Draw Pearson's R of each dataset as bars, a panel for each quantity; pale where it is that of noise."""
    names = [name for name in LABELS if any(name in each.pearson for each in comparisons)]
    words = {name: LABELS[name].partition(" (")[0] for name in names}
    figure = _bars(
        "Pearson's R of simulation and experiment",
        comparisons,
        {name: [each.pearson.get(name, np.nan) for each in comparisons] for name in names},
        words,
        pale={name: [name in each.unvaried for each in comparisons] for name in names},
    )
    for axes in figure.axes:
        axes.set_ylim(-1.05 if axes.dataLim.y0 < 0.0 else 0.0, 1.05)
    return figure


def _bars(
    title: str,
    comparisons: Sequence[Comparison],
    values: dict[str, list[float]],
    labels: dict[str, str],
    pale: dict[str, list[bool]],
) -> "Figure":
    datasets = [each.name for each in comparisons]
    longest = max(map(len, datasets))
    upright = longest * len(datasets) > LONG_NAMES * PANEL_WIDTH
    key: Key = {}
    if any(any(each) for each in pale.values()):
        block: dict[str, Any] = {"marker": "s", "markersize": 8, "linestyle": ""}
        key = {"R": {**block, "color": COLOURS[0]}, "hardly varies: R of noise": {**block, "color": _faded(COLOURS[0])}}
    room = max(0.0, 0.08 * longest - 0.3) if upright else 0.0
    figure, panels = stack(title, [BAR] * len(values), key, bottom=room)
    places = np.arange(len(datasets))
    for axes, (name, heights) in zip(panels, values.items(), strict=True):
        faint = pale.get(name, [False] * len(datasets))
        colours = [_faded(COLOURS[0]) if each else COLOURS[0] for each in faint]
        axes.bar(places, heights, width=0.62, color=colours, zorder=2)
        axes.set_ylabel(labels[name])
        axes.grid(False, axis="x")
        axes.set_xlim(-0.6, len(datasets) - 0.4)
    panels[-1].set_xticks(places, datasets, rotation=90 if upright else 0)
    return figure


def _faded(colour: str) -> str:
    """Return a colour as it looks on paper through which most of the ground shines."""
    parts = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(f"{round(255 - PALE * (255 - part)):02x}" for part in parts)
