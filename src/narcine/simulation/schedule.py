"""The commands of a scenario as a table: from which step on which values hold."""

from math import ceil

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import Scenario
from narcine.simulation.model import Model
from narcine.spatial.vectors import Array

ROUNDING = 1e-9
"""Part of a step by which a time may miss a step's start and still count as it."""


def command_table(scenario: Scenario, model: Model, step: float) -> tuple[NDArray[np.int64], Array]:
    """Return the steps at which commands change, the first being 0, and the commands in force from each on.

    A command holds from the first step that does not start before its time.
    """
    index = {each.name: number for number, each in enumerate(model.inputs)}
    changes = [
        (max(0, ceil(time / step - ROUNDING)), index[name], value)
        for name, schedule in scenario.commands.items()
        for time, value in schedule
    ]
    steps = np.array(sorted({0} | {first for first, _, _ in changes}), np.int64)
    values = np.repeat(model.commands[None], len(steps), axis=0)
    for first, number, value in sorted(changes):
        values[steps >= first, number] = value
    return steps, values
