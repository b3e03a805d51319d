"""The water itself: its density and how it grows with depth, gravity, and a steady current that is everywhere alike.

What else moves it (a current by depth or by time, waves) is beside it, and `varies` says whether there is any.
"""

from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.spatial.vectors import Vector3
from narcine.tables import Row

if TYPE_CHECKING:
    from narcine.description.settings import Water as WaterRecord

WATER_FLOATS = 6
WATER_INTEGERS = 7


class Water(NamedTuple):
    """Columns of the one-row water table."""

    density: int
    density_gradient: int
    """per metre of depth; it counts where the water weighs (Boussinesq)"""
    gravity: int
    current: int
    """world axes (3)"""
    surface: int
    """whether there is one"""
    varies: int
    """whether the water's velocity differs from place to place or from time to time"""
    time: int
    """where the state keeps the time, if it varies"""
    profile: int
    """first point of the current's north component by depth; the east component follows"""
    profile_points: int
    """of each component"""
    history: int
    """first point of the current's north component by time; east and down follow"""
    history_points: int


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
        surface=i,
        varies=i + 1,
        time=i + 2,
        profile=i + 3,
        profile_points=i + 4,
        history=i + 5,
        history_points=i + 6,
    )


def water_row(water: "WaterRecord", time: int, depths: int, times: int, first_time: int) -> Row:
    """Return the row of the water; the points of its current by depth come first of all curves, then those by time."""
    numbers = {key: getattr(water, key) for key in ("density", "density_gradient", "gravity", "current")}
    integers = {
        "surface": int(water.has_surface),
        "varies": int(water.varies),
        "time": time,
        "profile": 0,
        "profile_points": depths,
        "history": first_time,
        "history_points": times,
    }
    return Row(numbers, integers)
