"""How a vehicle floats at a calm surface: depth, roll and pitch at which weight and buoyancy balance and hold it."""

from dataclasses import dataclass, replace
from math import asin, atan2

import numpy as np

from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model, VehicleEntry
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation
from narcine.simulation.step import Term
from narcine.spatial.rotations import quaternion_from_matrix
from narcine.spatial.vectors import Array
from narcine.tables import HEAD_WIDTH, Table

NUDGE = 1e-5
"""Change of depth (m) and angle (rad) over which stiffness is found."""
FIRST_LEAN = (0.011, 0.007)
"""Lean (rad) that lets a vehicle leave a balance that does not hold it."""
LARGEST_STEPS = (0.1, 0.2, 0.2)
"""Depth (m) and angles (rad) by which one step may move it."""
STEPS = 400
BALANCED = 1e-9
"""Force over weight, and moment over weight and a metre, that count as none."""


@dataclass(frozen=True)
class Floating:
    """A vehicle at rest at the surface, joints as they start."""

    vehicle: str
    depth: float
    """of its root's origin (m)"""
    roll: float
    pitch: float
    wet: float
    """share of its displaced volume that is under water"""
    heave_stiffness: float
    """N/m, attitude held"""
    lean_stiffness: tuple[float, float]
    """smallest and largest moment per angle against leaning (N m/rad), depth left to follow"""


def find_floating(model: Model, entry: VehicleEntry, volumes: Array, weight: float) -> Floating | None:
    """Return how a vehicle that is lighter than water floats; volumes are those of its links, zero of others.

    Follows the restoring force and moment by Newton steps with the magnitudes of the stiffness's eigenvalues, so that
    it leaves what does not hold it and ends where everything does. None where nothing holds it.
    """
    model = _calm(model)
    state = settled(model, model.initial_state)
    first = int(model.layout[model.link_columns.position + entry.root])
    rotation = np.asarray(observation(model, state[None], model.commands[None]).attitude[0, entry.root]).reshape(3, 3)
    depth = 0.0
    links = [index for index, root in enumerate(model.link_roots) if root == model.link_roots[entry.root]]
    rotation = _turned(rotation, np.array(FIRST_LEAN))
    largest, before = np.array(LARGEST_STEPS), 0.0
    for _ in range(STEPS):
        load, stiffness = _hold(model, state, first, entry.root, links, depth, rotation)
        if np.abs(load).max() < BALANCED * weight:
            break
        if before * load[0] < 0.0 and abs(load[0]) > 0.5 * abs(before):  # to and fro past a small waterplane
            largest[0] *= 0.5
        before = load[0]
        step = _newton_step(load, stiffness, largest)
        depth, rotation = depth + step[0], _turned(rotation, step[1:])
    else:
        return None
    lean = stiffness[1:, 1:] - np.outer(stiffness[1:, 0], stiffness[0, 1:]) / stiffness[0, 0]
    low, high = np.linalg.eigvalsh(lean)
    seen = observation(model, _posed(state, first, depth, rotation)[None], model.commands[None])
    return Floating(
        entry.name,
        float(depth),
        atan2(rotation[2, 1], rotation[2, 2]),
        -asin(float(np.clip(rotation[2, 0], -1.0, 1.0))),
        float(seen.wet[0] @ volumes / volumes.sum()),
        float(stiffness[0, 0]),
        (float(low), float(high)),
    )


def _hold(
    model: Model, state: Array, first: int, root: int, links: list[int], depth: float, rotation: Array
) -> tuple[Array, Array]:
    """Return what pushes a vehicle out of a pose, and the stiffness with which it is held there."""
    poses = [(depth, rotation)]
    for axis in range(3):
        for sign in (1.0, -1.0):
            change = np.zeros(3)
            change[axis] = sign * NUDGE
            poses.append((depth + change[0], _turned(rotation, change[1:])))
    loads = _loads(model, state, first, root, links, poses)
    stiffness = -(loads[1::2] - loads[2::2]).T / (2.0 * NUDGE)
    return loads[0], 0.5 * (stiffness + stiffness.T)


def _newton_step(load: Array, stiffness: Array, largest: Array) -> Array:
    """Return how far to follow a load: by the magnitudes of the stiffness's eigenvalues, and not too far at once."""
    values, vectors = np.linalg.eigh(stiffness)
    strength = np.maximum(np.abs(values), 1e-6 * np.abs(values).max() + 1e-9)
    step = vectors @ (vectors.T @ load / strength)
    return np.asarray(step / max(1.0, float(np.max(np.abs(step) / largest))))


def _calm(model: Model) -> Model:
    """Return the model without waves, its water steady."""
    layout = model.layout.copy()
    layout[HEAD_WIDTH * Table.SWELL] = 0
    layout[read_columns(layout, Table.WATER).varies] = 0
    return replace(model, layout=layout)


def _turned(rotation: Array, lean: Array) -> Array:
    """Return an attitude leaned about the horizontal axes of the world."""
    from scipy.spatial.transform import Rotation

    return np.asarray(Rotation.from_rotvec([*lean, 0.0]).as_matrix() @ rotation)


def _posed(state: Array, first: int, depth: float, rotation: Array) -> Array:
    posed = state.copy()
    posed[first + 2] = depth
    posed[first + 3 : first + 7] = quaternion_from_matrix(rotation)
    return posed


def _loads(
    model: Model, state: Array, first: int, root: int, links: list[int], poses: list[tuple[float, Array]]
) -> Array:
    """Return for each pose the force down and the moments about north and east at the root, of weight and buoyancy."""
    states = np.stack([_posed(state, first, *pose) for pose in poses])
    seen = observation(model, states, np.repeat(model.commands[None], len(states), axis=0))
    wrench = seen.wrench[:, Term.WEIGHT - 1, links] + seen.wrench[:, Term.BUOYANCY - 1, links]
    attitude = seen.attitude[:, links].reshape(len(states), -1, 3, 3)
    force = np.einsum("slij,slj->sli", attitude, wrench[..., :3])
    moment = np.einsum("slij,slj->sli", attitude, wrench[..., 3:])
    moment += np.cross(seen.place[:, links] - seen.place[:, root, None], force)
    return np.column_stack([force[..., 2].sum(axis=1), moment[..., 0].sum(axis=1), moment[..., 1].sum(axis=1)])
