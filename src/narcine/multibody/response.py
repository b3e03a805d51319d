"""How a forest of links answers to wrenches: M^-1 without M, by the articulated inertias that the solve left behind."""

from narcine.compiled import kernel
from narcine.multibody.links import JointKind, Links
from narcine.multibody.work import Work
from narcine.spatial.inertias import INERTIA_SIZE, inertia, solve6
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
)
from narcine.tables import Integers


@kernel
def respond(p: Array, layout: Integers, links: Links, first: int, end: int, w: Work, work: Array) -> None:
    """Fill how links (`gain`) and freedoms (`push`) accelerate under the wrenches in `load`, in whole trees of links.

    What children pass on is added to the loads of their parents. Prescribed joints stand still.
    """
    for i in range(end - 1, first - 1, -1):
        if layout[u(links.kind + i)] == JointKind.FREE:
            continue
        load = vector6(work, w.load + 6 * i)
        if not layout[u(links.prescribed + i)]:
            begin = layout[u(links.velocity + i)]
            for k in range(begin, begin + layout[u(links.freedoms + i)]):
                effort = dot6(vector6(p, links.freedom + 6 * k), load)
                work[u(w.push + k)] = effort
                load = subtract6(load, scale6(effort * work[u(w.mobility + k)], vector6(work, w.response + 6 * k)))
        parent = layout[u(links.parent + i)]
        if parent < links.rows:
            rotation, offset = matrix3(work, w.rotation + 9 * i), vector3(work, w.offset + 3 * i)
            accumulate6(work, w.load + 6 * parent, wrench_in_parent(rotation, offset, load))
    for i in range(first, end):
        begin = layout[u(links.velocity + i)]
        if layout[u(links.kind + i)] == JointKind.FREE:
            gain = solve6(inertia(work, w.articulated + INERTIA_SIZE * i), vector6(work, w.load + 6 * i))
            store6(work, w.push + begin, gain)
        else:
            rotation, offset = matrix3(work, w.rotation + 9 * i), vector3(work, w.offset + 3 * i)
            gain = motion_in_child(rotation, offset, vector6(work, w.gain + 6 * layout[u(links.parent + i)]))
            for k in range(begin + layout[u(links.freedoms + i)] - 1, begin - 1, -1):
                if layout[u(links.prescribed + i)]:
                    work[u(w.push + k)] = 0.0
                    continue
                rate = (work[u(w.push + k)] - dot6(vector6(work, w.response + 6 * k), gain)) * work[u(w.mobility + k)]
                gain = add6(gain, scale6(rate, vector6(p, links.freedom + 6 * k)))
                work[u(w.push + k)] = rate
        store6(work, w.gain + 6 * i, gain)


@kernel
def clear_loads(first: int, end: int, w: Work, work: Array) -> None:
    """Set the loads of some links to zero."""
    for k in range(6 * first, 6 * end):
        work[u(w.load + k)] = 0.0
