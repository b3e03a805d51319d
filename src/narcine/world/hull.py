"""Where bodies can touch: ellipsoids whole, capsules by the spheres at their ends, other shapes by points."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.spatial.vectors import Array
from narcine.world.table import HullKind

if TYPE_CHECKING:
    from narcine.description.body import Body

SMALLEST = 1e-3
"""Radius (m) of the sphere as which a body without shape and volume touches."""
ROUND = 16
"""Points on a rim."""
MOST_RIMS = 12
MOST_CORNERS = 64
MOST_POINTS = 1000
"""Points of a body against obstacles that are no planes."""
FLAT = 1e-6
"""Distance from a plane, over the size of the body, of points that lie in it."""


@dataclass(frozen=True)
class Hull:
    """A part of a body that touches, in body axes."""

    kind: HullKind
    centre: Array
    size: Array = field(default_factory=lambda: np.zeros(3))
    """semi-axes of an ellipsoid"""
    corners: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """points from the centre that can touch a plane"""
    sides: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """points between them, for obstacles that are smaller than the body"""
    share: float = 1.0
    """of the body's stiffness that it has by itself"""

    @property
    def reach(self) -> float:
        """Distance from the centre beyond which there is nothing of it."""
        if self.kind == HullKind.ELLIPSOID:
            return float(self.size.max())
        return float(np.linalg.norm(self.points, axis=1).max())

    @property
    def points(self) -> Array:
        """All its points, from the centre."""
        return np.concatenate([self.corners, self.sides])

    @property
    def spacing(self) -> float:
        """Distance of neighbouring points, as nine in ten have it or less."""
        from scipy.spatial import cKDTree

        away, _ = cKDTree(self.points).query(self.points, k=2)
        return float(np.quantile(away[:, 1], 0.9))


def hulls_of(body: "Body", spacing: float) -> list[Hull]:
    """Return the parts of a body that touch; points on its sides are as far apart as the spacing at most.

    A body without a shape touches as a sphere of the volume that it displaces.
    """
    if body.shape is None:
        radius = max((0.75 / pi * body.volume) ** (1.0 / 3.0), SMALLEST)
        return [Hull(HullKind.ELLIPSOID, np.array(body.buoyancy_centre), np.full(3, radius))]
    centre, shape = np.array(body.centre), body.shape
    geometry: Any = shape.geometry
    if shape.ellipsoid is not None or shape.sphere is not None or shape.spheroid is not None:
        return [Hull(HullKind.ELLIPSOID, centre, geometry.half_extents)]
    if shape.capsule is not None:
        end = np.zeros(3)
        end[geometry.axis_index] = geometry.length / 2.0 - geometry.radius
        ball = np.full(3, geometry.radius)
        ends = [Hull(HullKind.ELLIPSOID, centre + side * end, ball, share=0.5) for side in (-1.0, 1.0)]
        if not end.any() or not np.isfinite(spacing):
            return ends if end.any() else [Hull(HullKind.ELLIPSOID, centre, ball)]
        stations = np.linspace(-1.0, 1.0, _parts(2.0 * end.max(), spacing, MOST_RIMS - 1) + 1)[1:-1]
        barrel = np.array([[station * end.max(), geometry.radius] for station in stations]).reshape(-1, 2)
        sides = rims(barrel, geometry.axis_index, np.ones(3))
        return [*ends, Hull(HullKind.POINTS, centre, sides=sides)] if len(sides) else ends
    if hasattr(geometry, "stations"):
        profile = geometry.stations - [geometry.centroid[geometry.axis_index], 0.0]
        kept = np.unique(np.linspace(0, len(profile) - 1, MOST_RIMS).astype(int))
        corners = rims(profile[kept], geometry.axis_index, geometry.stretch)
        sides = _between_rims(profile[kept], geometry.axis_index, geometry.stretch, spacing)
        return [Hull(HullKind.POINTS, centre, corners=corners, sides=sides)]
    corners, triangles = _corners_and_faces(geometry.hull_points)
    return [Hull(HullKind.POINTS, centre, corners=corners, sides=_on_faces(triangles, corners, spacing))]


def form_of(body: "Body") -> Hull:
    """Return the ellipsoid as which a body touches other vehicles: itself, or the one that its box holds."""
    if body.shape is None:
        return hulls_of(body, np.inf)[0]
    return Hull(HullKind.ELLIPSOID, np.array(body.centre), np.array(body.shape.geometry.half_extents))


def rims(profile: Array, axis: int, stretch: Array) -> Array:
    """Return points on the rims of a profile (station, radius); one where the radius is zero."""
    angles = np.linspace(0.0, 2.0 * pi, ROUND, endpoint=False)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    found = [np.zeros((0, 3))]
    for station, radius in profile:
        around = angles if radius > 0.0 else angles[:1]
        rim = np.zeros((len(around), 3))
        rim[:, axis] = station
        rim[:, i], rim[:, j] = radius * stretch[i] * np.cos(around), radius * stretch[j] * np.sin(around)
        found.append(rim)
    return np.concatenate(found)


def _parts(length: float, spacing: float, most: int) -> int:
    """Return into how many parts a length is cut."""
    return int(min(max(np.ceil(length / spacing - 1e-9), 1), most)) if np.isfinite(spacing) else 1


def _between_rims(profile: Array, axis: int, stretch: Array, spacing: float) -> Array:
    """Return points on rims between those of the profile, and on its flat ends."""
    if not np.isfinite(spacing):
        return np.zeros((0, 3))
    rows = []
    allowed = max(1, MOST_RIMS // max(len(profile) - 1, 1))
    for a, b in pairwise(profile):
        shares = np.linspace(0.0, 1.0, _parts(float(np.linalg.norm(b - a)), spacing, allowed) + 1)[1:-1]
        rows += [a + share * (b - a) for share in shares]
    for station, radius in profile[[0, -1]]:
        if radius > 0.0:
            inner = np.linspace(0.0, 1.0, _parts(radius * float(stretch.max()), spacing, 3) + 1)[:-1]
            rows += [np.array([station, share * radius]) for share in inner]
    return rims(np.array(rows).reshape(-1, 2), axis, stretch)


def _corners_and_faces(points: Array) -> tuple[Array, Array]:
    """Return the corners of the convex hull of points, thinned if they are many, and the hull's triangles."""
    from scipy.spatial import ConvexHull

    hull = ConvexHull(points)
    corners = np.unique(points[hull.vertices], axis=0)
    triangles = points[hull.simplices]
    if len(corners) <= MOST_CORNERS:
        return corners, triangles
    chosen = [int(np.argmax(np.linalg.norm(corners, axis=1)))]
    away = np.linalg.norm(corners - corners[chosen[0]], axis=1)
    while len(chosen) < MOST_CORNERS:
        chosen.append(int(np.argmax(away)))
        away = np.minimum(away, np.linalg.norm(corners - corners[chosen[-1]], axis=1))
    return corners[np.sort(chosen)], triangles


def _on_faces(triangles: Array, corners: Array, spacing: float) -> Array:
    """Return points on triangles and their edges, as far apart as the spacing if they are not too many."""
    if not np.isfinite(spacing):
        return np.zeros((0, 3))
    size = float(np.ptp(corners, axis=0).max())
    while True:
        points = _bisected(triangles, spacing).reshape(-1, 3)
        _, index = np.unique(np.round(points / (FLAT * size)), axis=0, return_index=True)
        points = points[np.sort(index)]
        away = np.linalg.norm(points[:, None] - corners[None], axis=2).min(axis=1)
        points = points[away > FLAT * size]
        if len(points) + len(corners) <= MOST_POINTS or spacing > size:
            return np.asarray(points[: MOST_POINTS - len(corners)])
        spacing *= 1.2


def _bisected(triangles: Array, longest: float) -> Array:
    """Return triangles cut across their longest edges until none is longer."""
    while len(triangles) < 20 * MOST_POINTS:
        edges = np.linalg.norm(np.roll(triangles, -1, axis=1) - triangles, axis=2)
        worst = edges.argmax(axis=1)
        long = np.flatnonzero(edges.max(axis=1) > longest * (1.0 + FLAT))
        if not len(long):
            break
        turned = np.stack([np.roll(triangles[row], -worst[row], axis=0) for row in long])
        middle = turned[:, :2].mean(axis=1)
        halves = [np.stack([turned[:, 0], middle, turned[:, 2]], 1), np.stack([middle, turned[:, 1], turned[:, 2]], 1)]
        triangles = np.concatenate([np.delete(triangles, long, axis=0), *halves])
    return triangles


def most_in_a_plane(points: Array) -> int:
    """Return how many points at most touch one plane."""
    from scipy.spatial import ConvexHull

    if len(points) < 4:
        return max(len(points), 1)
    size = float(np.ptp(points, axis=0).max())
    equations = ConvexHull(points).equations
    heights = points @ equations[:, :3].T + equations[:, 3]
    return int(np.max(np.sum(heights > -10.0 * FLAT * size, axis=0)))
