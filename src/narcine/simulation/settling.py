"""Bringing couplings back to where they hold after a step: positions and velocities, by the least change in M."""

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.constraints import factorise, fill_matrix, solve
from narcine.multibody.joints import advance_positions
from narcine.multibody.kinematics import update_kinematics
from narcine.multibody.reduced import gather_to_roots
from narcine.multibody.relation import OFF
from narcine.multibody.udwadia_kalaba import push_together, relate_links
from narcine.multibody.work import ROW_SIZE
from narcine.simulation.step import Tables, update_signals
from narcine.spatial.rotations import matrix3
from narcine.spatial.vectors import Array, u
from narcine.tables import VELOCITIES, Integers

DRIFT = 1e-9
"""Largest distance (m) or angle (rad) by which a coupling may be off after a step."""
SLIP = 1e-9
"""Largest velocity (m/s, rad/s) by which it may move."""
PASSES = 20
"""Corrections after which a coupling that is still off cannot hold: each squares what is left."""


@shared_kernel
def settle(p: Array, layout: Integers, t: Tables, x: Array, command: Array, work: Array, rates: Array) -> int:
    """Correct positions and velocities until all couplings hold, and return the row that does not, or -1.

    Positions and velocities move by M^-1 J^T K^-1 times what is left, Newton's method in the metric of the inertia.
    """
    for _ in range(PASSES):
        look(p, layout, t, x, command, work, rates)
        worst = worst_row(t, work)
        if worst < 0:
            return -1
        correct(p, layout, t, x, work)
    look(p, layout, t, x, command, work, rates)
    return worst_row(t, work)


@shared_kernel
def look(p: Array, layout: Integers, t: Tables, x: Array, command: Array, work: Array, rates: Array) -> None:
    """Fill the rows of all couplings for the state x."""
    update_signals(p, layout, t, x, command, work, rates)
    update_kinematics(p, layout, t.links, x, t.work, work)
    relate_links(p, layout, t.links, t.couplings, t.slots, x, t.work, work)


@kernel
def worst_row(t: Tables, work: Array) -> int:
    """Return the row that is farthest off, or -1 where all are near enough."""
    worst, largest = -1, 1.0
    for i in range(t.slots.rows):
        row = t.work.row + ROW_SIZE * i
        if work[u(row + 15)].real != OFF:
            off = max(abs(work[u(row + 12)].real) / DRIFT, abs(work[u(row + 13)].real) / SLIP)
            if not off <= largest:
                worst, largest = i, off
    return worst


@shared_kernel
def correct(p: Array, layout: Integers, t: Tables, x: Array, work: Array) -> None:
    """Take one step towards where all couplings hold, in positions and in velocities."""
    w, links, slots = t.work, t.links, t.slots
    gather_to_roots(p, layout, links, x, 0.0, w, work)
    fill_matrix(p, layout, links, t.couplings, slots, w, work)
    factorise(p, layout, t.couplings, slots, 0, slots.rows, w, work)
    remove(p, layout, t, 12, work)
    for i in range(links.rows):
        if not layout[u(links.prescribed + i)]:
            advance_positions(
                layout[u(links.kind + i)],
                matrix3(work, w.attitude + 9 * i),
                x,
                layout[u(links.position + i)],
                work,
                w.push + layout[u(links.velocity + i)],
                1.0,
            )
    remove(p, layout, t, 13, work)
    for k in range(layout[u(VELOCITIES)]):
        x[u(links.first_velocity + k)] += work[u(w.push + k)]


@shared_kernel
def remove(p: Array, layout: Integers, t: Tables, column: int, work: Array) -> None:
    """Fill the pushes that take away what stands in a column of the rows."""
    for i in range(t.slots.rows):
        row = t.work.row + ROW_SIZE * i
        work[u(row + 16)] = -work[u(row + column)]
    solve(layout, t.slots, 0, t.slots.rows, t.work, work)
    push_together(p, layout, t.links, t.couplings, t.slots, t.work, work)
