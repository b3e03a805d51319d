"""Numbers of a description by their paths: what they are, and the simulation with others in their place."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from narcine.description.load import copied, describe
from narcine.description.overrides import split_path
from narcine.description.provenance import numbers
from narcine.description.quantities import AMBIGUOUS, SOURCED_KEYS, UNITS, number_and_unit, suggestion
from narcine.description.tree import Tree
from narcine.simulation.simulation import Simulation


def changed(simulation: Simulation, path: str, value: Any) -> Simulation:
    """Return the simulation with another number, or another word, at a path."""
    return with_numbers(simulation, {path: value})


def with_numbers(simulation: Simulation, values: Mapping[str, Any]) -> Simulation:
    """Return the simulation with other numbers, or other words, at some paths."""
    description = simulation.description
    file = description.file or FilePath("description")
    settings: dict[str, Any] = {}
    for path, value in values.items():
        block, _, last = ".".join(split_path(path)).rpartition(".")
        if last.isdigit() and not isinstance(_value(_walk(description.plain, block)), list):
            # an entry of what the file leaves at its default or says in a word: write the list
            entries = settings.setdefault(block, list(_walk(_record(simulation), block) or ()))
            entries[int(last)] = value
        else:
            settings[path] = value
    described = describe(Tree(copied(description.plain)), file, settings)
    return Simulation(replace(described, settings={**description.settings, **settings}))


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
    raise ValueError(f"{path} is no number of the description{suggestion(path, number_paths(simulation))}")


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


def number_paths(simulation: Simulation) -> list[str]:
    """Return the paths of all numbers that the description writes, but for the ends of their ranges."""
    found = [path for path in numbers(simulation.description.plain) if "range" not in path]
    return [".".join(str(part) for part in path if part != "value") for path in found]


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
