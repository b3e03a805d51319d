"""Where numbers come from: `{value: 2.9, assumed: split by volume, range: [2.4, 3.4]}`, or `source:` on a block.

The provenance is taken out of the tree before its values are checked, and kept by path.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from narcine.description.problems import Path, Problem, path_text
from narcine.description.quantities import SOURCED_KEYS, suggestion
from narcine.description.record import PROVENANCE_KEYS
from narcine.description.tree import Tree

_NUMBER_TEXT = re.compile(r"^\s*[-+]?\d[\d.eE+-]*\s*[A-Za-z/% 0-9]{0,12}$")


@dataclass(frozen=True)
class Provenance:
    """What is said of a number or of all plain numbers of a block."""

    kind: str
    """source or assumed"""
    text: str
    range: tuple[Any, Any] | None = None
    """plausible range of an assumed value, as written, in the unit of the value"""


def take_provenance(tree: Tree) -> tuple[dict[Path, Provenance], list[Problem]]:
    """Strip the tree of all provenance and return it by path."""
    found: dict[Path, Provenance] = {}
    problems: list[Problem] = []
    tree.value = _strip(tree.value, (), tree, found, problems)
    return found, problems


def _strip(value: Any, path: Path, tree: Tree, found: dict[Path, Provenance], problems: list[Problem]) -> Any:
    if isinstance(value, list):
        return [_strip(item, (*path, index), tree, found, problems) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    given = [key for key in PROVENANCE_KEYS if isinstance(value.get(key), str)]
    if len(given) == 2:
        problems.append(Problem(path, "says both source and assumed; give one", tree.place(path)))
    limits = None
    if "value" in value:
        limits = _range(value, path, tree, problems)
    if given:
        found[path] = Provenance(given[0], value[given[0]], limits)
    if "value" not in value:
        rest = {key: item for key, item in value.items() if key not in given}
        return {key: _strip(item, (*path, key), tree, found, problems) for key, item in rest.items()}
    for key in value:
        if key not in SOURCED_KEYS:
            allowed = f"allowed beside value: {', '.join(SOURCED_KEYS[1:])}"
            message = f"unknown key; {allowed}{suggestion(key, SOURCED_KEYS)}"
            problems.append(Problem((*path, key), message, tree.keys.get((*path, key))))
    _adopt(path, tree, value["value"])
    return with_unit(value["value"], value.get("unit"))


def _adopt(path: Path, tree: Tree, value: Any) -> None:
    """Let what stood under `value` stand at the path itself; a tree has thousands of places, a value a few."""
    for relative in _inside(value):
        for table in (tree.places, tree.keys):
            inner = (*path, "value", *relative)
            if inner in table:
                table[path + relative] = table[inner]


def _inside(value: Any) -> Iterator[Path]:
    """Yield the paths of a value and of all that it holds."""
    yield ()
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *relative) for relative in _inside(item))


def with_unit(value: Any, unit: Any) -> Any:
    """Return a number, or each number of a list, as text with its unit."""
    if unit is None:
        return value
    if isinstance(value, list):
        return [with_unit(item, unit) for item in value]
    return f"{value} {unit}" if isinstance(value, int | float) and not isinstance(value, bool) else value


def _range(value: dict[str, Any], path: Path, tree: Tree, problems: list[Problem]) -> tuple[Any, Any] | None:
    if "range" not in value:
        return None
    place = tree.place((*path, "range"))
    limits = value["range"]
    if not isinstance(limits, list) or len(limits) != 2:
        problems.append(Problem((*path, "range"), "must be [lowest, highest]", place, limits))
        return None
    numbers = [item for item in (*limits, value["value"]) if isinstance(item, int | float)]
    if len(numbers) == 3 and not numbers[0] <= numbers[2] <= numbers[1]:
        message = f"does not hold the value {numbers[2]} of {path_text(path)}"
        problems.append(Problem((*path, "range"), message, place, limits))
    return limits[0], limits[1]


def provenance_of(path: Path, known: dict[Path, Provenance]) -> Provenance | None:
    """Return what is said of a value, by itself or by the nearest block around it."""
    for length in range(len(path), -1, -1):
        if path[:length] in known:
            return known[path[:length]]
    return None


def numbers(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all numbers in plain values, those with units included."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from numbers(item, (*path, index))
    elif not isinstance(value, bool) and (isinstance(value, int | float) or _NUMBER_TEXT.match(str(value))):
        yield path
