"""A buoyancy engine: oil or water that is pumped changes the volume that a vehicle displaces.

    F = -rho g V down,   V_dot = clip((command - V) / lag, -rate, rate)

V counts from the volume that the description gives the body. What is pumped stays inside, so that mass and inertia do
not change.
"""

from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import clip
from narcine.spatial.vectors import Array, accumulate6, dot3, scale3, u, vector3, wrench_at
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.actuator import BuoyancyEngine

BUOYANCY_ENGINE_FLOATS = 8
BUOYANCY_ENGINE_INTEGERS = 3


class BuoyancyEngines(NamedTuple):
    """Columns of the table of buoyancy engines."""

    rows: int
    position: int
    lower: int
    upper: int
    """volumes between which it works (m3)"""
    rate: int
    """of pumping (m3/s)"""
    lag: int
    size: int
    """height (m) over which it comes out of the water"""
    link: int
    command: int
    state: int


@kernel
def buoyancy_engine_columns(n: int, p: int, i: int) -> BuoyancyEngines:
    """Return where the numbers of the buoyancy engines lie."""
    return BuoyancyEngines(
        rows=n,
        position=p,
        lower=p + 3 * n,
        upper=p + 4 * n,
        rate=p + 5 * n,
        lag=p + 6 * n,
        size=p + 7 * n,
        link=i,
        command=i + n,
        state=i + 2 * n,
    )


@kernel
def add_pumped_volume(
    p: Array,
    layout: Integers,
    engines: BuoyancyEngines,
    water: Water,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add the buoyancy of what is pumped, and the rates of the volumes."""
    for i in range(engines.rows):
        link = layout[u(engines.link + i)]
        position = vector3(p, engines.position + 3 * i)
        down = vector3(work, w.attitude + 9 * link + 6)
        s = layout[u(engines.state + i)]
        volume = x[u(s)]
        depth = work[u(w.place + 3 * link + 2)] + dot3(down, position)
        density = p[u(water.density)] + p[u(water.density_gradient)] * depth
        wet = wet_share(w, work, link, position, p[u(engines.size + i)])
        lift = -wet * density * p[u(water.gravity)] * volume
        accumulate6(work, wrench + 6 * link, wrench_at(position, scale3(lift, down)))
        wanted = clip(command[u(layout[u(engines.command + i)])], p[u(engines.lower + i)], p[u(engines.upper + i)])
        rate = p[u(engines.rate + i)]
        rates[u(s)] = clip((wanted - volume) / p[u(engines.lag + i)], -rate, rate)


def buoyancy_engine_row(engine: "BuoyancyEngine", link: int, command: int, state: int) -> Row:
    """Return the row of a buoyancy engine."""
    lower, upper = engine.volume
    numbers = {
        "position": engine.at,
        "lower": lower,
        "upper": upper,
        "rate": (upper - lower) / engine.time,
        "lag": engine.lag,
        "size": (upper - lower) ** (1.0 / 3.0),
    }
    return Row(numbers, {"link": link, "command": command, "state": state})
