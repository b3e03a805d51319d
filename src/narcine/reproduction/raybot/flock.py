"""Many vehicles of one layout under one control law, which sees and commands all of them at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narcine.simulation.batch import roll_rows
from narcine.simulation.integrators import Integrator
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class Flock:
    """The states of all vehicles now, by name."""

    time: float
    names: tuple[str, ...]
    states: Array
    """(vehicle, state)"""

    def __getitem__(self, name: str) -> Array:
        """Return one state of all vehicles."""
        return np.asarray(self.states[:, self.names.index(name)])


Law = Callable[[Flock], Mapping[str, Array]]
"""Inputs and the values that each vehicle is sent, held until the law is asked again."""


@dataclass(frozen=True)
class Passage:
    """What was recorded of a flock; vehicles that exploded read nan."""

    time: Array
    names: tuple[str, ...]
    states: Array
    """(vehicle, time, state)"""

    def __getitem__(self, name: str) -> Array:
        """Return one state of all vehicles over time."""
        return np.asarray(self.states[:, :, self.names.index(name)])


def swim(
    simulations: Sequence[Simulation],
    law: Law,
    duration: float,
    period: float = 0.02,
    step: float | None = None,
    states: Array | None = None,
) -> Passage:
    """Run all for some time, asking the law and recording every `period`, from their starts or from given states."""
    first = simulations[0]
    if any(not np.array_equal(each.model.layout, first.model.layout) for each in simulations):
        raise ValueError("the vehicles of a flock differ in more than numbers")
    step = first.scenario.step if step is None else step
    steps = max(1, round(period / step))
    states = np.stack([each.model.initial_state for each in simulations]) if states is None else states
    parameters = np.stack([each.model.parameters for each in simulations])
    commands = np.stack([each.model.commands for each in simulations])[:, None]
    inputs = [each.name for each in first.model.inputs]
    names, integrator = first.model.state_names, Integrator.named(first.scenario.integrator)
    records = [states]
    for number in range(round(duration / (steps * step))):
        for name, values in law(Flock(number * steps * step, names, states)).items():
            commands[:, 0, inputs.index(name)] = values
        states, _, sound = roll_rows(
            parameters,
            first.model.layout,
            states,
            np.zeros(1, np.int64),
            commands,
            integrator,
            step,
            steps,
            coupled=first.model.coupled,
        )
        states[sound < steps] = np.nan
        records.append(states)
    time = steps * step * np.arange(len(records))
    return Passage(time, names, np.stack(records, axis=1))


def repeated(simulations: Sequence[Simulation], times: int) -> list[Simulation]:
    """Return each simulation some times in a row, for sweeps of what a law commands."""
    return [each for each in simulations for _ in range(times)]


def pitch_angle(flock: Flock | Passage, body: str = "disc") -> Array:
    """Return the pitch of a body (rad)."""
    w, x, y, z = (flock[f"{body}.attitude_{axis}"] for axis in "wxyz")
    return np.asarray(np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0)))


def roll_angle(flock: Flock | Passage, body: str = "disc") -> Array:
    """Return the roll of a body (rad)."""
    w, x, y, z = (flock[f"{body}.attitude_{axis}"] for axis in "wxyz")
    return np.asarray(np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y)))


def heading(flock: Flock | Passage, body: str = "disc") -> Array:
    """Return the heading of a body (rad), without jumps over time."""
    w, x, y, z = (flock[f"{body}.attitude_{axis}"] for axis in "wxyz")
    return np.asarray(np.unwrap(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)), axis=-1))
