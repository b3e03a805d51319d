"""Starting at full stroke from rest: the root moves so that body and water together have no momentum."""

import numpy as np

from narcine.description.scenario import Scenario
from narcine.simulation.model import Model
from narcine.simulation.observe import Observation
from narcine.simulation.record import observation
from narcine.simulation.rollout import roll
from narcine.spatial.inertias import INERTIA_SIZE, unpack_inertia
from narcine.spatial.vectors import Array


def link_inertias(model: Model) -> list[tuple[Array, Array]]:
    """Return the 6x6 rigid and added inertia of each link."""
    links = model.link_columns

    def read(first: int, i: int) -> Array:
        return unpack_inertia(model.parameters[first + INERTIA_SIZE * i : first + INERTIA_SIZE * (i + 1)])

    added = [read(links.added, i) for i in range(links.rows)]
    return [(read(links.own, i) - added[i], added[i]) for i in range(links.rows)]


def total_momentum(model: Model, seen: Observation, links: list[int], about: Array) -> Array:
    """Return the momentum (linear, angular about a point) of links in world axes, per state, as the water sees it."""
    inertias = link_inertias(model)
    total = np.zeros((len(seen.place), 6))
    for i in links:
        R = seen.attitude[:, i].reshape(-1, 3, 3)
        flow = seen.motion[:, i].copy()
        flow[:, :3] -= np.einsum("ti,tij->tj", seen.stream[:, i], R)
        rigid, added = inertias[i]
        momentum = flow @ rigid + seen.wet[:, i, None] * (flow @ added)
        linear = np.einsum("tij,tj->ti", R, momentum[:, :3])
        angular = np.einsum("tij,tj->ti", R, momentum[:, 3:])
        total[:, :3] += linear
        total[:, 3:] += angular + np.cross(seen.place[:, i] - about, linear)
    return total


def without_momentum(model: Model, scenario: Scenario) -> Array:
    """Return the initial state with the roots of vehicles that start without momentum moving accordingly."""
    state = model.initial_state.copy()
    for entry in model.vehicles:
        if not scenario.vehicles[entry.name].begins.without_momentum:
            continue
        root_velocity = model.positions + model.velocity_of(entry.root)
        trials = np.repeat(settled(model, state)[None], 7, axis=0)
        trials[:, root_velocity : root_velocity + 6] = np.vstack([np.zeros(6), np.eye(6)])
        seen = observation(model, trials, np.repeat(model.commands[None], 7, axis=0))
        links = [i for i, root in enumerate(model.link_roots) if root == entry.root]
        momentum = total_momentum(model, seen, links, seen.place[0, entry.root])
        matrix = (momentum[1:] - momentum[0]).T
        state[root_velocity : root_velocity + 6] = np.linalg.solve(matrix, -momentum[0])
    return state


def settled(model: Model, state: Array) -> Array:
    """Return a state with its prescribed joints where their drives put them."""
    x = np.ascontiguousarray(state[None].copy())
    nothing = np.zeros((1, 0, model.states))
    roll(
        model.parameters[None],
        model.layout,
        x,
        model.commands[None],
        0,
        1.0,
        0,
        1,
        nothing,
        np.zeros(1, np.int64),
        model.coupled,
    )
    result: Array = x[0]
    return result
