"""Turns of flights beside each other: heading rates over time, and ways from where they begin (004, figures 16, 17)."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from narcine.mission.flight import Flight
from narcine.mission.turns import Turn
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, PANEL_WIDTH, look, span_values, stack
from narcine.viewing.mission_marks import LEAST_WAY, ROOM, flight_key, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BEFORE, AFTER = 1.0, 3.0
"""Seconds before and after a turn that are shown."""
PANEL, TALLEST, LOWEST = 2.3, 6.5, 2.0
"""Heights (inches) of a panel of rates, and of that of ways at most and at least."""
LEAST_RATE = 2.0
"""Span (deg/s) below which curves count as flat."""
LONGEST = 0.7
"""A way goes on beyond its turn for so many of the turn's radii, where that is no shorter than SHORTEST."""
BELOW = 0.04
"""Share of what is shown that stays free below the beginning, for its name."""
SHORTEST = 1.0
"""(s)"""


def draw_turn_rate(title: str, flights: Sequence[Flight]) -> "Figure":
    """Draw the heading rate of each turn over the time since the heading was asked for, starboard above port."""
    figure, panels = stack(f"{title}: turn rate", [PANEL, PANEL], flight_key(flights))
    length = max((turn.end - turn.begin for flight in flights for turn in flight.turns), default=1.0) + AFTER
    for axes, side in zip(panels, ("starboard", "port"), strict=True):
        shown: list[Array] = [np.zeros(1)]
        for number, flight in enumerate(flights):
            course = flight.course
            for turn in (each for each in flight.turns if each.side == side):
                part = _part(course.time, turn.begin - BEFORE, min(turn.begin + length, turn.last))
                rate = np.degrees(course.heading_rate[part])
                shown.append(rate)
                axes.plot(course.time[part] - turn.begin, rate, linewidth=1.3, **look(number))
        axes.axhline(0.0, color=INK, linewidth=0.6)
        axes.axvline(0.0, color=INK, linewidth=0.6, linestyle=":")
        span_values(axes, np.concatenate(shown), LEAST_RATE)
        axes.set(xlim=(-BEFORE, length), ylabel="heading rate (deg/s)", title=f"turns to {side}")
        if len(shown) == 1:
            axes.text(0.5, 0.5, f"no turn to {side}", transform=axes.transAxes, ha="center", va="bottom")
    panels[-1].set_xlabel("time since the new heading was asked for (s)")
    return figure


def draw_turns(title: str, flights: Sequence[Flight]) -> "Figure":
    """Draw the ways of all turns from one place and one course, as seen from above."""
    ways = [[_way(flight, turn) for turn in flight.turns] for flight in flights]
    points = np.concatenate([np.zeros((1, 2)), *chain.from_iterable(ways)])
    points = np.concatenate([points, [[0.0, points[:, 1].min() - BELOW * float(np.ptp(points))]]])
    wide, high = np.maximum(ROOM * np.ptp(points, axis=0), LEAST_WAY)
    height = float(np.clip(PANEL_WIDTH * high / wide, LOWEST, TALLEST))
    figure, (axes,) = stack(f"{title}: turns from their beginning", [height], flight_key(flights))
    for number, (flight, own) in enumerate(zip(flights, ways, strict=True)):
        line = look(number)
        for way, turn in zip(own, flight.turns, strict=True):
            axes.plot(*way.T, linewidth=1.5, **line)
            axes.plot(*way[_index(flight, turn)], "o", color=line["color"], markersize=3.5)
    axes.plot(0.0, 0.0, "o", color=INK, markersize=6, zorder=5)
    axes.annotate("new heading asked for", (0.0, 0.0), (8, -4), textcoords="offset points", va="top", fontsize="small")
    frame(axes, points, PANEL_WIDTH / height)
    axes.set(xlabel="across the course, starboard positive (m)", ylabel="along the course (m)")
    return figure


def _way(flight: Flight, turn: Turn) -> Array:
    """Return the way of a turn (time, 2), across and along the course that it began with, from its place."""
    course = flight.course
    radius = turn.radius if np.isfinite(turn.radius) else 0.0
    beyond = max(SHORTEST, LONGEST * radius / turn.speed if turn.speed > 0.0 else AFTER)
    part = _part(course.time, turn.begin, min(turn.end + beyond, turn.last))
    away = course.path[part] - course.path[part.start]
    heading = course.heading[part.start]
    along = away @ np.array([np.cos(heading), np.sin(heading)])
    across = away @ np.array([-np.sin(heading), np.cos(heading)])
    return np.stack([across, along], axis=1)


def _index(flight: Flight, turn: Turn) -> int:
    """Return the sample of a turn's way at which it is done."""
    time = flight.course.time
    return int(np.searchsorted(time, turn.end) - np.searchsorted(time, turn.begin))


def _part(time: Array, begin: float, end: float) -> slice:
    first = int(np.searchsorted(time, begin))
    return slice(first, max(int(np.searchsorted(time, end, side="right")), first + 1))
