"""The head's track as figures 7, 8 and 10 of the paper show it: its path in three views, its speed and its depth."""

from collections.abc import Mapping
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from narcine.recording.beats import beat_mean
from narcine.reproduction.experiment import Readings
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PERIOD = 2.0 * pi / 3.0
"""Of the gait of table 1 (s)."""
EVERY = 5
"""Records of which one is drawn: ten a second."""
NO_WAY: Array = np.full((1, 3), np.nan)
"""Of a swim that stopped."""
LEAST_HALF = 25.0
"""Half of the least depth (mm) that is drawn."""
PUBLISHED_SPEED = 250.0
"""mm/s, about (Li et al. 2015, section 4.2)."""
VIEWS = {"from above": (0, 1), "from the side": (0, 2), "from behind": (1, 2)}
AXES = ("north (m)", "east (m)", "depth (m)")


class Track(NamedTuple):
    """Where the head was (time, 3), how fast it went, the beats averaged out, and how deep it was."""

    time: Array
    way: Array
    beat_time: Array
    speed: Array
    """of the way with the beats averaged out (m/s)"""
    depth: Array
    """with the beats averaged out (m)"""


def head_track(run: "xarray.Dataset", period: float = PERIOD) -> Track:
    """Return the track of the head of a run."""
    time, way = run["time"].values, run["position"].values[:, 0]
    beats, smooth = beat_mean(time, way, period)
    velocity = np.gradient(smooth, beats, axis=0)
    return Track(time, way, beats, np.asarray(np.linalg.norm(velocity, axis=1)), smooth[:, 2])


def track_readings(name: str, track: Track) -> Readings:
    """Return what pictures need of a track, thinned out."""
    return {
        f"{name} way": track.way[::EVERY],
        f"{name} beats": track.beat_time[::EVERY],
        f"{name} speed": 1e3 * track.speed[::EVERY],
        f"{name} depth": 1e3 * (track.depth[::EVERY] - track.way[0, 2]),
    }


def draw_views(readings: Readings, labels: Mapping[str, str]) -> "Figure":
    """Draw the head's path from above, from the side and from behind."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 6.4), layout="constrained")
    panels = figure.subplot_mosaic([["from above", "from above"], ["from the side", "from behind"]])
    for view, (across, up) in VIEWS.items():
        axes = panels[view]
        for number, (name, label) in enumerate(labels.items()):
            way = np.asarray(readings.get(f"{name} way", NO_WAY))
            axes.plot(way[:, across], way[:, up], color=COLOURS[number], linewidth=1.2, label=label)
        axes.set(xlabel=AXES[across], ylabel=AXES[up], title=view)
        if up == 2:
            _surface(axes)
        if view == "from above":
            axes.set_aspect("equal")
            axes.invert_yaxis()
    panels["from above"].legend(fontsize=9)
    return figure


def _surface(axes: "Axes") -> None:
    axes.axhline(0.0, color=COLOURS[6], linewidth=1.2)
    axes.set_ylim(max(axes.get_ylim()[1], 0.1), min(axes.get_ylim()[0], -0.05))


def draw_time(
    readings: Readings, labels: Mapping[str, str], marks: Mapping[float, tuple[float, str]] | None = None
) -> "Figure":
    """Draw speed and depth gained of the head over time; `marks` are published depths (mm) by time (s)."""
    from matplotlib.figure import Figure

    figure = Figure((8.0, 5.0), layout="constrained")
    speed, depth = figure.subplots(2, sharex=True)
    for number, (name, label) in enumerate(labels.items()):
        time = readings.get(f"{name} beats")
        if time is None:
            continue
        speed.plot(time, readings[f"{name} speed"], color=COLOURS[number], linewidth=1.2, label=label)
        depth.plot(time, readings[f"{name} depth"], color=COLOURS[number], linewidth=1.2)
    for moment, (value, label) in (marks or {}).items():
        depth.plot([moment], [value], "D", color=COLOURS[3], markersize=6, label=label)
        depth.legend(fontsize=9)
    published = f"published, about {PUBLISHED_SPEED:.0f} mm/s"
    speed.axhline(PUBLISHED_SPEED, color=COLOURS[3], linewidth=1.0, linestyle="--", label=published)
    speed.set(ylabel="speed (mm/s)", ylim=(0.0, None))
    speed.legend(fontsize=9)
    low, high = depth.get_ylim()
    middle, half = 0.5 * (low + high), max(0.5 * (high - low), LEAST_HALF)
    depth.set(ylabel="depth gained by the head (mm)", xlabel="time (s)", ylim=(middle + half, middle - half))
    return figure
