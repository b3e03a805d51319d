"""A screw propeller with linear open-water curves behind a first-order motor.

    T = rho D^4 (K_T0 |n| n + K_T1 |n| u_a / D),   Q = rho D^5 (K_Q0 |n| n + K_Q1 |n| u_a / D)     for n > 0

(K_T = K_T0 + K_T1 J, K_Q likewise); turning backwards, the terms in u_a are left out. The hull feels (1 - t) T along
the direction of thrust and a share of Q about it.
"""

from enum import IntEnum
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.hydrodynamics.meeting import flow_at
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import clip, magnitude
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    cross,
    dot3,
    join,
    linear,
    norm3,
    scale3,
    u,
    vector3,
    vector6,
)
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.actuator import Propeller

PROPELLER_FLOATS = 16
PROPELLER_INTEGERS = 4


class Inflow(IntEnum):
    """Which speed a propeller or a control surface meets."""

    LOCAL = 0
    """of the water past it, the hull's rotation included"""
    HULL = 1
    """of the hull's origin: over ground for a propeller, through the water for a surface"""


class Propellers(NamedTuple):
    """Columns of the propeller table."""

    rows: int
    position: int
    direction: int
    diameter: int
    thrust_at_rest: int
    thrust_slope: int
    torque_at_rest: int
    torque_slope: int
    thrust_deduction: int
    wake_fraction: int
    hull_torque: int
    """moment on the hull about the direction of thrust, over the shaft's torque"""
    lag: int
    limit: int
    link: int
    inflow: int
    command: int
    state: int


@kernel
def propeller_columns(n: int, p: int, i: int) -> Propellers:
    """Return where the numbers of the propellers lie."""
    return Propellers(
        rows=n,
        position=p,
        direction=p + 3 * n,
        diameter=p + 6 * n,
        thrust_at_rest=p + 7 * n,
        thrust_slope=p + 8 * n,
        torque_at_rest=p + 9 * n,
        torque_slope=p + 10 * n,
        thrust_deduction=p + 11 * n,
        wake_fraction=p + 12 * n,
        hull_torque=p + 13 * n,
        lag=p + 14 * n,
        limit=p + 15 * n,
        link=i,
        inflow=i + n,
        command=i + 2 * n,
        state=i + 3 * n,
    )


@kernel
def thrust_and_torque(
    p: Array, layout: Integers, propellers: Propellers, density: Any, i: int, x: Array, w: Work, work: Array
) -> tuple[Any, Any]:
    """Return thrust (N) and shaft torque (N m) of one propeller."""
    link = layout[u(propellers.link + i)]
    if layout[u(propellers.inflow + i)] == Inflow.HULL:
        inflow = norm3(linear(vector6(work, w.motion + 6 * link)))
    else:
        at_disc = flow_at(w, work, link, vector6(work, w.flow + 6 * link), vector3(p, propellers.position + 3 * i))
        inflow = dot3(at_disc, vector3(p, propellers.direction + 3 * i))
    n = x[u(layout[u(propellers.state + i)])] / (2.0 * pi)
    diameter = p[u(propellers.diameter + i)]
    advance = (1.0 - p[u(propellers.wake_fraction + i)]) * inflow / diameter
    if n.real <= 0.0:
        advance = 0.0 * advance
    wet = wet_share(w, work, link, vector3(p, propellers.position + 3 * i), diameter)
    scale = wet * density * diameter * diameter * diameter * diameter * magnitude(n)
    thrust = scale * (p[u(propellers.thrust_at_rest + i)] * n + p[u(propellers.thrust_slope + i)] * advance)
    torque = scale * diameter * (p[u(propellers.torque_at_rest + i)] * n + p[u(propellers.torque_slope + i)] * advance)
    return thrust, torque


@kernel
def add_propeller_thrust(
    p: Array,
    layout: Integers,
    propellers: Propellers,
    water: Water,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add thrust and hull torque of all propellers, and the rates of their motors."""
    for i in range(propellers.rows):
        link = layout[u(propellers.link + i)]
        thrust, torque = thrust_and_torque(p, layout, propellers, p[u(water.density)], i, x, w, work)
        direction = vector3(p, propellers.direction + 3 * i)
        force = scale3((1.0 - p[u(propellers.thrust_deduction + i)]) * thrust, direction)
        moment = scale3(p[u(propellers.hull_torque + i)] * torque, direction)
        position = vector3(p, propellers.position + 3 * i)
        accumulate6(work, wrench + 6 * link, join(force, add3(moment, cross(position, force))))
        limit = p[u(propellers.limit + i)]
        wanted = clip(command[u(layout[u(propellers.command + i)])], -limit, limit)
        s = layout[u(propellers.state + i)]
        rates[u(s)] = (wanted - x[u(s)]) / p[u(propellers.lag + i)]


def propeller_row(propeller: "Propeller", link: int, command: int, state: int) -> Row:
    """Return the row of a propeller."""
    numbers = {
        "position": propeller.at,
        "direction": propeller.direction,
        "diameter": propeller.diameter,
        "thrust_at_rest": propeller.thrust[0],
        "thrust_slope": propeller.thrust[1],
        "torque_at_rest": propeller.torque[0],
        "torque_slope": propeller.torque[1],
        "thrust_deduction": propeller.thrust_deduction,
        "wake_fraction": propeller.wake_fraction,
        "hull_torque": propeller.hull_torque,
        "lag": propeller.lag,
        "limit": propeller.limit,
    }
    integers = {"link": link, "inflow": Inflow[propeller.inflow.upper()], "command": command, "state": state}
    return Row(numbers, integers)
