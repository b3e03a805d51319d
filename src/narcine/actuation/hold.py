"""Holds: PID controllers of depth, roll, pitch and heading whose output is added to the pulses of thrusters.

    output = clip(P e + y - D q_dot, -limit, limit),   y_dot = I e,   e = command - (q + offset)

q is the depth of a body's origin or one of its Euler angles Rz(heading) Ry(pitch) Rx(roll), q_dot its rate: commands
are held, so that -q_dot is the rate of e, and a changed command gives no kick. Errors of angles are wrapped to
(-pi, pi]. `offset` is what the sensor reads too much. y, the integral's own part of the output, stands still while the
output is at its limit and e would take it further (clamping; Astrom and Hagglund 1995, section 3.5); whether it does
is decided on real parts, so that a complex step passes through the branch that the run takes.
"""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import atan2, clip, cos, magnitude, sin, sqrt
from narcine.spatial.vectors import Array, angular, cross, dot3, linear, u, vector3, vector6
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.hold import Hold

HOLD_FLOATS = 5
HOLD_INTEGERS = 4
MIXING_FLOATS = 1
MIXING_INTEGERS = 1
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
    link: int
    command: int
    state: int


class Mixing(NamedTuple):
    """Columns of the table of what thrusters get of holds, thruster by thruster."""

    rows: int
    weight: int
    hold: int


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
        link=i + n,
        command=i + 2 * n,
        state=i + 3 * n,
    )


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
def hold_output(
    p: Array, layout: Integers, holds: Holds, i: int, x: Array, command: Array, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return the output of a hold (us) and the rate of its integral (us/s)."""
    held = layout[u(holds.held + i)]
    value, rate = held_value(held, layout[u(holds.link + i)], w, work)
    error = command[u(layout[u(holds.command + i)])] - value - p[u(holds.offset + i)]
    if held != Held.DEPTH:
        error = atan2(sin(error), cos(error))
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


def hold_row(hold: "Hold", link: int, command: int, state: int) -> Row:
    """Return the row of a hold."""
    numbers = {key: getattr(hold, key) for key in ("proportional", "integral", "derivative", "offset", "limit")}
    return Row(numbers, {"held": Held[hold.of.upper()], "link": link, "command": command, "state": state})
