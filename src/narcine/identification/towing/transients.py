"""Where the start-up of a record ends: MSER-5, on each record and on their ensemble.

MSER cuts off the beginning that makes sum (x - mean)^2 / n^2 of what is left smallest; MSER-5 does so on means of five
samples (White 1997, "An effective truncation heuristic for bias reduction in simulation output"; White, Cobb and Spratt
2000). It looks no further than the first half. What is too small to be seen in one record shows in the average of all
(Welch 1983): there each record counts by its own mean, since transients of drag grow with drag.
"""

import numpy as np

from narcine.identification.towing.rows import cut, medians
from narcine.recording.trajectory import Array

BATCH = 5
"""Samples to a mean."""


def transients(segments: Array, samples: Array) -> Array:
    """Return how many samples at the beginning of each record (record, sample) belong to its start-up."""
    if not samples.any():
        return np.zeros(len(segments), dtype=int)
    own = truncations(segments, samples)
    average = _ensemble(segments, samples)
    common = int(truncations(average[None], np.array([len(average)]))[0])
    return np.minimum(np.maximum(own, common), samples // 2)


def truncations(segments: Array, samples: Array) -> Array:
    """Return the cut of each record by MSER-5."""
    batches = segments.shape[1] // BATCH
    count = samples // BATCH
    if batches < 2:
        return np.zeros(len(segments), dtype=int)
    filled = np.where(np.isfinite(segments), segments, medians(segments)[:, None])
    means = np.nan_to_num(filled[:, : batches * BATCH].reshape(len(segments), batches, BATCH).mean(axis=2))
    inside = np.arange(batches) < count[:, None]
    middle = (means * inside).sum(axis=1) / np.maximum(count, 1)
    centred = np.where(inside, means - middle[:, None], 0.0)
    left = np.maximum(count[:, None] - np.arange(batches), 1)
    sums, squares = (np.cumsum(each[:, ::-1], axis=1)[:, ::-1] for each in (centred, centred**2))
    score = (squares - sums**2 / left) / left.astype(float) ** 2
    allowed = np.arange(batches) <= (count // 2)[:, None]
    return np.asarray(np.where(allowed, score, np.inf).argmin(axis=1) * BATCH)


def _ensemble(segments: Array, samples: Array) -> Array:
    """Return how records deviate from their later halves on average, over what half of them have."""
    half = samples // 2
    later = cut(segments, half, samples - half)
    settled = np.nansum(later, axis=1) / np.maximum(np.isfinite(later).sum(axis=1), 1)
    length = int(np.median(samples[samples > 0]))
    known = np.isfinite(segments[:, :length])
    deviation = np.where(known, segments[:, :length] - settled[:, None], 0.0)
    weight = (settled[:, None] ** 2 * known).sum(axis=0)
    return np.asarray((settled[:, None] * deviation).sum(axis=0) / np.maximum(weight, np.finfo(float).tiny))
