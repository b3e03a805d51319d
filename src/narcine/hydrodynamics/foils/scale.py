"""How a foil's area and coefficients change with joint angles and with what is deployed.

Each scale is a smooth monotone curve (Fritsch and Butland) over one entry of the state, constant beyond its ends;
scales of one quantity multiply. An area that grows by k is a span that grows by k at the same chord and centre, so that
the aspect ratio grows by k, and with it Helmbold's slope a:

    a(k) / a(1) = k h,   h = (2 + sqrt(AR^2 + 4)) / (2 + sqrt(k^2 AR^2 + 4)),   C_Di(k) / C_Di(1) = k h^2

at the same angle of attack. Nothing divides by k: a foil that is retracted (k = 0) has no force, and derivatives.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.curves import Knots, curve, curve_rows
from narcine.scalars import clip, sqrt
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.scaling import FoilScale

SCALE_INTEGERS = 4


class ScaledQuantity(IntEnum):
    """What can be scaled."""

    AREA = 0
    SLOPE = 1
    NORMAL_COEFFICIENT = 2
    TANGENTIAL_COEFFICIENT = 3
    PARASITIC_DRAG = 4
    BROADSIDE_DRAG = 5


class Scales(NamedTuple):
    """Columns of the table of scales; those of a foil stand in a row."""

    quantity: int
    state: int
    """entry of the state with which it changes"""
    first_knot: int
    knots: int


class Stretch(NamedTuple):
    """By how much each number of a foil is multiplied at this moment."""

    area: Any
    slope: Any
    induced: Any
    """induced drag at the same angle of attack"""
    normal: Any
    tangential: Any
    parasitic: Any
    broadside: Any


@kernel
def scale_columns(n: int, p: int, i: int) -> Scales:
    """Return where the numbers of the scales lie."""
    return Scales(quantity=i, state=i + n, first_knot=i + 2 * n, knots=i + 3 * n)


@kernel
def stretched(
    p: Array, layout: Integers, scales: Scales, knots: Knots, first: int, count: int, aspect_ratio: Any, x: Array
) -> Stretch:
    """Return how a foil of this aspect ratio, or of a given slope where that is zero, is scaled in the state x."""
    one = 0.0 * aspect_ratio + 1.0
    area, slope, normal, tangential, parasitic, broadside = one, one, one, one, one, one
    if count == 0:
        return Stretch(area, slope, one, normal, tangential, parasitic, broadside)
    for k in range(first, first + count):
        quantity = layout[u(scales.quantity + k)]
        factor = scale_at(
            p, knots, layout[u(scales.first_knot + k)], layout[u(scales.knots + k)], x, layout[u(scales.state + k)]
        )
        if quantity == ScaledQuantity.AREA:
            area = area * factor
        elif quantity == ScaledQuantity.SLOPE:
            slope = slope * factor
        elif quantity == ScaledQuantity.NORMAL_COEFFICIENT:
            normal = normal * factor
        elif quantity == ScaledQuantity.TANGENTIAL_COEFFICIENT:
            tangential = tangential * factor
        elif quantity == ScaledQuantity.PARASITIC_DRAG:
            parasitic = parasitic * factor
        else:
            broadside = broadside * factor
    induced = slope * slope
    if aspect_ratio.real > 0.0:
        square = aspect_ratio * aspect_ratio
        h = (2.0 + sqrt(square + 4.0)) / (2.0 + sqrt(area * area * square + 4.0))
        slope = slope * area * h
        induced = induced * area * h * h
    return Stretch(area, slope, induced, normal, tangential, parasitic, broadside)


@kernel
def scale_at(p: Array, knots: Knots, first: int, count: int, x: Array, state: int) -> Any:
    """Return the value of one curve at an entry of the state."""
    place = clip(x[u(state)], p[u(knots.argument + first)], p[u(knots.argument + first + count - 1)])
    value, _ = curve(p, knots, first, count, place)
    return value


def scale_rows(scales: "Sequence[FoilScale]", states: Sequence[int], first_knot: int) -> tuple[list[Row], list[Row]]:
    """Return the rows of a foil's scales, each over its entry of the state, and the points of their curves."""
    rows: list[Row] = []
    knots: list[Row] = []
    for scale, state in zip(scales, states, strict=True):
        places, values = zip(*scale.table, strict=True)
        points = curve_rows(places, values)
        integers = {
            "quantity": ScaledQuantity[scale.quantity.upper()],
            "state": state,
            "first_knot": first_knot + len(knots),
            "knots": len(points),
        }
        rows.append(Row({}, integers))
        knots += points
    return rows, knots
