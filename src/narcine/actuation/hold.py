"""Holds: PID controllers of depth, roll, pitch and heading that act on the pulses of thrusters or on a gait.

    output = clip(P e + y - D q_dot, -limit, limit),   y_dot = I e,   e = command - (q + offset)

q is the depth of a body's origin or one of its Euler angles Rz(heading) Ry(pitch) Rx(roll), q_dot its rate: commands
are held, so that -q_dot is the rate of e, and a changed command gives no kick. Errors of angles are wrapped to
(-pi, pi]. Of several bodies, as of a chain, means are taken. `offset` is what the sensor reads too much.
y, the integral's own part of the output, stands still while the output is at its limit and e would take it further
(clamping; Astrom and Hagglund 1995, section 3.5); whether it does is decided on real parts, so that a complex step
passes through the branch that the run takes.

A gait's turn or dive follows its command and the output u of holds together. The follower is linear in its command, so
that u enters after the kinematics are known: the third derivative of the parameter gets w^3 u (`narcine.following`).
"""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.following import NINETY_PERCENT
from narcine.multibody.work import Work
from narcine.scalars import atan2, clip, cos, magnitude, sin, sqrt
from narcine.spatial.vectors import Array, angular, cross, dot3, linear, u, vector3, vector6
from narcine.tables import Integers, Row, Table, table_start

if TYPE_CHECKING:
    from narcine.description.hold import Hold

HOLD_FLOATS = 5
HOLD_INTEGERS = 5
MIXING_FLOATS = 1
MIXING_INTEGERS = 1
HELD_BODY_INTEGERS = 1
STEERING_FLOATS = 1
STEERING_INTEGERS = 2
UPRIGHT = 1e-12
"""Square of the cosine of pitch below which rates of roll and heading, there undefined, are held finite."""


class Held(IntEnum):
    """What a hold holds."""

    DEPTH = 0
    ROLL = 1
    PITCH = 2
    HEADING = 3


class Holds(NamedTuple):
    """Columns of the table of holds."""

    rows: int
    proportional: int
    integral: int
    derivative: int
    offset: int
    limit: int
    held: int
    first_body: int
    bodies: int
    command: int
    state: int


class HeldBodies(NamedTuple):
    """Columns of the table of bodies whose depth or angle holds take, hold by hold."""

    rows: int
    link: int


class Mixing(NamedTuple):
    """Columns of the table of what thrusters get of holds, thruster by thruster."""

    rows: int
    weight: int
    hold: int


class Steering(NamedTuple):
    """Columns of the table of gait parameters that holds act on."""

    rows: int
    weight: int
    hold: int
    state: int
    """the acceleration of the parameter"""


@kernel
def hold_columns(n: int, p: int, i: int) -> Holds:
    """Return where the numbers of the holds lie."""
    return Holds(
        rows=n,
        proportional=p,
        integral=p + n,
        derivative=p + 2 * n,
        offset=p + 3 * n,
        limit=p + 4 * n,
        held=i,
        first_body=i + n,
        bodies=i + 2 * n,
        command=i + 3 * n,
        state=i + 4 * n,
    )


@kernel
def held_body_columns(n: int, p: int, i: int) -> HeldBodies:
    """Return where the bodies that holds look at lie."""
    return HeldBodies(rows=n, link=i)


@kernel
def steering_columns(n: int, p: int, i: int) -> Steering:
    """Return where what holds do to gaits lies."""
    return Steering(rows=n, weight=p, hold=i, state=i + n)


@kernel
def mixing_columns(n: int, p: int, i: int) -> Mixing:
    """Return where the shares of the holds' outputs lie."""
    return Mixing(rows=n, weight=p, hold=i)


@kernel
def held_value(held: int, link: int, w: Work, work: Array) -> tuple[Any, Any]:
    """Return what is held of a link and its rate; a row r of the attitude turns as r_dot = r x w."""
    motion = vector6(work, w.motion + 6 * link)
    down = vector3(work, w.attitude + 9 * link + 6)
    if held == Held.DEPTH:
        return work[u(w.place + 3 * link + 2)], dot3(down, linear(motion))
    level = down[1] * down[1] + down[2] * down[2] + UPRIGHT
    turning = cross(down, angular(motion))
    if held == Held.ROLL:
        return atan2(down[1], down[2]), (down[2] * turning[1] - down[1] * turning[2]) / level
    if held == Held.PITCH:
        return atan2(-down[0], sqrt(level)), -turning[0] / sqrt(level)
    north, east = vector3(work, w.attitude + 9 * link), vector3(work, w.attitude + 9 * link + 3)
    north_turning, east_turning = cross(north, angular(motion)), cross(east, angular(motion))
    rate = (north[0] * east_turning[0] - east[0] * north_turning[0]) / level
    return atan2(east[0], north[0]), rate


@kernel
def hold_error(
    p: Array, layout: Integers, holds: Holds, i: int, command: Array, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return by how much what is held must grow, and its rate, as the mean of all bodies of the hold.

    Errors of angles are averaged about the direction of their sum, wrapped: no body jumps while another does not.
    """
    held = layout[u(holds.held + i)]
    bodies = held_body_columns(*table_start(layout, Table.HELD_BODIES))
    first, count = layout[u(holds.first_body + i)], layout[u(holds.bodies + i)]
    wanted = command[u(layout[u(holds.command + i)])] - p[u(holds.offset + i)]
    zero = 0.0 * work[u(w.place)]
    middle = zero
    if held != Held.DEPTH:
        sine, cosine = zero, zero
        for k in range(first, first + count):
            value, _ = held_value(held, layout[u(bodies.link + k)], w, work)
            sine += sin(wanted - value)
            cosine += cos(wanted - value)
        middle = atan2(sine, cosine)
    error, rate = middle, zero
    for k in range(first, first + count):
        value, growth = held_value(held, layout[u(bodies.link + k)], w, work)
        missing = wanted - value - middle
        if held != Held.DEPTH:
            missing = atan2(sin(missing), cos(missing))
        error += missing / count
        rate += growth / count
    return error, rate


@kernel
def hold_output(
    p: Array, layout: Integers, holds: Holds, i: int, x: Array, command: Array, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return the output of a hold (us of pulse, or rad) and the rate of its integral."""
    error, rate = hold_error(p, layout, holds, i, command, w, work)
    wanted = p[u(holds.proportional + i)] * error + x[u(layout[u(holds.state + i)])]
    wanted -= p[u(holds.derivative + i)] * rate
    limit = p[u(holds.limit + i)]
    growth = p[u(holds.integral + i)] * error
    if magnitude(wanted).real >= limit.real and wanted.real * error.real > 0.0:
        growth = 0.0 * growth
    return clip(wanted, -limit, limit), growth


@kernel
def advance_holds(
    p: Array, layout: Integers, holds: Holds, x: Array, command: Array, w: Work, work: Array, rates: Array
) -> None:
    """Write the rates of the integrals of all holds."""
    for i in range(holds.rows):
        _, growth = hold_output(p, layout, holds, i, x, command, w, work)
        rates[u(layout[u(holds.state + i)])] = growth


@kernel
def steer_gaits(
    p: Array,
    layout: Integers,
    steering: Steering,
    holds: Holds,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    rates: Array,
) -> None:
    """Let parameters of gaits follow what holds ask for, besides their commands."""
    for i in range(steering.rows):
        output, _ = hold_output(p, layout, holds, layout[u(steering.hold + i)], x, command, w, work)
        rates[u(layout[u(steering.state + i)])] += p[u(steering.weight + i)] * output


def hold_row(hold: "Hold", first_body: int, bodies: int, command: int, state: int) -> Row:
    """Return the row of a hold."""
    numbers = {key: getattr(hold, key) for key in ("proportional", "integral", "derivative", "offset")}
    integers = {"held": Held[hold.of.upper()], "first_body": first_body, "bodies": bodies}
    return Row({**numbers, "limit": hold.largest}, {**integers, "command": command, "state": state})


def steering_row(share: float, response: float, hold: int, state: int) -> Row:
    """Return the row by which a hold acts on a gait's parameter that is 90 % there after `response` seconds."""
    return Row({"weight": share * (NINETY_PERCENT / response) ** 3}, {"hold": hold, "state": state})
