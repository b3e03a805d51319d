"""The edge of an elliptic disc, cut into pieces of equal length."""

from dataclasses import dataclass
from math import atan2, cos, pi, sin, sqrt

import numpy as np

STEPS = 60
"""Most steps of Newton's method for a place on the edge; it takes about five."""


@dataclass(frozen=True)
class Piece:
    """A piece of an edge, on starboard; x forward and y starboard from the disc's centre."""

    x: float
    y: float
    normal: float
    """angle of the outward normal at its middle from forward, towards starboard (rad)"""
    length: float
    turn: float
    """by which the normal turns along it (rad)"""


def edge_pieces(forward: float, starboard: float, arc: tuple[float, float], count: int) -> list[Piece]:
    """Return pieces of equal length of an ellipse with these semi-axes, between two angles from the bow at its centre.

    Along (a cos t, b sin t) the edge is b E(t | 1 - a^2 / b^2) long (Legendre's integral of the second kind).
    """
    a, b = forward, starboard
    first, last = (_anomaly(a, b, angle) for angle in arc)
    begin, end = _length(a, b, first), _length(a, b, last)
    marks = np.linspace(begin, end, 2 * count + 1)
    places = [first, *(_at_length(a, b, mark, first, last) for mark in marks[1:-1]), last]
    pieces = []
    for number in range(count):
        before, middle, after = places[2 * number : 2 * number + 3]
        turn = _normal(a, b, after) - _normal(a, b, before)
        pieces.append(Piece(a * cos(middle), b * sin(middle), _normal(a, b, middle), float(end - begin) / count, turn))
    return pieces


def _anomaly(a: float, b: float, angle: float) -> float:
    """Return t of the point of the ellipse that is seen under an angle from the centre."""
    return _continued(atan2(a * sin(angle), b * cos(angle)), angle)


def _normal(a: float, b: float, t: float) -> float:
    """Return the angle of the outward normal at t."""
    return _continued(atan2(a * sin(t), b * cos(t)), t)


def _continued(angle: float, near: float) -> float:
    """Return an angle with whole turns added, so that it lies near another."""
    return angle + 2.0 * pi * round((near - angle) / (2.0 * pi))


def _length(a: float, b: float, t: float) -> float:
    from scipy.special import ellipeinc

    return b * float(ellipeinc(t, 1.0 - (a / b) ** 2))


def _at_length(a: float, b: float, wanted: float, lower: float, upper: float) -> float:
    t = 0.5 * (lower + upper)
    for _ in range(STEPS):
        excess = _length(a, b, t) - wanted
        lower, upper = (lower, t) if excess > 0.0 else (t, upper)
        following = t - excess / sqrt((a * sin(t)) ** 2 + (b * cos(t)) ** 2)
        following = following if lower < following < upper else 0.5 * (lower + upper)
        if abs(following - t) < 1e-15 * (1.0 + abs(t)):
            break
        t = following
    return t
