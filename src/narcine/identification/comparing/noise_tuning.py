"""How noisy samples are and how wild the motion is: what makes the innovations of the filter most likely.

The likelihood is that of Schweppe 1965; the noise of the samples is concentrated out of it where nobody gives it, so
that one number is left, the bandwidth of the smoother, which is looked for on grids.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from narcine.identification.comparing.kinematic_model import KinematicModel
from narcine.identification.comparing.linear_smoother import SPREAD
from narcine.recording.trajectory import Array

GRID = 25
"""Bandwidths that are tried at once."""
ZOOMS = 2
"""Grids, each between the neighbours of the best bandwidth of the one before."""
SLOWEST, FASTEST = 0.05, 5.0
"""Least bandwidth times duration, largest bandwidth times step: beyond, samples tell no difference."""
LEAST_NOISE = 1e-6
"""Standard deviation (m, rad) below which no camera tells a sample."""
BELIEVED = 100.0
"""Normalised innovation squared, by a rough noise, beyond which a sample is none of the motion: ten standard errors."""


@dataclass(frozen=True)
class Tuning:
    """What the filter is told of samples and motion."""

    noise: float
    """standard deviation of each coordinate of a sample (m, rad)"""
    density: float
    """of the white noise that drives the motion"""
    bandwidth: float
    """of the smoother (Hz)"""


def tune(
    time: Array, values: Array, model: KinematicModel, noise: float | None = None, bandwidth: float | None = None
) -> Tuning:
    """Return noise and density for columns of values (sample, coordinate) of which none is lost.

    What is given stays; the rest is most likely.
    """
    step = float(np.median(np.diff(time)))
    if bandwidth is not None:
        found = bandwidth
    else:
        low, high = SLOWEST / (time[-1] - time[0]), FASTEST / step
        for _ in range(ZOOMS):
            tried = np.geomspace(low, high, GRID)
            best = int(np.argmax(log_likelihoods(time, values, model, tried, step, noise)[0]))
            low, found, high = tried[max(best - 1, 0)], float(tried[best]), tried[min(best + 1, GRID - 1)]
    if noise is None:
        noise = max(float(log_likelihoods(time, values, model, np.array([found]), step, None)[1][0]), LEAST_NOISE)
    return Tuning(noise, model.density(found, noise, step), found)


def log_likelihoods(
    time: Array, values: Array, model: KinematicModel, bandwidths: Array, step: float, noise: float | None
) -> tuple[Array, Array]:
    """Return the log likelihood of each bandwidth, but for a constant, and the noise that belongs to it.

    Covariances are in units of the noise's variance, so that gains do not depend on it. Innovations that nobody
    believes move nothing, and cost as if they were just believable.
    """
    count, n, width = len(bandwidths), model.order, values.shape[1]
    densities = np.array([model.density(each, 1.0, step) for each in bandwidths])[:, None, None]
    scale = noise or _rough_noise(values)
    P = np.tile(np.diag([1.0, *((each / scale) ** 2 for each in SPREAD[: n - 1])]), (count, 1, 1))
    x = np.zeros((count, n, width))
    x[:, 0] = values[0]
    steps = np.diff(time)
    logarithms, squares, believed = np.zeros(count), np.zeros(count), np.zeros(count)
    most = BELIEVED * scale**2
    for sample, F, Q in zip(values[1:], model.transitions(steps), model.gathered(steps), strict=True):
        x, P = F @ x, F @ P @ F.T + densities * Q
        innovation = sample - x[:, 0]
        variance = P[:, 0, 0] + 1.0
        logarithms += np.log(variance)
        square = np.einsum("ij,ij->i", innovation, innovation) / variance
        holds = square <= most
        believed += holds
        squares += np.where(holds, square, 0.0)
        gain = P[:, :, 0] * (holds / variance)[:, None]
        x = x + gain[:, :, None] * innovation[:, None, :]
        P = P - gain[:, :, None] * P[:, None, 0]
    numbers = width * np.maximum(believed, 1.0)
    likely = np.full(count, noise) if noise is not None else np.maximum(np.sqrt(squares / numbers), LEAST_NOISE)
    others = len(values) - 1 - believed
    deviance = width * (logarithms + 2.0 * (len(values) - 1) * np.log(likely)) + squares / likely**2 + others * BELIEVED
    return -0.5 * deviance, likely


def _rough_noise(values: Array) -> float:
    """Return about the noise of values: third differences of smooth motion are noise, of 20 times its variance.

    Nine in ten of normal numbers lie within 1.645 standard deviations.
    """
    if len(values) < 4:
        return 1.0
    jerks = np.abs(np.diff(values, 3, axis=0))
    return max(float(np.quantile(jerks, 0.9)) / (1.645 * sqrt(20.0)), LEAST_NOISE)
