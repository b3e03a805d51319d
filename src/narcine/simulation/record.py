"""From recorded states to a trajectory with names."""

from typing import Any

import numpy as np

from narcine.description.scenario import Scenario
from narcine.multibody.couplings import COUPLING_STATES
from narcine.recording.trajectory import Trajectory
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.observe import Observation, empty_observation, observe
from narcine.simulation.sensing import Sensing
from narcine.simulation.step import Term
from narcine.spatial.rotations import quaternion_from_matrix
from narcine.spatial.vectors import Array
from narcine.tables import Table
from narcine.world.motion import obstacle_places

TERM_NAMES = tuple(term.name.lower() for term in Term)
PART = 4096
"""States that are observed at once."""
NOTHING = np.zeros((0,))
CLOCK = "water.time"
"""The state that keeps the time."""


def observation(model: Model, states: Array, commands: Array) -> Observation:
    """Return what can be read off states under their commands."""
    out = empty_observation(model.layout, len(states))
    observe(model.parameters, model.layout, states, commands, out, model.coupled)
    return out


def _observation_in_parts(model: Model, states: Array, commands: Array) -> Observation:
    """Return what a trajectory keeps of an observation; wrenches are as large as all the rest and are dropped."""
    parts = []
    for first in range(0, len(states), PART):
        part = observation(model, states[first : first + PART], commands[first : first + PART])
        parts.append(part._replace(wrench=NOTHING, acceleration=NOTHING, rates=part.rates[:, impulse_states(model)]))
    return Observation(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def continuous_quaternions(rotation: Array) -> Array:
    """Return quaternions of matrices (time, body, 3, 3), each of the sign nearest to the one before."""
    quaternions = quaternion_from_matrix(rotation)
    if len(quaternions):
        quaternions[0] *= np.where(quaternions[0, :, :1] < 0.0, -1.0, 1.0)
        turns = np.sum(quaternions[1:] * quaternions[:-1], axis=-1) < 0.0
        quaternions[1:] *= np.where(np.cumsum(turns, axis=0) % 2, -1.0, 1.0)[..., None]
    return quaternions


def trajectory(
    model: Model, scenario: Scenario, times: Array, states: Array, commands: Array, attributes: dict[str, Any]
) -> Trajectory:
    """Return the trajectory of recorded states."""
    seen = _observation_in_parts(model, states, commands)
    links = [body.link for body in model.bodies]
    names = [body.name for body in model.bodies]
    rotation = seen.attitude.reshape(len(times), -1, 3, 3)
    positions = [coordinate.position for coordinate in model.coordinates]
    velocities = [coordinate.velocity for coordinate in model.coordinates]
    sensing = Sensing(model, scenario)
    fresh = [k for k, name in enumerate(model.outputs) if name not in model.actuator_states]
    around = _obstacle_positions(model, scenario, times, states, seen)
    return Trajectory(
        time=times,
        bodies=tuple(names),
        position=seen.place[:, links],
        attitude=continuous_quaternions(rotation[:, links]),
        velocity=seen.motion[:, links, :3],
        angular_velocity=seen.motion[:, links, 3:],
        joints=tuple(coordinate.name for coordinate in model.coordinates),
        joint_units=tuple(coordinate.unit for coordinate in model.coordinates),
        joint_position=states[:, positions],
        joint_velocity=states[:, model.positions + np.array(velocities, int)],
        drive_effort=seen.drive[:, velocities],
        spring_effort=seen.spring[:, velocities],
        spring_power=np.sum(seen.spring * states[:, model.positions : model.positions + model.velocities], axis=1)
        - seen.plates,
        motors=model.motors,
        motor_power=seen.motor[:, model.motor_rows],
        inputs=tuple(each.name for each in model.inputs),
        input_units=tuple(each.unit for each in model.inputs),
        command=commands,
        actuator_states=(*model.actuator_states, *(model.outputs[k] for k in fresh)),
        actuator_state=np.concatenate([states[:, model.positions + model.velocities :], seen.output[:, fresh]], axis=1),
        propellers=model.propellers,
        propeller_power=seen.shaft[:, list(model.shafts)],
        terms=TERM_NAMES,
        power=seen.power,
        kinetic_energy=seen.kinetic,
        anchor_power=seen.anchor,
        vehicles=tuple(vehicle.name for vehicle in model.vehicles),
        roots=tuple(links.index(vehicle.root) for vehicle in model.vehicles),
        masses=tuple(vehicle.mass for vehicle in model.vehicles),
        water_velocity=seen.stream[:, [vehicle.root for vehicle in model.vehicles]],
        tail_tip=_tail_tips(model, scenario, seen, rotation),
        gait_frequency=_gait_frequencies(model, states),
        obstacles=scenario.touchable,
        obstacle_position=around,
        contact_force=seen.rates.reshape(len(times), len(model.vehicles), -1),
        contact_work=states[:, _contact_work(model)].sum(axis=1),
        sensors=sensing.names,
        sensor_units=sensing.units,
        reading=_readings(sensing, scenario, times, seen, around[:, : len(scenario.world.names)]),
        couplings=model.couplings,
        coupling_wrench=seen.coupling_wrench,
        coupling_drift=seen.coupling_drift,
        docked=seen.docked,
        docking_work=states[:, _docking_work(model)].sum(axis=1),
        contact_impulse=states[:, impulse_states(model)].reshape(len(times), len(model.vehicles), -1),
        attributes=attributes,
    )


def _readings(sensing: Sensing, scenario: Scenario, times: Array, seen: Observation, obstacles: Array) -> Array:
    """Return what sensors read at recorded times (time, sensor), the noise that a planner was told included."""
    readings = np.zeros((len(times), len(sensing.names)))
    attitudes = seen.attitude.reshape(len(times), -1, 3, 3)
    for first in range(0, len(times) if sensing.names else 0, PART):
        part = slice(first, first + PART)
        seeds = np.full(len(times[part]), scenario.seed)
        readings[part] = sensing.read(seen.place[part], attitudes[part], obstacles[part], times[part], seeds)
    return readings


def impulse_states(model: Model) -> list[int]:
    """Return where the impulses of contact lie in the state: vehicle by vehicle, by all that it can touch."""
    fleet, obstacles = read_columns(model.layout, Table.FLEET), read_columns(model.layout, Table.OBSTACLES)
    firsts = model.layout[fleet.state : fleet.state + fleet.rows]
    vehicles = fleet.rows if read_columns(model.layout, Table.FORMS).rows else 0
    return [int(first) + 1 + j for first in firsts for j in range(obstacles.rows + vehicles)]


def _obstacle_positions(model: Model, scenario: Scenario, times: Array, states: Array, seen: Observation) -> Array:
    """Return where all that can be touched was, by the clock of the state; of vehicles, where their roots were."""
    told = states[:, model.state_names.index(CLOCK)] if CLOCK in model.state_names else times
    places = obstacle_places(model.parameters, model.layout, told)
    if not scenario.vehicles_touch:
        return places
    return np.concatenate([places, seen.place[:, [vehicle.root for vehicle in model.vehicles]]], axis=1)


def _contact_work(model: Model) -> list[int]:
    """Return where the work of each vehicle's contacts lies in the state."""
    fleet = read_columns(model.layout, Table.FLEET)
    return [int(first) for first in model.layout[fleet.state : fleet.state + fleet.rows]]


def _docking_work(model: Model) -> list[int]:
    """Return where the energy that each coupling took lies in the state."""
    couplings = read_columns(model.layout, Table.COUPLINGS)
    firsts = model.layout[couplings.state : couplings.state + couplings.rows]
    return [int(first) + COUPLING_STATES.index("work") for first in firsts if first >= 0]


def _tail_tips(model: Model, scenario: Scenario, seen: Observation, rotation: Array) -> Array:
    tips = np.full((len(rotation), len(model.vehicles), 3), np.nan)
    link_of = {(body.vehicle, body.name.removeprefix(f"{body.vehicle}.")): body.link for body in model.bodies}
    for index, entry in enumerate(model.vehicles):
        tip = scenario.vehicles[entry.name].vehicle.tail_tip
        if tip is not None:
            link = link_of[(entry.name, tip.body)]
            tips[:, index] = seen.place[:, link] + rotation[:, link] @ np.array(tip.at)
    return tips


def _gait_frequencies(model: Model, states: Array) -> Array:
    frequencies = np.full((len(states), len(model.vehicles)), np.nan)
    first = model.positions + model.velocities
    for index, entry in enumerate(model.vehicles):
        for name in ("gait.frequency", f"{entry.name}.gait.frequency"):
            if name in model.actuator_states:
                frequencies[:, index] = states[:, first + model.actuator_states.index(name)]
    return frequencies
