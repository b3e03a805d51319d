"""Infrared switches: whether something lies within a cone and a range.

Planes and spheres are exact: the ray of the cone that lies nearest to the direction towards them meets them first.
Other solids are met by that ray and by a fan that fills the cone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.sensing.surroundings import Scene, Surroundings
from narcine.spatial.vectors import Array

Flags = NDArray[np.bool_]
RINGS = ((1.0 / 3.0, 6), (2.0 / 3.0, 12), (1.0, 18))
"""The fan about its axis: angles over the half angle of the cone, and rays on each ring."""
NOWHERE = 1e-12
"""Length of a direction that points nowhere."""


@dataclass(frozen=True)
class Switches:
    """Infrared switches of all vehicles."""

    ranges: Array
    beams: Array
    """half angles of their cones (switches,)"""
    sees: Flags
    """which solids each can see: all but those of its own vehicle (solids, switches)"""
    round: Flags
    """which solids are spheres (solids,)"""


def switches(ranges: Array, beams: Array, vehicles: Sequence[str], around: Surroundings) -> Switches:
    """Return switches with what each can see."""
    own = np.array([[each.vehicle == vehicle for vehicle in vehicles] for each in around.solids], bool)
    spheres = np.array([each.is_round for each in around.solids], bool)
    return Switches(ranges, beams, ~own.reshape(len(around.solids), len(vehicles)), spheres)


def switched(these: Switches, scene: Scene, eyes: Array, axes: Array) -> Flags:
    """Return which switches at eyes (rows, switches, 3), looking along axes, are on (rows, switches)."""
    on = _meets_plane(these, scene, eyes, axes)
    towards = scene.centres[:, :, None] - eyes[:, None]
    near = np.linalg.norm(towards, axis=-1) - scene.around.reaches[:, None] <= these.ranges
    row, solid, switch = np.nonzero(near & these.sees & ~on[:, None])
    if not len(row):
        return on
    eye, axis = eyes[row, switch], axes[row, switch]
    aimed = clamped(towards[row, solid, switch], axis, these.beams[switch])
    met = _meets(scene, row, solid, eye, aimed[..., None], these.ranges[switch])
    np.logical_or.at(on, (row, switch), met)
    left = ~met & ~these.round[solid] & (these.beams[switch] > 0.0)
    if left.any():
        row, solid, switch = row[left], solid[left], switch[left]
        rays = fan(axis[left], these.beams[switch])
        met = _meets(scene, row, solid, eye[left], rays, these.ranges[switch])
        np.logical_or.at(on, (row, switch), met)
    return on


def _meets(scene: Scene, rows: Array, solids: Array, eyes: Array, rays: Array, ranges: Array) -> Flags:
    """Return whether any of the rays (pairs, 3, rays) of an eye (pairs, 3) meets its solid within its range."""
    enter, leave = scene.crossings_of(rows, solids, eyes[..., None], rays)
    within = (np.maximum(enter, 0.0) <= ranges[:, None]) & (enter <= leave) & (leave >= 0.0)
    return np.asarray(np.any(within, axis=1))


def _meets_plane(these: Switches, scene: Scene, eyes: Array, axes: Array) -> Flags:
    """Return which switches see a plane: at height h above it, along the ray nearest to its normal."""
    normals = scene.around.plane_normals
    if not len(normals):
        return np.zeros(eyes.shape[:2], bool)
    heights = eyes @ normals.T - np.sum(scene.plane_places * normals, axis=-1)[:, None]
    facing = np.arccos(np.clip(-axes @ normals.T, -1.0, 1.0))
    steepest = np.cos(np.clip(facing - these.beams[:, None], 0.0, np.pi))
    seen = (heights <= 0.0) | (heights <= these.ranges[:, None] * steepest)
    return np.asarray(seen.any(axis=-1))


def clamped(towards: Array, axes: Array, beams: Array) -> Array:
    """Return the unit vectors within cones about unit axes (n, 3) that lie nearest to given directions."""
    along = np.sum(towards * axes, axis=-1)
    across = towards - along[:, None] * axes
    aside = np.linalg.norm(across, axis=-1)
    angle = np.minimum(np.arctan2(aside, along), beams)
    sideways = across / np.maximum(aside, NOWHERE)[:, None]
    return np.asarray(np.cos(angle)[:, None] * axes + np.sin(angle)[:, None] * sideways)


def fan(axes: Array, beams: Array) -> Array:
    """Return rays (n, 3, rays) that fill cones about unit axes (n, 3): the axis, and rings about it."""
    least = np.eye(3)[np.argmin(np.abs(axes), axis=1)]
    across = np.cross(axes, least)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    other = np.cross(axes, across)
    shares = np.concatenate([[0.0], *([share] * count for share, count in RINGS)])
    around = np.concatenate([[0.0], *(2.0 * np.pi * np.arange(count) / count for _, count in RINGS)])
    angles = beams[:, None] * shares
    sides = across[..., None] * np.cos(around) + other[..., None] * np.sin(around)
    return np.asarray(axes[..., None] * np.cos(angles)[:, None] + sides * np.sin(angles)[:, None])
