"""Dynamic time warping: two courses laid beside each other so that they differ least, whatever the delay between them.

Steps of the path go on by one sample in either series or in both, each costing the distance that it comes to
(Sakoe and Chiba 1978, without weights), so that the sum over its length is the average distance along the path.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.recording.trajectory import Array

LONGEST = 2000
"""Points of a series: the table of all distances of two such takes 32 MB."""


@dataclass(frozen=True)
class Warped:
    """Two series laid beside each other."""

    first: NDArray[np.int64]
    """points of the first series along the path"""
    second: NDArray[np.int64]
    total: float
    """sum of distances along the path"""

    @property
    def average(self) -> float:
        """Return the mean distance along the path."""
        return self.total / len(self.first)


def warp(first: Array, second: Array, window: int | None = None) -> Warped:
    """Lay two series (point,) or (point, coordinate) beside each other by Euclidean distance.

    Points that are more than `window` apart in their series are not laid beside each other (Sakoe and Chiba).
    """
    from scipy.spatial.distance import cdist

    a, b = (np.asarray(each, float).reshape(len(each), -1) for each in (first, second))
    if max(len(a), len(b)) > LONGEST:
        raise ValueError(f"series of more than {LONGEST} points are too long to be warped")
    if window is not None and window < abs(len(a) - len(b)):
        raise ValueError("the window is narrower than the series differ in length")
    cost = cdist(a, b)
    if window is not None:
        rows, columns = np.ogrid[: len(a), : len(b)]
        cost[np.abs(rows - columns) > window] = np.inf
    total = _summed(cost)
    path = _traced(total)
    return Warped(path[:, 0], path[:, 1], float(total[-1, -1]))


def _summed(cost: Array) -> Array:
    """Return the least sum of costs on the way from the first pair to each, diagonal by diagonal."""
    rows, columns = cost.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0.0
    flat, wide = total.ravel(), columns + 1
    for diagonal in range(rows + columns - 1):
        i = np.arange(max(0, diagonal - columns + 1), min(rows, diagonal + 1))
        place = i * wide + (diagonal - i)  # in `total`, of the pair before both
        before = np.minimum(np.minimum(flat[place], flat[place + 1]), flat[place + wide])
        flat[place + wide + 1] = before + cost[i, diagonal - i]
    return total[1:, 1:]


def _traced(total: Array) -> NDArray[np.int64]:
    """Return the pairs of the cheapest way (pair, 2); the straight step is taken where steps cost the same."""
    i, j = total.shape[0] - 1, total.shape[1] - 1
    path = [(i, j)]
    while i or j:
        ways = [(total[i - 1, j - 1], i - 1, j - 1)] if i and j else []
        ways += [(total[i, j - 1], i, j - 1)] if j else []
        ways += [(total[i - 1, j], i - 1, j)] if i else []
        _, i, j = min(ways, key=lambda way: float(way[0]))
        path.append((i, j))
    return np.array(path[::-1])
