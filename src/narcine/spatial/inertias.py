"""Symmetric 6x6 inertias, packed into 21 numbers.

[[A, B], [B^T, C]] lies as A (xx, xy, xz, yy, yz, zz), then B by rows, then C as A: momentum = A v + B w, angular =
B^T v + C w.
"""

from typing import Any

import numpy as np

from narcine.compiled import kernel
from narcine.spatial.rotations import Matrix3, matrix3, product, store9, transpose
from narcine.spatial.vectors import (
    Array,
    Vector3,
    Vector6,
    add3,
    add6,
    angular,
    cross,
    join,
    linear,
    scale3,
    scale6,
    store6,
    subtract3,
    subtract6,
    vector3,
    vector6,
)

Inertia = tuple[Any, ...]

INERTIA_SIZE = 21
RIGID_SIZE = 10
"""A rigid body's inertia in fewer numbers: mass, mass times centre (3), moments about the origin as C (6)."""

_ROWS = np.array([0, 0, 0, 1, 1, 2, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5])
_COLUMNS = np.array([0, 1, 2, 1, 2, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5, 3, 4, 5, 4, 5, 5])


def pack_inertia(matrix: Array) -> Array:
    """Return the 21 numbers of a symmetric 6x6 matrix."""
    packed: Array = np.asarray(matrix)[_ROWS, _COLUMNS]
    return packed


def unpack_inertia(packed: Array) -> Array:
    """Return the 6x6 matrix of 21 packed numbers."""
    matrix = np.zeros((6, 6), dtype=np.asarray(packed).dtype)
    matrix[_ROWS, _COLUMNS] = packed
    matrix[_COLUMNS, _ROWS] = packed
    return matrix


@kernel
def inertia(a: Array, k: int) -> Inertia:
    """Load a packed inertia."""
    return (
        *vector6(a, k),
        *matrix3(a, k + 6),
        *vector6(a, k + 15),
    )


@kernel
def store_inertia(a: Array, k: int, M: Inertia) -> None:
    """Write a packed inertia into an array."""
    store6(a, k, M[0:6])
    store9(a, k + 6, M[6:15])
    store6(a, k + 15, M[15:21])


@kernel
def add_inertia(M: Inertia, N: Inertia) -> Inertia:
    """Return M + N."""
    return (
        *add6(M[0:6], N[0:6]),
        *add6(M[6:12], N[6:12]),
        *add6(M[12:18], N[12:18]),
        *add3(M[18:21], N[18:21]),
    )


@kernel
def inertia_less(M: Inertia, share: Any, N: Inertia) -> Inertia:
    """Return M - share N."""
    return (
        *subtract6(M[0:6], scale6(share, N[0:6])),
        *subtract6(M[6:12], scale6(share, N[6:12])),
        *subtract6(M[12:18], scale6(share, N[12:18])),
        *subtract3(M[18:21], scale3(share, N[18:21])),
    )


@kernel
def inertia_times(M: Inertia, m: Vector6) -> Vector6:
    """Return M m: of a motion the momentum, of an acceleration the wrench."""
    return (
        M[0] * m[0] + M[1] * m[1] + M[2] * m[2] + M[6] * m[3] + M[7] * m[4] + M[8] * m[5],
        M[1] * m[0] + M[3] * m[1] + M[4] * m[2] + M[9] * m[3] + M[10] * m[4] + M[11] * m[5],
        M[2] * m[0] + M[4] * m[1] + M[5] * m[2] + M[12] * m[3] + M[13] * m[4] + M[14] * m[5],
        M[6] * m[0] + M[9] * m[1] + M[12] * m[2] + M[15] * m[3] + M[16] * m[4] + M[17] * m[5],
        M[7] * m[0] + M[10] * m[1] + M[13] * m[2] + M[16] * m[3] + M[18] * m[4] + M[19] * m[5],
        M[8] * m[0] + M[11] * m[1] + M[14] * m[2] + M[17] * m[3] + M[19] * m[4] + M[20] * m[5],
    )


def pack_rigid(matrix: Array) -> Array:
    """Return the ten numbers of a rigid body's 6x6 inertia [[m, -m S(c)], [m S(c), I]]."""
    return np.concatenate([[matrix[0, 0], matrix[5, 1], matrix[3, 2], matrix[4, 0]], pack_inertia(matrix)[15:]])


@kernel
def rigid_momentum(a: Array, k: int, m: Vector6) -> Vector6:
    """Return the momentum of a rigid body in ten numbers: P = m v + w x (m c), H = I w + (m c) x v."""
    v, w = linear(m), angular(m)
    moment = vector3(a, k + 1)
    I = vector6(a, k + 4)
    turned = (
        I[0] * w[0] + I[1] * w[1] + I[2] * w[2],
        I[1] * w[0] + I[3] * w[1] + I[4] * w[2],
        I[2] * w[0] + I[4] * w[1] + I[5] * w[2],
    )
    return join(add3(scale3(a[k], v), cross(w, moment)), add3(turned, cross(moment, v)))


@kernel
def inertia_minus_outer(M: Inertia, u: Vector6, k: Any) -> Inertia:
    """Return M - k u u^T."""
    a, b, c, d, e, f = u
    ka, kb, kc, kd, ke, kf = scale6(k, u)
    return (
        M[0] - ka * a,
        M[1] - ka * b,
        M[2] - ka * c,
        M[3] - kb * b,
        M[4] - kb * c,
        M[5] - kc * c,
        M[6] - ka * d,
        M[7] - ka * e,
        M[8] - ka * f,
        M[9] - kb * d,
        M[10] - kb * e,
        M[11] - kb * f,
        M[12] - kc * d,
        M[13] - kc * e,
        M[14] - kc * f,
        M[15] - kd * d,
        M[16] - kd * e,
        M[17] - kd * f,
        M[18] - ke * e,
        M[19] - ke * f,
        M[20] - kf * f,
    )


@kernel
def _rotated_symmetric(R: Matrix3, s: Vector6) -> Vector6:
    """Return R s R^T of a symmetric 3x3 matrix in six numbers."""
    T = product(R, (s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]))
    return (
        T[0] * R[0] + T[1] * R[1] + T[2] * R[2],
        T[0] * R[3] + T[1] * R[4] + T[2] * R[5],
        T[0] * R[6] + T[1] * R[7] + T[2] * R[8],
        T[3] * R[3] + T[4] * R[4] + T[5] * R[5],
        T[3] * R[6] + T[4] * R[7] + T[5] * R[8],
        T[6] * R[6] + T[7] * R[7] + T[8] * R[8],
    )


@kernel
def inertia_in_parent(R: Matrix3, r: Vector3, M: Inertia) -> Inertia:
    """Return a child's inertia at the parent's origin.

    With all blocks rotated by R: A' = A, B' = B - A S(r), C' = C - B^T S(r) + S(r) B'.
    """
    a, b, c, d, e, f = _rotated_symmetric(R, M[0:6])
    B = product(product(R, M[6:15]), transpose(R))
    C = _rotated_symmetric(R, M[15:21])
    x, y, z = r
    s = (
        B[0] - b * z + c * y,
        B[1] + a * z - c * x,
        B[2] - a * y + b * x,
        B[3] - d * z + e * y,
        B[4] + b * z - e * x,
        B[5] - b * y + d * x,
        B[6] - e * z + f * y,
        B[7] + c * z - f * x,
        B[8] - c * y + e * x,
    )
    return (
        a,
        b,
        c,
        d,
        e,
        f,
        *s,
        C[0] - B[3] * z + B[6] * y - z * s[3] + y * s[6],
        C[1] + B[0] * z - B[6] * x - z * s[4] + y * s[7],
        C[2] - B[0] * y + B[3] * x - z * s[5] + y * s[8],
        C[3] + B[1] * z - B[7] * x + z * s[1] - x * s[7],
        C[4] - B[1] * y + B[4] * x + z * s[2] - x * s[8],
        C[5] - B[2] * y + B[5] * x - y * s[2] + x * s[5],
    )


@kernel
def solve6(M: Inertia, b: Vector6) -> Vector6:
    """Solve M x = b."""
    return solve_factored6(factor6(M), b)


@kernel
def factor6(M: Inertia) -> Inertia:
    """Return L D L^T = M as 1/D (6), then L below its diagonal by columns; transposed, never conjugated."""
    k0 = 1.0 / M[0]
    l10, l20, l30, l40, l50 = M[1] * k0, M[2] * k0, M[6] * k0, M[7] * k0, M[8] * k0
    k1 = 1.0 / (M[3] - l10 * M[1])
    m21, m31, m41, m51 = M[4] - l20 * M[1], M[9] - l30 * M[1], M[10] - l40 * M[1], M[11] - l50 * M[1]
    l21, l31, l41, l51 = m21 * k1, m31 * k1, m41 * k1, m51 * k1
    k2 = 1.0 / (M[5] - l20 * M[2] - l21 * m21)
    m32 = M[12] - l30 * M[2] - l31 * m21
    m42 = M[13] - l40 * M[2] - l41 * m21
    m52 = M[14] - l50 * M[2] - l51 * m21
    l32, l42, l52 = m32 * k2, m42 * k2, m52 * k2
    k3 = 1.0 / (M[15] - l30 * M[6] - l31 * m31 - l32 * m32)
    m43 = M[16] - l40 * M[6] - l41 * m31 - l42 * m32
    m53 = M[17] - l50 * M[6] - l51 * m31 - l52 * m32
    l43, l53 = m43 * k3, m53 * k3
    k4 = 1.0 / (M[18] - l40 * M[7] - l41 * m41 - l42 * m42 - l43 * m43)
    m54 = M[19] - l50 * M[7] - l51 * m41 - l52 * m42 - l53 * m43
    l54 = m54 * k4
    k5 = 1.0 / (M[20] - l50 * M[8] - l51 * m51 - l52 * m52 - l53 * m53 - l54 * m54)
    return (
        *(k0, k1, k2, k3, k4, k5),
        *(l10, l20, l30, l40, l50),
        *(l21, l31, l41, l51),
        *(l32, l42, l52),
        *(l43, l53),
        l54,
    )


@kernel
def solve_factored6(F: Inertia, b: Vector6) -> Vector6:
    """Solve M x = b with the factors of M."""
    k0, k1, k2, k3, k4, k5 = F[0:6]
    l10, l20, l30, l40, l50 = F[6:11]
    l21, l31, l41, l51 = F[11:15]
    l32, l42, l52 = F[15:18]
    l43, l53, l54 = F[18:21]
    y0 = b[0]
    y1 = b[1] - l10 * y0
    y2 = b[2] - l20 * y0 - l21 * y1
    y3 = b[3] - l30 * y0 - l31 * y1 - l32 * y2
    y4 = b[4] - l40 * y0 - l41 * y1 - l42 * y2 - l43 * y3
    y5 = b[5] - l50 * y0 - l51 * y1 - l52 * y2 - l53 * y3 - l54 * y4
    x5 = y5 * k5
    x4 = y4 * k4 - l54 * x5
    x3 = y3 * k3 - l43 * x4 - l53 * x5
    x2 = y2 * k2 - l32 * x3 - l42 * x4 - l52 * x5
    x1 = y1 * k1 - l21 * x2 - l31 * x3 - l41 * x4 - l51 * x5
    x0 = y0 * k0 - l10 * x1 - l20 * x2 - l30 * x3 - l40 * x4 - l50 * x5
    return (x0, x1, x2, x3, x4, x5)
