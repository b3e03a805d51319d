"""Exact derivatives of a run with respect to numbers of its description, by the complex step.

Parameters, initial state and commands get an imaginary part along the direction in which a number of the description
moves them; the imaginary part of the run is the derivative, without subtraction. The direction itself is a difference
of two builds, which are smooth in their numbers: it is exact to about 1e-11.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from narcine.description.load import copied, describe
from narcine.description.overrides import split_path
from narcine.description.problems import DescriptionError
from narcine.description.provenance import numbers
from narcine.description.quantities import AMBIGUOUS, SOURCED_KEYS, UNITS, number_and_unit, suggestion
from narcine.description.tree import Tree
from narcine.simulation.batch import deeds, roll_rows
from narcine.simulation.integrators import Integrator
from narcine.simulation.piloting import is_piloted
from narcine.simulation.schedule import command_table
from narcine.simulation.simulation import Simulation, positive
from narcine.spatial.vectors import Array

Vectors = tuple[Array, Array, Array]
"""parameters, initial state, commands"""

TINY = 1e-30
"""The imaginary step: its square is lost in rounding, so nothing is subtracted."""
KINK = 0.05
"""Change of slope at one point, over the slope, from which on it is a kink."""
DIFFERENCE = 1e-3
"""Relative step of the differences of builds; with one Richardson step their error is of order 1e-12."""


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
    for path in paths:
        simulation = changed(simulation, path, number_at(simulation, path))
    directions = [_direction(simulation, path, step) for path in paths]
    base = _vectors(simulation, step)
    rows = [
        tuple(part + TINY * 1j * slope for part, slope in zip(base, direction, strict=True)) for direction in directions
    ]
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
    if np.any(sound < steps):
        raise ValueError(f"the run exploded at t = {float(sound.min()) * step:g} s; it has no derivative")
    time = np.arange(1, records.shape[1] + 1) * every * step
    return Sensitivity(tuple(paths), time, records[0].real.copy(), records.imag / TINY)


def _vectors(simulation: Simulation, step: float) -> Vectors:
    """Return all that a number of the description can move: parameters, initial state, commands."""
    model = simulation.model
    return model.parameters, model.initial_state, command_table(simulation.scenario, model, step)[1]


def _direction(simulation: Simulation, path: str, step: float) -> Vectors:
    """Return how fast parameters, initial state and commands move with the number at a path."""
    value = number_at(simulation, path)
    reach = DIFFERENCE * (abs(value) or 1.0)

    def at(offset: float) -> Vectors:
        return _vectors(changed(simulation, path, value + offset * reach), step)

    try:
        samples = [at(offset) for offset in (-2.0, -1.0, 1.0, 2.0)]
        differences: tuple[tuple[int, int, float], ...] = ((2, 1, 8.0 / 12.0), (3, 0, -1.0 / 12.0))
    except DescriptionError:
        samples, reach = _samples_inside(at, reach)
        differences = ((1, 0, 4.0), (2, 0, -3.0), (3, 0, 4.0 / 3.0), (4, 0, -1.0 / 4.0))
    here = _vectors(simulation, step)
    if any(first.shape != second.shape for each in samples for first, second in zip(each, here, strict=True)):
        raise ValueError(f"{path} = {value:g} is where an effect begins to exist; differentiate beside it")
    if len(samples) == len(differences) * 2 and any(_has_kink(*column) for column in zip(*samples, here, strict=True)):
        raise ValueError(f"{path} = {value:g} is where the model has a kink; differentiate beside it")
    slopes = []
    for part in range(3):
        with np.errstate(invalid="ignore"):  # limits that are infinite stay so
            slope = sum(weight * (samples[a][part] - samples[b][part]) for a, b, weight in differences) / reach
        slopes.append(np.nan_to_num(slope, nan=0.0))
    if not any(np.any(slope) for slope in slopes):
        raise ValueError(f"{path} moves nothing in the run: there is nothing to differentiate")
    return slopes[0], slopes[1], slopes[2]


def _has_kink(far_below: Array, below: Array, above: Array, far_above: Array, here: Array) -> bool:
    """Say whether samples at -2, -1, 1, 2 and 0 bend at 0 alone; what is smooth bends beside it as well."""
    with np.errstate(invalid="ignore"):
        bend = np.abs(above - 2.0 * here + below)
        beside = np.abs(far_above - 2.0 * above + here) + np.abs(far_below - 2.0 * below + here)
        slope = np.abs(above - here) + np.abs(here - below)
        rounding = 1e-10 * (np.abs(here) + np.abs(above)) + 1e-14
        return bool(np.any((bend > 3.0 * beside + rounding) & (bend > KINK * slope)))


def _samples_inside(at: Callable[[float], Vectors], reach: float) -> tuple[list[Vectors], float]:
    """Return samples to the inside of a number at the edge of what is allowed, and their signed distance."""
    try:
        return [at(offset) for offset in range(5)], reach
    except DescriptionError:
        return [at(-offset) for offset in range(5)], -reach


def changed(simulation: Simulation, path: str, value: Any) -> Simulation:
    """Return the simulation with another number, or another word, at a path."""
    description = simulation.description
    file = description.file or FilePath("description")
    setting: dict[str, Any] = {path: value}
    path = ".".join(split_path(path))
    block, _, last = path.rpartition(".")
    if last.isdigit() and not isinstance(_value(_walk(description.plain, block)), list):
        # an entry of what the file leaves at its default or says in a word: write the list
        entries = list(_walk(_record(simulation), block) or ())
        entries[int(last)] = value
        setting = {block: entries}
    described = describe(Tree(copied(description.plain)), file, setting)
    return Simulation(replace(described, settings={**description.settings, **setting}))


def _record(simulation: Simulation) -> Any:
    """Return the record that paths start from: the vehicle of a vehicle file, else the scenario."""
    scenario = simulation.scenario
    return scenario if simulation.description.kind == "scenario" else next(iter(scenario.vehicles.values())).vehicle


def _value(found: Any) -> Any:
    """Return what is said of a number, without where it comes from; None when a unit goes with it."""
    if isinstance(found, dict) and "value" in found:
        return found["value"] if "unit" not in found else None
    return found


def number_at(simulation: Simulation, path: str) -> float:
    """Return the number at a path of the description, in SI units: as written where it is plain, else as understood."""
    written, understood = _value(_walk(simulation.description.plain, path)), _walk(_record(simulation), path)
    for found in (written, understood):
        if isinstance(found, int | float) and not isinstance(found, bool):
            return float(found)
    if isinstance(understood, tuple) and len(understood) == 1 and isinstance(understood[0], tuple):
        return float(understood[0][1])
    if isinstance(understood, tuple) and len(understood) == 2 and not isinstance(written, list):
        return float(understood[1])
    in_block = _number_in_block(path, understood)
    if in_block is not None:
        return in_block
    if split_path(path)[0] == "parts":
        raise ValueError(f"{path} is a shared part; name a number where the part is used")
    raise ValueError(f"{path} is no number of the description{suggestion(path, _paths(simulation))}")


def _number_in_block(path: str, found: Any) -> float | None:
    """Return the number that a block as written holds, such as the module or the drive of a chain, in SI units."""
    unit = found.get("unit") if isinstance(found, dict) else None
    value = found.get("value") if isinstance(found, dict) else found
    written = number_and_unit(f"{value} {unit or ''}") if isinstance(value, str | int | float) else None
    if written is None:
        return None
    number, unit = written
    if unit in AMBIGUOUS:
        raise ValueError(f"{path} is in {unit}, of a rate or of a frequency; write it as a plain number")
    return number * next((units[unit] for units in UNITS.values() if unit in units), 1.0)


def _paths(simulation: Simulation) -> list[str]:
    """Return the paths of all numbers that the description writes."""
    return [".".join(str(part) for part in path if part != "value") for path in numbers(simulation.description.plain)]


def _walk(value: Any, path: str) -> Any:
    """Return what stands at a dotted path, names with dots included, or None."""
    parts = split_path(path)
    number = 0
    while number < len(parts):
        if isinstance(value, dict) and "value" in value and parts[number] not in SOURCED_KEYS:
            value = _value(value)
        for end in range(len(parts), number, -1):
            key = ".".join(parts[number:end])
            if isinstance(value, dict) and key in value:
                value = value[key]
                break
            if isinstance(value, list | tuple) and key.isdigit() and int(key) < len(value):
                value = value[int(key)]
                break
            if not isinstance(value, dict | list | tuple) and hasattr(value, key):
                value = getattr(value, key)
                break
        else:
            return None
        number = end
    return value
