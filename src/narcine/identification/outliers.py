"""Samples that lie astray of their neighbours, whatever the motion is."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from narcine.recording.trajectory import Array

NEIGHBOURS = 3
"""Samples to either side that a sample is held against."""
FEWEST = 3 * NEIGHBOURS + 1
"""Samples below which there are no neighbours to tell by."""
MAD_TO_SIGMA = 1.4826
"""Standard deviation of normal numbers over the median of their magnitudes."""

Integers = NDArray[np.int64]
Misfit = Callable[[Integers, Integers, Array], Array]
"""How far each sample lies (sample, coordinate) off the share of the way from one of its neighbours to another."""


def astray(time: Array, misfit: Misfit, least: float = 0.0) -> Array:
    """Return how far samples lie off straight lines through pairs of neighbours, in robust standard deviations.

    Each pair has one on either side, and the median of all pairs counts; at the ends both lie on one side, which
    doubles the error of the line. The standard deviation counts as `least` at least.
    """
    if len(time) < FEWEST:
        return np.zeros(len(time))
    here = np.arange(len(time))
    off = []
    for apart in range(1, NEIGHBOURS + 1):
        first, last = here - apart, here + apart
        first, last = np.where(first < 0, last + apart, first), np.where(last >= len(time), first - apart, last)
        off.append(misfit(first, last, (time - time[first]) / (time[last] - time[first])))
    away = np.abs(np.median(off, axis=0))
    inner = slice(NEIGHBOURS, len(time) - NEIGHBOURS)
    scale = np.maximum(MAD_TO_SIGMA * np.median(away[inner], axis=0), least)
    far = np.max(np.divide(away, scale, out=np.zeros_like(away), where=scale > 0.0), axis=1)
    far[: inner.start] /= 2.0
    far[inner.stop :] /= 2.0
    return np.asarray(far)


def astray_points(time: Array, places: Array, least: float = 0.0) -> Array:
    """Return how far points (sample, coordinate) lie astray."""

    def misfit(first: Integers, last: Integers, share: Array) -> Array:
        return places - (places[first] + share[:, None] * (places[last] - places[first]))

    return astray(time, misfit, least)
