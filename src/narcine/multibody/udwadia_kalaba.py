"""Couplings held by the least change of acceleration: nu_dot = nu_dot_u + M^-1 J^T lambda, K lambda = b - J nu_dot_u.

Udwadia and Kalaba 2002, with M^-1 J^T from the articulated-body solve in place of M^(-1/2) and a pseudo-inverse: the
accelerations are the same, also where rows repeat each other.
"""

from typing import Any

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.constraints import factorise, fill_matrix, load_links, solve
from narcine.multibody.couplings import CouplingKind, Couplings, Slots
from narcine.multibody.links import Links
from narcine.multibody.relation import OFF, is_docked, relate
from narcine.multibody.response import clear_loads, respond
from narcine.multibody.work import ROW_SIZE, Work
from narcine.spatial.inertias import INERTIA_SIZE, inertia, inertia_times
from narcine.spatial.vectors import Array, accumulate6, add6, dot6, scale6, store6, u, vector6
from narcine.tables import VELOCITIES, Integers


@shared_kernel
def relate_links(
    p: Array, layout: Integers, links: Links, couplings: Couplings, slots: Slots, x: Array, w: Work, work: Array
) -> None:
    """Fill the rows of all couplings; those of loose ones are off."""
    for c in range(couplings.rows):
        relate(p, layout, couplings, c, x, links.first_velocity, w, work)
    store6(work, w.gain + 6 * links.rows, scale6(0.0, vector6(work, w.motion + 6 * links.rows)))
    for i in range(slots.rows):
        if not is_docked(layout, couplings, layout[u(slots.coupling + i)], x):
            work[u(w.row + ROW_SIZE * i + 15)] = OFF


@shared_kernel
def apply_efforts(
    layout: Integers, links: Links, couplings: Couplings, x: Array, h: float, w: Work, work: Array
) -> None:
    """Put the efforts of springs and drives in joints that are couplings onto their links.

    Over an implicit step h a row's stiffness k and damping d resist its acceleration by h d + h^2 k: it becomes a
    constraint with the inverse of that as compliance.
    """
    for c in range(couplings.rows):
        coordinates = layout[u(couplings.coordinates + c)]
        held = layout[u(couplings.slot + c)]
        for j in range(coordinates):
            row = w.row + ROW_SIZE * (held + coordinate_row(layout, couplings, c) + j)
            k = layout[u(couplings.velocity + c)] + j
            effort = work[u(w.spring + k)] + work[u(w.drive + k)]
            if h > 0.0 and work[u(row + 15)].real == OFF:
                stiffness = work[u(w.stiffness + k)]
                resistance = h * (work[u(w.damping + k)] + h * stiffness)
                effort -= h * stiffness * x[u(links.first_velocity + k)]
                if resistance.real > 0.0:
                    work[u(row + 15)] = 1.0 / resistance
            first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
            if first < links.rows:
                accumulate6(work, w.wrench + 6 * first, scale6(effort, vector6(work, row)))
            accumulate6(work, w.wrench + 6 * second, scale6(effort, vector6(work, row + 6)))


@kernel
def coordinate_row(layout: Integers, couplings: Couplings, c: int) -> int:
    """Return which of a coupling's rows is its first coordinate's."""
    kind = layout[u(couplings.kind + c)]
    if kind == CouplingKind.BALL:
        return 3
    return 4 if kind == CouplingKind.UNIVERSAL else 5


@kernel
def row_acceleration(layout: Integers, couplings: Couplings, c: int, row: int, at: int, work: Array) -> Any:
    """Return J times the accelerations (or gains) of the links that are kept from `at` on."""
    first, second = layout[u(couplings.first + c)], layout[u(couplings.second + c)]
    return dot6(vector6(work, row), vector6(work, at + 6 * first)) + dot6(
        vector6(work, row + 6), vector6(work, at + 6 * second)
    )


@shared_kernel
def hold(
    p: Array,
    layout: Integers,
    links: Links,
    couplings: Couplings,
    slots: Slots,
    x: Array,
    w: Work,
    work: Array,
    rates: Array,
) -> None:
    """Change the accelerations of links and freedoms so that all couplings hold, and keep the multipliers."""
    fill_matrix(p, layout, links, couplings, slots, w, work)
    factorise(p, layout, couplings, slots, 0, slots.rows, w, work)
    for i in range(slots.rows):
        row = w.row + ROW_SIZE * i
        c = layout[u(slots.coupling + i)]
        wanted = given_acceleration(layout, couplings, c, i, w, work)
        work[u(row + 16)] = (
            wanted - work[u(row + 14)] - row_acceleration(layout, couplings, c, row, w.acceleration, work)
        )
    solve(layout, slots, 0, slots.rows, w, work)
    push_together(p, layout, links, couplings, slots, w, work)
    for k in range(layout[u(VELOCITIES)]):
        rates[u(links.first_velocity + k)] += work[u(w.push + k)]
    for i in range(links.rows):
        accumulate6(work, w.acceleration + 6 * i, vector6(work, w.gain + 6 * i))
    note_reactions(p, layout, links, w, work)
    note_coordinates(layout, links, couplings, x, w, work, rates)


@kernel
def given_acceleration(layout: Integers, couplings: Couplings, c: int, i: int, w: Work, work: Array) -> Any:
    """Return the acceleration that a prescribed coordinate's row must have; zero for all others."""
    j = i - layout[u(couplings.slot + c)] - coordinate_row(layout, couplings, c)
    if j >= 0 and layout[u(couplings.coordinates + c)] > 0 and layout[u(couplings.prescribed + c)] & (1 << j):
        return work[u(w.given + layout[u(couplings.velocity + c)] + j)]
    return 0.0 * work[u(w.row)]


@shared_kernel
def push_together(
    p: Array, layout: Integers, links: Links, couplings: Couplings, slots: Slots, w: Work, work: Array
) -> None:
    """Fill gains and pushes of the multipliers of all rows together."""
    clear_loads(0, links.rows, w, work)
    for k in range(layout[u(VELOCITIES)]):
        work[u(w.push + k)] = 0.0
    for i in range(slots.rows):
        row = w.row + ROW_SIZE * i
        if work[u(row + 17)].real != 0.0:
            load_links(layout, links, couplings, layout[u(slots.coupling + i)], row, work[u(row + 16)], w, work)
    respond(p, layout, links, 0, links.rows, w, work)


@kernel
def note_reactions(p: Array, layout: Integers, links: Links, w: Work, work: Array) -> None:
    """Bring the efforts of prescribed joints and the biases of roots up to date with what couplings do."""
    for i in range(links.rows):
        prescribed = layout[u(links.prescribed + i)]
        if layout[u(links.parent + i)] == links.rows or prescribed:
            accumulate6(work, w.bias + 6 * i, scale6(-1.0, vector6(work, w.load + 6 * i)))
        if prescribed:
            k = layout[u(links.velocity + i)]
            M = inertia(work, w.articulated + INERTIA_SIZE * i)
            load = add6(inertia_times(M, vector6(work, w.acceleration + 6 * i)), vector6(work, w.bias + 6 * i))
            work[u(w.drive + k)] = dot6(vector6(p, links.freedom + 6 * k), load) - work[u(w.spring + k)]


@kernel
def note_coordinates(
    layout: Integers, links: Links, couplings: Couplings, x: Array, w: Work, work: Array, rates: Array
) -> None:
    """Fill the rates of coordinates of joints that are couplings, and what drives prescribed ones."""
    for c in range(couplings.rows):
        coordinates = layout[u(couplings.coordinates + c)]
        if coordinates == 0 or layout[u(couplings.kind + c)] == CouplingKind.BALL:
            continue
        for j in range(coordinates):
            row = w.row + ROW_SIZE * (layout[u(couplings.slot + c)] + coordinate_row(layout, couplings, c) + j)
            k = layout[u(couplings.velocity + c)] + j
            rates[u(layout[u(couplings.position + c)] + j)] = x[u(links.first_velocity + k)]
            rates[u(links.first_velocity + k)] = work[u(row + 14)] + row_acceleration(
                layout, couplings, c, row, w.acceleration, work
            )
            if layout[u(couplings.prescribed + c)] & (1 << j):
                work[u(w.drive + k)] = work[u(row + 16)]
