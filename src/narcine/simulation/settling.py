"""Bringing couplings back to where they hold after a step: positions and velocities, by the least change in M."""

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.constraints import factorise, fill_matrix, solve
from narcine.multibody.coupled import Coupled, coupled
from narcine.multibody.joints import advance_positions
from narcine.multibody.kinematics import update_kinematics
from narcine.multibody.reduced import gather_to_roots
from narcine.multibody.relation import OFF
from narcine.multibody.udwadia_kalaba import push_together, relate_links
from narcine.multibody.work import ROW_SIZE
from narcine.simulation.step import update_signals
from narcine.spatial.rotations import matrix3
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers

DRIFT = 1e-9
"""Largest distance (m) or angle (rad) by which a coupling may be off after a step."""
SLIP = 1e-9
"""Largest velocity (m/s, rad/s) by which it may move."""
PASSES = 20
"""Corrections after which a coupling that is still off cannot hold: each squares what is left."""


@shared_kernel
def settle(p: Array, layout: Integers, x: Array, command: Array, work: Array, rates: Array) -> int:
    """Correct positions and velocities until all couplings hold, and return the row that does not, or -1.

    Positions and velocities move by M^-1 J^T K^-1 times what is left, Newton's method in the metric of the inertia.
    """
    worst = -1
    for number in range(PASSES + 1):
        look(p, layout, x, command, work, rates)
        worst = worst_row(coupled(layout), work)
        if worst < 0 or number == PASSES:
            break
        correct(p, layout, x, work)
    return worst


@shared_kernel
def look(p: Array, layout: Integers, x: Array, command: Array, work: Array, rates: Array) -> None:
    """Fill the rows of all couplings for the state x."""
    links, _, _, w = coupled(layout)
    update_signals(p, layout, x, command, w, work, rates)
    update_kinematics(p, layout, links, x, w, work)
    relate_links(p, layout, x, work)


@kernel
def worst_row(tables: Coupled, work: Array) -> int:
    """Return the row that is farthest off, or -1 where all are near enough."""
    worst, largest = -1, 1.0
    for i in range(tables.slots.rows):
        row = tables.work.row + ROW_SIZE * i
        if work[u(row + 15)].real != OFF:
            off = max(abs(work[u(row + 12)].real) / DRIFT, abs(work[u(row + 13)].real) / SLIP)
            if not off <= largest:
                worst, largest = i, off
    return worst


@shared_kernel
def correct(p: Array, layout: Integers, x: Array, work: Array) -> None:
    """Take one step towards where all couplings hold, in positions and in velocities."""
    links, couplings, slots, w = coupled(layout)
    gather_to_roots(p, layout, links, x, 0.0, w, work)
    fill_matrix(p, layout, links, couplings, slots, w, work)
    factorise(p, layout, couplings, slots, 0 * slots.rows, slots.rows, w, work)
    for column in (12, 13):
        remove(p, layout, column, work)
        for i in range(links.rows):
            q, v = layout[u(links.position + i)], layout[u(links.velocity + i)]
            if column == 12 and not layout[u(links.prescribed + i)]:
                attitude = matrix3(work, w.attitude + 9 * i)
                advance_positions(layout[u(links.kind + i)], attitude, x, q, work, w.push + v, 1.0)
            elif column == 13:
                for k in range(v, v + layout[u(links.freedoms + i)]):
                    x[u(links.first_velocity + k)] += work[u(w.push + k)]


@kernel
def remove(p: Array, layout: Integers, column: int, work: Array) -> None:
    """Fill the pushes that take away what stands in a column of the rows."""
    links, couplings, slots, w = coupled(layout)
    for i in range(slots.rows):
        row = w.row + ROW_SIZE * i
        work[u(row + 16)] = -work[u(row + column)]
    solve(layout, slots, 0 * slots.rows, slots.rows, w, work)
    push_together(p, layout, links, couplings, slots, w, work)
