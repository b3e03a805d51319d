"""The rows of the world's tables, from its record and the bodies of vehicles."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.multibody.assembly import Link
from narcine.multibody.links import JointKind
from narcine.spatial.rotations import rotation_from_euler
from narcine.spatial.vectors import Array
from narcine.tables import Row, Table
from narcine.world.course import Course
from narcine.world.hull import Hull, form_of, hulls_of, most_in_a_plane
from narcine.world.table import HullKind, ObstacleKind

if TYPE_CHECKING:
    from narcine.description.obstacle import Obstacle
    from narcine.description.world import Contact, World

HARDNESS = 0.4
"""Natural frequency times step of a body on a contact whose stiffness is not given, by the least inertia that a contact
feels: some eight steps for a contact. Neither integrator takes energy from a wall then, up to ten times the speed
1 / damping, and the energy balance closes to some 1e-3."""
ROUNDED = 0.05
"""Radius of an obstacle's edges over its smallest half width."""
GRIP = 0.5
"""Largest friction times step over the momentum of what slides."""
FINENESS = 1.0
"""Distance of points on the sides of bodies over the smallest half width of obstacles."""
DIRECTIONS = np.array([[x, y, z] for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)
EVERYWHERE = 1e9
"""Reach (m) of a vehicle whose parts may go anywhere."""


class Placed(NamedTuple):
    """An obstacle as the engine sees it."""

    kind: ObstacleKind
    turn: Array
    at: Array
    size: Array
    reach: float
    flat: tuple[float, float] = (0.0, 0.0)
    """length and width of its largest flat part; the first of a line, none of what is round"""

    @property
    def half_width(self) -> float:
        """Half of the smallest width; of a plane, infinite."""
        if self.kind == ObstacleKind.PLANE:
            return inf
        return float(self.size[: 2 if self.kind == ObstacleKind.CYLINDER else 3].min())

    @property
    def edge(self) -> float:
        """Radius of the edges."""
        return ROUNDED * self.half_width if self.kind in (ObstacleKind.BOX, ObstacleKind.CYLINDER) else 0.0


def placed_obstacles(world: "World") -> list[Placed]:
    """Return the seabed and all obstacles, in the order of their names."""
    found = []
    if world.ground is not None:
        at = np.array([0.0, 0.0, world.ground.depth])
        found.append(Placed(ObstacleKind.PLANE, np.eye(3), at, np.array(world.ground.normal), EVERYWHERE))
    return [*found, *(_placed(obstacle) for obstacle in world.solids.values())]


def _placed(obstacle: "Obstacle") -> Placed:
    at = np.array(obstacle.at)
    if obstacle.wall is not None:
        return Placed(ObstacleKind.PLANE, np.eye(3), at, np.array(obstacle.wall.normal), EVERYWHERE)
    turn = rotation_from_euler(*obstacle.attitude)
    geometry = obstacle.geometry
    assert geometry is not None, "only walls have none"
    half = geometry.half_extents
    if obstacle.cylinder is not None:
        k = obstacle.cylinder.axis_index
        order = [(k + 1) % 3, (k + 2) % 3, k]
        radius, length = obstacle.cylinder.radius[0], obstacle.cylinder.length
        size = np.array([radius, length / 2.0, 0.0])
        flat = (length, 0.0) if length > 8.0 * radius else (2.0 * radius, 2.0 * radius)
        return Placed(ObstacleKind.CYLINDER, turn[:, order], at, size, float(np.hypot(radius, length / 2.0)), flat)
    if obstacle.box is not None:
        _, width, length = np.sort(2.0 * half)
        return Placed(ObstacleKind.BOX, turn, at, half, float(np.linalg.norm(half)), (float(length), float(width)))
    return Placed(ObstacleKind.ELLIPSOID, turn, at, half, float(half.max()))


def obstacle_rows(world: "World", courses: Mapping[str, Course], first: int) -> tuple[list[Row], list[Row]]:
    """Return the rows of the obstacles, and the points of the courses of those that move, from a first one on."""
    rows: list[Row] = []
    points: list[Row] = []
    for name, each in zip(world.names, placed_obstacles(world), strict=True):
        numbers = {key: getattr(each, key) for key in ("turn", "at", "size", "reach", "flat", "edge")}
        path = {"path": 0, "path_points": 0}
        if name in courses:
            path = {"path": first + len(points), "path_points": len(courses[name].times)}
            points += courses[name].rows
        rows.append(Row(numbers, {"kind": each.kind, **path}))
    return rows, points


def hulls_of_links(world: "World", links: Sequence[Link]) -> list[list[Hull]]:
    """Return the hulls of each link; those of massless frames are none."""
    spacing = FINENESS * min((each.half_width for each in placed_obstacles(world)), default=inf)
    return [[] if link.body is None else hulls_of(link.body, spacing) for link in links]


def pressed_points(hulls: Sequence[Hull]) -> Array:
    """Return points of hulls in body axes and their normals (n, 2, 3); those of corners are zero: they have many."""
    found = [np.zeros((0, 2, 3))]
    for hull in hulls:
        if hull.kind == HullKind.ELLIPSOID:
            units = DIRECTIONS / np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
            normals = units / hull.size
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            found.append(np.stack([hull.centre + units * hull.size, normals], axis=1))
        else:
            points = hull.corners if len(hull.corners) else hull.sides
            found.append(np.stack([hull.centre + points, np.zeros_like(points)], axis=1))
    return np.concatenate(found)


def contact_rows(
    contact: "Contact",
    links: Sequence[Link],
    hulls: Sequence[Sequence[Hull]],
    felt: Array,
    step: float,
    roots: Mapping[str, int],
    states: Mapping[str, int],
    meeting: bool,
) -> dict[Table, list[Row]]:
    """Return the rows of vehicles, of their hulls and of their points, and of their forms if they touch each other.

    `felt` is the inertia that contacts of each link feel at least, pressing and across. What touches flat shares its
    stiffness among the points that touch, so that it is held as hard as a sphere.
    """
    fleet: list[Row] = []
    rows: list[Row] = []
    points: list[Row] = []
    forms: list[Row] = []
    for vehicle, root in roots.items():
        first, first_form = len(rows), len(forms)
        for index, link in enumerate(links):
            if link.vehicle != vehicle:
                continue
            pressing, across = felt[index] if np.all(np.isfinite(felt[index])) else (1.0, 1.0)
            stiffness = contact.stiffness or pressing * (HARDNESS / step) ** 2
            grip = GRIP * across / step
            for hull in hulls[index]:
                rows.append(_hull_row(hull, index, stiffness, grip, len(points)))
                points += [Row({"at": at}, {}) for at in (*hull.corners, *hull.sides)]
            if meeting and link.body is not None:
                forms.append(_form_row(form_of(link.body), index, stiffness, grip))
        law = {"damping": contact.damping, "friction": contact.friction, "slip": contact.slip}
        reach = _vehicle_reach(vehicle, root, links, hulls)
        numbers: dict[str, Any] = {"reach": reach, **law}
        whole = {"root": root, "first": first, "hulls": len(rows) - first, "state": states[vehicle]}
        fleet.append(Row(numbers, {**whole, "first_form": first_form, "forms": len(forms) - first_form}))
    return {Table.FLEET: fleet, Table.HULLS: rows, Table.POINTS: points, Table.FORMS: forms}


def _form_row(form: Hull, link: int, stiffness: float, grip: float) -> Row:
    numbers = {
        "centre": form.centre,
        "size": form.size,
        "reach": form.reach,
        "stiffness": stiffness,
        "grip": grip,
    }
    return Row(numbers, {"link": link})


def _hull_row(hull: Hull, link: int, stiffness: float, grip: float, first: int) -> Row:
    corners, count = len(hull.corners), len(hull.corners) + len(hull.sides)
    share, extent, spacing = hull.share, (0.0, 0.0), 1.0
    if hull.kind == HullKind.POINTS:
        share = 1.0 / most_in_a_plane(hull.corners)
        _, width, length = np.sort(np.ptp(hull.points, axis=0))
        extent, spacing = (float(length), float(width)), hull.spacing
    else:
        corners = count = 1
    numbers = {
        "centre": hull.centre,
        "size": hull.size,
        "reach": hull.reach,
        "stiffness": stiffness,
        "grip": grip,
        "share": share,
        "extent": extent,
        "spacing": spacing,
    }
    return Row(numbers, {"link": link, "kind": hull.kind, "first": first, "corners": corners, "points": count})


def _vehicle_reach(vehicle: str, root: int, links: Sequence[Link], hulls: Sequence[Sequence[Hull]]) -> float:
    """Return how far from its root's origin a vehicle can reach, whatever its joints do."""
    chain = np.full(len(links), EVERYWHERE)
    chain[root] = 0.0
    furthest = 0.0
    for index, link in enumerate(links):
        if link.vehicle != vehicle:
            continue
        if index != root and link.parent >= 0 and link.kind != JointKind.FREE:
            slide = 0.0
            if link.kind == JointKind.SLIDER:
                limits = link.elasticity.limits if link.elasticity is not None else None
                slide = EVERYWHERE if limits is None else 2.0 * float(np.abs(limits).max())
            chain[index] = chain[link.parent] + float(np.linalg.norm(link.at) + np.linalg.norm(link.to)) + slide
        for hull in hulls[index]:
            furthest = max(furthest, chain[index] + float(np.linalg.norm(hull.centre)) + hull.reach)
    return min(furthest, EVERYWHERE)
