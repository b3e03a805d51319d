"""Parts shared between files: `use: parts/fins.yaml#caudal` stands for that part, and the keys beside it change it.

`use: raybot.yaml#` stands for a whole file. A key beside it that is empty (`~`) takes what the part has there away.
"""

from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from narcine.description.library import MISSIONS, VEHICLES, find_file
from narcine.description.problems import DescriptionError, Path, Problem
from narcine.description.quantities import suggestion
from narcine.description.tree import MISSING, Tree, entry, read_file


@dataclass(frozen=True)
class _Home:
    """The file in which a reference stands, as it was read."""

    tree: Tree
    file: FilePath


def resolve_parts(tree: Tree, file: FilePath) -> None:
    """Put every part that a file uses in its place; a block whose part does not exist is left unfinished."""
    home = _Home(Tree(deepcopy(tree.value), dict(tree.places), dict(tree.keys)), file)
    _resolve(tree, (), home, ())


def _resolve(tree: Tree, path: Path, home: _Home, chain: tuple[str, ...]) -> None:
    value = tree.at(path)
    if isinstance(value, list):
        for index in range(len(value)):
            _resolve(tree, (*path, index), home, chain)
        return
    if not isinstance(value, dict):
        return
    if "use" in value:
        reference = value["use"]
        changes = {key: item for key, item in value.items() if key != "use"}
        try:
            part = _resolved_part(reference, home, chain)
        except DescriptionError as error:
            place = tree.place((*path, "use"))
            tree.problems += [
                Problem((*path, "use"), problem.message, problem.place or place, reference)
                for problem in error.problems
            ]
            tree.unfinished.add(path)
            del value["use"]
        else:
            _put(part, tree, path, changes)
            value = tree.at(path)
    for key in list(value):
        _resolve(tree, (*path, key), home, chain)


def _resolved_part(reference: Any, home: _Home, chain: tuple[str, ...]) -> Tree:
    """Return a part with the parts that it uses itself in their places."""
    if not isinstance(reference, str) or "#" not in reference:
        raise DescriptionError([Problem((), "must be `file.yaml#part` or `#part` of the same file")])
    name, _, part_name = reference.partition("#")
    home = _home_of(name, home)
    link = f"{home.file.resolve()}#{part_name}"
    if link in chain:
        raise DescriptionError([Problem((), "goes round in circles")])
    part = _cut_part(home, part_name)
    _resolve(part, (), home, (*chain, link))
    return part


def _home_of(name: str, asking: _Home) -> _Home:
    """Return the file that a reference names; none is the file that asks."""
    if not name:
        return asking
    file = asking.file.parent / name
    for shipped in (VEHICLES, MISSIONS):
        if not file.is_file():
            file = shipped / name
    if not file.is_file():
        file = find_file(name, asking.file)
    tree = _file_of_parts(file, file.stat().st_mtime_ns)
    if tree.problems:
        raise DescriptionError(tree.problems)
    return _Home(tree, file)


def _cut_part(home: _Home, name: str) -> Tree:
    """Return a part of a file, sharing nothing with it."""
    whole = home.tree
    route: Path = tuple(name.split(".")) if name else ()
    value = whole.at(route)
    if not isinstance(value, dict):
        around = whole.at(route[:-1])
        there = [str(key) for key, item in around.items() if isinstance(item, dict)] if isinstance(around, dict) else []
        message = (
            f"{home.file.name} has no block {name!r}{suggestion(name, there)}; it has {', '.join(there) or 'none'}"
        )
        raise DescriptionError([Problem((), message)])
    places = {known[len(route) :]: where for known, where in whole.places.items() if known[: len(route)] == route}
    keys = {known[len(route) :]: where for known, where in whole.keys.items() if known[: len(route)] == route}
    return Tree(deepcopy(value), places, keys)


def _put(part: Tree, tree: Tree, path: Path, changes: dict[str, Any]) -> None:
    """Put a part at a path, and what the file changes in it on top."""
    kept_places = {known: where for known, where in tree.places.items() if known[: len(path)] == path}
    kept_keys = {known: where for known, where in tree.keys.items() if known[: len(path)] == path}
    tree.graft(path, part)
    _merge(tree.at(path), changes)
    for table, kept in ((tree.places, kept_places), (tree.keys, kept_keys)):
        table.update({known: where for known, where in kept.items() if _touched(known[len(path) :], changes)})


def _touched(relative: Path, changes: Any) -> bool:
    """Say whether a path lies in what the file itself wrote."""
    value = changes
    for part in relative:
        value = entry(value, part)
    return value is not MISSING


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> None:
    for key, value in changes.items():
        if value is None and key in base:
            del base[key]
        elif isinstance(value, dict) and isinstance(base.get(key), dict) and "value" not in value:
            _merge(base[key], value)
        else:
            base[key] = value


@lru_cache(maxsize=32)
def _file_of_parts(file: FilePath, written: int) -> Tree:
    """Return the tree of a file of parts, read once however many parts are taken from it."""
    return read_file(file)
