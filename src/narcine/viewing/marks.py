"""Who was where when: marks at equal times on the ways of vehicles and of lamps, seen from above or from the side."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.recording.lamps import lamp_numbers
from narcine.recording.tables import CROWD
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes

    from narcine.viewing.figures import Key

DOWN = 2
LAMP_COLOUR = "#c98f00"
MOST_MARKS = 30
"""Marks on one way."""
INTERVALS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)
"""Times (s) between two marks, of which the shortest is taken that makes few enough."""
TIMES = "viridis"
"""Colours of marks, from the start to the end."""


def mark_records(run: "xarray.Dataset") -> NDArray[np.intp]:
    """Return the records nearest to equally spaced times, the first among them."""
    time = run["time"].values
    length = float(time[-1] - time[0])
    step = next((each for each in INTERVALS if length / each <= MOST_MARKS), length / MOST_MARKS) or 1.0
    wanted = time[0] + step * np.arange(int(length / step + 1e-6) + 1)
    found: NDArray[np.intp] = np.unique(np.searchsorted(time, wanted - 1e-9).clip(max=len(time) - 1))
    return found


def mark_interval(run: "xarray.Dataset") -> float:
    """Return the time between two marks (s)."""
    records = mark_records(run)
    return float(np.median(np.diff(run["time"].values[records]))) if len(records) > 1 else 0.0


def lamp_ways(run: "xarray.Dataset", plane: tuple[int, int]) -> list[Array]:
    """Return the ways of all lamps in a plane of two world axes (time, 2)."""
    lamps = lamp_numbers(run)
    return [run["obstacle_position"].values[:, lamp][:, list(plane)] for lamp in lamps]


def marks_key(run: "xarray.Dataset") -> "Key":
    """Return what the key says of marks, where there are lamps."""
    if not lamp_numbers(run):
        return {}
    every = f"every {mark_interval(run):g} s, colour by time"
    looks: dict[str, Any] = {"linestyle": "-", "markeredgecolor": INK, "markersize": 6}
    if run.sizes["vehicle"] > CROWD:
        return {f"lamp, {every}": {**looks, "color": LAMP_COLOUR, "marker": "^", "markerfacecolor": "white"}}
    return {
        f"vehicle, {every}": {**looks, "color": "#0b6e99", "marker": "o", "markerfacecolor": "white"},
        "lamp, at the same times": {**looks, "color": LAMP_COLOUR, "marker": "^", "markerfacecolor": "white"},
    }


def draw_marks(axes: "Axes", run: "xarray.Dataset", ways: list[Array], plane: tuple[int, int]) -> None:
    """Draw the ways of lamps, and marks on them and on those of vehicles (time, 2)."""
    lamps = lamp_ways(run, plane)
    if not lamps:
        return
    records, time = mark_records(run), run["time"].values
    first, last = float(time[0]), float(time[-1])

    def mark(way: Array, at: NDArray[np.intp], marker: str, size: float) -> None:
        axes.scatter(
            way[at, 0],
            way[at, 1],
            s=size,
            c=time[at],
            marker=marker,
            cmap=TIMES,
            vmin=first,
            vmax=last,
            linewidths=0.7,
            edgecolors=INK,
            zorder=3.5,
        )

    for way in lamps:
        axes.plot(*way.T, color=LAMP_COLOUR, linewidth=1.2, alpha=0.8, zorder=2)
        still = np.ptp(way, axis=0).max() == 0.0
        mark(way, records[:1] if still else records, "^", 34.0)
        for record in () if plane[1] == DOWN else (0,) if still else (0, len(way) - 1):
            told = f"lamp, {time[record]:.3g} s"
            axes.annotate(told, way[record], xytext=(6, 6), textcoords="offset points", fontsize="small", zorder=4)
    for way in ways if len(ways) <= CROWD else ():
        mark(way, records, "o", 26.0)
