"""What samples around a moment tell of the motion then, by polynomials through them."""

from dataclasses import dataclass, field

import numpy as np

from narcine.identification.motion.motion import Motion
from narcine.recording.dataset import rotation_matrices
from narcine.spatial.vectors import Array

WINDOW = 0.2
"""To either side of the moment (s)."""
FEWEST = 9
"""Samples that a polynomial goes through at least, however far apart they are."""
DEGREE = 4
"""Highest of the polynomial: over this window it keeps nine tenths of the speed of a fin that beats twice a second."""


@dataclass(frozen=True)
class Glimpse:
    """A moment of a motion; None where nothing was measured."""

    position: Array | None = None
    attitude: Array | None = None
    """quaternion w, x, y, z"""
    velocity: Array | None = None
    """in the body's axes; in the world's where no attitude was measured, as if it were level"""
    angular_velocity: Array | None = None
    joints: dict[str, tuple[float, float]] = field(default_factory=dict)
    """position and rate by coordinate"""


def glimpse(motion: Motion, time: float) -> Glimpse:
    """Return a moment of a motion; velocities come from poses where they were not measured."""
    place = _local(motion.time, motion.position, time)
    turn = _turn(motion, time)
    attitude = turn[0] if turn is not None else None
    speed, spin = (_local(motion.time, each, time) for each in (motion.velocity, motion.angular_velocity))
    velocity = speed[0] if speed is not None else None
    if velocity is None and place is not None:
        velocity = place[1] if attitude is None else rotation_matrices(attitude).T @ place[1]
    joints = {}
    for name, angles in motion.joints.items():
        told = _local(motion.time, angles[:, None], time)
        if told is not None:
            joints[name] = float(told[0][0]), float(told[1][0])
    return Glimpse(
        position=None if place is None else place[0],
        attitude=attitude,
        velocity=velocity,
        angular_velocity=spin[0] if spin is not None else turn[1] if turn is not None else None,
        joints=joints,
    )


def _local(times: Array, values: Array | None, time: float) -> tuple[Array, Array] | None:
    """Return value and rate at a time by a polynomial through the samples around it."""
    if values is None:
        return None
    known = np.flatnonzero(np.isfinite(values).all(axis=1))
    if not len(known):
        return None
    distance = np.abs(times[known] - time)
    reach = max(WINDOW, float(np.sort(distance)[min(FEWEST, len(known)) - 1]))
    near = known[distance <= reach]
    if len(near) == 1:
        return values[near[0]], np.zeros(values.shape[1])
    found = _likely(times[near] - time, values[near])
    return found[0], found[1]


def _likely(since: Array, values: Array) -> Array:
    """Return value and rate by the polynomial that samples of each column make most likely.

    One that follows noise is too high: Akaike's criterion for few samples (Hurvich and Tsai 1989) decides. A moment
    outside of the samples has a straight line.
    """
    count = len(since)
    outside = since.min() > 0.0 or since.max() < 0.0
    best, least = np.zeros((2, values.shape[1])), np.full(values.shape[1], np.inf)
    for degree in range(1, 2 if outside else DEGREE + 1):
        numbers = degree + 1
        if degree > 1 and count - numbers < 3:
            break
        powers = np.vander(since, numbers, increasing=True)
        found = np.linalg.lstsq(powers, values, rcond=None)[0]
        off = np.maximum(np.mean((values - powers @ found) ** 2, axis=0), np.finfo(float).tiny)
        told = count * np.log(off) + 2.0 * (numbers + 1) * count / max(count - numbers - 2, 1)
        better = told < least
        best[:, better], least[better] = found[:2, better], told[better]
    return best


def _turn(motion: Motion, time: float) -> tuple[Array, Array] | None:
    """Return attitude and angular velocity at a time, by rotation vectors from the nearest sample."""
    from scipy.spatial.transform import Rotation

    if motion.attitude is None:
        return None
    known = np.flatnonzero(np.isfinite(motion.attitude).all(axis=1))
    if not len(known):
        return None
    turns = Rotation.from_quat(np.roll(motion.attitude[known], -1, axis=1))
    nearest = turns[int(np.argmin(np.abs(motion.time[known] - time)))]
    vectors = (nearest.inv() * turns).as_rotvec()
    told = _local(motion.time[known], vectors, time)
    assert told is not None
    attitude = np.roll((nearest * Rotation.from_rotvec(told[0])).as_quat(), 1)
    return attitude, told[1]
