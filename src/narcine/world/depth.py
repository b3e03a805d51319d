"""How deep points lie in an obstacle, exactly and for many points at once: for looking, not for stepping."""

import numpy as np

from narcine.spatial.vectors import Array
from narcine.world.rows import Placed
from narcine.world.table import ObstacleKind

HALVINGS = 60


def depths(obstacle: Placed, points: Array) -> Array:
    """Return how far points (n, 3) in world axes lie below the surface of an obstacle; negative outside (m)."""
    x = (points - obstacle.at) @ obstacle.turn
    if obstacle.kind == ObstacleKind.PLANE:
        return np.asarray(-x @ obstacle.size)
    if obstacle.kind == ObstacleKind.ELLIPSOID:
        return _below_ellipsoid(obstacle.size, np.abs(x))
    if obstacle.kind == ObstacleKind.CYLINDER:
        x = np.stack([np.hypot(x[:, 0], x[:, 1]), np.abs(x[:, 2])], axis=1)
    beyond = np.abs(x) - obstacle.size[: x.shape[1]]
    outside = np.linalg.norm(np.maximum(beyond, 0.0), axis=1)
    return np.asarray(-outside - np.minimum(beyond.max(axis=1), 0.0))


def _below_ellipsoid(a: Array, x: Array) -> Array:
    """Return t |x_i / (t + a_i^2)|, changed in sign, with t found by halving (Eberly 2013, section 2.9)."""
    low = np.max(a * x - a**2, axis=1)
    high = np.linalg.norm(a * x, axis=1)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        with np.errstate(divide="ignore", invalid="ignore"):
            beyond = np.sum((a * x / (middle[:, None] + a**2)) ** 2, axis=1) > 1.0
        low, high = np.where(beyond, middle, low), np.where(beyond, high, middle)
    away = np.where(x > 0.0, x / np.maximum(low[:, None] + a**2, 1e-300), 0.0)
    return np.asarray(-low * np.linalg.norm(away, axis=1))
