"""Couplings seen from outside a step: how far off each is, taking hold, and letting go."""

import numpy as np

from narcine.compiled import entry_point, kernel
from narcine.hydrodynamics.meeting import update_flow
from narcine.hydrodynamics.waterline.wetness import set_still_water, update_wetness
from narcine.multibody.constraints import factorise, fill_matrix
from narcine.multibody.coupled import coupled
from narcine.multibody.couplings import CouplingKind
from narcine.multibody.reduced import gather_to_roots
from narcine.multibody.relation import OFF
from narcine.multibody.turning import quaternion_of
from narcine.multibody.work import ROW_SIZE, work_size
from narcine.scalars import atan2, sqrt
from narcine.simulation.settling import look, remove, settle
from narcine.simulation.step import clear_forces, read_tables
from narcine.spatial.rotations import matrix3, product, rotate, rotate_back, store4, transpose
from narcine.spatial.vectors import Array, add3, cross, dot3, store3, subtract3, vector3
from narcine.tables import STATES, VELOCITIES, Integers


@entry_point
def inspect(p: Array, layout: Integers, x: Array, command: Array, errors: Array) -> None:
    """Fill how far off each row of a coupling is, and how fast it moves (row, 2); NaN for rows that are off."""
    tables = coupled(layout)
    work = np.zeros(work_size(layout, 1), x.dtype)
    look(p, layout, x, command, work, np.zeros(layout[STATES], x.dtype))
    for i in range(tables.slots.rows):
        row = tables.work.row + ROW_SIZE * i
        for j in range(2):
            errors[i, j] = np.nan if work[row + 15].real == OFF else work[row + 12 + j]


@entry_point
def bring_together(p: Array, layout: Integers, x: Array, command: Array) -> int:
    """Move x to where all couplings hold, and return the row that does not, or -1."""
    t = read_tables(layout)
    work = np.zeros(work_size(layout, 1), x.dtype)
    set_still_water(layout, t.links, t.water, t.work, work)
    return settle(p, layout, x, command, work, np.zeros(layout[STATES], x.dtype))


@entry_point
def misfit(p: Array, layout: Integers, x: Array, command: Array, c: int) -> tuple[float, float]:
    """Return by how far (m) and by what angle (rad) two links miss where their coupling is made to hold them."""
    work = np.zeros(work_size(layout, 1), x.dtype)
    look(p, layout, x, command, work, np.zeros(layout[STATES], x.dtype))
    return apart(p, layout, c, work)


@kernel
def apart(p: Array, layout: Integers, c: int, work: Array) -> tuple[float, float]:
    """Return the distance and the angle by which the links of a coupling are off, where they now are."""
    _, couplings, _, w = coupled(layout)
    kind = layout[couplings.kind + c]
    first, second = layout[couplings.first + c], layout[couplings.second + c]
    attitude, other = matrix3(work, w.attitude + 9 * first), matrix3(work, w.attitude + 9 * second)
    axis = vector3(p, couplings.axis + 3 * c)
    point = add3(vector3(work, w.place + 3 * first), rotate(attitude, vector3(p, couplings.at + 3 * c)))
    reach = rotate_back(other, subtract3(point, vector3(work, w.place + 3 * second)))
    gap = subtract3(vector3(p, couplings.to + 3 * c), reach)
    distance = sqrt(dot3(gap, gap).real)
    if kind == CouplingKind.DISTANCE:
        return abs(distance - p[couplings.size + c].real), 0.0
    if kind == CouplingKind.BALL:
        return distance, 0.0
    R = product(transpose(matrix3(p, couplings.placement + 9 * c)), product(transpose(attitude), other))
    if kind == CouplingKind.HINGE:
        turned = rotate(R, axis)
        across = cross(axis, turned)
        return distance, atan2(sqrt(dot3(across, across).real), dot3(axis, turned).real)
    if kind == CouplingKind.SLIDER:
        aside = cross(gap, axis)
        distance = sqrt(dot3(aside, aside).real)
    skewed = (R[7] - R[5], R[2] - R[6], R[3] - R[1])
    return distance, atan2(sqrt(dot3(skewed, skewed).real), (R[0] + R[4] + R[8]).real - 1.0)


@entry_point
def let_go(layout: Integers, x: Array, c: int) -> None:
    """Let a coupling hold nothing."""
    x[layout[coupled(layout).couplings.state + c]] = 0.0


@entry_point
def take_hold(p: Array, layout: Integers, x: Array, command: Array, c: int) -> bool:
    """Let a coupling hold its links as they stand, and return whether they are near enough for that.

    Their velocities jump by delta_nu = -M^-1 J^T K^-1 J nu, with the water that they carry along in M: momentum of
    body and water stays as it was. The velocity of the water itself does not jump. The energy lost is half of the
    impulse times the velocity that it takes away.
    """
    t = read_tables(layout)
    links, couplings, slots, w = coupled(layout)
    work = np.zeros(work_size(layout, 1), x.dtype)
    rates = np.zeros(layout[STATES], x.dtype)
    set_still_water(layout, links, t.water, w, work)
    look(p, layout, x, command, work, rates)
    distance, angle = apart(p, layout, c, work)
    if distance > p[couplings.capture + 2 * c].real or angle > p[couplings.capture + 2 * c + 1].real:
        return False
    first, second = layout[couplings.first + c], layout[couplings.second + c]
    attitude, other = matrix3(work, w.attitude + 9 * first), matrix3(work, w.attitude + 9 * second)
    point = add3(vector3(work, w.place + 3 * second), rotate(other, vector3(p, couplings.to + 3 * c)))
    state = layout[couplings.state + c]
    x[state] = 1.0
    store3(x, state + 1, rotate_back(attitude, subtract3(point, vector3(work, w.place + 3 * first))))
    store4(x, state + 4, quaternion_of(product(transpose(attitude), other)))
    look(p, layout, x, command, work, rates)
    update_flow(p, layout, links, t.hydrostatics, t.water, t.swell, t.knots, x, command, w, work, rates)
    update_wetness(p, layout, t.waterlines, t.frusta, t.triangles, links, t.water, t.swell, w, work)
    clear_forces(layout, links, 0, w, work)
    gather_to_roots(p, layout, links, x, 0.0, w, work)
    fill_matrix(p, layout, links, couplings, slots, w, work)
    factorise(p, layout, couplings, slots, 0 * slots.rows, slots.rows, w, work)
    remove(p, layout, 13, work)
    for i in range(slots.rows):
        row = w.row + ROW_SIZE * i
        x[state + 8] += 0.5 * work[row + 16] * work[row + 13]
    for k in range(layout[VELOCITIES]):
        x[links.first_velocity + k] += work[w.push + k]
    return True
