"""The course of something that moves: places and velocities at some times, and a smooth curve through them."""

from typing import NamedTuple

import numpy as np

from narcine.spatial.vectors import Array
from narcine.tables import Row

SLOWEST = 1e-300
"""Speed (m/s) that is none."""


class Course(NamedTuple):
    """Points of a curve of time, cubic between them (Hermite); before the first and after the last it stands still."""

    times: Array
    """(point,)"""
    places: Array
    """(point, 3), world axes"""
    velocities: Array
    """(point, 3); none at the first and at the last"""

    @property
    def rows(self) -> list[Row]:
        """Return the points of the north, then of the east and the down coordinate as rows of the table of curves."""
        return [
            Row({"argument": time, "value": place[axis], "slope": velocity[axis]}, {})
            for axis in range(3)
            for time, place, velocity in zip(*self, strict=True)
        ]

    @property
    def fastest(self) -> float:
        """Return the highest speed (m/s), found at thirty-two times of each piece."""
        fine = np.linspace(0.0, 1.0, 33)
        times = (self.times[:-1, None] + np.diff(self.times)[:, None] * fine).ravel()
        return float(np.linalg.norm(self.at(times)[1], axis=1).max())

    def at(self, times: Array) -> tuple[Array, Array]:
        """Return places and velocities (time, 3) at some times."""
        pieces = np.searchsorted(self.times[1:-1], times, side="right")
        columns = [
            hermite(times, *(part[pieces + k] for k in (0, 1) for part in (self.times, value, slope)))
            for value, slope in zip(self.places.T, self.velocities.T, strict=True)
        ]
        return np.stack([value for value, _ in columns], axis=-1), np.stack([slope for _, slope in columns], axis=-1)


def hermite(x: Array, x0: Array, y0: Array, m0: Array, x1: Array, y1: Array, m1: Array) -> tuple[Array, Array]:
    """Return value and slope of cubic pieces, and of the lines beyond their ends."""
    d = x1 - x0
    t = np.clip((x - x0) / d, 0.0, 1.0)
    value = (1.0 + 2.0 * t) * (1.0 - t) ** 2 * y0 + t * (1.0 - t) ** 2 * d * m0
    value = value + t**2 * (3.0 - 2.0 * t) * y1 + t**2 * (t - 1.0) * d * m1
    slope = 6.0 * t * (1.0 - t) * (y1 - y0) / d + (1.0 - t) * (1.0 - 3.0 * t) * m0 + t * (3.0 * t - 2.0) * m1
    return np.asarray(value + slope * (x - x0 - t * d)), np.asarray(slope)


def path_course(path: tuple[tuple[float, ...], ...]) -> Course:
    """Return the course through the rows [time, north, east, down] of a path, at rest at its ends.

    At each row the velocity is that of the parabola through it and its neighbours, at most twice the mean velocity to
    either of them: where rows stay it stays, and on a line it goes no way back. It has no preferred axes.
    """
    table = np.array(path, float)
    times, places = table[:, 0], table[:, 1:]
    lasting = np.diff(times)[:, None]
    mean = np.diff(places, axis=0) / lasting
    before, after = lasting[:-1], lasting[1:]
    inner = (after * mean[:-1] + before * mean[1:]) / (before + after)
    speed = np.linalg.norm(mean, axis=1, keepdims=True)
    most = 2.0 * np.minimum(speed[:-1], speed[1:])
    inner *= np.minimum(1.0, most / np.maximum(np.linalg.norm(inner, axis=1, keepdims=True), SLOWEST))
    rest = np.zeros((1, 3))
    return Course(times, places, np.concatenate([rest, inner, rest]))
