"""How many independent samples a record is worth.

The mean of n samples of noise with autocorrelation rho(k) varies by sigma^2 g / n with g = 1 + 2 sum rho(k), so that
they are worth n / g. The sum goes on as long as the sums of pairs of neighbours are positive (the initial positive
sequence, Geyer 1992, "Practical Markov chain Monte Carlo", section 3.3): further terms bring noise alone.
"""

import numpy as np

from narcine.recording.trajectory import Array

TURNS = 3
"""Times that what the means took away is put back: a fixed point that is near from the start."""


def inefficiency(values: Array) -> float:
    """Return g, the samples that one independent one is worth, of records (record, sample) of one kind of noise.

    The records' autocorrelations are averaged, since that of one alone is too noisy to weigh it by. Each record has
    lost its own mean, by which averages come out too small by g / n; that is put back. At least 1: what swings to and
    fro may have less, which nothing should be built on.
    """
    known = np.isfinite(values)
    count = known.sum(axis=1)
    mean = np.nansum(values, axis=1) / np.maximum(count, 1)
    centred = np.where(known, values - mean[:, None], 0.0)
    spread = np.sqrt((centred**2).sum(axis=1) / np.maximum(count, 1))
    alive = (count > 2) & (spread > 0.0)
    if not alive.any():
        return 1.0
    centred, known = centred[alive] / spread[alive][:, None], known[alive]
    products, pairs = _lagged(centred), _lagged(known.astype(float))
    rho = products[pairs > 0.5] / pairs[pairs > 0.5]
    rho = rho / rho[0]
    samples = float(np.mean(count[alive]))
    found = _summed(rho)
    for _ in range(TURNS):
        found = _summed(rho + (1.0 - rho) * min(found / samples, 1.0))
    return max(found, 1.0)


def _lagged(values: Array) -> Array:
    """Return sums of products of samples by how far they are apart, over all records."""
    samples = values.shape[1]
    spectrum = np.fft.rfft(values, 2 * samples, axis=1)
    power = (spectrum * spectrum.conj()).real.sum(axis=0)
    return np.asarray(np.fft.irfft(power, 2 * samples)[:samples])


def _summed(rho: Array) -> float:
    """Return 1 + 2 sum rho(k) over the initial positive sequence."""
    pairs = rho[: len(rho) // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs <= 0.0)
    end = int(negative[0]) if negative.size else len(pairs)
    return 2.0 * float(pairs[:end].sum()) - 1.0
