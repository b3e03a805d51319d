"""What a chain stands for: the bodies, joints and drives of its modules, as if they were written out.

What the file itself says of one of them (`bodies: {spine_1: {mass: 0.9}}`) changes that one. Errors in them point at
the chain.
"""

from itertools import pairwise
from typing import Any

import numpy as np
from pydantic import ValidationError

from narcine.description.chain import Chain
from narcine.description.problems import Path, Problem
from narcine.description.provenance import Provenance, provenance_of
from narcine.description.shapes.shape import Shape
from narcine.description.tree import Tree
from narcine.description.written_out import Block, beneath, point, vehicles_of, write_block

AFTERWARDS = ("joints", "drives", "foils", "actuators", "holds", "sensors", "gait", "gaits", "tail_tip", "run")
"""Sections that name what a chain makes."""
FROM_CHAIN = Provenance("source", "its chain")
DIVING = 5
"""Pitch joints from the head that `dive` bends where a gait says nothing of it (Li et al. 2015, eq 13)."""


def expand_chains(tree: Tree, provenance: dict[Path, Provenance]) -> None:
    """Write out the modules of all chains of a vehicle or of the vehicles of a scenario, and set their gaits going."""
    for prefix in vehicles_of(tree):
        vehicle = tree.at(prefix)
        chains = vehicle.get("chains") if isinstance(vehicle, dict) else None
        if chains is not None and not isinstance(chains, dict):
            _leave_modules(tree, prefix, "")
        for name, value in chains.items() if isinstance(chains, dict) else ():
            home: Path = (*prefix, "chains", name)
            try:
                chain = Chain.model_validate(value)
            except ValidationError:
                _leave(tree, prefix)
                _leave_modules(tree, prefix, name)
                continue
            said = provenance_of(home, provenance) or FROM_CHAIN
            for section, (made, inner) in _blocks(tree, prefix, name, chain).items():
                inside = _written_in(tree, (*home, inner))
                for key, block in made.items():
                    path: Path = (*prefix, section, key)
                    write_block(tree, path, block, home, inner)
                    _point_inside(tree, path, block, inside)
                    provenance.setdefault(path, said)
            _find_tail_tip(tree, prefix, name, chain)
            if chain.driving is not None:
                _set_gaits_going(
                    tree, prefix, name, chain.coordinates(name), _lengths(tree, prefix, name, chain), provenance
                )


def chain_bodies(vehicle: Block) -> dict[str, str | None]:
    """Return the modules of all chains of a vehicle as written, each with what it hangs on."""
    chains = vehicle.get("chains")
    found: dict[str, str | None] = {}
    for name, value in chains.items() if isinstance(chains, dict) else ():
        written = {key: value[key] for key in ("count", "body") if key in value} if isinstance(value, dict) else {}
        plain = {key: each.get("value") if isinstance(each, dict) else each for key, each in written.items()}
        try:
            chain = Chain.model_validate({"module": {}, **plain})
        except ValidationError:
            continue
        modules = chain.modules(name)
        found |= dict(zip(modules, (chain.body, *modules), strict=False))
    return found


def _leave(tree: Tree, prefix: Path) -> None:
    """Let nobody complain about joints and drives that a broken chain does not make."""
    tree.unfinished |= {(*prefix, section) for section in AFTERWARDS}


def _leave_modules(tree: Tree, prefix: Path, name: str) -> None:
    """Let nobody complain about modules either."""
    bodies = tree.at((*prefix, "bodies"))
    if isinstance(bodies, dict) and bodies:
        tree.unfinished |= {(*prefix, "bodies", each) for each in bodies if each.startswith(f"{name}_")}
    elif not bodies:
        tree.unfinished.add((*prefix, "bodies"))


def _blocks(tree: Tree, prefix: Path, name: str, chain: Chain) -> dict[str, tuple[Block, str]]:
    """Return what a chain adds to each section, and which block of the chain it comes from."""
    modules = chain.modules(name)
    strip = chain.outline.last_strip if chain.outline is not None else None
    edge = f"{name}_edge"
    bodies: Block = dict(zip(modules, chain.blocks, strict=True)) | ({edge: strip[0]} if strip is not None else {})
    try:
        ends = {each: _ends(_as_changed(tree, (*prefix, "bodies", each), bodies[each])) for each in bodies}
    except ValidationError:
        _leave(tree, prefix)
        if chain.module.get("shape") is not None or chain.outline is not None:  # it is broken, and says so itself
            return {"bodies": (bodies, "module")}
        _leave_modules(tree, prefix, name)
        home: Path = (*prefix, "chains", name, "module")
        said = "is missing: its ends are where modules are joined"
        tree.problems.append(Problem((*home, "shape"), said, tree.place(home)))
        return {}
    joints: Block = {}
    links = [(chain.body, modules[0])] if chain.body is not None else []
    for joint, (before, each) in zip(chain.joints(name), [*links, *pairwise(modules)], strict=True):
        at = list(chain.at) if before not in ends else ends[before][1]
        joints[joint] = {"parent": before, "child": each, "at": at, "to": ends[each][0], **_turning(chain)}
    coordinates = [each for names in chain.coordinates(name).values() for each in names]
    drives = {each: dict(chain.driving) for each in coordinates} if chain.driving is not None else {}
    foils: Block = {}
    if strip is not None:
        foils[edge] = {"body": edge, **strip[1]}
        at, to = ends[modules[-1]][1], ends[edge][0]
        joints[edge] = {"type": "fixed", "parent": modules[-1], "child": edge, "at": at, "to": to}
    return {
        "bodies": (bodies, "module"),
        "joints": (joints, "joint"),
        "drives": (drives, "drive"),
        "foils": (foils, "outline"),
    }


def _written_in(tree: Tree, path: Path) -> Tree:
    """Return where all that is written in a block stands, by its path in the block."""
    length = len(path)
    places, keys = (
        {known[length:]: place for known, place in table.items() if known[:length] == path}
        for table in (tree.places, tree.keys)
    )
    return Tree(None, places, keys)


def _point_inside(tree: Tree, path: Path, block: Block, inside: Tree) -> None:
    """Let all of a block, or of each axis of a joint, point at where it is written in the chain."""
    axes: list[Path] = [("axes", axis) for axis in block.get("axes", ())]
    for axis in axes or [()]:
        for table, written in ((tree.places, inside.places), (tree.keys, inside.keys)):
            for rest, place in written.items():
                table.setdefault((*path, *axis, *rest), place)


def _as_changed(tree: Tree, path: Path, made: Block) -> Block:
    """Return a module with what the file says of it, which may be nothing that can be read."""
    bodies = tree.at(path[:-1])
    own = tree.at(path) if isinstance(bodies, dict) else bodies
    return beneath(own or {}, made) if own is None or isinstance(own, dict) else {}


def _ends(body: Block) -> tuple[list[float], list[float]]:
    """Return where the forward and the aft end of a body's shape lie."""
    shape = Shape.model_validate(body.get("shape"))
    x, y, z = (np.array(shape.centre) + shape.geometry.centroid).tolist()
    aft, fore = shape.geometry.bounds[:, 0]
    return [x + float(fore), y, z], [x + float(aft), y, z]


def _turning(chain: Chain) -> Block:
    if len(chain.axes) == 1:
        (axis,) = chain.axes.values()
        return {"type": "hinge", "axis": list(axis), **chain.joint}
    return {
        "type": "universal",
        "axes": {name: {"axis": list(axis), **chain.joint} for name, axis in chain.axes.items()},
    }


def _find_tail_tip(tree: Tree, prefix: Path, name: str, chain: Chain) -> None:
    """Write where the tail tip lies, where it is said to be that of the chain."""
    tip = tree.at((*prefix, "tail_tip"))
    body = chain.modules(name)[-1]
    if chain.outline is not None and chain.outline.edge is not None:
        body = f"{name}_edge"
    if not isinstance(tip, dict) or tip.get("chain") != name:
        return
    try:
        _, aft = _ends(tree.at((*prefix, "bodies", body)))
    except (ValidationError, AttributeError):  # a broken body says so itself
        tree.unfinished.add((*prefix, "tail_tip"))
        return
    tip.setdefault("body", body)
    tip.setdefault("at", aft)


def _lengths(tree: Tree, prefix: Path, name: str, chain: Chain) -> dict[str, float]:
    """Return the lengths of the modules from the head, that of a last strip with the last, as they are written out."""
    try:
        lengths = {each: _length(tree.at((*prefix, "bodies", each))) for each in chain.modules(name)}
        if chain.outline is not None and chain.outline.edge is not None:
            lengths[chain.modules(name)[-1]] += _length(tree.at((*prefix, "bodies", f"{name}_edge")))
    except ValidationError:
        return {}
    return lengths


def _length(body: Any) -> float:
    fore, aft = _ends(body if isinstance(body, dict) else {})
    return fore[0] - aft[0]


def _set_gaits_going(
    tree: Tree,
    prefix: Path,
    name: str,
    coordinates: dict[str, tuple[str, ...]],
    lengths: dict[str, float],
    provenance: dict[Path, Provenance],
) -> None:
    """Write the drives of a chain into the gaits that name it, and those that dive where a gait does not say."""
    named = tree.at((*prefix, "gaits"))
    for path in (("gait",), *(("gaits", each) for each in (named if isinstance(named, dict) else ()))):
        gait = tree.at((*prefix, *path))
        if not isinstance(gait, dict) or gait.get("chain") != name:
            continue
        pitch = coordinates.get("pitch", ())
        made: Block = {"yaw": list(coordinates.get("yaw", ())), "pitch": list(pitch)}
        if pitch and gait.get("type") != "dive":
            made["dives"] = dict.fromkeys(pitch[:DIVING], 1.0)
        if gait.get("type") == "midline":
            made["lengths"] = lengths
        for key, value in made.items():
            gait.setdefault(key, value)
            point(tree, (*prefix, *path, key), (*prefix, *path, "chain"))
            provenance.setdefault((*prefix, *path, key), FROM_CHAIN)
