"""A free decay as a picture: what cameras see, how it was, and how the swings grow smaller."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.motion.motion import Motion
from narcine.identification.towing.axes import AXES
from narcine.laboratory.free_decay import RIG, Rig, Swings
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK, Key, span_time, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TALL, LOW = 2.4, 1.6
"""Heights of panels (inches)."""
SEEN: dict[str, Any] = {"color": COLOURS[3], "marker": ".", "linestyle": "", "markersize": 4}
TRUE: dict[str, Any] = {"color": COLOURS[0], "linewidth": 1.3}
POINT: dict[str, Any] = {"color": COLOURS[1], "marker": "o", "linestyle": "", "markersize": 5, "fillstyle": "none"}


def draw_decay(title: str, rig: Rig, moved: Motion, seen: Motion, points: Swings) -> "Figure":
    """Draw the coordinate that swings over time, and half swings over their number."""
    from matplotlib.ticker import LogFormatter

    scale, unit = (np.degrees(1.0), "deg") if rig.turns else (1.0, "m")
    key: Key = {"as cameras see it": SEEN, "as it was": TRUE, "turning points": POINT}
    figure, panels = stack(title, [TALL, LOW], key, shared=False)
    panels[0].plot(seen.time, scale * _seen(rig, moved, seen), **SEEN)
    panels[0].plot(moved.time, scale * moved.joints[RIG], **TRUE)
    panels[0].plot(points.time, scale * points.place, **POINT)
    panels[0].axhline(0.0, color=INK, linewidth=0.6, alpha=0.5)
    panels[0].set_ylabel(f"{'angle' if rig.turns else rig.axis} ({unit})")
    span_time(panels[0], moved.time)
    widths = scale * np.abs(np.diff(points.place))
    panels[1].plot(np.arange(1, len(widths) + 1), widths, **POINT)
    panels[1].set(xlabel="half swing", ylabel=f"its width ({unit})")
    if len(widths) and np.all(widths > 0.0):
        panels[1].set_yscale("log")
        panels[1].yaxis.set_major_formatter("{x:g}")
        panels[1].yaxis.set_minor_formatter(LogFormatter(minor_thresholds=(1.0, 0.4)))
    return figure


def _seen(rig: Rig, moved: Motion, seen: Motion) -> Array:
    """Return the rig's coordinate as cameras tell it: along its axis, or by how far the vehicle is turned about it."""
    from scipy.spatial.transform import Rotation

    assert seen.position is not None
    assert seen.attitude is not None
    assert moved.position is not None
    if not rig.turns:
        axis = AXES.index(rig.axis)
        off = seen.position[:, axis] - moved.position[0, axis]
        return np.asarray(off - (np.nanmean(off) - np.mean(moved.joints[RIG])))
    axis = {"surge": 1, "sway": 0}.get(rig.axis, AXES.index(rig.axis) - 3)
    angle = np.full(len(seen.time), np.nan)
    known = np.isfinite(seen.attitude[:, 0])
    quaternions = np.roll(seen.attitude[known], -1, axis=1)
    angle[known] = Rotation.from_quat(quaternions).as_rotvec()[:, axis]
    return angle
