"""Couplings seen from outside a step: how far off each is, taking hold, and letting go."""

import numpy as np

from narcine.compiled import entry_point
from narcine.hydrodynamics.meeting import update_flow
from narcine.hydrodynamics.waterline.wetness import set_still_water, update_wetness
from narcine.multibody.constraints import factorise, fill_matrix
from narcine.multibody.reduced import gather_to_roots
from narcine.multibody.relation import OFF
from narcine.multibody.turning import quaternion_of
from narcine.multibody.work import ROW_SIZE, work_size
from narcine.simulation.settling import look, remove, settle
from narcine.simulation.step import clear_forces, read_tables
from narcine.spatial.rotations import matrix3, product, rotate, rotate_back, store4, transpose
from narcine.spatial.vectors import Array, add3, store3, subtract3, vector3
from narcine.tables import STATES, VELOCITIES, Integers


@entry_point
def inspect(p: Array, layout: Integers, x: Array, command: Array, errors: Array) -> None:
    """Fill how far off each row of a coupling is, and how fast it moves (row, 2); NaN for rows that are off."""
    t = read_tables(layout)
    work = np.zeros(work_size(layout, 1), x.dtype)
    look(p, layout, t, x, command, work, np.zeros(layout[STATES], x.dtype))
    for i in range(t.slots.rows):
        row = t.work.row + ROW_SIZE * i
        for j in range(2):
            errors[i, j] = np.nan if work[row + 15].real == OFF else work[row + 12 + j]


@entry_point
def bring_together(p: Array, layout: Integers, x: Array, command: Array) -> int:
    """Move x to where all couplings hold, and return the row that does not, or -1."""
    t = read_tables(layout)
    work = np.zeros(work_size(layout, 1), x.dtype)
    set_still_water(layout, t.links, t.water, t.work, work)
    return settle(p, layout, t, x, command, work, np.zeros(layout[STATES], x.dtype))


@entry_point
def take_hold(p: Array, layout: Integers, x: Array, command: Array, c: int) -> None:
    """Let a coupling hold its links as they stand.

    Their velocities jump by delta_nu = -M^-1 J^T K^-1 J nu, with the water that they carry along in M: momentum of
    body and water stays as it was. The velocity of the water itself does not jump.
    """
    t = read_tables(layout)
    w = t.work
    work = np.zeros(work_size(layout, 1), x.dtype)
    rates = np.zeros(layout[STATES], x.dtype)
    set_still_water(layout, t.links, t.water, w, work)
    look(p, layout, t, x, command, work, rates)
    first, second = layout[t.couplings.first + c], layout[t.couplings.second + c]
    attitude, other = matrix3(work, w.attitude + 9 * first), matrix3(work, w.attitude + 9 * second)
    point = add3(vector3(work, w.place + 3 * second), rotate(other, vector3(p, t.couplings.to + 3 * c)))
    state = layout[t.couplings.state + c]
    x[state] = 1.0
    store3(x, state + 1, rotate_back(attitude, subtract3(point, vector3(work, w.place + 3 * first))))
    store4(x, state + 4, quaternion_of(product(transpose(attitude), other)))
    look(p, layout, t, x, command, work, rates)
    update_flow(p, layout, t.links, t.hydrostatics, t.water, t.swell, t.knots, x, w, work, rates)
    update_wetness(p, layout, t.waterlines, t.frusta, t.triangles, t.links, t.water, t.swell, w, work)
    clear_forces(layout, t, 0, work)
    gather_to_roots(p, layout, t.links, x, 0.0, w, work)
    fill_matrix(p, layout, t.links, t.couplings, t.slots, w, work)
    factorise(p, layout, t.couplings, t.slots, 0, t.slots.rows, w, work)
    remove(p, layout, t, 13, work)
    for k in range(layout[VELOCITIES]):
        x[t.links.first_velocity + k] += work[w.push + k]
