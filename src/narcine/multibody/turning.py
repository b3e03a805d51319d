"""Angles and quaternions read off rotations, continuous with what they were before."""

from math import pi
from typing import Any

from narcine.compiled import kernel
from narcine.scalars import atan2
from narcine.spatial.rotations import Matrix3, Quaternion, quaternion, quaternion_normalised, store4
from narcine.spatial.vectors import Array


@kernel
def turn_about(sine: Any, cosine: Any, near: Any) -> Any:
    """Return the angle of a sine and cosine of any common scale, in the turn that is nearest to a known angle."""
    angle = atan2(sine, cosine)
    turns = round((near.real - angle.real) / (2.0 * pi))
    return angle + 2.0 * pi * turns


@kernel
def quaternion_of(R: Matrix3) -> Quaternion:
    """Return the unit quaternion of a rotation, by its largest component."""
    trace = R[0] + R[4] + R[8]
    a, b, c = R[7] - R[5], R[2] - R[6], R[3] - R[1]
    d, e, f = R[1] + R[3], R[2] + R[6], R[5] + R[7]
    if trace.real >= R[0].real and trace.real >= R[4].real and trace.real >= R[8].real:
        q = (1.0 + trace, a, b, c)
    elif R[0].real >= R[4].real and R[0].real >= R[8].real:
        q = (a, 1.0 + 2.0 * R[0] - trace, d, e)
    elif R[4].real >= R[8].real:
        q = (b, d, 1.0 + 2.0 * R[4] - trace, f)
    else:
        q = (c, e, f, 1.0 + 2.0 * R[8] - trace)
    return quaternion_normalised(q)


@kernel
def store_quaternion(R: Matrix3, x: Array, k: int) -> None:
    """Write the quaternion of a rotation where one was, with the sign that is nearest to it."""
    old, new = quaternion(x, k), quaternion_of(R)
    if (old[0] * new[0] + old[1] * new[1] + old[2] * new[2] + old[3] * new[3]).real < 0.0:
        new = (-new[0], -new[1], -new[2], -new[3])
    store4(x, k, new)
