"""The whole step: what makes the state change, one line per effect."""

from enum import IntEnum
from typing import NamedTuple

from narcine.actuation.buoyancy_engine import BuoyancyEngines, add_pumped_volume, buoyancy_engine_columns
from narcine.actuation.deployment import Deployments, deployment_columns, move_deployments
from narcine.actuation.drives import Drives, add_drive_efforts, drive_columns, prescribe_motion, start_signals
from narcine.actuation.hold import (
    Holds,
    Mixing,
    Steering,
    advance_holds,
    hold_columns,
    mixing_columns,
    steer_gaits,
    steering_columns,
)
from narcine.actuation.motor import turn_motors
from narcine.actuation.plates import Bends, PlatePairs, add_plate_efforts, bend_columns, plates_columns
from narcine.actuation.propeller import Propellers, add_propeller_thrust, propeller_columns
from narcine.actuation.surface import Surfaces, add_surface_lift, surface_columns
from narcine.actuation.tendon import Guides, Tendons, add_tendon_pull, guide_columns, tendon_columns
from narcine.actuation.thruster import Thrusters, add_thruster_thrust, thruster_columns
from narcine.compiled import kernel
from narcine.curves import Knots, knot_columns
from narcine.gaits.oscillator import (
    add_waves,
    advance_oscillators,
    oscillator_columns,
    wave_columns,
)
from narcine.gaits.ramps import add_ramps, ramp_columns
from narcine.hydrodynamics.crossflow import (
    Crossflow,
    Strips,
    add_crossflow_drag,
    crossflow_columns,
    strip_columns,
)
from narcine.hydrodynamics.drag import Drag, DragMatrices, add_drag, drag_columns, drag_matrix_columns
from narcine.hydrodynamics.foils.lift import add_foil_lift
from narcine.hydrodynamics.foils.scale import Scales, scale_columns
from narcine.hydrodynamics.foils.table import Foils, foil_columns
from narcine.hydrodynamics.foils.unsteady import UnsteadyFoils, add_unsteady_lift, unsteady_columns
from narcine.hydrodynamics.hydrostatics import Hydrostatics, add_buoyancy, add_weight, hydrostatics_columns
from narcine.hydrodynamics.inertial import add_added_inertia
from narcine.hydrodynamics.meeting import update_flow
from narcine.hydrodynamics.waterline.table import (
    Frusta,
    Triangles,
    Waterlines,
    frustum_columns,
    triangle_columns,
    waterline_columns,
)
from narcine.hydrodynamics.waterline.wetness import update_wetness
from narcine.multibody.joints import store_position_rates
from narcine.multibody.kinematics import update_kinematics
from narcine.multibody.links import Links, freedom_columns, link_columns
from narcine.multibody.reduced import gather_to_roots, spread_from_roots
from narcine.multibody.springs import Springs, add_spring_efforts, spring_columns
from narcine.multibody.udwadia_kalaba import apply_efforts, hold, relate_links
from narcine.multibody.work import Work, work_offsets
from narcine.spatial.rotations import matrix3
from narcine.spatial.vectors import Array, u
from narcine.tables import POSITIONS, VELOCITIES, Integers, Table, table_start
from narcine.water.medium import Water, water_columns
from narcine.water.swell import Swell, swell_columns
from narcine.world.contact import add_contact
from narcine.world.encounter import add_encounters
from narcine.world.moving import move_obstacles
from narcine.world.suction import Suction, add_suction, suction_columns
from narcine.world.table import (
    Fleet,
    Forms,
    Hulls,
    Obstacles,
    Points,
    fleet_columns,
    form_columns,
    hull_columns,
    obstacle_columns,
    point_columns,
)


class Term(IntEnum):
    """The external wrenches, in the order in which an audit lists them."""

    WEIGHT = 1
    BUOYANCY = 2
    ADDED_INERTIA = 3
    DRAG = 4
    CROSSFLOW = 5
    FOILS = 6
    PROPELLERS = 7
    SURFACES = 8
    CONTACT = 9
    SUCTION = 10
    THRUSTERS = 11
    TENDONS = 12


WRENCH_BLOCKS = len(Term) + 1
"""Blocks of wrenches that an audit needs: the sum, then each term."""


class Tables(NamedTuple):
    """Where everything lies."""

    water: Water
    swell: Swell
    links: Links
    springs: Springs
    knots: Knots
    drives: Drives
    hydrostatics: Hydrostatics
    waterlines: Waterlines
    frusta: Frusta
    triangles: Triangles
    drag: Drag
    drag_matrices: DragMatrices
    crossflow: Crossflow
    strips: Strips
    foils: Foils
    unsteady_foils: UnsteadyFoils
    propellers: Propellers
    surfaces: Surfaces
    deployments: Deployments
    buoyancy_engines: BuoyancyEngines
    scales: Scales
    obstacles: Obstacles
    fleet: Fleet
    hulls: Hulls
    points: Points
    forms: Forms
    suction: Suction
    thrusters: Thrusters
    holds: Holds
    mixing: Mixing
    steering: Steering
    tendons: Tendons
    guides: Guides
    plates: PlatePairs
    bends: Bends
    work: Work


@kernel
def read_tables(layout: Integers) -> Tables:
    """Return where everything lies."""
    freedoms = freedom_columns(*table_start(layout, Table.FREEDOMS))
    return Tables(
        water=water_columns(*table_start(layout, Table.WATER)),
        swell=swell_columns(*table_start(layout, Table.SWELL)),
        links=link_columns(*table_start(layout, Table.LINKS), freedoms.motion, layout[u(POSITIONS)]),
        springs=spring_columns(*table_start(layout, Table.SPRINGS)),
        knots=knot_columns(*table_start(layout, Table.KNOTS)),
        drives=drive_columns(*table_start(layout, Table.DRIVES)),
        hydrostatics=hydrostatics_columns(*table_start(layout, Table.HYDROSTATICS)),
        waterlines=waterline_columns(*table_start(layout, Table.WATERLINES)),
        frusta=frustum_columns(*table_start(layout, Table.FRUSTA)),
        triangles=triangle_columns(*table_start(layout, Table.TRIANGLES)),
        drag=drag_columns(*table_start(layout, Table.DRAG)),
        drag_matrices=drag_matrix_columns(*table_start(layout, Table.DRAG_MATRICES)),
        crossflow=crossflow_columns(*table_start(layout, Table.CROSSFLOW)),
        strips=strip_columns(*table_start(layout, Table.STRIPS)),
        foils=foil_columns(*table_start(layout, Table.FOILS)),
        unsteady_foils=unsteady_columns(*table_start(layout, Table.UNSTEADY_FOILS)),
        propellers=propeller_columns(*table_start(layout, Table.PROPELLERS)),
        surfaces=surface_columns(*table_start(layout, Table.SURFACES)),
        deployments=deployment_columns(*table_start(layout, Table.DEPLOYMENTS)),
        buoyancy_engines=buoyancy_engine_columns(*table_start(layout, Table.BUOYANCY_ENGINES)),
        scales=scale_columns(*table_start(layout, Table.SCALES)),
        obstacles=obstacle_columns(*table_start(layout, Table.OBSTACLES)),
        fleet=fleet_columns(*table_start(layout, Table.FLEET)),
        hulls=hull_columns(*table_start(layout, Table.HULLS)),
        points=point_columns(*table_start(layout, Table.POINTS)),
        forms=form_columns(*table_start(layout, Table.FORMS)),
        suction=suction_columns(*table_start(layout, Table.SUCTION)),
        thrusters=thruster_columns(*table_start(layout, Table.THRUSTERS)),
        holds=hold_columns(*table_start(layout, Table.HOLDS)),
        mixing=mixing_columns(*table_start(layout, Table.MIXING)),
        steering=steering_columns(*table_start(layout, Table.STEERING)),
        tendons=tendon_columns(*table_start(layout, Table.TENDONS)),
        guides=guide_columns(*table_start(layout, Table.GUIDES)),
        plates=plates_columns(*table_start(layout, Table.PLATES)),
        bends=bend_columns(*table_start(layout, Table.BENDS)),
        work=work_offsets(layout),
    )


@kernel
def update_signals(p: Array, layout: Integers, x: Array, command: Array, w: Work, work: Array, rates: Array) -> None:
    """Find what each drive is asked for, and set prescribed joints accordingly."""
    oscillators = oscillator_columns(*table_start(layout, Table.OSCILLATORS))
    drives = drive_columns(*table_start(layout, Table.DRIVES))
    advance_oscillators(p, layout, oscillators, x, command, rates)
    start_signals(p, layout, drives, x, command, w, work, rates)
    add_waves(p, layout, wave_columns(*table_start(layout, Table.WAVES)), oscillators, x, w, work)
    add_ramps(p, layout, ramp_columns(*table_start(layout, Table.RAMPS)), oscillators, x, w, work)
    prescribe_motion(layout, drives, layout[u(POSITIONS)], x, w, work)


@kernel
def evaluate(
    p: Array,
    layout: Integers,
    t: Tables,
    x: Array,
    command: Array,
    h: float,
    stride: int,
    work: Array,
    rates: Array,
    coupled: int | None,
) -> None:
    """Fill the rates of the state x; prescribed joints are set in x.

    h is the step over which joint springs and dampers act implicitly, or 0. All terms add to one block of wrenches
    when the stride is 0; an audit gives them a block of `stride` numbers each, and one more for their sum, which
    comes first. Where `coupled` is None, nothing of couplings is compiled.
    """
    w = t.work
    update_signals(p, layout, x, command, w, work, rates)
    update_kinematics(p, layout, t.links, x, w, work)
    if coupled is not None:
        relate_links(p, layout, x, work)
    update_flow(p, layout, t.links, t.hydrostatics, t.water, t.swell, t.knots, x, command, w, work, rates)
    update_wetness(p, layout, t.waterlines, t.frusta, t.triangles, t.links, t.water, t.swell, w, work)

    clear_forces(layout, t.links, stride, w, work)
    add_weight(p, layout, t.hydrostatics, t.water, w, work, w.wrench + stride * Term.WEIGHT)
    floating = w.wrench + stride * Term.BUOYANCY
    add_buoyancy(p, layout, t.hydrostatics, t.water, w, work, floating)
    add_pumped_volume(p, layout, t.buoyancy_engines, t.water, x, command, w, work, floating, rates)
    add_added_inertia(p, layout, t.links, t.water, w, work, w.wrench + stride * Term.ADDED_INERTIA)
    add_drag(p, layout, t.drag, t.drag_matrices, w, work, w.wrench + stride * Term.DRAG)
    add_crossflow_drag(p, layout, t.crossflow, t.strips, w, work, w.wrench + stride * Term.CROSSFLOW)
    add_foil_lift(p, layout, t.foils, t.scales, t.knots, t.water, x, w, work, w.wrench + stride * Term.FOILS)
    add_unsteady_lift(
        p, layout, t.unsteady_foils, t.scales, t.knots, t.water, x, w, work, w.wrench + stride * Term.FOILS, rates
    )
    add_propeller_thrust(
        p, layout, t.propellers, t.water, x, command, w, work, w.wrench + stride * Term.PROPELLERS, rates
    )
    steering = w.wrench + stride * Term.SURFACES
    add_surface_lift(p, layout, t.surfaces, t.scales, t.knots, t.water, x, command, w, work, steering, rates)
    move_deployments(p, layout, t.deployments, x, command, rates)
    move_obstacles(p, layout, t.obstacles, t.knots, t.water, x, w, work)
    pressed = w.wrench + stride * Term.CONTACT
    add_contact(p, layout, t.obstacles, t.fleet, t.hulls, t.points, w, work, pressed, rates)
    add_encounters(p, layout, t.obstacles.rows, t.fleet, t.forms, w, work, pressed, rates)
    add_suction(p, layout, t.suction, w, work, w.wrench + stride * Term.SUCTION)
    advance_holds(p, layout, t.holds, x, command, w, work, rates)
    steer_gaits(p, layout, t.steering, t.holds, x, command, w, work, rates)
    thrust = w.wrench + stride * Term.THRUSTERS
    add_thruster_thrust(p, layout, t.thrusters, t.holds, t.mixing, t.water, x, command, w, work, thrust, rates)
    add_spring_efforts(p, layout, t.springs, t.knots, t.links, x, w, work)
    add_drive_efforts(p, layout, t.drives, t.links, x, h, w, work, rates)
    turn_motors(p, layout, t.drives, x, w, work, rates)
    pull = w.wrench + stride * Term.TENDONS
    add_tendon_pull(p, layout, t.tendons, t.guides, t.drives, x, w, work, pull, rates)
    add_plate_efforts(p, layout, t.plates, t.bends, t.drives, t.links, x, w, work, rates)
    if coupled is not None:
        apply_efforts(layout, x, h, work)

    if stride > 0:
        sum_terms(t.links, stride, w, work)
    gather_to_roots(p, layout, t.links, x, h, w, work)
    spread_from_roots(p, layout, t.links, w, work, rates)
    if coupled is not None:
        hold(p, layout, x, stride, work, rates)
    store_rates_of_positions(layout, t.links, x, w, work, rates)


@kernel
def clear_forces(layout: Integers, links: Links, stride: int, w: Work, work: Array) -> None:
    """Set all external wrenches and joint efforts to zero."""
    for k in range(w.wrench, w.wrench + 6 * links.rows + stride * (WRENCH_BLOCKS - 1)):
        work[u(k)] = 0.0
    for k in range(layout[u(VELOCITIES)]):
        work[u(w.spring + k)] = 0.0
        work[u(w.drive + k)] = 0.0
        work[u(w.stiffness + k)] = 0.0
        work[u(w.damping + k)] = 0.0


@kernel
def sum_terms(links: Links, stride: int, w: Work, work: Array) -> None:
    """Put the sum of all terms into the first block, which the solve reads."""
    for block in range(1, WRENCH_BLOCKS):
        for k in range(6 * links.rows):
            work[u(w.wrench + k)] += work[u(w.wrench + stride * block + k)]


@kernel
def store_rates_of_positions(layout: Integers, links: Links, x: Array, w: Work, work: Array, rates: Array) -> None:
    """Fill the rates of all joint coordinates."""
    for i in range(links.rows):
        store_position_rates(
            layout[u(links.kind + i)],
            matrix3(work, w.attitude + 9 * i),
            x,
            layout[u(links.position + i)],
            links.first_velocity + layout[u(links.velocity + i)],
            rates,
        )
