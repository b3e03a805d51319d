"""A fit as pictures: what was measured beside what was simulated, before and after; and how errors go together."""

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.fitting.measured import ATTITUDE
from narcine.identification.fitting.record import Fit, Run
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK, Key, look, span_time, span_values, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CURVE, LEFT_OVER = 1.1, 0.9
"""Heights of a panel of curves, and of one of what is left over (inches)."""
MOST = 1200
"""Samples that are drawn of a run: more are no longer told apart."""
TWICE = 2.0
"""Noise to either side that is shaded in panels of what is left over."""
LEAST = 1e-3
"""Least span of a panel (SI, or deg)."""
SAMPLE: dict[str, Any] = {"color": COLOURS[3], "marker": ".", "linestyle": "", "markersize": 3}
BEFORE: dict[str, Any] = {"color": COLOURS[7], "linewidth": 1.0, "linestyle": "--"}
AFTER: dict[str, Any] = {"color": COLOURS[0], "linewidth": 1.2}
CELL, LETTER = 0.46, 0.078
"""Width of a cell of the correlation, and of a letter of a name (inches)."""


def draw_fit(title: str, fit: Fit, number: int) -> "Figure":
    """Draw one run: each channel as measured and simulated, and below each group what is left over, over its noise."""
    run = fit.runs[number]
    panels = [(name, channel) for name in run.measured for channel in (*range(len(run.channels[name])), None)]
    heights = [LEFT_OVER if channel is None else CURVE for _, channel in panels]
    key: Key = {
        "measured": SAMPLE,
        "with the numbers of the file": BEFORE,
        "fitted": AFTER,
    }
    figure, axes = stack(title, heights, key)
    shown = np.arange(0, len(run.times), ceil(len(run.times) / MOST))
    drawn = {name: curves(run, name) for name in run.measured}
    for panel, (name, channel) in zip(axes, panels, strict=True):
        if channel is None:
            _draw_left(panel, run, name, fit.noise[name], shown)
            continue
        measured, before, after = (each[shown, channel] for each in drawn[name])
        panel.plot(run.times[shown], before, **BEFORE)
        panel.plot(run.times[shown], measured, **SAMPLE)
        panel.plot(run.times[shown], after, **AFTER)
        span_values(panel, np.concatenate([measured, after]), LEAST)
        panel.set_ylabel(f"{run.channels[name][channel]} ({_unit(run, name)})", size="small")
    span_time(axes[-1], run.times)
    return figure


def curves(run: Run, name: str) -> tuple[Array, Array, Array]:
    """Return a group as measured, as simulated before, and after (sample, channel); angles in degrees."""
    measured = run.measured[name]
    if name == ATTITUDE:
        still = _angles(measured, np.zeros((len(measured), 3)))
        known = np.isfinite(still).all(axis=1)
        still[known] = np.unwrap(still[known], axis=0, period=360.0)
        before, after = (_angles(measured, off) - still for off in (run.before[name], run.after[name]))
        return still, still + before - 360.0 * np.round(before / 360.0), still + after - 360.0 * np.round(after / 360.0)
    scale = 180.0 / np.pi if "rad" in run.units[name] else 1.0
    return scale * measured, scale * (measured + run.before[name]), scale * (measured + run.after[name])


def _unit(run: Run, name: str) -> str:
    return run.units[name].replace("rad", "deg")


def _angles(quaternions: Array, turns: Array) -> Array:
    """Return roll, pitch and yaw (deg) of attitudes turned by rotation vectors in the body's axes."""
    from scipy.spatial.transform import Rotation

    found = np.full((len(quaternions), 3), np.nan)
    known = np.isfinite(quaternions).all(axis=1) & np.isfinite(turns).all(axis=1)
    if known.any():
        attitude = Rotation.from_quat(np.roll(quaternions[known], -1, axis=1)) * Rotation.from_rotvec(turns[known])
        found[known] = attitude.as_euler("ZYX", degrees=True)[:, ::-1]
    return found


def _draw_left(axes: "Axes", run: Run, name: str, noise: float, shown: Array) -> None:
    """Draw what is left over of a group, each channel over the noise."""
    axes.axhspan(-TWICE, TWICE, color=INK, alpha=0.07, linewidth=0)
    for channel, label in enumerate(run.channels[name]):
        values = run.after[name][shown, channel] / noise
        axes.plot(run.times[shown], values, **{**look(channel), "linewidth": 0.6}, label=label)
    axes.set_ylabel("left / noise", size="small")
    if len(run.channels[name]) > 1:
        axes.legend(ncols=3, fontsize="x-small", loc="upper right", frameon=False, borderaxespad=0.0)
    axes.margins(y=0.25)


def draw_correlation(title: str, fit: Fit) -> "Figure":
    """Draw how the errors of the parameters go together; those that are not told are left empty."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = [each.name for each in fit.found]
    side, words = CELL * len(names), 0.3 + LETTER * max(map(len, names))
    height = side + 1.2
    figure = Figure(figsize=(max(words + side + 0.9, LETTER * 1.5 * len(title)), height))
    FigureCanvasAgg(figure)
    width = figure.get_figwidth()
    figure.suptitle(title, x=0.12 / width, y=1.0 - 0.12 / height, ha="left", va="top", size="large", weight="bold")
    axes = figure.add_axes((words / width, 0.55 / height, side / width, side / height))
    axes.grid(False)
    matrix = fit.correlation
    axes.imshow(matrix, cmap="RdBu_r", vmin=-1.0, vmax=1.0)
    for row in range(len(names)):
        for column in range(row):
            value = matrix[row, column]
            if np.isfinite(value):
                ink = "white" if abs(value) > 0.6 else INK
                axes.text(column, row, f"{value:.2f}", ha="center", va="center", size="x-small", color=ink)
    numbers = [str(number + 1) for number in range(len(names))]
    axes.set_xticks(range(len(names)), numbers)
    axes.set_yticks(range(len(names)), [f"{name}  {number}" for name, number in zip(names, numbers, strict=True)])
    axes.tick_params(length=0, labelsize="small")
    axes.set_xlabel("correlation of errors")
    return figure
