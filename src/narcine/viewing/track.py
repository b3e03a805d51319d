"""A fitted track as a picture: the path with its samples, speed and turn rate over time."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.track import Track
from narcine.recording.trajectory import Array
from narcine.sensing.camera import Samples
from narcine.viewing.figures import COLOURS, INK, PANEL_WIDTH, Key, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TALLEST, LOWEST, CURVE = 4.5, 1.4, 1.5
"""Most and least height of the path, and height of each curve (inches)."""
ROOM = 1.12
"""What the path shows over what its samples span."""
LEAST = 0.01
"""Least width of what the path shows (m)."""
TWICE = 2.0
"""Standard errors to either side of the speed that are shaded."""
LINE: dict[str, Any] = {"color": COLOURS[0], "linewidth": 1.6}
TRUE: dict[str, Any] = {"color": INK, "linewidth": 1.0, "linestyle": "--"}
SAMPLE: dict[str, Any] = {"color": COLOURS[3], "marker": ".", "linestyle": "", "markersize": 4}
OUTLIER: dict[str, Any] = {"color": COLOURS[1], "marker": "x", "linestyle": "", "markersize": 6}


def draw_track(
    title: str, samples: Samples, track: Track, axes: tuple[str, str] = ("x", "y"), truth: Track | None = None
) -> "Figure":
    """Draw the path with samples and outliers, speed with two standard errors, and turn rate; gaps are left open."""
    from matplotlib.ticker import MaxNLocator

    key: Key = {"samples": SAMPLE, "track": LINE}
    if not track.used.all():
        key["outliers"] = OUTLIER
    if truth is not None:
        key["as it was"] = TRUE
    shown = samples.place[track.used]
    wide, high = np.maximum(ROOM * np.ptp(np.concatenate([shown, track.place]), axis=0), LEAST)
    height = float(np.clip(PANEL_WIDTH * high / wide, LOWEST, TALLEST))
    figure, (path, speed, turn) = stack(title, [height, CURVE, CURVE], key, shared=False)
    _draw_path(path, samples, track, truth, PANEL_WIDTH / height)
    if axes[1] == "east":
        path.invert_yaxis()
    path.set(xlabel=f"{axes[0]} (m)", ylabel=f"{axes[1]} (m)")
    _draw_speed(speed, track, truth)
    _draw_turn(turn, track, truth)
    for panel in (speed, turn):
        panel.set_xlim(track.time[0], track.time[-1])
        panel.yaxis.set_major_locator(MaxNLocator(5))
        for begin, end in track.gaps:
            panel.axvspan(begin, end, color=INK, alpha=0.08, linewidth=0)
    turn.set_xlabel("time (s)")
    return figure


def _draw_path(axes: "Axes", samples: Samples, track: Track, truth: Track | None, aspect: float) -> None:
    axes.plot(*samples.place[track.used].T, **SAMPLE)
    known = np.isfinite(track.speed)[:, None]
    axes.plot(*np.where(known, track.place, np.nan).T, **LINE)
    if truth is not None:
        axes.plot(*truth.place.T, **TRUE)
    points = np.concatenate([samples.place[track.used], track.place])
    low, high = points.min(axis=0), points.max(axis=0)
    half = max(float(np.max((high - low) * [1.0, aspect])), LEAST) * ROOM / 2.0
    middle = (low + high) / 2.0
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half / aspect, middle[1] + half / aspect)
    inside = np.clip(samples.place[~track.used], *_corners(axes))
    axes.plot(*inside.T, **OUTLIER, clip_on=False)


def _corners(axes: "Axes") -> tuple[Array, Array]:
    sides = np.sort([axes.get_xlim(), axes.get_ylim()], axis=1)
    return sides[:, 0], sides[:, 1]


def _draw_speed(axes: "Axes", track: Track, truth: Track | None) -> None:
    scale = 100.0 if track.top_speed < 0.5 else 1.0
    low, high = (scale * (track.speed + side * TWICE * track.speed_error) for side in (-1.0, 1.0))
    axes.fill_between(track.time, np.maximum(low, 0.0), high, color=COLOURS[0], alpha=0.2, linewidth=0)
    axes.plot(track.time, scale * track.speed, **LINE)
    if truth is not None:
        axes.plot(truth.time, scale * truth.speed, **TRUE)
    axes.set(ylabel=f"speed ({'cm/s' if scale > 1.0 else 'm/s'})")
    axes.set_ylim(0.0, 1.1 * scale * float(np.nanmax(track.speed + TWICE * track.speed_error)))


def _draw_turn(axes: "Axes", track: Track, truth: Track | None) -> None:
    axes.plot(track.time, np.degrees(track.turn_rate), **LINE)
    if truth is not None:
        axes.plot(truth.time, np.degrees(truth.turn_rate), **TRUE)
    axes.set(ylabel="turn rate (deg/s)")
