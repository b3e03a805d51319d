"""Cameras that watch a vehicle: poses with noise, lost samples and markers beside the origin."""

from dataclasses import dataclass, replace
from math import radians

import numpy as np
from numpy.typing import NDArray

from narcine.identification.motion.motion import Motion
from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class MotionCapture:
    """How poses are measured; the defaults are those of a good underwater system."""

    rate: float = 20.0
    """samples a second"""
    position: float = 0.001
    """standard deviation of each coordinate (m)"""
    attitude: float = radians(0.2)
    """standard deviation about each axis of the body (rad)"""
    joints: float | None = None
    """standard deviation of joints (rad, m); None where nobody measures them"""
    lost: float = 0.0
    """share of samples in which cameras do not see the vehicle"""
    gap: float = 0.3
    """mean time for which they then do not (s)"""
    lever: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """of the markers' origin from that of the root, in body axes (m)"""


def captured(motion: Motion, capture: MotionCapture, seed: int = 0) -> Motion:
    """Return what cameras tell of a motion that was recorded at their samples; velocities are not seen."""
    from scipy.spatial.transform import Rotation

    assert motion.position is not None
    assert motion.attitude is not None
    rng = np.random.default_rng(seed)
    turned = Rotation.from_quat(np.roll(motion.attitude, -1, axis=1))
    position = motion.position + turned.apply(capture.lever)
    position = position + rng.normal(0.0, capture.position, position.shape)
    wobble = Rotation.from_rotvec(rng.normal(0.0, capture.attitude, position.shape))
    attitude = np.roll((turned * wobble).as_quat(), 1, axis=1)
    attitude *= np.where(np.sum(attitude * motion.attitude, axis=1) < 0.0, -1.0, 1.0)[:, None]
    unseen = lost_samples(capture, motion.time, rng)
    position[unseen], attitude[unseen] = np.nan, np.nan
    joints = {}
    if capture.joints is not None:
        joints = {name: each + rng.normal(0.0, capture.joints, each.shape) for name, each in motion.joints.items()}
    return replace(motion, position=position, attitude=attitude, velocity=None, angular_velocity=None, joints=joints)


def lost_samples(capture: MotionCapture, time: Array, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Return in which samples the vehicle is not seen: gaps and sights of exponential length, in a row."""
    unseen = np.zeros(len(time), bool)
    if capture.lost == 0.0:
        return unseen
    seen_for = capture.gap * (1.0 - capture.lost) / capture.lost
    now = float(time[0]) + rng.exponential(seen_for)
    while now < time[-1]:
        end = now + rng.exponential(capture.gap)
        unseen |= (time >= now) & (time < end)
        now = end + rng.exponential(seen_for)
    return unseen
