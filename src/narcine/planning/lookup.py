"""Decisions made beforehand: a table of one byte for everything that a planner can see and remember."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from narcine.planning.choice import choose
from narcine.planning.motion import Motion
from narcine.planning.planner import Planner
from narcine.planning.sight import Sight

Numbers = NDArray[np.int64]
BUDGET = 128 * 1024
"""Bytes that a small microcontroller has to spare for a table."""


class TooLarge(ValueError):
    """A table that does not fit where it should go."""


@dataclass(frozen=True)
class Lookup:
    """The next action by what is remembered and seen (history, pattern of obstacles, sight of the light)."""

    planner: Planner
    motion: Motion
    table: NDArray[np.uint8]

    @property
    def size(self) -> int:
        """Size of the table in bytes."""
        return self.table.nbytes

    def choose(self, sight: Sight, history: ArrayLike) -> Numbers:
        """Return the next action of each row, as `planning.choice.choose` does."""
        before = np.asarray(history, np.int64).reshape(len(sight.obstacles), self.motion.history)
        past = np.zeros(len(before), np.int64)
        for actions in before.T:
            past = past * len(self.motion.actions) + actions
        return self.table[past, sight.obstacles, light_number(self.planner, sight)].astype(np.int64)


def light_number(planner: Planner, sight: Sight) -> Numbers:
    """Return the numbers of sights of the light: 0 none, then each zone from dead ahead over starboard round."""
    return np.where(sight.zone > 0, 1 + (sight.zone - 1) * planner.bearings + sight.bearing, 0)


def table_shape(planner: Planner, motion: Motion) -> tuple[int, int, int]:
    """Return how many histories, patterns of obstacles and sights of the light there are."""
    return len(motion.actions) ** motion.history, planner.patterns, planner.lights


def all_inputs(planner: Planner, motion: Motion) -> tuple[Sight, Numbers]:
    """Return everything that can be seen, and remembered (row, n), in the order of the table."""
    past, obstacles, light = (each.ravel() for each in np.indices(table_shape(planner, motion)))
    zone = np.where(light > 0, 1 + (light - 1) // planner.bearings, 0)
    bearing = np.where(light > 0, (light - 1) % planner.bearings, 0)
    powers = len(motion.actions) ** np.arange(motion.history)[::-1]
    return Sight(obstacles, zone, bearing), past[:, None] // powers % len(motion.actions)


def compile_lookup(planner: Planner, motion: Motion, budget: int = BUDGET) -> Lookup:
    """Return the table of all decisions (eq 21 computed beforehand); one over the budget is refused."""
    shape = table_shape(planner, motion)
    size = int(np.prod(shape))
    if size > budget:
        message = (
            f"the lookup table takes {size} bytes ({shape[0]} histories x {shape[1]} patterns of obstacles x "
            f"{shape[2]} sights of the light), more than the budget of {budget}; choose a shorter history, fewer "
            "actions or fewer bearings, or raise the budget"
        )
        raise TooLarge(message)
    if len(motion.actions) > 256:
        raise TooLarge(f"there are {len(motion.actions)} actions; a byte tells 256 apart")
    sight, history = all_inputs(planner, motion)
    return Lookup(planner, motion, choose(planner, motion, sight, history).astype(np.uint8).reshape(shape))
