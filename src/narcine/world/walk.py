"""Walks at random: quadratic splines whose control points take steps of one length, turned by chance.

Between two turns the velocity changes evenly from one step over `every` to the next, so that it is never more than the
speed of a step, and the curve stays in any convex room that holds the control points. It begins and ends at rest.
"""

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, Protocol

import numpy as np

from narcine.spatial.vectors import Array
from narcine.world.course import Course

if TYPE_CHECKING:
    from narcine.description.moving import Walk

WANDERING, ANYWHERE = 16, 32
"""Steps that are tried at each turn: by the wander first, then in any direction, half of these of half the length."""
BACK, MOST_BACK = 4, 400
"""Turns that are taken back where there is no way on, and how often that is done before it stands still for good."""
SAMPLES = np.linspace(0.0, 1.0, 9)[1:]
"""Parts of the way from one turn to the next at which it must be clear of what is there."""
BETWEEN = 0.5 / len(SAMPLES)
"""How far, over the length of a step, a place may be from the nearest of them."""


class IsClear(Protocol):
    """Says whether places (sample, 3) at the samples after a turn are clear of all else."""

    def __call__(self, places: Array, turn: int) -> bool:
        """Say so."""


def walk_course(walk: "Walk", at: Array, room: Array, seed: list[int], is_clear: IsClear) -> Course:
    """Return the course of a walk from a place, within a room (north and east; lowest and highest)."""
    draw = np.random.default_rng(seed)
    way = [np.array(at, float), np.array(at, float)]
    headings = [2.0 * pi * draw.random()]
    backs = 0
    while len(way) < walk.turns + 2:
        turn = len(headings) - 1
        tries = _headings(draw, walk, headings[-1]) if turn < walk.turns - 1 else []
        found = _next_step(tries, walk.speed * walk.every, headings[-1], way, room, partial(is_clear, turn=turn))
        if found is None and backs < MOST_BACK:
            backs += 1
            kept = max(1, len(headings) - BACK)
            del headings[kept:], way[kept + 1 :]
            continue
        heading, there = found or (headings[-1], way[-1])
        headings.append(heading)
        way.append(there)
    points = np.array(way)
    times = walk.every * np.arange(len(points) - 1)
    return Course(times, 0.5 * (points[1:] + points[:-1]), np.diff(points, axis=0) / walk.every)


def _headings(draw: np.random.Generator, walk: "Walk", heading: float) -> list[float]:
    """Return the headings of the steps that are tried after one heading."""
    wandering = heading + walk.wander * draw.normal(size=WANDERING)
    return [*wandering.tolist(), *(2.0 * pi * draw.random(ANYWHERE)).tolist()]


def _next_step(
    tries: list[float], length: float, heading: float, way: list[Array], room: Array, is_clear: Callable[[Array], bool]
) -> tuple[float, Array] | None:
    """Return the heading and the control point that follow, as they are where it can but stay, or None."""
    before, here = way[-2:]
    for number, turned in enumerate(tries):
        reach = length if number < WANDERING + ANYWHERE // 2 else 0.5 * length
        north, east = here[0] + reach * cos(turned), here[1] + reach * sin(turned)
        if room[0, 0] <= north <= room[0, 1] and room[1, 0] <= east <= room[1, 1]:
            there = np.array([north, east, here[2]])
            if is_clear(_straight(here, there)) and is_clear(_piece(before, here, there)):
                return turned, there
    return (heading, here) if is_clear(_piece(before, here, here)) else None


def _straight(here: Array, there: Array) -> Array:
    """Return points of the way from one control point to the next."""
    return np.asarray(here + (there - here) * SAMPLES[:, None])


def sample_times(walk: "Walk") -> Array:
    """Return the times (turn, sample) at which a walk looks around."""
    return np.asarray(walk.every * (np.arange(walk.turns)[:, None] + SAMPLES))


def _piece(before: Array, here: Array, there: Array) -> Array:
    """Return points of the curve from the middle of one step to the middle of the next."""
    t = SAMPLES[:, None]
    start, end = 0.5 * (before + here), 0.5 * (here + there)
    return np.asarray((1.0 - t) ** 2 * start + 2.0 * t * (1.0 - t) * here + t**2 * end)
