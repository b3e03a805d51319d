"""From what a motion capture tells to the pose of a body in the axes of the world.

A capture measures the pose of a frame of markers at a point Q, which sits away from the body's origin by a lever arm
and may be turned against its axes (Nielsen et al. 2018, section 3.1.2 and figure 5), in axes of its own. What then is
left between experiment and simulation, an unknown origin and an unknown north, is a motion in the plane.
"""

from dataclasses import dataclass, replace
from math import cos, degrees, sin

import numpy as np

from narcine.identification.motion.motion import Motion
from narcine.identification.motion.quaternions import products
from narcine.recording.dataset import rotation_matrices
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler

KINDS = ("none", "start", "fit")
"""How an experiment is put onto a simulation in the plane: not at all, by its start, or by its whole path."""
NOTHING = 1e-9
"""Shift (m, rad) that is rounding."""
STILL = 1e-3
"""Distance (m) that a path must spread at least, so that it has a direction to be fitted by."""


@dataclass(frozen=True)
class Capture:
    """How a motion capture sees a body."""

    lever: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """of the markers' frame from the body's origin, in the body's axes (m)"""
    marker_attitude: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """roll, pitch, yaw of the markers' frame in the body's axes (rad)"""
    axes: tuple[str, str, str] = ("x", "y", "z")
    """what north, east and down are in the capture's axes, as in x, -y, -z"""
    yaw: float = 0.0
    """from north to what `axes` calls north (rad)"""


@dataclass(frozen=True)
class PlaneShift:
    """A turn about the vertical, then a way in the plane."""

    yaw: float = 0.0
    north: float = 0.0
    east: float = 0.0

    @property
    def rotation(self) -> Array:
        """Return the matrix of the turn."""
        return rotation_about_down(self.yaw)

    def __str__(self) -> str:
        if max(abs(self.yaw), abs(self.north), abs(self.east)) < NOTHING:
            return "nothing was to be moved"
        return f"turned by {degrees(self.yaw):.3g} deg, then moved {self.north:.4g} m north and {self.east:.4g} m east"


def rotation_about_down(yaw: float) -> Array:
    """Return the matrix of a turn from north towards east."""
    return np.array([[cos(yaw), -sin(yaw), 0.0], [sin(yaw), cos(yaw), 0.0], [0.0, 0.0, 1.0]])


def axes_matrix(axes: tuple[str, str, str]) -> Array:
    """Return the matrix that takes components in the capture's axes to north, east, down; raise where it is none."""
    matrix = np.zeros((3, 3))
    for row, word in enumerate(axes):
        name = word.removeprefix("-").removeprefix("+")
        if name not in ("x", "y", "z"):
            raise ValueError(f"{word!r} is no axis; three of x, y, z, -x, -y, -z say what north, east and down are")
        matrix[row, "xyz".index(name)] = -1.0 if word.startswith("-") else 1.0
    if abs(np.linalg.det(matrix)) < 0.5:
        raise ValueError("each of x, y and z must stand once")
    if np.linalg.det(matrix) < 0.0:
        raise ValueError("these axes make a mirror image; turn the sign of one, as in x,-y,-z for a capture with z up")
    return matrix


def seen_by_world(captured: Motion, capture: Capture) -> Motion:
    """Return how the body moved in the axes of the world; velocities, measured or not, are left out."""
    turn = rotation_about_down(capture.yaw) @ axes_matrix(capture.axes)
    position = None if captured.position is None else captured.position @ turn.T
    attitude = None
    if captured.attitude is not None:
        from_world = quaternion_from_matrix(turn)
        attitude = products(products(from_world, captured.attitude), _inverse(markers(capture)))
    if position is not None and any(capture.lever):
        if attitude is None:
            raise ValueError("without attitudes nobody can tell where the origin is from a lever arm")
        position = position - rotation_matrices(attitude) @ np.array(capture.lever)
    return replace(captured, position=position, attitude=attitude, velocity=None, angular_velocity=None)


def markers(capture: Capture) -> Array:
    """Return the quaternion of the markers' frame in the body's axes."""
    return quaternion_from_matrix(rotation_from_euler(*capture.marker_attitude))


def _inverse(quaternion: Array) -> Array:
    return quaternion * [1.0, -1.0, -1.0, -1.0]


def shift_to_start(
    place: Array | None, heading: Array | None, wanted: Array | None, wanted_heading: Array | None
) -> PlaneShift:
    """Return the shift by which mean place (sample, 2) and heading (sample,) of some samples become those wanted."""
    yaw = 0.0
    if heading is not None and wanted_heading is not None:
        yaw = float(np.angle(np.mean(np.exp(1j * (wanted_heading - heading)))))
    if place is None or wanted is None:
        return PlaneShift(yaw)
    north, east = wanted.mean(axis=0) - rotation_about_down(yaw)[:2, :2] @ place.mean(axis=0)
    return PlaneShift(yaw, float(north), float(east))


def shift_to_fit(place: Array, wanted: Array) -> PlaneShift:
    """Return the shift that brings places (sample, 2) nearest to those that are wanted, by least squares."""
    from scipy.spatial.transform import Rotation

    here, there = place - place.mean(axis=0), wanted - wanted.mean(axis=0)
    if min(np.linalg.norm(each, axis=1).max() for each in (here, there)) < STILL:
        raise ValueError("it hardly moves, so that no direction can be fitted; --align start puts it there by its pose")
    weights = np.concatenate([[np.inf], np.ones(len(here))])  # the vertical stays, whatever points say
    turn, _ = Rotation.align_vectors(_with_vertical(there), _with_vertical(here), weights)
    yaw = float(turn.as_rotvec()[2])
    north, east = wanted.mean(axis=0) - rotation_about_down(yaw)[:2, :2] @ place.mean(axis=0)
    return PlaneShift(yaw, float(north), float(east))


def _with_vertical(flat: Array) -> Array:
    return np.vstack([[[0.0, 0.0, 1.0]], np.column_stack([flat, np.zeros(len(flat))])])
