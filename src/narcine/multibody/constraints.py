"""K = J M^-1 J^T of all couplings and its solution: L D L^T that leaves out rows which say what others said before.

Transposed, never conjugated, so that it holds for a complex step. K is kept by rows from the first entry that is not
zero, so that a row of N vehicles costs N times one coupling.
"""

from typing import Any

from narcine.compiled import kernel, shared_kernel, summing_kernel
from narcine.multibody.couplings import CouplingKind, Couplings, Slots
from narcine.multibody.links import JointKind, Links
from narcine.multibody.relation import OFF
from narcine.multibody.response import clear_loads, factor_roots, respond
from narcine.multibody.work import ROW_SIZE, Work
from narcine.spatial.inertias import INERTIA_SIZE, inertia, solve_factored6
from narcine.spatial.vectors import Array, accumulate6, dot6, scale6, store6, u, vector6
from narcine.tables import Integers

RANK = 1e-9
"""Part of what a unit of force would do to both trees as one body below which a row is taken to say nothing."""
NOISE = 1e-13
"""Part of what it does to the row's own bodies below which what is left of it after the rows before is rounding."""


@kernel
def load_links(
    layout: Integers, links: Links, couplings: Couplings, c: int, row: int, size: float, w: Work, work: Array
) -> None:
    """Add to the loads the wrenches of a row with a multiplier of this size."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    if first < links.rows:
        accumulate6(work, w.load + 6 * first, scale6(size, vector6(work, row)))
    accumulate6(work, w.load + 6 * second, scale6(size, vector6(work, row + 6)))


@shared_kernel
def fill_matrix(
    p: Array, layout: Integers, links: Links, couplings: Couplings, slots: Slots, w: Work, work: Array
) -> None:
    """Fill K, column by column: the response of all rows to a unit of one."""
    factor_roots(layout, links, w, work)
    for j in range(slots.rows):
        row = w.row + ROW_SIZE * j
        if work[u(row + 15)].real == OFF:
            continue
        c = layout[u(slots.coupling + j)]
        here, here_end = layout[u(couplings.first_root + c)], layout[u(couplings.first_end + c)]
        there, there_end = layout[u(couplings.second_root + c)], layout[u(couplings.second_end + c)]
        if is_alone(layout, links, here, here_end) and is_alone(layout, links, there, there_end):
            answer_freely(layout, links, couplings, c, row, w, work)
        else:
            clear_loads(here, here_end, w, work)
            clear_loads(there, there_end, w, work)
            load_links(layout, links, couplings, c, row, 1.0, w, work)
            respond(p, layout, links, there, there_end, w, work)
            if here != there:
                respond(p, layout, links, here, here_end, w, work)
        for d in range(c, couplings.rows):
            begin = layout[u(couplings.slot + d)]
            first = layout[u(slots.first + begin)]
            if first > j:
                continue
            root, other_root = layout[u(couplings.first_root + d)], layout[u(couplings.second_root + d)]
            on_first = vector6(work, w.gain + 6 * layout[u(couplings.first + d)])
            on_second = vector6(work, w.gain + 6 * layout[u(couplings.second + d)])
            near, far = root in (here, there), other_root in (here, there)
            for i in range(max(begin, j), end_of(layout, couplings, slots, d)):
                other = w.row + ROW_SIZE * i
                entry = 0.0 * work[u(row)]
                if near:
                    entry += dot6(vector6(work, other), on_first)
                if far:
                    entry += dot6(vector6(work, other + 6), on_second)
                work[u(w.matrix + layout[u(slots.start + i)] + j - first)] = entry


@kernel
def is_alone(layout: Integers, links: Links, root: int, end: int) -> Any:
    """Say whether a tree is one free link, or the world."""
    return root == end or (end == root + 1 and layout[u(links.kind + root)] == JointKind.FREE)


@kernel
def answer_freely(layout: Integers, links: Links, couplings: Couplings, c: int, row: int, w: Work, work: Array) -> None:
    """Fill the gains of a unit of a row between free links that carry nothing, or such a link and the world."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    if first < links.rows:
        factor = inertia(work, w.factor + INERTIA_SIZE * first)
        store6(work, w.gain + 6 * first, solve_factored6(factor, vector6(work, row)))
    factor = inertia(work, w.factor + INERTIA_SIZE * second)
    store6(work, w.gain + 6 * second, solve_factored6(factor, vector6(work, row + 6)))


@kernel
def end_of(layout: Integers, couplings: Couplings, slots: Slots, c: int) -> int:
    """Return the row after the last one of a coupling."""
    return layout[u(couplings.slot + c + 1)] if c + 1 < couplings.rows else slots.rows


@shared_kernel
def factorise(
    p: Array, layout: Integers, couplings: Couplings, slots: Slots, begin: int, end: int, w: Work, work: Array
) -> None:
    """Turn K of some rows into L, and put D into the rows; D is zero where a row is off or says nothing new.

    A row is first taken as L D, so that its sums run over two neighbouring stretches of memory.
    """
    for i in range(begin, end):
        row = w.row + ROW_SIZE * i
        work[u(row + 17)] = 0.0
        if work[u(row + 15)].real == OFF:
            continue
        first = max(layout[u(slots.first + i)], begin)
        own = w.matrix + layout[u(slots.start + i)] - layout[u(slots.first + i)]
        for j in range(first, i):
            if work[u(w.row + ROW_SIZE * j + 17)].real == 0.0:
                work[u(own + j)] = 0.0
                continue
            k = max(first, max(layout[u(slots.first + j)], begin))
            other = w.matrix + layout[u(slots.start + j)] - layout[u(slots.first + j)]
            work[u(own + j)] -= overlap(work, own + k, other + k, j - k)
        pivot = work[u(own + i)] + work[u(row + 15)]
        least = max(NOISE * pivot.real, RANK * row_scale(p, layout, couplings, slots, i).real)
        for j in range(first, i):
            divisor = work[u(w.row + ROW_SIZE * j + 17)]
            if divisor.real != 0.0:
                entry = work[u(own + j)]
                factor = entry / divisor
                work[u(own + j)] = factor
                pivot -= entry * factor
        if pivot.real > least:
            work[u(row + 17)] = pivot


@summing_kernel
def overlap(work: Array, one: int, other: int, count: int) -> Any:
    """Return the sum of the products of two stretches of numbers."""
    total = 0.0 * work[u(one)]
    for k in range(count):
        total += work[u(one + k)] * work[u(other + k)]
    return total


@kernel
def row_scale(p: Array, layout: Integers, couplings: Couplings, slots: Slots, i: int) -> Any:
    """Return how much a unit of the row's force, or of its moment, moves both trees as one body."""
    c = layout[u(slots.coupling + i)]
    kind = layout[u(couplings.kind + c)]
    number = i - layout[u(couplings.slot + c)]
    slides = number < 3 if kind != CouplingKind.SLIDER else number < 2 or number == 5
    return p[u(couplings.scale + 2 * c + (0 if slides else 1))]


@shared_kernel
def solve(layout: Integers, slots: Slots, begin: int, end: int, w: Work, work: Array) -> None:
    """Solve K lambda = right-hand side in place, in column 16 of the rows; rows that were left out get zero."""
    for i in range(begin, end):
        row = w.row + ROW_SIZE * i
        if work[u(row + 17)].real == 0.0:
            work[u(row + 16)] = 0.0
            continue
        first, start = layout[u(slots.first + i)], layout[u(slots.start + i)] - layout[u(slots.first + i)]
        value = work[u(row + 16)]
        for j in range(max(first, begin), i):
            value -= work[u(w.matrix + start + j)] * work[u(w.row + ROW_SIZE * j + 16)]
        work[u(row + 16)] = value
    for i in range(begin, end):
        row = w.row + ROW_SIZE * i
        if work[u(row + 17)].real != 0.0:
            work[u(row + 16)] /= work[u(row + 17)]
    for i in range(end - 1, begin - 1, -1):
        row = w.row + ROW_SIZE * i
        value = work[u(row + 16)]
        if work[u(row + 17)].real == 0.0:
            continue
        first, start = layout[u(slots.first + i)], layout[u(slots.start + i)] - layout[u(slots.first + i)]
        for j in range(max(first, begin), i):
            work[u(w.row + ROW_SIZE * j + 16)] -= work[u(w.matrix + start + j)] * value
