"""How a coordinate moves when nobody knows why: its velocity, or its acceleration, takes a random walk.

White acceleration of density q (m^2/s^3) or white jerk (m^2/s^5) drives a chain of integrators (Bar-Shalom, Li and
Kirubarajan 2001, "Estimation with applications to tracking and navigation", section 6.2). For samples with white noise
of standard deviation s every T the smoother of such a chain of n integrators is a low pass without phase,
1 / (1 + (w / w_n)^2n) with w_n^2n = q / (s^2 T), as long as w_n T is small: w_n / 2 pi is called its bandwidth.
"""

from dataclasses import dataclass
from math import factorial, pi

import numpy as np

from narcine.recording.trajectory import Array

ORDERS = {"acceleration": 2, "jerk": 3}
"""What is white noise, and how many integrators it passes on its way to the position."""


def steps_of(time: Array) -> Array:
    """Return the time from sample to sample, in whole nanoseconds: even steps are the same to the last digit."""
    return np.round(np.diff(time), 9)


@dataclass(frozen=True)
class KinematicModel:
    """A chain of integrators that white noise drives."""

    white: str = "jerk"
    """a key of ORDERS"""

    @property
    def order(self) -> int:
        """Return the number of states of a coordinate: position, velocity and perhaps acceleration."""
        return ORDERS[self.white]

    def transition(self, step: float) -> Array:
        """Return what a step makes of the states (order, order)."""
        n = self.order
        return np.array([[step ** (j - i) / factorial(j - i) if j >= i else 0.0 for j in range(n)] for i in range(n)])

    def gathered(self, step: float) -> Array:
        """Return the covariance that noise of unit density adds in a step (order, order)."""
        top = self.order - 1
        return np.array(
            [
                [
                    step ** (2 * top + 1 - i - j) / (factorial(top - i) * factorial(top - j) * (2 * top + 1 - i - j))
                    for j in range(self.order)
                ]
                for i in range(self.order)
            ]
        )

    def density(self, bandwidth: float, noise: float, step: float) -> float:
        """Return the density of the noise with which the smoother has a bandwidth (Hz)."""
        return float(noise**2 * step * (2.0 * pi * bandwidth) ** (2 * self.order))

    def bandwidth(self, density: float, noise: float, step: float) -> float:
        """Return the bandwidth (Hz) of the smoother."""
        return float((density / (noise**2 * step)) ** (0.5 / self.order) / (2.0 * pi))
