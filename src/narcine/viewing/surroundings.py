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
    planes = [(np.array(each.at), np.array(each.wall.normal)) for each in world.solids.values() if each.wall]
    if world.ground is not None:
        planes.append((np.array([0.0, 0.0, world.ground.depth]), np.array(world.ground.normal)))
    for at, normal in planes:
        seen = normal[list(plane)]
        if np.linalg.norm(seen) > 1.0 - EDGE_ON:
            axes.axline(tuple(at[list(plane)]), tuple(at[list(plane)] + [-seen[1], seen[0]]), **line)
    for name in [name for name, solid in world.solids.items() if solid.moves] if "obstacle_position" in run else ():
        way = run["obstacle_position"].sel(obstacle=name).values[:, list(plane)]
        axes.plot(*way.T, color=STONE, linewidth=1.0, linestyle=":", zorder=1, scalex=False, scaley=False)
    parts = list(_outlines(world.solids, plane))
    axes.add_collection(PolyCollection(parts, facecolor=f"{STONE}80", edgecolor=GROUND, linewidth=0.8, zorder=1))


def _outlines(obstacles: "dict[str, Obstacle]", plane: tuple[int, int]) -> Iterator[Array]:
    from narcine.spatial.rotations import rotation_from_euler

    for obstacle in obstacles.values():
        if obstacle.geometry is not None:
            yield outline_of(obstacle.geometry, np.array(obstacle.at), rotation_from_euler(*obstacle.attitude), plane)
