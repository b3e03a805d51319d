"""Couplings between two links, or a link and the world: they hold vehicles together and close loops.

Where every body is free, they are what joints are. A coupling is a number of rows; each says of the two links' motions
how fast one relation between them changes, J_1 nu_1 + J_2 nu_2. Its first rows are held at zero; those of its
coordinates follow (the angle of a hinge, say), which are free, elastic or prescribed.
"""

from enum import IntEnum
from typing import NamedTuple

from narcine.compiled import kernel

COUPLING_FLOATS = 3 + 3 + 9 + 3 + 3 + 1 + 2 + 2
COUPLING_INTEGERS = 13
SLOT_INTEGERS = 3


class CouplingKind(IntEnum):
    """What a coupling lets its second link do against the first."""

    RIGID = 0
    BALL = 1
    HINGE = 2
    SLIDER = 3
    DISTANCE = 4
    UNIVERSAL = 5


HELD_ROWS = {
    CouplingKind.RIGID: 6,
    CouplingKind.BALL: 3,
    CouplingKind.HINGE: 5,
    CouplingKind.SLIDER: 5,
    CouplingKind.DISTANCE: 1,
    CouplingKind.UNIVERSAL: 4,
}
COUPLING_STATES = (
    "docked",
    "at_forward",
    "at_starboard",
    "at_down",
    "attitude_w",
    "attitude_x",
    "attitude_y",
    "attitude_z",
    "work",
)
"""What a coupling that docks keeps in the state: whether it holds, where and how it took hold, and the energy that was
lost in doing so (J, negative)."""


class Couplings(NamedTuple):
    """Columns of the coupling table."""

    rows: int
    at: int
    """in the axes of the first link; where it docks, a state says where it took hold (3)"""
    to: int
    """the same point in the second's axes (3)"""
    placement: int
    """second's to first's axes at zero angle; where it docks, a state says how it took hold (9)"""
    axis: int
    """of a hinge or slider, the outer one of a universal joint, in the second's axes (3)"""
    inner: int
    """inner axis of a universal joint, in the first's axes (3)"""
    size: int
    """length of a distance, cosine between the axes of a universal joint"""
    scale: int
    """how much a unit of force, and of moment, moves all of the links' trees as one body of about a metre (2)"""
    capture: int
    """distance and angle within which it takes hold (2)"""
    kind: int
    first: int
    second: int
    first_root: int
    first_end: int
    second_root: int
    second_end: int
    """links from the root of the tree of each to its end; equal where it is the world"""
    state: int
    """where its states lie, or -1 for a joint"""
    slot: int
    """its first row among all"""
    coordinates: int
    """how many of its rows are coordinates"""
    position: int
    velocity: int
    """where these lie, the latter among the velocities"""
    prescribed: int
    """which of them are prescribed: 1 the first, 2 the second"""


@kernel
def coupling_columns(n: int, p: int, i: int) -> Couplings:
    """Return where the numbers of the couplings lie."""
    return Couplings(
        rows=n,
        at=p,
        to=p + 3 * n,
        placement=p + 6 * n,
        axis=p + 15 * n,
        inner=p + 18 * n,
        size=p + 21 * n,
        scale=p + 22 * n,
        capture=p + 24 * n,
        kind=i,
        first=i + n,
        second=i + 2 * n,
        first_root=i + 3 * n,
        first_end=i + 4 * n,
        second_root=i + 5 * n,
        second_end=i + 6 * n,
        state=i + 7 * n,
        slot=i + 8 * n,
        coordinates=i + 9 * n,
        position=i + 10 * n,
        velocity=i + 11 * n,
        prescribed=i + 12 * n,
    )


class Slots(NamedTuple):
    """Columns of the rows of all couplings; K is kept from each row's first entry that is not zero to its diagonal."""

    rows: int
    coupling: int
    first: int
    """first row that shares a tree with this one"""
    start: int
    """where its entries of K begin"""


@kernel
def slot_columns(n: int, p: int, i: int) -> Slots:
    """Return where the integers of the slots lie."""
    return Slots(rows=n, coupling=i, first=i + n, start=i + 2 * n)
