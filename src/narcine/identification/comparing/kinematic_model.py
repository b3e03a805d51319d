"""How a coordinate moves when nobody knows why: its velocity, or its acceleration, takes a random walk.

White acceleration of density q (m^2/s^3) or white jerk (m^2/s^5) drives a chain of integrators (Bar-Shalom, Li and
Kirubarajan 2001, "Estimation with applications to tracking and navigation", section 6.2). For samples with white noise
of standard deviation s every T the smoother of such a chain of n integrators is a low pass without phase,
1 / (1 + (w / w_n)^2n) with w_n^2n = q / (s^2 T), as long as w_n T is small: w_n / 2 pi is called its bandwidth.
"""

from dataclasses import dataclass
from math import pi

import numpy as np

from narcine.recording.trajectory import Array

ORDERS = {"acceleration": 2, "jerk": 3}
"""What is white noise, and how many integrators it passes on its way to the position."""
FACTORIAL = np.array([1.0, 1.0, 2.0])


@dataclass(frozen=True)
class KinematicModel:
    """A chain of integrators that white noise drives."""

    white: str = "jerk"
    """a key of ORDERS"""

    @property
    def order(self) -> int:
        """Return the number of states of a coordinate: position, velocity and perhaps acceleration."""
        return ORDERS[self.white]

    def transitions(self, steps: Array) -> Array:
        """Return what steps make of the states (step, order, order)."""
        i, j = np.indices((self.order, self.order))
        ahead = np.maximum(j - i, 0)
        return np.where(j >= i, steps[:, None, None] ** ahead / FACTORIAL[ahead], 0.0)

    def gathered(self, steps: Array) -> Array:
        """Return the covariance that noise of unit density adds in each step (step, order, order)."""
        i, j = (self.order - 1 - each for each in np.indices((self.order, self.order)))
        return np.asarray(steps[:, None, None] ** (i + j + 1) / (FACTORIAL[i] * FACTORIAL[j] * (i + j + 1)))

    def density(self, bandwidth: float, noise: float, step: float) -> float:
        """Return the density of the noise with which the smoother has a bandwidth (Hz)."""
        return float(noise**2 * step * (2.0 * pi * bandwidth) ** (2 * self.order))

    def bandwidth(self, density: float, noise: float, step: float) -> float:
        """Return the bandwidth (Hz) of the smoother."""
        return float((density / (noise**2 * step)) ** (0.5 / self.order) / (2.0 * pi))
