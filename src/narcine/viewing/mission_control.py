"""How a vehicle followed its commands: heading and rudder, pitch and elevator and roll, depth (004, figure 13)."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.mission.flight import Flight
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, Key, span_time, span_values, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DESIRED: dict[str, Any] = {"color": INK, "linewidth": 1.2, "linestyle": (0, (5, 2))}
ACTUAL: dict[str, Any] = {"color": COLOURS[0], "linewidth": 1.6}
COMMAND: dict[str, Any] = {"color": COLOURS[3], "linewidth": 0.9}
ROLL: dict[str, Any] = {"color": COLOURS[1], "linewidth": 1.2}
FINS: dict[str, Any] = {"color": COLOURS[4], "linewidth": 0.9}
DEPLOYED: dict[str, Any] = {"color": COLOURS[4], "alpha": 0.12, "linewidth": 6.0}
HEIGHTS = (2.3, 2.1, 1.6)
STRIP, FREE = 0.32, 0.3
"""Share of a panel that its strip of commands takes, and of the strip that stays free on either side."""
LEAST_ANGLE, LEAST_DEPTH, LEAST_COMMAND = 2.0, 0.2, 0.5
"""Spans (deg, m, deg) below which a curve counts as flat."""


def draw_control(flight: Flight) -> "Figure":
    """Draw desired and actual heading with rudder commands; pitch with elevator commands, and roll; depth."""
    key: Key = {"desired": DESIRED, "actual": ACTUAL, "rudder and elevator commands": COMMAND, "roll": ROLL}
    deployed = flight.number("fins_deployed") > 0.5
    if flight.surfaces.fins:
        key["fin commands"] = FINS
    if deployed.any():
        key["fins deployed"] = DEPLOYED
    figure, (heading, pitch, depth) = stack(f"{flight.title}: control", HEIGHTS, key)
    time = flight.course.time
    _draw_heading(heading, flight)
    _draw_pitch(pitch, flight)
    _draw_depth(depth, flight)
    for axes in (heading, pitch, depth):
        _shade(axes, time, deployed)
        span_time(axes, time)
        axes.set_xlabel("time (s)" if axes is depth else "")
    return figure


def _draw_heading(axes: "Axes", flight: Flight) -> None:
    actual = np.degrees(np.unwrap(flight.course.heading))
    desired = near(np.degrees(flight.desired("heading")), actual)
    time = flight.course.time
    axes.plot(time, desired, drawstyle="steps-post", **DESIRED)
    axes.plot(time, actual, **ACTUAL)
    axes.set(ylabel="heading (deg)", title="heading, positive to starboard; rudder, positive turns to starboard")
    span_values(axes, np.concatenate([actual, desired]), LEAST_ANGLE)
    curves = [(commands(flight, flight.surfaces.fins), FINS), (commands(flight, flight.surfaces.rudders), COMMAND)]
    _add_strip(axes, time, curves, "rudder")


def _draw_pitch(axes: "Axes", flight: Flight) -> None:
    course = flight.course
    pitch, roll = np.degrees(course.pitch), np.degrees(course.roll)
    desired = np.degrees(flight.desired("pitch"))
    axes.plot(course.time, roll, **ROLL)
    axes.plot(course.time, desired, drawstyle="steps-post", **DESIRED)
    axes.plot(course.time, pitch, **ACTUAL)
    axes.set(ylabel="pitch, roll (deg)", title="pitch, positive nose up, desired by the depth loop; roll; elevator")
    span_values(axes, np.concatenate([pitch, roll, desired]), LEAST_ANGLE)
    _add_strip(axes, course.time, [(commands(flight, flight.surfaces.elevators), COMMAND)], "elevator")


def _add_strip(axes: "Axes", time: Array, groups: list[tuple[list[Array], dict[str, Any]]], label: str) -> None:
    """Draw commands in a strip of their own along the bottom of a panel, on an axis to the right."""
    curves = [curve for group, _ in groups for curve in group]
    if not curves:
        return
    low, high = axes.get_ylim()
    ticks = [tick for tick in axes.get_yticks() if low <= tick <= high]
    axes.set_ylim(low - STRIP / (1.0 - STRIP) * (high - low), high)
    axes.set_yticks(ticks)
    axes.yaxis.set_label_coords(axes.yaxis.label.get_position()[0], 0.5 * (1.0 + STRIP))
    strip = axes.twinx()
    strip.set_axis_off()
    for group, look in groups:
        _draw_lines(strip, time, group, look)
    finite = np.abs(np.concatenate(curves))
    most = max(float(np.max(finite[np.isfinite(finite)], initial=0.0)), LEAST_COMMAND)
    for level in (-most, 0.0, most):
        strip.axhline(level, color=INK, linewidth=0.4, linestyle=":")
    half = (1.0 + FREE) * most
    strip.set_ylim(-half, -half + (2.0 * half + FREE * most) / STRIP)
    strip.text(-0.008, -most, f"-{most:.2g}", **_beside(strip))
    strip.text(-0.008, 0.0, label, **_beside(strip))
    strip.text(-0.008, most, f"{most:.2g}", **_beside(strip))


def _beside(axes: "Axes") -> dict[str, Any]:
    """Return how words stand left of a panel, at a height of its curves."""
    where = axes.get_yaxis_transform()
    return {"transform": where, "ha": "right", "va": "center", "fontsize": "x-small"}


def _draw_depth(axes: "Axes", flight: Flight) -> None:
    time, depth = flight.course.time, flight.course.depth
    desired = flight.desired("depth")
    axes.plot(time, desired, drawstyle="steps-post", **DESIRED)
    axes.plot(time, depth, **ACTUAL)
    span_values(axes, np.concatenate([depth, desired]), LEAST_DEPTH)
    axes.invert_yaxis()
    axes.set(ylabel="depth (m)", title="depth, positive down")


def _draw_lines(axes: "Axes", time: Array, curves: list[Array], look: dict[str, Any]) -> None:
    for curve in curves:
        axes.plot(time, curve, drawstyle="steps-post", **look)


def _shade(axes: "Axes", time: Array, on: NDArray[np.bool_]) -> None:
    """Shade the time in which fins are out."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], on.astype(int), [0]])))
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        end = time[min(after, len(time) - 1)]
        axes.axvspan(time[first], end, color=COLOURS[4], alpha=DEPLOYED["alpha"], linewidth=0)


def commands(flight: Flight, actuators: tuple[str, ...]) -> list[Array]:
    """Return the commands of actuators that were published (deg), each curve once."""
    curves: list[Array] = []
    for name in actuators:
        if f"{name}_command" in flight.numbers:
            curve = np.degrees(flight.numbers[f"{name}_command"])
            if not any(np.array_equal(curve, other, equal_nan=True) for other in curves):
                curves.append(curve)
    return curves


def near(desired: Array, actual: Array) -> Array:
    """Return desired angles (deg) by the turn that is nearest to the actual ones when they are asked for.

    Between steps of what is desired the turn stays, so that a heading that goes round does not make it jump.
    """
    found = desired.copy()
    turn = 0.0
    for k in range(len(found)):
        if np.isnan(desired[k]):
            continue
        if k == 0 or desired[k] != desired[k - 1]:
            turn = 360.0 * round((actual[k] - desired[k]) / 360.0)
        found[k] += turn
    return found
