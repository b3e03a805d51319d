"""What stands between a force and its reading: noise that forgets at once, noise that lingers, offset and drift."""

from dataclasses import dataclass
from math import exp

import numpy as np

from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class Noise:
    """Errors of one channel, as standard deviations in the unit of the channel."""

    white: float = 0.0
    """of each sample, independent of all others"""
    coloured: float = 0.0
    """of noise that lingers: waves in the tank, a carriage that shakes (a first-order autoregression)"""
    memory: float = 0.5
    """time after which that noise has forgotten all but 1/e (s)"""
    offset: float = 0.0
    """of the zero of each run"""
    drift: float = 0.0
    """of how far the zero has wandered at the end of a run, evenly over it"""

    def scaled(self, factor: float) -> "Noise":
        """Return the same noise in another unit, or on an arm."""
        return Noise(
            factor * self.white, factor * self.coloured, self.memory, factor * self.offset, factor * self.drift
        )

    def autocovariance(self, lags: int, interval: float) -> Array:
        """Return the autocovariance of white and lingering noise at so many lags, the first of them zero."""
        found = self.coloured**2 * np.exp(-interval / self.memory * np.arange(lags))
        found[0] += self.white**2
        return np.asarray(found)

    def mean_variance(self, samples: int, interval: float) -> float:
        """Return the variance of the mean of samples in a row, of white and lingering noise together.

        Of a first-order autoregression with correlation a it is s^2 (n (1 - a^2) - 2 a (1 - a^n)) / (n (1 - a))^2 (Box,
        Jenkins and Reinsel 2008, section 2.1.5).
        """
        a = exp(-interval / self.memory)
        lingering = (samples * (1.0 - a * a) - 2.0 * a * (1.0 - a**samples)) / (samples * (1.0 - a)) ** 2
        return self.white**2 / samples + self.coloured**2 * lingering


def draw(noise: Noise, time: Array, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Return errors of channels of runs (*shape, sample) at even times."""
    from scipy.signal import lfilter

    samples = len(time)
    total = rng.normal(0.0, 1.0, (*shape, samples)) * noise.white
    if noise.coloured > 0.0:
        a = exp(-float(time[1] - time[0]) / noise.memory)
        fresh = rng.normal(0.0, noise.coloured, (*shape, samples))
        fresh[..., 1:] *= np.sqrt(1.0 - a * a)
        total += lfilter([1.0], [1.0, -a], fresh, axis=-1)
    wandered = (time - time[0]) / (time[-1] - time[0])
    total += rng.normal(0.0, 1.0, (*shape, 1)) * noise.offset
    total += rng.normal(0.0, 1.0, (*shape, 1)) * noise.drift * wandered
    return np.asarray(total)
