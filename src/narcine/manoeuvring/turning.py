"""Steady turns of the vehicle itself, not of its linearisation: swum until they are steady, then made exact."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.manoeuvring.motion_states import DEPTH, HEADING, PITCH, RATES, ROLL
from narcine.manoeuvring.steady import BALANCED, TIDY, SteadyRun
from narcine.simulation.batch import roll_rows
from narcine.simulation.integrators import Integrator
from narcine.spatial.vectors import Array

LENGTHS = 60.0
"""Ship lengths of the first go; a turn that decays settles in some ten. Each further go is twice as long."""
GOES = 4
GROWS = 1e-6
"""Growth rate (1/s) from which on a turn does not last: heading and depth have none."""
SETTLED = 0.01
"""Relative change of the yaw rate between the end of a swim and the exact turn, below which it had settled."""
NEARLY_NONE = 1e-7
"""rad/s"""
PASSES = 40
FOLLOWED = float(np.radians(1.0))
"""Largest step of the rudder's angle (rad) in which level turns are followed."""


@dataclass(frozen=True)
class Turns:
    """Steady turns, one for each row of commands; nan where none was reached."""

    yaw_rate: Array
    """of the heading (rad/s)"""
    speed: Array
    radius: Array
    """m, of the path seen from above; negative to port"""
    roll: Array
    sink_rate: Array
    drift: Array
    """angle of the bow off the path, positive where the path is to starboard of it (rad)"""
    z: Array
    settled: NDArray[np.bool_]


def steady_turns(
    run: SteadyRun, commands: Array, parameters: Array | None = None, length: float = 1.0, threads: int | None = None
) -> Turns:
    """Return the turns that commands (row, input) lead to from a straight run; parameters may differ by row."""
    model, count = run.motions.model, len(commands)
    p = np.repeat(model.parameters[None], count, axis=0) if parameters is None else parameters
    step = run.simulation.scenario.step
    steps = max(1, round(LENGTHS * length / run.speed / step))
    x = run.motions.states(np.repeat(run.z[None], count, axis=0))
    z = np.full((count, run.motions.size), np.nan)
    settled = np.zeros(count, bool)
    alive = np.ones(count, bool)
    integrator = Integrator.named(run.simulation.scenario.integrator)
    for go in range(GOES):
        rows = np.flatnonzero(alive & ~settled)
        if not len(rows):
            break
        first, held, taken = np.zeros(1, np.int64), commands[rows][:, None], steps * 2**go
        x[rows], _, sound = roll_rows(
            p[rows], model.layout, x[rows], first, held, integrator, step, taken, threads=threads, coupled=model.coupled
        )
        alive[rows] &= sound == taken
        for row in rows[sound == taken]:
            swum = run.motions.motions(x[row][None])[0]
            exact = _exact(run, swum, commands[row], p[row])
            if exact is not None:
                change = np.linalg.norm(exact[:RATES] - swum[:RATES])
                settled[row] = change < SETTLED * np.linalg.norm(exact[:RATES]) + NEARLY_NONE
                settled[row] &= abs(exact[5] - swum[5]) < SETTLED * abs(exact[5]) + NEARLY_NONE
            if settled[row]:
                z[row] = exact
    return _read(run, z, commands, p, settled)


def small_turns(run: SteadyRun, commands: Array, parameters: Array | None = None) -> Turns:
    """Return the steady turns that begin at a straight run, without swimming: exact, and nan where they do not last.

    Where commands change little and the straight run is stable, these are the turns that it goes over into.
    """
    model, count = run.motions.model, len(commands)
    p = np.repeat(model.parameters[None], count, axis=0) if parameters is None else parameters
    z = np.full((count, run.motions.size), np.nan)
    settled = np.zeros(count, bool)
    for row in range(count):
        exact = _exact(run, run.z, commands[row], p[row])
        if exact is not None and _lasts(run, exact, commands[row], p[row]):
            z[row], settled[row] = exact, True
    return _read(run, z, commands, p, settled)


def _lasts(run: SteadyRun, z: Array, commands: Array, p: Array) -> bool:
    """Say whether small disturbances of a turn die out; heading and depth act on nothing here."""
    size = run.motions.size
    kept = [k for k in range(size) if k not in (HEADING, DEPTH)]
    directions = np.zeros((len(kept), size + len(commands)))
    directions[np.arange(len(kept)), kept] = 1.0
    _, slopes = run.motions.slopes(z, commands, directions, p)
    return bool(np.linalg.eigvals(slopes.rates[:, kept].T).real.max() < GROWS)


def level_turns(run: SteadyRun, angles: Array, mirrored: float, parameters: Array) -> Turns:
    """Return steady turns at growing angles of the rudder that stern planes hold level, as a perfect autopilot would.

    Followed from the straight run in small steps; nan from where stern planes reach their limit, and all nan where
    there are none.
    """
    planes, size = run.controls.stern_planes, len(run.commands)
    z, trim = run.z, 0.0
    found = np.full((len(angles), run.motions.size), np.nan)
    held = turn_commands(run, angles, mirrored)
    settled = np.zeros(len(angles), bool)
    before = 0.0
    for row, angle in enumerate(angles if planes else ()):
        for part in np.linspace(before, angle, max(2, int(np.ceil(abs(angle - before) / FOLLOWED)) + 1))[1:]:
            commands = turn_commands(run, np.array([part]), mirrored)[0] + trim * planes.commands(size)
            exact, more = _solved(run, z, commands, parameters, planes.commands(size))
            if exact is None:
                break
            z, trim = exact, trim + more
        limits = [
            abs((held[row] + trim * planes.commands(size))[each.command]) > each.limit for each in planes.surfaces
        ]
        if exact is None or any(limits):
            break
        held[row] += trim * planes.commands(size)
        found[row], settled[row], before = z, True, float(angle)
    return _read(run, found, held, np.repeat(parameters[None], len(angles), axis=0), settled)


def _exact(run: SteadyRun, z: Array, commands: Array, p: Array) -> Array | None:
    """Return the steady turn near a motion."""
    return _solved(run, z, commands, p, None)[0]


def _solved(run: SteadyRun, z: Array, commands: Array, p: Array, levelling: Array | None) -> tuple[Array | None, float]:
    """Return the steady turn near a motion by Newton's method on all rates but those of heading and depth.

    Where commands may be changed along a direction, the depth is held too; by how much they are comes with it.
    """
    motions, size = run.motions, run.motions.size
    free = [k for k in range(size) if k not in (HEADING, DEPTH)]
    directions = np.zeros((len(free) + (levelling is not None), size + len(commands)))
    directions[np.arange(len(free)), free] = 1.0
    rows = [*free, DEPTH] if levelling is not None else free
    if levelling is not None:
        directions[-1, size:] = levelling
    z, commands, trim = z.copy(), commands.copy(), 0.0
    for _ in range(PASSES):
        here, there = motions.slopes(z, commands, directions, p)
        left = here.rates[0, rows]
        if not (np.all(np.isfinite(left)) and np.all(np.isfinite(there.rates))):
            return None, trim
        if np.abs(left).max() < BALANCED:
            return z, trim
        change = np.linalg.lstsq(there.rates[:, rows].T, -left, rcond=TIDY)[0]
        z[free] += change[: len(free)]
        if levelling is not None:
            trim += float(change[-1])
            commands += change[-1] * levelling
        if abs(z[PITCH]) > 1.5 or np.linalg.norm(z[:RATES]) > 1e3:
            return None, trim
    return None, trim


def _read(run: SteadyRun, z: Array, commands: Array, p: Array, settled: NDArray[np.bool_]) -> Turns:
    rates = np.full(z.shape, np.nan)
    over_ground = np.full((len(z), 3), np.nan)
    for row in np.flatnonzero(settled):
        seen = run.motions.see(z[row][None], commands[row][None], p[row])
        rates[row] = seen.rates[0].real
        over_ground[row] = seen.attitude[0, run.motions.root].real @ z[row, :3]
    turning = rates[:, HEADING]
    across = np.hypot(over_ground[:, 0], over_ground[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        radius = across / turning
        drift = np.arctan2(z[:, 1], z[:, 0])
    return Turns(turning, np.linalg.norm(z[:, :3], axis=1), radius, z[:, ROLL], rates[:, DEPTH], drift, z, settled)


def turn_commands(run: SteadyRun, angles: Array, mirrored: float = 0.0) -> Array:
    """Return commands (angle, input) with the rudder at each angle, and the fins at `-mirrored` times it."""
    size = len(run.commands)
    pattern = run.controls.rudders.commands(size) - mirrored * run.controls.fins.commands(size)
    return run.commands + np.asarray(angles)[:, None] * pattern
