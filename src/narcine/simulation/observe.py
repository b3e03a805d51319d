"""What can be read off a state: poses, motions, efforts, energy, and wrenches and power by term."""

from typing import NamedTuple

import numpy as np

from narcine.actuation.drives import DriveKind
from narcine.actuation.hold import hold_output
from narcine.actuation.motor import motor_torque, shaft_angle
from narcine.actuation.plates import plates_force
from narcine.actuation.propeller import thrust_and_torque
from narcine.actuation.tendon import tendon_tension
from narcine.actuation.thruster import shaft_speed, thruster_power, thruster_pulse
from narcine.compiled import entry_point, kernel
from narcine.hydrodynamics.waterline.wetness import set_still_water
from narcine.multibody.constraints import end_of
from narcine.multibody.coupled import coupled
from narcine.multibody.kinematics import counted_motion
from narcine.multibody.relation import OFF, is_docked
from narcine.multibody.work import ROW_SIZE, Work, work_size
from narcine.simulation.step import WRENCH_BLOCKS, Tables, Term, evaluate, read_tables
from narcine.spatial.inertias import INERTIA_SIZE, RIGID_SIZE, inertia, inertia_times, rigid_momentum
from narcine.spatial.rotations import matrix3, rotate
from narcine.spatial.vectors import (
    Array,
    add3,
    add6,
    angular,
    cross,
    dot3,
    dot6,
    linear,
    scale6,
    subtract3,
    vector3,
    vector6,
)
from narcine.tables import STATES, VELOCITIES, Integers, Table
from narcine.water.medium import Water


class Observation(NamedTuple):
    """Readings of a row of states, made by `observe`; first index the state, terms in the order of `Term`."""

    attitude: Array
    """link to world, by rows (state, link, 9)"""
    place: Array
    """(state, link, 3)"""
    motion: Array
    """(state, link, 6)"""
    acceleration: Array
    """(state, link, 6)"""
    drive: Array
    """effort of drives (state, velocity)"""
    spring: Array
    """effort of springs, dampers and stops (state, velocity)"""
    wrench: Array
    """(state, term, link, 6)"""
    power: Array
    """power of each term on the vehicle, in the frame of the water (state, term)"""
    kinetic: Array
    """kinetic energy of bodies and of the water they carry, in the frame of the water (state,)"""
    anchor: Array
    """power of joints to the world, in the frame of the water: zero in still water (state,)"""
    shaft: Array
    """power that propellers and then thrusters take (state, screw)"""
    stream: Array
    """velocity of the water that each link meets, in world axes (state, link, 3)"""
    wet: Array
    """share of each link's volume below the surface (state, link)"""
    rates: Array
    """rates of the state itself (state, entry)"""
    coupling_wrench: Array
    """force and moment of each coupling's first link on its second, at its point, in the second's axes (state,
    coupling, 6)"""
    coupling_drift: Array
    """how far off each coupling is, in m or rad, whichever is more (state, coupling)"""
    docked: Array
    """1 where a coupling holds, else 0 (state, coupling)"""
    output: Array
    """outputs of holds (us), then pulses (us) and then speeds (rad/s) of thrusters, tensions of tendons and forces of
    plates (N), torques of motors (N m) (state, output)"""
    motor: Array
    """power that motors give to what hangs on their shafts, and to the shafts (state, drive)"""
    plates: Array
    """power that plates take from motors; what they give to joints is in `spring` (state,)"""


def empty_observation(layout: Integers, states: int, dtype: type = float) -> Observation:
    """Return the memory that `observe` fills."""
    n, m = int(layout[3 * Table.LINKS]), int(layout[VELOCITIES])
    holds, thrusters = int(layout[3 * Table.HOLDS]), int(layout[3 * Table.THRUSTERS])
    tendons, plates, drives = (int(layout[3 * each]) for each in (Table.TENDONS, Table.PLATES, Table.DRIVES))
    terms = WRENCH_BLOCKS - 1
    couplings = int(layout[3 * Table.COUPLINGS])
    shapes = (
        (n, 9),
        (n, 3),
        (n, 6),
        (n, 6),
        (m,),
        (m,),
        (terms, n, 6),
        (terms,),
        (),
        (),
        (int(layout[3 * Table.PROPELLERS]) + thrusters,),
        (n, 3),
        (n,),
        (int(layout[STATES]),),
        (couplings, 6),
        (couplings,),
        (couplings,),
        (holds + 2 * thrusters + tendons + plates + drives,),
        (drives,),
        (),
    )
    return Observation(*(np.zeros((states, *shape), dtype) for shape in shapes))


@entry_point
def observe(p: Array, layout: Integers, states: Array, commands: Array, out: Observation, coupled: int | None) -> None:
    """Fill `out` with the readings of each state under its command."""
    t = read_tables(layout)
    n = t.links.rows
    work = np.empty(work_size(layout, WRENCH_BLOCKS), states.dtype)
    rates = np.zeros(layout[STATES], states.dtype)
    set_still_water(layout, t.links, t.water, t.work, work)
    x = np.empty(layout[STATES], states.dtype)
    for s in range(states.shape[0]):
        for k in range(layout[STATES]):
            x[k] = states[s, k]
        evaluate(p, layout, t, x, commands[s], 0.0, 6 * n, work, rates, coupled)
        read_links(t, s, work, out)
        for k in range(layout[VELOCITIES]):
            out.drive[s, k] = work[t.work.drive + k]
            out.spring[s, k] = work[t.work.spring + k]
        for k in range(layout[STATES]):
            out.rates[s, k] = rates[k]
        read_powers(p, layout, t, s, work, out)
        if coupled is not None:
            read_couplings(p, layout, t.water, s, x, work, out)
        for i in range(t.propellers.rows):
            _, torque = thrust_and_torque(p, layout, t.propellers, p[t.water.density], i, x, t.work, work)
            out.shaft[s, i] = torque * x[layout[t.propellers.state + i]]
        read_thrusters(p, layout, t, s, x, commands[s], work, out)
        read_motors(p, layout, t, s, x, work, out)


@kernel
def read_links(t: Tables, s: int, work: Array, out: Observation) -> None:
    """Copy poses, motions, accelerations and wrenches."""
    n = t.links.rows
    for i in range(n):
        for k in range(9):
            out.attitude[s, i, k] = work[t.work.attitude + 9 * i + k]
        for k in range(3):
            out.place[s, i, k] = work[t.work.place + 3 * i + k]
        for k in range(6):
            out.motion[s, i, k] = work[t.work.motion + 6 * i + k]
            out.acceleration[s, i, k] = work[t.work.acceleration + 6 * i + k]
            for term in range(WRENCH_BLOCKS - 1):
                out.wrench[s, term, i, k] = work[t.work.wrench + 6 * n * (term + 1) + 6 * i + k]


@kernel
def read_couplings(p: Array, layout: Integers, water: Water, s: int, x: Array, work: Array, out: Observation) -> None:
    """Sum what each coupling's rows do to its second link, coordinates left out, and see how far off they are.

    Held to the world, a link takes power from the water's frame that moves, as by a joint to the world.
    """
    links, couplings, slots, w = coupled(layout)
    for c in range(couplings.rows):
        out.docked[s, c] = 1.0 if is_docked(layout, couplings, c, x) else 0.0
        wrench = scale6(0.0, vector6(work, w.row))
        begin, end = layout[couplings.slot + c], end_of(layout, couplings, slots, c)
        off = 0.0
        for i in range(begin, end):
            row = w.row + ROW_SIZE * i
            if work[row + 15].real == OFF:
                continue
            if i < end - layout[couplings.coordinates + c]:
                off = max(off, abs(work[row + 12].real))
                wrench = add6(wrench, scale6(work[row + 16], vector6(work, row + 6)))
        to = vector3(p, couplings.to + 3 * c)
        moment = subtract3(angular(wrench), cross(to, linear(wrench)))
        for k in range(3):
            out.coupling_wrench[s, c, k] = wrench[k]
            out.coupling_wrench[s, c, k + 3] = moment[k]
        out.coupling_drift[s, c] = off
        if layout[couplings.first + c] == links.rows and not layout[water.varies]:
            second = layout[couplings.second + c]
            out.anchor[s] -= dot3(linear(wrench), vector3(work, w.stream + 3 * second))


@kernel
def read_thrusters(
    p: Array, layout: Integers, t: Tables, s: int, x: Array, command: Array, work: Array, out: Observation
) -> None:
    """Note what holds put out, and what pulses thrusters get, how fast they turn and what power they take."""
    w, holds, thrusters = t.work, t.holds, t.thrusters
    for i in range(holds.rows):
        out.output[s, i], _ = hold_output(p, layout, holds, i, x, command, w, work)
    for i in range(thrusters.rows):
        pulse = thruster_pulse(p, layout, thrusters, holds, t.mixing, i, x, command, w, work)
        speed = shaft_speed(p, layout, thrusters, i, pulse, x)
        out.output[s, holds.rows + i] = pulse
        out.output[s, holds.rows + thrusters.rows + i] = speed
        out.shaft[s, t.propellers.rows + i] = thruster_power(p, layout, thrusters, t.water, i, speed, w, work)


@kernel
def read_motors(p: Array, layout: Integers, t: Tables, s: int, x: Array, work: Array, out: Observation) -> None:
    """Note tensions, forces of plates and torques of motors, and count the energy of shafts.

    A tendon's power is what it gives to bodies and to shafts: what its stretching takes and gives back.
    """
    w, drives = t.work, t.drives
    first = t.holds.rows + 2 * t.thrusters.rows
    out.plates[s] = 0.0
    for i in range(drives.rows):
        out.motor[s, i] = 0.0
    for i in range(t.tendons.rows):
        tension, taken_in = tendon_tension(p, layout, t.tendons, t.guides, drives, i, x, w, work)
        out.output[s, first + i] = tension
        out.power[s, Term.TENDONS - 1] -= tension * taken_in
        motor = layout[t.tendons.drive + i]
        if layout[drives.kind + motor] == DriveKind.SHAFT:
            out.motor[s, motor] += tension * taken_in
    first += t.tendons.rows
    for i in range(t.plates.rows):
        force, speed = plates_force(p, layout, t.plates, t.bends, drives, t.links, i, x, w, work)
        out.output[s, first + i] = force
        out.plates[s] += force * speed
        motor = layout[t.plates.drive + i]
        if layout[drives.kind + motor] == DriveKind.SHAFT:
            out.motor[s, motor] += force * speed
    first += t.plates.rows
    for i in range(drives.rows):
        kind = layout[drives.kind + i]
        if kind == DriveKind.MOTOR or kind == DriveKind.SHAFT:
            torque, _ = motor_torque(p, layout, drives, i, x, w, work)
            out.output[s, first] = torque
            first += 1
            if kind == DriveKind.MOTOR:
                _, turning = shaft_angle(layout, drives, i, x)
                out.motor[s, i] = torque * turning
                out.kinetic[s] += 0.5 * p[drives.inertia + i] * turning * turning


@kernel
def read_film(i: int, s: int, w: Work, work: Array, out: Observation) -> None:
    """Add the kinetic energy of the water under a link, and the power of its film that its wrench does not show.

    The rate of m h_dot^2 / 2 holds what is no power; what the solve takes of the viscous force over a step is.
    """
    felt, mass = work[w.film + 9 * i], work[w.film + 9 * i + 1]
    along = vector6(work, w.film + 9 * i + 2)
    rate = dot6(along, vector6(work, w.motion + 6 * i))
    out.kinetic[s] += 0.5 * mass * rate * rate
    held = (felt - mass) * dot6(along, vector6(work, w.acceleration + 6 * i))
    out.power[s, Term.SUCTION - 1] += (work[w.film + 9 * i + 8] - held) * rate


@kernel
def read_powers(p: Array, layout: Integers, t: Tables, s: int, work: Array, out: Observation) -> None:
    """Sum energy and power over the links, in the frame that moves with the water if all of it moves alike.

    There the added inertia's M_A (nu_dot - nu_c_dot) is the rate of its kinetic energy; its power is that of the rest,
    which is zero but for rounding under water, and what splashes away at the surface. Where the water varies, powers
    and the bodies' energy are those over ground, the energy of the water carried along that relative to the water, and
    the power of the added inertia is what the moving water gives.
    """
    uniform = not layout[t.water.varies]
    n = t.links.rows
    w: Work = t.work
    out.kinetic[s] = 0.0
    out.anchor[s] = 0.0
    for term in range(WRENCH_BLOCKS - 1):
        out.power[s, term] = 0.0
    for i in range(n):
        flow = vector6(work, w.flow + 6 * i)
        stream = vector3(work, w.stream + 3 * i)
        motion = counted_motion(w, work, i)
        wet = work[w.wet + i]
        momentum = inertia_times(inertia(p, t.links.added + INERTIA_SIZE * i), flow)
        rigid = rigid_momentum(p, t.links.rigid + RIGID_SIZE * i, motion)
        out.kinetic[s] += 0.5 * (dot6(motion, rigid) + wet * dot6(flow, momentum))
        for term in range(WRENCH_BLOCKS - 1):
            out.power[s, term] += dot6(vector6(work, w.wrench + 6 * n * (term + 1) + 6 * i), motion)
        change = cross(stream, angular(flow))
        taken_up = 0.5 * work[w.wetting + i] * dot6(momentum, flow)
        if not uniform:
            change = add3(change, vector3(work, w.met_change + 3 * i))
            felt = inertia_times(inertia(p, t.links.added + INERTIA_SIZE * i), vector6(work, w.acceleration + 6 * i))
            taken_up -= wet * dot3(linear(felt), stream)
        out.power[s, Term.ADDED_INERTIA - 1] += taken_up - wet * dot3(linear(momentum), change)
        out.wet[s, i] = wet
        for k in range(3):
            out.stream[s, i, k] = rotate(matrix3(work, w.attitude + 9 * i), stream)[k]
        if work[w.film + 9 * i].real != 0.0:
            read_film(i, s, w, work, out)
        if layout[t.links.parent + i] == n and uniform:
            M = inertia(work, w.articulated + INERTIA_SIZE * i)
            reaction = add6(inertia_times(M, vector6(work, w.acceleration + 6 * i)), vector6(work, w.bias + 6 * i))
            out.anchor[s] -= dot3(linear(reaction), stream)
