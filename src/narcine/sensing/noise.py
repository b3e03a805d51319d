"""Noise that is a pure function of seed, sensor and time: the same in single runs, in batches and afterwards."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.spatial.vectors import Array

Words = NDArray[np.uint64]
MICROSECONDS = 1e6
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2^64 over the golden ratio: steps of it fill the words evenly."""
TO_UNIT = 2.0**-53


def standard_normals(seeds: NDArray[Any], numbers: NDArray[Any], times: Array) -> Array:
    """Return standard normal numbers (rows, numbers) of seeds (rows,), whole numbers and times (rows,) in seconds.

    Times count in whole microseconds. Two words of a hash become one normal number (Box and Muller 1958).
    """
    words = _words(seeds, numbers, times)
    radius = np.sqrt(-2.0 * np.log(1.0 - _unit(words)))
    return np.asarray(radius * np.cos(2.0 * np.pi * _unit(_mixed(words + GOLDEN))))


def uniforms(seeds: NDArray[Any], numbers: NDArray[Any], times: Array) -> Array:
    """Return numbers (rows, numbers) spread evenly from 0 up to 1, of the same seeds, whole numbers and times."""
    return _unit(_words(seeds, numbers, times))


def _words(seeds: NDArray[Any], numbers: NDArray[Any], times: Array) -> Words:
    ticks = np.rint(np.asarray(times, float) * MICROSECONDS).astype(np.int64)
    words = _mixed(np.asarray(seeds).astype(np.uint64) + GOLDEN)
    words = _mixed(words ^ (ticks.astype(np.uint64) * GOLDEN))[:, None]
    return _mixed(words ^ _mixed(np.asarray(numbers).astype(np.uint64) + np.uint64(1))[None])


def _mixed(words: Words) -> Words:
    """Return words whose every bit hangs on all bits of the given ones (the finaliser of SplitMix64, Steele 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ (words >> np.uint64(31)))


def _unit(words: Words) -> Array:
    """Return numbers from 0 up to but not including 1."""
    return np.asarray((words >> np.uint64(11)).astype(np.float64) * TO_UNIT)
