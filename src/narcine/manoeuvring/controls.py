"""What steers a vehicle: which of its surfaces are rudders, stern planes and forward fins, and what drives it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from narcine.manoeuvring.motion_states import MotionStates
from narcine.simulation.layout import read_columns
from narcine.simulation.momentum import link_inertias
from narcine.spatial.rotations import skew
from narcine.spatial.vectors import Array
from narcine.tables import Table

if TYPE_CHECKING:
    from narcine.description.vehicle import Vehicle

ACROSS = 0.5
"""Part of a surface's normal along an axis from which on it works along that axis; planes at 45 deg work both ways."""


@dataclass(frozen=True)
class ControlSurface:
    """A surface in the axes of the root."""

    name: str
    row: int
    """in the table of surfaces"""
    entry: int
    """of its angle in z"""
    command: int
    place: Array
    normal: Array
    limit: float
    area: float
    forward: Array
    """the root's forward axis in the axes of its link"""


@dataclass(frozen=True)
class Group:
    """Surfaces that are moved together: each by the angle of the group, times a sign that makes them push alike."""

    surfaces: tuple[ControlSurface, ...] = ()
    axis: int = 1
    """of the root, along which a negative force goes with a positive angle"""

    def __bool__(self) -> bool:
        return bool(self.surfaces)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the surfaces."""
        return tuple(each.name for each in self.surfaces)

    @property
    def signs(self) -> Array:
        """Return the sign of each."""
        return np.array([np.sign(each.normal[self.axis]) for each in self.surfaces])

    @property
    def limit(self) -> float:
        """Return the largest angle of all of them."""
        return min((each.limit for each in self.surfaces), default=0.0)

    @property
    def area(self) -> float:
        """Return the area of all of them (m2)."""
        return float(sum(each.area for each in self.surfaces))

    @property
    def place(self) -> float:
        """Return how far forward they lie, on average over their areas (m)."""
        return float(sum(each.area * each.place[0] for each in self.surfaces) / self.area) if self.area else 0.0

    def resized(self, motions: MotionStates, size: float = 1.0, place: float | None = None) -> Array:
        """Return the parameters of a model with these surfaces `size` times as large, or all at one place forward."""
        return self.resized_in(motions.model.parameters, motions, size, place)

    def resized_in(self, parameters: Array, motions: MotionStates, size: float, place: float | None = None) -> Array:
        """Return the same of other parameters."""
        p = parameters.copy()
        columns = read_columns(motions.model.layout, Table.SURFACES)
        for each in self.surfaces:
            p[columns.area + each.row] *= size
            if place is not None:
                at = columns.position + 3 * each.row
                p[at : at + 3] += (place - each.place[0]) * each.forward
        return p

    def commands(self, size: int) -> Array:
        """Return the change of all commands per angle of the group."""
        return self._spread(size, [each.command for each in self.surfaces])

    def entries(self, size: int) -> Array:
        """Return the change of z per angle of the group."""
        return self._spread(size, [each.entry for each in self.surfaces])

    def _spread(self, size: int, places: Sequence[int]) -> Array:
        change = np.zeros(size)
        change[list(places)] = self.signs
        return change


@dataclass(frozen=True)
class Controls:
    """What steers and drives a vehicle."""

    rudders: Group
    """athwart, astern of the centre of gravity"""
    fins: Group
    """athwart, ahead of it"""
    stern_planes: Group
    """across the vertical, astern of it"""
    surfaces: tuple[ControlSurface, ...]
    propellers: tuple[str, ...]
    deployments: tuple[str, ...]


def total_inertia(motions: MotionStates) -> tuple[Array, Array]:
    """Return the rigid and the added inertia (6, 6) of all links about the root's origin, joints as they start."""
    place, turn = _poses(motions)
    rigid, added = np.zeros((6, 6)), np.zeros((6, 6))
    inertias = link_inertias(motions.model)
    for link in motions.links:
        R = turn[link].T
        X = np.zeros((6, 6))
        X[:3, :3] = X[3:, 3:] = R
        X[:3, 3:] = -R @ skew(place[link])
        rigid += X.T @ inertias[link][0] @ X
        added += X.T @ inertias[link][1] @ X
    return rigid, added


def gravity_centre(rigid: Array) -> Array:
    """Return the centre of gravity of a rigid inertia."""
    return np.asarray(np.array([rigid[1, 5], rigid[2, 3], rigid[0, 4]]) / rigid[0, 0])


def controls_of(vehicle: "Vehicle", motions: MotionStates) -> Controls:
    """Return what steers a vehicle, by where its surfaces lie and which way they face."""
    place, turn = _poses(motions)
    columns = read_columns(motions.model.layout, Table.SURFACES)
    layout, p = motions.model.layout, motions.model.parameters
    found = []
    names = [name for name, each in vehicle.actuators.items() if each.type == "surface"]
    for row, name in enumerate(names):
        link = int(layout[columns.link + row])
        at, normal = (p[first + 3 * row : first + 3 * row + 3] for first in (columns.position, columns.normal))
        found.append(
            ControlSurface(
                name,
                row,
                motions.index_of(int(layout[columns.state + row])),
                int(layout[columns.command + row]),
                place[link] + turn[link] @ at,
                turn[link] @ normal,
                float(p[columns.limit + row]),
                float(p[columns.area + row]),
                turn[link].T @ np.array([1.0, 0.0, 0.0]),
            )
        )
    middle = gravity_centre(total_inertia(motions)[0])[0]
    athwart = [each for each in found if abs(each.normal[1]) > ACROSS]
    upright = [each for each in found if abs(each.normal[2]) > ACROSS]
    return Controls(
        rudders=Group(tuple(each for each in athwart if each.place[0] < middle)),
        fins=Group(tuple(each for each in athwart if each.place[0] >= middle)),
        stern_planes=Group(tuple(each for each in upright if each.place[0] < middle), axis=2),
        surfaces=tuple(found),
        propellers=tuple(name for name, each in vehicle.actuators.items() if each.type == "propeller"),
        deployments=tuple(name for name, each in vehicle.actuators.items() if each.type == "deployment"),
    )


def _poses(motions: MotionStates) -> tuple[Array, Array]:
    """Return where all links lie, and their rotations, in the axes of the root."""
    z = motions.at_rest(motions.model.commands)
    seen = motions.see(z[None], motions.model.commands[None])
    root = seen.attitude[0, motions.root].real
    place = (seen.place[0].real - seen.place[0, motions.root].real) @ root
    return place, np.einsum("ji,ljk->lik", root, seen.attitude[0].real)
