"""Plates that bend by shear: a pinion moves one of two parallel plates, joined at their tips, along the other.

Two parallel curves a distance d apart differ in length by d times the angle through which they turn. So a rack that
moves the drive plate by s bends the joints along the plates until d_1 q_1 + d_2 q_2 + ... = s, and the plates' own
stretch takes the rest. A sheath holds the plates together, so they push as they pull:

    s = pinion angle,   e = s - sum of d_j q_j,   F = k e + c e_dot,   effort of joint j = d_j F,   load = pinion F

On a drive of type torque, which has no angle, F = torque / pinion.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.actuation.drives import DriveKind, Drives
from narcine.actuation.motor import load_motor, motor_torque, shaft_angle
from narcine.compiled import kernel
from narcine.multibody.links import Links
from narcine.multibody.work import Work
from narcine.spatial.vectors import Array, u
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.transmission import Plates

PLATES_FLOATS = 3
PLATES_INTEGERS = 3
BEND_FLOATS = 1
BEND_INTEGERS = 2


class PlatePairs(NamedTuple):
    """Columns of the table of plates."""

    rows: int
    stiffness: int
    damping: int
    pinion: int
    drive: int
    first_bend: int
    bends: int


class Bends(NamedTuple):
    """Columns of the table of joints that plates bend, pair by pair."""

    rows: int
    separation: int
    position: int
    velocity: int


@kernel
def plates_columns(n: int, p: int, i: int) -> PlatePairs:
    """Return where the numbers of the plates lie."""
    return PlatePairs(rows=n, stiffness=p, damping=p + n, pinion=p + 2 * n, drive=i, first_bend=i + n, bends=i + 2 * n)


@kernel
def bend_columns(n: int, p: int, i: int) -> Bends:
    """Return where the joints that plates bend lie."""
    return Bends(rows=n, separation=p, position=i, velocity=i + n)


@kernel
def plates_force(
    p: Array,
    layout: Integers,
    plates: PlatePairs,
    bends: Bends,
    drives: Drives,
    links: Links,
    i: int,
    x: Array,
    w: Work,
    work: Array,
) -> tuple[Any, Any]:
    """Return the force of the pinion on the drive plate, and the speed of the rack there."""
    first = layout[u(plates.first_bend + i)]
    shear = 0.0 * x[u(0)]
    rate = 0.0 * x[u(0)]
    for b in range(first, first + layout[u(plates.bends + i)]):
        separation = p[u(bends.separation + b)]
        shear += separation * x[u(layout[u(bends.position + b)])]
        rate += separation * x[u(links.first_velocity + layout[u(bends.velocity + b)])]
    motor = layout[u(plates.drive + i)]
    pinion = p[u(plates.pinion + i)]
    if layout[u(drives.kind + motor)] == DriveKind.SHAFT:
        torque, _ = motor_torque(p, layout, drives, motor, x, w, work)
        return torque / pinion, rate
    angle, speed = shaft_angle(layout, drives, motor, x)
    force = p[u(plates.stiffness + i)] * (pinion * angle - shear)
    return force + p[u(plates.damping + i)] * (pinion * speed - rate), pinion * speed


@kernel
def add_plate_efforts(
    p: Array,
    layout: Integers,
    plates: PlatePairs,
    bends: Bends,
    drives: Drives,
    links: Links,
    x: Array,
    w: Work,
    work: Array,
    rates: Array,
) -> None:
    """Let every pair of plates bend its joints, and brake its motor."""
    for i in range(plates.rows):
        force, _ = plates_force(p, layout, plates, bends, drives, links, i, x, w, work)
        load_motor(p, layout, drives, layout[u(plates.drive + i)], p[u(plates.pinion + i)] * force, rates)
        first = layout[u(plates.first_bend + i)]
        for b in range(first, first + layout[u(plates.bends + i)]):
            work[u(w.spring + layout[u(bends.velocity + b)])] += p[u(bends.separation + b)] * force


def plates_row(plates: "Plates", drive: int, first_bend: int) -> Row:
    """Return the row of a pair of plates."""
    numbers = {"stiffness": plates.stiffness, "damping": plates.damping, "pinion": plates.pinion}
    return Row(numbers, {"drive": drive, "first_bend": first_bend, "bends": len(plates.joints)})
