"""Joints held by impulses (Krishnamurthy et al. 2009, section II-D, after Bender and Schmitt 2006).

All links are free. Each is moved one step ahead with its velocity; where a joint would then be off by d, an impulse
K^-1 d / h on its two links takes it back, joint after joint, until none is off by more than the tolerance. Then
impulses take away what the joints' velocities are off by. K = J M^-1 J^T of the joint's two links, with their full 6x6
inertias.
"""

from typing import NamedTuple

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.constraints import factorise, solve
from narcine.multibody.couplings import Couplings, Slots
from narcine.multibody.joints import advance_positions
from narcine.multibody.links import Links
from narcine.multibody.relation import OFF, is_docked, relate
from narcine.multibody.work import ROW_SIZE, Work
from narcine.spatial.inertias import INERTIA_SIZE, inertia, solve6
from narcine.spatial.rotations import quaternion, quaternion_rotation, store9
from narcine.spatial.vectors import Array, accumulate6, add6, dot6, scale6, store3, store6, u, vector3, vector6
from narcine.tables import Integers

IMPULSE_FLOATS = 1
IMPULSE_INTEGERS = 2
IMPULSE_STATES = ("iterations", "most_iterations", "worst_drift")
ERROR, SPEED = 12, 13
"""Columns of a row: how far off it is, and how fast that changes."""


class Impulse(NamedTuple):
    """Columns of the table of impulses, which has one row where joints are held by them, and else none."""

    rows: int
    tolerance: int
    """of drift (m, rad) and of its rate (m/s, rad/s)"""
    iterations: int
    """most sweeps over all joints"""
    state: int
    """where the sweeps of the last step, the most so far and the worst drift so far are kept"""


@kernel
def impulse_columns(n: int, p: int, i: int) -> Impulse:
    """Return where the numbers of the impulses lie."""
    return Impulse(rows=n, tolerance=p, iterations=i, state=i + n)


@kernel
def predict(layout: Integers, links: Links, i: int, before: Array, x: Array, h: float, w: Work, work: Array) -> None:
    """Put a free link where its velocity takes it in h from its pose before."""
    q, v = layout[u(links.position + i)], links.first_velocity + layout[u(links.velocity + i)]
    for k in range(7):
        x[u(q + k)] = before[u(q + k)]
    advance_positions(layout[u(links.kind + i)], quaternion_rotation(quaternion(before, q + 3)), x, q, x, v, h)
    store9(work, w.attitude + 9 * i, quaternion_rotation(quaternion(x, q + 3)))
    store3(work, w.place + 3 * i, vector3(x, q))
    store6(work, w.motion + 6 * i, vector6(x, v))


@kernel
def fill_block(
    layout: Integers, links: Links, couplings: Couplings, slots: Slots, c: int, end: int, w: Work, work: Array
) -> None:
    """Fill K of the rows of one coupling between free links."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    begin = layout[u(couplings.slot + c)]
    M = inertia(work, w.articulated + INERTIA_SIZE * second)
    N = inertia(work, w.articulated + INERTIA_SIZE * min(first, links.rows - 1))
    for j in range(begin, end):
        row = w.row + ROW_SIZE * j
        gain = solve6(M, vector6(work, row + 6))
        other = scale6(0.0, gain)
        if first < links.rows:
            other = solve6(N, vector6(work, row))
        for i in range(j, end):
            again = w.row + ROW_SIZE * i
            entry = dot6(vector6(work, again + 6), gain) + dot6(vector6(work, again), other)
            work[u(w.matrix + layout[u(slots.start + i)] + j - layout[u(slots.first + i)])] = entry


@kernel
def push_links(
    layout: Integers, links: Links, couplings: Couplings, c: int, end: int, x: Array, w: Work, work: Array
) -> None:
    """Change the velocities of a coupling's links by the impulses of its rows."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    on_first = on_second = scale6(0.0, vector6(work, w.row))
    for i in range(layout[u(couplings.slot + c)], end):
        row = w.row + ROW_SIZE * i
        on_first = add6(on_first, scale6(work[u(row + 16)], vector6(work, row)))
        on_second = add6(on_second, scale6(work[u(row + 16)], vector6(work, row + 6)))
    if first < links.rows:
        change = solve6(inertia(work, w.articulated + INERTIA_SIZE * first), on_first)
        accumulate6(x, links.first_velocity + layout[u(links.velocity + first)], change)
    change = solve6(inertia(work, w.articulated + INERTIA_SIZE * second), on_second)
    accumulate6(x, links.first_velocity + layout[u(links.velocity + second)], change)


@shared_kernel
def sweep(
    p: Array,
    layout: Integers,
    links: Links,
    couplings: Couplings,
    slots: Slots,
    column: int,
    backwards: bool,
    before: Array,
    x: Array,
    h: float,
    tolerance: float,
    w: Work,
    work: Array,
) -> tuple[int, float]:
    """Correct every joint once, and return the row that was farthest off before, and by how much."""
    worst, largest = -1, 0.0
    for number in range(couplings.rows):
        c = couplings.rows - 1 - number if backwards else number
        if not is_docked(layout, couplings, c, x):
            continue
        first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
        if first < links.rows:
            predict(layout, links, first, before, x, h, w, work)
        predict(layout, links, second, before, x, h, w, work)
        relate(p, layout, couplings, c, x, links.first_velocity, w, work)
        begin = layout[u(couplings.slot + c)]
        end = layout[u(couplings.slot + c + 1)] if c + 1 < couplings.rows else slots.rows
        off = 0.0
        for i in range(begin, end):
            row = w.row + ROW_SIZE * i
            if work[u(row + 15)].real != OFF:
                size = abs(work[u(row + column)].real)
                if not size <= off:
                    off = size
                if not size <= largest:
                    worst, largest = i, size
            work[u(row + 16)] = -work[u(row + column)] / (h if column == ERROR else 1.0)
        if off <= tolerance:
            continue
        fill_block(layout, links, couplings, slots, c, end, w, work)
        factorise(p, layout, couplings, slots, begin, end, w, work)
        solve(layout, slots, begin, end, w, work)
        push_links(layout, links, couplings, c, end, x, w, work)
    return worst, largest


@shared_kernel
def impulse_step(
    p: Array,
    layout: Integers,
    links: Links,
    couplings: Couplings,
    slots: Slots,
    impulse: Impulse,
    before: Array,
    x: Array,
    h: float,
    w: Work,
    work: Array,
) -> int:
    """Move x from the poses in `before` by its velocities, with impulses that hold all joints; return a row or -1.

    x holds the velocities that the forces alone would bring, and the targets of prescribed joints after the step.
    """
    tolerance = p[u(impulse.tolerance)].real
    state = layout[u(impulse.state)]
    sweeps = 0
    worst, off = -1, 0.0
    for column in (ERROR, SPEED):
        for number in range(layout[u(impulse.iterations)]):
            worst, off = sweep(
                p, layout, links, couplings, slots, column, number % 2 == 1, before, x, h, tolerance, w, work
            )
            sweeps += 1
            if off <= tolerance:
                break
        if not off <= tolerance:
            return worst
        if column == ERROR:
            if off > x[u(state + 2)].real:
                x[u(state + 2)] = off
            for i in range(links.rows):
                predict(layout, links, i, before, x, h, w, work)
            for k in range(links.first_velocity):
                before[u(k)] = x[u(k)]
            h = 0.0
    x[u(state)] = sweeps
    if sweeps > x[u(state + 1)].real:
        x[u(state + 1)] = sweeps
    return -1
