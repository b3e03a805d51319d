"""Values set on top of a file, by their dotted paths."""

import re
from collections.abc import Collection
from typing import Any

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.provenance import with_unit
from narcine.description.quantities import SOURCED_KEYS, suggestion
from narcine.description.tree import Tree, read_tree

NAMED = (
    "bodies",
    "joints",
    "foils",
    "drives",
    "transmissions",
    "actuators",
    "holds",
    "sensors",
    "gaits",
    "planners",
    "chains",
    "rims",
    "tethers",
    "vehicles",
    "clusters",
    "obstacles",
    "lamps",
)
"""Blocks whose keys are names: setting a part of one that is not there is a slip of the pen."""


def split_path(dotted: str) -> list[str]:
    """Return the parts of a path, written as in `start.position.0` or as in `start.position[0]`."""
    return re.sub(r"\[(\d+)\]", r".\1", dotted).split(".")


def apply_settings(tree: Tree, settings: dict[str, Any], texts: Collection[str] = ()) -> None:
    """Put each setting in its place, whatever is wrong with the others; what stands at `texts` is not read as YAML."""
    for dotted, value in settings.items():
        try:
            _set(tree, dotted, value, dotted in texts)
        except DescriptionError as error:
            tree.problems += error.problems


def _set(tree: Tree, dotted: str, value: Any, is_text: bool) -> None:
    """Put a value at a dotted path; blocks on the way are made where they are missing."""
    place = Place(f"set {dotted}={value}")
    path: list[str | int] = []
    current = tree.value
    parts = split_path(dotted)
    if not all(parts):
        raise DescriptionError([Problem((), "is no path: a name is missing between its dots", place)])
    number = 0
    while number < len(parts):
        if isinstance(current, dict) and "value" in current and parts[number] not in SOURCED_KEYS:
            current["value"] = with_unit(current["value"], current.pop("unit", None))
            path.append("value")
            current = current["value"]
        # names of coordinates and inputs hold dots themselves: take the longest run of parts that is a key
        for end in range(len(parts), number, -1):
            key = ".".join(parts[number:end])
            if isinstance(current, dict) and key in current:
                break
        else:
            end = len(parts) if path and path[-1] == "commands" else number + 1
            key = ".".join(parts[number:end])
        step: str | int = int(key) if isinstance(current, list) and key.isdigit() else key
        path.append(step)
        number = end
        if number == len(parts):
            break
        if isinstance(current, dict):
            if len(path) > 1 and path[-2] in NAMED and key not in current and current:
                known = ", ".join(map(str, current))
                said = f"there is no {key!r} in {path[-2]}{suggestion(key, list(current))}; there are {known}"
                raise DescriptionError([Problem(tuple(path), said, place)])
            current = current.setdefault(key, {})
        elif isinstance(current, list) and isinstance(step, int) and step < len(current):
            current = current[step]
        else:
            raise DescriptionError([Problem(tuple(path), "there is nothing to set here", place)])
    target = tuple(path)
    if not isinstance(current, dict | list):
        raise DescriptionError([Problem(target[:-1], "is a value and has no parts to set", place, current)])
    if isinstance(current, list) and not (isinstance(target[-1], int) and target[-1] < len(current)):
        raise DescriptionError([Problem(target, f"must be an index below {len(current)}", place)])
    is_yaml = isinstance(value, str) and value.strip() and not is_text
    branch = read_tree(value, str(place)) if is_yaml else Tree(value)
    for relative in list(branch.places) or [()]:
        branch.places[relative] = place
    branch.keys = dict.fromkeys([*branch.keys, ()], place)
    tree.graft(target, branch)
