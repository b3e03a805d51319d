"""Weight at the centre of gravity, the pressure of the water at the centre of the wet volume.

    F = rho V_wet (Dv_c/Dt - g)

upwards where the water rests (buoyancy); water that accelerates pushes what it surrounds along (Froude and Krylov), and
the water trapped in a body with it, at the centre of the shape. The density is that at the depth of the centre of
buoyancy.

Trapped water weighs only as far as it is lifted out of the water.
"""

from typing import TYPE_CHECKING, NamedTuple

from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    cross,
    dot3,
    join,
    scale3,
    subtract3,
    u,
    vector3,
    wrench_at,
)
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.body import Body

HYDROSTATICS_FLOATS = 12
HYDROSTATICS_INTEGERS = 1


class Hydrostatics(NamedTuple):
    """Columns of the table of bodies that weigh or float."""

    rows: int
    mass: int
    centre_of_gravity: int
    volume: int
    centre_of_buoyancy: int
    trapped: int
    centre: int
    """of the shape, and so of the trapped water"""
    link: int


@kernel
def hydrostatics_columns(n: int, p: int, i: int) -> Hydrostatics:
    """Return where the numbers of weight and buoyancy lie."""
    return Hydrostatics(
        rows=n,
        mass=p,
        centre_of_gravity=p + n,
        volume=p + 4 * n,
        centre_of_buoyancy=p + 5 * n,
        trapped=p + 8 * n,
        centre=p + 9 * n,
        link=i,
    )


@kernel
def add_weight(
    p: Array, layout: Integers, bodies: Hydrostatics, water: Water, w: Work, work: Array, wrench: int
) -> None:
    """Add m g, down."""
    for i in range(bodies.rows):
        link = layout[u(bodies.link + i)]
        down = vector3(work, w.attitude + 9 * link + 6)
        force = scale3(p[u(bodies.mass + i)] * p[u(water.gravity)], down)
        accumulate6(work, wrench + 6 * link, wrench_at(vector3(p, bodies.centre_of_gravity + 3 * i), force))
        dry = 1.0 - work[u(w.wet + link)]
        if dry.real > 0.0:
            centre = vector3(p, bodies.centre + 3 * i)
            lifted = scale3(p[u(bodies.trapped + i)] * p[u(water.gravity)], down)
            lever = subtract3(scale3(dry, centre), vector3(work, w.wet_moment + 3 * link))
            accumulate6(work, wrench + 6 * link, join(scale3(dry, lifted), cross(lever, lifted)))


@kernel
def add_buoyancy(
    p: Array, layout: Integers, bodies: Hydrostatics, water: Water, w: Work, work: Array, wrench: int
) -> None:
    """Add rho V (Dv_c/Dt - g) of the wet share."""
    varies = layout[u(water.varies)]
    for i in range(bodies.rows):
        link = layout[u(bodies.link + i)]
        down = vector3(work, w.attitude + 9 * link + 6)
        wet = work[u(w.wet + link)]
        lever = vector3(p, bodies.centre_of_buoyancy + 3 * i)
        depth = work[u(w.place + 3 * link + 2)] + dot3(down, lever)
        displaced = (p[u(water.density)] + p[u(water.density_gradient)] * depth) * p[u(bodies.volume + i)]
        whole = scale3(-displaced * p[u(water.gravity)], down)
        if varies:
            change = vector3(work, w.material_change + 3 * link)
            whole = add3(whole, scale3(displaced, change))
            inside = scale3(p[u(bodies.trapped + i)], change)
            middle = add3(scale3(wet, vector3(p, bodies.centre + 3 * i)), vector3(work, w.wet_moment + 3 * link))
            accumulate6(work, wrench + 6 * link, join(scale3(wet, inside), cross(middle, inside)))
        if wet.real == 1.0:
            accumulate6(work, wrench + 6 * link, wrench_at(lever, whole))
        else:
            lever = add3(scale3(wet, lever), vector3(work, w.wet_moment + 3 * link))
            accumulate6(work, wrench + 6 * link, join(scale3(wet, whole), cross(lever, whole)))


def hydrostatics_row(body: "Body", link: int) -> Row:
    """Return the row of a body's weight and buoyancy."""
    numbers = {
        "mass": body.mass,
        "centre_of_gravity": body.gravity_centre,
        "volume": body.volume,
        "centre_of_buoyancy": body.buoyancy_centre,
        "trapped": body.trapped_water,
        "centre": body.centre,
    }
    return Row(numbers, {"link": link})
