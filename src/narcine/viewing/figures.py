"""Figures whose panels are placed in inches, below a title and a key that stand clear of the curves."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0b6e99", "#d1495b", "#3a7d44", "#edae49", "#6a4c93", "#8d6346", "#4d9de0", "#7a7a7a")
INK = "#22313f"

WIDTH, LEFT, RIGHT, BOTTOM = 8.0, 0.95, 0.3, 0.6
PANEL_WIDTH = WIDTH - LEFT - RIGHT
HEADER, KEY_ROW, SHARED_GAP, GAP = 0.72, 0.2, 0.42, 0.62
"""Sizes in inches; panels with one time axis stand closer, since only the last shows its ticks."""
LETTER, KEY_LINE = 0.072, 0.6
"""Mean width of a small letter, and of a line with its gaps, in the key (inches)."""
MARGIN = 0.06
"""Share of the span of the curves that a panel leaves free on either side."""

Key = dict[str, dict[str, Any]]
"""How the line of each name looks."""


def style() -> AbstractContextManager[None]:
    """Return a context in which all pictures look alike."""
    import matplotlib
    from cycler import cycler

    return matplotlib.rc_context(
        {
            "axes.edgecolor": INK,
            "axes.formatter.useoffset": False,
            "axes.grid": True,
            "axes.labelcolor": INK,
            "axes.prop_cycle": cycler(color=COLOURS),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlesize": "medium",
            "font.size": 10,
            "grid.alpha": 0.25,
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
        }
    )


def name_of(run: "xarray.Dataset") -> str:
    """Return what a picture calls its run."""
    return str(run.attrs.get("title", "run"))


def digits(value: float) -> str:
    """Return a number with three digits, or all before the point."""
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"


def look(number: int) -> dict[str, Any]:
    """Return the colour of a curve by its number, dashed when the colours come round again."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "linestyle": ("-", "--", ":", "-.")[number // len(COLOURS) % 4],
    }


def vehicle_key(run: "xarray.Dataset") -> Key:
    """Return the looks of the vehicles of a run, none when there is only one."""
    names = [str(name) for name in run["vehicle"].values]
    return {name: look(number) for number, name in enumerate(names)} if len(names) > 1 else {}


def stack(
    title: str, heights: Sequence[float], key: Key | None = None, shared: bool = True, bottom: float = 0.0
) -> tuple["Figure", list["Axes"]]:
    """Return a figure with panels of given heights (inches) below each other; shared: with one horizontal axis.

    `bottom` is room below the last for words that take more than a number does.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    header = HEADER + KEY_ROW * _key_rows(key or {})
    gap = SHARED_GAP if shared else GAP
    height = header + sum(heights) + gap * (len(heights) - 1) + BOTTOM + bottom
    figure = Figure(figsize=(WIDTH, height))
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.12 / WIDTH, y=1.0 - 0.12 / height, ha="left", va="top", size="large", weight="bold")
    _draw_key(figure, key or {})
    axes: list[Axes] = []
    top = height - header
    for panel in heights:
        rectangle = (LEFT / WIDTH, (top - panel) / height, PANEL_WIDTH / WIDTH, panel / height)
        axes.append(figure.add_axes(rectangle, sharex=axes[0] if shared and axes else None))
        axes[-1].yaxis.set_label_coords(-0.68 / PANEL_WIDTH, 0.5)
        axes[-1].tick_params("x", labelbottom=not shared or len(axes) == len(heights))
        top -= panel + gap
    return figure, axes


def _key_columns(key: Key) -> int:
    return max(1, int(PANEL_WIDTH / (KEY_LINE + LETTER * max(map(len, key)))))


def _key_rows(key: Key) -> int:
    return ceil(len(key) / _key_columns(key)) if key else 0


def _draw_key(figure: "Figure", key: Key) -> None:
    from matplotlib.lines import Line2D

    if key:
        figure.legend(
            [Line2D([], [], **{"linewidth": 1.8, **line}) for line in key.values()],
            list(key),
            loc="upper left",
            bbox_to_anchor=(LEFT / WIDTH, 1.0 - 0.4 / figure.get_figheight()),
            ncols=_key_columns(key),
            borderaxespad=0.0,
            borderpad=0.0,
            fontsize="small",
            frameon=False,
        )


def span_time(axes: "Axes", time: Array) -> None:
    """Let a horizontal axis show exactly the time of the run."""
    axes.set(xlabel="time (s)", xlim=(time[0], time[-1]))


def span_values(axes: "Axes", values: Array, least: float) -> None:
    """Let a vertical axis show all values with a margin, and no less than a span that means something."""
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    missing = max(least - (high - low), 0.0) / 2.0
    margin = MARGIN * max(high - low, least)
    axes.set_ylim(low - missing - margin, high + missing + margin)
