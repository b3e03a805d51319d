"""Small worlds for sensors, built without an engine."""

import numpy as np

from narcine.sensing.surroundings import scene, surroundings
from narcine.spatial.rotations import rotation_from_euler
from narcine.world.rows import Placed
from narcine.world.table import ObstacleKind


def wall(normal, at):
    return Placed(ObstacleKind.PLANE, np.eye(3), np.array(at, float), np.array(normal, float), 1e9)


def ball(radius, at):
    return Placed(ObstacleKind.ELLIPSOID, np.eye(3), np.array(at, float), np.full(3, radius), radius)


def ellipsoid(semi_axes, at, euler=(0.0, 0.0, 0.0)):
    turn = rotation_from_euler(*euler)
    return Placed(ObstacleKind.ELLIPSOID, turn, np.array(at, float), np.array(semi_axes), max(semi_axes))


def box(half, at, euler=(0.0, 0.0, 0.0)):
    turn, half = rotation_from_euler(*euler), np.array(half)
    return Placed(ObstacleKind.BOX, turn, np.array(at, float), half, float(np.linalg.norm(half)))


def cylinder(radius, half_length, at, euler=(0.0, 0.0, 0.0)):
    size = np.array([radius, half_length, 0.0])
    turn = rotation_from_euler(*euler)
    return Placed(ObstacleKind.CYLINDER, turn, np.array(at, float), size, float(np.hypot(radius, half_length)))


def standing(obstacles, bodies=(), places=None, attitudes=None):
    """Return the scene of one row, and the places of its obstacles."""
    at = np.array([each.at for each in obstacles]).reshape(1, -1, 3)
    places = np.zeros((1, 1, 3)) if places is None else np.array(places, float)[None]
    attitudes = np.broadcast_to(np.eye(3), (1, places.shape[1], 3, 3)) if attitudes is None else attitudes[None]
    return scene(surroundings(obstacles, list(bodies)), places, attitudes, at), at
