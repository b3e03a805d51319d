"""A model ready to run: two vectors, and what their entries are called."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from narcine.actuation.drives import ON_SHAFTS
from narcine.multibody.links import Links
from narcine.simulation.layout import read_columns
from narcine.spatial.vectors import Array
from narcine.tables import POSITIONS, STATES, VELOCITIES, Integers, Table

WATER = "the water"
"""In place of a vehicle: whose the states of a steered current are."""


@dataclass(frozen=True)
class Input:
    """Something that a command sets."""

    name: str
    unit: str
    default: float


@dataclass(frozen=True)
class Coordinate:
    """A hinge's angle or a slider's position, and where it stands in the state."""

    name: str
    unit: str
    position: int
    velocity: int
    """index among the velocities"""
    drive: str
    """prescribed, servo, torque or passive"""
    lower: float
    upper: float
    """limits, infinite where there are none"""


@dataclass(frozen=True)
class BodyEntry:
    """A body, its vehicle and its link."""

    name: str
    vehicle: str
    link: int


@dataclass(frozen=True)
class VehicleEntry:
    """A vehicle, its root link and its mass."""

    name: str
    root: int
    mass: float


@dataclass(frozen=True)
class Model:
    """The parameters and layout of a scenario, with names."""

    parameters: Array
    layout: Integers
    vehicles: tuple[VehicleEntry, ...]
    bodies: tuple[BodyEntry, ...]
    coordinates: tuple[Coordinate, ...]
    inputs: tuple[Input, ...]
    link_roots: tuple[int, ...]
    """the link at the root of the tree that each link belongs to"""
    state_names: tuple[str, ...]
    """positions, velocities and actuator states"""
    state_vehicles: tuple[str, ...]
    """the vehicle of each entry of the state"""
    propellers: tuple[str, ...]
    """propellers and thrusters whose power is known"""
    shafts: tuple[int, ...]
    """where each of them stands among all screws"""
    outputs: tuple[str, ...]
    """what follows from a state at once: outputs of holds, pulses and speeds of thrusters, tensions of tendons, forces
    of plates, torques of motors"""
    motors: tuple[str, ...]
    """drives that turn a shaft of their own"""
    couplings: tuple[str, ...]
    """joints that are couplings, then couplings by the names that events use"""
    initial_state: Array
    commands: Array
    tree: "Model | None" = None
    """the same with joints as coordinates, where here every body is free"""

    @property
    def coupled(self) -> int | None:
        """What entry points are told: how many couplings there are, or None."""
        return len(self.couplings) or None

    @property
    def positions(self) -> int:
        """Number of position coordinates."""
        return int(self.layout[POSITIONS])

    @property
    def velocities(self) -> int:
        """Number of velocity coordinates."""
        return int(self.layout[VELOCITIES])

    @property
    def states(self) -> int:
        """Length of the state."""
        return int(self.layout[STATES])

    @property
    def actuator_states(self) -> tuple[str, ...]:
        """Names of what follows positions and velocities in the state."""
        return self.state_names[self.positions + self.velocities :]

    def states_of(self, vehicle: str) -> NDArray[np.int64]:
        """Return the indices in the state that belong to a vehicle."""
        return np.array([k for k, owner in enumerate(self.state_vehicles) if owner == vehicle], np.int64)

    @property
    def link_columns(self) -> Links:
        """Where the numbers of the links lie."""
        columns: Links = read_columns(self.layout, Table.LINKS)
        return columns

    @property
    def motor_rows(self) -> NDArray[np.int64]:
        """Rows of the motors among all drives."""
        drives = read_columns(self.layout, Table.DRIVES)
        return np.flatnonzero(np.isin(self.layout[drives.kind : drives.kind + drives.rows], ON_SHAFTS))

    def velocity_of(self, link: int) -> int:
        """Return the index among the velocities of a link's first."""
        return int(self.layout[self.link_columns.velocity + link])


def with_smooth_beats(model: Model) -> Model:
    """Return the same with beats that are not sent in points."""
    waves, parameters = read_columns(model.layout, Table.WAVES), model.parameters.copy()
    parameters[waves.points : waves.points + waves.rows] = 0.0
    return replace(model, parameters=parameters)
