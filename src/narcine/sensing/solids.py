"""Convex solids that can be seen or cast shadows: obstacles of the world and bodies of vehicles.

A solid is a unit ball, cube or cylinder, stretched, turned and moved in the axes of what carries it (a link, or an
obstacle whose axes are the world's), or the solid behind a set of planes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.sensing.crossing import Crossing, cross_ball, cross_cube, cross_cylinder, cross_faces
from narcine.spatial.vectors import Array
from narcine.world.rows import Placed
from narcine.world.table import ObstacleKind

if TYPE_CHECKING:
    from narcine.description.body import Body

SAME_FACE = 9
"""Digits to which two faces of a hull must agree to be one."""


class SolidKind(IntEnum):
    """What a solid is before it is stretched."""

    BALL = 0
    CUBE = 1
    CYLINDER = 2
    FACES = 3


@dataclass(frozen=True)
class Solid:
    """A convex solid and what carries it."""

    kind: SolidKind
    size: Array
    """what it is stretched by along its own axes (3,)"""
    turn: Array = field(default_factory=lambda: np.eye(3))
    """its own axes to those of its carrier (3, 3)"""
    centre: Array = field(default_factory=lambda: np.zeros(3))
    """in the carrier's axes (3,)"""
    normals: Array = field(default_factory=lambda: np.zeros((0, 3)))
    offsets: Array = field(default_factory=lambda: np.zeros(0))
    """faces n x <= offset, in its own axes"""
    link: int = -1
    """that carries it, or -1"""
    obstacle: int = -1
    """that it is, or -1"""
    vehicle: str = ""
    """whose body it is"""
    reach: float = 0.0
    """distance from its centre beyond which there is nothing of it"""

    @property
    def is_round(self) -> bool:
        """Whether it is a sphere."""
        return self.kind == SolidKind.BALL and bool(np.ptp(self.size) == 0.0)

    @property
    def to_unit(self) -> Array:
        """Return the matrix from the carrier's axes to those in which it has unit size (3, 3)."""
        return np.asarray(self.turn.T / self.size[:, None])

    def crossing(self, origin: Array, direction: Array) -> Crossing:
        """Return where rays in its own axes of unit size (3, ...) enter and leave it."""
        if self.kind == SolidKind.FACES:
            return cross_faces(self.normals, self.offsets, origin, direction)
        return CROSSINGS[self.kind](origin, direction)


CROSSINGS = {SolidKind.BALL: cross_ball, SolidKind.CUBE: cross_cube, SolidKind.CYLINDER: cross_cylinder}


def solid_of_obstacle(obstacle: Placed, number: int) -> Solid:
    """Return an obstacle that is no plane as a solid; its sharp edges are seen, not the rounded ones of contact."""
    size, kind = obstacle.size, SolidKind.BALL
    if obstacle.kind == ObstacleKind.BOX:
        kind = SolidKind.CUBE
    elif obstacle.kind == ObstacleKind.CYLINDER:
        kind, size = SolidKind.CYLINDER, np.array([size[0], size[0], size[1]])
    return Solid(kind, size, obstacle.turn, obstacle=number, reach=obstacle.reach)


def solids_of_body(body: "Body", link: int, vehicle: str) -> list[Solid]:
    """Return a body as solids; one without a shape cannot be seen.

    Capsules are a cylinder and two spheres; hulls from a profile, fins of a section and meshes their convex hulls.
    """
    if body.shape is None:
        return []
    shape, geometry = body.shape, body.shape.geometry
    centre = np.array(body.centre)
    reach = float(np.linalg.norm(np.abs(geometry.bounds).max(axis=0)))
    carried: dict[str, Any] = {"link": link, "vehicle": vehicle, "reach": reach}
    if shape.ellipsoid is not None or shape.sphere is not None or shape.spheroid is not None:
        return [Solid(SolidKind.BALL, geometry.half_extents, centre=centre, **carried)]
    if shape.box is not None or shape.plate is not None:
        return [Solid(SolidKind.CUBE, geometry.half_extents, centre=centre, **carried)]
    if shape.cylinder is not None:
        return [_lying(shape.cylinder.axis_index, geometry.half_extents, centre, carried)]
    if shape.capsule is not None:
        return _capsule(shape.capsule, centre, carried)
    return [_hull(geometry.hull_points, centre, carried)]


def _lying(axis: int, half_extents: Array, centre: Array, carried: dict[str, Any]) -> Solid:
    order = [(axis + 1) % 3, (axis + 2) % 3, axis]
    return Solid(SolidKind.CYLINDER, half_extents[order], np.eye(3)[:, order], centre, **carried)


def _capsule(capsule: Any, centre: Array, carried: dict[str, Any]) -> list[Solid]:
    end = np.zeros(3)
    end[capsule.axis_index] = capsule.length / 2.0 - capsule.radius
    ball = np.full(3, capsule.radius)
    round_ends = {**carried, "reach": capsule.radius}
    ends = [Solid(SolidKind.BALL, ball, centre=centre + side * end, **round_ends) for side in (-1.0, 1.0)]
    if not end.any():
        return ends[:1]
    barrel = np.where(end > 0.0, end, capsule.radius)
    return [*ends, _lying(capsule.axis_index, barrel, centre, carried)]


def _hull(points: Array, centre: Array, carried: dict[str, Any]) -> Solid:
    from scipy.spatial import ConvexHull

    scale = float(np.ptp(points, axis=0).max())
    faces = np.unique(np.round(ConvexHull(points / scale).equations, SAME_FACE), axis=0)
    return Solid(
        SolidKind.FACES, np.full(3, scale), centre=centre, normals=faces[:, :3], offsets=-faces[:, 3], **carried
    )


def window(at: Array, axis: Array, own: Sequence[Solid]) -> Array:
    """Return where the axis of a sensor leaves its body, in body axes: light falls in there, not inside the hull."""
    travelled = 0.0
    for _ in own:
        for each in own:
            to_unit = each.to_unit
            enter, leave = each.crossing(to_unit @ (at - each.centre), to_unit @ axis)
            if enter <= travelled < leave:
                travelled = float(leave)
    return np.asarray(at + travelled * axis)
