"""The engine's own states from a recorded run, so that all that can be read off them is there again."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.multibody.couplings import CouplingKind
from narcine.multibody.links import JointKind
from narcine.recording.dataset import rotation_matrices
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.record import continuous_quaternions
from narcine.spatial.vectors import Array
from narcine.tables import Table

if TYPE_CHECKING:
    import xarray


def states_of_run(model: Model, dataset: "xarray.Dataset") -> tuple[Array, Array]:
    """Return states (time, state) and commands (time, input) of a recorded run of this model.

    They are those of the run to rounding; the signs of quaternions may be others. `record.observation` takes them.
    """
    _check_names(model, dataset)
    states = np.full((dataset.sizes["time"], model.states), np.nan)
    motion = _Motion(model, dataset)
    _restore_links(model, motion, states)
    _restore_balls_between_free_bodies(model, motion, states)
    if model.coordinates:
        names = [coordinate.name for coordinate in model.coordinates]
        rows = dataset.indexes["joint"].get_indexer(names)
        states[:, [each.position for each in model.coordinates]] = dataset["joint_position"].values[:, rows]
        velocities = [model.positions + each.velocity for each in model.coordinates]
        states[:, velocities] = dataset["joint_velocity"].values[:, rows]
    if model.actuator_states:
        rows = dataset.indexes["actuator"].get_indexer(list(model.actuator_states))
        states[:, model.positions + model.velocities :] = dataset["actuator_state"].values[:, rows]
    rows = dataset.indexes["input"].get_indexer([each.name for each in model.inputs])
    commands = np.ascontiguousarray(dataset["command"].values[:, rows].reshape(len(states), -1))
    _check_whole(model, states)
    return states, commands


class _Motion:
    """Attitudes, places and velocities of links that are bodies; the world is link number `links.rows`."""

    def __init__(self, model: Model, dataset: "xarray.Dataset") -> None:
        self.row = {body.link: dataset.indexes["body"].get_loc(body.name) for body in model.bodies}
        self.world = model.link_columns.rows
        self.place: Array = dataset["position"].values
        self.quaternion: Array = dataset["attitude"].values
        self.velocity: Array = dataset["velocity"].values
        self.spin: Array = dataset["angular_velocity"].values

    def attitude(self, link: int) -> Array:
        """Return the rotation (time, 3, 3) from a link's axes to the world's."""
        if link == self.world:
            return np.broadcast_to(np.eye(3), (len(self.place), 3, 3))
        return rotation_matrices(self.quaternion[:, self.row[link]])

    def turn_between(self, first: int, second: int) -> Array:
        """Return the rotation (time, 3, 3) from the second link's axes to the first's."""
        return np.swapaxes(self.attitude(first), -1, -2) @ self.attitude(second)

    def spin_between(self, first: int, second: int) -> Array:
        """Return the angular velocity (time, 3) of the second link against the first, in the second's axes."""
        spin: Array = self.spin[:, self.row[second]]
        if first == self.world:
            return spin
        carried: Array = np.einsum("tji,tj->ti", self.turn_between(first, second), self.spin[:, self.row[first]])
        return spin - carried


def _restore_links(model: Model, motion: _Motion, states: Array) -> None:
    """Fill in free links and ball joints of the tree."""
    links = model.link_columns
    for body in model.bodies:
        link = body.link
        kind, parent = model.layout[links.kind + link], int(model.layout[links.parent + link])
        q = int(model.layout[links.position + link])
        v = model.positions + model.velocity_of(link)
        row = motion.row[link]
        if kind == JointKind.FREE:
            states[:, q : q + 3] = motion.place[:, row]
            states[:, q + 3 : q + 7] = motion.quaternion[:, row]
            states[:, v : v + 3] = motion.velocity[:, row]
            states[:, v + 3 : v + 6] = motion.spin[:, row]
        elif kind == JointKind.BALL:
            turn = model.parameters[links.turn + 27 * link : links.turn + 27 * link + 9].reshape(3, 3)
            states[:, q : q + 4] = _quaternions(turn.T @ motion.turn_between(parent, link))
            states[:, v : v + 3] = motion.spin_between(parent, link)


def _restore_balls_between_free_bodies(model: Model, motion: _Motion, states: Array) -> None:
    """Fill in the coordinates of ball joints that are couplings."""
    layout, couplings = model.layout, read_columns(model.layout, Table.COUPLINGS)
    for c in range(couplings.rows):
        if layout[couplings.kind + c] != CouplingKind.BALL or not layout[couplings.coordinates + c]:
            continue
        first, second = int(layout[couplings.first + c]), int(layout[couplings.second + c])
        q, v = int(layout[couplings.position + c]), model.positions + int(layout[couplings.velocity + c])
        placement = model.parameters[couplings.placement + 9 * c : couplings.placement + 9 * c + 9].reshape(3, 3)
        states[:, q : q + 4] = _quaternions(placement.T @ motion.turn_between(first, second))
        states[:, v : v + 3] = motion.spin_between(first, second)


def _quaternions(turns: Array) -> Array:
    """Return the quaternions (time, 4) of rotations (time, 3, 3), without jumps of sign."""
    return continuous_quaternions(turns[:, None])[:, 0]


def _check_names(model: Model, dataset: "xarray.Dataset") -> None:
    """Refuse a run of something else."""
    expected = {
        "body": [body.name for body in model.bodies],
        "joint": [coordinate.name for coordinate in model.coordinates],
        "input": [each.name for each in model.inputs],
        "actuator": list(model.actuator_states),
    }
    for dimension, names in expected.items():
        known = {str(name) for name in dataset[dimension].values} if dimension in dataset.coords else set()
        missing = [name for name in names if name not in known]
        if missing:
            told = ", ".join(missing[:5]) + (" and others" if len(missing) > 5 else "")
            raise ValueError(f"the run is not one of this model: it has no {dimension} {told}")


def _check_whole(model: Model, states: Array) -> None:
    """Refuse a state of which a part is in no record."""
    unknown = [model.state_names[k] for k in np.flatnonzero(np.isnan(states).any(axis=0))]
    if unknown:
        raise ValueError(f"the run does not tell all of its states: {', '.join(unknown[:5])} cannot be restored")
