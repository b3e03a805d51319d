"""Velocities from poses: the smoothest motion that samples of position and attitude allow, and how well it is known.

Position and attitude are smoothed each on its own. Outliers are samples that the motion through all others does not
explain, by a chi-square test of what is left of them; a test of innovations alone would take the start of a manoeuvre
for one.
"""

from dataclasses import dataclass, field

import numpy as np

from narcine.identification.comparing.kinematic_model import KinematicModel
from narcine.identification.comparing.linear_smoother import Flags, kalman_filter, smooth_back
from narcine.identification.comparing.noise_tuning import Tuning, tune
from narcine.identification.comparing.rotation_smoother import filter_turning, smooth_turning_back
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.quaternions import turns_between, without_jumps
from narcine.identification.outliers import Integers, astray, astray_points
from narcine.recording.dataset import rotation_matrices
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import skew

FEWEST = 3
"""Samples without which there is nothing to smooth."""
FAR_OFF = 8.0
"""Robust standard deviations off its neighbours beyond which a sample has no say in how noisy samples are."""
GATE = 30.66
"""Of chi square with three degrees of freedom; one sample in a million exceeds it by chance."""
ROUNDS = 8
"""Times that outliers are looked for at most: bursts of them are taken off from their ends."""
SURELY = 1e-3
"""Distance (m) or angle (rad) below which nothing is called an outlier, however calm the rest is."""
LEAST_ROOM = 1e-3
"""Share of the noise's variance that at least stays in what is left of a sample."""


@dataclass(frozen=True)
class SmoothingSettings:
    """How poses are smoothed; what is None is told by the samples themselves."""

    model: KinematicModel = field(default_factory=KinematicModel)
    position_noise: float | None = None
    """standard deviation of each coordinate (m)"""
    attitude_noise: float | None = None
    """standard deviation about each axis (rad)"""
    bandwidth: float | None = None
    """above which motion counts as noise (Hz)"""


@dataclass(frozen=True)
class SmoothPath:
    """Positions and velocities in the axes of the world."""

    position: Array
    """(sample, 3)"""
    velocity: Array
    """(sample, 3)"""
    position_error: Array
    """standard error of each coordinate (sample,)"""
    velocity_error: Array
    used: Flags
    known: Flags
    """samples that were not lost; those of them that are not used are outliers"""
    tuning: Tuning


@dataclass(frozen=True)
class SmoothTurning:
    """Attitudes and body rates."""

    attitude: Array
    """(sample, 4), its sign never jumps"""
    rates: Array
    """(sample, 3)"""
    attitude_covariance: Array
    """of a turn about the body's axes (sample, 3, 3)"""
    rates_covariance: Array
    used: Flags
    known: Flags
    tuning: tuple[Tuning, ...]
    """about each of the body's axes; they share their noise"""


@dataclass(frozen=True)
class SmoothMotion:
    """A motion with its velocities, at the times of its samples."""

    time: Array
    path: SmoothPath | None
    turning: SmoothTurning | None

    @property
    def body_velocity(self) -> Array | None:
        """Return the velocity in the body's own axes (sample, 3)."""
        if self.path is None or self.turning is None:
            return None
        return np.asarray(np.einsum("tji,tj->ti", rotation_matrices(self.turning.attitude), self.path.velocity))

    @property
    def body_velocity_covariance(self) -> Array | None:
        """Return its covariance: that of the velocity, and of the axes in which it is told."""
        velocity = self.body_velocity
        if velocity is None or self.path is None or self.turning is None:
            return None
        S = np.stack([skew(each) for each in velocity])
        turned_by = S @ self.turning.attitude_covariance @ S.transpose(0, 2, 1)
        return np.asarray(self.path.velocity_error[:, None, None] ** 2 * np.eye(3) + turned_by)


def smooth(motion: Motion, settings: SmoothingSettings | None = None) -> SmoothMotion:
    """Return the motion that samples of poses tell; what was measured of velocities is not used."""
    settings = settings or SmoothingSettings()
    path = None if motion.position is None else smooth_path(motion.time, motion.position, settings)
    turning = None if motion.attitude is None else smooth_turning(motion.time, motion.attitude, settings)
    return SmoothMotion(motion.time, path, turning)


def smooth_path(time: Array, position: Array, settings: SmoothingSettings) -> SmoothPath:
    """Smooth positions (sample, 3); rows of nan are gaps, and nothing is told before the first and after the last."""
    known = np.asarray(np.isfinite(position).all(axis=1))
    used = _trusted(known, astray_points(time[known], position[known], SURELY / FAR_OFF))
    for _ in range(ROUNDS):
        within = _within(used, "positions")
        tuning = tune(time[used], position[used], settings.model, settings.position_noise, settings.bandwidth)
        filtered = kalman_filter(
            time[within], position[within], used[within], settings.model, tuning.noise, tuning.density
        )
        smoothed = smooth_back(filtered)
        left = position[within] - smoothed.states[:, 0]
        kept = known.copy()
        kept[within] &= _explained(left, smoothed.covariance[:, :1, 0], used[within], tuning.noise)
        if np.array_equal(kept, used):
            break
        used = kept
    return SmoothPath(
        position=_padded(smoothed.states[:, 0], within, len(time)),
        velocity=_padded(smoothed.states[:, 1], within, len(time)),
        position_error=_padded(np.sqrt(np.maximum(smoothed.covariance[:, 0, 0], 0.0)), within, len(time)),
        velocity_error=_padded(np.sqrt(np.maximum(smoothed.covariance[:, 1, 1], 0.0)), within, len(time)),
        used=used,
        known=known,
        tuning=tuning,
    )


def smooth_turning(time: Array, attitude: Array, settings: SmoothingSettings) -> SmoothTurning:
    """Smooth attitudes (sample, 4); rows of nan are gaps, and nothing is told before the first and after the last."""
    known = np.asarray(np.isfinite(attitude).all(axis=1))
    used = _trusted(known, astray_attitudes(time[known], attitude[known]))
    for _ in range(ROUNDS):
        within = _within(used, "attitudes")
        turns = turns_so_far(attitude[used])
        noise = tune(time[used], turns, settings.model, settings.attitude_noise, settings.bandwidth).noise
        tuning = tuple(tune(time[used], turns[:, [k]], settings.model, noise, settings.bandwidth) for k in range(3))
        densities = np.array([each.density for each in tuning])
        filtered = filter_turning(time[within], attitude[within], used[within], settings.model, noise, densities)
        smoothed = smooth_turning_back(filtered)
        left = turns_between(smoothed.attitudes, attitude[within])
        spread = np.diagonal(smoothed.covariance[:, :3, :3], axis1=1, axis2=2)
        kept = known.copy()
        kept[within] &= _explained(left, spread, used[within], noise)
        if np.array_equal(kept, used):
            break
        used = kept
    return SmoothTurning(
        attitude=_padded(without_jumps(smoothed.attitudes), within, len(time)),
        rates=_padded(smoothed.rates[:, 0], within, len(time)),
        attitude_covariance=_padded(smoothed.covariance[:, :3, :3], within, len(time)),
        rates_covariance=_padded(smoothed.covariance[:, 3:6, 3:6], within, len(time)),
        used=used,
        known=known,
        tuning=tuning,
    )


def astray_attitudes(time: Array, attitudes: Array) -> Array:
    """Return how far attitudes lie astray of their neighbours, in robust standard deviations."""

    def misfit(first: Integers, last: Integers, share: Array) -> Array:
        way = turns_between(attitudes[first], attitudes[last])
        return turns_between(attitudes[first], attitudes) - share[:, None] * way

    return astray(time, misfit, SURELY / FAR_OFF)


def turns_so_far(attitudes: Array) -> Array:
    """Return the sum of turns from sample to sample (sample, 3), which noise and rates make as if it were a position.

    Its noise is that of the attitudes while a body turns little within the memory of the filter.
    """
    return np.concatenate([np.zeros((1, 3)), np.cumsum(turns_between(attitudes[:-1], attitudes[1:]), axis=0)])


def _trusted(known: Flags, off: Array) -> Flags:
    trusted = known.copy()
    trusted[known] = off <= FAR_OFF
    return trusted


def _within(used: Flags, what: str) -> slice:
    """Return the rows from the first to the last sample that is used."""
    rows = np.flatnonzero(used)
    if len(rows) < FEWEST:
        raise ValueError(f"{len(rows)} {what} tell no motion; it takes {FEWEST} at least")
    return slice(int(rows[0]), int(rows[-1]) + 1)


def _explained(left: Array, variance: Array, used: Flags, noise: float) -> Flags:
    """Return which samples the motion explains, by what is left of them (sample, 3).

    Its variance is that of noise less that of the motion, or plus it where a sample had no say in the motion.
    """
    room = np.maximum(noise**2 + np.where(used[:, None], -variance, variance), LEAST_ROOM * noise**2)
    return np.asarray((np.sum(left**2 / room, axis=1) <= GATE) | (np.sum(left**2, axis=1) <= SURELY**2))


def _padded(values: Array, within: slice, count: int) -> Array:
    found = np.full((count, *values.shape[1:]), np.nan)
    found[within] = values
    return found
