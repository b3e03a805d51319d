"""What a tether stands for: its bodies, joints and anchor, as if they were written out, and how it lies at the start.

What the file itself says of one of them (`bodies: {umbilical_3: {mass: 0.5}}`) changes that one. Errors in them point
at the tether.
"""

from itertools import pairwise
from math import pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from narcine.description.importing.frames import HERE, Frame, rotation_of
from narcine.description.inheritance import inherit_block
from narcine.description.joint import WORLD, FixedJoint, FreeJoint
from narcine.description.problems import Path, Problem
from narcine.description.provenance import Provenance, provenance_of
from narcine.description.quantities import DIRECTIONS, parse_number
from narcine.description.settings import Start, Water
from narcine.description.tether import Tether
from narcine.description.tree import Tree
from narcine.description.written_out import Block, vehicles_of, write_block

Array = NDArray[np.float64]
FROM_TETHER = Provenance("source", "its tether")
VISCOSITY = 1e-3
"""Of water (Pa s): what slows a cable that spins about its own axis, with 4 pi mu r^2 per length and rad/s (Stokes)."""
STRIPS = 4
"""Of each segment, across: a segment that turns about its end has 1 % less moment by these than by more."""
TAUT = 1e-9
"""Part of its length by which a tether may be too short for its anchor: rounding."""
HALVINGS = 60
"""Of the angle by which a slack tether turns from segment to segment, until nothing is left but rounding."""


def attach_tethers(tree: Tree) -> None:
    """Put tethers that a scenario says beside a vehicle into that vehicle."""
    placed = tree.value.get("vehicles")
    for name, entry in placed.items() if isinstance(placed, dict) else ():
        tethers = entry.get("tethers") if isinstance(entry, dict) else None
        if not isinstance(tethers, dict) or not isinstance(entry.get("vehicle"), dict):
            continue
        own = entry["vehicle"].setdefault("tethers", {})
        for key in list(tethers) if isinstance(own, dict) else ():
            inherit_block(tree, ("vehicles", name, "vehicle", "tethers", key), ("vehicles", name, "tethers", key))
        del entry["tethers"]


def expand_tethers(tree: Tree, provenance: dict[Path, Provenance]) -> None:
    """Write out all tethers of a vehicle or of the vehicles of a scenario."""
    for prefix in vehicles_of(tree):
        vehicle = tree.at(prefix)
        tethers = vehicle.get("tethers") if isinstance(vehicle, dict) else None
        for name, value in tethers.items() if isinstance(tethers, dict) else ():
            try:
                tether = Tether.model_validate(value)
            except ValidationError:
                tether = None
            if tether is None or not isinstance(tree.at((*prefix, "bodies", tether.body)), dict):
                _leave(tree, prefix)
                continue
            _expand(tree, prefix, name, tether, provenance)


def _expand(tree: Tree, prefix: Path, name: str, tether: Tether, provenance: dict[Path, Provenance]) -> None:
    home: Path = (*prefix, "tethers", name)
    if tether.model == "lumped":
        made = _lumped(tether, name, _density(tree, prefix))
    else:
        try:
            laid = _laid_out(tree, prefix, home, tether)
        except ValidationError:  # the start, or a joint that the body is fixed by, is broken itself and says so
            return
        if laid is None:
            _leave(tree, prefix)
            return
        first, turn = laid
        made = _chain(tether, name, first)
        _start(tree, prefix, {f"{each}.yaw": turn for each in tether.names(name)[1:]} if turn else {})
    for section, blocks in made.items():
        for key, block in blocks.items():
            write_block(tree, (*prefix, section, key), block, home)
            provenance.setdefault((*prefix, section, key), provenance_of(home, provenance) or FROM_TETHER)


def _leave(tree: Tree, prefix: Path) -> None:
    """Let nobody complain about segments that a broken tether does not make."""
    sections = ("joints", "couplings", "foils", "drives", "actuators", "sensors", "gait", "gaits", "tail_tip", "run")
    tree.unfinished |= {(*prefix, section) for section in sections}


def _chain(tether: Tether, name: str, first: Frame) -> dict[str, Block]:
    """Return the bodies and joints of a chain of cylinders whose first stands in the axes of its body as said.

    It turns freely on its body and bends between segments with k = E I / l, but does not twist. Its water answers to
    accelerations across it alone, as Morison's law has it: the moments of slender bodies in oblique flow, which cancel
    from segment to segment, would be left over at a blunt free end.
    """
    count, length, radius = tether.segments, tether.length / tether.segments, 0.5 * tether.diameter
    drag = {
        "linear": [0.0, 0.0, 0.0, 4.0 * pi * VISCOSITY * radius**2 * length, 0.0, 0.0],
        "morison": {"friction": 2.0 / pi * tether.along, "across": tether.across, "strips": STRIPS},
    }
    body = {
        "shape": {"cylinder": {"radius": radius, "length": length}},
        "mass": tether.mass / count,
        "added_inertia": {"rule": "strip", "coriolis": "none"},
        "drag": drag,
    }
    bending = {
        key: value / length
        for key, value in (("stiffness", tether.stiffness), ("damping", tether.damping))
        if value is not None
    }
    near, far = [0.5 * length, 0.0, 0.0], [-0.5 * length, 0.0, 0.0]
    names = tether.names(name)
    root = {"type": "ball", "parent": tether.body, "child": names[0], "at": list(tether.at), "to": near}
    joints: Block = {names[0]: {**root, "attitude": list(first.attitude)}}
    for before, each in pairwise(names):
        axes = {"pitch": {"axis": "starboard", **bending}, "yaw": {"axis": "down", **bending}}
        joints[each] = {"type": "universal", "parent": before, "child": each, "at": far, "to": near, "axes": axes}
    made: dict[str, Block] = {"bodies": {each: dict(body) for each in names}, "joints": joints}
    if tether.anchor is not None:
        anchor = {"type": "ball", "first": WORLD, "second": names[-1], "at": list(tether.anchor), "to": far}
        made["couplings"] = {name: anchor}
    return made


def _lumped(tether: Tether, name: str, density: float) -> dict[str, Block]:
    """Return a body without a shape, fixed to the vehicle, that has all of the tether but its length.

    Across it rho pi d^2 L / 4 of water and rho d C_D L / 2, along it rho d C_t L / 2.
    """
    water, wide = density * tether.volume, 0.5 * density * tether.diameter * tether.length
    across = wide * tether.across
    body = {
        "mass": tether.mass,
        "displaced_volume": tether.volume,
        "added_inertia": [0.0, water, water, 0.0, 0.0, 0.0],
        "drag": {"quadratic": [wide * tether.along, across, across, 0.0, 0.0, 0.0]},
    }
    attitude = list(_along(tether.direction or DIRECTIONS["aft"]).attitude)
    joint = {"type": "fixed", "parent": tether.body, "child": name, "at": list(tether.at), "attitude": attitude}
    return {"bodies": {name: body}, "joints": {name: joint}}


def _along(direction: Any) -> Frame:
    """Return a frame without roll whose forward axis points back along a direction."""
    x, y, z = (-np.array(direction)).tolist()
    return Frame(np.zeros(3), rotation_of(0.0, float(np.arctan2(-z, np.hypot(x, y))), float(np.arctan2(y, x))))


def _laid_out(tree: Tree, prefix: Path, home: Path, tether: Tether) -> tuple[Frame, float] | None:
    """Return how the first segment stands in the axes of its body, and by how much each other turns on the one before.

    A free tether is straight. One with an anchor is an arc of equal turns between its ends, to the side of `direction`.
    """
    if tether.anchor is None:
        return _along(tether.direction or DIRECTIONS["aft"]), 0.0
    pose = _pose(tree, prefix, tether.body)
    if pose is None:
        tree.problems.append(
            Problem(
                (*home, "body"),
                "moves on a joint; a tether with an anchor hangs on the free body of its vehicle or on one fixed to it",
                tree.place((*home, "body")),
                tether.body,
            )
        )
        return None
    chord = pose.rotation.T @ (np.array(tether.anchor) - pose.position) - np.array(tether.at)
    distance = float(np.linalg.norm(chord))
    short = distance > tether.length * (1.0 + TAUT)
    if short or (tether.segments == 1 and distance < tether.length * (1.0 - TAUT)):
        said = f"lies {distance:.6g} m from where the tether begins at the start; it is {tether.length:g} m long"
        hint = "" if short else ": slack needs two segments or more"
        tree.problems.append(Problem((*home, "anchor"), said + hint, tree.place((*home, "anchor"))))
        return None
    ahead = chord / distance if distance > 0.0 else np.array([-1.0, 0.0, 0.0])
    side = _across(ahead, tether.direction or pose.rotation.T @ np.array(DIRECTIONS["down"]))
    turn = _turn(distance / tether.length, tether.segments)
    lead = 0.5 * (tether.segments - 1) * turn
    forward = -(np.cos(lead) * ahead + np.sin(lead) * side)
    normal = np.cross(ahead, side)
    return Frame(np.zeros(3), np.column_stack([forward, np.cross(normal, forward), normal])), -turn


def _across(ahead: Array, wanted: Any) -> Array:
    """Return the unit vector across a direction nearest to a wanted one; any other where that lies along it."""
    for each in (np.array(wanted), np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])):
        side = each - (each @ ahead) * ahead
        if np.linalg.norm(side) > 1e-6:
            return np.asarray(side / np.linalg.norm(side))
    raise AssertionError("two of three directions differ from any")


def _turn(ratio: float, count: int) -> float:
    """Return the angle t of each joint at which the ends of a chain are as near as said: sin(n t/2) = r n sin(t/2)."""
    lower, upper = 0.0, 2.0 * pi / count
    if ratio >= 1.0 or count == 1:
        return 0.0
    for _ in range(HALVINGS):
        middle = 0.5 * (lower + upper)
        wide = sin(0.5 * count * middle) > ratio * count * sin(0.5 * middle)
        lower, upper = (middle, upper) if wide else (lower, middle)
    return 0.5 * (lower + upper)


def _pose(tree: Tree, prefix: Path, body: str, passed: tuple[str, ...] = ()) -> Frame | None:
    """Return where a body stands in the world at the start, if it is free or fixed to what is; None in a loop too."""
    if body in passed:
        return None
    joints = tree.at((*prefix, "joints"))
    hung = [each for each in joints.values() if isinstance(each, dict)] if isinstance(joints, dict) else []
    joint = next((each for each in hung if each.get("child") == body), None)
    if joint is None:
        return _begin(tree, prefix)
    if joint.get("type") not in ("fixed", "free"):
        return None
    record = (FreeJoint if joint["type"] == "free" else FixedJoint).model_validate(joint)
    placement = rotation_of(*record.attitude)
    stands = Frame(np.array(record.at) - placement @ np.array(record.to), placement)
    if record.type == "free":
        return _begin(tree, prefix).then(stands)
    parent = HERE if record.parent == WORLD else _pose(tree, prefix, record.parent, (*passed, body))
    return None if parent is None else parent.then(stands)


def _start_path(tree: Tree, prefix: Path) -> Path:
    """Return where it is said how a vehicle starts: in its place in a scenario, or in its own file."""
    here = (*prefix[:-1], "start")
    return here if prefix and isinstance(tree.at(here), dict) else (*prefix, "run", "start")


def _begin(tree: Tree, prefix: Path) -> Frame:
    start = Start.model_validate(tree.at(_start_path(tree, prefix)) or {})
    return Frame(np.array(start.position), rotation_of(*start.attitude))


def _start(tree: Tree, prefix: Path, joints: dict[str, float]) -> None:
    """Write where joints start, beneath what the file says."""
    block = tree.value
    for key in (*_start_path(tree, prefix), "joints") if joints else ():
        block = block.setdefault(key, {}) if isinstance(block, dict) else None
    if isinstance(block, dict):
        for name, value in joints.items():
            block.setdefault(name, value)


def _density(tree: Tree, prefix: Path) -> float:
    """Return the density of the water that a vehicle will meet, as far as it can be read."""
    said = tree.at(("water", "density") if prefix else ("run", "water", "density"))
    try:
        return float(Water().density if said is None else parse_number(said, "density"))
    except PydanticCustomError:
        return float(Water().density)
