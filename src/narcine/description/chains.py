"""What a chain stands for: the bodies, joints and drives of its modules, as if they were written out.

What the file itself says of one of them (`bodies: {spine_1: {mass: 0.9}}`) changes that one. Errors in them point at
the chain.
"""

from itertools import pairwise

from pydantic import ValidationError

from narcine.description.chain import Chain
from narcine.description.problems import Path, Problem
from narcine.description.provenance import Provenance, provenance_of
from narcine.description.shapes.shape import Shape
from narcine.description.tree import Tree
from narcine.description.written_out import Block, beneath, point, vehicles_of, write_block

FROM_CHAIN = Provenance("source", "its chain")
DIVING = 5
"""Pitch joints from the head that `dive` bends where a gait says nothing of it (Li et al. 2015, eq 13)."""


def expand_chains(tree: Tree, provenance: dict[Path, Provenance]) -> None:
    """Write out the modules of all chains of a vehicle or of the vehicles of a scenario, and set their gaits going."""
    for prefix in vehicles_of(tree):
        vehicle = tree.at(prefix)
        chains = vehicle.get("chains") if isinstance(vehicle, dict) else None
        for name, value in chains.items() if isinstance(chains, dict) else ():
            home: Path = (*prefix, "chains", name)
            try:
                chain = Chain.model_validate(value)
            except ValidationError:
                _leave(tree, prefix)
                continue
            blocks = _blocks(tree, prefix, name, chain)
            for section, (made, inner) in blocks.items():
                for key, block in made.items():
                    write_block(tree, (*prefix, section, key), block, home, inner)
                    provenance.setdefault((*prefix, section, key), provenance_of(home, provenance) or FROM_CHAIN)
            if chain.driving is not None:
                _set_gaits_going(
                    tree, prefix, name, chain.coordinates(name), _lengths(tree, prefix, name, chain), provenance
                )


def _leave(tree: Tree, prefix: Path) -> None:
    """Let nobody complain about modules that a broken chain does not make."""
    sections = ("joints", "drives", "foils", "actuators", "holds", "gait", "gaits", "tail_tip", "run")
    tree.unfinished |= {(*prefix, section) for section in sections}
    tree.unfinished |= {(*prefix, "bodies")} if not tree.at((*prefix, "bodies")) else set()


def _blocks(tree: Tree, prefix: Path, name: str, chain: Chain) -> dict[str, tuple[Block, str]]:
    """Return what a chain adds to each section, and which block of the chain it comes from."""
    modules = chain.modules(name)
    strip = chain.outline.last_strip if chain.outline is not None else None
    edge = f"{name}_edge"
    bodies: Block = dict(zip(modules, chain.blocks, strict=True)) | ({edge: strip[0]} if strip is not None else {})
    try:
        ends = {each: _ends(beneath(tree.at((*prefix, "bodies", each)) or {}, bodies[each])) for each in bodies}
    except ValidationError:
        _leave(tree, prefix)
        _need_shape(tree, (*prefix, "chains", name, "module"), chain)
        return {"bodies": (bodies, "module")}
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


def _ends(body: Block) -> tuple[list[float], list[float]]:
    """Return where the forward and the aft end of a body's shape lie."""
    shape = Shape.model_validate(body.get("shape"))
    x, y, z = shape.centre
    aft, fore = shape.geometry.bounds[:, 0]
    return [x + float(fore), y, z], [x + float(aft), y, z]


def _need_shape(tree: Tree, path: Path, chain: Chain) -> None:
    """Note that modules have no shape, from which it would follow where they are joined."""
    if chain.module.get("shape") is None and chain.outline is None:
        tree.problems.append(
            Problem((*path, "shape"), "is missing: its ends are where modules are joined", tree.place(path))
        )


def _turning(chain: Chain) -> Block:
    if len(chain.axes) == 1:
        (axis,) = chain.axes.values()
        return {"type": "hinge", "axis": list(axis), **chain.joint}
    return {
        "type": "universal",
        "axes": {name: {"axis": list(axis), **chain.joint} for name, axis in chain.axes.items()},
    }


def _lengths(tree: Tree, prefix: Path, name: str, chain: Chain) -> dict[str, float]:
    """Return the lengths of the modules from the head, that of a last strip with the last, as they are written out."""
    try:
        lengths = {each: _length(tree.at((*prefix, "bodies", each))) for each in chain.modules(name)}
        if chain.outline is not None and chain.outline.edge is not None:
            lengths[chain.modules(name)[-1]] += _length(tree.at((*prefix, "bodies", f"{name}_edge")))
    except ValidationError:
        return {}
    return lengths


def _length(body: Block) -> float:
    fore, aft = _ends(body)
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
