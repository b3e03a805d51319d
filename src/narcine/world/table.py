"""The tables of the world: obstacles, vehicles, the hulls of their bodies with points, the forms that meet others."""

from enum import IntEnum
from typing import NamedTuple

from narcine.compiled import kernel

OBSTACLE_FLOATS = 19
OBSTACLE_INTEGERS = 3
FLEET_FLOATS = 4
FLEET_INTEGERS = 6
HULL_FLOATS = 13
HULL_INTEGERS = 5
POINT_FLOATS = 3
FORM_FLOATS = 9
FORM_INTEGERS = 1


class ObstacleKind(IntEnum):
    """How the distance to an obstacle is found."""

    PLANE = 0
    BOX = 1
    CYLINDER = 2
    ELLIPSOID = 3


class HullKind(IntEnum):
    """How the deepest points of a body are found."""

    ELLIPSOID = 0
    POINTS = 1


class Obstacles(NamedTuple):
    """Columns of the table of obstacles."""

    rows: int
    turn: int
    """obstacle to world (9)"""
    at: int
    """centre, or a point of the plane (3)"""
    size: int
    """half extents of a box; radius, half length and 0 of a cylinder along its third axis; semi-axes; the normal of a
    plane (3)"""
    reach: int
    """distance from the centre beyond which there is nothing of it"""
    flat: int
    """length and width of its largest flat part; the first of a line, none of what is round (2)"""
    edge: int
    """radius of the edges of a box or a cylinder"""
    kind: int
    path: int
    """first point of its north coordinate by time; east and down follow"""
    path_points: int
    """of each coordinate; none of what stands still"""


class Fleet(NamedTuple):
    """Columns of the table of vehicles, and of the law by which they touch."""

    rows: int
    reach: int
    """distance from the root's origin beyond which there is nothing of the vehicle, whatever its joints do"""
    damping: int
    friction: int
    slip: int
    root: int
    first: int
    """first row of its hulls"""
    hulls: int
    state: int
    """where the work of its contacts lies in the state, then their impulses, one per obstacle and one per vehicle"""
    first_form: int
    """first row of the forms as which it touches other vehicles"""
    forms: int


class Hulls(NamedTuple):
    """Columns of the table of hulls."""

    rows: int
    centre: int
    """in body axes (3)"""
    size: int
    """semi-axes of an ellipsoid (3)"""
    reach: int
    """distance from the centre beyond which there is nothing of it"""
    stiffness: int
    grip: int
    """largest friction over the speed at which it slides (N s/m)"""
    share: int
    """of stiffness and grip of each corner"""
    extent: int
    """length and width (2)"""
    spacing: int
    """distance of neighbouring points"""
    link: int
    kind: int
    first: int
    """first row of its points"""
    corners: int
    """how many of them can touch a plane"""
    points: int
    """how many there are in all"""


class Points(NamedTuple):
    """The one column of the table of points: from the hull's centre, in body axes."""

    at: int


class Forms(NamedTuple):
    """Columns of the table of forms: the ellipsoids as which bodies of different vehicles touch each other."""

    rows: int
    centre: int
    """in body axes (3)"""
    size: int
    """semi-axes (3)"""
    reach: int
    """the longest of them"""
    stiffness: int
    grip: int
    """largest friction over the speed at which it slides (N s/m)"""
    link: int


@kernel
def obstacle_columns(n: int, p: int, i: int) -> Obstacles:
    """Return where the numbers of obstacles lie."""
    return Obstacles(
        rows=n,
        turn=p,
        at=p + 9 * n,
        size=p + 12 * n,
        reach=p + 15 * n,
        flat=p + 16 * n,
        edge=p + 18 * n,
        kind=i,
        path=i + n,
        path_points=i + 2 * n,
    )


@kernel
def fleet_columns(n: int, p: int, i: int) -> Fleet:
    """Return where the numbers of vehicles lie."""
    return Fleet(
        rows=n,
        reach=p,
        damping=p + n,
        friction=p + 2 * n,
        slip=p + 3 * n,
        root=i,
        first=i + n,
        hulls=i + 2 * n,
        state=i + 3 * n,
        first_form=i + 4 * n,
        forms=i + 5 * n,
    )


@kernel
def hull_columns(n: int, p: int, i: int) -> Hulls:
    """Return where the numbers of hulls lie."""
    return Hulls(
        rows=n,
        centre=p,
        size=p + 3 * n,
        reach=p + 6 * n,
        stiffness=p + 7 * n,
        grip=p + 8 * n,
        share=p + 9 * n,
        extent=p + 10 * n,
        spacing=p + 12 * n,
        link=i,
        kind=i + n,
        first=i + 2 * n,
        corners=i + 3 * n,
        points=i + 4 * n,
    )


@kernel
def point_columns(n: int, p: int, i: int) -> Points:
    """Return where the points lie."""
    return Points(at=p)


@kernel
def form_columns(n: int, p: int, i: int) -> Forms:
    """Return where the numbers of forms lie."""
    return Forms(
        rows=n,
        centre=p,
        size=p + 3 * n,
        reach=p + 6 * n,
        stiffness=p + 7 * n,
        grip=p + 8 * n,
        link=i,
    )
