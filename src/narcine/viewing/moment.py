"""All that there is to see and read at one moment of a run."""

from dataclasses import dataclass
from math import inf
from time import perf_counter

import numpy as np

from narcine.description.scenario import Scenario
from narcine.recording.dataset import euler_angles
from narcine.simulation.model import Model
from narcine.simulation.observe import empty_observation, observe
from narcine.simulation.record import TERM_NAMES, impulse_states
from narcine.simulation.sensing import Sensing
from narcine.spatial.rotations import quaternion_from_matrix
from narcine.spatial.vectors import Array
from narcine.tables import HEAD_WIDTH, Table
from narcine.world.motion import obstacle_places


@dataclass(frozen=True)
class Moment:
    """What bodies do and feel at a time, in world axes, and the numbers of each vehicle."""

    time: float
    position: Array
    """of each body's origin (body, 3)"""
    attitude: Array
    """body to world (body, 4): w, x, y, z"""
    velocity: Array
    """of each body's origin (body, 3)"""
    force: Array
    """on each body by each term, as `TERM_NAMES` has them (term, body, 3)"""
    place: Array
    """of each vehicle's root: north, east, down (vehicle, 3)"""
    speed: Array
    roll: Array
    pitch: Array
    heading: Array
    """of each vehicle's root (vehicle,)"""
    joints: Array
    """(joint,)"""
    power: float
    """that drives, motors and screws give (W)"""
    command: Array
    actuators: Array
    """inner states, as `Model.actuator_states` names them"""
    obstacles: Array
    """where all is that can be touched (obstacle, 3)"""
    reading: Array
    """of each sensor (sensor,); none where nobody asked"""
    impulse: Array
    """that each vehicle has had of each obstacle since the start (vehicle, obstacle)"""


TABLES = {
    "drag": (Table.DRAG, Table.DRAG_MATRICES),
    "crossflow": (Table.CROSSFLOW,),
    "foils": (Table.FOILS, Table.UNSTEADY_FOILS),
    "propellers": (Table.PROPELLERS,),
    "surfaces": (Table.SURFACES,),
    "contact": (Table.OBSTACLES,),
    "suction": (Table.SUCTION,),
    "thrusters": (Table.THRUSTERS,),
    "tendons": (Table.TENDONS,),
}
"""Where what makes a term is listed; the others act on every body."""


def terms_of(model: Model) -> tuple[str, ...]:
    """Return the terms that can act in a model."""

    def acts(term: str) -> bool:
        return term not in TABLES or any(model.layout[HEAD_WIDTH * table] for table in TABLES[term])

    return tuple(term for term in TERM_NAMES if acts(term))


class Observer:
    """Sees moments of a model's states; with the scenario also what its sensors read."""

    def __init__(self, model: Model, scenario: Scenario | None = None, reads_every: float = 0.0) -> None:
        """Look at a model; readings, which are costly, may be taken only every so often of the clock (s)."""
        self.model = model
        self._reads_every = reads_every
        self._read = -inf
        self._reading = np.zeros(0)
        self._sensing = None if scenario is None else Sensing(model, scenario)
        self._seeds = np.array([0 if scenario is None else scenario.seed])
        self._impulses = impulse_states(model)
        self._seen = empty_observation(model.layout, 1)
        self._links = np.array([body.link for body in model.bodies])
        self._roots = np.array([vehicle.root for vehicle in model.vehicles])
        self._root_bodies = [int(np.flatnonzero(self._links == root)[0]) for root in self._roots]
        self._joints = np.array([each.position for each in model.coordinates], int)
        self._driven = np.array([each.velocity for each in model.coordinates], int)

    def see(self, time: float, state: Array, command: Array) -> Moment:
        """Return the moment of a state under its command."""
        model, seen = self.model, self._seen
        observe(model.parameters, model.layout, state[None], command[None], seen, model.coupled)
        rotations = seen.attitude[0].reshape(-1, 3, 3)
        bodies = rotations[self._links]
        attitude = quaternion_from_matrix(bodies)
        roll, pitch, heading = euler_angles(attitude[self._root_bodies])
        rates = state[model.positions + self._driven]
        powers = (seen.drive[0, self._driven] * rates, seen.shaft[0], seen.motor[0])
        given = sum(float(np.clip(each, 0.0, None).sum()) for each in powers)
        now = np.array([time])
        obstacles = obstacle_places(model.parameters, model.layout, now)
        if self._sensing is not None and perf_counter() - self._read >= self._reads_every:
            self._reading = self._sensing.read(seen.place, rotations[None], obstacles, now, self._seeds)[0]
            self._read = perf_counter()
        return Moment(
            time=time,
            position=seen.place[0, self._links],
            attitude=attitude,
            velocity=np.einsum("bij,bj->bi", bodies, seen.motion[0, self._links, :3]),
            force=np.einsum("bij,tbj->tbi", bodies, seen.wrench[0][:, self._links, :3]),
            place=seen.place[0, self._roots],
            speed=np.linalg.norm(seen.motion[0, self._roots, :3], axis=1),
            roll=roll,
            pitch=pitch,
            heading=heading,
            joints=state[self._joints],
            power=given,
            command=command.copy(),
            actuators=state[model.positions + model.velocities :].copy(),
            obstacles=obstacles[0],
            reading=self._reading,
            impulse=state[self._impulses].reshape(len(model.vehicles), -1),
        )
