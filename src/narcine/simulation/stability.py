"""Whether a step is short enough: whether the linearised motion grows because of the steps, and not by itself."""

from dataclasses import dataclass
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from narcine.simulation.integrators import Integrator
from narcine.simulation.model import WATER, Model
from narcine.simulation.record import observation
from narcine.simulation.rollout import roll
from narcine.spatial.vectors import Array

NUDGE = 1e-6
"""Relative size of the differences; leaves about 1e-10 of rounding."""
MARGIN = 1.0
"""Growth rate (1/s) beyond twice the motion's own that is laid to the steps; differences leave about 1e-3."""
HALVINGS = 8
"""How often a step is halved in search of one that is short enough."""
ALIKE, FAST = 0.02, 1.0
"""Relative difference of two growth rates that are the same; growth over one step beyond which none is trusted."""
JUMP = 3.0
"""Change of the largest slope, over itself, when the nudge is a tenth; a jump makes it ten times as steep."""
COMPARED_STEPS = 8
SLOW = 1e-3
"""Velocity (m/s, rad/s) below which differences of motion do not matter."""


@dataclass(frozen=True)
class Instability:
    """A motion that only the steps make grow."""

    state: str
    """the part of the state that grows most"""
    short_enough: float
    """a step (s) with which it does not grow"""


def find_instability(
    model: Model, state: Array, command: Array, integrator: Integrator, step: float
) -> Instability | None:
    """Return what the steps make grow around a state, vehicle by vehicle and in the water, or nothing.

    Growth over one step that its halves, quarters and so on do not have is an artefact; growth that they share is not.
    """
    for owner in (*(vehicle.name for vehicle in model.vehicles), WATER):
        chosen = model.states_of(owner)
        if not len(chosen):
            continue
        allowed = MARGIN + 2.0 * max(_own_growth(model, state, command, chosen), 0.0)
        growth, mode = _growth_over(model, state, command, chosen, integrator, step, 1)
        if growth <= allowed or _jumps(model, state, command, chosen):
            continue
        parts, before = 1, growth
        for _ in range(HALVINGS):
            parts *= 2
            now, _ = _growth_over(model, state, command, chosen, integrator, step, parts)
            if now <= allowed:
                break
            if now * step < FAST and abs(now - before) < ALIKE * now:
                return None
            before = now
        return Instability(model.state_names[mode], _rounded_down(step / parts))
    return None


def step_error(
    model: Model, state: Array, command: Array, integrator: Integrator, step: float, steps: int = COMPARED_STEPS
) -> float:
    """Return how much velocities differ after a few steps from those after four times as many of a quarter."""
    if not model.velocities:
        return 0.0
    ends = []
    for parts in (1, 4):
        x, sound = _rolled(model, state[None].copy(), command, integrator, step / parts, steps * parts)
        if sound[0] < steps * parts:
            return np.inf
        ends.append(x[0, model.positions : model.positions + model.velocities])
    size = float(np.sqrt(np.mean(ends[1] ** 2))) + SLOW
    return float(np.sqrt(np.mean((ends[0] - ends[1]) ** 2))) / size


def _nudged(state: Array, chosen: NDArray[np.int64], part: float = 1.0) -> tuple[Array, Array]:
    """Return the state moved both ways along each chosen entry, and by how much."""
    size = part * NUDGE * np.maximum(1.0, np.abs(state[chosen]))
    rows = np.repeat(state[None], 2 * len(chosen), axis=0)
    order = np.arange(len(chosen))
    rows[order, chosen] += size
    rows[order + len(chosen), chosen] -= size
    return rows, size


def _differences(images: Array, chosen: NDArray[np.int64], size: Array) -> Array:
    """Return the derivative of chosen entries of images by the nudges of the states that they are images of."""
    forward, backward = images[: len(chosen), chosen], images[len(chosen) :, chosen]
    return np.asarray(((forward - backward) / (2.0 * size[:, None])).T)


def _own_growth(model: Model, state: Array, command: Array, chosen: NDArray[np.int64]) -> float:
    """Return the largest growth rate of the linearised motion itself (1/s)."""
    rows, size = _nudged(state, chosen)
    seen = observation(model, rows, np.repeat(command[None], len(rows), axis=0))
    matrix = _differences(seen.rates, chosen, size)
    if not np.all(np.isfinite(matrix)):
        return 0.0
    return max(float(np.linalg.eigvals(matrix[np.ix_(each, each)]).real.max()) for each in _feedbacks(matrix))


def _jumps(model: Model, state: Array, command: Array, chosen: NDArray[np.int64]) -> bool:
    """Say whether forces jump at a state, as lift by an angle does where the flow turns round: no step mends that."""
    slopes = []
    for part in (1.0, 0.1):
        rows, size = _nudged(state, chosen, part)
        seen = observation(model, rows, np.repeat(command[None], len(rows), axis=0))
        slopes.append(_differences(seen.rates, chosen, size))
    return bool(np.abs(slopes[1] - slopes[0]).max() > JUMP * np.abs(slopes[0]).max())


def _growth_over(
    model: Model,
    state: Array,
    command: Array,
    chosen: NDArray[np.int64],
    integrator: Integrator,
    step: float,
    parts: int,
) -> tuple[float, int]:
    """Return the growth rate (1/s) of the linearised motion over a step in parts, and the state that grows most."""
    rows, size = _nudged(state, chosen)
    images, sound = _rolled(model, rows, command, integrator, step / parts, parts)
    if np.any(sound < parts):
        return np.inf, int(chosen[int(np.argmin(sound)) % len(chosen)])
    matrix = _differences(images, chosen, size)
    if not np.all(np.isfinite(matrix)):
        return np.inf, int(chosen[0])
    largest, leading = 0.0, 0
    for each in _feedbacks(matrix):
        factors, modes = np.linalg.eig(matrix[np.ix_(each, each)])
        worst = int(np.argmax(np.abs(factors)))
        if np.abs(factors[worst]) > largest:
            largest, leading = float(np.abs(factors[worst])), int(each[np.argmax(np.abs(modes[:, worst]))])
    return float(np.log(largest) / step) if largest > 0.0 else -np.inf, int(chosen[leading])


def _feedbacks(matrix: Array) -> list[NDArray[np.int64]]:
    """Return groups of states that act on each other, directly or round about: the eigenvalues are those of the groups.

    What a gait prescribes acts on the water and is not acted on, so that of a long snake little more than its root is
    left in one group.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    count, group_of = connected_components(csr_array(matrix != 0.0), connection="strong")
    return [np.flatnonzero(group_of == group) for group in range(count)]


def _rolled(
    model: Model, rows: Array, command: Array, integrator: Integrator, step: float, steps: int
) -> tuple[Array, NDArray[np.int64]]:
    """Return states advanced by some steps, and how many of them stayed sound."""
    count = len(rows)
    sound = np.zeros(count, np.int64)
    parameters = np.repeat(model.parameters[None], count, axis=0)
    commands = np.repeat(command[None], count, axis=0)
    nothing = np.zeros((count, 0, model.states))
    roll(parameters, model.layout, rows, commands, int(integrator), step, steps, steps, nothing, sound, model.coupled)
    return rows, sound


def _rounded_down(step: float) -> float:
    """Return the step with one digit."""
    digit = 10.0 ** floor(log10(step))
    return floor(step / digit * (1.0 + 1e-9)) * digit
