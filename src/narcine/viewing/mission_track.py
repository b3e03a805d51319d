"""The way of flights as seen from above, to scale, with the legs of their timetable (004, figures 14 and 15)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.mission.flight import Flight
from narcine.recording.trajectory import Array
from narcine.viewing.figures import INK, PANEL_WIDTH, Key, look, stack
from narcine.viewing.labels import Labels
from narcine.viewing.mission_marks import END, LEAST_WAY, ROOM, START, flight_key, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TALLEST, LOWEST = 7.5, 1.8
"""Height (inches) of the panel at most and at least."""
MOST_LABELS = 30
"""Numbers of legs that one picture can hold."""


def draw_mission_track(title: str, flights: Sequence[Flight]) -> "Figure":
    """Draw the ways of flights from above, north up; dots with numbers show where legs begin."""
    key: Key = {
        **flight_key(flights),
        "start": {**START, "color": INK},
        "end": {**END, "color": INK},
        "a leg begins": {"marker": "o", "markersize": 4, "linestyle": "", "color": INK},
    }
    points = np.concatenate([_plane(flight) for flight in flights])
    wide, high = np.maximum(ROOM * np.ptp(points, axis=0), LEAST_WAY)
    height = float(np.clip(PANEL_WIDTH * high / wide, LOWEST, TALLEST))
    figure, (axes,) = stack(f"{title}: track", [height], key)
    frame(axes, points, PANEL_WIDTH / height)
    scale = PANEL_WIDTH / float(np.ptp(axes.get_xlim()))
    labels = Labels(axes, scale, [_plane(flight) for flight in flights])
    written = sum(len(flight.legs) for flight in flights)
    for number, flight in enumerate(flights):
        line, way = look(number), _plane(flight)
        axes.plot(*way.T, linewidth=1.5, **line)
        axes.plot(*way[0], color=line["color"], zorder=5, **START)
        axes.plot(*way[-1], color=line["color"], zorder=5, **END)
        for leg, where in _beginnings(flight, way):
            axes.plot(*where, "o", color=line["color"], markersize=4, zorder=4)
            if written <= MOST_LABELS:
                labels.write(str(leg + 1), where[None])
    axes.set(xlabel="east (m)", ylabel="north (m)", title="from above, north up")
    return figure


def _plane(flight: Flight) -> Array:
    """Return the way to the right and up: east and north."""
    return flight.course.path[:, ::-1]


def _beginnings(flight: Flight, way: Array) -> list[tuple[int, Array]]:
    """Return where legs begin, by their numbers, as far as the flight came."""
    time = flight.course.time
    return [
        (number, way[int(np.searchsorted(time, leg.start))])
        for number, leg in enumerate(flight.legs)
        if leg.start <= time[-1]
    ]
