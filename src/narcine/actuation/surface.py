"""A control surface with a servo that lags.

In the local flow it is a plate that a normal force pushes,

    F = -rho A K V v_n / 2 n',   K = f a + (1 - f) C_D90,   f = 1 / (1 + (sin e / sin e_stall)^8)

with n' its normal turned by the deflection d, v_n the velocity along it, V the speed in the plane of n and forward c,
and sin e = v_n / V. It slopes as a e for small angles, is a flat plate broadside, and never does work on a surface that
is held. Met by the hull's own velocity, without incidence and without stall, it is the simplification

    F = -rho V^2 A a / 2 (d n + d^2 c).

Area and coefficients may follow joints and deployments, as those of foils do: a fin that slides out of the hull.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

from narcine.actuation.propeller import Inflow
from narcine.compiled import kernel
from narcine.curves import Knots
from narcine.hydrodynamics.foils.scale import Scales, stretched
from narcine.hydrodynamics.meeting import flow_at
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import clip, cos, sin, sqrt
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    dot3,
    linear,
    scale3,
    u,
    vector3,
    vector6,
    wrench_at,
)
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.actuator import Surface

SURFACE_FLOATS = 16
SURFACE_INTEGERS = 6
SMALLEST_SPEED = 1e-9
"""Speed (m/s) that keeps the direction of no flow defined."""


class Surfaces(NamedTuple):
    """Columns of the table of control surfaces."""

    rows: int
    position: int
    normal: int
    forward: int
    area: int
    slope: int
    sine_of_stall: int
    broadside: int
    limit: int
    rate: int
    lag: int
    link: int
    inflow: int
    command: int
    state: int
    first_scale: int
    scales: int


@kernel
def surface_columns(n: int, p: int, i: int) -> Surfaces:
    """Return where the numbers of the control surfaces lie."""
    return Surfaces(
        rows=n,
        position=p,
        normal=p + 3 * n,
        forward=p + 6 * n,
        area=p + 9 * n,
        slope=p + 10 * n,
        sine_of_stall=p + 11 * n,
        broadside=p + 12 * n,
        limit=p + 13 * n,
        rate=p + 14 * n,
        lag=p + 15 * n,
        link=i,
        inflow=i + n,
        command=i + 2 * n,
        state=i + 3 * n,
        first_scale=i + 4 * n,
        scales=i + 5 * n,
    )


@kernel
def add_surface_lift(
    p: Array,
    layout: Integers,
    surfaces: Surfaces,
    scales: Scales,
    knots: Knots,
    water: Water,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add lift and drag of all control surfaces, and the rates of their angles."""
    for i in range(surfaces.rows):
        link = layout[u(surfaces.link + i)]
        flow = vector6(work, w.flow + 6 * link)
        position = vector3(p, surfaces.position + 3 * i)
        normal = vector3(p, surfaces.normal + 3 * i)
        forward = vector3(p, surfaces.forward + 3 * i)
        s = layout[u(surfaces.state + i)]
        angle = x[u(s)]
        first, count = layout[u(surfaces.first_scale + i)], layout[u(surfaces.scales + i)]
        scale = stretched(p, layout, scales, knots, first, count, 0.0 * p[u(surfaces.area + i)], x)
        slope = scale.slope * p[u(surfaces.slope + i)]
        if layout[u(surfaces.inflow + i)] == Inflow.HULL:
            velocity = linear(flow)
            along, across = dot3(velocity, forward), dot3(velocity, normal)
            load = -slope * (along * along + across * across)
            force = scale3(load * angle, add3(normal, scale3(angle, forward)))
        else:
            velocity = flow_at(w, work, link, flow, position)
            turned = add3(scale3(cos(angle), normal), scale3(sin(angle), forward))
            along, across = dot3(velocity, forward), dot3(velocity, normal)
            speed = sqrt(along * along + across * across)
            push = dot3(velocity, turned)
            ratio = push / ((speed + SMALLEST_SPEED) * p[u(surfaces.sine_of_stall + i)])
            ratio4 = ratio * ratio * ratio * ratio
            attached = 1.0 / (1.0 + ratio4 * ratio4)
            broadside = scale.broadside * p[u(surfaces.broadside + i)]
            load = -(attached * slope + (1.0 - attached) * broadside) * speed * push
            force = scale3(load, turned)
        area = p[u(surfaces.area + i)]
        wet = wet_share(w, work, link, position, sqrt(area))
        pressure_area = 0.5 * p[u(water.density)] * scale.area * area * wet
        accumulate6(work, wrench + 6 * link, wrench_at(position, scale3(pressure_area, force)))
        limit, rate = p[u(surfaces.limit + i)], p[u(surfaces.rate + i)]
        wanted = clip(command[u(layout[u(surfaces.command + i)])], -limit, limit)
        rates[u(s)] = clip((wanted - x[u(s)]) / p[u(surfaces.lag + i)], -rate, rate)


def surface_row(surface: "Surface", link: int, command: int, state: int, first_scale: int) -> Row:
    """Return the row of a control surface."""
    numbers = {
        "position": surface.at,
        "normal": surface.normal,
        "forward": surface.forward,
        "area": surface.area,
        "slope": surface.slope,
        "sine_of_stall": math.sin(surface.stall),
        "broadside": surface.broadside_drag,
        "limit": surface.limit,
        "rate": surface.rate,
        "lag": surface.lag,
    }
    integers = {
        "link": link,
        "inflow": Inflow[surface.inflow.upper()],
        "command": command,
        "state": state,
        "first_scale": first_scale,
        "scales": len(surface.scale),
    }
    return Row(numbers, integers)
