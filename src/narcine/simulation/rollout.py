"""Many steps of many vehicles in one call: what Python calls to advance states."""

import numpy as np

from narcine.compiled import entry_point, kernel, shared_kernel
from narcine.hydrodynamics.waterline.wetness import set_still_water
from narcine.multibody.work import work_offsets, work_size
from narcine.simulation.integrators import STAGE_VECTORS, advance
from narcine.simulation.step import read_tables, update_signals
from narcine.spatial.vectors import Array, u
from narcine.tables import POSITIONS, STATES, VELOCITIES, Integers

HIGHEST_RATE = 1e4
"""A body faster than this (m/s or rad/s) has no meaning under water: the run has exploded."""


@entry_point
def roll(
    p: Array,
    layout: Integers,
    x: Array,
    command: Array,
    integrator: int,
    h: float,
    steps: int,
    every: int,
    records: Array,
    sound: Integers,
    coupled: int | None,
) -> int:
    """Advance each row of x by a number of steps, with its own row of parameters and of held commands.

    Returned is the row of a coupling that could not hold, which stopped the last vehicle that one stopped, or -1.

    Every `every`-th state goes into `records` (row, record, state), unless that is empty. `sound` tells how many
    steps of each row stayed finite; the last sound state stays in x. With no steps at all, prescribed joints are set
    to where they belong.
    """
    t = read_tables(layout)
    n = layout[u(STATES)]
    work = np.empty(work_size(layout, 1), x.dtype)
    stages = np.empty(STAGE_VECTORS * n, x.dtype)
    before = np.empty(n, x.dtype)
    set_still_water(layout, t.links, t.water, t.work, work)
    unheld = -1
    for b in range(x.shape[0]):
        state, parameters, inputs = x[u(b)], p[u(b)], command[u(b)]
        sound[b] = steps
        for step in range(steps):
            for k in range(n):
                before[k] = state[k]
            loose = advance(parameters, layout, t, integrator, h, state, inputs, work, stages, coupled)
            if loose >= 0 or not is_sound(layout, state):
                for k in range(n):
                    state[k] = before[k]
                sound[b] = step
                unheld = loose
                break
            if (step + 1) % every == 0 and records.shape[1] > 0:
                show_prescribed(parameters, layout, state, inputs, work, stages[0:n])
                for k in range(n):
                    records[b, (step + 1) // every - 1, k] = state[k]
        show_prescribed(parameters, layout, state, inputs, work, stages[0:n])
    return unheld


@shared_kernel
def show_prescribed(p: Array, layout: Integers, x: Array, command: Array, work: Array, rates: Array) -> None:
    """Set prescribed joints to where they belong now."""
    update_signals(p, layout, x, command, work_offsets(layout), work, rates)


@kernel
def is_sound(layout: Integers, x: Array) -> bool:
    """Say whether all velocities are finite and none absurd; what else turns infinite shows in them one step later."""
    total = 0.0
    for k in range(layout[u(POSITIONS)], layout[u(POSITIONS)] + layout[u(VELOCITIES)]):
        velocity = x[u(k)].real
        total += velocity * velocity
    return total < HIGHEST_RATE * HIGHEST_RATE
