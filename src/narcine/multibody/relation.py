"""What a coupling says of its two links: how far each of its relations is from holding, how fast that changes, and J.

With C the first link's axes in the second's, a the point `at` of the first as the second sees it, and phi = to - a,

    phi_dot  = v_2 + w_2 x a - C (v_1 + w_1 x at),    w = w_2 - C w_1
    phi_ddot = J nu_dot + gamma,   gamma = w_2 x (C (v_1 + w_1 x at) - phi_dot) - C (w_1 x (v_1 + w_1 x at))
    w_dot    = w_2_dot - C w_1_dot + w_2 x C w_1

both in the second's axes (Nielsen et al. 2018, eqs 21-33, with body rates throughout: their eq 25 mixes frames, and
their eq 22 holds parallel vehicles only). Rotations are held by the sine of the misalignment, which needs no quaternion
and so no choice of its sign.
"""

from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.multibody.couplings import CouplingKind, Couplings
from narcine.multibody.turning import store_quaternion, turn_about
from narcine.multibody.work import ROW_SIZE, Work
from narcine.scalars import sqrt
from narcine.spatial.rotations import (
    Matrix3,
    matrix3,
    product,
    quaternion,
    quaternion_rotation,
    rotate,
    rotate_back,
    transpose,
)
from narcine.spatial.vectors import (
    Array,
    Vector3,
    Vector6,
    add3,
    angular,
    cross,
    dot3,
    join,
    scale3,
    store6,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
)
from narcine.tables import Integers

OFF = -1.0
"""Compliance of a row that does not act."""
SHORTEST = 1e-9
"""Distance (m) below which two points have no direction between them."""


@kernel
def is_docked(layout: Integers, couplings: Couplings, c: int, x: Array) -> Any:
    """Say whether a coupling is docked."""
    state = layout[u(couplings.state + c)]
    return state < 0 or x[u(state)].real > 0.5


@kernel
def target(p: Array, layout: Integers, couplings: Couplings, c: int, x: Array) -> tuple[Vector3, Matrix3]:
    """Return the point of the first link and the attitude in its axes at which the second is held."""
    state = layout[u(couplings.state + c)]
    if state < 0:
        return vector3(p, couplings.at + 3 * c), matrix3(p, couplings.placement + 9 * c)
    return vector3(x, state + 1), quaternion_rotation(quaternion(x, state + 4))


class Meeting(NamedTuple):
    """How the second link of a coupling meets the first, in the second's axes."""

    C: Matrix3
    """first's axes to the second's"""
    at: Vector3
    """point of the first, in its own axes"""
    reach: Vector3
    """the same point, as the second sees it"""
    gap: Vector3
    """phi"""
    speed: Vector3
    """phi_dot"""
    bias: Vector3
    """gamma"""
    turning: Vector3
    """w"""
    turning_bias: Vector3
    """what of its rate is no J nu_dot"""
    R: Matrix3
    """second's axes to where they are at zero angle"""


@kernel
def meet(p: Array, layout: Integers, couplings: Couplings, c: int, x: Array, w: Work, work: Array) -> Meeting:
    """Return how the links of a coupling meet."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    at, placement = target(p, layout, couplings, c, x)
    motion, other = vector6(work, w.motion + 6 * first), vector6(work, w.motion + 6 * second)
    attitude, other_attitude = matrix3(work, w.attitude + 9 * first), matrix3(work, w.attitude + 9 * second)
    C = product(transpose(other_attitude), attitude)
    point = add3(vector3(work, w.place + 3 * first), rotate(attitude, at))
    reach = rotate_back(other_attitude, subtract3(point, vector3(work, w.place + 3 * second)))
    carried = rotate(C, velocity_at(motion, at))
    speed = subtract3(velocity_at(other, reach), carried)
    swung = rotate(C, cross(angular(motion), velocity_at(motion, at)))
    spin = rotate(C, angular(motion))
    return Meeting(
        C=C,
        at=at,
        reach=reach,
        gap=subtract3(vector3(p, couplings.to + 3 * c), reach),
        speed=speed,
        bias=subtract3(cross(angular(other), subtract3(carried, speed)), swung),
        turning=subtract3(angular(other), spin),
        turning_bias=cross(angular(other), spin),
        R=transpose(product(C, placement)),
    )


@kernel
def store_row(
    work: Array, row: int, to_first: Vector6, to_second: Vector6, error: Any, speed: Any, bias: Any, compliance: float
) -> None:
    """Write a row: J of both links, how far off it is, how fast, the part of its acceleration that is no J nu_dot."""
    store6(work, row, to_first)
    store6(work, row + 6, to_second)
    work[u(row + 12)] = error
    work[u(row + 13)] = speed
    work[u(row + 14)] = bias
    work[u(row + 15)] = compliance


@kernel
def slide_row(m: Meeting, along: Vector3, error: Any, more: Any, compliance: float, row: int, work: Array) -> int:
    """Write the row of the motion of the second link's point along a direction, and return where the next one lies."""
    there = rotate_back(m.C, along)
    to_first = join(scale3(-1.0, there), cross(there, m.at))
    bias = dot3(along, m.bias) + more
    store_row(work, row, to_first, join(along, cross(m.reach, along)), error, dot3(along, m.speed), bias, compliance)
    return row + ROW_SIZE


@kernel
def turn_row(m: Meeting, about: Vector3, error: Any, more: Any, compliance: float, row: int, work: Array) -> int:
    """Write the row of the rotation of the second link about a direction, and return where the next one lies."""
    zero = scale3(0.0, about)
    to_first = join(zero, scale3(-1.0, rotate_back(m.C, about)))
    bias = dot3(about, m.turning_bias) + more
    store_row(work, row, to_first, join(zero, about), error, dot3(about, m.turning), bias, compliance)
    return row + ROW_SIZE


@kernel
def relate(
    p: Array, layout: Integers, couplings: Couplings, c: int, x: Array, velocities: int, w: Work, work: Array
) -> None:
    """Fill the rows of a coupling, and set the coordinates that it measures."""
    kind = layout[u(couplings.kind + c)]
    row = w.row + ROW_SIZE * layout[u(couplings.slot + c)]
    m = meet(p, layout, couplings, c, x, w, work)
    axis, size = vector3(p, couplings.axis + 3 * c), p[u(couplings.size + c)]
    zero = 0.0 * x[u(0)]
    if kind == CouplingKind.DISTANCE:
        hold_distance(m, size, row, work)
        return
    side = perpendicular(axis)
    across = cross(axis, side)
    if kind == CouplingKind.SLIDER:
        for along in (side, across):
            row = slide_row(m, along, dot3(along, m.gap), zero, 0.0, row, work)
    else:
        for j in range(3):
            row = slide_row(m, unit(j, zero), m.gap[j], zero, 0.0, row, work)
    if kind == CouplingKind.RIGID or kind == CouplingKind.SLIDER:
        skewed = scale3(0.5, skew_part(m.R))
        for j in range(3):
            row = turn_row(m, unit(j, zero), skewed[j], zero, 0.0, row, work)
    elif kind == CouplingKind.HINGE:
        tilt = cross(rotate_back(m.R, axis), axis)
        for about in (side, across):
            row = turn_row(m, about, dot3(about, tilt), zero, 0.0, row, work)
    elif kind == CouplingKind.UNIVERSAL:
        inner = rotate(m.C, vector3(p, couplings.inner + 3 * c))
        more = dot3(cross(axis, cross(inner, m.turning)), m.turning)
        row = turn_row(m, cross(axis, inner), dot3(inner, axis) - size, more, 0.0, row, work)
    if layout[u(couplings.coordinates + c)] > 0:
        measure(p, layout, couplings, c, m, x, velocities, row, work)


@kernel
def hold_distance(m: Meeting, length: Any, row: int, work: Array) -> None:
    """Write the row of a constant distance, whose direction turns with |phi_dot|^2 - d_dot^2 over d."""
    distance = sqrt(dot3(m.gap, m.gap))
    along = scale3(1.0 / (distance + SHORTEST), m.gap)
    rate = dot3(along, m.speed)
    more = (dot3(m.speed, m.speed) - rate * rate) / (distance + SHORTEST)
    slide_row(m, along, distance - length, more, 0.0, row, work)


@kernel
def measure(
    p: Array,
    layout: Integers,
    couplings: Couplings,
    c: int,
    m: Meeting,
    x: Array,
    velocities: int,
    row: int,
    work: Array,
) -> None:
    """Write the rows of a coupling's coordinates, and the coordinates that are not prescribed into the state."""
    kind = layout[u(couplings.kind + c)]
    q, v = layout[u(couplings.position + c)], velocities + layout[u(couplings.velocity + c)]
    given = layout[u(couplings.prescribed + c)]
    axis = vector3(p, couplings.axis + 3 * c)
    zero = 0.0 * x[u(0)]
    if kind == CouplingKind.BALL:
        store_quaternion(m.R, x, q)
        for j in range(3):
            x[u(v + j)] = m.turning[j]
            row = turn_row(m, unit(j, zero), zero, zero, OFF, row, work)
    elif kind == CouplingKind.SLIDER:
        slide_row(m, axis, dot3(axis, m.gap), zero, OFF, row, work)
        take_coordinate(given & 1, x, q, v, row, work)
    elif kind == CouplingKind.HINGE:
        angle = turn_about(dot3(axis, skew_part(m.R)), m.R[0] + m.R[4] + m.R[8] - 1.0, x[u(q)])
        turn_row(m, axis, angle, zero, OFF, row, work)
        take_coordinate(given & 1, x, q, v, row, work)
    else:
        measure_universal(p, couplings, c, m, x, q, row, work)
        take_coordinate(given & 1, x, q, v, row, work)
        take_coordinate(given & 2, x, q + 1, v + 1, row + ROW_SIZE, work)


@kernel
def take_coordinate(given: int, x: Array, q: int, v: int, row: int, work: Array) -> None:
    """Take a coordinate and its rate from its row, or, where it is prescribed, hold it at what the state says."""
    if given:
        work[u(row + 12)] -= x[u(q)]
        work[u(row + 13)] -= x[u(v)]
        work[u(row + 15)] = 0.0
    else:
        x[u(q)] = work[u(row + 12)]
        x[u(v)] = work[u(row + 13)]


@kernel
def measure_universal(
    p: Array, couplings: Couplings, c: int, m: Meeting, x: Array, q: int, row: int, work: Array
) -> None:
    """Write the rows of the two angles of a universal joint.

    With n_1 the inner axis, n_2 the outer one and g = n_1 . n_2, which stays: w = n_1 q_1_dot + n_2 q_2_dot, so that
    q_1_dot = w . (n_1 - g n_2) / (1 - g^2), and the other way round.
    """
    axis, fixed = vector3(p, couplings.axis + 3 * c), vector3(p, couplings.inner + 3 * c)
    cosine = p[u(couplings.size + c)]
    inner = rotate(m.C, fixed)
    change = cross(inner, m.turning)
    spread = 1.0 / (1.0 - cosine * cosine)
    placement = transpose(product(m.R, m.C))
    first = angle_between(fixed, rotate(placement, axis), rotate_back(m.C, axis), x[u(q)])
    second = -angle_between(axis, rotate_back(placement, fixed), inner, -x[u(q + 1)])
    about = scale3(spread, subtract3(inner, scale3(cosine, axis)))
    row = turn_row(m, about, first, spread * dot3(change, m.turning), OFF, row, work)
    about = scale3(spread, subtract3(axis, scale3(cosine, inner)))
    turn_row(m, about, second, -cosine * spread * dot3(change, m.turning), OFF, row, work)


@kernel
def skew_part(R: Matrix3) -> Vector3:
    """Return twice the sine of a rotation's angle along its axis."""
    return (R[7] - R[5], R[2] - R[6], R[3] - R[1])


@kernel
def unit(j: int, zero: Any) -> Vector3:
    """Return the direction of an axis, in numbers of the kind of `zero`."""
    return (zero + (j == 0), zero + (j == 1), zero + (j == 2))


@kernel
def perpendicular(axis: Vector3) -> Vector3:
    """Return a direction across a unit vector: across its smallest component."""
    x, y, z = axis
    if abs(x.real) <= abs(y.real) and abs(x.real) <= abs(z.real):
        across = (0.0 * x, -z, y)
    elif abs(y.real) <= abs(z.real):
        across = (z, 0.0 * x, -x)
    else:
        across = (-y, x, 0.0 * x)
    return scale3(1.0 / sqrt(dot3(across, across)), across)


@kernel
def angle_between(axis: Vector3, one: Vector3, other: Vector3, near: Any) -> Any:
    """Return the angle about an axis from one direction to another, in the turn nearest to a known angle."""
    sine = dot3(axis, cross(one, other))
    cosine = dot3(one, other) - dot3(axis, one) * dot3(axis, other)
    return turn_about(sine, cosine, near)
