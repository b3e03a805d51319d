"""Angles as whole numbers of ticks, of which a degree has ten thousand.

Sums of whole numbers are exact in any order, so that a mirrored situation costs exactly as much as the situation
itself, ties are ties, and a table made on one machine is the table of all.
"""

from math import pi

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ticks = NDArray[np.int64]

DEGREE = 10_000
TURN = 360 * DEGREE
HALF_TURN = TURN // 2


def ticks(angle: ArrayLike) -> Ticks:
    """Return the nearest number of ticks of angles (rad), from minus half a turn up to less than half a turn."""
    return wrapped(np.rint(np.asarray(angle, float) * (HALF_TURN / pi)).astype(np.int64))


def wrapped(angle: ArrayLike) -> Ticks:
    """Return angles (ticks) from minus half a turn up to less than half a turn."""
    return (np.asarray(angle, np.int64) + HALF_TURN) % TURN - HALF_TURN


def apart(one: ArrayLike, other: ArrayLike) -> Ticks:
    """Return the angle between directions (ticks), at most half a turn."""
    return np.abs(wrapped(np.asarray(one, np.int64) - np.asarray(other, np.int64)))


def radians(angle: ArrayLike) -> NDArray[np.float64]:
    """Return angles (ticks) in radians."""
    return np.asarray(angle, np.float64) * (pi / HALF_TURN)
