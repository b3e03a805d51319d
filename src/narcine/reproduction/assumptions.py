"""The numbers of a description that have a range, one entry for each that can be moved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from narcine.description.load import Description
from narcine.description.overrides import split_path
from narcine.description.picking import PICKED, picks
from narcine.description.problems import Path, path_text
from narcine.description.provenance import with_unit
from narcine.description.quantities import UNITS, number_and_unit


@dataclass(frozen=True)
class Assumption:
    """A number with a range; several paths where one line of a shared part stands in several places."""

    paths: tuple[str, ...]
    value: float
    low: float
    high: float
    unit: str
    """in which value, low and high are; empty for plain numbers"""
    reason: str

    @property
    def name(self) -> str:
        """What a table calls it: its first path, and how often it stands elsewhere."""
        others = len(self.paths) - 1
        return f"{self.paths[0]} (and {others} alike)" if others else self.paths[0]

    def at(self, share: float) -> dict[str, Any]:
        """Return the settings that put it at a share of its range: 0 the low end, 1 the high end."""
        number = self.low + share * (self.high - self.low)
        return dict.fromkeys(self.paths, with_unit(number, self.unit or None))


@dataclass(frozen=True)
class Assumptions:
    """All that can be moved, and the paths whose ranges are not understood."""

    moved: tuple[Assumption, ...]
    not_understood: tuple[str, ...]


def assumptions_of(description: Description, fixed: Sequence[str] = ()) -> Assumptions:
    """Return the numbers with a range that reach the run, but those at or under fixed paths or single values set.

    A block that is set as a whole brings its own ranges, and so does a gait that is picked by its name.
    """
    single = [path for path, value in description.settings.items() if not isinstance(value, dict) and not picks(path)]
    moved: dict[Any, Assumption] = {}
    not_understood = []
    for path, block in _ranges(description.plain, ()):
        text = path_text(path)
        if set(PICKED.values()) & set(path):  # the one that is picked stands in the vehicle itself
            continue
        place = description.tree.place(path) if description.tree is not None else None
        try:
            parts = list(_components(path, block))
        except ValueError:
            not_understood.append(text)
            continue
        for index, found in parts:
            if any(_is_under(found.paths[0], each) for each in (*fixed, *single)):
                continue
            key = (place, index) if place is not None and place.line else (text, index)
            known = moved.get(key)
            moved[key] = found if known is None else _joined(known, found)
    return Assumptions(tuple(moved.values()), tuple(not_understood))


def _joined(known: Assumption, more: Assumption) -> Assumption:
    return Assumption((*known.paths, *more.paths), known.value, known.low, known.high, known.unit, known.reason)


def _is_under(text: str, block: str) -> bool:
    parts, whole = split_path(block), split_path(text)
    return whole[: len(parts)] == parts


def _ranges(value: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield all blocks that hold a value and its range."""
    if isinstance(value, dict):
        if "value" in value and "range" in value:
            yield path, value
        else:
            for key, item in value.items():
                yield from _ranges(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _ranges(item, (*path, index))


def _components(path: Path, block: dict[str, Any]) -> Iterator[tuple[int | None, Assumption]]:
    """Yield the number of a block, or those numbers of its list that have a width."""
    value, (low, high) = block["value"], block["range"]
    reason = str(block.get("assumed", block.get("source", "")))
    unit = str(block.get("unit", ""))
    if not isinstance(value, list):
        yield None, _assumption(path_text(path), value, low, high, unit, reason)
        return
    if not all(isinstance(each, list) and len(each) == len(value) for each in (low, high)):
        raise ValueError("a list has a list at either end of its range")
    for index, three in enumerate(zip(value, low, high, strict=True)):
        found = _assumption(path_text((*path, index)), *three, unit, reason)
        if found.low != found.high:
            yield index, found


def _assumption(text: str, value: Any, low: Any, high: Any, unit: str, reason: str) -> Assumption:
    number, own = _number(value)
    own = own or unit
    lowest, highest = (_in_unit(*_number(end), own) for end in (low, high))
    return Assumption((text,), number, lowest, highest, own, reason)


def _number(value: Any) -> tuple[float, str]:
    """Return a number and the unit that is written with it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value), ""
    written = number_and_unit(value) if isinstance(value, str) else None
    if written is None:
        raise ValueError(f"{value!r} is no number")
    return written


def _in_unit(number: float, unit: str, wanted: str) -> float:
    """Return a number in another unit; without a unit it is in that one already."""
    if unit in ("", wanted):
        return number
    for units in UNITS.values():
        if unit in units and (wanted in units or not wanted):
            return number * units[unit] / units.get(wanted, 1.0)
    raise ValueError(f"{unit} and {wanted} do not go together")
