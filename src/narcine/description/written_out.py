"""Blocks that one line of a file stands for, put where they would be written, beneath what the file itself says."""

from typing import Any

from narcine.description.problems import Path
from narcine.description.shapes.shape import SHAPE_KINDS
from narcine.description.tree import Tree

Block = dict[str, Any]


def write_block(tree: Tree, path: Path, made: Block, home: Path, inner: str = "") -> None:
    """Put a block where the file has none; where it has one, beneath what the file says.

    Errors in it point at `home`, the line that it is made from, and those in keys that its block `inner` has at these.
    """
    around = tree.at(path[:-2])
    section = around.setdefault(path[-2], {}) if isinstance(around, dict) else None
    if not isinstance(section, dict):
        return
    own = section.get(path[-1])
    if own is not None and not isinstance(own, dict):
        return
    section[path[-1]] = beneath(own or {}, made)
    point(tree, path, home)
    for key in made:
        source = (*home, inner, key)
        if inner and source in tree.places:
            tree.places.setdefault((*path, key), tree.places[source])
            tree.keys.setdefault((*path, key), tree.keys.get(source, tree.places[source]))


def point(tree: Tree, path: Path, home: Path) -> None:
    """Let what was made at a path point at what it was made from."""
    place = tree.place(home)
    if place is not None:
        tree.places.setdefault(path, place)


def beneath(own: Block, made: Block) -> Block:
    """Return a block as it was made, with what the file says of it on top; a shape of another kind replaces it."""
    both = {
        key: beneath(own[key], _without_kind(made[key]) if key == "shape" and _has_kind(own[key]) else made[key])
        for key in own
        if isinstance(own[key], dict) and isinstance(made.get(key), dict)
    }
    return {**made, **own, **both}


def _has_kind(shape: Block) -> bool:
    return any(kind in shape for kind in SHAPE_KINDS)


def _without_kind(shape: Block) -> Block:
    return {key: value for key, value in shape.items() if key not in SHAPE_KINDS}


def vehicles_of(tree: Tree) -> list[Path]:
    """Return where the vehicles of a file stand: of a scenario each, else the file itself."""
    placed = tree.value.get("vehicles")
    return [("vehicles", name, "vehicle") for name in placed] if isinstance(placed, dict) else [()]
