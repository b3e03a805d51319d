"""Variants of a description: the same file with other numbers, ready to run, or why it cannot be built."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from os import sep
from pathlib import Path
from typing import Any

from narcine.description.library import VEHICLES, find_file
from narcine.description.load import Description, copied, describe
from narcine.description.problems import DescriptionError
from narcine.description.tree import Tree, read_file
from narcine.simulation.simulation import Simulation

Source = str | Mapping[str, Any]
"""A name that ships, a file, or a dict with the keys of a file."""
PACKAGE = f"{VEHICLES.parent}{sep}"
"""What paths of files that ship begin with; pages and data sets that are passed on say nothing of it."""


@dataclass(frozen=True)
class Variant:
    """A vehicle with some numbers moved, or why it cannot be built."""

    settings: dict[str, Any]
    simulation: Simulation | None
    problem: str = ""


def described(source: Source, settings: Mapping[str, Any]) -> Description:
    """Return a description with some values set to others; its file is read once, which takes longer than the rest."""
    if not isinstance(source, str):
        return describe(Tree(copied(dict(source))), Path("description"), dict(settings))
    file = find_file(source)
    read = _read_once(file, file.stat().st_mtime_ns)
    tree = Tree(copied(read.value), dict(read.places), dict(read.keys), list(read.problems))
    return describe(tree, file, dict(settings))


@lru_cache(maxsize=8)
def _read_once(file: Path, changed: int) -> Tree:
    """Return the tree of a file that was last changed at a time."""
    return read_file(file)


def built(settings: Mapping[str, Any], describe_it: Callable[[], Description]) -> Variant:
    """Return the variant that a description makes."""
    try:
        simulation = Simulation(describe_it())
        _ = simulation.model  # refuses what the reader cannot see, such as loops that do not close
    except DescriptionError as error:
        return Variant(dict(settings), None, str(error.problems[0]).replace(PACKAGE, ""))
    return Variant(dict(settings), simulation)
