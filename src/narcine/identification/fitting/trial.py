"""A measured motion, and what the vehicle was commanded when."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from narcine.description.load import describe_plain
from narcine.description.problems import DescriptionError
from narcine.identification.columns import refuse_file
from narcine.identification.comparing.alignment import Capture, seen_by_world
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_file import read_motion
from narcine.recording.write import read_run
from narcine.simulation.numbers import with_numbers
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

AT_ONCE = 1e-9
"""Difference of times below which they are one (s)."""
Told = tuple[tuple[float, ...], ...]
"""Rows of time (s) and command (SI), each held until the next."""
Schedule = Mapping[str, Told]
"""By input."""


@dataclass(frozen=True)
class Trial:
    """One run of the vehicle, as it was measured."""

    motion: Motion
    schedule: Schedule
    sampled: bool = False
    """whether commands are known at the times of samples alone, up to one of which they came earlier"""


def trial_of(motion: Motion) -> Trial:
    """Return a motion with its commands, each held from its own sample on."""
    return Trial(motion, {name: _changes(motion.time, values) for name, values in motion.commands.items()}, True)


def read_trial(file: Path, vehicle: str | None = None, body: str | None = None) -> Trial:
    """Return the trial in a run.nc, a CSV file or an MCAP log.

    The commands of a run.nc come from its own description, at their own times, where its records agree with them.
    """
    motion = read_motion(file, vehicle, body)
    trial = trial_of(motion)
    if file.suffix.lower() != ".nc":
        return trial
    described = Simulation(describe_plain(json.loads(read_run(file).attrs["description"])))
    schedule, sampled = dict(trial.schedule), False
    for name, values in motion.commands.items():
        told = described.scenario.commands.get(name, ())
        if told and np.array_equal(_held(told, motion.time, values), values):
            schedule[name] = told
        else:
            sampled = sampled or len(schedule[name]) > 1
    return Trial(motion, schedule, sampled)


def seen_by(trial: Trial, capture: Capture) -> Trial:
    """Return a trial whose poses are those of markers in the axes of a capture as it was of the body in the world."""
    return trial if capture == Capture() else replace(trial, motion=seen_by_world(trial.motion, capture))


def _changes(times: Array, values: Array) -> Told:
    new = np.concatenate([[True], np.diff(values) != 0.0])
    return tuple((float(time), float(value)) for time, value in zip(times[new], values[new], strict=True))


def _held(told: Told, times: Array, values: Array) -> Array:
    """Return what a schedule commands at some times; before it begins, what was commanded first."""
    moments, orders = np.array([time for time, _ in told]), np.array([value for _, value in told])
    place = np.searchsorted(moments, times + AT_ONCE, side="right") - 1
    return np.asarray(np.where(place < 0, values[0], orders[place]))


def commanded(simulation: Simulation, trial: Trial) -> tuple[Simulation, Array, Array]:
    """Return the model as commanded at the start, and times (change,) and commands (change, input) from then on.

    Times count from the trial's first sample. Inputs that the trial does not tell follow a scenario's own commands; of
    a vehicle, whose run is but an example, they stay as its actuators have them.
    """
    is_scenario = simulation.description.kind == "scenario"
    key = "commands" if is_scenario else "run.commands"
    written = {**(simulation.scenario.commands if is_scenario else {}), **trial.schedule}
    begin = float(trial.motion.time[0])
    plain = {name: _since(begin, told) for name, told in written.items()}
    try:
        schedule = with_numbers(simulation, {key: plain}).scenario.commands
        first = {name: told[0][1] for name, told in schedule.items() if told[0][0] <= 0.0}
        started = with_numbers(simulation, {key: first})
        started.model  # noqa: B018  # builds it, and says what does not fit
    except DescriptionError as error:
        problems = "; ".join(
            f"{each.path[-1]}: {each.message}" if each.path else each.message for each in error.problems[:3]
        )
        raise refuse_file(trial.motion.file, f"its commands do not fit the model: {problems}") from None
    changes = np.unique([0.0, *(time for told in schedule.values() for time, _ in told)])
    commands = np.repeat(started.model.commands[None], len(changes), axis=0)
    names = [each.name for each in started.model.inputs]
    for name, told in schedule.items():
        moments, values = np.array([time for time, _ in told]), np.array([value for _, value in told])
        place = np.searchsorted(moments, changes, side="right") - 1
        commands[place >= 0, names.index(name)] = values[place[place >= 0]]
    return started, changes, commands


def _since(begin: float, told: Told) -> list[list[float]]:
    """Return a schedule from a time on, counted from it; what was commanded before holds then."""
    kept: dict[float, float] = {}
    for time, value in told:
        kept[max(time - begin, 0.0) if abs(time - begin) > AT_ONCE else 0.0] = value
    return [list(pair) for pair in kept.items()]
