"""Drag along an axis by bounded least squares: f = c1 |u| u + c2 u with c1, c2 >= 0 (Nielsen et al. 2018, eq 38)."""

from dataclasses import dataclass

import numpy as np

from narcine.identification.towing.bounded import Quadrant, band, interval
from narcine.identification.towing.fusion import SAME_SPEED, SAME_SPEED_FLOOR
from narcine.recording.trajectory import Array

FEWEST_POINTS = 3
"""Two coefficients, and something to judge the fit by."""


@dataclass(frozen=True)
class DragFit:
    """What fits, how well it is known, and how well it fits."""

    quadratic: float
    linear: float
    """c1 (kg/m, kg m2) and c2 (kg/s, kg m2/s)"""
    quadratic_interval: tuple[float, float]
    linear_interval: tuple[float, float]
    """95 %"""
    points: int
    chi_square: float
    """of the residuals over their degrees of freedom: 1 where points scatter as their errors say"""
    region: Quadrant

    def curve(self, speed: Array) -> Array:
        """Return the drag at some speeds."""
        return np.asarray(terms(speed) @ np.array([self.quadratic, self.linear]))

    def band(self, speed: Array) -> tuple[Array, Array]:
        """Return between what the drag at some speeds lies, at 95 % for each."""
        low, high = band(self.region, terms(np.abs(speed)))
        return np.where(speed < 0.0, -high, low), np.where(speed < 0.0, -low, high)


def terms(speed: Array) -> Array:
    """Return |u| u and u, which the coefficients multiply (speed, 2)."""
    return np.stack([np.abs(speed) * speed, speed], axis=-1)


def fit_drag(speed: Array, force: Array, error: Array | None = None) -> DragFit:
    """Return what fits points, each weighted by its standard error (all alike when not given).

    The model is straight in its coefficients, so that non-negative least squares finds the bounded minimum itself.
    Errors tell how points compare; their common scale comes from the residuals, with n - 2 degrees of freedom, so that
    a curve that misses widens the intervals.
    """
    from scipy.optimize import nnls

    _check(speed, force)
    error = np.ones(len(speed)) if error is None else error
    matrix, target = terms(speed) / error[:, None], force / error
    scale = np.linalg.norm(matrix, axis=0)
    coefficients, _ = nnls(matrix / scale, target)
    q, r = np.linalg.qr(matrix)
    free = np.linalg.solve(r, q.T @ target)
    residual = target - matrix @ free
    degrees = len(speed) - 2
    least = np.finfo(float).eps * float(target @ target)
    variance = max(float(residual @ residual), least) / degrees
    inverse = np.linalg.inv(r)
    region = Quadrant(free, variance * inverse @ inverse.T, degrees)
    off = target - matrix @ (coefficients / scale)
    return DragFit(
        float(coefficients[0] / scale[0]),
        float(coefficients[1] / scale[1]),
        interval(region, 0),
        interval(region, 1),
        len(speed),
        float(off @ off) / degrees,
        region,
    )


def _check(speed: Array, force: Array) -> None:
    """Raise why points do not tell both coefficients."""
    if not len(speed):
        raise ValueError("no points are left to fit")
    slow, fast = float(np.abs(speed).min()), float(np.abs(speed).max())
    if fast - slow <= max(SAME_SPEED_FLOOR, SAME_SPEED * fast):
        raise ValueError(f"has one speed only ({fast:.3g}): quadratic and linear drag cannot be told apart")
    if len(speed) < FEWEST_POINTS:
        raise ValueError(f"has {len(speed)} points; two coefficients and their intervals take {FEWEST_POINTS}")
    if float(speed @ force) <= 0.0:
        raise ValueError("forces point against the speeds; a force is what the carriage exerts along the motion")
