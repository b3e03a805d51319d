"""Lines and powers fitted to points, with the share of the scatter that they explain."""

from typing import NamedTuple

import numpy as np

from narcine.spatial.vectors import Array


class Fit(NamedTuple):
    """y = offset + slope x, or y = factor x^exponent, and R^2."""

    first: float
    second: float
    determination: float


def line(x: Array, y: Array) -> Fit:
    """Return offset and slope of the straight line of least squares."""
    slope, offset = np.polyfit(x, y, 1)
    return Fit(float(offset), float(slope), determination(y, offset + slope * x))


def power(x: Array, y: Array) -> Fit:
    """Return factor and exponent of the power of least squares in the logarithms, and R^2 of y itself."""
    exponent, logarithm = np.polyfit(np.log(x), np.log(y), 1)
    factor = np.exp(logarithm)
    return Fit(float(factor), float(exponent), determination(y, factor * x**exponent))


def determination(y: Array, fitted: Array) -> float:
    """Return R^2."""
    return float(1.0 - np.sum((y - fitted) ** 2) / np.sum((y - np.mean(y)) ** 2))
