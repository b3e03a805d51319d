"""What a vehicle brings beside its bodies: foils, gait, drives, transmissions, actuators and holds, as rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.actuation.buoyancy_engine import buoyancy_engine_row
from narcine.actuation.deployment import deployment_row
from narcine.actuation.drives import DRIVE_STATES, ON_SHAFTS, drive_kind, drive_row
from narcine.actuation.hold import hold_row, steering_row
from narcine.actuation.plates import plates_row
from narcine.actuation.propeller import propeller_row
from narcine.actuation.surface import surface_row
from narcine.actuation.tendon import NO_LENGTH, tendon_row
from narcine.actuation.thruster import thruster_row
from narcine.description.actuator import Thruster
from narcine.description.drive import Drive
from narcine.description.gait import Gait
from narcine.description.hold import Hold
from narcine.description.inputs import drive_limits
from narcine.description.scaling import FoilScale
from narcine.description.vehicle import Vehicle
from narcine.gaits.oscillator import GAIT_PARAMETERS, NO_INPUT, acceleration_of, gait_states, oscillator_row
from narcine.gaits.ramps import c_turn_rows, dive_rows
from narcine.gaits.waves import gait_waves
from narcine.hydrodynamics.foils.scale import scale_rows
from narcine.hydrodynamics.foils.table import foil_row
from narcine.hydrodynamics.foils.unsteady import WAKE_STATES, unsteady_row
from narcine.simulation.starting import first_command, start_coordinate
from narcine.tables import Row, Table

if TYPE_CHECKING:
    from narcine.simulation.build import Builder

NO_STATE = -1
MEETS = "lies where the guide before it lies, with all joints at zero: the tendon has no direction there"


def equip(builder: "Builder", name: str, vehicle: Vehicle) -> None:
    """Add foils, gait, drives, transmissions, actuators and holds of a vehicle."""
    prefix = builder.prefix(name)
    deployed = _add_deployments(builder, name, vehicle)
    for foil_name, foil in vehicle.foils.items():
        link, body = builder.link_of[prefix + foil.body], vehicle.bodies[foil.body]
        first_scale = _add_scales(builder, prefix, foil.scale, deployed)
        if foil.lift == "unsteady":
            state = builder.add_states(name, prefix + foil_name, dict.fromkeys(WAKE_STATES, 0.0))
            row = unsteady_row(foil, body, link, builder.density, state, first_scale)
            builder.rows[Table.UNSTEADY_FOILS].append(row)
        else:
            builder.rows[Table.FOILS].append(foil_row(foil, body, link, first_scale))
    first_drive = len(builder.rows[Table.DRIVES])
    order = {joint: first_drive + number for number, joint in enumerate(vehicle.drives)}
    rhythm = _add_gait(builder, name, vehicle.gait, order) if vehicle.gait is not None else NO_STATE
    for joint, drive in vehicle.drives.items():
        _add_drive(builder, name, prefix + joint, drive)
    _add_transmissions(builder, name, vehicle, order)
    holds = _add_holds(builder, name, vehicle, rhythm)
    for actuator_name, actuator in vehicle.actuators.items():
        if actuator.type == "deployment":
            continue
        link = builder.link_of[prefix + actuator.body]
        full_name = prefix + actuator_name
        if actuator.type == "propeller":
            state = builder.add_states(name, full_name, {"speed": 0.0})
            builder.rows[Table.PROPELLERS].append(propeller_row(actuator, link, builder.input_of[full_name], state))
            builder.propellers.append(full_name)
        elif actuator.type == "thruster":
            shares = [
                Row({"weight": hold.thrusters[actuator_name]}, {"hold": holds[each]})
                for each, hold in vehicle.holds.items()
                if actuator_name in hold.thrusters
            ]
            _add_thruster(builder, name, full_name, actuator, link, shares)
        elif actuator.type == "buoyancy_engine":
            state = builder.add_states(name, full_name, {"volume": actuator.command})
            row = buoyancy_engine_row(actuator, link, builder.input_of[full_name], state)
            builder.rows[Table.BUOYANCY_ENGINES].append(row)
        else:
            state = builder.add_states(name, full_name, {"angle": 0.0})
            first_scale = _add_scales(builder, prefix, actuator.scale, deployed)
            row = surface_row(actuator, link, builder.input_of[full_name], state, first_scale)
            builder.rows[Table.SURFACES].append(row)


def _add_scales(builder: "Builder", prefix: str, scales: Sequence[FoilScale], deployed: dict[str, int]) -> int:
    """Add how a foil or a control surface changes with joints and with what is deployed, and return the first row."""
    first = len(builder.rows[Table.SCALES])
    moved = {
        each.along: builder.joint_of[prefix + each.along].position for each in scales if each.along not in deployed
    }
    states = [(deployed | moved)[each.along] for each in scales]
    rows, knots = scale_rows(scales, states, len(builder.rows[Table.KNOTS]))
    builder.rows[Table.SCALES] += rows
    builder.rows[Table.KNOTS] += knots
    return first


def _add_holds(builder: "Builder", vehicle: str, record: Vehicle, rhythm: int) -> dict[str, int]:
    """Add the holds of a vehicle whose gait has its states from `rhythm` on, and return which rows they are."""
    rows: dict[str, int] = {}
    for name, hold in record.holds.items():
        full_name = builder.prefix(vehicle) + name
        rows[name] = len(builder.rows[Table.HOLDS])
        bodies = record.chains[hold.chain].modules(hold.chain) if hold.chain is not None else (hold.body,)
        first = len(builder.rows[Table.HELD_BODIES])
        builder.rows[Table.HELD_BODIES] += [
            Row({}, {"link": builder.link_of[f"{builder.prefix(vehicle)}{body}"]}) for body in bodies
        ]
        state = builder.add_states(vehicle, full_name, {"integral": 0.0})
        builder.rows[Table.HOLDS].append(hold_row(hold, first, len(bodies), builder.input_of[full_name], state))
        _steer_gait(builder, record.gait, rhythm, hold, rows[name])
        builder.holds.append(full_name)
    return rows


def _steer_gait(builder: "Builder", gait: Gait | None, rhythm: int, hold: Hold, row: int) -> None:
    """Let a hold act on parameters of the gait."""
    for parameter, share in hold.gait.items():
        assert gait is not None, "checked with the description"
        state = acceleration_of(rhythm, parameter)
        builder.rows[Table.STEERING].append(steering_row(share, gait.response, row, state))


def _add_thruster(
    builder: "Builder", vehicle: str, name: str, thruster: Thruster, link: int, shares: list[Row]
) -> None:
    """Add a thruster, with a state where its motor lags."""
    state = builder.add_states(vehicle, name, {"speed": 0.0}) if thruster.lag > 0.0 else None
    first = len(builder.rows[Table.MIXING])
    row = thruster_row(thruster, link, builder.input_of[name], state, first, len(shares))
    if thruster.torque is not None or thruster.power is not None:
        builder.powered.append(len(builder.thrusters))
    builder.rows[Table.MIXING] += shares
    builder.rows[Table.THRUSTERS].append(row)
    builder.thrusters.append(name)


def _add_deployments(builder: "Builder", vehicle: str, record: Vehicle) -> dict[str, int]:
    """Add what deploys, as far as its command holds it, and return where its states lie."""
    states: dict[str, int] = {}
    for name, actuator in record.actuators.items():
        if actuator.type == "deployment":
            full_name = builder.prefix(vehicle) + name
            states[name] = builder.add_states(vehicle, full_name, {"deployment": actuator.command})
            row = deployment_row(actuator, builder.input_of[full_name], states[name])
            builder.rows[Table.DEPLOYMENTS].append(row)
    return states


def _add_gait(builder: "Builder", vehicle: str, gait: Gait, drives: dict[str, int]) -> int:
    """Add a gait, and return where its states begin."""
    name = f"{builder.prefix(vehicle)}gait"
    commands = [builder.input_of.get(f"{name}.{key}", NO_INPUT) for key in GAIT_PARAMETERS]
    values = {
        key: first_command(builder.scenario, f"{name}.{key}", float(getattr(gait, key))) for key in GAIT_PARAMETERS
    }
    if gait.start == "smooth":
        values |= dict.fromkeys(("amplitude", "turn", "dive"), 0.0)
    state = builder.add_states(vehicle, name, gait_states(values))
    oscillator = len(builder.rows[Table.OSCILLATORS])
    builder.rows[Table.OSCILLATORS].append(oscillator_row(gait.response, commands, state))
    for drive, wave in gait_waves(gait):
        builder.rows[Table.WAVES].append(Row(wave, {"oscillator": oscillator, "drive": drives[drive]}))
    if gait.type == "dive":
        builder.rows[Table.RAMPS] += dive_rows(gait, oscillator, drives)
    elif gait.type == "c_turn":
        builder.rows[Table.RAMPS] += c_turn_rows(gait, oscillator, drives)
    return state


def _add_drive(builder: "Builder", vehicle: str, name: str, drive: Drive) -> None:
    link = builder.joint_of.get(name)
    kind = drive_kind(drive, link is not None)
    target = 0.0 if link is None else start_coordinate(link, builder.scenario, builder.drives)
    initial = {"command": drive.command, "target": target}
    state = builder.add_states(vehicle, name, {key: initial.get(key, 0.0) for key in DRIVE_STATES[kind]})
    if kind in ON_SHAFTS:
        builder.motors.append(name)
    inertia = drive.inertia if drive.type == "motor" else builder.effective.get(name, 0.0)
    limits = drive_limits(builder.scenario.vehicles[vehicle].vehicle, name.removeprefix(builder.prefix(vehicle)))
    builder.rows[Table.DRIVES].append(drive_row(drive, limits, inertia, link, builder.input_of[name], state))


def _add_transmissions(builder: "Builder", vehicle: str, record: Vehicle, drives: dict[str, int]) -> None:
    """Add tendons, taut with their pretension where all joints stand at zero, and plates."""
    prefix = builder.prefix(vehicle)
    for name, transmission in record.transmissions.items():
        drive = drives[transmission.motor]
        if transmission.type == "tendon":
            first = len(builder.rows[Table.GUIDES])
            path = builder.at_zero([(prefix + guide.body, guide.at) for guide in transmission.guides])
            for place in np.flatnonzero(np.linalg.norm(np.diff(path, axis=0), axis=1) < NO_LENGTH):
                here = builder.path_in(vehicle, ("transmissions", name, "guides", int(place) + 1))
                builder.findings.append((here, MEETS))
            builder.rows[Table.TENDONS].append(tendon_row(transmission, path, drive, first))
            builder.rows[Table.GUIDES] += [
                Row({"at": guide.at}, {"link": builder.link_of[prefix + guide.body]}) for guide in transmission.guides
            ]
            builder.tendons.append(prefix + name)
        else:
            first = len(builder.rows[Table.BENDS])
            builder.rows[Table.PLATES].append(plates_row(transmission, drive, first))
            joints = {joint: builder.joint_of[prefix + joint] for joint in transmission.joints}
            builder.rows[Table.BENDS] += [
                Row({"separation": transmission.joints[joint]}, {"position": link.position, "velocity": link.velocity})
                for joint, link in joints.items()
            ]
            builder.plates.append(prefix + name)
