"""What the number at a dotted path measures, as far as the description tells."""

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel

from narcine.description.inputs import all_inputs, vehicle_inputs
from narcine.description.load import Description
from narcine.description.overrides import split_path
from narcine.description.quantities import SEVERAL_KINDS, UNITS, Quantity
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle


def dimension_at(description: Description, dotted: str, unit: str = "") -> str | None:
    """Return a key of UNITS, or None where nothing tells.

    An input of the vehicle knows more than its record, which serves angles and lengths alike; where neither decides,
    the unit in which the number is going to be written does.
    """
    parts = split_path(dotted)
    scenario = description.scenario
    if description.kind == "vehicle":
        found = _inside(next(iter(scenario.vehicles.values())).vehicle, parts)
    elif parts[0] == "vehicles" and parts[2:3] == ["vehicle"] and parts[1] in scenario.vehicles:
        found = _inside(scenario.vehicles[parts[1]].vehicle, parts[3:])
    else:
        found = None
    found = found or _commanded(scenario, parts) or _recorded(scenario, parts)
    if found is None or (found in SEVERAL_KINDS and unit):
        return _dimension_of(unit) if unit else None
    return found if found not in SEVERAL_KINDS else None


def _inside(vehicle: Vehicle, parts: list[str]) -> str | None:
    """Return the dimension of a number in a vehicle, as an input or as its record has it."""
    spec = vehicle_inputs(vehicle).get(".".join(parts))
    if spec is not None:
        return spec.dimension
    if parts[0] == "chains" and parts[2:3] == ["module"] and parts[1] in vehicle.chains:
        first = vehicle.chains[parts[1]].modules(parts[1])[0]
        return _recorded(vehicle, ["bodies", first, *parts[3:]])
    return _recorded(vehicle, parts)


def _commanded(scenario: Scenario, parts: list[str]) -> str | None:
    """Return the dimension of a command."""
    own = parts[1:] if parts[0] == "run" else parts
    spec = all_inputs(scenario).get(".".join(own[1:])) if own[0] == "commands" else None
    return spec.dimension if spec is not None else None


def _recorded(record: BaseModel, parts: list[str]) -> str | None:
    """Return the dimension that the field of a record has, which is the last one on the way to a number."""
    value: Any = record
    field: Any = None
    number = 0
    while number < len(parts):
        if isinstance(value, BaseModel):
            names = {info.alias or name: name for name, info in type(value).model_fields.items()}
            if parts[number] not in names:
                return None
            name = names[parts[number]]
            field, value, taken = type(value).model_fields[name], getattr(value, name), 1
        elif isinstance(value, dict):
            ends = range(len(parts), number, -1)
            end = next((end for end in ends if ".".join(parts[number:end]) in value), None)
            if end is None:
                return _of_field(field)
            value, taken = value[".".join(parts[number:end])], end - number
        elif isinstance(value, tuple) and parts[number].isdigit() and int(parts[number]) < len(value):
            value, taken = value[int(parts[number])], 1
        else:
            return _of_field(field)
        number += taken
    return _of_field(field)


def _of_field(field: Any) -> str | None:
    if field is None:
        return None
    found = {each.dimension for each in (*field.metadata, *_inner(field.annotation)) if isinstance(each, Quantity)}
    if not found and field.annotation is int:
        return "ratio"
    return found.pop() if len(found) == 1 else None


def _inner(annotation: Any) -> Iterator[Any]:
    """Yield all that a type is made of, its annotations among it."""
    for each in get_args(annotation):
        yield each
        yield from _inner(each)


def _dimension_of(unit: str) -> str | None:
    """Return the first dimension, of one kind, that has a unit."""
    return next((name for name, units in UNITS.items() if unit in units and name not in SEVERAL_KINDS), None)
