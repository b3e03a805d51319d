"""Whether a step is short enough: whether the linearised motion grows because of the steps, and not by itself."""

from dataclasses import dataclass
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from narcine.simulation.integrators import Integrator
from narcine.simulation.model import Model
from narcine.simulation.record import observation
from narcine.simulation.rollout import roll
from narcine.spatial.vectors import Array

NUDGE = 1e-6
"""Relative size of the differences; leaves about 1e-10 of rounding."""
MARGIN = 1.0
"""Growth rate (1/s) beyond twice the motion's own that is laid to the steps; differences leave about 1e-3."""
HALVINGS = 16
"""How often a step is halved in search of one that is short enough."""


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
    """Return what the steps make grow around a state, vehicle by vehicle, or nothing."""
    for vehicle in model.vehicles:
        chosen = model.states_of(vehicle.name)
        if not len(chosen):
            continue
        own_rate = _own_growth(model, state, command, chosen)
        rate, mode = _stepped_growth(model, state, command, chosen, integrator, step)
        if _is_caused_by_steps(rate, own_rate):
            shorter = step
            for _ in range(HALVINGS):
                shorter /= 2.0
                if not _is_caused_by_steps(
                    _stepped_growth(model, state, command, chosen, integrator, shorter)[0], own_rate
                ):
                    break
            return Instability(model.state_names[mode], _rounded_down(shorter))
    return None


def _is_caused_by_steps(rate: float, own_rate: float) -> bool:
    return not rate <= MARGIN + 2.0 * max(own_rate, 0.0)


def _nudged(state: Array, chosen: NDArray[np.int64]) -> tuple[Array, Array]:
    """Return the state moved both ways along each chosen entry, and by how much."""
    size = NUDGE * np.maximum(1.0, np.abs(state[chosen]))
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
    return float(np.linalg.eigvals(_differences(seen.rates, chosen, size)).real.max())


def _stepped_growth(
    model: Model, state: Array, command: Array, chosen: NDArray[np.int64], integrator: Integrator, step: float
) -> tuple[float, int]:
    """Return the largest growth rate of the linearised step (1/s), and the index in the state that grows most."""
    rows, size = _nudged(state, chosen)
    count = len(rows)
    roll(
        np.repeat(model.parameters[None], count, axis=0),
        model.layout,
        rows,
        np.repeat(command[None], count, axis=0),
        int(integrator),
        step,
        1,
        1,
        np.zeros((count, 0, model.states)),
        np.zeros(count, np.int64),
    )
    factors, modes = np.linalg.eig(_differences(rows, chosen, size))
    worst = int(np.argmax(np.abs(factors)))
    return float(np.log(np.abs(factors[worst])) / step), int(chosen[np.argmax(np.abs(modes[:, worst]))])


def _rounded_down(step: float) -> float:
    """Return the step with one digit."""
    digit = 10.0 ** floor(log10(step))
    return floor(step / digit * (1.0 + 1e-9)) * digit
