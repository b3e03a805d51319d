"""Many runs of one layout at once, over all cores."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.description.quantities import suggestion
from narcine.simulation.assembling import coupling_index
from narcine.simulation.docking import let_go, take_hold
from narcine.simulation.integrators import Integrator
from narcine.simulation.piloting import Pilots, is_piloted
from narcine.simulation.planners import steered
from narcine.simulation.record import trajectory
from narcine.simulation.rollout import roll
from narcine.simulation.schedule import command_table, coupling_events
from narcine.simulation.simulation import FULL_DURATION, Simulation, positive
from narcine.spatial.vectors import Array
from narcine.tables import Integers

if TYPE_CHECKING:
    import xarray


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Deed(NamedTuple):
    """A coupling that takes hold or lets go at a step, by its row in the table."""

    step: int
    coupling: int
    docks: bool


def deeds(simulation: Simulation, step: float) -> list[Deed]:
    """Return what a scenario's events do, and when."""
    model = simulation.model
    events = coupling_events(simulation.scenario, step)
    return [Deed(first, coupling_index(model, name)[1], docks) for first, name, docks in events]


def _do(deed: Deed, parameters: Array, layout: Integers, x: Array, command: Array) -> NDArray[np.bool_]:
    """Let a coupling of each row take hold or let go, and return the rows in which that can be done."""
    done = np.ones(len(x), bool)
    for row in range(len(x)):
        if deed.docks:
            done[row] = take_hold(parameters[row], layout, x[row], command[row], deed.coupling)
        else:
            let_go(layout, x[row], deed.coupling)
    return done


def roll_rows(
    parameters: Array,
    layout: Integers,
    states: Array,
    command_steps: NDArray[np.int64],
    command_values: Array,
    integrator: Integrator,
    step: float,
    steps: int,
    every: int = 0,
    threads: int | None = None,
    events: Sequence[Deed] = (),
    coupled: int | None = None,
    pilots: Pilots | None = None,
) -> tuple[Array, Array, NDArray[np.int64]]:
    """Advance each row of states, and return the last states, the records, and how many steps of each row stayed sound.

    `command_values` (row, change, input) hold from `command_steps` on; every `every`-th state is recorded, none if 0. A
    row in which a coupling cannot take hold stops there.
    """
    threads = min(threads or cores(), len(states))
    number_of_records = steps // every if every else 0
    x = np.ascontiguousarray(states).copy()
    records = np.zeros((len(x), number_of_records, x.shape[1]), x.dtype)
    sound = np.zeros(len(x), np.int64)
    parts = np.array_split(np.arange(len(x)), threads)

    def roll_part(rows: NDArray[np.int64]) -> None:
        part = slice(rows[0], rows[-1] + 1)
        _roll_segments(
            parameters[part],
            layout,
            x[part],
            command_steps,
            command_values[part],
            integrator,
            step,
            steps,
            every,
            records[part],
            sound[part],
            events,
            coupled,
            None if pilots is None else pilots.of_rows(part),
        )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(roll_part, [rows for rows in parts if len(rows)]))
    return x, records, sound


def _roll_segments(
    parameters: Array,
    layout: Integers,
    x: Array,
    command_steps: NDArray[np.int64],
    command_values: Array,
    integrator: Integrator,
    step: float,
    steps: int,
    every: int,
    records: Array,
    sound: NDArray[np.int64],
    events: Sequence[Deed],
    coupled: int | None,
    pilots: Pilots | None,
) -> None:
    """Roll from one change of commands or couplings to the next, keeping every `every`-th step of the whole."""
    changes = sorted({int(first) for first in command_steps} | {deed.step for deed in events})
    part_sound = np.zeros(len(x), np.int64)
    none = np.zeros((len(x), 0, x.shape[1]), x.dtype)
    going = np.ones(len(x), bool)
    done, command = 0, np.ascontiguousarray(command_values[:, 0])
    if pilots is not None:
        roll(parameters, layout, x, command, int(integrator), step, 0, 1, none, part_sound, coupled)
    while done < steps:
        end = next((first for first in changes if done < first < steps), steps)
        change = int(np.searchsorted(command_steps, done))
        if done > 0 and change < len(command_steps) and command_steps[change] == done:
            scheduled = command_values[:, change] != command_values[:, change - 1]
            command = np.where(scheduled, command_values[:, change], command)
        if pilots is not None:
            pilots.act(done, x, command)
            pilots.note(done, command)
            end = min(end, pilots.next_due(done))
        for deed in events:
            if deed.step == done:
                going &= _do(deed, parameters, layout, x, command)
        if not every:
            stride, count, part = 1, end - done, none
        elif done % every == 0 and end - done >= every:
            stride, count = every, (end - done) // every * every
            part = np.zeros((len(x), count // every, x.shape[1]), x.dtype)
        else:
            stride = count = min(end - done, every - done % every)
            part = np.zeros((len(x), int((done + count) % every == 0), x.shape[1]), x.dtype)
        roll(parameters, layout, x, command, int(integrator), step, count, stride, part, part_sound, coupled)
        if part.shape[1]:
            first = (done + stride) // every - 1
            records[:, first : first + part.shape[1]] = part
        sound += np.where((sound == done) & going, part_sound, 0)
        done += count
    if pilots is not None:
        pilots.act(steps, x, command)
        pilots.note(steps, command)


@dataclass(frozen=True)
class Batch:
    """Runs of one vehicle with different numbers, side by side."""

    simulations: tuple[Simulation, ...]
    parameters: Array
    initial_states: Array
    command_steps: NDArray[np.int64]
    command_values: Array
    events: list[Deed]
    step: float
    integrator: Integrator
    pilots: Pilots | None

    def roll(self, duration: float, every: int, threads: int | None) -> tuple[Array, Array, NDArray[np.int64]]:
        """Return the last states, the records of every `every`-th step, and how many steps of each run were sound."""
        first = self.simulations[0].model
        steps = round(positive("duration", duration) / self.step)
        if steps < 1:
            raise ValueError(f"the duration {duration:g} s is shorter than one step of {self.step:g} s")
        if self.pilots is not None:
            self.pilots.begin()
        return roll_rows(
            self.parameters,
            first.layout,
            self.initial_states,
            self.command_steps,
            self.command_values,
            self.integrator,
            self.step,
            steps,
            every=every,
            threads=threads,
            events=self.events,
            coupled=first.coupled,
            pilots=self.pilots,
        )

    def commands_at(self, row: int, steps: NDArray[np.int64]) -> Array:
        """Return the commands of a run that was rolled, in force from each of some steps on (step, input)."""
        firsts, values = self.command_steps, self.command_values[row]
        if self.pilots is not None:
            firsts, values = self.pilots.noted(row)
        return np.asarray(values[np.searchsorted(firsts, steps, side="right") - 1])

    def starts(self) -> Array:
        """Return the first states, prescribed joints where they belong."""
        model, states = self.simulations[0].model, self.initial_states.copy()
        command = np.ascontiguousarray(self.command_values[:, 0])
        none, sound = np.zeros((len(states), 0, model.states)), np.zeros(len(states), np.int64)
        integrator = int(self.integrator)
        roll(self.parameters, model.layout, states, command, integrator, self.step, 0, 1, none, sound, model.coupled)
        return states

    def hold(self, commands: Sequence[Mapping[str, float]]) -> None:
        """Let commands of each run hold from its start to its end."""
        if len(commands) != len(self.simulations):
            raise ValueError(f"there are {len(self.simulations)} runs and commands of {len(commands)}")
        inputs = [each.name for each in self.simulations[0].model.inputs]
        for values, held, simulation in zip(self.command_values, commands, self.simulations, strict=True):
            for name, value in held.items():
                if name in steered(simulation.scenario):
                    raise ValueError(f"{name} is what the planner commands; leave it out, or the planner")
                if name not in inputs:
                    near = suggestion(name, inputs)
                    raise ValueError(f"there is no input {name!r}{near}; there are {', '.join(inputs)}")
                if isinstance(value, str) or not isfinite(value):
                    raise ValueError(f"the command of {name} must be a finite number in SI units, not {value!r}")
                values[:, inputs.index(name)] = value


def _common(what: str, simulations: Sequence[Simulation], given: Any) -> Any:
    """Return a setting of the run that is given for all, or that the files of all agree in."""
    if given is not None:
        return given
    settings = {getattr(each.scenario, what) for each in simulations}
    if len(settings) > 1:
        told = ", ".join(str(each) for each in sorted(settings))
        raise ValueError(f"the runs of a batch differ in {what} ({told}); give one for all")
    return settings.pop()


def side_by_side(simulations: Iterable[Simulation], step: float | None, integrator: str | None) -> Batch:
    """Return simulations as a batch; they differ in numbers alone, and their commands change at the same times."""
    simulations = tuple(simulations)
    if not simulations:
        raise ValueError("a batch needs at least one simulation")
    first = simulations[0]
    if any(not np.array_equal(each.model.layout, first.model.layout) for each in simulations):
        raise ValueError("the vehicles of a batch differ in more than numbers")
    step = positive("step", _common("step", simulations, step))
    tables = [command_table(each.scenario, each.model, step) for each in simulations]
    if any(not np.array_equal(steps, tables[0][0]) for steps, _ in tables):
        raise ValueError("the commands of a batch change at different times")
    events = deeds(first, step)
    if any(deeds(each, step) != events for each in simulations):
        raise ValueError("the couplings of a batch dock at different times")
    parameters = np.stack([each.model.parameters for each in simulations])
    return Batch(
        simulations,
        parameters,
        np.stack([each.model.initial_state for each in simulations]),
        tables[0][0],
        np.stack([values for _, values in tables]),
        events,
        step,
        Integrator.named(_common("integrator", simulations, integrator)),
        Pilots(simulations, parameters, step) if any(is_piloted(each.scenario) for each in simulations) else None,
    )


def run_batch(
    simulations: Iterable[Simulation],
    duration: float,
    step: float | None = None,
    integrator: str | None = None,
    threads: int | None = None,
) -> tuple[Array, NDArray[np.int64]]:
    """Return the last states of runs of one vehicle with different numbers, and how many steps of each stayed sound."""
    states, _, sound = side_by_side(simulations, step, integrator).roll(duration, 0, threads)
    return states, sound


def record_batch(
    simulations: Iterable[Simulation],
    duration: float,
    commands: Sequence[Mapping[str, float]] | None = None,
    step: float | None = None,
    integrator: str | None = None,
    record: float | None = None,
    threads: int | None = None,
) -> "list[xarray.Dataset]":
    """Return what runs of one vehicle with different numbers record, each as `Simulation.run` does.

    `commands` hold from the start to the end of each run, over what its scenario commands; a gait starts as its file
    has it and follows them. A run that explodes ends at its last sound record. Unlike `Simulation.run`, nothing is
    looked for that makes one doubt a run.
    """
    return list(recorded(simulations, duration, commands, step, integrator, record, threads))


def recorded(
    simulations: Iterable[Simulation],
    duration: float,
    commands: Sequence[Mapping[str, float]] | None = None,
    step: float | None = None,
    integrator: str | None = None,
    record: float | None = None,
    threads: int | None = None,
) -> "Iterator[xarray.Dataset]":
    """Yield what `record_batch` returns, one run after the other, so that not all need to be kept at once."""
    from narcine.recording.dataset import to_dataset

    batch = side_by_side(simulations, step, integrator)
    every = max(1, round(positive("record", _common("record", batch.simulations, record)) / batch.step))
    if commands is not None:
        batch.hold(commands)
    total = round(duration / batch.step)
    last, records, sound = batch.roll(duration, every, threads)
    starts = batch.starts()
    for row, simulation in enumerate(batch.simulations):
        kept = min(int(sound[row]) // every, records.shape[1])
        states, steps = np.concatenate([starts[row : row + 1], records[row, :kept]]), every * np.arange(kept + 1)
        if sound[row] >= total and total % every:
            states, steps = np.concatenate([states, last[row : row + 1]]), np.append(steps, total)
        attributes = {
            **simulation.origin(),
            "integrator": batch.integrator.name.lower(),
            "step": batch.step,
            "ended": FULL_DURATION if sound[row] >= total else f"exploded after {sound[row] * batch.step:g} s",
            "warnings": "[]",
        }
        values = batch.commands_at(row, steps)
        run = trajectory(simulation.model, simulation.scenario, batch.step * steps, states, values, attributes)
        yield to_dataset(run)
