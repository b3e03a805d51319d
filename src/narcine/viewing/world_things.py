"""What of the world is seen: the seabed or a pool, obstacles, lamps and the water's surface."""

from collections.abc import Iterator

import numpy as np

from narcine.description.obstacle import Obstacle
from narcine.description.pool import Pool
from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.shapes.triangles import Box
from narcine.description.world import SEABED, World
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import rotation_from_euler
from narcine.viewing.solids import Solid, patch, rectangle, solid_of
from narcine.viewing.things import Colour, Thing, thing_of

SAND: Colour = (0.66, 0.57, 0.40)
TILES: Colour = (0.80, 0.86, 0.88)
STONE: Colour = (0.45, 0.44, 0.41)
GLASS: Colour = (0.55, 0.70, 0.78)
WATER: Colour = (0.36, 0.66, 0.84)
LAMP: Colour = (1.0, 0.83, 0.25)
FAR = 200.0
"""Half the width of what has no end (m)."""
WALL = 5.0
"""Half the width of the piece of a wall that is shown (m)."""
FREEBOARD = 0.12
"""Height of a pool's rim above the water, over its depth."""
RIM = 0.006
"""Thickness of a pool's rim over its length."""
HALOES = ((1.7, 0.30), (2.8, 0.14))
"""Radii of the glow about a lamp, over its own, and how dense it is."""
CLEAR = 0.22
"""Opacity of a pool's walls."""


def world_things(world: World, has_surface: bool) -> Iterator[Thing]:
    """Yield what of a world is seen."""
    walls: dict[str, Obstacle] = {}
    if world.pool is not None:
        walls = world.pool.walls
        yield from _pool_things(world.pool, has_surface)
    else:
        if world.ground is not None:
            mesh = patch(np.array([0.0, 0.0, world.ground.depth]), np.array(world.ground.normal), FAR)
            yield thing_of(SEABED, "seabed", None, mesh, SAND)
        if has_surface:
            level = patch(np.zeros(3), np.array([0.0, 0.0, -1.0]), FAR)
            yield thing_of("surface", "surface", None, level, WATER, 0.25)
    for number, name in enumerate(world.names):
        if name == SEABED or name in walls:
            continue
        if name in world.lamps:
            yield from _lamp_things(name, number, world.lamps[name].radius)
        else:
            yield _obstacle_thing(name, number, world.obstacles[name])


def _obstacle_thing(name: str, number: int, obstacle: Obstacle) -> Thing:
    """Return an obstacle, about its place where it moves."""
    at = np.zeros(3) if obstacle.moves else np.array(obstacle.at)
    carrier = number if obstacle.moves else None
    if obstacle.wall is not None:
        wall = patch(at, np.array(obstacle.wall.normal), WALL)
        return thing_of(name, "obstacle", None, wall, STONE, 0.5, obstacle=carrier)
    geometry = obstacle.geometry
    assert geometry is not None, "only walls have none"
    turned = solid_of(geometry).placed(rotation_from_euler(*obstacle.attitude), at)
    return thing_of(name, "obstacle", None, turned, STONE, obstacle=carrier)


def _lamp_things(name: str, number: int, radius: float) -> Iterator[Thing]:
    """Yield a bright ball and the glow around it."""
    yield thing_of(name, "lamp", None, _ball(radius), LAMP, obstacle=number)
    for k, (wider, opacity) in enumerate(HALOES):
        yield thing_of(f"{name} glow {k}", "glow", None, _ball(wider * radius), LAMP, opacity, obstacle=number)


def _ball(radius: float) -> Solid:
    return solid_of(Ellipsoid(semi_axes=(radius, radius, radius)))


def _pool_things(pool: Pool, has_surface: bool) -> Iterator[Thing]:
    """Yield a basin: floor, four clear walls with a rim above the water, and the surface within."""
    low, high = pool_box(pool)
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    north, east, down = np.diag(half)
    floor = np.array([middle[0], middle[1], pool.depth])
    yield thing_of(SEABED, "seabed", None, rectangle(floor, east, north), TILES)
    for name, wall in pool.walls.items():
        assert wall.wall is not None, "walls of a pool are walls"
        into = np.array(wall.wall.normal)
        along = np.cross(into, [0.0, 0.0, 1.0]) * half
        face = middle - into * half
        yield thing_of(name, "obstacle", None, rectangle(face, down, along), GLASS, CLEAR)
        thick = RIM * pool.length
        sides = np.where(np.abs(into) > 0.5, thick, 2.0 * half + 2.0 * thick)
        sides[2] = thick
        bar = solid_of(Box(sides=(float(sides[0]), float(sides[1]), float(sides[2]))))
        edge = face - into * thick / 2.0
        edge[2] = low[2]
        yield thing_of(f"{name} rim", "rim", None, bar.placed(np.eye(3), edge), GLASS)
    if has_surface:
        level = rectangle(np.array([middle[0], middle[1], 0.0]), east, north)
        yield thing_of("surface", "surface", None, level, WATER, 0.25)


def pool_box(pool: Pool) -> tuple[Array, Array]:
    """Return the corners of a pool with its rim: the lowest and the highest north, east and down."""
    (south, north), (west, east) = pool.sides
    return np.array([south, west, -FREEBOARD * pool.depth]), np.array([north, east, pool.depth])
