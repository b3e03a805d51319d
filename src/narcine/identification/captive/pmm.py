"""Added inertia and damping out of captive runs in a plane: least squares of the captive equations.

In the horizontal plane, with M the inertia of vehicle and water together at the origin, L and Q linear and quadratic
damping (Fossen 2011, sections 6.3 and 7.3), what a carriage exerts is

    X = M11 du - (M22 v + M26 r) r + L11 u + Q11 |u| u
    Y = M22 dv + M26 dr + M11 u r  + L22 v + Q22 |v| v + L26 r
    N = M66 dr + M26 dv + (M22 v + M26 r) u - M11 u v + L66 r + Q66 |r| r + L62 v

and in the vertical plane the same with v, Y, r, N replaced by w, Z, -q, -M. The zero of each channel of each run and
its drift are taken out with it. Errors of readings linger: residuals are made white by an autoregression before the
last fit (feasible generalised least squares; Cochrane and Orcutt 1949), so that intervals hold for such noise too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.identification.estimate import half_width
from narcine.spatial.vectors import Array

ORDER = 20
"""Of the autoregression: at 20 samples a second it sees one second of what lingers."""
ROUNDS = 3
"""Fits, each with the noise that the one before left."""
ROUNDING = 1e-12
"""Error of a channel, over the largest reading of all, below which it is no noise but rounding."""
TOLD_APART = 1e-7
"""Singular value, over the largest, of scaled regressors below which data tell nothing of a combination."""
SHARE = 1e-3
"""Part of such a combination from which on a number belongs to it."""


@dataclass(frozen=True)
class Plane:
    """The three freedoms of a plane, among surge, sway, heave, roll, pitch, yaw."""

    axes: tuple[int, int, int]
    sign: float
    """-1 where the third turns from the second axis to the first"""
    motions: tuple[str, str, str]
    """columns of a table"""
    loads: tuple[str, str, str]


PLANES = {
    "horizontal": Plane((0, 1, 5), 1.0, ("u", "v", "r"), ("fx", "fy", "mz")),
    "vertical": Plane((0, 2, 4), -1.0, ("u", "w", "q"), ("fx", "fz", "my")),
}


@dataclass(frozen=True)
class CaptiveRun:
    """A captive run; the last index is that of the plane's freedoms."""

    name: str
    motion: str
    time: Array
    """(sample,), even"""
    velocity: Array
    """(sample, 3)"""
    acceleration: Array
    """(sample, 3): rates of these numbers, in body axes"""
    wrench: Array
    """(sample, 3): of the carriage on the vehicle"""


@dataclass(frozen=True)
class Coefficient:
    """A number of the captive equations: an entry of M, L or Q, by axes of the body from 0."""

    kind: str
    """inertia, linear or quadratic"""
    row: int
    column: int


@dataclass(frozen=True)
class Found:
    """A number and its 95 % interval."""

    value: float
    half_width: float

    @property
    def interval(self) -> tuple[float, float]:
        """Return from where to where the interval reaches."""
        return self.value - self.half_width, self.value + self.half_width


@dataclass(frozen=True)
class PmmFit:
    """What captive runs tell."""

    plane: str
    found: dict[Coefficient, Found]
    untold: tuple[Coefficient, ...]
    """numbers that these runs cannot tell apart, or tell nothing of"""
    left: tuple[Array, ...]
    """of each run (sample, channel): what the equations do not explain (N, N m), zeros and drifts taken out"""
    degrees: float

    def wrench(self, run: CaptiveRun) -> Array:
        """Return what the equations give a run (sample, channel); numbers that are not told count for nothing."""
        values = [self.found[each].value if each in self.found else 0.0 for each in coefficients(self.plane)]
        return np.asarray(regressors(self.plane, run) @ np.array(values))


def coefficients(plane: str) -> tuple[Coefficient, ...]:
    """Return the numbers of a plane's equations, in the order of `regressors`."""
    i, j, k = PLANES[plane].axes
    inertia = [Coefficient("inertia", *pair) for pair in ((i, i), (j, j), (j, k), (k, k))]
    linear = [Coefficient("linear", *pair) for pair in ((i, i), (j, j), (k, k), (j, k), (k, j))]
    return (*inertia, *linear, *(Coefficient("quadratic", each, each) for each in (i, j, k)))


def regressors(plane: str, run: CaptiveRun) -> Array:
    """Return what each number is multiplied by (sample, channel, number)."""
    s = PLANES[plane].sign
    u, v, r = run.velocity.T * np.array([[1.0], [1.0], [s]])
    du, dv, dr = run.acceleration.T * np.array([[1.0], [1.0], [s]])
    zero = np.zeros_like(u)
    columns = [
        (du, u * r, -u * v),
        (-v * r, dv, u * v),
        (-r * r, dr, dv + u * r),
        (zero, zero, dr),
        (u, zero, zero),
        (zero, v, zero),
        (zero, zero, r),
        (zero, r, zero),
        (zero, zero, v),
        (np.abs(u) * u, zero, zero),
        (zero, np.abs(v) * v, zero),
        (zero, zero, np.abs(r) * r),
    ]
    found = np.stack([np.stack(column, axis=1) for column in columns], axis=2)
    found[:, 2] *= s
    for number, each in enumerate(coefficients(plane)):
        if each.row != each.column:
            found[:, :, number] *= s
    return found


def fit_pmm(plane: str, runs: Sequence[CaptiveRun]) -> PmmFit:
    """Return what runs tell of the numbers of a plane, with intervals."""
    names = coefficients(plane)
    designs = [regressors(plane, run) for run in runs]
    readings = [run.wrench for run in runs]
    least = ROUNDING * max(float(np.abs(each).max()) for each in readings)
    filters = np.zeros((3, ORDER + 1))
    filters[:, 0] = 1.0
    scale = np.ones(3)
    for _ in range(ROUNDS):
        rows, loads = _whitened(runs, designs, readings, filters, scale)
        values, covariance, told, degrees = _solved(rows, loads, sum(3 * 2 for _ in runs))
        left = [load - design @ values for load, design in zip(readings, designs, strict=True)]
        left = [_without_trend(each, run.time) for each, run in zip(left, runs, strict=True)]
        filters, scale = _noise(left, least)
    return PmmFit(
        plane,
        {
            name: Found(float(values[k]), half_width(float(np.sqrt(covariance[k, k])), degrees))
            for k, name in enumerate(names)
            if told[k]
        },
        tuple(name for name, known in zip(names, told, strict=True) if not known),
        tuple(left),
        degrees,
    )


def _without_trend(values: Array, time: Array) -> Array:
    """Return columns without their mean and their drift."""
    line = np.stack([np.ones_like(time), time - time.mean()], axis=1)
    line /= np.linalg.norm(line, axis=0)
    flat = values.reshape(len(values), -1)
    return np.asarray((flat - line @ (line.T @ flat)).reshape(values.shape))


def _whitened(
    runs: Sequence[CaptiveRun], designs: list[Array], readings: list[Array], filters: Array, scale: Array
) -> tuple[Array, Array]:
    """Return regressors and readings of all channels, filtered to white noise of size one, without zeros and drifts."""
    from scipy.signal import lfilter

    rows: list[Array] = []
    loads: list[Array] = []
    skip = ORDER if np.any(filters[:, 1:]) else 0
    for run, design, reading in zip(runs, designs, readings, strict=True):
        for channel in range(3):
            for values, kept in ((design[:, channel], rows), (reading[:, channel, None], loads)):
                white = lfilter(filters[channel], [1.0], values, axis=0)[skip:] / scale[channel]
                kept.append(_without_trend(white, run.time[skip:]))
    return np.concatenate(rows), np.concatenate(loads)[:, 0]


def _solved(
    rows: Array, loads: Array, taken: int, variance: float | None = None
) -> tuple[Array, Array, NDArray[np.bool_], float]:
    """Return numbers, their covariance, which of them are told at all, and the degrees of freedom that are left.

    The variance of whitened noise is that of what is left, unless it is given.
    """
    size = np.linalg.norm(rows, axis=0)
    size = np.where(size > TOLD_APART * size.max(), size, np.inf)
    _, singular, turned = np.linalg.svd(rows / size, full_matrices=False)
    kept = singular > TOLD_APART * singular[0]
    told = np.isfinite(size) & np.all(np.abs(turned[~kept]) < SHARE, axis=0)
    inverse = turned[kept].T / singular[kept] ** 2
    shape = inverse @ turned[kept] / np.outer(size, size)
    values = shape @ (rows.T @ loads)
    degrees = max(float(len(loads) - kept.sum() - taken), 1.0)
    if variance is None:
        variance = float(np.sum((loads - rows @ values) ** 2)) / degrees
    return values, shape * variance, told, degrees


def _noise(left: list[Array], least: float) -> tuple[Array, Array]:
    """Return the autoregression (channel, lag) that makes residuals white, and the size of what is then left."""
    lags = np.zeros((3, ORDER + 1))
    for channel in range(3):
        columns = [each[:, channel] for each in left]
        for lag in range(ORDER + 1):
            lags[channel, lag] = sum(float(each[lag:] @ each[: len(each) - lag]) for each in columns)
    return whitening(lags / sum(len(each) for each in left), least)


def whitening(lags: Array, least: float) -> tuple[Array, Array]:
    """Return the autoregression of noise with these autocovariances (channel, lag), and the size of what it leaves."""
    from scipy.linalg import solve_toeplitz

    filters, scale = np.zeros((3, ORDER + 1)), np.full(3, least)
    filters[:, 0] = 1.0
    for channel, own in enumerate(lags):
        if np.sqrt(own[0]) > least:
            weights = solve_toeplitz(own[:-1], own[1:])
            filters[channel, 1:] = -weights
            scale[channel] = max(float(np.sqrt(max(own[0] - weights @ own[1:], 0.0))), least)
    return filters, scale


def foreseen_widths(plane: str, runs: Sequence[CaptiveRun], lags: Array) -> dict[Coefficient, float]:
    """Return the half widths that runs will give with noise of these autocovariances (channel, lag).

    From the regressors alone: the information matrix of the design. Numbers that the runs do not tell are left out.
    """
    filters, scale = whitening(lags, ROUNDING * float(np.sqrt(lags[:, 0].max())))
    designs = [regressors(plane, run) for run in runs]
    rows, loads = _whitened(runs, designs, [run.wrench for run in runs], filters, scale)
    _, shape, told, degrees = _solved(rows, loads, 3 * 2 * len(runs), 1.0)
    names = coefficients(plane)
    return {name: half_width(float(np.sqrt(shape[k, k])), degrees) for k, name in enumerate(names) if told[k]}
