"""A run in the user's hand: step it, look at it, command it."""

import json
from collections import deque
from collections.abc import Iterator, MutableMapping
from copy import copy
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.compiled import note_compiled
from narcine.description.fastening import fastenings
from narcine.description.quantities import suggestion
from narcine.description.scenario import Scenario
from narcine.recording.trajectory import Trajectory
from narcine.simulation.arithmetic import arithmetic
from narcine.simulation.assembling import coupling_index, too_far
from narcine.simulation.docking import let_go, take_hold
from narcine.simulation.doubts import (
    doubts_about_added_inertia,
    doubts_about_gaits,
    doubts_about_holds,
    doubts_about_scenario,
    doubts_about_servos,
    doubts_about_sizes,
    doubts_about_step,
    doubts_about_surface,
    doubts_about_travel,
)
from narcine.simulation.failure import RunStopped, diagnose
from narcine.simulation.input_log import InputLog
from narcine.simulation.integrators import Integrator
from narcine.simulation.model import Model
from narcine.simulation.observe import Observation
from narcine.simulation.piloting import Pilots
from narcine.simulation.record import observation, trajectory
from narcine.simulation.rollout import roll
from narcine.simulation.schedule import command_changes, coupling_events
from narcine.spatial.vectors import Array

if TYPE_CHECKING:
    import xarray


class Commands(MutableMapping[str, float]):
    """The commands now in force, by the names of the inputs, in SI units."""

    def __init__(self, model: Model) -> None:
        self._index = {each.name: number for number, each in enumerate(model.inputs)}
        self._units = [each.unit for each in model.inputs]
        self.values_array = model.commands.copy()

    def _find(self, name: str) -> int:
        if name not in self._index:
            near = suggestion(name, list(self._index))
            raise KeyError(f"there is no input {name!r}{near}; there are {', '.join(self._index) or 'none'}")
        return self._index[name]

    def __getitem__(self, name: str) -> float:
        return float(self.values_array[self._find(name)])

    def __setitem__(self, name: str, value: float) -> None:
        if not isfinite(value):
            raise ValueError(f"the command of {name} must be a finite number, not {value}")
        self.values_array[self._find(name)] = value

    def __delitem__(self, name: str) -> None:
        raise TypeError("inputs cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        told = (f"{name}={self[name]:g} {unit}" for name, unit in zip(self._index, self._units, strict=True))
        return f"<Commands {', '.join(told)}>"


class Stepper:
    """The state of a run that is under way."""

    def __init__(
        self,
        model: Model,
        scenario: Scenario,
        step: float,
        integrator: Integrator,
        every: int,
        origin: dict[str, Any],
        pilots: Pilots | None = None,
    ) -> None:
        self.model = model
        self.scenario = scenario
        self.step_size = step
        self.integrator = integrator
        self.every = every
        self.steps = 0
        self.command = Commands(model)
        self._changes = deque(command_changes(scenario, model, step))
        self._events = coupling_events(scenario, step)
        self._origin = origin
        self.pilots = pilots
        """planners that steer, if any; None leaves it all to commands"""
        self._log: InputLog | None = None
        self._doubts: tuple[int, list[str]] = (0, [])
        self._times: list[float] = []
        self._take_commands()
        self._parameters = np.ascontiguousarray(model.parameters[None])
        self._state = np.ascontiguousarray(model.initial_state[None].copy())
        self._sound = np.zeros(1, np.int64)
        self._roll(0, 1, np.zeros((1, 0, model.states)))
        note_compiled(model.coupled is not None)
        self._ask_pilots()
        self._times = [0.0]
        self._first_state = self.state.copy()
        self._states: list[Array] = [self._first_state]
        self._commands: list[Array] = [self.command.values_array.copy()]
        if self._events:  # compiles or loads what docks, so that the run does not wait for it
            last = len(model.couplings) - 1
            take_hold(self._parameters[0], model.layout, self.state.copy(), self.command.values_array, last)

    def __repr__(self) -> str:
        return f"<run of {self.scenario.name} at {self.time:g} s, {len(self._times)} states recorded>"

    def __len__(self) -> int:
        """Return how many states are recorded."""
        return len(self._times)

    @property
    def time(self) -> float:
        """Time since the start (s)."""
        return self.steps * self.step_size

    @property
    def state(self) -> Array:
        """The state now: positions, velocities, actuator states, as `model.state_names` says."""
        now: Array = self._state[0]
        return now

    @property
    def description(self) -> dict[str, Any]:
        """The whole description of what runs, as plain values: `narcine.Simulation` takes it."""
        plain: dict[str, Any] = json.loads(self._origin["description"])
        return plain

    def _roll(self, steps: int, every: int, records: Array) -> tuple[int, int]:
        """Return how many steps were done, and the row of a coupling that then did not hold, or -1."""
        loose = roll(
            self._parameters,
            self.model.layout,
            self._state,
            self.command.values_array[None],
            int(self.integrator),
            self.step_size,
            steps,
            every,
            records,
            self._sound,
            self.model.coupled,
        )
        return int(self._sound[0]), loose

    def step(self, count: int = 1) -> None:
        """Advance by some steps with the commands now in force; each `every`-th state of the run is kept.

        A command that the scenario schedules sets its own input alone; all others stay as they are.
        """
        if not isinstance(count, int | np.integer) or count < 0:
            raise ValueError(f"a run advances by a whole number of steps, not by {count}")
        self._take_events()
        end = self.steps + count
        while self.steps < end:
            coming = [queue[0][0] for queue in (self._changes, self._events) if queue]
            if self.pilots is not None:
                coming.append(self.pilots.next_due(self.steps))
            if self._log is not None:
                coming.append(self._log.next_checkpoint(self.steps))
                self._log.note_commands(self.steps, self.command.values_array)
            self._step_under_held_commands(min([end, *coming]) - self.steps)
            if self._log is not None:
                self._log.note_state(self.steps, self.state)
            self._take_commands()
            self._ask_pilots()
            self._take_events()

    def _ask_pilots(self) -> None:
        """Let planners whose time has come look and steer."""
        if self.pilots is not None:
            self.pilots.act(self.steps, self._state, self.command.values_array[None])
            if self._times and self._times[-1] == self.time:
                self._commands[-1] = self.command.values_array.copy()

    def _take_commands(self) -> None:
        """Take over the scheduled commands whose time has come."""
        while self._changes and self._changes[0][0] <= self.steps:
            _, number, value = self._changes.popleft()
            self.command.values_array[number] = value
            if self._times and self._times[-1] == self.time:
                self._commands[-1] = self.command.values_array.copy()

    def _take_events(self) -> None:
        """Dock and undock what the scenario schedules."""
        while self._events and self._events[0][0] <= self.steps:
            _, name, docks = self._events.pop(0)
            (self.dock if docks else self.undock)(name)

    def _step_under_held_commands(self, count: int) -> None:
        if self._times[-1] == self.time:
            self._commands[-1] = self.command.values_array.copy()
        while count > 0:
            until_record = self.every - self.steps % self.every
            if until_record == self.every and count >= self.every:
                stride, steps = self.every, count - count % self.every
            else:
                stride = steps = min(count, until_record)
            lands = (self.steps + steps) % self.every == 0
            self._advance(steps, stride, steps // stride if lands else 0)
            count -= steps

    def _advance(self, steps: int, stride: int, number_of_records: int) -> None:
        records = np.empty((1, number_of_records, self.model.states))
        done, loose = self._roll(steps, stride, records)
        for number in range(min(number_of_records, done // stride)):
            self._keep((self.steps + (number + 1) * stride) * self.step_size, records[0, number])
        self.steps += done
        if done < steps:
            command = self.command.values_array
            raise self._kept(diagnose(self.model, self.time, self.state, command, loose, self.step_size))

    def _kept(self, failure: RunStopped) -> RunStopped:
        """Return a failure with all that was recorded until it."""
        if self._log is not None:
            self._log.note_end(self.steps, self.state, str(failure))
        self.keep_now()
        failure.dataset = self.dataset(str(failure))
        return failure

    def dock(self, name: str) -> None:
        """Let a coupling hold its bodies as they stand; velocities jump, momentum of body and water does not."""
        c = self._coupling(name, docked=False)
        command = self.command.values_array
        if self._log is not None:
            self._log.note_commands(self.steps, command)
        if not take_hold(self._parameters[0], self.model.layout, self._state[0], command, c):
            reason = too_far(self.model, fastenings(self.scenario)[name], name, self.state, command)
            message = f"coupling {name} cannot take hold: {reason}"
            raise self._kept(RunStopped(self.time, name, reason, message))
        if self._log is not None:
            self._log.note_coupling(self.steps, name, docks=True)
        self._renew_record()

    def undock(self, name: str) -> None:
        """Let a coupling let go."""
        let_go(self.model.layout, self._state[0], self._coupling(name, docked=True))
        if self._log is not None:
            self._log.note_coupling(self.steps, name, docks=False)
        self._renew_record()

    def _renew_record(self) -> None:
        """Let the record of now, if there is one, show what a coupling changed."""
        if self._times[-1] == self.time:
            self._states[-1] = self.state.copy()

    def is_docked(self, name: str) -> bool:
        """Say whether a coupling holds."""
        columns, c = coupling_index(self.model, self._known(name))
        return bool(self.state[self.model.layout[columns.state + c]] > 0.5)

    def _known(self, name: str) -> str:
        names = list(fastenings(self.scenario))
        if name not in names:
            near = suggestion(name, names)
            raise KeyError(f"there is no coupling {name!r}{near}; there are {', '.join(names) or 'none'}")
        return name

    def _coupling(self, name: str, docked: bool) -> int:
        if not docked and fastenings(self.scenario)[self._known(name)].record.type == "distance":
            raise ValueError(f"the coupling {name} is a distance, which holds from the start and cannot dock")
        if self.is_docked(name) != docked:
            raise ValueError(f"the coupling {name} {'is loose' if docked else 'holds'} already")
        return coupling_index(self.model, name)[1]

    def log_inputs(self, path: Path | str) -> None:
        """Write all that the run is told from its start on to a new file, from which `narcine replay` repeats it."""
        if self._log is not None:
            raise ValueError(f"the inputs of this run are logged already, in {self._log.path}")
        if self.steps > 0 or not np.array_equal(self.state, self._first_state):
            raise ValueError(
                f"inputs are logged from the start of a run or not at all; this one is at {self.time:g} s"
                + (" and was changed" if self.steps == 0 else f", step {self.steps}")
            )
        header = {
            "narcine": self._origin["narcine_version"],
            "title": self.scenario.name,
            "step": self.step_size,
            "integrator": self.integrator.name.lower(),
            "every": self.every,
            "arithmetic": arithmetic(self.model),
            "settings": json.loads(self._origin["settings"]),
            "description": self.description,
        }
        self._log = InputLog(path, header, list(self.command), self.step_size)
        self._log.note_state(self.steps, self.state)

    def close_log(self, ended: str = "") -> None:
        """Write the last state and why the run ended to the log of inputs, and close it."""
        if self._log is not None:
            self._log.note_commands(self.steps, self.command.values_array)
            self._log.close(self.steps, self.state, ended or f"closed at {self.time:g} s")
            self._log = None

    def forget_schedule(self) -> None:
        """Leave out what the scenario schedules and what planners say from now on: all comes by hand alone."""
        self.pilots = None
        self._changes.clear()
        self._events.clear()

    def _keep(self, time: float, state: Array) -> None:
        self._times.append(time)
        self._states.append(state)
        self._commands.append(self.command.values_array.copy())

    def keep_now(self) -> None:
        """Record the state now, unless it is recorded already, with the commands now in force."""
        if self._times[-1] != self.time:
            self._keep(self.time, self.state.copy())
        self._commands[-1] = self.command.values_array.copy()

    def forget(self, most: int) -> None:
        """Forget the oldest records, so that at most some are left; a run without an end would fill the memory."""
        for records in (self._times, self._states, self._commands):
            del records[: max(len(records) - most, 0)]

    def observe(self) -> Observation:
        """Return what can be read off the state now, one row per array."""
        return observation(self.model, self._state, self.command.values_array[None])

    def standing(self) -> "Stepper":
        """Return this run as it stands, to be read while the run itself goes on."""
        held = copy(self)
        held._log = None
        held._state = self._state.copy()
        held._times, held._states, held._commands = list(self._times), list(self._states), list(self._commands)
        held.keep_now()
        return held

    def dataset(self, ended: str = "") -> "xarray.Dataset":
        """Return all that was recorded so far as a Dataset; `ended` says why the run is over."""
        from narcine.recording.dataset import to_dataset

        return to_dataset(self.trajectory(ended))

    def trajectory(self, ended: str = "") -> Trajectory:
        """Return all that was recorded so far."""
        attributes = {
            **self._origin,
            "integrator": self.integrator.name.lower(),
            "step": self.step_size,
            "ended": ended or f"under way at {self.time:g} s",
            "warnings": json.dumps(self.doubts()),
        }
        return trajectory(self.model, self.scenario, self.times, self.states, self.commands, attributes)

    def doubts(self) -> list[str]:
        """Return what makes one doubt the run so far, in words."""
        known, doubts = self._doubts
        if known != len(self._times):
            states, commands = self.states, self.commands
            doubts = [
                *doubts_about_scenario(self.scenario),
                *doubts_about_gaits(self.scenario),
                *doubts_about_holds(self.scenario),
                *doubts_about_sizes(self.scenario),
                *doubts_about_added_inertia(self.scenario),
                *doubts_about_step(self.model, states, commands, self.integrator, self.step_size, self.every),
                *doubts_about_travel(self.model, states),
                *doubts_about_servos(self.model, states, commands),
                *doubts_about_surface(self.model, self.scenario, states),
            ]
            self._doubts = len(self._times), doubts
        return list(doubts)

    @property
    def times(self) -> Array:
        """The times of the records."""
        return np.array(self._times)

    @property
    def states(self) -> Array:
        """The recorded states, one row each."""
        return np.array(self._states)

    @property
    def commands(self) -> Array:
        """The commands in force from each record on."""
        return np.array(self._commands).reshape(len(self._commands), -1)
