"""How well each leg was held, once it was: means and swings over its second half, when turns and dives are over."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narcine.mission.flight import Flight
from narcine.mission.turns import wrapped

SHORTEST = 8.0
"""Legs that do not last so long (s) do not settle, and are left out."""
SETTLED = 0.5
"""Share of a leg's time that is left out at its beginning."""


@dataclass(frozen=True)
class Held:
    """What a leg asked for and what the vehicle did in its second half; nan where nothing was asked for."""

    number: int
    """counted from 1"""
    begin: float
    end: float
    """(s)"""
    desired_heading: float
    heading_error: float
    """mean of actual less desired (rad)"""
    heading_swing: float
    """half of the highest less the lowest (rad)"""
    desired_depth: float
    depth_error: float
    """mean (m)"""
    depth_swing: float
    """half of the highest less the lowest (m)"""
    depth_rms: float
    """root of the mean square of the error (m)"""
    desired_speed: float
    """(m/s)"""
    speed: float
    """mean, forward through the water (m/s)"""
    roll: float
    """mean (rad)"""
    pitch: float
    """mean (rad)"""


def held_legs(flight: Flight) -> tuple[Held, ...]:
    """Return what came of each leg as far as the flight went; what came after the mission was over is no leg."""
    course = flight.course
    over = min((when for when, state in flight.states if state in ("ended", "safe")), default=course.time[-1])
    starts = [leg.start for leg in flight.legs if leg.start < over]
    found = []
    for number, begin in enumerate(starts):
        end = min(starts[number + 1] if number + 1 < len(starts) else over, over)
        settled = (course.time >= begin + SETTLED * (end - begin)) & (course.time < end)
        if settled.any() and end - begin >= SHORTEST:
            found.append(_held(flight, number + 1, begin, end, settled))
    return tuple(found)


def _held(flight: Flight, number: int, begin: float, end: float, settled: NDArray[np.bool_]) -> Held:
    course = flight.course
    heading, depth = flight.desired("heading")[settled], flight.desired("depth")[settled]
    off = wrapped(course.heading[settled] - heading)
    deep = course.depth[settled] - depth
    return Held(
        number=number,
        begin=begin,
        end=end,
        desired_heading=float(heading[-1]),
        heading_error=float(np.mean(off)),
        heading_swing=0.5 * float(np.ptp(off)),
        desired_depth=float(depth[-1]),
        depth_error=float(np.mean(deep)),
        depth_swing=0.5 * float(np.ptp(deep)),
        depth_rms=float(np.sqrt(np.mean(deep * deep))),
        desired_speed=float(flight.desired("speed")[settled][-1]),
        speed=float(np.mean(course.speed[settled])),
        roll=float(np.mean(course.roll[settled])),
        pitch=float(np.mean(course.pitch[settled])),
    )
