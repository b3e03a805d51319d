"""The current: everywhere alike, steady or steered, and as it changes with depth and with time.

By depth it flows horizontally, so that no water is lost. A steered current follows its commands smoothly: its velocity
and its acceleration are states.
"""

from collections.abc import Sequence
from typing import Any

from narcine.compiled import kernel
from narcine.curves import Knots, curve, curve_rows
from narcine.following import follow
from narcine.spatial.vectors import Array, u, vector3
from narcine.tables import Integers, Row
from narcine.water.medium import Water
from narcine.water.stream import Stream


@kernel
def current_at(p: Array, layout: Integers, water: Water, knots: Knots, x: Array, depth: Any, time: Any) -> Stream:
    """Return the current at a depth and a time."""
    zero = 0.0 * depth
    north, east, down = vector3(p, water.current)
    north, east, down = north + zero, east + zero, down + zero
    north_shear = east_shear = north_rate = east_rate = down_rate = zero
    steered = layout[u(water.steered)]
    if steered > 0:
        s = layout[u(water.steering)]
        north, north_rate = x[u(s)] + zero, x[u(s + 1)] + zero
        east, east_rate = x[u(s + 3)] + zero, x[u(s + 4)] + zero
        if steered == 3:
            down, down_rate = x[u(s + 6)] + zero, x[u(s + 7)] + zero
    count = layout[u(water.profile_points)]
    if count > 0:
        first = layout[u(water.profile)]
        more, north_shear = curve(p, knots, first, count, depth)
        north += more
        more, east_shear = curve(p, knots, first + count, count, depth)
        east += more
    count = layout[u(water.history_points)]
    if count > 0:
        first = layout[u(water.history)]
        more, rate = curve(p, knots, first, count, time)
        north, north_rate = north + more, north_rate + rate
        more, rate = curve(p, knots, first + count, count, time)
        east, east_rate = east + more, east_rate + rate
        more, rate = curve(p, knots, first + 2 * count, count, time)
        down, down_rate = down + more, down_rate + rate
    return Stream(
        (north, east, down),
        (zero, zero, north_shear),
        (zero, zero, east_shear),
        (zero, zero, zero),
        (north_rate, east_rate, down_rate),
    )


@kernel
def advance_current(p: Array, layout: Integers, water: Water, x: Array, command: Array, rates: Array) -> None:
    """Write the rates of a current that is steered."""
    for k in range(layout[u(water.steered)]):
        goal = command[u(layout[u(water.commands + k)])]
        follow(p[u(water.response)], goal, x, layout[u(water.steering)] + 3 * k, rates)


def current_knots(table: Sequence[tuple[float, ...]]) -> list[Row]:
    """Return the points of each component in turn; beyond the first and the last it stays as there."""
    if not table:
        return []
    arguments, *components = zip(*table, strict=True)
    return [row for values in components for row in curve_rows(arguments, values, level_ends=True)]
