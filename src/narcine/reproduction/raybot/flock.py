"""Many vehicles of one layout under one control law, which sees and commands all of them at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from narcine.recording.dataset import euler_angles
from narcine.simulation.batch import roll_rows, side_by_side
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
    batch = side_by_side(simulations, step, None)
    model = batch.simulations[0].model
    steps = max(1, round(period / batch.step))
    states = batch.initial_states if states is None else states
    commands = np.stack([each.model.commands for each in simulations])[:, None]
    inputs = [each.name for each in model.inputs]
    records = [states]
    for number in range(round(duration / (steps * batch.step))):
        for name, values in law(Flock(number * steps * batch.step, model.state_names, states)).items():
            commands[:, 0, inputs.index(name)] = values
        states, _, sound = roll_rows(
            batch.parameters,
            model.layout,
            states,
            np.zeros(1, np.int64),
            commands,
            batch.integrator,
            batch.step,
            steps,
            coupled=model.coupled,
        )
        states[sound < steps] = np.nan
        records.append(states)
    time = steps * batch.step * np.arange(len(records))
    return Passage(time, model.state_names, np.stack(records, axis=1))


def repeated(simulations: Sequence[Simulation], times: int) -> list[Simulation]:
    """Return each simulation some times in a row, for sweeps of what a law commands."""
    return [each for each in simulations for _ in range(times)]


def attitude_angles(flock: Flock | Passage, body: str = "disc") -> tuple[Array, Array, Array]:
    """Return roll, pitch and heading of a body (rad); over time the heading does not jump."""
    roll, pitch, heading = euler_angles(np.stack([flock[f"{body}.attitude_{axis}"] for axis in "wxyz"], axis=-1))
    return roll, pitch, np.asarray(np.unwrap(heading, axis=-1)) if heading.ndim > 1 else heading
