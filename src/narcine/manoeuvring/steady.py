"""The steady straight run of a vehicle: found by Newton's method on the rates of the compiled step."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from narcine.manoeuvring.controls import Controls, controls_of
from narcine.manoeuvring.deep_water import in_deep_water, refused, vehicle_of
from narcine.manoeuvring.motion_states import DEPTH, MOTION, PITCH, RATES, ROLL, MotionStates
from narcine.simulation.schedule import command_table
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term
from narcine.spatial.vectors import Array

BALANCED = 1e-9
"""Largest rate (m/s2, rad/s2, 1/s) that is none."""
PASSES = 60
FULL_STEP, LEAST_PART = 1.0, 1.0 / 64.0
SPEEDS = np.geomspace(0.02, 20.0, 61)
"""Tried as a beginning (m/s)."""
SHARES = np.linspace(0.0, 1.0, 41)
"""Of the largest shaft speed, tried as a beginning."""
FULL_SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
RPM = 30.0 / np.pi
"""Turns in a minute over rad/s."""
USUAL_SPEED = 1.5
"""m/s, of a vehicle whose file lets its propeller stand and that is told nothing."""
TIDY = 1e-12
"""Singular values under this share of the largest are directions in which nothing changes."""


@dataclass(frozen=True)
class Aim:
    """How fast a run is to be: one of these, or what the file commands."""

    speed: float | None = None
    """m/s"""
    thrust: float | None = None
    """of all propellers on the hull (N)"""
    shaft: float | None = None
    """of every propeller (rad/s)"""


@dataclass(frozen=True)
class SteadyRun:
    """A straight run at rest in its own axes."""

    simulation: Simulation
    """the vehicle alone in deep water"""
    motions: MotionStates
    controls: Controls
    z: Array
    commands: Array
    thrust: float
    """forward force of the propellers on the hull (N)"""
    remarks: tuple[str, ...]
    """what it was not possible to hold"""

    @property
    def speed(self) -> float:
        """Return U (m/s)."""
        return float(np.linalg.norm(self.z[:3]))

    @property
    def inputs(self) -> tuple[str, ...]:
        """Return the names of the commands."""
        return tuple(each.name for each in self.motions.model.inputs)


def steady_run(
    simulation: Simulation, aim: Aim | None = None, deployed: Mapping[str, float] | None = None
) -> SteadyRun:
    """Return the steady straight run of a vehicle, with its propeller adjusted where a speed or a thrust is given.

    Rudders hold it straight and stern planes hold it level, both moved together, where there are any; `deployed` sets
    deployments, which are as the file commands them otherwise.
    """
    vehicle = vehicle_of(simulation)
    alone = in_deep_water(simulation)
    motions = MotionStates(alone.model)
    controls = controls_of(vehicle, motions)
    commands = command_table(alone.scenario, alone.model, alone.scenario.step)[1][-1].copy()
    names = [each.name for each in alone.model.inputs]
    for name, value in (deployed or {}).items():
        commands[names.index(name)] = value
    return _Search(alone, motions, controls, commands).run(_settled_aim(aim or Aim(), controls, commands, names))


def _settled_aim(aim: Aim, controls: Controls, commands: Array, names: list[str]) -> Aim:
    """Return an aim with a usual speed where nothing turns and nothing is asked for."""
    if aim == Aim() and controls.propellers and not any(commands[names.index(each)] for each in controls.propellers):
        return Aim(speed=USUAL_SPEED)
    return aim


class _Search:
    """What is solved for, and for what."""

    def __init__(self, alone: Simulation, motions: MotionStates, controls: Controls, commands: Array) -> None:
        self.alone, self.motions, self.controls, self.commands = alone, motions, controls, commands
        names = [each.name for each in motions.model.inputs]
        self.shafts = np.zeros(len(commands))
        for name, each in vehicle_of(alone).actuators.items():
            if each.type == "propeller":
                self.shafts[names.index(name)] = each.limit

    def run(self, aim: Aim) -> SteadyRun:
        """Return the run; trims that are out of reach are let go, the level first."""
        if (aim.speed is not None or aim.thrust is not None or aim.shaft is not None) and not self.controls.propellers:
            raise refused(self.alone, "has no propeller that could be adjusted; there is no steady run to find")
        if aim.shaft is not None:
            self.commands = np.where(self.shafts != 0.0, aim.shaft, self.commands)
        rudders, planes = self.controls.rudders, self.controls.stern_planes
        tries = [(True, True, ""), (True, False, "its stern planes cannot hold it level: it climbs or dives")]
        tries += [(False, False, "its rudders cannot hold it straight without a list")]
        for straight, level, remark in tries:
            if (level and not planes) or (straight and not rudders):
                remark = ""
            found = self._solved(aim, straight and bool(rudders), level and bool(planes))
            if found is not None:
                z, commands = found
                remarks = (remark,) if remark else ()
                return SteadyRun(
                    self.alone, self.motions, self.controls, z, commands, self._thrust(z, commands), remarks
                )
        raise refused(self.alone, self._why(aim))

    def _why(self, aim: Aim) -> str:
        """Say why no run was found, and how fast it can go."""
        if aim != Aim():
            asked = _asked(aim)
            for share in FULL_SHARES:
                commands = np.where(self.shafts != 0.0, share * self.shafts, self.commands)
                found = _Search(self.alone, self.motions, self.controls, commands)._solved(
                    Aim(), bool(self.controls.rudders), bool(self.controls.stern_planes)
                )
                if found is not None:
                    fastest = f"{float(np.linalg.norm(found[0][:3])):.3g} m/s"
                    if share == 1.0:
                        return f"has no steady run at {asked}: at its limit the propeller gives {fastest}"
                    return (
                        f"has no steady straight and level run at {asked}; it has one at {fastest}, with "
                        f"{100.0 * share:.0f} % of its largest shaft speed, and none with more: its propeller's torque "
                        "rolls it over, or its surfaces cannot hold it"
                    )
        return "has no steady straight run: nothing drives it, or nothing holds it"

    def _solved(self, aim: Aim, straight: bool, level: bool) -> tuple[Array, Array] | None:
        """Return z and commands of a steady run, or nothing."""
        motions, size = self.motions, self.motions.size
        adjusts = aim.speed is not None or aim.thrust is not None
        combos = [self.shafts] if adjusts else []
        combos += [self.controls.rudders.commands(len(self.commands))] if straight else []
        combos += [self.controls.stern_planes.commands(len(self.commands))] if level else []
        free = [0, 1, 2, ROLL, PITCH, *range(len(MOTION), size)]
        directions = np.zeros((len(free) + len(combos), size + len(self.commands)))
        directions[np.arange(len(free)), free] = 1.0
        for k, combo in enumerate(combos):
            directions[len(free) + k, size:] = combo
        z, commands = self._beginning(aim, self.commands.astype(float).copy())

        def left(z: Array, commands: Array) -> tuple[Array, Array]:
            here, there = motions.slopes(z, commands, directions)
            rows = [*range(RATES), *range(len(MOTION), size), *([DEPTH] if level else [])]
            values, slopes = here.rates[0, rows], there.rates[:, rows]
            if aim.speed is not None:
                speed = float(np.linalg.norm(z[:3]))
                values = np.append(values, speed - aim.speed)
                slopes = np.column_stack([slopes, directions[:, :3] @ z[:3] / speed])
            if aim.thrust is not None:
                values = np.append(values, _forward_thrust(here.wrench)[0] - aim.thrust)
                slopes = np.column_stack([slopes, _forward_thrust(there.wrench)])
            return values, slopes.T

        for _ in range(PASSES):
            values, slopes = left(z, commands)
            if not (np.all(np.isfinite(values)) and np.all(np.isfinite(slopes))):
                return None
            if np.abs(values).max() < BALANCED:
                return self._sound(z, commands)
            change = np.linalg.lstsq(slopes, -values, rcond=TIDY)[0] @ directions
            part = FULL_STEP
            while part > LEAST_PART:
                tried = motions.see((z + part * change[:size])[None], (commands + part * change[size:])[None])
                if np.abs(tried.rates[0, :RATES].real).max() < 2.0 * np.abs(values).max() + BALANCED:
                    break
                part *= 0.5
            z, commands = z + part * change[:size], commands + part * change[size:]
            if abs(z[PITCH]) > 1.4 or np.linalg.norm(z[:3]) > 100.0:
                return None
        return None

    def _sound(self, z: Array, commands: Array) -> tuple[Array, Array] | None:
        """Return a solution that goes ahead, within what its surfaces and shafts reach."""
        within = np.all(np.abs(commands[self.shafts != 0.0]) <= np.abs(self.shafts[self.shafts != 0.0]) * (1.0 + 1e-9))
        reached = all(abs(commands[each.command]) <= each.limit for each in self.controls.surfaces)
        return (z, commands) if within and reached and z[0] > 0.0 else None

    def _beginning(self, aim: Aim, commands: Array) -> tuple[Array, Array]:
        """Return a start near a run: where surge alone balances, with a thrust as near as can be."""
        turning = [np.where(self.shafts != 0.0, share * self.shafts, commands) for share in SHARES]
        if aim.speed is not None:
            tried = [(aim.speed, each) for each in turning]
        else:
            tried = [(s, each) for each in (turning if aim.thrust is not None else [commands]) for s in SPEEDS]
        rows = np.array([self.motions.at_rest(each) for _, each in tried])
        rows[:, 0] = [speed for speed, _ in tried]
        seen = self.motions.see(rows, np.array([each for _, each in tried]))
        surge = np.abs(seen.rates[:, 0].real)
        best = int(np.argmin(surge))
        if aim.thrust is not None:
            balanced = np.argmin(surge.reshape(len(turning), len(SPEEDS)), axis=1) + len(SPEEDS) * np.arange(
                len(turning)
            )
            off = np.abs(_forward_thrust(seen.wrench[balanced].real) - aim.thrust)
            best = int(balanced[int(np.argmin(off))])
        return rows[best], tried[best][1].copy()

    def _thrust(self, z: Array, commands: Array) -> float:
        """Return the forward force of propellers and thrusters."""
        return float(_forward_thrust(self.motions.see(z[None], commands[None]).wrench.real)[0])


def _asked(aim: Aim) -> str:
    """Return an aim in words."""
    if aim.speed is not None:
        return f"{aim.speed:g} m/s"
    if aim.thrust is not None:
        return f"a thrust of {aim.thrust:g} N"
    return f"{(aim.shaft or 0.0) * RPM:.4g} rpm"


def _forward_thrust(wrench: Array) -> Array:
    """Return the forward force of propellers and thrusters of rows of wrenches (row, term, link, 6)."""
    return np.asarray(wrench[:, [Term.PROPELLERS - 1, Term.THRUSTERS - 1]][..., 0].sum(axis=(1, 2)))
