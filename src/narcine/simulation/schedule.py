"""The commands of a scenario: at which step which input takes which value."""

from math import ceil

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import Scenario
from narcine.simulation.model import Model
from narcine.spatial.vectors import Array

ROUNDING = 1e-9
"""Part of a step by which a time may miss a step's start and still count as it."""


def command_changes(scenario: Scenario, model: Model, step: float) -> list[tuple[int, int, float]]:
    """Return step, input and value of each scheduled command, in the order in which they come.

    A command holds from the first step that does not start before its time.
    """
    index = {each.name: number for number, each in enumerate(model.inputs)}
    changes = [
        (max(0, ceil(time / step - ROUNDING)), index[name], value)
        for name, schedule in scenario.commands.items()
        for time, value in schedule
    ]
    return sorted(changes, key=lambda change: change[0])


def coupling_events(scenario: Scenario, step: float) -> list[tuple[int, str, bool]]:
    """Return step, coupling, and whether it docks, of each scheduled event, in the order in which they come."""
    ordered = sorted(scenario.events, key=lambda event: event.time)
    return [(ceil(event.time / step - ROUNDING), event.coupling, event.dock is not None) for event in ordered]


def command_table(scenario: Scenario, model: Model, step: float) -> tuple[NDArray[np.int64], Array]:
    """Return the steps at which commands change, the first being 0, and all commands in force from each on."""
    changes = command_changes(scenario, model, step)
    steps = np.array(sorted({0} | {first for first, _, _ in changes}), np.int64)
    values = np.empty((len(steps), len(model.commands)))
    held, done = model.commands.copy(), 0
    for row, now in enumerate(steps):
        while done < len(changes) and changes[done][0] <= now:
            held[changes[done][1]] = changes[done][2]
            done += 1
        values[row] = held
    return steps, values
