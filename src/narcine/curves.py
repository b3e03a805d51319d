"""Smooth curves through points of a table: cubic between them (Hermite), straight beyond the first and the last."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.spatial.vectors import Array, u
from narcine.tables import Row

KNOT_FLOATS = 3


class Knots(NamedTuple):
    """Columns of the table of the points of all curves."""

    argument: int
    value: int
    slope: int


@kernel
def knot_columns(n: int, p: int, i: int) -> Knots:
    """Return where the points of curves lie."""
    return Knots(argument=p, value=p + n, slope=p + 2 * n)


@kernel
def curve(p: Array, knots: Knots, first: int, count: int, x: Any) -> tuple[Any, Any]:
    """Return value and slope at x of the curve through `count` points, at least two, from a first one on."""
    return curve_piece(p, knots, piece_of(p, knots, first, count, x), x)


@kernel
def piece_of(p: Array, knots: Knots, first: int, count: int, x: Any) -> int:
    """Return the point at which the piece of a curve begins that x lies in; the first or the last piece beyond them."""
    low, high = first, first + count - 2
    while low < high:
        middle = (low + high + 1) // 2
        if x.real >= p[u(knots.argument + middle)].real:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def curve_piece(p: Array, knots: Knots, k: int, x: Any) -> tuple[Any, Any]:
    """Return value and slope at x of the piece of a curve between the points k and k + 1."""
    x0, x1 = p[u(knots.argument + k)], p[u(knots.argument + k + 1)]
    y0, y1 = p[u(knots.value + k)], p[u(knots.value + k + 1)]
    m0, m1 = p[u(knots.slope + k)], p[u(knots.slope + k + 1)]
    if x.real < x0.real:
        return y0 + m0 * (x - x0), m0
    if x.real > x1.real:
        return y1 + m1 * (x - x1), m1
    d = x1 - x0
    t = (x - x0) / d
    value = (
        (1.0 + 2.0 * t) * (1.0 - t) * (1.0 - t) * y0
        + t * (1.0 - t) * (1.0 - t) * d * m0
        + t * t * (3.0 - 2.0 * t) * y1
        + t * t * (t - 1.0) * d * m1
    )
    slope = 6.0 * t * (1.0 - t) * (y1 - y0) / d + (1.0 - t) * (1.0 - 3.0 * t) * m0 + t * (3.0 * t - 2.0) * m1
    return value, slope


def curve_rows(arguments: Sequence[float], values: Sequence[float], level_ends: bool = False) -> list[Row]:
    """Return the points with the slopes of their monotone interpolant (Fritsch and Butland).

    With level ends the curve stays at its first and last value beyond them.
    """
    from scipy.interpolate import PchipInterpolator

    slopes = PchipInterpolator(arguments, values).derivative()(arguments)
    if level_ends:
        slopes[[0, -1]] = 0.0
    columns = zip(arguments, values, slopes, strict=True)
    return [Row({"argument": x, "value": y, "slope": slope}, {}) for x, y, slope in columns]
