"""Tendons: cables from a motor's spool through guides on bodies, which pull and never push.

Between its guides a tendon runs straight and without friction, so its tension T is one along its path, and a joint that
the path crosses feels T times the distance of the path from the joint's axis: the moment arm follows from the angles.

    length l = sum of |r_(k+1) - r_k|,   stretch e = l - l_slack + spool angle
    T = k e + c e_dot min(1, e / TAUT) where e > 0 and this is positive, else 0 (slack)

On a drive of type torque, which has no angle, T = pretension + torque / spool, where that pulls.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.actuation.drives import DriveKind, Drives
from narcine.actuation.motor import load_motor, motor_torque, shaft_angle
from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import at_least_zero, clip
from narcine.spatial.rotations import matrix3, rotate, rotate_back
from narcine.spatial.vectors import (
    Array,
    Vector3,
    accumulate6,
    add3,
    dot3,
    norm3,
    scale3,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
    wrench_at,
)
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.transmission import Tendon

TENDON_FLOATS = 5
TENDON_INTEGERS = 3
GUIDE_FLOATS = 3
GUIDE_INTEGERS = 1
TAUT = 1e-4
"""Stretch (m) over which a tendon's damping comes up, so that its tension does not jump."""
NO_LENGTH = 1e-12
"""Distance (m) of two guides below which the tendon between them has no direction."""


class Tendons(NamedTuple):
    """Columns of the table of tendons."""

    rows: int
    stiffness: int
    damping: int
    slack: int
    """length at which it falls slack when the shaft is at zero"""
    pretension: int
    spool: int
    """what a unit of the shaft's angle takes in; negative: lets out"""
    drive: int
    first_guide: int
    guides: int


class Guides(NamedTuple):
    """Columns of the table of guides, tendon by tendon."""

    rows: int
    at: int
    link: int


@kernel
def tendon_columns(n: int, p: int, i: int) -> Tendons:
    """Return where the numbers of the tendons lie."""
    return Tendons(
        rows=n,
        stiffness=p,
        damping=p + n,
        slack=p + 2 * n,
        pretension=p + 3 * n,
        spool=p + 4 * n,
        drive=i,
        first_guide=i + n,
        guides=i + 2 * n,
    )


@kernel
def guide_columns(n: int, p: int, i: int) -> Guides:
    """Return where the guides lie."""
    return Guides(rows=n, at=p, link=i)


@kernel
def guide_place(p: Array, layout: Integers, guides: Guides, g: int, w: Work, work: Array) -> tuple[Vector3, Vector3]:
    """Return where a guide is and how it moves, in world axes."""
    link = layout[u(guides.link + g)]
    at = vector3(p, guides.at + 3 * g)
    attitude = matrix3(work, w.attitude + 9 * link)
    velocity = rotate(attitude, velocity_at(vector6(work, w.motion + 6 * link), at))
    return add3(vector3(work, w.place + 3 * link), rotate(attitude, at)), velocity


@kernel
def tendon_length(
    p: Array, layout: Integers, tendons: Tendons, guides: Guides, i: int, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return the length of a tendon's path and its rate."""
    first = layout[u(tendons.first_guide + i)]
    here, speed = guide_place(p, layout, guides, first, w, work)
    length = 0.0 * here[0]
    rate = 0.0 * here[0]
    for g in range(first + 1, first + layout[u(tendons.guides + i)]):
        there, speed_there = guide_place(p, layout, guides, g, w, work)
        reach = subtract3(there, here)
        span = norm3(reach)
        length += span
        if span.real > NO_LENGTH:
            rate += dot3(reach, subtract3(speed_there, speed)) / span
        here, speed = there, speed_there
    return length, rate


@kernel
def tendon_tension(
    p: Array, layout: Integers, tendons: Tendons, guides: Guides, drives: Drives, i: int, x: Array, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return the tension of a tendon and the speed at which its spool takes it in."""
    length, rate = tendon_length(p, layout, tendons, guides, i, w, work)
    motor = layout[u(tendons.drive + i)]
    spool = p[u(tendons.spool + i)]
    if layout[u(drives.kind + motor)] == DriveKind.SHAFT:
        torque, _ = motor_torque(p, layout, drives, motor, x, w, work)
        return p[u(tendons.pretension + i)] + at_least_zero(torque / spool), -rate
    angle, speed = shaft_angle(layout, drives, motor, x)
    stretch = length - p[u(tendons.slack + i)] + spool * angle
    braking = p[u(tendons.damping + i)] * (rate + spool * speed) * clip(stretch / TAUT, 0.0, 1.0)
    return at_least_zero(p[u(tendons.stiffness + i)] * at_least_zero(stretch) + braking), spool * speed


@kernel
def add_tendon_pull(
    p: Array,
    layout: Integers,
    tendons: Tendons,
    guides: Guides,
    drives: Drives,
    x: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Let every tendon pull its guides towards each other, and brake its motor."""
    for i in range(tendons.rows):
        tension, _ = tendon_tension(p, layout, tendons, guides, drives, i, x, w, work)
        load_motor(p, layout, drives, layout[u(tendons.drive + i)], p[u(tendons.spool + i)] * tension, rates)
        first = layout[u(tendons.first_guide + i)]
        for g in range(first, first + layout[u(tendons.guides + i)] - 1):
            if layout[u(guides.link + g)] == layout[u(guides.link + g + 1)]:
                continue
            here, _ = guide_place(p, layout, guides, g, w, work)
            there, _ = guide_place(p, layout, guides, g + 1, w, work)
            reach = subtract3(there, here)
            span = norm3(reach)
            if span.real > NO_LENGTH:
                pull = scale3(tension / span, reach)
                pull_guide(p, layout, guides, g, pull, w, work, wrench)
                pull_guide(p, layout, guides, g + 1, scale3(-1.0, pull), w, work, wrench)


@kernel
def pull_guide(
    p: Array, layout: Integers, guides: Guides, g: int, force: Vector3, w: Work, work: Array, wrench: int
) -> None:
    """Add a force in world axes to the body of a guide."""
    link = layout[u(guides.link + g)]
    local = rotate_back(matrix3(work, w.attitude + 9 * link), force)
    accumulate6(work, wrench + 6 * link, wrench_at(vector3(p, guides.at + 3 * g), local))


def tendon_row(tendon: "Tendon", path: Array, drive: int, first_guide: int) -> Row:
    """Return the row of a tendon whose guides lie on this path (guide, 3) when all joints stand at zero."""
    length = float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())
    numbers = {
        "stiffness": tendon.stiffness,
        "damping": tendon.damping,
        "slack": length - tendon.pretension / tendon.stiffness,
        "pretension": tendon.pretension,
        "spool": tendon.spool,
    }
    return Row(numbers, {"drive": drive, "first_guide": first_guide, "guides": len(path)})
