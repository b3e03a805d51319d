"""Statistics of many records at once: arrays (record, sample) with nan where a record has nothing."""

import numpy as np
from numpy.typing import NDArray

from narcine.identification.outliers import MAD_TO_SIGMA
from narcine.recording.trajectory import Array


def quantiles(values: Array, share: float) -> Array:
    """Return the quantile of each row (the value nearest to it; nan of an empty row)."""
    ordered = np.sort(values, axis=1)
    count = np.isfinite(values).sum(axis=1)
    place = np.maximum(np.rint(share * (count - 1)).astype(int), 0)
    return np.asarray(ordered[np.arange(len(values)), place])


def medians(values: Array) -> Array:
    """Return the median of each row."""
    ordered = np.sort(values, axis=1)
    count = np.maximum(np.isfinite(values).sum(axis=1), 1)
    rows = np.arange(len(values))
    return np.asarray(0.5 * (ordered[rows, (count - 1) // 2] + ordered[rows, count // 2]))


def spreads(values: Array) -> Array:
    """Return a standard deviation of each row that outliers do not move."""
    return MAD_TO_SIGMA * medians(np.abs(values - medians(values)[:, None]))


def longest_stretch(holds: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return first sample and length of the longest stretch of each row over which a condition holds."""
    samples = np.arange(holds.shape[1])
    before = np.maximum.accumulate(np.where(holds, -1, samples), axis=1)
    length = np.where(holds, samples - before, 0)
    end = length.argmax(axis=1)
    longest = length[np.arange(len(holds)), end]
    return end - longest + 1, longest


def cut(values: Array, first: Array, length: Array) -> Array:
    """Return a stretch of each row, moved to its beginning; nan behind its end."""
    reach = np.arange(int(max(length.max(initial=0), 1)))
    place = np.minimum(first[:, None] + reach, values.shape[1] - 1)
    found = np.take_along_axis(values, place, axis=1)
    return np.where(reach < length[:, None], found, np.nan)
