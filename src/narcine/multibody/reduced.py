"""The articulated-body algorithm with a full 6x6 inertia per link, hybrid for prescribed joints.

Featherstone 2008, section 7.3. The freedoms of a joint are eliminated one at a time, as if massless links lay between
them; a free link is solved whole.
"""

from narcine.compiled import kernel
from narcine.multibody.links import JointKind, Links
from narcine.multibody.work import Work
from narcine.spatial.inertias import (
    INERTIA_SIZE,
    RIGID_SIZE,
    Inertia,
    add_inertia,
    inertia,
    inertia_in_parent,
    inertia_less,
    inertia_minus_outer,
    inertia_times,
    rigid_momentum,
    solve6,
    store_inertia,
)
from narcine.spatial.rotations import matrix3, motion_in_child, wrench_in_parent
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add6,
    dot6,
    scale6,
    store6,
    subtract6,
    u,
    vector3,
    vector6,
    wrench_cross,
)
from narcine.tables import Integers


@kernel
def clear_carried(layout: Integers, links: Links, w: Work, work: Array) -> None:
    """Set to zero what hangs on each link that carries others."""
    for i in range(links.rows):
        if layout[u(links.carries + i)]:
            for k in range(INERTIA_SIZE):
                work[u(w.articulated + INERTIA_SIZE * i + k)] = 0.0
            for k in range(6):
                work[u(w.bias + 6 * i + k)] = 0.0


@kernel
def own_inertia(p: Array, links: Links, i: int, w: Work, work: Array) -> Inertia:
    """Return the inertia of a link, with as much of the water that it carries along as its wet share."""
    M = inertia(p, links.own + INERTIA_SIZE * i)
    wet = work[u(w.wet + i)]
    if wet.real != 1.0:
        M = inertia_less(M, 1.0 - wet, inertia(p, links.added + INERTIA_SIZE * i))
    return M


@kernel
def gather_to_roots(p: Array, layout: Integers, links: Links, x: Array, h: float, w: Work, work: Array) -> None:
    """Find every link's articulated inertia and bias, from the tips inwards, and keep what `spread_from_roots` needs.

    A link's own bias is nu x* (M_RB nu) - wrench. With h > 0 the joints' stiffness k and damping d act at the end of
    the step: (S^T M S + h d + h^2 k) q_ddot = tau - h k q_dot - S^T bias (linearly implicit).
    """
    clear_carried(layout, links, w, work)
    for i in range(links.rows - 1, -1, -1):
        M = own_inertia(p, links, i, w, work)
        film = work[u(w.film + 9 * i)]
        if film.real != 0.0:
            M = inertia_minus_outer(M, vector6(work, w.film + 9 * i + 2), -film)
        motion = vector6(work, w.motion + 6 * i)
        momentum = rigid_momentum(p, links.rigid + RIGID_SIZE * i, motion)
        bias = subtract6(wrench_cross(motion, momentum), vector6(work, w.wrench + 6 * i))
        if layout[u(links.carries + i)]:
            M = add_inertia(M, inertia(work, w.articulated + INERTIA_SIZE * i))
            bias = add6(bias, vector6(work, w.bias + 6 * i))
        parent = layout[u(links.parent + i)]
        if parent == links.rows or layout[u(links.prescribed + i)]:
            store_inertia(work, w.articulated + INERTIA_SIZE * i, M)
            store6(work, w.bias + 6 * i, bias)
        if layout[u(links.kind + i)] == JointKind.FREE:
            continue
        drift = vector6(work, w.drift + 6 * i)
        first = layout[u(links.velocity + i)]
        if layout[u(links.prescribed + i)]:
            drift = add6(drift, scale6(work[u(w.given + first)], vector6(p, links.freedom + 6 * first)))
            store6(work, w.drift + 6 * i, drift)
        else:
            for k in range(first, first + layout[u(links.freedoms + i)]):
                S = vector6(p, links.freedom + 6 * k)
                U = inertia_times(M, S)
                stiffness = work[u(w.stiffness + k)]
                mobility = 1.0 / (dot6(S, U) + h * (work[u(w.damping + k)] + h * stiffness))
                effort = work[u(w.spring + k)] + work[u(w.drive + k)] - dot6(S, bias)
                effort -= h * stiffness * x[u(links.first_velocity + k)]
                store6(work, w.response + 6 * k, U)
                work[u(w.mobility + k)] = mobility
                work[u(w.effort + k)] = effort
                M = inertia_minus_outer(M, U, mobility)
                bias = add6(bias, scale6(effort * mobility, U))
        if parent < links.rows:
            rotation = matrix3(work, w.rotation + 9 * i)
            offset = vector3(work, w.offset + 3 * i)
            passed_on = add6(bias, inertia_times(M, drift))
            carried = inertia_in_parent(rotation, offset, M)
            whole = add_inertia(inertia(work, w.articulated + INERTIA_SIZE * parent), carried)
            store_inertia(work, w.articulated + INERTIA_SIZE * parent, whole)
            accumulate6(work, w.bias + 6 * parent, wrench_in_parent(rotation, offset, passed_on))


@kernel
def spread_from_roots(p: Array, layout: Integers, links: Links, w: Work, work: Array, rates: Array) -> None:
    """Fill the accelerations of links and freedoms, from the roots outwards, and the efforts of prescribed joints."""
    for i in range(links.rows):
        first = layout[u(links.velocity + i)]
        if layout[u(links.kind + i)] == JointKind.FREE:
            M = inertia(work, w.articulated + INERTIA_SIZE * i)
            acceleration = solve6(M, scale6(-1.0, vector6(work, w.bias + 6 * i)))
            store6(rates, links.first_velocity + first, acceleration)
            store6(work, w.acceleration + 6 * i, acceleration)
            continue
        parent_acceleration = vector6(work, w.acceleration + 6 * layout[u(links.parent + i)])
        acceleration = add6(
            motion_in_child(matrix3(work, w.rotation + 9 * i), vector3(work, w.offset + 3 * i), parent_acceleration),
            vector6(work, w.drift + 6 * i),
        )
        if layout[u(links.prescribed + i)]:
            M = inertia(work, w.articulated + INERTIA_SIZE * i)
            load = add6(inertia_times(M, acceleration), vector6(work, w.bias + 6 * i))
            effort = dot6(vector6(p, links.freedom + 6 * first), load)
            work[u(w.drive + first)] = effort - work[u(w.spring + first)]
            rates[u(links.first_velocity + first)] = work[u(w.given + first)]
        else:
            for k in range(first + layout[u(links.freedoms + i)] - 1, first - 1, -1):
                U = vector6(work, w.response + 6 * k)
                rate = (work[u(w.effort + k)] - dot6(U, acceleration)) * work[u(w.mobility + k)]
                acceleration = add6(acceleration, scale6(rate, vector6(p, links.freedom + 6 * k)))
                rates[u(links.first_velocity + k)] = rate
        store6(work, w.acceleration + 6 * i, acceleration)
