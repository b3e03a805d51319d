"""The forces of all foils: flow at the centre of pressure, the law of the kind, the wrench on the body.

The centre of pressure lies x_cp / c = 0.5 - 0.25 cos d behind the leading edge: at the quarter chord in forward flow,
at mid-chord in broadside flow, at three quarters in reversed flow. The angle d that places it is that of the flow at
mid-chord; the force then follows the flow at the centre of pressure itself, so that it never does work on the foil.
"""

from narcine.compiled import kernel
from narcine.curves import Knots
from narcine.hydrodynamics.foils.linear_polar import linear_polar
from narcine.hydrodynamics.foils.scale import Scales, stretched
from narcine.hydrodynamics.foils.stall_ramp import stall_ramp
from narcine.hydrodynamics.foils.table import FoilKind, Foils
from narcine.hydrodynamics.foils.thin_foil import SMALLEST_SPEED, thin_foil
from narcine.hydrodynamics.foils.wet_foil import wet_foil
from narcine.hydrodynamics.meeting import flow_at
from narcine.multibody.work import Work
from narcine.scalars import sqrt
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    dot3,
    norm3,
    scale3,
    subtract3,
    u,
    vector3,
    vector6,
    wrench_at,
)
from narcine.tables import Integers
from narcine.water.medium import Water


@kernel
def add_foil_lift(
    p: Array,
    layout: Integers,
    foils: Foils,
    scales: Scales,
    knots: Knots,
    water: Water,
    x: Array,
    w: Work,
    work: Array,
    wrench: int,
) -> None:
    """Add lift and drag of all foils."""
    for i in range(foils.rows):
        kind = layout[u(foils.kind + i)]
        link = layout[u(foils.link + i)]
        first, count = layout[u(foils.first_scale + i)], layout[u(foils.scales + i)]
        scale = stretched(p, layout, scales, knots, first, count, p[u(foils.aspect_ratio + i)], x)
        motion = vector6(work, w.flow + 6 * link)
        centre = vector3(p, foils.centre + 3 * i)
        chordwise = vector3(p, foils.chordwise + 3 * i)
        normal = vector3(p, foils.normal + 3 * i)
        at_centre = scale3(-1.0, flow_at(w, work, link, motion, centre))
        along, across = dot3(at_centre, chordwise), dot3(at_centre, normal)
        point = centre
        if kind == FoilKind.LINEAR_POLAR:
            tangential_force, normal_force = linear_polar(p, foils, i, along, across, norm3(at_centre), scale)
        else:
            cosine = along / (sqrt(along * along + across * across) + SMALLEST_SPEED)
            point = subtract3(centre, scale3(0.25 * p[u(foils.chord + i)] * cosine, chordwise))
            flow = scale3(-1.0, flow_at(w, work, link, motion, point))
            along, across = dot3(flow, chordwise), dot3(flow, normal)
            speed = sqrt(along * along + across * across)
            if kind == FoilKind.STALL_RAMP:
                tangential_force, normal_force = stall_ramp(p, foils, i, along, across, speed, scale)
            else:
                tangential_force, normal_force = thin_foil(p, foils, i, along, across, speed, scale)
        area = scale.area * p[u(foils.area + i)]
        wet = wet_foil(w, work, link, centre, chordwise, normal, p[u(foils.chord + i)], area)
        pressure_area = 0.5 * p[u(water.density)] * area * wet
        force = scale3(pressure_area, add3(scale3(tangential_force, chordwise), scale3(normal_force, normal)))
        accumulate6(work, wrench + 6 * link, wrench_at(point, force))
