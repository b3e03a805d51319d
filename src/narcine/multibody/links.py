"""The links of a forest: bodies, and massless frames between the two hinges of a universal joint.

A link hangs on its parent by one joint; the world counts as one more link behind the last. Its rotation to the
parent's axes and its origin there are

    R = T0 + a T1 + b T2,   r = r0 + a r1 + b r2

with (a, b) = (cos q, sin q) for a hinge, (q, 0) for a slider and (0, 0) for a fixed joint. For a ball joint R = T0
R(q) and r = r0 - R r1.
"""

from enum import IntEnum
from typing import NamedTuple

from narcine.compiled import kernel
from narcine.spatial.inertias import INERTIA_SIZE, RIGID_SIZE

LINK_FLOATS = 27 + 9 + 2 * INERTIA_SIZE + RIGID_SIZE + 6
LINK_INTEGERS = 7
FREEDOM_FLOATS = 6


class JointKind(IntEnum):
    """What a joint lets its link do."""

    FREE = 0
    FIXED = 1
    HINGE = 2
    SLIDER = 3
    BALL = 4


POSITION_WIDTH = {JointKind.FREE: 7, JointKind.FIXED: 0, JointKind.HINGE: 1, JointKind.SLIDER: 1, JointKind.BALL: 4}
VELOCITY_WIDTH = {JointKind.FREE: 6, JointKind.FIXED: 0, JointKind.HINGE: 1, JointKind.SLIDER: 1, JointKind.BALL: 3}


class Links(NamedTuple):
    """Columns of the link table."""

    rows: int
    turn: int
    """T0, T1, T2 (27)"""
    reach: int
    """r0, r1, r2 (9)"""
    own: int
    """inertia of the body, of the water trapped in it, and of the water that it carries along (21)"""
    rigid: int
    """the first two of these: mass, mass times centre, moments of inertia (10)"""
    added: int
    """the third (21)"""
    coriolis: int
    """share of the coupling of the added linear momentum with rotation, per axis (3)"""
    centre: int
    """of the water that moves with the body, where its coriolis factors hold and where it meets the water (3)"""
    parent: int
    kind: int
    position: int
    velocity: int
    freedoms: int
    prescribed: int
    carries: int
    """whether other links hang on this one"""
    freedom: int
    """per velocity coordinate: the motion (6) that its unit makes, in the axes of its link"""
    first_velocity: int
    """where velocities start in the state"""


@kernel
def link_columns(n: int, p: int, i: int, freedom: int = 0, first_velocity: int = 0) -> Links:
    """Return where the numbers of the links lie."""
    return Links(
        rows=n,
        turn=p,
        reach=p + 27 * n,
        own=p + 36 * n,
        rigid=p + 57 * n,
        added=p + 67 * n,
        coriolis=p + 88 * n,
        centre=p + 91 * n,
        parent=i,
        kind=i + n,
        position=i + 2 * n,
        velocity=i + 3 * n,
        freedoms=i + 4 * n,
        prescribed=i + 5 * n,
        carries=i + 6 * n,
        freedom=freedom,
        first_velocity=first_velocity,
    )


class Freedoms(NamedTuple):
    """The one column of the freedom table."""

    motion: int


@kernel
def freedom_columns(n: int, p: int, i: int) -> Freedoms:
    """Return where the motions of the freedoms lie."""
    return Freedoms(motion=p)
