"""A control surface: lift across it in proportion to its angle, the drag that this lift costs, a servo with a lag.

    F = -rho V^2 A a / 2 (e n + e^2 c)

with the unit vector n of its lift, c forward, and V the speed in the plane of both. Met by the hull's own speed, e is
the deflection alone; met by the local flow, it counts the incidence of that flow too, up to the stall angle.
"""

from typing import TYPE_CHECKING, NamedTuple

from narcine.actuation.propeller import Inflow
from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import atan2, clip
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
    velocity_at,
    wrench_at,
)
from narcine.tables import Integers, Row
from narcine.water.uniform import Water

if TYPE_CHECKING:
    from narcine.description.actuator import Surface

SURFACE_FLOATS = 15
SURFACE_INTEGERS = 4


class Surfaces(NamedTuple):
    """Columns of the table of control surfaces."""

    rows: int
    position: int
    normal: int
    forward: int
    area: int
    slope: int
    stall: int
    limit: int
    rate: int
    lag: int
    link: int
    inflow: int
    command: int
    state: int


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
        stall=p + 11 * n,
        limit=p + 12 * n,
        rate=p + 13 * n,
        lag=p + 14 * n,
        link=i,
        inflow=i + n,
        command=i + 2 * n,
        state=i + 3 * n,
    )


@kernel
def add_surface_lift(
    p: Array,
    layout: Integers,
    surfaces: Surfaces,
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
        if layout[u(surfaces.inflow + i)] == Inflow.HULL:
            velocity = linear(flow)
            along, across = dot3(velocity, forward), dot3(velocity, normal)
        else:
            velocity = velocity_at(flow, position)
            along, across = dot3(velocity, forward), dot3(velocity, normal)
            stall = p[u(surfaces.stall + i)]
            angle = clip(angle + atan2(across, along), -stall, stall)
        pressure = 0.5 * p[u(water.density)] * (along * along + across * across)
        lift = -pressure * p[u(surfaces.area + i)] * p[u(surfaces.slope + i)] * angle
        force = add3(scale3(lift, normal), scale3(lift * angle, forward))
        accumulate6(work, wrench + 6 * link, wrench_at(position, force))
        limit, rate = p[u(surfaces.limit + i)], p[u(surfaces.rate + i)]
        wanted = clip(command[u(layout[u(surfaces.command + i)])], -limit, limit)
        rates[u(s)] = clip((wanted - x[u(s)]) / p[u(surfaces.lag + i)], -rate, rate)


def surface_row(surface: "Surface", link: int, command: int, state: int) -> Row:
    """Return the row of a control surface."""
    numbers = {
        "position": surface.at,
        "normal": surface.normal,
        "forward": surface.forward,
        "area": surface.area,
        "slope": surface.slope,
        "stall": surface.stall,
        "limit": surface.limit,
        "rate": surface.rate,
        "lag": surface.lag,
    }
    integers = {"link": link, "inflow": Inflow[surface.inflow.upper()], "command": command, "state": state}
    return Row(numbers, integers)
