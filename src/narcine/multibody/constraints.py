"""K = J M^-1 J^T of all couplings and its solution: L D L^T that leaves out rows which say what others said before.

Transposed, never conjugated, so that it holds for a complex step. K is kept by rows from the first entry that is not
zero, so that a row of N vehicles costs N times one coupling.
"""

from typing import Any

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.couplings import CouplingKind, Couplings, Slots
from narcine.multibody.links import Links
from narcine.multibody.relation import OFF
from narcine.multibody.response import clear_loads, respond
from narcine.multibody.work import ROW_SIZE, Work
from narcine.spatial.vectors import Array, accumulate6, dot6, scale6, u, vector6
from narcine.tables import Integers

RANK = 1e-9
"""Part of what a unit of force moves below which a row is taken to say nothing new."""


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
    for j in range(slots.rows):
        row = w.row + ROW_SIZE * j
        if work[u(row + 15)].real == OFF:
            continue
        c = layout[u(slots.coupling + j)]
        here, here_end = layout[u(couplings.first_root + c)], layout[u(couplings.first_end + c)]
        there, there_end = layout[u(couplings.second_root + c)], layout[u(couplings.second_end + c)]
        clear_loads(here, here_end, w, work)
        clear_loads(there, there_end, w, work)
        load_links(layout, links, couplings, c, row, 1.0, w, work)
        for root, end in ((there, there_end), (here, here_end if here != there else here)):
            respond(p, layout, links, root, end, w, work)
        for i in range(j, slots.rows):
            first = layout[u(slots.first + i)]
            other = w.row + ROW_SIZE * i
            if first > j or work[u(other + 15)].real == OFF:
                continue
            d = layout[u(slots.coupling + i)]
            entry = 0.0 * work[u(row)]
            root = layout[u(couplings.first_root + d)]
            if root in (there, here):
                entry += dot6(vector6(work, other), vector6(work, w.gain + 6 * layout[u(couplings.first + d)]))
            root = layout[u(couplings.second_root + d)]
            if root in (there, here):
                entry += dot6(vector6(work, other + 6), vector6(work, w.gain + 6 * layout[u(couplings.second + d)]))
            work[u(w.matrix + layout[u(slots.start + i)] + j - first)] = entry


@shared_kernel
def factorise(
    p: Array, layout: Integers, couplings: Couplings, slots: Slots, begin: int, end: int, w: Work, work: Array
) -> None:
    """Turn K of some rows into L, and put D into the rows; D is zero where a row is off or says nothing new."""
    for i in range(begin, end):
        row = w.row + ROW_SIZE * i
        work[u(row + 17)] = 0.0
        if work[u(row + 15)].real == OFF:
            continue
        first, start = max(layout[u(slots.first + i)], begin), layout[u(slots.start + i)] - layout[u(slots.first + i)]
        pivot = work[u(w.matrix + start + i)] + work[u(row + 15)]
        for j in range(first, i):
            other = w.row + ROW_SIZE * j
            divisor = work[u(other + 17)]
            if divisor.real == 0.0:
                work[u(w.matrix + start + j)] = 0.0
                continue
            entry = work[u(w.matrix + start + j)]
            other_first = max(layout[u(slots.first + j)], begin)
            other_start = layout[u(slots.start + j)] - layout[u(slots.first + j)]
            for k in range(max(first, other_first), j):
                entry -= (
                    work[u(w.matrix + start + k)]
                    * work[u(w.row + ROW_SIZE * k + 17)]
                    * work[u(w.matrix + other_start + k)]
                )
            entry /= divisor
            work[u(w.matrix + start + j)] = entry
            pivot -= entry * entry * divisor
        if pivot.real > RANK * row_scale(p, layout, couplings, slots, i).real:
            work[u(row + 17)] = pivot


@kernel
def row_scale(p: Array, layout: Integers, couplings: Couplings, slots: Slots, i: int) -> Any:
    """Return how much a unit of the row's force, or of its moment, moves something of the links' size."""
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
