"""Unit quaternions w, x, y, z of measured attitudes: turns between them, headings, signs that never jump."""

from math import atan2, cos, sin, sqrt
from typing import Any

import numpy as np

from narcine.recording.trajectory import Array

Quaternion = tuple[float, float, float, float]
Turn = tuple[float, float, float]
"""A rotation vector: axis times angle (rad)."""
SMALL = 1e-6
"""Half angle (rad) below which sin(x) / x is one to rounding."""


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation b, then a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def turned(q: Quaternion, turn: Turn) -> Quaternion:
    """Return an attitude turned about its own axes, of length one."""
    half = 0.5 * sqrt(turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2)
    share = 0.5 * (sin(half) / half if half > SMALL else 1.0)
    w, x, y, z = product(q, (cos(half), share * turn[0], share * turn[1], share * turn[2]))
    length = sqrt(w * w + x * x + y * y + z * z)
    return (w / length, x / length, y / length, z / length)


def turn_between(a: Quaternion, b: Quaternion) -> Turn:
    """Return the shortest turn, about the axes of a, that makes b of it; q and -q are the same attitude."""
    w, x, y, z = product((a[0], -a[1], -a[2], -a[3]), b)
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    sine = sqrt(x * x + y * y + z * z)
    share = 2.0 * (atan2(sine, w) / sine if sine > SMALL else 1.0 / w)
    return (share * x, share * y, share * z)


def products(a: Array, b: Array) -> Array:
    """Return the rotations b, then a, of quaternions (..., 4)."""
    parts: tuple[Any, ...] = product(tuple(np.moveaxis(a, -1, 0)), tuple(np.moveaxis(b, -1, 0)))
    return np.stack(parts, axis=-1)


def turns_between(a: Array, b: Array) -> Array:
    """Return the shortest turns (..., 3), about the axes of a, that make b of it."""
    between = products(a * [1.0, -1.0, -1.0, -1.0], b)
    between = np.where(between[..., :1] < 0.0, -between, between)
    sine = np.linalg.norm(between[..., 1:], axis=-1, keepdims=True)
    share = np.divide(np.arctan2(sine, between[..., :1]), sine, out=np.ones_like(sine), where=sine > SMALL)
    return np.asarray(2.0 * share * between[..., 1:])


def headings(attitudes: Array) -> Array:
    """Return the yaw (rad) of each attitude, without jumps; nan where there is none."""
    w, x, y, z = attitudes.T
    yaw: Array = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    known = np.isfinite(yaw)
    yaw[known] = np.unwrap(yaw[known])
    return yaw


def without_jumps(attitudes: Array) -> Array:
    """Return the same attitudes with signs that do not jump from row to row; rows of nan are skipped."""
    found = attitudes.copy()
    known = np.flatnonzero(np.isfinite(attitudes).all(axis=1))
    dots = np.sum(attitudes[known[1:]] * attitudes[known[:-1]], axis=1)
    signs = np.cumprod(np.where(dots < 0.0, -1.0, 1.0))
    found[known[1:]] *= signs[:, None]
    return found
