"""Photocells: the light of lamps in sight by the inverse square of their distance, ambient light, and noise.

A lamp is a point at its centre, so that shadows have sharp edges. Water takes no light away, and nothing reflects it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.sensing.surroundings import Numbers, Scene
from narcine.spatial.vectors import Array

GRAZE = 1e-9
"""Share of the way from a cell to a lamp that may lie in a solid: a cell on a hull touches it."""
CLOSEST = 1e-6
"""Distance (m) below which light grows no further."""


@dataclass(frozen=True)
class Cells:
    """Photocells of all vehicles."""

    lobes: Array
    """exponents of the cosine (cells,)"""
    noise: Array
    """standard deviation over the reading (cells,)"""
    floor: Array
    """standard deviation of what is always there (cells,)"""


@dataclass(frozen=True)
class Lamps:
    """Lamps among the obstacles, and the light from everywhere."""

    obstacles: Numbers
    intensities: Array
    """(cd)"""
    ambient: float
    """(lx)"""


def illuminances(cells: Cells, lamps: Lamps, scene: Scene, obstacle_places: Array, eyes: Array, axes: Array) -> Array:
    """Return what cells at eyes (rows, cells, 3), looking along axes, receive without noise (rows, cells) in lx."""
    light = np.full(eyes.shape[:2], lamps.ambient)
    if not len(lamps.obstacles) or not eyes.shape[1]:
        return light
    shining = obstacle_places[:, lamps.obstacles]
    ways = shining[:, None] - eyes[:, :, None]
    squares = np.maximum(np.sum(ways * ways, axis=-1), CLOSEST**2)
    facing = np.clip(np.sum(ways * axes[:, :, None], axis=-1) / np.sqrt(squares), 0.0, 1.0)
    lit = (facing > 0.0) & ~shaded(lamps, scene, eyes, ways, shining)
    arriving = lamps.intensities * facing ** cells.lobes[:, None] / squares
    return np.asarray(light + np.sum(np.where(lit, arriving, 0.0), axis=-1))


def shaded(lamps: Lamps, scene: Scene, eyes: Array, ways: Array, shining: Array) -> NDArray[np.bool_]:
    """Return whether something stands between cells (rows, cells, 3) and lamps, `ways` apart (rows, cells, lamps)."""
    rows, cells, count = ways.shape[:3]
    dark = np.zeros((rows, cells, count), bool)
    around = scene.around
    if len(around.plane_normals):
        levels = np.sum(scene.plane_places * around.plane_normals, axis=-1)
        behind = (eyes @ around.plane_normals.T < levels[:, None]).any(axis=-1)
        dark |= behind[:, :, None] | (shining @ around.plane_normals.T < levels[:, None]).any(axis=-1)[:, None]
    if around.solids:
        origins = np.repeat(eyes, count, axis=1).swapaxes(1, 2)
        enter, leave = scene.crossings(origins, ways.reshape(rows, cells * count, 3).swapaxes(1, 2))
        crossed = np.minimum(leave, 1.0) - np.maximum(enter, 0.0) > GRAZE
        itself = around.obstacles[:, None] == np.tile(lamps.obstacles, cells)
        dark |= np.any(crossed & ~itself, axis=1).reshape(rows, cells, count)
    return dark


def noisy(cells: Cells, light: Array, normals: Array) -> Array:
    """Return readings with noise by standard normal numbers (rows, cells); none reads less than nothing."""
    return np.asarray(np.maximum(light + normals * np.hypot(cells.noise * light, cells.floor), 0.0))
