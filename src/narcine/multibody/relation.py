"""What a coupling says of its two links: how far each of its relations is from holding, how fast that changes, and J.

With C the first link's axes in the second's, a the point `at` of the first as the second sees it, and phi = to - a,

    phi_dot  = v_2 + w_2 x a - C (v_1 + w_1 x at),    w = w_2 - C w_1
    phi_ddot = J nu_dot + gamma,   gamma = w_2 x (C (v_1 + w_1 x at) - phi_dot) - C (w_1 x (v_1 + w_1 x at))
    w_dot    = w_2_dot - C w_1_dot + w_2 x C w_1

both in the second's axes (Nielsen et al. 2018, eqs 21-33, with body rates throughout: their eq 25 mixes frames, and
their eq 22 holds parallel vehicles only). Rotations are held by the sine of the misalignment, which needs no quaternion
and so no choice of its sign.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.multibody.couplings import CouplingKind, Couplings
from narcine.multibody.turning import turn_about, turned_axes
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
    dot6,
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
def holds(layout: Integers, couplings: Couplings, c: int, x: Array) -> bool:
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
def slide(along: Vector3, C: Matrix3, at: Vector3, reach: Vector3) -> tuple[Vector6, Vector6]:
    """Return J of the motion of the second link's point along a direction."""
    there = rotate_back(C, along)
    return join(scale3(-1.0, there), cross(there, at)), join(along, cross(reach, along))


@kernel
def turn(about: Vector3, C: Matrix3) -> tuple[Vector6, Vector6]:
    """Return J of the rotation of the second link about a direction."""
    zero = scale3(0.0, about)
    return join(zero, scale3(-1.0, rotate_back(C, about))), join(zero, about)


@kernel
def relate(
    p: Array, layout: Integers, couplings: Couplings, c: int, x: Array, velocities: int, w: Work, work: Array
) -> None:
    """Fill the rows of a coupling, and set the coordinates that it measures."""
    kind = layout[u(couplings.kind + c)]
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    row = w.row + ROW_SIZE * layout[u(couplings.slot + c)]
    at, placement = target(p, layout, couplings, c, x)
    motion, other = vector6(work, w.motion + 6 * first), vector6(work, w.motion + 6 * second)
    spin, other_spin = angular(motion), angular(other)
    attitude, other_attitude = matrix3(work, w.attitude + 9 * first), matrix3(work, w.attitude + 9 * second)
    C = product(transpose(other_attitude), attitude)
    point = add3(vector3(work, w.place + 3 * first), rotate(attitude, at))
    reach = rotate_back(other_attitude, subtract3(point, vector3(work, w.place + 3 * second)))
    gap = subtract3(vector3(p, couplings.to + 3 * c), reach)
    carried = rotate(C, velocity_at(motion, at))
    speed = subtract3(velocity_at(other, reach), carried)
    bias = subtract3(cross(other_spin, subtract3(carried, speed)), rotate(C, cross(spin, velocity_at(motion, at))))
    turning = subtract3(other_spin, rotate(C, spin))
    turning_bias = cross(other_spin, rotate(C, spin))
    axis = vector3(p, couplings.axis + 3 * c)

    if kind == CouplingKind.DISTANCE:
        distance = sqrt(dot3(gap, gap))
        if distance.real < SHORTEST:
            along = scale3(0.0, gap)
        else:
            along = scale3(1.0 / distance, gap)
        to_first, to_second = slide(along, C, at, reach)
        rate = dot3(along, speed)
        turned = (dot3(speed, speed) - rate * rate) / (distance + SHORTEST)
        store_row(
            work, row, to_first, to_second, distance - p[u(couplings.size + c)], rate, dot3(along, bias) + turned, 0.0
        )
        return
    zero = 0.0 * x[u(0)]
    side = perpendicular(axis)
    across = cross(axis, side)
    R = transpose(product(C, placement))
    if kind == CouplingKind.SLIDER:
        for along in (side, across):
            to_first, to_second = slide(along, C, at, reach)
            store_row(work, row, to_first, to_second, dot3(along, gap), dot3(along, speed), dot3(along, bias), 0.0)
            row += ROW_SIZE
    else:
        for j in range(3):
            to_first, to_second = slide(unit(j, zero), C, at, reach)
            store_row(work, row, to_first, to_second, gap[j], speed[j], bias[j], 0.0)
            row += ROW_SIZE
    if kind == CouplingKind.RIGID or kind == CouplingKind.SLIDER:
        skewed = (0.5 * (R[7] - R[5]), 0.5 * (R[2] - R[6]), 0.5 * (R[3] - R[1]))
        for j in range(3):
            to_first, to_second = turn(unit(j, zero), C)
            store_row(work, row, to_first, to_second, skewed[j], turning[j], turning_bias[j], 0.0)
            row += ROW_SIZE
    elif kind == CouplingKind.HINGE:
        tilt = cross(rotate_back(R, axis), axis)
        for about in (side, across):
            to_first, to_second = turn(about, C)
            store_row(
                work, row, to_first, to_second, dot3(about, tilt), dot3(about, turning), dot3(about, turning_bias), 0.0
            )
            row += ROW_SIZE
    inner = rotate(C, vector3(p, couplings.inner + 3 * c))
    inner_rate = cross(inner, turning)
    cosine = p[u(couplings.size + c)]
    if kind == CouplingKind.UNIVERSAL:
        about = cross(axis, inner)
        to_first, to_second = turn(about, C)
        changing = dot3(cross(axis, inner_rate), turning)
        store_row(
            work,
            row,
            to_first,
            to_second,
            dot3(inner, axis) - cosine,
            dot3(about, turning),
            dot3(about, turning_bias) + changing,
            0.0,
        )
        row += ROW_SIZE

    coordinates = layout[u(couplings.coordinates + c)]
    if coordinates == 0:
        return
    q, v = layout[u(couplings.position + c)], layout[u(couplings.velocity + c)]
    given = layout[u(couplings.prescribed + c)]
    if kind == CouplingKind.BALL:
        turned_axes(R, x, q)
        for j in range(3):
            to_first, to_second = turn(unit(j, zero), C)
            store_row(work, row, to_first, to_second, 0.0, turning[j], turning_bias[j], OFF)
            x[u(velocities + v + j)] = turning[j]
            row += ROW_SIZE
        return
    for j in range(coordinates):
        along, rate, bent = axis, dot3(axis, turning), dot3(axis, turning_bias)
        value = x[u(q + j)]
        if kind == CouplingKind.SLIDER:
            rate, bent = dot3(axis, speed), dot3(axis, bias)
            value = dot3(axis, gap)
        elif kind == CouplingKind.HINGE:
            skewed = (R[7] - R[5], R[2] - R[6], R[3] - R[1])
            value = turn_about(dot3(axis, skewed), R[0] + R[4] + R[8] - 1.0, x[u(q)])
        else:
            spread = 1.0 / (1.0 - cosine * cosine)
            if j == 0:
                along = scale3(spread, subtract3(inner, scale3(cosine, axis)))
                changing = scale3(spread, inner_rate)
                value = universal_angle(
                    vector3(p, couplings.inner + 3 * c), rotate(placement, axis), rotate_back(C, axis), x[u(q)]
                )
            else:
                along = scale3(spread, subtract3(axis, scale3(cosine, inner)))
                changing = scale3(-cosine * spread, inner_rate)
                rest = rotate_back(placement, vector3(p, couplings.inner + 3 * c))
                value = -universal_angle(axis, rest, inner, -x[u(q + 1)])
            rate = dot3(along, turning)
            bent = dot3(along, turning_bias) + dot3(changing, turning)
        if kind == CouplingKind.SLIDER:
            to_first, to_second = slide(along, C, at, reach)
        else:
            to_first, to_second = turn(along, C)
        if given & (1 << j):
            error, slip = value - x[u(q + j)], rate - x[u(velocities + v + j)]
            store_row(work, row, to_first, to_second, error, slip, bent, 0.0)
        else:
            x[u(q + j)] = value
            x[u(velocities + v + j)] = rate
            store_row(work, row, to_first, to_second, 0.0 * value, rate, bent, OFF)
        row += ROW_SIZE


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
def universal_angle(axis: Vector3, from_: Vector3, to: Vector3, near: Any) -> Any:
    """Return the angle about an axis from one direction to another, near to a known one."""
    sine = dot3(axis, cross(from_, to))
    cosine = dot3(from_, to) - dot3(axis, from_) * dot3(axis, to)
    return turn_about(sine, cosine, near)
