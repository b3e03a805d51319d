"""Lamps that are inside something, things that move into others, and what moves too fast to be touched."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from narcine.spatial.vectors import Array
from narcine.world.course import Course
from narcine.world.motion import depths_at
from narcine.world.rows import Placed, placed_obstacles

if TYPE_CHECKING:
    from narcine.description.world import World

LOOKS_BETWEEN = 8
"""Looks from one point of a course to the next."""
ROUNDING = 1e-9
"""Depth (m) that is none: a lamp may lie on the seabed."""
Fault = tuple[str, str]
"""the name of a lamp or an obstacle, and what is wrong with it"""


def overlaps(world: "World", courses: Mapping[int, Course]) -> Iterator[Fault]:
    """Yield lamps that are inside anything else at any time, and what moves so that its centre is.

    Obstacles that stand still may overlap: crates sink into the ground. `courses` go by the numbers of obstacles.
    """
    names, placed = world.names, placed_obstacles(world)
    for number, name in enumerate(names):
        lamp = world.lamps.get(name)
        if lamp is None and (number not in courses or world.solids[name].wall is not None):
            continue
        radius = 0.0 if lamp is None else lamp.radius
        for other in range(len(names)):
            if other == number or (names[other] in world.lamps and other > number):
                continue
            times = _times([courses[each] for each in (number, other) if each in courses])
            own = courses.get(number)
            places = np.tile(placed[number].at, (len(times), 1)) if own is None else own.at(times)[0]
            inside = radius + depths_at(placed[other], courses.get(other), places, times)
            first = int(np.argmax(inside > ROUNDING))
            if inside[first] > ROUNDING:
                what = "it" if lamp is not None else "its centre"
                yield name, _told(what, names[other], float(inside.max()), float(times[first]))


def _told(what: str, other: str, depth: float, time: float) -> str:
    if time > 0.0:
        return (
            f"{what} comes into {other} at {time:.3g} s, by up to {depth:.3g} m; lead it around, or move {other} away"
        )
    return f"{what} is up to {depth:.3g} m inside {other}; place it clear of it"


def _times(courses: list[Course]) -> Array:
    """Return the times at which courses are looked at; the start where nothing moves."""
    parts = [np.zeros(1)]
    for course in courses:
        shares = np.arange(LOOKS_BETWEEN) / LOOKS_BETWEEN
        parts += [(course.times[:-1, None] + np.diff(course.times)[:, None] * shares).ravel(), course.times[-1:]]
    return np.unique(np.concatenate(parts))


def too_fast(world: "World", courses: Mapping[int, Course], step: float) -> Iterator[Fault]:
    """Yield what moves by more than half of its smallest width within a step: it would pass through bodies."""
    placed: list[Placed] = placed_obstacles(world)
    for number, course in courses.items():
        way, width = course.fastest * step, 2.0 * placed[number].half_width
        if way > 0.5 * width:
            said = f"moves at up to {course.fastest:.3g} m/s, {way:.3g} m in a step of {step:g} s"
            yield (
                world.names[number],
                f"{said}, and is {width:.3g} m wide: it would pass through bodies; shorten the step",
            )
