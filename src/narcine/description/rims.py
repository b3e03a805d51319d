"""What a rim stands for: the bodies, joints, drives and foils of its fins, as if they were written out.

What the file itself says of one of them (`bodies: {margin_port_3: {mass: 0.05}}`) changes that one. Errors in them
point at the rim.
"""

from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from pydantic import ValidationError

from narcine.description.edges import Piece, edge_pieces
from narcine.description.problems import Path
from narcine.description.provenance import Provenance, provenance_of
from narcine.description.rim import THICKNESS, Rim
from narcine.description.shapes.shape import Shape
from narcine.description.tree import Tree
from narcine.description.written_out import Block, point, vehicles_of, write_block

FROM_RIM = Provenance("source", "its rim")


class Disc(NamedTuple):
    """An elliptic disc: its semi-axes forward and starboard, and where it is centred."""

    semi_axes: tuple[float, float]
    centre: tuple[float, float, float]


def expand_rims(tree: Tree, provenance: dict[Path, Provenance]) -> None:
    """Write out the fins of all rims of a vehicle or of the vehicles of a scenario, and the waves of gaits on them."""
    for prefix in vehicles_of(tree):
        _expand(tree, prefix, provenance)


def _expand(tree: Tree, prefix: Path, provenance: dict[Path, Provenance]) -> None:
    vehicle = tree.at(prefix)
    rims = vehicle.get("rims") if isinstance(vehicle, dict) else None
    for name, value in rims.items() if isinstance(rims, dict) else ():
        try:
            rim = Rim.model_validate(value)
        except ValidationError:
            rim = None
        disc = _disc(tree.at((*prefix, "bodies", rim.body, "shape"))) if rim is not None else None
        if rim is None or disc is None:
            _leave(tree, prefix)
            continue
        waves = _write_fins(tree, prefix, name, rim, disc, provenance)
        named = vehicle.get("gaits")
        gaits = [("gait",), *(("gaits", each) for each in (named if isinstance(named, dict) else ()))]
        for path in ((*prefix, *each) for each in gaits):
            gait = tree.at(path)
            if isinstance(gait, dict) and gait.get("rim") == name:
                written = gait.get("drives")
                gait["drives"] = {**waves, **written} if isinstance(written, dict) else waves
                point(tree, (*path, "drives"), (*path, "rim"))
                provenance.setdefault((*path, "drives"), FROM_RIM)


def _write_fins(tree: Tree, prefix: Path, name: str, rim: Rim, disc: Disc, provenance: dict[Path, Provenance]) -> Block:
    """Write out the fins of one rim, and return how their drives follow a wave."""
    home: Path = (*prefix, "rims", name)
    said = provenance_of(home, provenance) or FROM_RIM
    waves: Block = {}
    pieces = edge_pieces(*disc.semi_axes, rim.reach, rim.per_side)
    for side, fins in rim.rows(name).items():
        for place, (fin, piece) in enumerate(zip(fins, pieces, strict=True)):
            for section, (block, inner) in _fin(rim, fin, side, piece, disc).items():
                for key, each in block.items():
                    write_block(tree, (*prefix, section, key), each, home, inner)
                    provenance.setdefault((*prefix, section, key), said)
            waves |= _waves(rim, fin, place, piece)
    return waves


def is_disc(shape: Shape | None) -> bool:
    """Say whether a shape has an elliptic edge that fins can stand on."""
    if shape is None:
        return False
    round_about = shape.ellipsoid is not None or shape.sphere is not None or shape.spheroid is not None
    return round_about or (shape.cylinder is not None and shape.cylinder.axis == "down")


def _disc(value: Any) -> Disc | None:
    """Return the disc that a shape as written is, if it is one."""
    try:
        shape = Shape.model_validate(value)
    except ValidationError:
        return None
    if not is_disc(shape):
        return None
    x, y, _ = shape.geometry.half_extents
    return Disc((float(x), float(y)), shape.centre)


def _leave(tree: Tree, prefix: Path) -> None:
    """Let nobody complain about fins that a broken rim does not make."""
    sections = ("joints", "drives", "foils", "gait", "gaits", "tail_tip", "run")
    tree.unfinished |= {(*prefix, section) for section in sections}


def _fin(rim: Rim, fin: str, side: str, piece: Piece, disc: Disc) -> dict[str, tuple[Block, str]]:
    """Return what one fin adds to each section, and which block of the rim it comes from.

    Its axes are outwards, along the edge (so that the disc's down stays down), and down. Its span is the length of its
    middle line, so that fins cover the area of the margin. Its foil has the aspect ratio of the ellipse that disc and
    margin are together, 4 (b + w) / (pi (a + w)): the edges between fins are not free.
    """
    port = side == "port"
    normal = -piece.normal if port else piece.normal
    x, y, z = disc.centre
    edge = [x + piece.x, y + (-piece.y if port else piece.y), z]
    span = piece.length + 0.5 * rim.width * piece.turn
    thickness = rim.thickness or THICKNESS * rim.width
    area = rim.width * span
    plate = {"chord": rim.width, "span": span, "thickness": thickness, "normal": "down"}
    body = {"shape": {"plate": plate}, "mass": rim.density * area * thickness, "added_inertia": "strip"}
    breadth = rim.width * abs(sin(normal)) + span * abs(cos(normal))
    aspect_ratio = 4.0 * (disc.semi_axes[1] + rim.width) / (pi * (disc.semi_axes[0] + rim.width))
    foil = {
        "body": fin,
        "leading_edge": [cos(normal), -sin(normal), 0.0],
        "area": area,
        "chord": area / breadth,
        "span": sqrt(aspect_ratio * area),
        **rim.lifting,
    }
    joint: Block = {
        "parent": rim.body,
        "child": fin,
        "at": edge,
        "to": [-0.5 * rim.width, 0.0, 0.0],
        "attitude": [0.0, 0.0, normal],
    }
    if rim.twist:
        flap = {**rim.joint, "axis": [sin(normal), -cos(normal), 0.0]}
        feather = {**rim.joint, "axis": "aft" if port else "forward"}
        joint = {"type": "universal", **joint, "axes": {"flap": flap, "feather": feather}}
    else:
        joint = {"type": "hinge", **joint, "axis": "port", **rim.joint}
    drives = {name: dict(rim.driving) for name in _coordinates(rim, fin)} if rim.driving is not None else {}
    return {
        "bodies": ({fin: body}, ""),
        "joints": ({fin: joint}, "joint"),
        "drives": (drives, "drive"),
        "foils": ({fin: foil}, "foil"),
    }


def _coordinates(rim: Rim, fin: str) -> tuple[str, ...]:
    return (f"{fin}.flap", f"{fin}.feather") if rim.twist else (fin,)


def _waves(rim: Rim, fin: str, place: int, piece: Piece) -> Block:
    """Return how each drive of a fin follows a wave: its flap the angle there, its feather the slope at mid-width."""
    if rim.driving is None:
        return {}
    flap, *feather = _coordinates(rim, fin)
    span = piece.length + 0.5 * rim.width * piece.turn
    return {flap: {"place": place}, **{each: {"place": place, "slope": 0.5 * rim.width / span} for each in feather}}
