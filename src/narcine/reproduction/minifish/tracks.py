"""Pictures of trials in the pool: who was where when, and how far apart."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from narcine.description.load import load_description
from narcine.reproduction.experiment import Readings
from narcine.reproduction.minifish.trials import SCENARIO

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FISH_COLOUR, LAMP_COLOUR, WALL_COLOUR = "#1f6f8b", "#d98e04", "#8a7a5c"
BETWEEN_MARKS = 5.0
"""Time between two marks on a track (s)."""
CM = 100.0


def draw_tracks(readings: Readings, count: int) -> Figure:
    """Draw the tracks of some trials in their pool, east to the right, north up."""
    pool = load_description(SCENARIO, {}).scenario.world.pool
    assert pool is not None
    size = CM * np.array([pool.width, pool.length])
    figure = Figure(figsize=(2.4 * count, 4.8), layout="constrained")
    for number, axes in enumerate(figure.subplots(1, count, sharey=True)):
        _draw_pair(axes, readings, number)
        axes.plot(*(size[:, None] * [[0, 1, 1, 0, 0], [0, 0, 1, 1, 0]]), color=WALL_COLOUR, linewidth=2.0)
        axes.set(aspect="equal", xlabel="east (cm)", title=f"seed {number}")
    figure.axes[0].set_ylabel("north (cm)")
    figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return figure


def _draw_pair(axes: "Axes", readings: Readings, number: int) -> None:
    time = np.asarray(readings["time"])
    marks = np.searchsorted(time, np.arange(0.0, time[-1], BETWEEN_MARKS))
    ways = {who: np.asarray(readings[f"{who} {number}"]).reshape(-1, 2)[:, ::-1] for who in ("fish", "lamp")}
    for mark in marks:
        axes.plot(*np.stack([way[mark] for way in ways.values()]).T, color="0.8", linewidth=0.6, zorder=1)
    for (who, way), marker, colour in zip(ways.items(), "o^", (FISH_COLOUR, LAMP_COLOUR), strict=True):
        axes.plot(*way.T, color=colour, linewidth=0.7, zorder=2)
        axes.plot(*way[marks].T, marker, color=colour, markersize=3.5, markerfacecolor="white", zorder=3, label=who)


def draw_distances(readings: Readings, near: float) -> Figure:
    """Draw how far all fish are from their lamps (cm) over time."""
    figure = Figure(figsize=(8.0, 3.4), layout="constrained")
    axes = figure.subplots()
    time, distances = np.asarray(readings["time"]), np.asarray(readings["distances"]).reshape(-1, len(readings["time"]))  # type: ignore[arg-type]
    axes.plot(time, distances.T, color=FISH_COLOUR, linewidth=0.4, alpha=0.35)
    axes.plot(time, np.median(distances, axis=0), color=FISH_COLOUR, linewidth=1.8, label="median")
    axes.axhline(near, color=LAMP_COLOUR, linewidth=1.2)
    axes.set(xlabel="time (s)", ylabel="distance to the lamp (cm)", ylim=(0.0, None), xlim=(0.0, time[-1]))
    axes.legend(loc="upper right")
    return figure
