"""What a carriage must exert on a vehicle to move it on a path: the engine's own inverse dynamics.

Stages are prescribed joints, whose efforts the articulated-body algorithm gives (Featherstone 2008, section 9.2), so
that whatever the engine knows of a vehicle counts: added inertia, Coriolis, drag, foils, screws, joints that bend.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.following import NINETY_PERCENT
from narcine.laboratory.mounting import MOVED, PREFIX, RESPONSE, STAGES, TURNED, mounted, root_of
from narcine.simulation.integrators import Integrator
from narcine.simulation.model import Model
from narcine.simulation.record import PART, observation
from narcine.simulation.rollout import roll
from narcine.simulation.simulation import Simulation
from narcine.spatial.rotations import rotation_from_euler
from narcine.spatial.vectors import Array

Path = Callable[[Array], Array]
"""Times (n,) to how runs move (run, n, 4, 3): north, east, down (m) and turn (rad); value, rate and acceleration."""
Told = Callable[[float], None]
_FOLLOWED = ("command", "command_rate", "command_acceleration")
"""States of a stage: what its path gives it."""


@dataclass(frozen=True)
class Captured:
    """What was measured of runs on a carriage; the first two indices are run and sample."""

    time: Array
    """(sample,)"""
    place: Array
    """(run, sample, 4): north, east, down of the carriage from its start (m), and its turn (rad)"""
    motion: Array
    """(run, sample, 6): velocity over ground of the root's origin and angular velocity, in body axes"""
    acceleration: Array
    """(run, sample, 6): rates of these numbers"""
    wrench: Array
    """(run, sample, 6): force and moment of the carriage on the vehicle at the root's origin, in body axes"""
    outputs: dict[str, Array]
    """(run, sample): pulses and speeds of thrusters, and what else follows from a state at once"""


class _Seen(NamedTuple):
    """Of an observation, by state: motion and acceleration of the root, efforts of drives, and outputs."""

    motion: Array
    acceleration: Array
    drive: Array
    output: Array


class Captive:
    """A vehicle on a carriage."""

    def __init__(self, simulation: Simulation, mount: str = "upright", beating: bool = False) -> None:
        self.name = simulation.scenario.name
        self.root = root_of(simulation)
        self.mount = mount
        self.simulation = mounted(simulation, mount, beating)
        self.model: Model = self.simulation.model
        names = self.model.state_names
        self._followers = np.array(
            [names.index(f"{PREFIX}{stage}.{what}") for stage in MOVED for what in _FOLLOWED]
        ).reshape(len(MOVED), len(_FOLLOWED))
        self._inputs = {each.name: k for k, each in enumerate(self.model.inputs)}
        self.link = next(body.link for body in self.model.bodies if body.name == self.root)
        coordinates = {each.name: each.velocity for each in self.model.coordinates}
        self._efforts = [coordinates[f"{PREFIX}{stage}"] for stage in STAGES]

    @property
    def remembers(self) -> bool:
        """Whether it has states beside those of the carriage: joints, gaits, lags."""
        return self.model.states > len(STAGES) * (2 + len(_FOLLOWED))

    def measure(
        self,
        path: Path,
        time: Array,
        commands: Mapping[str, Array] | None = None,
        commanded_from: float = 0.0,
        progress: Told | None = None,
    ) -> Captured:
        """Move runs side by side on their paths and return what is measured at times that begin at 0 and are even.

        `commands` (run,) hold from `commanded_from` on; before that inputs are as the vehicle leaves them.
        """
        first = path(time[:1])
        runs = len(first)
        commanded = np.repeat(self.model.commands[None], runs, axis=0)
        for name, values in (commands or {}).items():
            commanded[:, self._inputs[name]] = values
        on = time >= commanded_from - 1e-9
        held = np.where(on[None, :, None], commanded[:, None], self.model.commands)
        if self.remembers and len(time) > 1:
            states = self._stepped(path, time, commanded, commanded_from, progress)
        else:
            states = np.repeat(self.model.initial_state[None, None], runs, axis=0).repeat(len(time), axis=1)
        moved = path(time)
        states[:, :, self._followers] = moved
        rows = states.reshape(-1, self.model.states)
        seen = self._seen(rows, held.reshape(len(rows), -1))
        shape = (runs, len(time))
        return Captured(
            time,
            moved[..., 0],
            seen.motion.reshape(*shape, 6),
            seen.acceleration.reshape(*shape, 6),
            self._wrench(seen, moved[..., 3, 0].ravel()).reshape(*shape, 6),
            {name: seen.output[:, k].reshape(shape) for k, name in enumerate(self.model.outputs)},
        )

    def _stepped(self, path: Path, time: Array, commanded: Array, begin: float, progress: Told | None) -> Array:
        """Return states at the times; what the vehicle has beside the carriage is stepped along the path."""
        scenario, model = self.simulation.scenario, self.model
        apart = float(time[1] - time[0])
        every = max(1, int(np.ceil(apart / scenario.step - 1e-9)))
        step, runs = apart / every, len(commanded)
        x = np.repeat(model.initial_state[None], runs, axis=0)
        parameters = np.repeat(model.parameters[None], runs, axis=0)
        states = np.empty((runs, len(time), model.states))
        none, sound = np.zeros((runs, 0, model.states)), np.zeros(runs, np.int64)
        integrator = int(Integrator.named(scenario.integrator))
        stages = [self._inputs[f"{PREFIX}{stage}"] for stage in MOVED]
        w = NINETY_PERCENT / RESPONSE
        for sample in range(len(time)):
            steps = time[0] + step * (sample * every + np.arange(every + 1))
            moved = path(steps)
            jerk = np.diff(moved[..., 2], axis=1) / step
            goals = moved[..., 0] + 3.0 * (moved[..., 1] + moved[..., 2] / w) / w
            for k in range(every):
                x[:, self._followers] = moved[:, k]
                command = np.where(steps[k] >= begin - 1e-9, commanded, model.commands)
                command[:, stages] = goals[:, k] + jerk[:, k] / w**3
                if k == 0:
                    roll(parameters, model.layout, x, command, integrator, step, 0, 1, none, sound, model.coupled)
                    states[:, sample] = x
                    if sample == len(time) - 1:
                        break
                roll(parameters, model.layout, x, command, integrator, step, 1, 1, none, sound, model.coupled)
                if not sound.all():
                    message = f"its joints explode on the carriage at {steps[k]:g} s; a shorter run.step may help"
                    raise DescriptionError([Problem((), message, Place(self.name))])
            if progress is not None:
                progress((sample + 1) / len(time))
        return states

    def _seen(self, rows: Array, held: Array) -> _Seen:
        """Return what is needed of an observation of many states."""
        parts = []
        for begin in range(0, len(rows), PART):
            part = observation(self.model, rows[begin : begin + PART], held[begin : begin + PART])
            parts.append((part.motion[:, self.link], part.acceleration[:, self.link], part.drive, part.output))
        return _Seen(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _wrench(self, seen: _Seen, turn: Array) -> Array:
        """Return the wrench on the root in body axes, from what the stages exert in their own."""
        efforts = seen.drive[:, self._efforts]
        along, across = efforts[:, 0], efforts[:, 1]
        force = np.stack(
            [
                np.cos(turn) * along + np.sin(turn) * across,
                np.cos(turn) * across - np.sin(turn) * along,
                efforts[:, 2],
            ],
            axis=1,
        )
        mount = rotation_from_euler(*np.radians(TURNED[self.mount]))
        return np.concatenate([force @ mount, efforts[:, :2:-1] @ mount], axis=1)
