"""What the file of a vehicle says at a path, before anything is changed in it."""

from typing import Any

from narcine.description.load import Description, load_description
from narcine.description.overrides import split_path
from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.description.provenance import with_unit
from narcine.description.tree import MISSING, entry
from narcine.description.vehicle import Vehicle

LEFT_OUT = {"linear": 6, "quadratic": 6}
"""Lists that a vehicle may leave out, and that are then zero: how many numbers they have."""


def read_vehicle(name: str) -> Description:
    """Return the description of a vehicle, or raise that a name stands for something else."""
    description = load_description(name)
    if description.kind != "vehicle":
        raise DescriptionError([Problem((), "is a scenario; name the vehicle that was measured", Place(name))])
    return description


def record_of(description: Description) -> Vehicle:
    """Return the one vehicle of a description."""
    (placed,) = description.scenario.vehicles.values()
    return placed.vehicle


def written_at(description: Description, dotted: str) -> Any:
    """Return what the file says at a path, without where it comes from; None where it says nothing."""
    value, _ = said_at(description.plain, steps_to(description.plain, dotted))
    return None if value is MISSING else value


def steps_to(plain: Any, dotted: str) -> Path:
    """Return the keys along a path; names with dots are one key, and numbers that stand in lists are indices."""
    parts = split_path(dotted)
    steps: list[str | int] = []
    here, number = plain, 0
    while number < len(parts):
        here = here["value"] if isinstance(here, dict) and "value" in here else here
        ends = range(len(parts), number, -1)
        known_ends = (end for end in ends if isinstance(here, dict) and ".".join(parts[number:end]) in here)
        end = next(known_ends, number + 1)
        key = ".".join(parts[number:end])
        steps.append(int(key) if key.isdigit() and not isinstance(here, dict) else key)
        here, number = entry(here, steps[-1]), end
    return tuple(steps)


def said_at(plain: Any, steps: Path) -> tuple[Any, list[Any] | None]:
    """Return value and range at a path, both with their units; MISSING where nothing is said."""
    value = plain
    for step in steps:
        value = entry(value["value"] if isinstance(value, dict) and "value" in value else value, step)
    if isinstance(value, dict) and "value" in value:
        unit, limits = value.get("unit"), value.get("range")
        return with_unit(value["value"], unit), None if limits is None else [with_unit(each, unit) for each in limits]
    return value, None


def default_at(base: Description, steps: Path) -> list[Any]:
    """Return a list that the file leaves out as it is understood."""
    value: Any = record_of(base)
    for step in steps:
        value = value.get(step) if isinstance(value, dict) else getattr(value, str(step), None)
    if isinstance(value, tuple):
        return [_lists(item) for item in value]
    if value is None and steps[-1] in LEFT_OUT:
        return [0.0] * LEFT_OUT[str(steps[-1])]
    raise DescriptionError([Problem(steps, f"{record_of(base).name} has no list of numbers here")])


def _lists(value: Any) -> Any:
    return [_lists(item) for item in value] if isinstance(value, tuple) else value
