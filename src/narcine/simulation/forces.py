"""What each force does to each vehicle over a run: the curves behind an audit's picture."""

from dataclasses import dataclass

import numpy as np

from narcine.simulation.model import Model
from narcine.simulation.record import TERM_NAMES, observation
from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class ForceHistory:
    """Net forces by term on each vehicle, in the axes of its root."""

    time: Array
    vehicles: tuple[str, ...]
    terms: tuple[str, ...]
    force: Array
    """(time, vehicle, term, 3): forward, starboard, down (N)"""
    power: Array
    """(time, term): on all vehicles, in the frame of the water if it is uniform (W)"""


def force_history(model: Model, time: Array, states: Array, commands: Array) -> ForceHistory:
    """Return the forces of recorded states."""
    seen = observation(model, states, commands)
    attitude = seen.attitude.reshape(len(states), -1, 3, 3)
    in_world = np.einsum("slij,stlj->stli", attitude, seen.wrench[..., :3])
    force = np.zeros((len(states), len(model.vehicles), len(TERM_NAMES), 3))
    for number, entry in enumerate(model.vehicles):
        own = [body.link for body in model.bodies if body.vehicle == entry.name]
        force[:, number] = in_world[:, :, own].sum(axis=2) @ attitude[:, entry.root]
    return ForceHistory(time, tuple(entry.name for entry in model.vehicles), TERM_NAMES, force, seen.power)
