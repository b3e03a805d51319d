"""Gaits by name: `gait: cruise` stands for the block `cruise` of `gaits`, as if it were written out there."""

from collections.abc import Iterable

from narcine.description.inheritance import inherit_block
from narcine.description.names import known
from narcine.description.overrides import split_path
from narcine.description.problems import Path, Problem
from narcine.description.record import PROVENANCE_KEYS
from narcine.description.tree import Tree


def picks_gait(dotted: str) -> bool:
    """Say whether a setting picks the gait of a vehicle, or changes what can be picked from."""
    parts = split_path(dotted)
    own = parts[3:] if parts[0] in ("vehicles", "clusters") else parts
    return own == ["gait"] or own[:1] == ["gaits"]


def pick_gaits(tree: Tree, vehicles: Iterable[Path]) -> None:
    """Put gaits in place of their names; errors in them point at where they are written."""
    for prefix in vehicles:
        path: Path = (*prefix, "gait")
        name = tree.at(path)
        source: Path = (*prefix, "gaits", name)
        if isinstance(name, str) and isinstance(tree.at(source), dict):
            inherit_block(tree, path, source)
            gait = tree.at(path)
            if not any(key in gait for key in PROVENANCE_KEYS):
                gait["source"] = f"gaits.{name}"


def refuse_unknown_gaits(tree: Tree, vehicles: Iterable[Path]) -> None:
    """Note names of gaits that there are not, and let nobody miss what they would have brought."""
    for prefix in vehicles:
        path: Path = (*prefix, "gait")
        name = tree.at(path)
        if isinstance(name, str):
            gaits = tree.at((*prefix, "gaits"))
            names = [each for each in gaits if each not in PROVENANCE_KEYS] if isinstance(gaits, dict) else []
            found = known(path, name, names, "gait")
            tree.problems += [Problem(path, message, tree.place(path), name) for _, message in found]
            tree.unfinished |= {path, (*prefix, "run", "commands"), ("commands",)}
            tree.at(prefix)["gait"] = None
