"""How well numbers are known whose measurements miss a law along a curve, not each for itself.

Where the law itself is what misses, neighbours miss alike, and intervals from independent errors are too narrow. Here
errors have the correlation

    c(d) = (1 - v) exp(-d / l),    c(0) = 1

d apart along the curve: a share v is each sample's own. l and v are not known; every pair of a grid counts with its
restricted likelihood (Patterson and Thompson 1971), and so does no correlation at all, so that what is not known of
them widens intervals too. The numbers stay those of least squares; their covariance is s^2 B C B^T with B the
pseudo-inverse of the law's derivatives.
"""

from dataclasses import dataclass

import numpy as np

from narcine.recording.trajectory import Array

LENGTHS = 10
"""Lengths of correlation that are tried, from a third of the samples' spacing to the whole curve, evenly by factors."""
SHARES = (1e-3, 0.1, 0.3, 0.6)
"""Shares of independent error that are tried."""
INDEPENDENT = 2.0
"""Odds that errors are independent, against all else together, before the samples are seen: intervals then hold the
truth as often as they say where the law holds, and nearly so where it does not."""


@dataclass(frozen=True)
class Spread:
    """The covariance of fitted numbers, and the degrees of freedom of its scale."""

    covariance: Array
    degrees: float
    length: float
    """over which errors hang together, the mean of what is likely (as the curve counts)"""


def spread_along(place: Array, derivatives: Array, residuals: Array) -> Spread:
    """Return the covariance of numbers by least squares from what is left.

    `place` (sample,) is where samples stand along the curve, `derivatives` (sample, number) those of the law. Degrees
    of freedom are Satterthwaite's for the sum of squares of dependent errors.
    """
    count, numbers = derivatives.shape
    apart = np.abs(place[:, None] - place[None, :])
    inverse = np.linalg.pinv(derivatives)
    left = np.eye(count) - derivatives @ inverse
    scaled = derivatives / np.linalg.norm(derivatives, axis=0)
    unlikely, covariances, degrees, lengths = [], [], [], []
    for length, correlation in _correlations(place, apart):
        lower = np.linalg.cholesky(correlation)
        whitened = np.linalg.solve(lower, np.column_stack([scaled, residuals]))
        base, triangle = np.linalg.qr(whitened[:, :-1])
        error = whitened[:, -1] - base @ (base.T @ whitened[:, -1])
        variance = float(error @ error) / (count - numbers)
        if variance == 0.0:
            return Spread(np.zeros((numbers, numbers)), float(count - numbers), 0.0)
        determinants = np.log(np.diag(lower)).sum() + np.log(np.abs(np.diag(triangle))).sum()
        unlikely.append(0.5 * (count - numbers) * np.log(variance) + determinants)
        covariances.append(variance * inverse @ correlation @ inverse.T)
        shaped = left @ correlation
        degrees.append(np.trace(shaped) ** 2 / np.sum(shaped * shaped.T))
        lengths.append(length)
    weights = np.exp(min(unlikely) - np.array(unlikely))
    weights[0] *= INDEPENDENT * max(len(weights) - 1, 1)
    weights /= weights.sum()
    return Spread(
        np.einsum("k,kij->ij", weights, np.array(covariances)),
        float(weights @ np.array(degrees)),
        float(weights @ np.array(lengths)),
    )


def _correlations(place: Array, apart: Array) -> list[tuple[float, Array]]:
    own = np.eye(len(place))
    different = np.unique(place)
    found = [(0.0, own)]
    if len(different) > 1:
        shortest = float(np.median(np.diff(different))) / 3.0
        for length in np.geomspace(shortest, np.ptp(place), LENGTHS):
            found += [(float(length), (1.0 - share) * np.exp(-apart / length) + share * own) for share in SHARES]
    return found
