"""Rotation matrices as nine numbers by rows and quaternions as (w, x, y, z).

A rotation takes components in the child's (or body's) axes to the parent's (or the world's).
"""

from typing import Any

import numpy as np

from narcine.compiled import kernel
from narcine.scalars import sqrt
from narcine.spatial.vectors import Array, Vector3, Vector6, add3, angular, cross, join, linear, store3, u, vector3

Quaternion = tuple[Any, Any, Any, Any]
Matrix3 = tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any]

IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def skew(v: Array) -> Array:
    """Return the matrix S(v) of the cross product, S(v) u = v x u."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def rotation_from_euler(roll: float, pitch: float, yaw: float) -> Array:
    """Return the body-to-world matrix Rz(yaw) Ry(pitch) Rx(roll) (Fossen 2011, eq 2.18)."""
    cr, sr, cp, sp, cy, sy = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch), np.cos(yaw), np.sin(yaw)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def quaternion_from_matrix(rotation: Array) -> Array:
    """Return unit quaternions (w, x, y, z) of rotation matrices of shape (..., 3, 3), by the largest component."""
    r = np.asarray(rotation)
    trace = r[..., 0, 0] + r[..., 1, 1] + r[..., 2, 2]
    squares = np.stack([trace, r[..., 0, 0], r[..., 1, 1], r[..., 2, 2]], axis=-1)
    a, b, c = r[..., 2, 1] - r[..., 1, 2], r[..., 0, 2] - r[..., 2, 0], r[..., 1, 0] - r[..., 0, 1]
    d, e, f = r[..., 0, 1] + r[..., 1, 0], r[..., 0, 2] + r[..., 2, 0], r[..., 1, 2] + r[..., 2, 1]
    largest = squares.argmax(axis=-1)
    by_choice = np.stack(
        [
            np.stack([1 + trace, a, b, c], axis=-1),
            np.stack([a, 1 + 2 * r[..., 0, 0] - trace, d, e], axis=-1),
            np.stack([b, d, 1 + 2 * r[..., 1, 1] - trace, f], axis=-1),
            np.stack([c, e, f, 1 + 2 * r[..., 2, 2] - trace], axis=-1),
        ],
        axis=-2,
    )
    chosen = np.take_along_axis(by_choice, largest[..., None, None], axis=-2)[..., 0, :]
    return chosen / np.linalg.norm(chosen, axis=-1, keepdims=True)  # type: ignore[no-any-return]


@kernel
def quaternion(a: Array, k: int) -> Quaternion:
    """Load a quaternion."""
    return (a[u(k)], a[u(k + 1)], a[u(k + 2)], a[u(k + 3)])


@kernel
def matrix3(a: Array, k: int) -> Matrix3:
    """Load a 3x3 matrix."""
    return (*vector3(a, k), *vector3(a, k + 3), *vector3(a, k + 6))


@kernel
def store4(a: Array, k: int, q: Quaternion) -> None:
    """Write a quaternion into an array."""
    a[u(k)], a[u(k + 1)], a[u(k + 2)], a[u(k + 3)] = q


@kernel
def store9(a: Array, k: int, m: Matrix3) -> None:
    """Write a 3x3 matrix into an array."""
    store3(a, k, (m[0], m[1], m[2]))
    store3(a, k + 3, (m[3], m[4], m[5]))
    store3(a, k + 6, (m[6], m[7], m[8]))


@kernel
def rotate(R: Matrix3, v: Vector3) -> Vector3:
    """Return R v."""
    return (
        R[0] * v[0] + R[1] * v[1] + R[2] * v[2],
        R[3] * v[0] + R[4] * v[1] + R[5] * v[2],
        R[6] * v[0] + R[7] * v[1] + R[8] * v[2],
    )


@kernel
def rotate_back(R: Matrix3, v: Vector3) -> Vector3:
    """Return R^T v."""
    return (
        R[0] * v[0] + R[3] * v[1] + R[6] * v[2],
        R[1] * v[0] + R[4] * v[1] + R[7] * v[2],
        R[2] * v[0] + R[5] * v[1] + R[8] * v[2],
    )


@kernel
def product(A: Matrix3, B: Matrix3) -> Matrix3:
    """Return A B."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


@kernel
def transpose(A: Matrix3) -> Matrix3:
    """Return A^T."""
    return (A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8])


@kernel
def combine9(A: Matrix3, b: Any, B: Matrix3, c: Any, C: Matrix3) -> Matrix3:
    """Return A + b B + c C."""
    return (
        A[0] + b * B[0] + c * C[0],
        A[1] + b * B[1] + c * C[1],
        A[2] + b * B[2] + c * C[2],
        A[3] + b * B[3] + c * C[3],
        A[4] + b * B[4] + c * C[4],
        A[5] + b * B[5] + c * C[5],
        A[6] + b * B[6] + c * C[6],
        A[7] + b * B[7] + c * C[7],
        A[8] + b * B[8] + c * C[8],
    )


@kernel
def quaternion_rotation(q: Quaternion) -> Matrix3:
    """Return the rotation matrix of a quaternion of any length but zero."""
    w, x, y, z = q
    n = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        1.0 - n * (y * y + z * z),
        n * (x * y - w * z),
        n * (x * z + w * y),
        n * (x * y + w * z),
        1.0 - n * (x * x + z * z),
        n * (y * z - w * x),
        n * (x * z - w * y),
        n * (y * z + w * x),
        1.0 - n * (x * x + y * y),
    )


@kernel
def quaternion_product(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the Hamilton product p q."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@kernel
def quaternion_rate(q: Quaternion, w: Vector3) -> Quaternion:
    """Return the rate of a quaternion under a body-frame angular velocity, q_dot = q (0, w) / 2."""
    return quaternion_product(q, (0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]))


@kernel
def quaternion_normalised(q: Quaternion) -> Quaternion:
    """Return q at unit length."""
    n = 1.0 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (n * q[0], n * q[1], n * q[2], n * q[3])


@kernel
def motion_in_child(R: Matrix3, r: Vector3, motion: Vector6) -> Vector6:
    """Return a parent's motion at the child's origin (r in the parent's axes), in the child's axes."""
    w = angular(motion)
    return join(rotate_back(R, add3(linear(motion), cross(w, r))), rotate_back(R, w))


@kernel
def wrench_in_parent(R: Matrix3, r: Vector3, wrench: Vector6) -> Vector6:
    """Return a wrench at the child's origin as a wrench at the parent's origin, in the parent's axes."""
    force = rotate(R, linear(wrench))
    return join(force, add3(rotate(R, angular(wrench)), cross(r, force)))
