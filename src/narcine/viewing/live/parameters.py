"""Parameters of a gait that no slider moves: what can be typed in before a run begins, in the units of the file."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from narcine.description.gait_base import GaitBase
from narcine.description.inputs import drive_dimension, vehicle_inputs
from narcine.description.quantities import UNITS, Quantity
from narcine.description.record import Record
from narcine.description.vehicle import Vehicle
from narcine.viewing.live.sliders import SHOWN_UNITS

DIGITS = 10
"""Of numbers that are shown, so that 3 deg are 3."""
BRACKETS = {"list": "[]", "block": "{}"}
NOTHING = "null"
"""What a file says where an optional number is left out."""


@dataclass(frozen=True)
class Parameter:
    """A number, a list of numbers, shares by name, or a word of a gait."""

    path: str
    """as `--set` takes it"""
    label: str
    hint: str
    text: str
    options: tuple[str, ...] = ()
    """the words that it may be, if it is a word"""
    brackets: str = ""
    """around several numbers, which are shown without"""
    optional: bool = False

    def of(self, vehicle: str) -> "Parameter":
        """Return it with the name of its vehicle, where there are several."""
        return replace(self, label=f"{vehicle} {self.label}")

    def setting(self, text: str) -> str:
        """Return a text as a setting has it."""
        text = text.strip()
        if self.optional and not text:
            return NOTHING
        if not self.brackets or text.startswith(self.brackets[0]):
            return text
        return f"{self.brackets[0]}{text}{self.brackets[1]}"


@dataclass(frozen=True)
class _Form:
    """How a field of a record is written: one number or several, of what, or one of some words."""

    kind: Literal["number", "list", "block", "word"]
    dimension: str = "ratio"
    words: tuple[str, ...] = ()
    optional: bool = False


def gait_parameters(vehicle: Vehicle, written: Mapping[str, Any], path: str) -> list[Parameter]:
    """Return what of a vehicle's gait is no input; `written` is the gait as the file has it, `path` where it stands.

    What was not written of blocks by name, such as the shares of each joint of a chain, follows from what was, and is
    left out. What all gaits have comes last.
    """
    if vehicle.gait is None:
        return []
    moved = {name.removeprefix("gait.") for name in vehicle_inputs(vehicle) if name.startswith("gait.")}
    found = [each for each in _parameters(vehicle, vehicle.gait, written, path) if each.label not in (moved | {"dive"})]
    return sorted(found, key=lambda each: each.label in GaitBase.model_fields)


def _parameters(
    vehicle: Vehicle, record: Record, written: Mapping[str, Any], path: str, owner: str = ""
) -> Iterator[Parameter]:
    """Yield the numbers and words of a record, and those of the records that it holds by name."""
    for name, field in type(record).model_fields.items():
        value, here = getattr(record, name), f"{path}.{name}"
        if isinstance(value, Mapping) and name not in written:
            continue
        if isinstance(value, Mapping) and all(isinstance(each, Record) for each in value.values()):
            for key, inner in value.items():
                said = written[name].get(key)
                yield from _parameters(vehicle, inner, said or {}, f"{here}.{key}", f"{owner}{key} ")
        form = _form(field.annotation, field.metadata)
        if form is not None:
            hint = ", ".join(filter(None, [field.description or here, _unit_note(form)]))
            text = _text(value, form, _unit(vehicle, form.dimension, value))
            yield Parameter(here, owner + name, hint, text, form.words, BRACKETS.get(form.kind, ""), form.optional)


def _form(annotation: Any, metadata: Iterable[Any] = ()) -> _Form | None:
    """Return how a field is written, if it is written in numbers or as one of several words."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _form(inner[0], inner[1:])
    if origin in (Union, UnionType) and NoneType in inner and len(inner) == 2:
        form = _form(next(each for each in inner if each is not NoneType))
        return _Form(form.kind, form.dimension, form.words, optional=True) if form and not form.words else None
    if origin is Literal:
        return _Form("word", words=inner) if len(inner) > 1 else None
    if origin in (tuple, dict):
        form = _form(inner[0 if origin is tuple else 1])
        return _Form("list" if origin is tuple else "block", form.dimension) if form and form.kind == "number" else None
    if annotation is int:
        return _Form("number")
    quantity = next((each for each in metadata if isinstance(each, Quantity)), None)
    return _Form("number", quantity.dimension) if annotation is float and quantity and not quantity.size else None


def _numbers(value: Any) -> Iterator[float]:
    """Yield the numbers of a value."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    yield from value if isinstance(value, tuple) else () if value is None else (value,)


def _unit(vehicle: Vehicle, dimension: str, value: Any) -> str:
    """Return the unit in which a value is shown: as it was written, else as people have it."""
    if not UNITS[dimension]:
        return ""
    written = [getattr(each, "unit", "") for each in _numbers(value) if not isinstance(each, str)]
    if written and written[0]:
        return str(written[0])
    if dimension in ("coordinate", "signal") and vehicle.gait is not None:
        dimension = drive_dimension(vehicle, next(iter(vehicle.gait.drives)))
    return SHOWN_UNITS[dimension][0] if dimension in SHOWN_UNITS else next(iter(UNITS[dimension]))


def _unit_note(form: _Form) -> str:
    units = UNITS[form.dimension]
    several = "several numbers, " if form.kind == "list" else ""
    left_out = "; may be left empty" if form.optional else ""
    return f"{several}in {', '.join(units)}{left_out}" if units else f"{several.removesuffix(', ')}{left_out}"


def _text(value: Any, form: _Form, unit: str) -> str:
    """Return a value as it is shown."""
    if value is None or form.kind == "word":
        return "" if value is None else str(value)

    def shown(number: float) -> str:
        return f"{number / UNITS[form.dimension].get(unit, 1.0):.{DIGITS}g} {unit}".rstrip()

    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {shown(number)}" for name, number in value.items())
    return ", ".join(shown(number) for number in _numbers(value))
