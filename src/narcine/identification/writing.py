"""Identified numbers as a vehicle file of their own, on top of the vehicle that they belong to."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from os.path import relpath
from pathlib import Path as FilePath
from re import match
from typing import Any

from narcine.description.library import VEHICLES
from narcine.description.load import Description, load_description
from narcine.description.names import NAME_PATTERN, known
from narcine.description.problems import DescriptionError, Path, Place, Problem, path_text
from narcine.description.provenance import provenance_of
from narcine.description.tree import MISSING, entry
from narcine.description.vehicle import Vehicle
from narcine.identification.written import default_at, read_vehicle, record_of, said_at, steps_to
from narcine.recording.write import whole_file

GUESSED = "extrapolated"
DIGITS = 7
"""Of numbers in the file."""


@dataclass(frozen=True)
class Identified:
    """A number of a vehicle that measurements told."""

    path: str
    """of the vehicle file, as --set takes it: bodies.hull.drag.quadratic.0"""
    value: float
    """SI"""
    interval: tuple[float, float] | None
    """95 %"""
    said: str
    """where it comes from: `source:` of the number, or its `assumed:`"""
    assumed: bool = False
    """extrapolated, not measured"""


def write_identified(file: FilePath, vehicle: str, numbers: Sequence[Identified], name: str | None = None) -> None:
    """Write a vehicle file that uses a vehicle (one that ships, or a file) and says only what was identified.

    Each number stands as `{value, source or assumed, range}`. Numbers of one list become one list, in which what was
    not identified keeps the vehicle's value. What does not load is not written.
    """
    base = read_vehicle(vehicle)
    check_new(file)
    plain: dict[str, Any] = {"name": name or _name(file, base), "use": _reference(file, base)}
    for steps, block in _blocks(base, numbers).items():
        _put(plain, steps, block)
    with whole_file(file) as unfinished:
        _dump(plain, unfinished, base)
        try:
            load_description(str(unfinished))
        except DescriptionError as error:
            told = [f"{path_text(each.path)}: {each.message}" for each in error.problems]
            raise _refuse(file, f"what was identified does not fit {vehicle}: {'; '.join(told)}") from None


def check_new(file: FilePath) -> None:
    """Refuse a file that is none of a vehicle, or that is there already: somebody may have worked on it."""
    if file.suffix.lower() not in (".yaml", ".yml"):
        raise _refuse(file, "a vehicle file ends in .yaml")
    if file.exists():
        raise _refuse(file, "exists already and is left as it is; write to another file")


def _refuse(file: FilePath, message: str) -> DescriptionError:
    return DescriptionError([Problem((), message, Place(str(file)))])


def _name(file: FilePath, base: Description) -> str:
    return file.stem if match(NAME_PATTERN, file.stem) else record_of(base).name


def _reference(file: FilePath, base: Description) -> str:
    """Return what `use:` calls the vehicle from where the file will stand."""
    assert base.file is not None
    there = base.file.resolve()
    if there == file.resolve():
        raise _refuse(file, "is the vehicle itself; write to another file")
    if there.parent != VEHICLES.resolve():
        return f"{FilePath(relpath(there, file.resolve().parent)).as_posix()}#"
    beside = file.resolve().parent / there.name
    if beside == file.resolve() or beside.exists():
        raise _refuse(file, f"{beside} would stand in for the vehicle {there.stem} that ships; write elsewhere")
    return f"{there.name}#"


def _blocks(base: Description, numbers: Sequence[Identified]) -> dict[Path, dict[str, Any]]:
    """Return what the file says of each number and list, by path."""
    lists: dict[Path, dict[Path, Identified]] = {}
    for number in numbers:
        steps = steps_to(base.plain, number.path)
        _check_named(record_of(base), number.path, steps)
        length = len(steps)
        while length and isinstance(steps[length - 1], int):
            length -= 1
        if any(isinstance(step, int) for step in steps[:length]):
            raise DescriptionError([Problem(steps, "stands in a list of blocks, which is written by hand only")])
        entries = lists.setdefault(steps[:length], {})
        if steps[length:] in entries:
            raise DescriptionError([Problem(steps, "was identified twice")])
        entries[steps[length:]] = number
    return {
        steps: _block(entries[()]) if () in entries else _list_block(base, steps, entries)
        for steps, entries in lists.items()
    }


def _block(number: Identified) -> dict[str, Any]:
    block: dict[str, Any] = {"value": _shortened(number.value), _key(number.assumed): number.said}
    if number.interval is not None:
        block["range"] = [_shortened(limit) for limit in number.interval]
    return block


def _shortened(value: float) -> float:
    """Return a number with as many digits as people read: far more than any measurement tells."""
    return float(f"{value:.{DIGITS}g}")


def _key(assumed: bool) -> str:
    return "assumed" if assumed else "source"


def _list_block(base: Description, steps: Path, entries: dict[Path, Identified]) -> dict[str, Any]:
    """Return a list with what was identified in it; its text says which entries come from where."""
    value, limits = said_at(base.plain, steps)
    if value is MISSING:
        value = default_at(base, steps)
    low, high = limits if limits is not None else (value, value)
    value, low, high = deepcopy(value), deepcopy(low), deepcopy(high)
    for place, number in entries.items():
        lowest, highest = (number.value, number.value) if number.interval is None else number.interval
        for target, item in ((value, number.value), (low, lowest), (high, highest)):
            _replace(target, place, _shortened(item), (*steps, *place))
    rest = [place for place in _places(value) if place not in entries]
    assumed = not rest and all(number.assumed for number in entries.values())
    block = {"value": value, _key(assumed): _told(base, steps, entries, rest)}
    if limits is not None or any(number.interval is not None for number in entries.values()):
        block["range"] = [low, high]
    return block


def _replace(target: Any, place: Path, item: float, path: Path) -> None:
    for step in place[:-1]:
        target = entry(target, step)
    old = entry(target, place[-1])
    if old is MISSING or isinstance(old, list | dict):
        what = "is a list; name one of its numbers" if isinstance(old, list) else "there is no such number"
        raise DescriptionError([Problem(path, what)])
    target[place[-1]] = item


def _places(value: Any) -> list[Path]:
    """Return the indices of all numbers of nested lists."""
    if not isinstance(value, list):
        return [()]
    return [(index, *rest) for index, item in enumerate(value) for rest in _places(item)]


def _told(base: Description, steps: Path, entries: dict[Path, Identified], rest: list[Path]) -> str:
    """Return where the entries of a list come from, those of one origin together."""
    origins: dict[str, list[Path]] = {}
    mixed = bool(rest) or len({number.assumed for number in entries.values()}) > 1
    for place in sorted(entries):
        said = entries[place].said
        if mixed and entries[place].assumed and GUESSED not in said:
            said = f"{GUESSED}, not measured: {said}"
        origins.setdefault(said, []).append(place)
    if rest:
        before = provenance_of(steps, base.provenance)
        name = record_of(base).name
        told = f"as in {name}" if before is None else f"as in {name} ({before.kind}: {before.text})"
        origins[told] = rest
    if len(origins) == 1:
        return next(iter(origins))
    return "; ".join(f"{_counted(places)}: {said}" for said, places in origins.items())


def _counted(places: list[Path]) -> str:
    numbers = [".".join(map(str, place)) for place in places]
    return f"entry {numbers[0]}" if len(numbers) == 1 else f"entries {', '.join(numbers)}"


def _check_named(vehicle: Vehicle, path: str, steps: Path) -> None:
    block = getattr(vehicle, str(steps[0]), None)
    if isinstance(block, dict) and len(steps) > 1:
        for place, message in known(steps[:2], str(steps[1]), block, f"entry of {steps[0]}"):
            raise DescriptionError([Problem(place, message, Place(path))])


def _put(plain: dict[str, Any], steps: Path, block: dict[str, Any]) -> None:
    for step in steps[:-1]:
        plain = plain.setdefault(str(step), {})
    plain[str(steps[-1])] = block


def _dump(plain: dict[str, Any], file: FilePath, base: Description) -> None:
    from ruamel.yaml import YAML

    writer = YAML()
    writer.default_flow_style = None
    writer.width = 150
    with file.open("w", encoding="utf-8") as handle:
        handle.write(f"# {record_of(base).name}, with what measurements told; ranges are 95 % intervals.\n")
        writer.dump(plain, handle)
