"""Exact derivatives of a run with respect to numbers of its description, by the complex step.

Parameters, initial state and commands get an imaginary part along the direction in which a number of the description
moves them (`tangent`); the imaginary part of the run is the derivative, without subtraction.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import narcine
from narcine.compiled import cache_folder
from narcine.simulation.batch import deeds, roll_rows
from narcine.simulation.integrators import Integrator
from narcine.simulation.numbers import number_at
from narcine.simulation.piloting import is_piloted
from narcine.simulation.schedule import command_table
from narcine.simulation.simulation import Simulation, positive
from narcine.simulation.tangent import Vectors, direction, written_out
from narcine.spatial.vectors import Array

TINY = 1e-30
"""The imaginary step: its square is lost in rounding, so nothing is subtracted."""


@dataclass(frozen=True)
class Sensitivity:
    """A run and how its states move with some numbers of the description."""

    paths: tuple[str, ...]
    time: Array
    states: Array
    """(time, state)"""
    derivatives: Array
    """(path, time, state), per SI unit of the number at each path"""


def differentiate(
    simulation: Simulation,
    paths: Sequence[str],
    duration: float | None = None,
    step: float | None = None,
    integrator: str | None = None,
    record: float | None = None,
    threads: int | None = None,
) -> Sensitivity:
    """Return the run and its exact derivatives with respect to the numbers at some paths, such as `bodies.disc.mass`.

    Initial values count as `run.start.velocity.0`, commands as `run.commands.rudder`. The time of a scheduled command
    has no derivative: the command acts from a step on. Numbers that the file leaves at their defaults are written out
    first, so that what they belong to has its place in the model.
    """
    if isinstance(paths, str) or not paths:
        raise ValueError(f"paths must be a list of paths such as ['bodies.disc.mass'], not {paths!r}")
    scenario = simulation.scenario
    if is_piloted(scenario):
        raise ValueError("a planner decides between actions, which has no derivative; leave it out (`planner: ~`)")
    step = positive("step", scenario.step if step is None else step)
    duration = positive("duration", scenario.duration if duration is None else duration)
    every = max(1, round((scenario.record if record is None else record) / step))
    simulation = written_out(simulation, paths)

    def vectors_of(other: Simulation) -> Vectors:
        return _vectors(other, step)

    directions = [direction(simulation, [path], number_at(simulation, path), vectors_of) for path in paths]
    base = vectors_of(simulation)
    rows = [tuple(part + TINY * 1j * slope for part, slope in zip(base, slopes, strict=True)) for slopes in directions]
    command_steps, _ = command_table(scenario, simulation.model, step)
    parameters, states, commands = (np.stack(column) for column in zip(*rows, strict=True))
    steps = round(duration / step)
    _, records, sound = roll_rows(
        parameters,
        simulation.model.layout,
        states,
        command_steps,
        commands,
        Integrator.named(integrator or scenario.integrator),
        step,
        steps,
        every,
        threads,
        deeds(simulation, step),
        simulation.model.coupled,
    )
    note_derivatives(simulation.model.coupled is not None)
    if np.any(sound < steps):
        raise ValueError(f"the run exploded at t = {float(sound.min()) * step:g} s; it has no derivative")
    time = np.arange(1, records.shape[1] + 1) * every * step
    return Sensitivity(tuple(paths), time, records[0].real.copy(), records.imag / TINY)


def _vectors(simulation: Simulation, step: float) -> Vectors:
    """Return all that a number of the description can move: parameters, initial state, commands."""
    model = simulation.model
    return model.parameters, model.initial_state, command_table(simulation.scenario, model, step)[1]


def derivatives_are_compiled(coupled: bool) -> bool:
    """Say whether what differentiates runs has been compiled on this machine before, with couplings or without."""
    return _mark(coupled).exists()


def note_derivatives(coupled: bool) -> None:
    """Note that what differentiates runs has been compiled, with couplings or without."""
    _mark(coupled).touch()


def _mark(coupled: bool) -> Path:
    """Return the note's file, which tells copies of the package apart as those of the engine do."""
    copy = hashlib.sha256(os.fsencode(Path(narcine.__file__).parent.absolute())).hexdigest()[:8]
    return cache_folder() / f"derivatives_{'with_couplings_' if coupled else ''}{copy}"
