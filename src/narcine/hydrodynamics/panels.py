"""Closed surfaces of flat panels round shapes, for boundary-element solves.

Panels are quadrilaterals (n, 4, 3), a triangle's last corner twice, seen anticlockwise from outside. Curved shapes are
drawn through points of their surface and then widened until the panels enclose the volume of the shape.
"""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, pi, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from narcine.description.shapes.ellipsoid import Ellipsoid
    from narcine.description.shapes.geometry import Geometry
    from narcine.description.shapes.revolution import RoundSections
    from narcine.description.shapes.triangles import Box, Faceted

Array = NDArray[np.float64]

FEWEST = 4
"""Panels along each side of a box or round each section, however few are asked for."""
FLATTEST, THINNEST = 0.7, 0.15
"""Shares of the longest side as which shorter sides of an ellipsoid and of a box count when panels are dealt out."""
SLENDEREST = 4.0
"""Greatest length of panels along a hull over their width round it; the flow changes less along it than round it."""
CORNER = np.radians(15.0)
"""Turn of a profile from which on it is a corner that panels must meet; flatter ones are a drawn curve."""


def panels_of(geometry: "Geometry", number: int) -> Array:
    """Return about as many panels as asked for round a shape other than a thin plate, in the shape's frame."""
    return PANELLED[type(geometry).__name__](geometry, number)


def enclosed_volume(panels: Array) -> float:
    """Return the volume inside panels: the sum of tetrahedra over the origin."""
    halves = np.concatenate([panels[:, [0, 1, 2]], panels[:, [0, 2, 3]]])
    return float(np.einsum("ti,ti->", halves[:, 0], np.cross(halves[:, 1], halves[:, 2])) / 6.0)


def unresolved(panels: Array) -> float:
    """Return the share of the squared normal velocity of turning that panels miss, each with that of its centre.

    1 - sum_k A |r_k x n|^2 / int |r x n|^2 dA, over int |r|^2 dA, which is not zero for a sphere: long panels follow
    no turning, however many there are.
    """
    halves = np.concatenate([panels[:, [0, 1, 2]], panels[:, [0, 2, 3]]])
    normals = np.cross(halves[:, 1] - halves[:, 0], halves[:, 2] - halves[:, 0]) / 2.0
    areas = np.linalg.norm(normals, axis=1)
    halves, normals, areas = (each[areas > 0.0] for each in (halves, normals, areas))
    middles = (halves + np.roll(halves, -1, axis=1)) / 2.0  # exact for squares
    within = np.square(np.cross(middles, (normals / areas[:, None])[:, None])).sum(axis=2).mean(axis=1)
    at_centre = np.square(np.cross(halves.mean(axis=1), normals / areas[:, None])).sum(axis=1)
    whole = np.sum(areas * np.square(middles).sum(axis=2).mean(axis=1))
    return float(np.sum(areas * (within - at_centre)) / whole)


def ellipsoid_panels(shape: "Ellipsoid", number: int) -> Array:
    """Return panels on an ellipsoid: a cube's grid at equal angles, blown up to a sphere and stretched."""
    semi_axes = np.array(shape.semi_axes)
    points = np.tan(pi / 4.0 * _cube(_counts(np.maximum(semi_axes, FLATTEST * semi_axes.max()), number)))
    on_sphere = points / np.linalg.norm(points, axis=-1, keepdims=True)
    panels = on_sphere * semi_axes
    return np.asarray(panels * (shape.volume / enclosed_volume(panels)) ** (1.0 / 3.0))


def box_panels(shape: "Box", number: int) -> Array:
    """Return panels on a box, finer towards its edges, where the flow is fastest."""
    half = shape.half_extents
    counts = _counts(np.maximum(half, THINNEST * half.max()), number)
    return np.asarray(np.sin(pi / 2.0 * _cube(counts)) * half)


def _counts(half: Array, number: int) -> list[int]:
    """Return how many panels lie along each side of a box, so that they are about square and as many as asked for."""
    x, y, z = half
    size = np.sqrt(8.0 * (x * y + y * z + z * x) / number)
    for _ in range(20):  # thin sides take more than their share, which the others give back
        counts = [max(FEWEST, round(2.0 * side / size)) for side in half]
        total = 2 * (counts[0] * counts[1] + counts[1] * counts[2] + counts[2] * counts[0])
        if total <= 1.05 * number:
            break
        size *= 1.04
    return counts


def _cube(counts: list[int]) -> Array:
    """Return the grid of quadrilaterals on the cube from -1 to 1."""
    faces = []
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        u, v = np.meshgrid(np.linspace(-1, 1, counts[i] + 1), np.linspace(-1, 1, counts[j] + 1), indexing="ij")
        for side in (-1.0, 1.0):
            points = np.zeros((*u.shape, 3))
            points[..., axis], points[..., i], points[..., j] = side, u, v
            quads = _quads(points)
            faces.append(quads if side > 0.0 else quads[:, ::-1])
    return np.concatenate(faces)


def _quads(points: Array) -> Array:
    """Return the cells of a grid of points (n, m, 3)."""
    corners = [points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]]
    return np.stack(corners, axis=2).reshape(-1, 4, 3)


def round_panels(shape: "RoundSections", number: int) -> Array:
    """Return panels on a body of round sections: rings along its outline, closed at the ends."""
    outline = np.concatenate([shape.stations[:1] * [1, 0], shape.stations, shape.stations[-1:] * [1, 0]])
    outline = outline[np.append(True, np.any(np.diff(outline, axis=0) != 0.0, axis=1))]
    axis = shape.axis_index
    i, j = (axis + 1) % 3, (axis + 2) % 3
    stretch = shape.stretch
    mean = (stretch[i] + stretch[j]) / 2.0
    scale = np.array([1.0, mean])  # a cylinder's radius is in its stretch
    length = float(np.sum(np.linalg.norm(np.diff(outline * scale, axis=0), axis=1)))
    girth = 2.0 * pi * mean * float(np.mean(np.interp(np.linspace(0, 1, 101), *_along(outline, scale))))
    half = shape.half_extents
    slender = sqrt(np.clip(half[axis] / (half[i] + half[j]), 1.0, SLENDEREST))
    size = np.sqrt(length * girth / number)
    for _ in range(20):
        around = max(2 * FEWEST, 2 * round(girth / size * slender / 2.0))
        profile = _resampled(outline, scale, size * slender)
        if around * (len(profile) - 1) <= 1.05 * number:
            break
        size *= 1.04
    angles = np.linspace(0.0, 2.0 * pi, around + 1)
    points = np.zeros((len(profile), around + 1, 3))
    points[..., axis] = profile[:, :1]
    points[..., i] = profile[:, 1:] * stretch[i] * np.cos(angles)
    points[..., j] = profile[:, 1:] * stretch[j] * np.sin(angles)
    points[:, -1] = points[:, 0]
    panels = _quads(points)[:, ::-1]
    widened = np.sqrt(shape.volume / enclosed_volume(panels))
    panels[..., [i, j]] *= widened
    return _with_triangles(panels)


def _along(outline: Array, scale: Array) -> tuple[Array, Array]:
    """Return the share of the outline's length at each of its points, and the radii there."""
    steps = np.linalg.norm(np.diff(outline * scale, axis=0), axis=1)
    lengths = np.append(0.0, np.cumsum(steps))
    return lengths / lengths[-1], outline[:, 1]


def _resampled(outline: Array, scale: Array, size: float) -> Array:
    """Return points along an outline, its corners among them, about as far apart as asked for, closer at corners."""
    steps = np.diff(outline * scale, axis=0)
    headings = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    corners = [0, *(1 + np.flatnonzero(np.abs(np.diff(headings)) > CORNER)), len(outline) - 1]
    lengths = np.append(0.0, np.cumsum(np.linalg.norm(steps, axis=1)))
    stations = [0.0]
    for first, last in pairwise(corners):
        pieces = max(2, ceil((lengths[last] - lengths[first]) / size))
        shares = (1.0 - np.cos(pi * np.linspace(0.0, 1.0, pieces + 1)[1:])) / 2.0
        stations += list(lengths[first] + shares * (lengths[last] - lengths[first]))
    return np.stack([np.interp(stations, lengths, outline[:, k]) for k in range(2)], axis=1)


def _with_triangles(panels: Array) -> Array:
    """Return panels whose second corner does not fall on the first: where two meet, they are the last two."""
    for _ in range(3):
        met = np.all(np.abs(panels - np.roll(panels, -1, axis=1)) < 1e-12 * np.abs(panels).max(), axis=2)
        turned = met.any(axis=1) & ~met[:, 2]
        panels = np.where(turned[:, None, None], np.roll(panels, 1, axis=1), panels)
    return panels


def faceted_panels(shape: "Faceted", number: int) -> Array:
    """Return the triangles of a shape: fewer where they are many, then the longest halved until they are enough."""
    triangles = np.array(shape.triangles)
    if len(triangles) > number // 2:  # half of the panels are kept to cut long ones, which follow no turning
        triangles = _simplified(triangles, number // 2)
        centre = shape.centroid
        triangles = centre + (triangles - centre) * (shape.volume / _volume(triangles)) ** (1.0 / 3.0)
    while len(triangles) < number:
        triangles = _halved(triangles, min(number - len(triangles), max(1, len(triangles) // 4)))
    return np.asarray(triangles[:, [0, 1, 2, 2]])


def _volume(triangles: Array) -> float:
    return enclosed_volume(triangles[:, [0, 1, 2, 2]])


def _simplified(triangles: Array, number: int) -> Array:
    """Return a mesh of fewer triangles by Garland and Heckbert's quadric errors."""
    import trimesh

    mesh = trimesh.Trimesh(triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3))
    mesh.merge_vertices()
    return np.array(mesh.simplify_quadric_decimation(face_count=number).triangles, float)


def _halved(triangles: Array, number: int) -> Array:
    """Return triangles of which the longest were cut at the middle of their longest side."""
    sides = np.linalg.norm(np.roll(triangles, -1, axis=1) - triangles, axis=2)
    longest = np.argsort(-sides.max(axis=1), kind="stable")[:number]
    first = sides[longest].argmax(axis=1)
    a, b, c = (triangles[longest, (first + k) % 3] for k in range(3))
    middle = (a + b) / 2.0
    kept = np.delete(triangles, longest, axis=0)
    return np.concatenate([kept, np.stack([a, middle, c], axis=1), np.stack([middle, b, c], axis=1)])


PANELLED: dict[str, Callable[[Any, int], Array]] = {
    "Ellipsoid": ellipsoid_panels,
    "Cylinder": round_panels,
    "Capsule": round_panels,
    "Revolution": round_panels,
    "Box": box_panels,
    "Extrusion": faceted_panels,
    "Mesh": faceted_panels,
}
