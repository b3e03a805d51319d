"""Vectors of three and six numbers as flat tuples, which compilers keep in registers.

A motion is (linear velocity, angular velocity) and a wrench (force, moment), both at a body's origin in the body's
axes, linear part first (Fossen 2011).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.compiled import kernel
from narcine.scalars import sqrt

Array = NDArray[Any]
Vector3 = tuple[Any, Any, Any]
Vector6 = tuple[Any, Any, Any, Any, Any, Any]


@kernel
def u(k: int) -> Any:
    """Return an index as unsigned: asking of each whether it counts from the end cost a third of a step."""
    return np.uint64(k)


@kernel
def vector3(a: Array, k: int) -> Vector3:
    """Load three numbers."""
    return (a[u(k)], a[u(k + 1)], a[u(k + 2)])


@kernel
def vector6(a: Array, k: int) -> Vector6:
    """Load six numbers."""
    return (a[u(k)], a[u(k + 1)], a[u(k + 2)], a[u(k + 3)], a[u(k + 4)], a[u(k + 5)])


@kernel
def store3(a: Array, k: int, v: Vector3) -> None:
    """Write three numbers into an array."""
    a[u(k)], a[u(k + 1)], a[u(k + 2)] = v


@kernel
def store6(a: Array, k: int, v: Vector6) -> None:
    """Write six numbers into an array."""
    store3(a, k, (v[0], v[1], v[2]))
    store3(a, k + 3, (v[3], v[4], v[5]))


@kernel
def accumulate6(a: Array, k: int, v: Vector6) -> None:
    """Add six numbers to an array."""
    store6(a, k, add6(vector6(a, k), v))


@kernel
def add3(a: Vector3, b: Vector3) -> Vector3:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def subtract3(a: Vector3, b: Vector3) -> Vector3:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def scale3(s: Any, a: Vector3) -> Vector3:
    """Return s a."""
    return (s * a[0], s * a[1], s * a[2])


@kernel
def combine3(a: Vector3, s: Any, b: Vector3, t: Any, c: Vector3) -> Vector3:
    """Return a + s b + t c."""
    return (a[0] + s * b[0] + t * c[0], a[1] + s * b[1] + t * c[1], a[2] + s * b[2] + t * c[2])


@kernel
def dot3(a: Vector3, b: Vector3) -> Any:
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def norm3(a: Vector3) -> Any:
    """Return the length of a."""
    return sqrt(dot3(a, a))


@kernel
def cross(a: Vector3, b: Vector3) -> Vector3:
    """Return a x b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def add6(a: Vector6, b: Vector6) -> Vector6:
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@kernel
def subtract6(a: Vector6, b: Vector6) -> Vector6:
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


@kernel
def scale6(s: Any, a: Vector6) -> Vector6:
    """Return s a."""
    return (s * a[0], s * a[1], s * a[2], s * a[3], s * a[4], s * a[5])


@kernel
def dot6(a: Vector6, b: Vector6) -> Any:
    """Return a . b; of a wrench and a motion, the power."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5]


@kernel
def linear(a: Vector6) -> Vector3:
    """Return the linear part of a motion or the force of a wrench."""
    return (a[0], a[1], a[2])


@kernel
def angular(a: Vector6) -> Vector3:
    """Return the angular part of a motion or the moment of a wrench."""
    return (a[3], a[4], a[5])


@kernel
def join(a: Vector3, b: Vector3) -> Vector6:
    """Return the six-vector of a linear and an angular part."""
    return (a[0], a[1], a[2], b[0], b[1], b[2])


@kernel
def wrench_at(r: Vector3, force: Vector3) -> Vector6:
    """Return the wrench at the origin of a force that acts at the point r."""
    return join(force, cross(r, force))


@kernel
def velocity_at(motion: Vector6, r: Vector3) -> Vector3:
    """Return the velocity of the point r of a body."""
    return add3(linear(motion), cross(angular(motion), r))


@kernel
def motion_cross(motion: Vector6, other: Vector6) -> Vector6:
    """Return nu x m: the rate of a motion m that is fixed in a body that moves with nu (Featherstone 2008, eq 2.31)."""
    v, w = linear(motion), angular(motion)
    return join(add3(cross(w, linear(other)), cross(v, angular(other))), cross(w, angular(other)))


@kernel
def wrench_cross(motion: Vector6, momentum: Vector6) -> Vector6:
    """Return nu x* h: the wrench that turns a momentum h with the body (Featherstone 2008, eq 2.32)."""
    v, w = linear(motion), angular(motion)
    p = linear(momentum)
    return join(cross(w, p), add3(cross(v, p), cross(w, angular(momentum))))
