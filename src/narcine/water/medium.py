"""The water itself: its density and how it grows with depth, gravity, and a current that is everywhere alike.

That current is steady, or steered by commands. What else moves the water (a current by depth or by time, waves) is
beside it, and `varies` says whether it is anything but steady.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.following import NINETY_PERCENT
from narcine.spatial.vectors import Vector3
from narcine.tables import Row

if TYPE_CHECKING:
    from narcine.description.settings import Water as WaterRecord

WATER_FLOATS = 7
WATER_INTEGERS = 12
NO_CLOCK = -1
"""Where the state keeps the time of a world that is always the same."""


class Water(NamedTuple):
    """Columns of the one-row water table."""

    density: int
    density_gradient: int
    """per metre of depth; it counts where the water weighs (Boussinesq)"""
    gravity: int
    current: int
    """world axes (3)"""
    response: int
    """natural frequency with which a steered current follows its commands (rad/s)"""
    surface: int
    """whether there is one"""
    varies: int
    """whether the water's velocity differs from place to place or from time to time"""
    time: int
    """where the state keeps the time, if the water varies or anything in it moves; else NO_CLOCK"""
    profile: int
    """first point of the current's north component by depth; the east component follows"""
    profile_points: int
    """of each component"""
    history: int
    """first point of the current's north component by time; east and down follow"""
    history_points: int
    steered: int
    """components of the current that commands steer: none, north and east, or all three"""
    steering: int
    """where the state keeps them: value, rate and acceleration of each"""
    commands: int
    """their inputs (3)"""


@kernel
def is_still(velocity: Vector3) -> bool:
    """Say whether water does not move, nor is asked how things would change if it did (the imaginary parts count)."""
    return bool(velocity[0] == 0.0 and velocity[1] == 0.0 and velocity[2] == 0.0)


@kernel
def water_columns(n: int, p: int, i: int) -> Water:
    """Return where the water's numbers lie."""
    return Water(
        density=p,
        density_gradient=p + 1,
        gravity=p + 2,
        current=p + 3,
        response=p + 6,
        surface=i,
        varies=i + 1,
        time=i + 2,
        profile=i + 3,
        profile_points=i + 4,
        history=i + 5,
        history_points=i + 6,
        steered=i + 7,
        steering=i + 8,
        commands=i + 9,
    )


def water_row(
    water: "WaterRecord", time: int, depths: int, times: int, first_time: int, steering: int, commands: Sequence[int]
) -> Row:
    """Return the row of the water; the points of its current by depth come first of all curves, then those by time.

    `commands` are the inputs of a current that is steered, `steering` where its states begin.
    """
    numbers = {key: getattr(water, key) for key in ("density", "density_gradient", "gravity", "current")}
    numbers["response"] = 0.0 if water.current_response is None else NINETY_PERCENT / water.current_response
    integers = {
        "surface": int(water.has_surface),
        "varies": int(water.varies),
        "time": time,
        "profile": 0,
        "profile_points": depths,
        "history": first_time,
        "history_points": times,
        "steered": len(commands),
        "steering": steering,
        "commands": [*commands, 0, 0, 0][:3],
    }
    return Row(numbers, integers)
