"""What each kind of joint does: where it puts its link, how it moves it, and how its coordinates advance."""

from typing import Any

from narcine.compiled import kernel
from narcine.multibody.links import JointKind
from narcine.scalars import cos, sin
from narcine.spatial.rotations import (
    Matrix3,
    Quaternion,
    combine9,
    matrix3,
    product,
    quaternion,
    quaternion_normalised,
    quaternion_product,
    quaternion_rate,
    quaternion_rotation,
    rotate,
    store4,
)
from narcine.spatial.vectors import Array, Vector3, add3, combine3, norm3, scale3, store3, subtract3, u, vector3

SMALL_ANGLE = 1e-4
"""Below this half angle the series of sin(a)/a is exact to rounding: its next term is a^4/120 < 1e-18."""


@kernel
def joint_placement(p: Array, turn: int, reach: int, kind: int, x: Array, q: int) -> tuple[Matrix3, Vector3]:
    """Return the rotation link-to-parent and the link's origin there; the joint's coordinates start at x[q]."""
    if kind == JointKind.FREE:
        return quaternion_rotation(quaternion(x, q + 3)), vector3(x, q)
    if kind == JointKind.BALL:
        rotation = product(matrix3(p, turn), quaternion_rotation(quaternion(x, q)))
        return rotation, subtract3(vector3(p, reach), rotate(rotation, vector3(p, reach + 3)))
    a = b = 0.0 * x[u(0)]
    if kind == JointKind.HINGE:
        a, b = cos(x[u(q)]), sin(x[u(q)])
    elif kind == JointKind.SLIDER:
        a = x[u(q)]
    rotation = combine9(matrix3(p, turn), a, matrix3(p, turn + 9), b, matrix3(p, turn + 18))
    return rotation, combine3(vector3(p, reach), a, vector3(p, reach + 3), b, vector3(p, reach + 6))


@kernel
def store_position_rates(kind: int, attitude: Matrix3, x: Array, q: int, v: int, rates: Array) -> None:
    """Write the rates of a joint's coordinates; `attitude` is that of a free link, body to world."""
    if kind == JointKind.HINGE or kind == JointKind.SLIDER:
        rates[u(q)] = x[u(v)]
    elif kind == JointKind.BALL:
        store4(rates, q, quaternion_rate(quaternion(x, q), vector3(x, v)))
    elif kind == JointKind.FREE:
        store3(rates, q, rotate(attitude, vector3(x, v)))
        store4(rates, q + 3, quaternion_rate(quaternion(x, q + 3), vector3(x, v + 3)))


@kernel
def advance_positions(kind: int, attitude: Matrix3, x: Array, q: int, rates: Array, v: int, h: Any) -> None:
    """Move a joint's coordinates by the velocities at rates[v] over h; rotations by the exponential map."""
    if kind == JointKind.HINGE or kind == JointKind.SLIDER:
        x[u(q)] += h * rates[u(v)]
    elif kind == JointKind.BALL:
        store4(x, q, turned(quaternion(x, q), scale3(h, vector3(rates, v))))
    elif kind == JointKind.FREE:
        store3(x, q, add3(vector3(x, q), rotate(attitude, scale3(h, vector3(rates, v)))))
        store4(x, q + 3, turned(quaternion(x, q + 3), scale3(h, vector3(rates, v + 3))))


@kernel
def normalise_positions(kind: int, x: Array, q: int) -> None:
    """Bring a joint's quaternion back to unit length."""
    if kind == JointKind.BALL:
        store4(x, q, quaternion_normalised(quaternion(x, q)))
    elif kind == JointKind.FREE:
        store4(x, q + 3, quaternion_normalised(quaternion(x, q + 3)))


@kernel
def turned(q: Quaternion, rotation_vector: Vector3) -> Quaternion:
    """Return q turned by a rotation vector in body axes, at unit length."""
    half = 0.5 * norm3(rotation_vector)
    ratio = 0.5 * sin(half) / half if half.real > SMALL_ANGLE else 0.5 - half * half / 12.0
    a, b, c = scale3(ratio, rotation_vector)
    return quaternion_normalised(quaternion_product(q, (cos(half), a, b, c)))
