"""Drag from a towing tank as a picture: fused points, the fitted curve with its band, and what lies between them."""

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.towing.axes import TURNING, force_unit, speed_unit
from narcine.identification.towing.drag_fit import DragFit
from narcine.identification.towing.points import Point
from narcine.identification.towing.tow import AxisDrag
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, PANEL_WIDTH, WIDTH, digits, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEIGHT, RESIDUAL_HEIGHT = 2.8, 1.1
"""Of the panels of an axis (inches)."""
CLOSER = 0.45
"""By how much the second stands closer to the first than panels do (inches)."""
BESIDE = 2.85
"""Width beside a panel for what explains it (inches)."""
NORMAL = 1.96
"""Standard errors to either side of a point: 95 %."""
ACROSS = 34
"""Letters to a line beside a panel."""
TOGETHER = 0.12
"""Share of the speeds within which excluded points of one reason share a number."""
SYMBOLS = {"surge": "u", "sway": "v", "heave": "w", "roll": "p", "pitch": "q", "yaw": "r"}
USED: dict[str, Any] = {"color": COLOURS[0], "marker": "o", "linestyle": "", "markersize": 3.5, "elinewidth": 1.0}
EXCLUDED: dict[str, Any] = {"color": COLOURS[1], "marker": "x", "linestyle": "", "markersize": 5, "elinewidth": 0.8}

Legend = list[tuple[Any, str]]
"""What stands beside a panel, in its order."""


def draw_drag(title: str, found: Sequence[AxisDrag]) -> "Figure":
    """Draw each axis: points with 95 % error bars, excluded ones with numbered reasons, the curve with its 95 % band.

    Below it the same without the curve, since the band is often narrower than a line.
    """
    figure, panels = stack(title, [HEIGHT, RESIDUAL_HEIGHT] * len(found), shared=False)
    height = figure.get_figheight()
    for each, panel, below in zip(found, panels[::2], panels[1::2], strict=True):
        _place(panel, 0.0)
        _place(below, CLOSER / height)
        _draw_axis(panel, below, each)
    return figure


def _place(panel: "Axes", higher: float) -> None:
    """Leave room beside a panel, and move it up."""
    box = panel.get_position()
    panel.set_position((box.x0, box.y0 + higher, box.width - BESIDE / WIDTH, box.height))
    panel.yaxis.set_label_coords(-0.68 / (PANEL_WIDTH - BESIDE), 0.5)


def _draw_axis(panel: "Axes", below: "Axes", found: AxisDrag) -> None:
    from matplotlib.ticker import MaxNLocator

    turns = found.axis in TURNING
    panel.set(title=found.axis, ylabel=f"{'moment' if turns else 'force'} ({force_unit(found.axis)})")
    label = f"{'rate' if turns else 'speed'} {SYMBOLS[found.axis]} ({speed_unit(found.axis)})"
    below.set(xlabel=label, ylabel=f"residual ({force_unit(found.axis)})")
    legend: Legend = []
    speed = _span(found.points)
    for each in (panel, below):
        each.axhline(0.0, color=INK, linewidth=0.6)
        each.xaxis.set_major_locator(MaxNLocator(6))
        each.set_xlim(speed[0] - 0.04 * np.ptp(speed), speed[-1] + 0.04 * np.ptp(speed))
    panel.tick_params("x", labelbottom=False)
    if found.used:
        legend.append((_draw_points(panel, found.used, USED), _counted(found.used)))
    if found.fit is not None:
        legend += _draw_fit(panel, below, found, found.fit, speed)
    legend += _draw_excluded(panel, found)
    panel.legend(
        *zip(*legend, strict=True),
        loc="upper left",
        bbox_to_anchor=(1.02, 1.02),
        borderaxespad=0.0,
        fontsize="small",
        frameon=False,
        labelspacing=0.7,
    )


def _counted(points: Sequence[Point]) -> str:
    runs = sum(point.count for point in points)
    told = "1 point" if len(points) == 1 else f"{len(points)} points"
    return f"{told} of {runs} runs, and 95 %" if runs > len(points) else f"{told}, and 95 %"


def _draw_points(panel: "Axes", points: Sequence[Point], look: dict[str, Any], fit: DragFit | None = None) -> Any:
    """Draw points, or how far they are off a curve."""
    speed, force, sigma = (np.array([getattr(point, key) for point in points]) for key in ("speed", "force", "sigma"))
    off = force if fit is None else force - fit.curve(speed)
    return panel.errorbar(speed, off, yerr=NORMAL * np.nan_to_num(sigma), zorder=3, **look)


def _draw_fit(panel: "Axes", below: "Axes", found: AxisDrag, fit: DragFit, speed: Array) -> Legend:
    curve, (low, high) = fit.curve(speed), fit.band(speed)
    shade: dict[str, Any] = {"color": COLOURS[0], "alpha": 0.25, "linewidth": 0}
    band = panel.fill_between(speed, low, high, **shade)
    (line,) = panel.plot(speed, curve, color=INK, linewidth=1.2)
    below.fill_between(speed, low - curve, high - curve, **shade)
    _draw_points(below, found.used, USED, fit)
    return [(line, formula(found.axis, fit)), (band, "95 % of the curve")]


def _span(points: Sequence[Point]) -> Array:
    """Return speeds over all points; from zero where they lie to one side of it."""
    speeds = [0.0, *(point.speed for point in points)]
    return np.linspace(min(speeds), max(speeds), 241)


def formula(axis: str, fit: DragFit) -> str:
    """Return the curve as text."""
    u = SYMBOLS[axis]
    parts = [f"{fit.quadratic:.4g} |{u}| {u}"] if fit.quadratic > 0.0 else []
    parts += [f"{digits(fit.linear)} {u}"] if fit.linear > 0.0 else []
    return f"{'M' if axis in TURNING else 'f'} = {' + '.join(parts) or '0'}"


def _draw_excluded(panel: "Axes", found: AxisDrag) -> Legend:
    """Draw what is not fitted, with a number for each reason."""
    excluded = [point for point in found.points if point.excluded]
    legend: Legend = []
    apart = TOGETHER * float(np.ptp(_span(found.points)))
    for number, reason in enumerate(dict.fromkeys(_reason(point) for point in excluded), 1):
        own = sorted((point for point in excluded if _reason(point) == reason), key=lambda point: point.speed)
        shown = [point for point in own if np.isfinite(point.force)]
        marks = _draw_points(panel, shown, EXCLUDED) if shown else panel.plot([], [], linestyle="")[0]
        legend.append((marks, fill(f"({number}) {_told(reason, own)}", ACROSS, subsequent_indent="      ")))
        for group in _close(shown, apart):
            middle = group[len(group) // 2]
            above = found.fit is None or middle.force > float(found.fit.curve(np.array([middle.speed]))[0])
            panel.annotate(
                f"({number})",
                (middle.speed, middle.force),
                (-12, 11) if above else (12, -11),
                textcoords="offset points",
                ha="center",
                va="center",
                fontsize="small",
                color=COLOURS[1],
            )
    return legend


def _close(points: Sequence[Point], apart: float) -> list[list[Point]]:
    """Return points in order of speed in groups without wide gaps."""
    groups: list[list[Point]] = []
    for point in points:
        if groups and point.speed - groups[-1][-1].speed <= apart:
            groups[-1].append(point)
        else:
            groups.append([point])
    return groups


def _reason(point: Point) -> str:
    """Return why a point is left out, without what is its own alone."""
    return point.excluded.partition(": ")[0] if point.name else point.excluded


def _told(reason: str, points: Sequence[Point]) -> str:
    names = [point.name for point in points if point.name]
    if not names:
        return reason
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{reason}: {listed}"
