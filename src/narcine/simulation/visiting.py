"""Runs that visit given times: steps are cut so that every sample and every change of a command begins one.

Nothing is interpolated, and no command waits for a step, so that a run can be compared with measurements at the
integrator's own accuracy, whatever times they have.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from narcine.simulation.batch import cores
from narcine.simulation.integrators import Integrator
from narcine.simulation.model import Model
from narcine.simulation.rollout import roll
from narcine.spatial.vectors import Array

SAME = 1e-6
"""Relative difference of intervals, and of a step, below which they count as equal: what files round times to."""


@dataclass(frozen=True)
class Leg:
    """Equal steps under one command."""

    step: float
    every: int
    """steps from one sample to the next"""
    samples: int
    """at its end and at equal intervals before; 0 where it ends at a command alone"""
    change: int
    """which of the commands is in force"""

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return self.every * max(self.samples, 1)


def legs(times: Array, changes: Array, longest: float) -> list[Leg]:
    """Return the legs from the first of some times to the last, in steps of at most `longest`.

    Commands change at `changes`, which begin at or before the first time.
    """
    near = SAME * float(np.min(np.diff(times)))
    inside = changes[(changes > times[0] + near) & (changes < times[-1] - near)]
    nearest = times[np.clip(np.searchsorted(times, inside - near), 0, len(times) - 1)]
    inside = np.where(np.abs(nearest - inside) <= near, nearest, inside)
    stops = np.union1d(times[1:], inside)
    sampled = np.isin(stops, times)
    begins = np.concatenate([times[:1], stops[:-1]])
    lengths = stops - begins
    force = np.searchsorted(changes, begins + near, side="right") - 1
    found: list[Leg] = []
    first = 0
    while first < len(stops):
        last = first
        while (
            last + 1 < len(stops)
            and sampled[last]
            and sampled[last + 1]
            and force[last + 1] == force[first]
            and abs(lengths[last + 1] - lengths[first]) <= SAME * lengths[first]
        ):
            last += 1
        count = last - first + 1
        length = float(stops[last] - begins[first]) / count
        every = max(1, ceil(length / longest - SAME))
        found.append(Leg(length / every, every, count if sampled[last] else 0, int(force[first])))
        first = last + 1
    return found


def visit(
    model: Model,
    parameters: Array,
    states: Array,
    route: Sequence[Leg],
    commands: Array,
    integrator: Integrator,
    threads: int | None = None,
) -> tuple[Array, NDArray[np.bool_]]:
    """Return the states of each row at the first time and at all samples (row, sample, state), and whether it is sound.

    Rows of parameters and states are real or complex alike; `commands` (change, input) are those of all rows. What
    follows the step at which a row explodes is nan.
    """
    samples = 1 + sum(leg.samples for leg in route)
    records = np.full((len(states), samples, states.shape[1]), np.nan, states.dtype)
    sound = np.ones(len(states), np.bool_)
    parts = np.array_split(np.arange(len(states)), min(threads or cores(), len(states)))
    told = np.ascontiguousarray(commands.astype(states.dtype))

    def visit_part(rows: NDArray[np.int64]) -> None:
        part = slice(int(rows[0]), int(rows[-1]) + 1)
        x, p = np.ascontiguousarray(states[part]).copy(), np.ascontiguousarray(parameters[part])
        steps = np.zeros(len(x), np.int64)
        nothing = np.zeros((len(x), 0, x.shape[1]), x.dtype)

        def go(change: int, step: float, count: int, every: int, into: Array) -> None:
            held = np.repeat(told[change][None], len(x), axis=0)
            roll(p, model.layout, x, held, int(integrator), step, count, every, into, steps, model.coupled)

        go(route[0].change, route[0].step, 0, 1, nothing)
        records[part, 0] = x
        done = 1
        for leg in route:
            into = np.full((len(x), leg.samples, x.shape[1]), np.nan, x.dtype) if leg.samples else nothing
            go(leg.change, leg.step, leg.steps, leg.every, into)
            sound[part] &= steps == leg.steps
            records[part, done : done + leg.samples] = into
            done += leg.samples
            if not sound[part].any():
                return
        records[part][~sound[part]] = np.nan

    with ThreadPoolExecutor(len(parts)) as pool:
        list(pool.map(visit_part, parts))
    return records, sound
