"""The table of shapes that the surface can cut, and the rows of a body's shape."""

from enum import IntEnum
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.compiled import kernel
from narcine.tables import Row

if TYPE_CHECKING:
    from narcine.description.body import Body

WATERLINE_FLOATS = 8
WATERLINE_INTEGERS = 5
FRUSTUM_FLOATS = 4
TRIANGLE_FLOATS = 9


SMALLEST = 1e-3
"""Radius (m) of the sphere as which a body without shape and volume leaves the water."""


class CutKind(IntEnum):
    """How the wet part of a shape is found."""

    ELLIPSOID = 0
    FRUSTA = 1
    MESH = 2


class Waterlines(NamedTuple):
    """Columns of the table of shapes."""

    rows: int
    centre: int
    """centroid of the shape in body axes (3)"""
    size: int
    """semi-axes of an ellipsoid, stretch of frusta (3)"""
    volume: int
    reach: int
    """distance from the centroid beyond which there is nothing of the shape"""
    link: int
    kind: int
    axis: int
    """body axis of frusta"""
    first: int
    """first row of frusta or triangles"""
    pieces: int
    """how many of them"""


class Frusta(NamedTuple):
    """The one column of the table of frusta: x0, r0, x1, r1."""

    ends: int


class Triangles(NamedTuple):
    """The one column of the table of triangles: three corners, from the centroid, outward."""

    corners: int


@kernel
def waterline_columns(n: int, p: int, i: int) -> Waterlines:
    """Return where the numbers of the shapes lie."""
    return Waterlines(
        rows=n,
        centre=p,
        size=p + 3 * n,
        volume=p + 6 * n,
        reach=p + 7 * n,
        link=i,
        kind=i + n,
        axis=i + 2 * n,
        first=i + 3 * n,
        pieces=i + 4 * n,
    )


@kernel
def frustum_columns(n: int, p: int, i: int) -> Frusta:
    """Return where the frusta lie."""
    return Frusta(ends=p)


@kernel
def triangle_columns(n: int, p: int, i: int) -> Triangles:
    """Return where the triangles lie."""
    return Triangles(corners=p)


def waterline_rows(
    body: "Body", link: int, first_frustum: int, first_triangle: int
) -> tuple[list[Row], list[Row], list[Row]]:
    """Return the rows of a body's shape: itself, its frusta, its triangles.

    A body without a shape is cut like a sphere of the volume that it displaces.
    """
    geometry: Any = body.shape.geometry if body.shape is not None else None
    if geometry is None:
        radius = max((0.75 / pi * body.volume) ** (1.0 / 3.0), SMALLEST)
        return [_row(body.buoyancy_centre, (radius,) * 3, body.volume, radius, link, CutKind.ELLIPSOID)], [], []
    cut = geometry.cut
    reach = float(np.linalg.norm(np.abs(geometry.bounds).max(axis=0)))
    numbers = (body.centre, cut.size, geometry.volume, reach, link, CutKind[cut.kind.upper()], cut.axis)
    if cut.kind == "frusta":
        frusta = [Row({"ends": ends}, {}) for ends in cut.pieces]
        return [_row(*numbers, first_frustum, len(frusta))], frusta, []
    if cut.kind == "mesh":
        triangles = [Row({"corners": corners}, {}) for corners in cut.pieces]
        return [_row(*numbers, first_triangle, len(triangles))], [], triangles
    return [_row(*numbers)], [], []


def _row(
    centre: Any,
    size: Any,
    volume: float,
    reach: float,
    link: int,
    kind: CutKind,
    axis: int = 0,
    first: int = 0,
    pieces: int = 0,
) -> Row:
    numbers = {"centre": centre, "size": size, "volume": volume, "reach": reach}
    return Row(numbers, {"link": link, "kind": kind, "axis": axis, "first": first, "pieces": pieces})
