"""A model ready to run: two vectors, and what their entries are called."""

from dataclasses import dataclass

from narcine.multibody.links import Links
from narcine.simulation.layout import read_columns
from narcine.spatial.vectors import Array
from narcine.tables import POSITIONS, STATES, VELOCITIES, Integers, Table


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
    link_vehicles: tuple[str, ...]
    """the vehicle of each link"""
    actuator_states: tuple[str, ...]
    propellers: tuple[str, ...]
    initial_state: Array
    commands: Array

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
    def link_columns(self) -> Links:
        """Where the numbers of the links lie."""
        columns: Links = read_columns(self.layout, Table.LINKS)
        return columns

    def velocity_of(self, link: int) -> int:
        """Return the index among the velocities of a link's first."""
        return int(self.layout[self.link_columns.velocity + link])
