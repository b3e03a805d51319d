"""What a direction of travel costs: its risk, and how far it leads from the light."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from narcine.planning.planner import Planner
from narcine.planning.sight import LEFT, MIDDLE, RIGHT, Sight, direction_of_bin
from narcine.planning.ticks import Ticks, apart, ticks

Array = NDArray[np.float64]
OBSTACLE_WEIGHT = 1.0
"""M_2 of eq 22."""


def risk(planner: Planner, obstacles: ArrayLike, theta: Ticks) -> Ticks:
    """Return the risk (row, action) of directions of travel (ticks), the less the better (eq 11).

    Each switch that sees something counts the angle between it and the direction: less risk further from it. With
    switches at -90, 0 and 90 deg these are 90 deg + theta, |theta| and 90 deg - theta, as printed.
    """
    total = np.zeros(np.shape(theta), np.int64)
    for switch, bearing in zip((LEFT, MIDDLE, RIGHT), ticks(planner.infrared), strict=True):
        sees = (np.asarray(obstacles) & switch) > 0
        total -= np.where(sees[:, None], apart(theta, bearing), 0)
    return total


def light(planner: Planner, bearing: ArrayLike, theta: Ticks) -> Ticks:
    """Return the angle (row, action) between directions of travel (ticks) and the light (eq 17)."""
    return apart(theta, direction_of_bin(planner, bearing)[:, None])


def cost(planner: Planner, sight: Sight, theta: Ticks) -> Array:
    """Return what directions of travel (row, action; ticks) cost: M_1 Light + M_2 Risk (eqs 13, 19, 21, 22).

    Printed, eq 21 weighs the risk with M_1 too, and eq 22 has 2, 0.5, 2 where its text asks for obstacles to weigh more
    in weak and in very strong light: 0.5, 2, 0.5.
    """
    total = np.zeros(theta.shape)
    if planner.photocells:
        weight = np.array([0.0, *planner.weights])[sight.zone]
        total += weight[:, None] * light(planner, sight.bearing, theta)
    if planner.infrared:
        total += OBSTACLE_WEIGHT * risk(planner, sight.obstacles, theta)
    return total
