"""A thruster: a screw behind a speed controller that is sent pulses (Nielsen et al. 2018, eqs 8, 9, 12, 14, 39).

The pulse is the command and what holds add to it, within limits. x us from neutral, outside the dead band, it asks for
the speed

    w = +-max(a x^b + c, 0) min(y / ramp, 1)        forward above, in reverse below, each with its own a, b, c

y us outside the dead band (controllers without sensors cannot turn slowly: without a ramp the speed jumps there), which
the motor reaches at once, or with a first-order lag. Speed and inflow give the thrust

    T = T_ww |w| w + T_wu |w| u_a,    T_wu <= 0

with coefficients of their own where w < 0. u_a is the velocity of the screw through the water along its thrust, times
1 - wake fraction. In reverse w and the first term change sign; the screw then advances where u_a < 0, and
T_wu |w| u_a > 0 again takes thrust away: the law is its own mirror image. It is K_T = a_0 + a_1 J of open-water tests,
with T_ww = rho D^4 a_0 / 4 pi^2 and T_wu = rho D^3 a_1 / 2 pi. These are made with w u_a >= 0 alone; for w u_a < 0,
water that comes from behind, the straight line goes on: right to first order, too much where blades stall. The term
opposes u_a whatever the sign of w, so that it only ever takes energy.

Thrust, torque Q_ww |w| w and power grow with the density over that in which they were measured. A screw that stands
still has no force of its own.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.actuation.hold import Holds, Mixing, hold_output
from narcine.compiled import kernel
from narcine.hydrodynamics.meeting import flow_at
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import at_least_zero, clip, magnitude, power
from narcine.spatial.vectors import Array, accumulate6, add3, cross, dot3, join, scale3, u, vector3, vector6
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.actuator import Thruster

THRUSTER_FLOATS = 31
THRUSTER_INTEGERS = 5
AT_ONCE = -1
"""In place of a state: the speed follows without a lag."""


class Thrusters(NamedTuple):
    """Columns of the table of thrusters; pairs are forward and reverse."""

    rows: int
    position: int
    direction: int
    forward: int
    """a, b, c of the speed"""
    reverse: int
    dead_band: int
    limits: int
    thrust: int
    """T_ww"""
    advance: int
    """T_wu"""
    torque: int
    """Q_ww"""
    power: int
    """over the cube of the speed"""
    neutral: int
    ramp: int
    diameter: int
    density: int
    wake_fraction: int
    hull_torque: int
    lag: int
    link: int
    command: int
    state: int
    """of the speed, or AT_ONCE"""
    first_share: int
    """of holds"""
    shares: int


@kernel
def thruster_columns(n: int, p: int, i: int) -> Thrusters:
    """Return where the numbers of the thrusters lie."""
    return Thrusters(
        rows=n,
        position=p,
        direction=p + 3 * n,
        forward=p + 6 * n,
        reverse=p + 9 * n,
        dead_band=p + 12 * n,
        limits=p + 14 * n,
        thrust=p + 16 * n,
        advance=p + 18 * n,
        torque=p + 20 * n,
        power=p + 22 * n,
        neutral=p + 24 * n,
        ramp=p + 25 * n,
        diameter=p + 26 * n,
        density=p + 27 * n,
        wake_fraction=p + 28 * n,
        hull_torque=p + 29 * n,
        lag=p + 30 * n,
        link=i,
        command=i + n,
        state=i + 2 * n,
        first_share=i + 3 * n,
        shares=i + 4 * n,
    )


@kernel
def thruster_pulse(
    p: Array,
    layout: Integers,
    thrusters: Thrusters,
    holds: Holds,
    mixing: Mixing,
    i: int,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
) -> Any:
    """Return the pulse that a thruster is sent (us): its command and its shares of holds, within its limits."""
    pulse = 1.0 * command[u(layout[u(thrusters.command + i)])]
    first = layout[u(thrusters.first_share + i)]
    for k in range(first, first + layout[u(thrusters.shares + i)]):
        output, _ = hold_output(p, layout, holds, layout[u(mixing.hold + k)], x, command, w, work)
        pulse += p[u(mixing.weight + k)] * output
    return clip(pulse, p[u(thrusters.limits + 2 * i)], p[u(thrusters.limits + 2 * i + 1)])


@kernel
def asked_speed(p: Array, thrusters: Thrusters, i: int, pulse: Any) -> Any:
    """Return the speed that a pulse asks for (rad/s)."""
    distance = pulse - p[u(thrusters.neutral + i)]
    lower, upper = p[u(thrusters.dead_band + 2 * i)], p[u(thrusters.dead_band + 2 * i + 1)]
    ramp = p[u(thrusters.ramp + i)]
    if pulse.real > upper.real:
        a, b, c = vector3(p, thrusters.forward + 3 * i)
        return coming_in(pulse - upper, ramp) * at_least_zero(a * power(distance, b) + c)
    if pulse.real < lower.real:
        a, b, c = vector3(p, thrusters.reverse + 3 * i)
        return -coming_in(lower - pulse, ramp) * at_least_zero(a * power(-distance, b) + c)
    return 0.0 * distance


@kernel
def coming_in(outside: Any, ramp: Any) -> Any:
    """Return which share of its speed a shaft has some us outside the dead band."""
    if outside.real < ramp.real:
        return outside / ramp
    return 1.0 + 0.0 * outside


@kernel
def shaft_speed(p: Array, layout: Integers, thrusters: Thrusters, i: int, pulse: Any, x: Array) -> Any:
    """Return the speed of a thruster's shaft (rad/s)."""
    s = layout[u(thrusters.state + i)]
    if s == AT_ONCE:
        return asked_speed(p, thrusters, i, pulse)
    return x[u(s)]


@kernel
def water_on_screw(p: Array, layout: Integers, thrusters: Thrusters, water: Water, i: int, w: Work, work: Array) -> Any:
    """Return how dense the water on a screw is, over that in which it was measured; none of it above the surface."""
    link, position = layout[u(thrusters.link + i)], vector3(p, thrusters.position + 3 * i)
    wet = wet_share(w, work, link, position, p[u(thrusters.diameter + i)])
    return wet * p[u(water.density)] / p[u(thrusters.density + i)]


@kernel
def thruster_power(
    p: Array, layout: Integers, thrusters: Thrusters, water: Water, i: int, speed: Any, w: Work, work: Array
) -> Any:
    """Return the power that a thruster takes (W)."""
    coefficient = p[u(thrusters.power + 2 * i + (1 if speed.real < 0.0 else 0))]
    cube = magnitude(speed) * speed * speed
    return water_on_screw(p, layout, thrusters, water, i, w, work) * coefficient * cube


@kernel
def add_thruster_thrust(
    p: Array,
    layout: Integers,
    thrusters: Thrusters,
    holds: Holds,
    mixing: Mixing,
    water: Water,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add thrust and hull torque of all thrusters, and the rates of their motors."""
    for i in range(thrusters.rows):
        link = layout[u(thrusters.link + i)]
        pulse = thruster_pulse(p, layout, thrusters, holds, mixing, i, x, command, w, work)
        speed = shaft_speed(p, layout, thrusters, i, pulse, x)
        s = layout[u(thrusters.state + i)]
        if s != AT_ONCE:
            rates[u(s)] = (asked_speed(p, thrusters, i, pulse) - speed) / p[u(thrusters.lag + i)]
        position, direction = vector3(p, thrusters.position + 3 * i), vector3(p, thrusters.direction + 3 * i)
        at_screw = flow_at(w, work, link, vector6(work, w.flow + 6 * link), position)
        advance = (1.0 - p[u(thrusters.wake_fraction + i)]) * dot3(at_screw, direction)
        way = 2 * i + (1 if speed.real < 0.0 else 0)
        scale = water_on_screw(p, layout, thrusters, water, i, w, work) * magnitude(speed)
        thrust = scale * (p[u(thrusters.thrust + way)] * speed + p[u(thrusters.advance + way)] * advance)
        torque = scale * p[u(thrusters.torque + way)] * speed
        force = scale3(thrust, direction)
        moment = scale3(p[u(thrusters.hull_torque + i)] * torque, direction)
        accumulate6(work, wrench + 6 * link, join(force, add3(moment, cross(position, force))))


def thruster_row(
    thruster: "Thruster", link: int, command: int, state: int | None, first_share: int, shares: int
) -> Row:
    """Return the row of a thruster that takes `shares` rows of what holds give."""
    torque = thruster.torque or (0.0, 0.0)
    numbers = {
        "position": thruster.at,
        "direction": thruster.thrust_direction,
        "forward": thruster.speed.forward,
        "reverse": thruster.speed.reverse,
        "dead_band": thruster.speed.dead_band,
        "limits": thruster.limits,
        "thrust": thruster.thrust,
        "advance": thruster.advance,
        "torque": torque,
        "power": thruster.power or torque,
        "neutral": thruster.speed.neutral,
        "ramp": thruster.speed.ramp,
        "diameter": thruster.diameter,
        "density": thruster.density,
        "wake_fraction": thruster.wake_fraction,
        "hull_torque": thruster.hull_torque,
        "lag": thruster.lag,
    }
    integers = {
        "link": link,
        "command": command,
        "state": AT_ONCE if state is None else state,
        "first_share": first_share,
        "shares": shares,
    }
    return Row(numbers, integers)
