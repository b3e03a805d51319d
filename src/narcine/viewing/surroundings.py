"""The seabed, walls and obstacles as the picture of a path shows them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.trajectory import Array
from narcine.viewing.silhouettes import outline_of, scenario_of_run

if TYPE_CHECKING:
    import xarray
    from matplotlib.axes import Axes

    from narcine.description.obstacle import Obstacle

GROUND, STONE = "#8a7a5c", "#b9b4a7"
POOL, SURFACE = "#e8f3f8", "#7fb8d6"
EDGE_ON = 1e-3
"""Part of a plane's normal that may point out of the picture for the plane to be a line in it."""


def draw_surroundings(axes: "Axes", run: "xarray.Dataset", plane: tuple[int, int]) -> None:
    """Draw what of the world lies in a view; the view stays as it is."""
    from matplotlib.collections import PolyCollection

    scenario = scenario_of_run(run)
    if scenario is None or scenario.world.is_empty:
        return
    world = scenario.world
    line: dict[str, Any] = {"color": GROUND, "linewidth": 1.2, "zorder": 1}
    walls = world.obstacles if world.pool is not None else world.solids
    planes = [(np.array(each.at), np.array(each.wall.normal)) for each in walls.values() if each.wall]
    if world.pool is not None:
        _draw_pool(axes, pool_corners(run, plane), plane)
    elif world.ground is not None:
        planes.append((np.array([0.0, 0.0, world.ground.depth]), np.array(world.ground.normal)))
    for at, normal in planes:
        seen = normal[list(plane)]
        if np.linalg.norm(seen) > 1.0 - EDGE_ON:
            axes.axline(tuple(at[list(plane)]), tuple(at[list(plane)] + [-seen[1], seen[0]]), **line)
    for name in [name for name, each in world.obstacles.items() if each.moves] if "obstacle_position" in run else ():
        way = run["obstacle_position"].sel(obstacle=name).values[:, list(plane)]
        axes.plot(*way.T, color=STONE, linewidth=1.0, linestyle=":", zorder=1, scalex=False, scaley=False)
    parts = list(_outlines(world.obstacles, plane))
    axes.add_collection(PolyCollection(parts, facecolor=f"{STONE}80", edgecolor=GROUND, linewidth=0.8, zorder=1))


def pool_corners(run: "xarray.Dataset", plane: tuple[int, int]) -> Array:
    """Return the corners of a run's pool in a plane of two world axes, in order; none without a pool."""
    scenario = scenario_of_run(run)
    if scenario is None or scenario.world.pool is None:
        return np.zeros((0, 2))
    pool = scenario.world.pool
    sides = [*pool.sides, (0.0, pool.depth)]
    (left, right), (top, bottom) = sides[plane[0]], sides[plane[1]]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _draw_pool(axes: "Axes", corners: Array, plane: tuple[int, int]) -> None:
    """Draw walls, floor and water of a pool."""
    line: dict[str, Any] = {"color": GROUND, "linewidth": 2.0, "zorder": 1.2}
    axes.fill(*corners.T, color=POOL, zorder=0.2)
    if plane[1] == 2:
        axes.plot(*corners[[0, 3, 2, 1]].T, **line)
        axes.plot(*corners[:2].T, color=SURFACE, linewidth=1.2, zorder=1.1)
    else:
        axes.plot(*corners[[0, 1, 2, 3, 0]].T, **line)


def _outlines(obstacles: "dict[str, Obstacle]", plane: tuple[int, int]) -> Iterator[Array]:
    from narcine.spatial.rotations import rotation_from_euler

    for obstacle in obstacles.values():
        if obstacle.geometry is not None:
            yield outline_of(obstacle.geometry, np.array(obstacle.at), rotation_from_euler(*obstacle.attitude), plane)
