"""What a helm may ask of the control engine, and what the engine makes of it."""

import math
from typing import NamedTuple


class Commands(NamedTuple):
    """What is desired; not a number is what nobody asks for."""

    heading: float = math.nan
    speed: float = math.nan
    depth: float = math.nan
    glide_angle: float = math.nan
    """pitch angle in place of a depth"""
    thrust: float = math.nan
    """share of full thrust in place of a speed"""
    mode: str = ""
    """of the vehicle; the first it has when empty"""


class Correctives(NamedTuple):
    """What actuators, whichever they are, should do about it (004, III-G.1)."""

    heading: float
    """to starboard (rad)"""
    pitch: float
    """nose up (rad)"""
    roll: float
    """starboard down (rad)"""
    thrust: float
    """share of full thrust, 0 to 1"""


class Situation(NamedTuple):
    """What else a map goes by."""

    mode: str
    roll: float
    heading_error: float
    desired_pitch: float
    period: float
