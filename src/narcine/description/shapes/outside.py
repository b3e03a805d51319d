"""How far a point lies outside a shape."""

import numpy as np

from narcine.description.shapes.geometry import Array, Cut, Geometry


def distance_outside(geometry: Geometry, point: Array) -> float:
    """Return how far a point of the shape's frame lies outside (m), 0 within; of ellipsoids to first order."""
    cut, relative = geometry.cut, np.asarray(point, float) - geometry.centroid
    if cut.kind == "ellipsoid":
        return _outside_ellipsoid(cut.size, relative)
    return _outside_frusta(cut, relative) if cut.kind == "frusta" else _outside_mesh(cut, relative)


def _outside_ellipsoid(semi_axes: Array, point: Array) -> float:
    scaled = float(np.linalg.norm(point / semi_axes))
    return scaled * (scaled - 1.0) / float(np.linalg.norm(point / semi_axes**2)) if scaled > 1.0 else 0.0


def _outside_frusta(cut: Cut, point: Array) -> float:
    """Return the distance to the profile, elliptic sections counted as circles as wide as towards the point."""
    assert cut.pieces is not None, "frusta come as pieces"
    across = float(np.linalg.norm(np.delete(point, cut.axis)))
    relative = float(np.linalg.norm(np.delete(point / cut.size, cut.axis)))
    width = across / relative if relative else float(np.delete(cut.size, cut.axis).min())
    place, wide = np.array([point[cut.axis], across]), np.array([1.0, width])
    first, last = cut.pieces[:, :2] * wide, cut.pieces[:, 2:] * wide
    inside = (place[0] >= first[:, 0]) & (place[0] <= last[:, 0])
    share = (place[0] - first[:, 0]) / np.maximum(last[:, 0] - first[:, 0], 1e-300)
    if np.any(inside & (place[1] <= first[:, 1] + share * (last[:, 1] - first[:, 1]))):
        return 0.0
    ends = [(first[:1] * [1.0, 0.0], first[:1]), (last[-1:] * [1.0, 0.0], last[-1:])]
    profile = [(first, last), *ends]
    return min(float(_to_segments(place, a, b).min()) for a, b in profile)


def _outside_mesh(cut: Cut, point: Array) -> float:
    assert cut.pieces is not None, "meshes come as triangles"
    corners = cut.pieces - point
    return 0.0 if _is_enclosed(corners) else float(_to_triangles(corners).min())


def _is_enclosed(corners: Array) -> bool:
    """Say whether triangles (n, 3, 3) wind round the origin: the sum of their solid angles (van Oosterom 1983)."""
    a, b, c = np.moveaxis(corners, 1, 0)
    la, lb, lc = (np.linalg.norm(each, axis=1) for each in (a, b, c))
    volume = np.einsum("ni,ni->n", a, np.cross(b, c))
    below = la * lb * lc + np.sum(a * b, 1) * lc + np.sum(b * c, 1) * la + np.sum(c * a, 1) * lb
    return abs(float(np.sum(2.0 * np.arctan2(volume, below)))) > 2.0 * np.pi


def _to_triangles(corners: Array) -> Array:
    """Return the distances of triangles (n, 3, 3) from the origin."""
    a, b, c = np.moveaxis(corners, 1, 0)
    edges = np.min([_to_segments(np.zeros(3), *pair) for pair in ((a, b), (b, c), (c, a))], axis=0)
    normal = np.cross(b - a, c - a)
    height = np.sum(normal * a, 1) / np.maximum(np.linalg.norm(normal, axis=1), 1e-300)
    sides = [np.sum(np.cross(q - p, -p) * normal, 1) >= 0.0 for p, q in ((a, b), (b, c), (c, a))]
    return np.asarray(np.where(np.all(sides, axis=0), np.abs(height), edges))


def _to_segments(point: Array, first: Array, last: Array) -> Array:
    """Return the distances of segments (n, d) from a point."""
    along = last - first
    share = np.sum((point - first) * along, 1) / np.maximum(np.sum(along * along, 1), 1e-300)
    return np.asarray(np.linalg.norm(first + np.clip(share, 0.0, 1.0)[:, None] * along - point, axis=1))
