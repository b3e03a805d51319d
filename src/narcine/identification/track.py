"""A path from samples of positions: outliers taken out, a least-squares spline, speed, course and turn rate.

The spline is cubic, its knots as far apart as `spacing` or further where samples are few. Motion faster than about
1 / (2 spacing), such as the rocking of a beating tail, is averaged out of it; nothing is told of gaps longer than the
spacing.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.identification.outliers import astray_points
from narcine.recording.trajectory import Array
from narcine.sensing.camera import Samples

Flags = NDArray[np.bool_]
SPACING = 1.0
"""Distance of knots (s) where nobody says another."""
FEWEST = 10
"""Samples without which there is no track."""
PER_KNOT = 3
"""Samples between two knots at least, so that every coefficient has some."""
FAR_OFF, OFF = 8.0, 4.5
"""Robust standard deviations beyond which a sample is an outlier: off its neighbours alone, or off the spline too."""
ROUNDS = 5
"""Times that the spline is fitted at most until no outlier is found."""
MAGNITUDE_TO_SIGMA = 1.0 / np.sqrt(2.0 * np.log(2.0))
"""Standard deviation of each coordinate over the median distance of points in a plane."""
PER_SPACING = 10
"""Points of the track between two knots."""
SURE = 3.0
"""Speed over its standard error below which a direction, and so a turn rate, means nothing."""
SLOW = 0.1
"""Speed over the largest below which no turn rate is told: what hardly moves points anywhere."""
ORDER = 3


@dataclass(frozen=True)
class Track:
    """A path and what follows from it, at times that are evenly spaced."""

    time: Array
    place: Array
    """(time, 2)"""
    velocity: Array
    """(time, 2)"""
    speed: Array
    """its bias by noise removed; nan in gaps"""
    course: Array
    """from the first axis towards the second, without jumps (rad); nan in gaps and where it hardly moves"""
    turn_rate: Array
    """(rad/s); nan in gaps and where it hardly moves"""
    speed_error: Array
    """standard error of the speed"""
    used: Flags
    """samples that are no outliers (samples,)"""
    residual: float
    """root of the mean square distance of used samples from the path, in each coordinate (m)"""
    spacing: float
    """of knots"""
    knots: int
    """inner ones"""
    gaps: tuple[tuple[float, float], ...]
    """stretches without samples that are longer than the spacing"""
    mean_speed: float
    mean_speed_error: float
    """standard error that noise gives"""

    @property
    def inner(self) -> Flags:
        """Return which times lie a spacing or more from both ends, where a spline has samples on one side only."""
        after, before = self.time - self.time[0], self.time[-1] - self.time
        inner = np.minimum(after, before) >= self.spacing * (1.0 - 1e-9)
        return inner if np.isfinite(self.speed[inner]).any() else np.ones(len(self.time), bool)

    @property
    def top_speed(self) -> float:
        """Return the largest speed, the ends left out."""
        return float(np.nanmax(self.speed[self.inner]))

    @property
    def resolved(self) -> float:
        """Return the frequency (Hz) above which motion is averaged out."""
        return 0.5 / self.spacing

    @property
    def mean_turn_rate(self) -> float:
        """Return the mean turn rate (rad/s), the ends left out."""
        known = self.turn_rate[self.inner & np.isfinite(self.turn_rate)]
        return float(np.mean(known)) if len(known) else float("nan")

    @property
    def top_turn_rate(self) -> float:
        """Return the turn rate of the largest magnitude (rad/s), the ends left out."""
        known = self.turn_rate[self.inner & np.isfinite(self.turn_rate)]
        return float(known[np.argmax(np.abs(known))]) if len(known) else float("nan")


def fit_track(samples: Samples, spacing: float = SPACING, trusted: bool = False) -> Track:
    """Return the track through samples; where they tell their standard deviations, weighted by those.

    Outliers lie far off their neighbours, or off the spline and off their neighbours: what moves faster than the knots
    follow is no outlier. Where all samples are `trusted`, none is looked for.
    """
    used = np.ones(len(samples.time), bool)
    if len(used) < FEWEST:
        raise ValueError(f"{len(used)} samples are no track; it takes {FEWEST} at least")
    astray = np.zeros(len(used)) if trusted else astray_points(samples.time, samples.place)
    used = astray <= FAR_OFF
    for _ in range(ROUNDS):
        if used.sum() < FEWEST:
            raise ValueError(f"{int(used.sum())} samples without outliers are no track; it takes {FEWEST} at least")
        spline = _fit(samples, used, spacing)
        away = np.linalg.norm(spline.at(samples.time) - samples.place, axis=1)
        away = away if samples.sigma is None else away / samples.sigma
        kept = (away <= OFF * MAGNITUDE_TO_SIGMA * float(np.median(away[used]))) | (astray <= OFF)
        if np.array_equal(kept, used):
            break
        used = kept
    return _told(spline, samples, used, spacing)


@dataclass(frozen=True)
class _Spline:
    """A spline in the plane and the covariance of its coefficients for samples of unit variance."""

    curve: Any
    covariance: Array
    variance: float
    """of a sample of unit weight, in each coordinate"""
    knots: Array

    def at(self, times: Array, order: int = 0) -> Array:
        """Return the path or a derivative of it (times, 2)."""
        return np.asarray(self.curve(times, order))

    def rows(self, times: Array, order: int) -> Array:
        """Return what each coefficient adds to a derivative at times (times, coefficients)."""
        from scipy.interpolate import BSpline

        count = len(self.knots) - ORDER - 1
        return np.asarray(BSpline(self.knots, np.eye(count), ORDER)(times, order))


def _fit(samples: Samples, used: Flags, spacing: float) -> _Spline:
    from scipy.interpolate import BSpline, make_lsq_spline

    time, place = samples.time[used], samples.place[used]
    inner = _inner_knots(time, spacing)
    knots = np.concatenate([[time[0]] * (ORDER + 1), inner, [time[-1]] * (ORDER + 1)])
    weights = np.ones(len(time)) if samples.sigma is None else 1.0 / samples.sigma[used]
    curve = make_lsq_spline(time, place, knots, ORDER, weights)
    weighted = weights[:, None] * BSpline.design_matrix(time, knots, ORDER).toarray()
    error = weights[:, None] * (curve(time) - place)
    free = max(len(time) - weighted.shape[1], 1)
    covariance = np.linalg.inv(weighted.T @ weighted)
    return _Spline(curve, covariance, float(np.sum(error**2)) / (2.0 * free), knots)


def _inner_knots(time: Array, spacing: float) -> Array:
    """Return knots the spacing apart, those left out that would have too few samples on either side."""
    parts = max(1, round((time[-1] - time[0]) / spacing))
    kept, begin = [], 0
    for knot in np.linspace(time[0], time[-1], parts + 1)[1:-1]:
        end = int(np.searchsorted(time, knot))
        if end - begin >= PER_KNOT and len(time) - end >= PER_KNOT:
            kept.append(knot)
            begin = end
    return np.array(kept)


def _told(spline: _Spline, samples: Samples, used: Flags, spacing: float) -> Track:
    seen = samples.time[used]
    count = max(2, round((seen[-1] - seen[0]) / spacing * PER_SPACING) + 1)
    time = np.linspace(seen[0], seen[-1], count)
    gaps = tuple((float(a), float(b)) for a, b in pairwise(seen) if b - a > spacing * (1.0 + 1e-9))
    known = np.ones(count, bool)
    for begin, end in gaps:
        known &= ~((time > begin) & (time < end))
    velocity, acceleration = spline.at(time, 1), spline.at(time, 2)
    rows = spline.rows(time, 1)
    variance = spline.variance * np.einsum("ti,ij,tj->t", rows, spline.covariance, rows)
    square = np.sum(velocity**2, axis=1)
    speed = np.where(known, np.sqrt(np.maximum(square - variance, 0.0)), np.nan)
    least = np.maximum(SURE**2 * variance, (SLOW * float(np.nanmax(speed))) ** 2)
    sure = known & (square > least)
    turning = velocity[:, 0] * acceleration[:, 1] - velocity[:, 1] * acceleration[:, 0]
    course = np.unwrap(np.arctan2(velocity[:, 1], velocity[:, 0]))
    mean, error = _mean_speed(spline, velocity, rows, speed)
    away = spline.at(seen) - samples.place[used]
    return Track(
        time=time,
        place=spline.at(time),
        velocity=velocity,
        speed=speed,
        course=np.where(sure, course, np.nan),
        turn_rate=np.where(sure, turning / np.where(square > 0.0, square, 1.0), np.nan),
        speed_error=np.sqrt(variance),
        used=used,
        residual=float(np.sqrt(np.mean(away**2))),
        spacing=spacing,
        knots=len(spline.knots) - 2 * (ORDER + 1),
        gaps=gaps,
        mean_speed=mean,
        mean_speed_error=error,
    )


def _mean_speed(spline: _Spline, velocity: Array, rows: Array, speed: Array) -> tuple[float, float]:
    """Return the mean speed over time outside of gaps and its standard error: that of the mean along the path."""
    known = np.isfinite(speed)
    weights = np.where(known, 1.0, 0.0)
    weights[[0, -1]] *= 0.5
    weights /= weights.sum()
    along = velocity / np.maximum(np.linalg.norm(velocity, axis=1, keepdims=True), np.finfo(float).tiny)
    variance = 0.0
    for k in (0, 1):
        sums = (weights * along[:, k]) @ rows
        variance += spline.variance * float(sums @ spline.covariance @ sums)
    return float(weights[known] @ speed[known]), float(np.sqrt(variance))
