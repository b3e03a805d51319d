"""Obstacles that move along curves of time without turning: where they are and how fast."""

from narcine.compiled import kernel
from narcine.curves import Knots, curve_piece, piece_of
from narcine.multibody.work import OBSTACLE_SIZE, Work
from narcine.spatial.vectors import Array, Vector3, subtract3, u, vector3
from narcine.tables import Integers
from narcine.water.medium import NO_CLOCK, Water
from narcine.world.table import Obstacles


@kernel
def move_obstacles(
    p: Array, layout: Integers, obstacles: Obstacles, knots: Knots, water: Water, x: Array, w: Work, work: Array
) -> None:
    """Fill place and velocity of all obstacles that move."""
    clock = layout[u(water.time)]
    if clock == NO_CLOCK:
        return
    for j in range(obstacles.rows):
        count = layout[u(obstacles.path_points + j)]
        if count == 0:
            continue
        piece = piece_of(p, knots, layout[u(obstacles.path + j)], count, x[u(clock)])
        for axis in range(3):
            value, slope = curve_piece(p, knots, piece + count * axis, x[u(clock)])
            work[u(w.obstacle + OBSTACLE_SIZE * j + axis)] = value
            work[u(w.obstacle + OBSTACLE_SIZE * j + 3 + axis)] = slope


@kernel
def away_from(
    p: Array, layout: Integers, obstacles: Obstacles, j: int, place: Vector3, w: Work, work: Array
) -> Vector3:
    """Return the way from an obstacle to a place."""
    if layout[u(obstacles.path_points + j)] > 0:
        return subtract3(place, vector3(work, w.obstacle + OBSTACLE_SIZE * j))
    return subtract3(place, vector3(p, obstacles.at + 3 * j))
