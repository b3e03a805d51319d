"""Intervals of numbers that cannot be negative.

A coefficient c of two is in the interval where the least chi-square that the other can reach, being no less than zero,
rises by no more than k^2 above the least of all (profile likelihood, in units of the residuals' variance). Far from
bounds k is Student's t, and the interval the usual one. Where c itself is near its bound, k is that of Feldman and
Cousins 1998 ("Unified approach to the classical statistical analysis of small signals", Phys. Rev. D 57, 3873): the
ordering by likelihood ratio with exact coverage, for which, mu = c / sigma being its distance from the bound,

    F(k) - F(-(mu^2 + k^2) / (2 mu)) = 0.95

F the distribution of Student's t. An interval is never empty, and one of a number at its bound begins there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from narcine.identification.estimate import CONFIDENCE, quantile
from narcine.recording.trajectory import Array

TABLE = 201
"""Distances from the bound at which k is found; straight between, to 1e-4."""
HALVINGS = 60
"""Of an interval that holds a root: to rounding."""


@dataclass(frozen=True)
class Quadrant:
    """Two numbers that fit by least squares, both no less than zero."""

    free: Array
    """(2,): what would fit without bounds"""
    covariance: Array
    """(2, 2) of these"""
    degrees: int
    """of freedom of the residuals' variance in it"""

    def distance(self, values: Array) -> Array:
        """Return by how much chi-square is above that of the free fit (..., 2)."""
        off = values - self.free
        return np.asarray(np.einsum("...i,ij,...j", off, np.linalg.inv(self.covariance), off))

    @property
    def best(self) -> Array:
        """Return the numbers within the bounds that fit best."""
        return best_within(self)

    def beside(self, index: int, value: Array) -> Array:
        """Return pairs with one number given and the other as it fits best (..., 2)."""
        slope = self.covariance[0, 1] / self.covariance[index, index]
        other = np.maximum(self.free[1 - index] + slope * (value - self.free[index]), 0.0)
        pair = (value, other) if index == 0 else (other, value)
        return np.stack(pair, axis=-1)


def best_within(region: Quadrant) -> Array:
    """Return the pair of numbers within the bounds whose chi-square is least."""
    candidates = [region.beside(index, np.array(0.0)) for index in (0, 1)]
    candidates.append(np.zeros(2))
    if np.all(region.free >= 0.0):
        return region.free
    return min(candidates, key=lambda pair: float(region.distance(pair)))


def interval(region: Quadrant, index: int) -> tuple[float, float]:
    """Return the interval of one of the numbers."""
    precision = np.linalg.inv(region.covariance)
    own, mixed, others = (float(precision[k]) for k in ((index, index), (0, 1), (1 - index, 1 - index)))
    free, free_other = float(region.free[index]), float(region.free[1 - index])
    best = region.best
    least = float(region.distance(best))
    sigma = float(np.sqrt(region.covariance[index, index]))

    def outside(value: float) -> bool:
        off = value - free
        other = max(-mixed / others * off, -free_other)
        rise = own * off * off + 2.0 * mixed * off * other + others * other * other - least
        return rise > reach(value / sigma, region.degrees) ** 2

    here = float(best[index])
    low = _edge(outside, here, 0.0) if outside(0.0) else 0.0
    far = here + sigma
    while not outside(far):
        far = here + 2.0 * (far - here)
    return low, _edge(outside, here, far)


def _edge(outside: Callable[[float], bool], inside: float, beyond: float) -> float:
    for _ in range(HALVINGS):
        middle = 0.5 * (inside + beyond)
        if outside(middle):
            beyond = middle
        else:
            inside = middle
    return inside


def reach(distance: float, degrees: int) -> float:
    """Return k at a distance from the bound, in standard deviations."""
    t = quantile(degrees)
    return t if distance >= t else float(np.interp(distance, *_reaches(degrees)))


@lru_cache(maxsize=64)
def _reaches(degrees: int) -> tuple[Array, Array]:
    """Return distances from the bound up to t, beyond which it does not matter, and k there."""
    from scipy.special import stdtr

    t = quantile(degrees)
    distance = np.linspace(0.0, t, TABLE)
    low, high = np.zeros(TABLE), np.full(TABLE, t)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        with np.errstate(divide="ignore"):
            below = stdtr(degrees, -(distance**2 + middle**2) / (2.0 * distance))
        enough = stdtr(degrees, middle) - below >= CONFIDENCE
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return distance, high


def band(region: Quadrant, rows: Array) -> tuple[Array, Array]:
    """Return least and greatest value of row @ numbers (row,) over all pairs whose chi-square rises by t^2 or less.

    The pairs fill an ellipse cut by the bounds; a straight function is extreme on its edge.
    """
    best = region.best
    radius = np.sqrt(quantile(region.degrees) ** 2 + float(region.distance(best)))
    turn = np.linspace(0.0, 2.0 * np.pi, 721)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    edge = region.free + radius * circle @ np.linalg.cholesky(region.covariance).T
    edge = np.concatenate([edge[np.all(edge >= 0.0, axis=1)], best[None], _corners(region, radius)])
    found = rows @ edge.T
    return found.min(axis=1), found.max(axis=1)


def _corners(region: Quadrant, radius: float) -> Array:
    """Return where the ellipse meets the bounds, and the corner of both if it holds it."""
    precision = np.linalg.inv(region.covariance)
    corners = [np.zeros(2)] if float(region.distance(np.zeros(2))) <= radius**2 else []
    for index in (0, 1):
        zero, other = -region.free[index], 1 - index
        a = precision[other, other]
        b = precision[0, 1] * zero
        c = precision[index, index] * zero**2 - radius**2
        root = b * b - a * c
        for sign in (-1.0, 1.0) if root >= 0.0 else ():
            value = region.free[other] + (-b + sign * np.sqrt(root)) / a
            if value >= 0.0:
                pair = np.zeros(2)
                pair[other] = value
                corners.append(pair)
    return np.array(corners).reshape(-1, 2)
