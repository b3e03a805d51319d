"""Whether what a fit leaves over is noise, and what it does to the intervals if it is not."""

from dataclasses import dataclass

import numpy as np

from narcine.identification.fitting.problem import Problem
from narcine.spatial.vectors import Array

LAGS = 10
"""Of the Ljung-Box test."""
UNLIKELY = 1e-3
"""Probability, over all channels together, below which residuals are not taken for white."""
LARGER = 5.0
"""Standard errors by which a channel's mean square exceeds its noise before it counts as larger."""


@dataclass(frozen=True)
class Leftover:
    """What a fit leaves over of one channel of one experiment."""

    experiment: int
    group: str
    channel: str
    samples: int
    rms: float
    """over the noise"""
    neighbours: float
    """correlation of samples that follow each other"""
    probability: float
    """that white noise is as correlated as this (Ljung and Box 1978)"""
    white: bool
    larger: bool
    """than its noise"""


def leftovers(problem: Problem, residuals: Array) -> tuple[Leftover, ...]:
    """Return what is left over of each channel with samples enough to say something."""
    from scipy.stats import chi2

    channels = [each for each in problem.channels if len(each.rows) > 2 * LAGS]
    found = []
    for each in channels:
        r = residuals[each.rows]
        n = len(r)
        square = float(np.mean(r**2))
        if square == 0.0:
            continue
        correlation = autocovariance(r, LAGS)[1:] / square
        statistic = n * (n + 2.0) * float(np.sum(correlation**2 / (n - np.arange(1, LAGS + 1))))
        probability = float(chi2.sf(statistic, LAGS))
        found.append(
            Leftover(
                each.experiment,
                each.group,
                each.channel,
                n,
                float(np.sqrt(square)),
                float(correlation[0]),
                probability,
                probability > UNLIKELY / len(channels),
                square > 1.0 + LARGER * np.sqrt(2.0 / n),
            )
        )
    return tuple(found)


def autocovariance(r: Array, lags: int) -> Array:
    """Return the mean of products of samples 0, 1, ..., lags apart, over all samples."""
    return np.array([float(r[: len(r) - lag] @ r[lag:]) / len(r) for lag in range(lags + 1)])


def spread_of_gradient(problem: Problem, residuals: Array, jacobian: Array, left: tuple[Leftover, ...]) -> Array:
    """Return the covariance of J^T r: J^T J where residuals are white, else with their own correlation in time.

    sum_ij J_i^T R(i - j) J_j, R the autocovariance of the residuals of a channel (Morelli and Klein 1995, AIAA
    95-3499), up to twice the lag at which it is lost in its own error, tapered to zero so that nothing turns
    negative.
    """
    coloured = {(each.experiment, each.group, each.channel) for each in left if not each.white or each.larger}
    total = jacobian[problem.data :].T @ jacobian[problem.data :]
    for each in problem.channels:
        J, r = jacobian[each.rows], residuals[each.rows]
        if (each.experiment, each.group, each.channel) not in coloured:
            total += J.T @ J
            continue
        covariance = autocovariance(r, max(1, len(r) // 4))
        lost = np.flatnonzero(covariance < 2.0 / np.sqrt(len(r)) * covariance[0])
        reach = min(2 * int(lost[0]) if len(lost) else len(covariance), len(covariance))
        total += covariance[0] * (J.T @ J)
        for lag in range(1, reach):
            product = (1.0 - lag / reach) * covariance[lag] * (J[:-lag].T @ J[lag:])
            total += product + product.T
    return np.asarray(total)
