"""What a run is at a moment: places, attitudes and motions of bodies, the water that they meet, shaft power."""

from typing import NamedTuple

import numpy as np

from narcine.recording.trajectory import Array
from narcine.simulation.stepper import Stepper


class Moment(NamedTuple):
    """A state that was looked at."""

    time: float
    place: Array
    """of each link's origin, world axes (link, 3)"""
    turn: Array
    """of each link, link to world (link, 3, 3)"""
    motion: Array
    """of each link over ground, in its axes, linear first (link, 6)"""
    stream: Array
    """velocity of the water that each link meets, world axes (link, 3)"""
    shaft_power: float
    """that all screws take (W)"""


def look(run: Stepper) -> Moment:
    """Return what a run is now."""
    seen = run.observe()
    turn = seen.attitude[0].reshape(-1, 3, 3)
    return Moment(run.time, seen.place[0], turn, seen.motion[0], seen.stream[0], float(np.sum(seen.shaft[0])))
