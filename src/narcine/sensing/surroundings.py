"""All that sensors can see, and where it is: planes, and solids that stand still or move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from narcine.sensing.crossing import Crossing
from narcine.sensing.solids import Solid, SolidKind, solid_of_obstacle
from narcine.spatial.vectors import Array
from narcine.world.rows import Placed
from narcine.world.table import ObstacleKind

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Surroundings:
    """Planes and solids; solids of one kind stand together."""

    solids: tuple[Solid, ...]
    plane_normals: Array
    """out of what lies behind them (planes, 3)"""
    plane_obstacles: Numbers
    """which obstacle each plane is (planes,)"""
    kinds: tuple[tuple[slice, Solid], ...]
    """runs of solids that rays cross alike, and the first of each"""
    to_unit: Array
    """(solids, 3, 3)"""
    centres: Array
    """in the axes of the carriers (solids, 3)"""
    reaches: Array
    links: Numbers
    """that carry them, -1 for none (solids,)"""
    obstacles: Numbers
    """that they are, -1 for none (solids,)"""


def surroundings(obstacles: Sequence[Placed], bodies: Sequence[Solid]) -> Surroundings:
    """Return obstacles, in the order of the world's names, and bodies as sensors see them."""
    planes = [number for number, each in enumerate(obstacles) if each.kind == ObstacleKind.PLANE]
    others = [solid_of_obstacle(each, k) for k, each in enumerate(obstacles) if each.kind != ObstacleKind.PLANE]
    solids = sorted([*others, *bodies], key=lambda each: each.kind)
    return Surroundings(
        tuple(solids),
        np.array([obstacles[number].size for number in planes]).reshape(-1, 3),
        np.array(planes, np.int64),
        tuple(_runs(solids)),
        np.array([each.to_unit for each in solids]).reshape(-1, 3, 3),
        np.array([each.centre for each in solids]).reshape(-1, 3),
        np.array([each.reach for each in solids]),
        np.array([each.link for each in solids], np.int64),
        np.array([each.obstacle for each in solids], np.int64),
    )


def _runs(solids: Sequence[Solid]) -> Iterator[tuple[slice, Solid]]:
    """Yield runs of one kind; each solid that has faces of its own is a run."""
    kinds = [(each.kind, k if each.kind == SolidKind.FACES else 0) for k, each in enumerate(solids)]
    first = 0
    for _, run in groupby(kinds):
        count = len(list(run))
        yield slice(first, first + count), solids[first]
        first += count


@dataclass(frozen=True)
class Scene:
    """Surroundings at the places of each row."""

    around: Surroundings
    to_unit: Array
    """from world axes to those in which each solid has unit size (rows, solids, 3, 3)"""
    centres: Array
    """(rows, solids, 3)"""
    plane_places: Array
    """a point of each plane (rows, planes, 3)"""

    def crossings(self, origins: Array, directions: Array) -> Crossing:
        """Return where rays (rows, 3, rays) enter and leave each solid (rows, solids, rays)."""
        start = self.to_unit @ (origins[:, None] - self.centres[..., None])
        along = self.to_unit @ directions[:, None]
        enter = np.empty((*along.shape[:2], along.shape[3]))
        leave = np.empty_like(enter)
        for run, solid in self.around.kinds:
            o, d = np.moveaxis(start[:, run], 2, 0), np.moveaxis(along[:, run], 2, 0)
            enter[:, run], leave[:, run] = solid.crossing(o, d)
        return enter, leave

    def crossings_of(self, rows: Numbers, solids: Numbers, origins: Array, directions: Array) -> Crossing:
        """Return where rays (pairs, 3, rays) enter and leave one solid of one row for each pair (pairs, rays)."""
        to_unit = self.to_unit[rows, solids]
        start = to_unit @ (origins - self.centres[rows, solids][..., None])
        along = to_unit @ directions
        enter = np.empty((len(rows), along.shape[2]))
        leave = np.empty_like(enter)
        for run, solid in self.around.kinds:
            chosen = (solids >= run.start) & (solids < run.stop)
            if chosen.any():
                o, d = np.moveaxis(start[chosen], 1, 0), np.moveaxis(along[chosen], 1, 0)
                enter[chosen], leave[chosen] = solid.crossing(o, d)
        return enter, leave


def scene(around: Surroundings, places: Array, attitudes: Array, obstacle_places: Array) -> Scene:
    """Return surroundings where links (rows, links, 3) and obstacles (rows, obstacles, 3) are."""
    held = around.links >= 0
    links = around.links[held]
    centres = np.empty((len(places), len(around.solids), 3))
    to_unit = np.broadcast_to(around.to_unit, (len(places), *around.to_unit.shape)).copy()
    turns = attitudes[:, links]
    centres[:, held] = places[:, links] + (turns @ around.centres[held][..., None])[..., 0]
    centres[:, ~held] = obstacle_places[:, around.obstacles[~held]]
    to_unit[:, held] = around.to_unit[held] @ np.swapaxes(turns, -1, -2)
    return Scene(around, to_unit, centres, obstacle_places[:, around.plane_obstacles])
