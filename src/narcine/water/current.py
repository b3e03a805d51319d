"""The current: steady everywhere, and as it changes with depth (horizontal, so that no water is lost) and with time."""

from collections.abc import Sequence
from typing import Any

from narcine.compiled import kernel
from narcine.curves import Knots, curve, curve_rows
from narcine.spatial.vectors import Array, u, vector3
from narcine.tables import Integers, Row
from narcine.water.medium import Water
from narcine.water.stream import Stream


@kernel
def current_at(p: Array, layout: Integers, water: Water, knots: Knots, depth: Any, time: Any) -> Stream:
    """Return the current at a depth and a time."""
    zero = 0.0 * depth
    north, east, down = vector3(p, water.current)
    north, east, down = north + zero, east + zero, down + zero
    north_shear = east_shear = north_rate = east_rate = down_rate = zero
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
        more, north_rate = curve(p, knots, first, count, time)
        north += more
        more, east_rate = curve(p, knots, first + count, count, time)
        east += more
        more, down_rate = curve(p, knots, first + 2 * count, count, time)
        down += more
    return Stream(
        (north, east, down),
        (zero, zero, north_shear),
        (zero, zero, east_shear),
        (zero, zero, zero),
        (north_rate, east_rate, down_rate),
    )


def current_knots(table: Sequence[tuple[float, ...]]) -> list[Row]:
    """Return the points of each component in turn; beyond the first and the last it stays as there."""
    if not table:
        return []
    arguments, *components = zip(*table, strict=True)
    return [row for values in components for row in curve_rows(arguments, values, level_ends=True)]
