"""Whether the parts of a world fit each other: names, grounds, and room for walks."""

from collections.abc import Collection, Iterator

from narcine.description.moving import Placed
from narcine.description.names import Finding
from narcine.description.problems import Path
from narcine.description.world import SEABED, World


def check_world(path: Path, world: World, vehicles: Collection[str] = ()) -> Iterator[Finding]:
    """Yield what does not fit; vehicles that touch each other must not share names with what else can be touched."""
    if world.pool is not None and world.seabed is not None:
        yield (*path, "pool"), "has a floor of its own: give `pool` or `seabed`, not both"
    walls = () if world.pool is None else tuple(world.pool.walls)
    for section in ("obstacles", "lamps"):
        for name, placed in getattr(world, section).items():
            where = (*path, section, name)
            if name == SEABED:
                yield where, f"no obstacle may be called {SEABED}: that is the ground"
            elif name in walls:
                yield where, f"the name is taken by a wall of the pool, which has {', '.join(walls)}"
            elif section == "lamps" and name in world.obstacles:
                yield where, "the name is taken by an obstacle; touches are counted by name"
            elif world.contact.vehicles and name in vehicles:
                yield where, "the name is taken by a vehicle; touches are counted by name"
            yield from _check_walk(where, world, placed)
    if world.contact.vehicles:
        for name in vehicles:
            if name in (SEABED, *walls) and name in world.names:
                yield ("vehicles", name), "the name is taken by a part of the world; touches are counted by name"


def _check_walk(path: Path, world: World, placed: Placed) -> Iterator[Finding]:
    """Yield why a walk cannot be drawn."""
    if placed.walk is None:
        return
    if world.pool is None:
        yield (*path, "walk"), "needs a pool whose walls it stays away from; give `world.pool`, or a `path`"
        return
    margin, widths = placed.walk.margin, (world.pool.length, world.pool.width)
    if 2.0 * margin >= min(widths):
        message = f"leaves no room to walk in a pool of {widths[0]:g} x {widths[1]:g} m"
        yield (*path, "walk", "margin"), f"{message}; it must be less than {min(widths) / 2.0:g} m"
        return
    room, leg = min(widths) - 2.0 * margin, placed.walk.speed * placed.walk.every
    if leg > room:
        message = f"goes {leg:.3g} m from one turn to the next, and has {room:.3g} m of room"
        yield (*path, "walk", "speed"), f"{message}; at most {room / placed.walk.every:.3g} m/s, or turn more often"
    for axis, name, (low, high) in zip((0, 1), ("north", "east"), world.pool.sides, strict=True):
        if not low + margin <= placed.at[axis] <= high - margin:
            allowed = f"{low + margin:g} to {high - margin:g} m"
            yield (*path, "at"), f"starts its walk within the margin of a wall: {name} must be {allowed}"
