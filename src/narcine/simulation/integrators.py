"""Advancing the state by one step: Runge-Kutta of fourth order, or semi-implicit of first order."""

from enum import IntEnum

from narcine.compiled import kernel
from narcine.multibody.impulse import impulse_step
from narcine.multibody.joints import advance_positions, normalise_positions
from narcine.simulation.settling import settle
from narcine.simulation.step import Tables, evaluate, update_signals
from narcine.spatial.rotations import matrix3
from narcine.spatial.vectors import Array, u
from narcine.tables import POSITIONS, STATES, Integers


class Integrator(IntEnum):
    """How the state advances."""

    RK4 = 0
    """classical Runge-Kutta: global error of order h^4"""
    SEMI_IMPLICIT = 1
    """velocities first, then positions with them; joint springs and dampers implicit: global error of order h"""

    @classmethod
    def named(cls, name: str) -> "Integrator":
        """Return the integrator of a name as files write it."""
        known = {each.name.lower(): each for each in cls}
        if name not in known:
            raise ValueError(f"there is no integrator {name!r}; there are {', '.join(known)}")
        return known[name]


STAGE_VECTORS = 3
"""Vectors of the state's size that an integrator needs as scratch."""


@kernel
def advance(
    p: Array,
    layout: Integers,
    t: Tables,
    integrator: int,
    h: float,
    x: Array,
    command: Array,
    work: Array,
    stages: Array,
) -> int:
    """Advance x by h with the command held, and return the row of a coupling that does not hold, or -1.

    Prescribed joints are set when the next step or a record looks at them.
    Both schemes look at the rates in one loop: twice in the code, they would take twice as long to compile.
    """
    n = layout[u(STATES)]
    rates, stage, total = stages[0:n], stages[n : 2 * n], stages[2 * n : 3 * n]
    impulses = t.impulse.rows > 0
    explicit = integrator == Integrator.RK4 and not impulses
    for k in range(n):
        stage[u(k)] = x[u(k)]
        total[u(k)] = 0.0
        rates[u(k)] = 0.0
    for number in range(4 if explicit else 1):
        evaluate(p, layout, t, stage, command, 0.0 if explicit or impulses else h, 0, work, rates)
        if explicit:
            add_stage(n, number, h, x, rates, stage, total)
    if explicit:
        for k in range(n):
            x[u(k)] += total[u(k)]
    else:
        semi_implicit_step(layout, t, h, x, work, rates, stage)
    if impulses:
        update_signals(p, layout, t, x, command, work, rates)
        return impulse_step(p, layout, t.links, t.couplings, t.slots, t.impulse, stage, x, h, t.work, work)
    for i in range(t.links.rows):
        normalise_positions(layout[u(t.links.kind + i)], x, layout[u(t.links.position + i)])
    if t.slots.rows > 0:
        return settle(p, layout, t, x, command, work, rates)
    return -1


@kernel
def add_stage(n: int, number: int, h: float, x: Array, rates: Array, stage: Array, total: Array) -> None:
    """Add the rates of a stage of the classical Runge-Kutta scheme, and put the next stage in place."""
    weight = h / 6.0 if number == 0 or number == 3 else h / 3.0
    reach = h if number == 2 else 0.5 * h
    for k in range(n):
        total[u(k)] += weight * rates[u(k)]
        stage[u(k)] = x[u(k)] + reach * rates[u(k)]


@kernel
def semi_implicit_step(
    layout: Integers, t: Tables, h: float, x: Array, work: Array, rates: Array, stage: Array
) -> None:
    """Advance velocities and actuator states by their rates, then positions by the new velocities."""
    n = layout[u(STATES)]
    for k in range(layout[u(POSITIONS)]):
        x[u(k)] = stage[u(k)]
    for k in range(layout[u(POSITIONS)], n):
        x[u(k)] = stage[u(k)] + h * rates[u(k)]
    links = t.links
    for i in range(links.rows):
        advance_positions(
            layout[u(links.kind + i)],
            matrix3(work, t.work.attitude + 9 * i),
            x,
            layout[u(links.position + i)],
            x,
            links.first_velocity + layout[u(links.velocity + i)],
            h,
        )
