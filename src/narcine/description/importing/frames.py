"""Places and attitudes of imported frames, and the half turn from forward, port, up to forward, starboard, down."""

import re
from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

FLIP = np.diag([1.0, -1.0, -1.0])
LEVEL = 1e-12
"""Cosine of the pitch below which roll and yaw turn about one axis, and all of it counts as yaw."""


@dataclass(frozen=True)
class Frame:
    """Position and attitude of a frame in another."""

    position: Array
    rotation: Array

    def then(self, other: "Frame") -> "Frame":
        """Return the frame that stands in this one."""
        return Frame(self.position + self.rotation @ other.position, self.rotation @ other.rotation)

    @property
    def inverse(self) -> "Frame":
        """Return the outer frame as it stands in this one."""
        return Frame(-self.rotation.T @ self.position, self.rotation.T)

    @property
    def attitude(self) -> tuple[float, float, float]:
        """Return roll, pitch and yaw of Rz(yaw) Ry(pitch) Rx(roll)."""
        R = self.rotation
        level = hypot(R[2, 1], R[2, 2])
        roll = atan2(R[2, 1], R[2, 2]) if level > LEVEL else 0.0
        yaw = atan2(R[1, 0], R[0, 0]) if level > LEVEL else atan2(-R[0, 1], R[1, 1])
        return roll, atan2(-R[2, 0], level), yaw

    @property
    def flipped(self) -> "Frame":
        """Return the same with both frames turned by half a turn about forward."""
        return Frame(FLIP @ self.position, FLIP @ self.rotation @ FLIP)


HERE = Frame(np.zeros(3), np.eye(3))


def rotation_of(roll: float, pitch: float, yaw: float) -> Array:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    about_x = np.array([[1, 0, 0], [0, cos(roll), -sin(roll)], [0, sin(roll), cos(roll)]])
    about_y = np.array([[cos(pitch), 0, sin(pitch)], [0, 1, 0], [-sin(pitch), 0, cos(pitch)]])
    about_z = np.array([[cos(yaw), -sin(yaw), 0], [sin(yaw), cos(yaw), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x)


def name_of(text: str) -> str:
    """Return a name that a vehicle file can have."""
    word = re.sub(r"[^A-Za-z0-9_-]", "_", text)
    return word if re.match(r"[A-Za-z_]", word) else f"_{word}"


def as_written(values: Any) -> Any:
    """Return numbers as a person would write them: no rounding left over, no minus before a zero."""
    return (np.round(np.asarray(values, float), 12) + 0.0).tolist()


def placed(entry: dict[str, Any], frame: Frame) -> None:
    """Say in a joint's block where the child stands in the parent at zero angle."""
    if np.any(np.abs(frame.position) > 1e-12):
        entry["at"] = as_written(frame.position)
    if np.any(np.abs(frame.attitude) > 1e-12 * np.ones(3)):
        entry["attitude"] = as_written(frame.attitude)


def weighed(body: dict[str, Any], mass: float, tensor: Array | None, frame: Frame) -> None:
    """Say in a body's block what it weighs: where the inertial frame stands, and the inertia in its axes."""
    body["mass"] = mass
    body["centre_of_gravity"] = as_written(frame.position)
    if tensor is not None:
        inertia = frame.rotation @ tensor @ frame.rotation.T
        off_diagonal = np.abs(inertia - np.diag(np.diag(inertia))).max()
        body["inertia"] = as_written(np.diag(inertia) if off_diagonal < 1e-12 else (inertia + inertia.T) / 2.0)
