"""Repeated runs as one point, weighted by how well each is known.

    P = (P_1^-1 + ... + P_n^-1)^-1,    x = P (P_1^-1 mu_1 + ... + P_n^-1 mu_n)         (Nielsen et al. 2018, eqs 36, 37)

P_i is the variance of the mean of a run: that within the run, and that from run to run, which repeats tell (the moment
estimator of DerSimonian and Laird 1986, over all speeds of an axis together). Repeats that still disagree, by
chi-square, are widened by Birge's ratio sqrt(chi^2 / (n - 1)) (Birge 1932).
"""

from dataclasses import dataclass

import numpy as np

from narcine.identification.outliers import MAD_TO_SIGMA
from narcine.recording.trajectory import Array

SAME_SPEED = 0.02
"""Speeds that differ by less than this share of the larger count as repeats of one,"""
SAME_SPEED_FLOOR = 0.005
"""and so do those that differ by less than this (m/s, rad/s)."""
OUTLIER = 6.0
"""Standard deviations from the median of its repeats at which a run is an outlier."""
FEWEST_REPEATS = 3
"""Among fewer, nobody can tell which is the outlier."""
DISAGREE = 0.01
"""Chance below which repeats disagree."""


@dataclass(frozen=True)
class Fused:
    """One point out of some runs."""

    speed: float
    force: float
    variance: float
    """of the mean: P"""
    chi_square: float
    chance: float
    """to find repeats that are as far apart as these, or farther"""


def fuse(means: Array, variances: Array) -> tuple[float, float]:
    """Return fused mean and variance, eqs 36 and 37."""
    weights = 1.0 / variances
    variance = 1.0 / float(weights.sum())
    return variance * float(weights @ means), variance


def same_speeds(speeds: Array) -> list[Array]:
    """Return indices of runs by speed, each group within the tolerance of its slowest."""
    order = np.argsort(speeds, kind="stable")
    groups: list[list[int]] = []
    for index in order:
        first = speeds[groups[-1][0]] if groups else -np.inf
        reach = max(SAME_SPEED_FLOOR, SAME_SPEED * max(abs(first), abs(speeds[index]))) if groups else 0.0
        if groups and speeds[index] - first <= reach:
            groups[-1].append(int(index))
        else:
            groups.append([int(index)])
    return [np.array(group) for group in groups]


def outliers(groups: list[Array], forces: Array, errors: Array) -> Array:
    """Say which runs stand far off their repeats.

    A run's distance from the median of its repeats, over its error, is compared with those of all repeats of the axis:
    with their median, so that outliers do not hide themselves.
    """
    off = np.zeros(len(forces))
    judged = np.zeros(len(forces), dtype=bool)
    for group in groups:
        if len(group) >= FEWEST_REPEATS:
            off[group] = np.abs(forces[group] - np.median(forces[group])) / errors[group]
            judged[group] = True
    apart = off[judged & (off > 0.0)]
    usual = max(1.0, MAD_TO_SIGMA * float(np.median(apart))) if apart.size else 1.0
    return np.asarray(judged & (off > OUTLIER * usual))


def variance_between(groups: list[Array], forces: Array, variances: Array) -> float:
    """Return the variance from run to run that repeats show beyond their own errors."""
    total, degrees, scale = 0.0, 0, 0.0
    for group in groups:
        if len(group) < 2:
            continue
        weights = 1.0 / variances[group]
        mean, _ = fuse(forces[group], variances[group])
        total += float(weights @ (forces[group] - mean) ** 2)
        degrees += len(group) - 1
        scale += float(weights.sum() - (weights**2).sum() / weights.sum())
    return max(0.0, (total - degrees) / scale) if degrees else 0.0


def fuse_repeats(speeds: Array, forces: Array, variances: Array, slope: float) -> Fused:
    """Return one point; what repeats differ by since their speeds do is no disagreement: `slope` is df/du."""
    from scipy.special import chdtrc

    force, variance = fuse(forces, variances)
    speed, _ = fuse(speeds, variances)
    degrees = len(forces) - 1
    if not degrees:
        return Fused(speed, force, variance, 0.0, 1.0)
    apart = forces - force - slope * (speeds - speed)
    chi_square = float((apart**2 / variances).sum())
    chance = float(chdtrc(degrees, chi_square))
    if chance < DISAGREE:
        variance *= chi_square / degrees
    return Fused(speed, force, variance, chi_square, chance)
