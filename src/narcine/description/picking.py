"""Blocks by name: `gait: cruise` stands for the block `cruise` of `gaits`, as if it were written out there.

So do planners: `planner: track` stands for the block `track` of `planners`.
"""

from collections.abc import Iterable

from narcine.description.inheritance import inherit_block
from narcine.description.names import known
from narcine.description.overrides import split_path
from narcine.description.problems import Path, Problem
from narcine.description.record import PROVENANCE_KEYS
from narcine.description.tree import Tree

PICKED = {"gait": "gaits", "planner": "planners"}
"""Blocks of a vehicle that a name may stand for, and the sections that hold what can be picked."""
COMMANDED = ("gait",)
"""Those whose parameters commands set: without them nobody knows what can be commanded."""


def picks(dotted: str) -> bool:
    """Say whether a setting picks the gait or the planner of a vehicle, or changes what can be picked from."""
    parts = split_path(dotted)
    own = parts[3:] if parts[0] in ("vehicles", "clusters") else parts
    return (len(own) == 1 and own[0] in PICKED) or own[:1] in ([section] for section in PICKED.values())


def pick(tree: Tree, vehicles: Iterable[Path]) -> None:
    """Put blocks in place of their names; errors in them point at where they are written."""
    for prefix in vehicles:
        for key, section in PICKED.items():
            path: Path = (*prefix, key)
            name = tree.at(path)
            source: Path = (*prefix, section, name)
            if isinstance(name, str) and isinstance(tree.at(source), dict):
                inherit_block(tree, path, source)
                block = tree.at(path)
                if not any(each in block for each in PROVENANCE_KEYS):
                    block["source"] = f"{section}.{name}"


def refuse_unknown(tree: Tree, vehicles: Iterable[Path]) -> None:
    """Note names that nothing has, and let nobody miss what they would have brought."""
    for prefix in vehicles:
        for key, section in PICKED.items():
            path: Path = (*prefix, key)
            name = tree.at(path)
            if isinstance(name, str):
                there = tree.at((*prefix, section))
                names = [each for each in there if each not in PROVENANCE_KEYS] if isinstance(there, dict) else []
                found = known(path, name, names, key)
                tree.problems += [Problem(path, message, tree.place(path), name) for _, message in found]
                tree.unfinished.add(path)
                if key in COMMANDED:
                    tree.unfinished |= {(*prefix, "run", "commands"), ("commands",)}
                tree.at(prefix)[key] = None
