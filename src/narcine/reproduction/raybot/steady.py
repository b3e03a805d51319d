"""Steady glides of the live ray: speed, pitch and trim at which nothing accelerates, for a given angle of attack."""

from collections.abc import Mapping, Sequence

import numpy as np

from narcine.reproduction.raybot.reflex import nose_up
from narcine.simulation.batch import roll_rows
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

GUESS = (0.12, 0.0, 0.0)
"""Speed (m/s), pitch and trim (rad) from which the search begins."""
NUDGES = np.array([1e-6, 1e-6, 1e-6])
"""Changes of speed, pitch and trim over which slopes are taken."""
LARGEST_STEPS = np.array([0.02, 0.1, 0.1])
"""Changes of speed, pitch and trim that one step of the search may make."""
STEPS = 60
BALANCED = 1e-7
"""Acceleration (m/s2, rad/s2) that counts as none: five digits below gravity's share in water."""
ACCELERATING = ("disc.forward_velocity", "disc.down_velocity", "disc.pitch_rate")


def glide_states(simulations: Sequence[Simulation], attack: Array, glides: Array) -> Array:
    """Return the states of rays that glide straight ahead; `glides` has rows of speed, pitch and trim."""
    model = simulations[0].model
    states = np.stack([each.model.initial_state for each in simulations])
    speed, pitch, trim = glides.T
    values: Mapping[str, Array] = {
        "disc.attitude_w": np.cos(0.5 * pitch),
        "disc.attitude_y": np.sin(0.5 * pitch),
        "disc.forward_velocity": speed * np.cos(attack),
        "disc.down_velocity": speed * np.sin(attack),
    }
    fins = nose_up(trim)
    for name, value in {**values, **fins, **{f"{fin}.command": angle for fin, angle in fins.items()}}.items():
        states[:, model.state_names.index(name)] = value
    return states


def steady_glides(simulations: Sequence[Simulation], attacks: Array) -> Array:
    """Return speed, pitch and trim (vehicle, angle of attack, 3) of steady glides, nan where none was found.

    Each angle of attack is searched from the glide at the one before, by Newton's method on the accelerations. None is
    found where fins cannot trim it.
    """
    found = np.tile(np.array(GUESS), (len(simulations), 1))
    glides = []
    for attack in attacks:
        found = _search(simulations, np.full(len(simulations), attack), np.where(np.isfinite(found), found, GUESS))
        glides.append(found)
    return np.stack(glides, axis=1)


def _search(simulations: Sequence[Simulation], attack: Array, glides: Array) -> Array:
    for _ in range(STEPS):
        acceleration = _accelerations(simulations, attack, glides)
        balanced = np.abs(acceleration).max(axis=1) < BALANCED
        if np.all(balanced):
            return glides
        slopes = np.stack(
            [
                (_accelerations(simulations, attack, glides + nudge) - acceleration) / nudge.sum()
                for nudge in np.diag(NUDGES)
            ],
            axis=-1,
        )
        step = -(np.linalg.pinv(np.nan_to_num(slopes)) @ np.nan_to_num(acceleration)[..., None])[..., 0]
        step /= np.maximum(1.0, np.max(np.abs(step) / LARGEST_STEPS, axis=1, keepdims=True))
        glides = np.where(balanced[:, None], glides, glides + step)
    return np.where(balanced[:, None], glides, np.nan)


def _accelerations(simulations: Sequence[Simulation], attack: Array, glides: Array) -> Array:
    """Return what one step changes of the velocities ahead and down, and of the pitch rate, over its length."""
    first = simulations[0]
    inputs = [each.name for each in first.model.inputs]
    commands = np.stack([each.model.commands for each in simulations])[:, None]
    for name, angle in nose_up(glides[:, 2]).items():
        commands[:, 0, inputs.index(name)] = angle
    states = glide_states(simulations, attack, glides)
    after, _, _ = roll_rows(
        np.stack([each.model.parameters for each in simulations]),
        first.model.layout,
        states,
        np.zeros(1, np.int64),
        commands,
        Integrator.named(first.scenario.integrator),
        first.scenario.step,
        1,
    )
    columns = [first.model.state_names.index(name) for name in ACCELERATING]
    return np.asarray((after - states)[:, columns] / first.scenario.step)
