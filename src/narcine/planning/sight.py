"""From what sensors read to what a planner tells apart: obstacles, and how bright and where the light is."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from narcine.planning.planner import Planner
from narcine.planning.ticks import TURN, wrapped

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]

LEFT, MIDDLE, RIGHT = 1, 2, 4
"""What each switch adds to a pattern of obstacles."""
HALF_A_TURN = np.pi + 1e-9
"""That rounding does not reach (rad)."""
MIRRORED_PATTERN = np.array([0, 4, 2, 6, 1, 5, 3, 7])


class Sight(NamedTuple):
    """What rows of readings come to."""

    obstacles: Numbers
    """0 to 7: 1 left, 2 middle, 4 right, added; 0 of a planner that heeds none"""
    zone: Numbers
    """0 no light, 1 weak, 2 between, 3 strong; 1 wherever there is light, of a planner that weighs it always alike"""
    bearing: Numbers
    """bin of the light's direction: 0 dead ahead, from there to starboard and round; 0 without light"""


def pooled(infrared: ArrayLike, light: ArrayLike) -> tuple[NDArray[np.bool_], Array]:
    """Return what the readings of a period (row, sample, sensor) say together: any obstacle, the mean light.

    The body rocks with the tail, and each sample sees it turned otherwise.
    """
    return np.any(np.asarray(infrared, bool), axis=1, keepdims=False), np.mean(np.asarray(light, float), axis=1)


def sight_of(planner: Planner, infrared: ArrayLike, light: ArrayLike) -> Sight:
    """Return what a planner makes of switches (row, 3) and photocells (row, cell); what it lacks is not looked at."""
    switches, cells = np.asarray(infrared, bool), np.asarray(light, float)
    rows = len(switches) if planner.infrared else len(cells)
    none = np.zeros(rows, np.int64)
    obstacles = switches @ np.array([LEFT, MIDDLE, RIGHT]) if planner.infrared else none
    if not planner.photocells:
        return Sight(obstacles, none, none)
    brightest = cells.max(axis=1)
    zone = np.where(brightest > planner.ambient, 1 + np.searchsorted(planner.zones, brightest, side="right"), 0)
    bearing = bin_of(planner, direction_of_light(planner, cells))
    return Sight(obstacles, zone, np.where(zone > 0, bearing, 0))


def direction_of_light(planner: Planner, light: Array) -> Array:
    """Return the direction of the light (rad): eqs 14 to 16, the mean of the brightest cell and its neighbours.

    Each weighs what it reads above the ambient light, and nothing where it reads less; at the ends of the row there is
    one neighbour. Of several brightest cells the first and the last count alike; where more than half a turn lies
    between them the light is astern. Without light it is 0.
    """
    last = light.shape[1] - 1
    first_brightest = light.argmax(axis=1)
    last_brightest = last - light[:, ::-1].argmax(axis=1)
    first, second = (_around(planner, light, cell) for cell in (first_brightest, last_brightest))
    mean = 0.5 * (first + second)
    return np.where(second - first > HALF_A_TURN, mean - np.copysign(np.pi, mean), mean)


def _around(planner: Planner, light: Array, brightest: Numbers) -> Array:
    """Return the mean direction of cells and their neighbours, summed alike from either side."""
    bearings = np.array(planner.photocells)
    weights = np.maximum(light - planner.ambient, 0.0)
    rows, last = np.arange(len(light)), light.shape[1] - 1

    def taken(cell: Numbers) -> tuple[Array, Array]:
        there = (cell >= 0) & (cell <= last)
        inside = np.clip(cell, 0, last)
        weight = np.where(there, weights[rows, inside], 0.0)
        return weight, weight * bearings[inside]

    (port, port_moment), (mid, moment), (starboard, starboard_moment) = (taken(brightest + k) for k in (-1, 0, 1))
    total = (port + starboard) + mid
    return np.asarray(np.divide((port_moment + starboard_moment) + moment, total, where=total > 0.0, out=0.0 * total))


def bin_of(planner: Planner, direction: ArrayLike) -> Numbers:
    """Return the bins of directions (rad); the edge between two belongs to the one further from dead ahead."""
    angle = np.asarray(direction, float)
    turned = angle - 2.0 * np.pi * np.rint(angle / (2.0 * np.pi))
    steps = np.sign(turned) * np.floor(np.abs(turned) * (planner.bearings / (2.0 * np.pi)) + 0.5)
    return np.asarray(steps.astype(np.int64) % planner.bearings)


def direction_of_bin(planner: Planner, bearing: ArrayLike) -> Numbers:
    """Return the middles of bins (ticks), those to port as those to starboard."""
    bins = np.asarray(bearing, np.int64)
    steps = np.where(2 * bins > planner.bearings, bins - planner.bearings, bins)
    size = (2 * np.abs(steps) * TURN + planner.bearings) // (2 * planner.bearings)
    return wrapped(np.sign(steps) * size)


def mirrored_sight(planner: Planner, sight: Sight) -> Sight:
    """Return what is seen when port and starboard change places."""
    return Sight(MIRRORED_PATTERN[sight.obstacles], sight.zone, -sight.bearing % planner.bearings)
