"""What pictures of flights have in common: how each flight, its start and its end look, and one scale both ways."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.mission.flight import Flight, labels
from narcine.recording.trajectory import Array
from narcine.viewing.figures import Key, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 1.15
"""What a picture shows over what its ways span."""
LEAST_WAY = 1.0
"""Least width of what is shown (m)."""
START: dict[str, Any] = {"marker": "o", "markersize": 8, "linestyle": "", "markerfacecolor": "white"}
END: dict[str, Any] = {"marker": "s", "markersize": 7, "linestyle": ""}
"""How the start and the end of a way look."""


def flight_key(flights: Sequence[Flight]) -> Key:
    """Return the looks of flights, none when there is only one."""
    return {label: look(number) for number, label in enumerate(labels(flights))} if len(flights) > 1 else {}


def frame(axes: "Axes", points: Array, aspect: float) -> None:
    """Show all points (n, 2), right and up, with one scale for both axes."""
    low, high = points.min(axis=0), points.max(axis=0)
    half = max(float(np.max((high - low) * [1.0, aspect])), LEAST_WAY) * ROOM / 2.0
    middle = (low + high) / 2.0
    axes.set_xlim(middle[0] - half, middle[0] + half)
    axes.set_ylim(middle[1] - half / aspect, middle[1] + half / aspect)
