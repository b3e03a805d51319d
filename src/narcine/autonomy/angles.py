"""Angles on a circle, and attitudes as rotation matrices."""

import math

import numpy as np
from numpy.typing import NDArray

TURN = 2.0 * math.pi
Matrix = NDArray[np.float64]


def wrap(angle: float) -> float:
    """Return an angle from -pi to below pi; one that is not finite is not a number."""
    if not math.isfinite(angle):
        return math.nan
    return (angle + math.pi) % TURN - math.pi


def compass(angle: float) -> float:
    """Return an angle from 0 to below 2 pi, as compasses count."""
    turned = angle % TURN
    return turned if turned < TURN else 0.0


def attitude(roll: float, pitch: float, heading: float) -> Matrix:
    """Return the rotation from body (forward, starboard, down) to world (north, east, down): R_z R_y R_x."""
    cr, sr, cp, sp = math.cos(roll), math.sin(roll), math.cos(pitch), math.sin(pitch)
    ch, sh = math.cos(heading), math.sin(heading)
    return np.array(
        [
            [ch * cp, ch * sp * sr - sh * cr, ch * sp * cr + sh * sr],
            [sh * cp, sh * sp * sr + ch * cr, sh * sp * cr - ch * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def euler(rotation: Matrix) -> tuple[float, float, float]:
    """Return roll, pitch and heading (0 to 2 pi) of a rotation from body to world."""
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    pitch = math.asin(min(max(-float(rotation[2, 0]), -1.0), 1.0))
    return roll, pitch, compass(math.atan2(rotation[1, 0], rotation[0, 0]))
