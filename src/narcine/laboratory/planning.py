"""How many towing runs an interval of a given width takes: from the design's own covariance, and by campaigns drawn.

A run's mean force is off by noise over its steady part, by noise over the rest before it that makes its zero, and by
how far the zero wanders between: s^2 (closed forms of `Noise`). With rows x = (|u| u, u) of all runs the covariance of
the coefficients is (sum x x^T / s^2)^-1, which falls as one over the number of runs; neither is less than zero, which
narrows the interval where the other is near it. What is wrong with a whole campaign alike, the calibration of its
cells, does not fall: no number of runs goes below it.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, hypot, sqrt

import numpy as np

from narcine.identification.estimate import quantile
from narcine.identification.towing.bounded import Quadrant, interval
from narcine.identification.towing.drag_fit import terms
from narcine.identification.towing.steady import BEFORE_MOVING, EDGE
from narcine.identification.towing.tow import identify_runs
from narcine.laboratory.tow_tank import TowTank, Truth, towing_runs
from narcine.spatial.vectors import Array

NUMBERS = ("quadratic", "linear")
MOST_RUNS = 100_000
"""Beyond which nobody tows."""
ENDLESS = 1e6
"""Degrees of freedom that stand for a normal distribution."""


@dataclass(frozen=True)
class Foreseen:
    """What a design tells before anything is towed."""

    repeats: int
    runs: int
    half_widths: tuple[float, float]
    """of the 95 % intervals of quadratic and linear drag"""


@dataclass(frozen=True)
class Drawn:
    """What campaigns of a design came to."""

    repeats: int
    half_widths: tuple[float, float]
    """mean of what each campaign says of itself"""
    spreads: tuple[float, float]
    """1.96 standard deviations of what campaigns found"""
    held: tuple[float, float]
    """share of campaigns whose interval holds the truth"""


def true_drag(truth: Truth) -> tuple[float, float]:
    """Return the quadratic and linear drag that best tell a truth: what endless campaigns would find."""
    there = np.isclose(truth.speed, truth.nominal[:, None], rtol=1e-9, atol=0.0)
    # the first and the last sample at speed may still, or already, feel the ramps
    steady = there & np.roll(there, -1, axis=1) & np.roll(there, 1, axis=1)
    resting = truth.force[:, 0]
    force = np.sum(np.where(steady, truth.force, 0.0), axis=1) / np.maximum(steady.sum(axis=1), 1) - resting
    moving = truth.nominal != 0.0
    found, *_ = np.linalg.lstsq(terms(truth.nominal[moving]), force[moving], rcond=None)
    return float(found[0]), float(found[1])


def run_errors(tank: TowTank, speeds: Array, turning: bool) -> Array:
    """Return by how much the mean force of a run at each speed is off (standard deviation; N, N m)."""
    cells, carriage = tank.cells, tank.carriage
    noise = cells.noise.scaled(cells.arm if turning else sqrt(2.0 + cos(cells.angle) ** 2))
    apart = 1.0 / carriage.rate
    begin, end = carriage.rest + np.abs(speeds) / carriage.acceleration, carriage.brakes(speeds)
    steady = np.maximum((1.0 - 2.0 * EDGE) * carriage.steady_samples(speeds), 1.0)
    resting = max(int((1.0 - BEFORE_MOVING) * carriage.rest * carriage.rate), 1)
    length = float(carriage.times(speeds)[-1])
    wandered = noise.drift * (0.5 * (begin + end) - 0.5 * carriage.rest) / length
    means = np.array([noise.mean_variance(int(samples), apart) for samples in steady])
    return np.sqrt(means + noise.mean_variance(resting, apart) + wandered**2)


def foreseen(
    drag: tuple[float, float], speeds: Array, tank: TowTank, turning: bool, repeats: int, calibration: float = 0.0
) -> Foreseen:
    """Return the intervals that a design will give; `calibration` is the relative error that all its runs share."""
    moving = speeds[speeds != 0.0]
    rows = terms(moving) / run_errors(tank, speeds, turning)[speeds != 0.0, None]
    covariance: Array = np.linalg.inv(repeats * rows.T @ rows).astype(float)
    degrees = max(len(np.unique(moving)) - len(NUMBERS), 1)
    shared = [quantile(ENDLESS) * calibration * abs(value) for value in drag]
    region = Quadrant(np.maximum(drag, 0.0), covariance, degrees)
    own = [0.5 * (high - low) for low, high in (interval(region, k) for k in range(len(NUMBERS)))]
    widths = [hypot(own[k], shared[k]) for k in range(len(NUMBERS))]
    return Foreseen(repeats, repeats * len(speeds), (widths[0], widths[1]))


def least_repeats(
    wanted: float,
    number: int,
    drag: tuple[float, float],
    speeds: Array,
    tank: TowTank,
    turning: bool,
    calibration: float = 0.0,
) -> int | None:
    """Return how often each speed must be run for a half width, or None where no number of runs gives it."""

    def wide(repeats: int) -> bool:
        return foreseen(drag, speeds, tank, turning, repeats, calibration).half_widths[number] > wanted

    enough = 1
    while wide(enough):
        enough *= 2
        if enough * len(speeds) > MOST_RUNS:
            return None
    # the first of enough / 2 + 1, ..., enough that is not too wide: widths fall with the number of runs
    return bisect_left(range(enough + 1), True, lo=enough // 2 + 1 if enough > 1 else 1, key=lambda n: not wide(n))


def drawn(
    truth: Truth,
    tank: TowTank,
    repeats: int,
    campaigns: int,
    calibration: float = 0.0,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Drawn:
    """Return what campaigns of a design come to, each towed and identified as `narcine identify tow` does."""
    drag = true_drag(truth)
    rng = np.random.default_rng(seed)
    found, widths, held = [], [], []
    for number in range(campaigns):
        scale = 1.0 + rng.normal(0.0, calibration)
        runs = towing_runs(truth, tank, repeats, int(rng.integers(2**31))).runs(tank.cells.angle)
        fit = identify_runs(runs)[0].fit
        if fit is not None:
            intervals = np.array([fit.quadratic_interval, fit.linear_interval]) * scale
            found.append([fit.quadratic * scale, fit.linear * scale])
            widths.append(0.5 * np.diff(intervals, axis=1)[:, 0])
            held.append([low <= value <= high for (low, high), value in zip(intervals, drag, strict=True)])
        if progress is not None:
            progress((number + 1) / campaigns)
    if len(found) < 2:
        raise ValueError("hardly any campaign of this size can be fitted; give more speeds, or faster ones")
    spread = quantile(ENDLESS) * np.std(found, axis=0, ddof=1)
    columns = [tuple(map(float, each)) for each in (np.mean(widths, axis=0), spread, np.mean(held, axis=0))]
    return Drawn(repeats, *((first, second) for first, second in columns))
