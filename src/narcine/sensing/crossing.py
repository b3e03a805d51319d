"""Where rays enter and leave convex solids of unit size; those that miss enter at infinity and leave before.

Origins and directions have their three coordinates first, (3, ...); a ray is at origin + t direction.
"""

import numpy as np

from narcine.spatial.vectors import Array

Crossing = tuple[Array, Array]
"""The numbers t at which rays enter and leave."""
PARALLEL = 1e-200
"""Stands for the square of a direction, or a coordinate of it, that is zero."""


def cross_ball(origin: Array, direction: Array) -> Crossing:
    """Return where rays cross the ball of radius 1: roots of |o + t d|^2 = 1."""
    return _between_roots(_dot(direction, direction), _dot(origin, direction), _dot(origin, origin) - 1.0)


def cross_cube(origin: Array, direction: Array) -> Crossing:
    """Return where rays cross the cube from -1 to 1 along each axis."""
    slope = np.where(np.abs(direction) < PARALLEL, PARALLEL, direction)
    middle, half = -origin / slope, 1.0 / np.abs(slope)
    return np.max(middle - half, axis=0), np.min(middle + half, axis=0)


def cross_cylinder(origin: Array, direction: Array) -> Crossing:
    """Return where rays cross the cylinder of radius 1 about the third axis, from -1 to 1 along it."""
    o, d = origin[:2], direction[:2]
    enter, leave = _between_roots(_dot(d, d), _dot(o, d), _dot(o, o) - 1.0)
    first, last = cross_cube(origin[2:], direction[2:])
    return np.maximum(enter, first), np.minimum(leave, last)


def cross_faces(normals: Array, offsets: Array, origin: Array, direction: Array) -> Crossing:
    """Return where rays cross the solid behind all planes n x <= offset; normals (faces, 3), offsets (faces,)."""
    along = np.tensordot(normals, direction, 1)
    ahead = offsets.reshape(-1, *[1] * (origin.ndim - 1)) - np.tensordot(normals, origin, 1)
    flat = np.abs(along) < PARALLEL
    at = ahead / np.where(flat, 1.0, along)
    enter = np.max(np.where(flat, np.where(ahead < 0.0, np.inf, -np.inf), np.where(along < 0.0, at, -np.inf)), axis=0)
    leave = np.min(np.where(~flat & (along > 0.0), at, np.inf), axis=0)
    return enter, leave


def _between_roots(a: Array, b: Array, c: Array) -> Crossing:
    """Return the roots of a t^2 + 2 b t + c = 0, between which it is negative."""
    a = np.maximum(a, PARALLEL)
    square = b * b - a * c
    root, scale = np.sqrt(np.maximum(square, 0.0)), 1.0 / a
    missed = square < 0.0
    return np.where(missed, np.inf, (-b - root) * scale), np.where(missed, -np.inf, (-b + root) * scale)


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(np.sum(a * b, axis=0))
