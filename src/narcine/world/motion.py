"""Where obstacles are at any time: the courses of those that move, and places of all as a model holds them."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from narcine.curves import knot_columns
from narcine.spatial.vectors import Array
from narcine.tables import Integers, Table, columns_of
from narcine.world.course import Course, hermite, path_course
from narcine.world.depth import depths
from narcine.world.rows import Placed, placed_obstacles
from narcine.world.table import obstacle_columns
from narcine.world.walk import BETWEEN, sample_times, walk_course

if TYPE_CHECKING:
    from narcine.description.world import World


def courses(world: "World", seed: int) -> dict[str, Course]:
    """Return the courses of all that move, by name; walks are drawn from the seed and the name, one after another.

    A walk keeps clear of all that stands still or follows a path, and of walks drawn before it.
    """
    solids = world.solids
    found = {name: path_course(each.path) for name, each in solids.items() if each.path is not None}
    placed = dict(zip(world.names, placed_obstacles(world), strict=True))
    for name, each in solids.items():
        if each.walk is None:
            continue
        assert world.pool is not None, "a walk without a pool is refused when it is read"
        room = np.array(world.pool.sides) + each.walk.margin * np.array([1.0, -1.0])
        times = sample_times(each.walk)
        others = [
            (placed[other], _places_at(placed[other], found.get(other), times))
            for other, solid in solids.items()
            if other not in (name, *world.pool.walls) and (other in found or not solid.moves)
        ]
        space = placed[name].reach + each.walk.speed * each.walk.every * BETWEEN
        is_clear = partial(_are_clear, others, space)
        found[name] = walk_course(each.walk, np.array(each.at), room, [seed, *name.encode()], is_clear)
    return {name: found[name] for name in solids if name in found}


def _places_at(obstacle: Placed, course: Course | None, times: Array) -> Array:
    """Return where an obstacle is (turn, sample, 3) at some times (turn, sample)."""
    if course is None:
        return np.broadcast_to(obstacle.at, (*times.shape, 3))
    return course.at(times.ravel())[0].reshape(*times.shape, 3)


def _are_clear(others: list[tuple[Placed, Array]], space: float, places: Array, turn: int) -> bool:
    """Say whether places are clear of others, which are at known places then, by a space."""
    for obstacle, there in others:
        away = places - there[turn]
        if np.einsum("ij,ij->i", away, away).min() < (obstacle.reach + space) ** 2:
            at_origin = obstacle._replace(at=np.zeros(3))
            if depths(at_origin, away).max() > -space:
                return False
    return True


def depths_at(obstacle: Placed, course: Course | None, places: Array, times: Array) -> Array:
    """Return how deep places (n, 3) lie in an obstacle at some times (n,)."""
    if course is None:
        return depths(obstacle, places)
    return depths(obstacle._replace(at=np.zeros(3)), places - course.at(times)[0])


def obstacle_places(parameters: Array, layout: Integers, times: Array) -> Array:
    """Return where all obstacles of a model are (time, obstacle, 3): their centres, or a point of a plane.

    With a row of parameters for each time, as in a batch, each time has its own.
    """
    obstacles = columns_of(obstacle_columns, layout, Table.OBSTACLES)
    knots = columns_of(knot_columns, layout, Table.KNOTS)
    times, rows = np.asarray(times, float), np.atleast_2d(parameters)
    n = obstacles.rows
    still = np.broadcast_to(rows[:, obstacles.at : obstacles.at + 3 * n], (len(times), 3 * n))
    places = still.reshape(len(times), n, 3).copy()
    for j in range(n):
        count = int(layout[obstacles.path_points + j])
        for axis in range(3 if count else 0):
            first = int(layout[obstacles.path + j]) + count * axis
            x, y, slope = (
                np.broadcast_to(rows[:, k + first : k + first + count], (len(times), count))
                for k in (knots.argument, knots.value, knots.slope)
            )
            piece = np.sum(times[:, None] >= x[:, 1:-1], axis=1)
            ends = [(part[np.arange(len(times)), piece + k]) for k in (0, 1) for part in (x, y, slope)]
            places[:, j, axis] = hermite(times, *ends)[0]
    return places


def courses_of(parameters: Array, layout: Integers) -> dict[int, Course]:
    """Return the courses that a model holds, by the number of the obstacle."""
    obstacles = columns_of(obstacle_columns, layout, Table.OBSTACLES)
    knots = columns_of(knot_columns, layout, Table.KNOTS)
    found = {}
    for j in range(obstacles.rows):
        first, count = (int(layout[column + j]) for column in (obstacles.path, obstacles.path_points))
        if count:
            times, values, slopes = (
                parameters[k + first : k + first + 3 * count].reshape(3, count)
                for k in (knots.argument, knots.value, knots.slope)
            )
            found[j] = Course(times[0], values.T, slopes.T)
    return found
