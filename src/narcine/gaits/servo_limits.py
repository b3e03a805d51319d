"""What tail beats a servo can follow (Zhou et al. 2007, eqs 2 to 6, put right).

A beat is sent as M points, A(i) = Amp sin(2 pi i / M) + A_turn. A servo that turns at most at Omega_max, and to angles
from lower to upper, follows it where

    max |A(i) - A(i - 1)| f M < Omega_max,   lower <= A_turn - Amp,   A_turn + Amp <= upper            (eq 3)
    Amp = c max |A(i) - A(i - 1)|,   1 / c = sin(2 pi / M) for even M, 2 sin(pi / M) for odd M        (eq 4)
    f <= c Omega_max / (M Amp)                                                                        (eq 5)

For many points c / M goes to 1 / (2 pi): the largest rate of a sine. All functions take numbers or arrays.
"""

from math import pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
ROUNDING = 1e-9
"""Part of a limit by which a beat may pass it: what is lost when degrees become radians."""


class ServoLimits(NamedTuple):
    """How fast and how far a servo turns, and in how many points it is sent a beat."""

    rate: float
    """Omega_max (rad/s)"""
    lower: float
    upper: float
    """angles of its target (rad)"""
    resolution: int | None = None
    """M; None: sent without steps"""


def step_per_amplitude(resolution: int) -> float:
    """Return max |A(i) - A(i - 1)| over Amp, which is 1 / c of eq 4.

    Steps are 2 sin(pi / M) |cos(pi (2 i - 1) / M)|; the cosine is 1 where M is odd, and at most cos(pi / M) where not.
    """
    return sin(2.0 * pi / resolution) if resolution % 2 == 0 else 2.0 * sin(pi / resolution)


def rate_per_beat(resolution: int | None) -> float:
    """Return the rate that a beat of unit amplitude and frequency asks for: M / c, or 2 pi where it has no steps."""
    return 2.0 * pi if resolution is None else resolution * step_per_amplitude(resolution)


def asked_rate(amplitude: ArrayLike, frequency: ArrayLike, resolution: int | None = None) -> Array:
    """Return how fast a servo must turn to follow a beat (rad/s): the left side of eq 3."""
    return np.asarray(rate_per_beat(resolution) * np.abs(amplitude) * np.asarray(frequency), float)


def highest_frequency(amplitude: ArrayLike, limits: ServoLimits) -> Array:
    """Return the highest frequency at which a servo follows an amplitude (Hz): eq 5."""
    return np.asarray(limits.rate / (rate_per_beat(limits.resolution) * np.abs(amplitude)), float)


def largest_amplitude(frequency: ArrayLike, limits: ServoLimits, turn: ArrayLike = 0.0) -> Array:
    """Return the largest amplitude that a servo follows at a frequency, about a turn (rad): eq 5 turned round."""
    mean = np.asarray(turn, float)
    by_rate = limits.rate / (rate_per_beat(limits.resolution) * np.asarray(frequency, float))
    by_angle = np.minimum(limits.upper - mean, mean - limits.lower)
    return np.maximum(np.minimum(by_rate, by_angle), 0.0)


def can_follow(amplitude: ArrayLike, frequency: ArrayLike, turn: ArrayLike, limits: ServoLimits) -> NDArray[np.bool_]:
    """Say which beats a servo follows: eq 3, and with a turn Amp + |A_turn| within its angles."""
    reach, mean = np.abs(np.asarray(amplitude, float)), np.asarray(turn, float)
    slack = ROUNDING * max(abs(limits.lower), abs(limits.upper))
    fast = asked_rate(reach, frequency, limits.resolution) <= limits.rate * (1.0 + ROUNDING)
    far = (mean + reach <= limits.upper + slack) & (mean - reach >= limits.lower - slack)
    return np.asarray(fast & far)


def left_amplitude(amplitude: ArrayLike, frequency: ArrayLike, rate: float) -> Array:
    """Return the amplitude that is left of a sine behind a limit of its rate (rad).

    Up to 2 pi f Amp = Omega_max nothing is lost. From sqrt(1 + (pi / 2)^2) = 1.86 times that on the limit acts all the
    time, and what is left is a triangle of amplitude Omega_max / (4 f). Between the two this is the lesser of both.
    """
    return np.asarray(np.minimum(np.abs(amplitude), rate / (4.0 * np.asarray(frequency, float))), float)
