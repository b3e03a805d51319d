"""Parts shared between files: `use: parts/fins.yaml#caudal` stands for that part, and the keys beside it change it."""

from copy import deepcopy
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from narcine.description.library import VEHICLES, find_file
from narcine.description.problems import DescriptionError, Path, Problem
from narcine.description.tree import MISSING, Tree, entry, read_file

DEEPEST_CHAIN = 20
"""How many parts may stand for one another in a row; more means that they go round."""


def resolve_parts(tree: Tree, file: FilePath) -> None:
    """Put every part that a file uses in its place."""
    problems: list[Problem] = []
    _resolve(tree, (), file, problems, 0)
    if problems:
        raise DescriptionError(problems)


def _resolve(tree: Tree, path: Path, file: FilePath, problems: list[Problem], depth: int) -> None:
    value = tree.at(path)
    if isinstance(value, list):
        for index in range(len(value)):
            _resolve(tree, (*path, index), file, problems, depth)
        return
    if not isinstance(value, dict):
        return
    if "use" in value:
        place = tree.place((*path, "use"))
        if depth >= DEEPEST_CHAIN:
            problems.append(Problem((*path, "use"), "goes round in circles", place, value["use"]))
            return
        try:
            part, part_file = _read_part(value["use"], file)
        except DescriptionError as error:
            problems += [
                Problem((*path, "use"), problem.message, problem.place or place, value["use"])
                for problem in error.problems
            ]
            return
        _resolve(part, (), part_file, problems, depth + 1)
        changes = {key: item for key, item in value.items() if key != "use"}
        if not isinstance(part.value, dict):
            problems.append(Problem((*path, "use"), "is no block of keys", place, value["use"]))
            return
        kept_places = {known: where for known, where in tree.places.items() if known[: len(path)] == path}
        kept_keys = {known: where for known, where in tree.keys.items() if known[: len(path)] == path}
        tree.graft(path, part)
        _merge(tree.at(path), changes)
        for table, kept in ((tree.places, kept_places), (tree.keys, kept_keys)):
            table.update({known: where for known, where in kept.items() if _touched(known[len(path) :], changes)})
        value = tree.at(path)
    for key in list(value):
        _resolve(tree, (*path, key), file, problems, depth)


def _touched(relative: Path, changes: Any) -> bool:
    """Say whether a path lies in what the file itself wrote."""
    value = changes
    for part in relative:
        value = entry(value, part)
    return value is not MISSING


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> None:
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict) and "value" not in value:
            _merge(base[key], value)
        else:
            base[key] = value


def _read_part(reference: Any, file: FilePath) -> tuple[Tree, FilePath]:
    if not isinstance(reference, str) or "#" not in reference:
        raise DescriptionError([Problem((), "must be `file.yaml#part` or `#part` of the same file")])
    name, _, part_name = reference.partition("#")
    if not name:
        part_file = file
    else:
        beside = file.parent / name
        part_file = beside if beside.is_file() else VEHICLES / name
        if not part_file.is_file():
            part_file = find_file(name, file)
    whole = _file_of_parts(part_file, part_file.stat().st_mtime_ns)
    route: Path = tuple(part_name.split(".")) if part_name else ()
    value = whole.at(route)
    if value is None:
        available = ", ".join(map(str, whole.value)) if isinstance(whole.value, dict) else "nothing"
        raise DescriptionError([Problem((), f"{part_file.name} has no part {part_name!r}; it has {available}")])
    places = {known[len(route) :]: where for known, where in whole.places.items() if known[: len(route)] == route}
    keys = {known[len(route) :]: where for known, where in whole.keys.items() if known[: len(route)] == route}
    return Tree(deepcopy(value), places, keys, list(whole.problems)), part_file


@lru_cache(maxsize=32)
def _file_of_parts(file: FilePath, written: int) -> Tree:
    """Return the tree of a file of parts, read once however many parts are taken from it."""
    return read_file(file)
