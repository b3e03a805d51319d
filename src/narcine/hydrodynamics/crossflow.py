"""Cross-flow drag of slender bodies by strips along an axis.

Each strip of width b and length dx takes -rho C_D b dx |v| v / 2 from the flow across the axis at its own station, so
that sway and yaw are coupled; at the surface, the wet share of each strip does. The speed |v| counts the directions
that carry drag (both, for a round body).
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.compiled import kernel
from narcine.hydrodynamics.meeting import flow_at, strained
from narcine.hydrodynamics.waterline.wetness import wet_share
from narcine.multibody.work import Work
from narcine.scalars import magnitude, sqrt
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    angular,
    cross,
    dot3,
    join,
    scale3,
    subtract3,
    u,
    vector3,
    vector6,
)
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.body import Body

CROSSFLOW_FLOATS = 15
CROSSFLOW_INTEGERS = 3
STRIP_FLOATS = 4
UPRIGHT = 1e-6
"""What keeps the height of a strip from vanishing when its body stands upright: a thousandth of its width."""


class Crossflow(NamedTuple):
    """Columns of the table of slender bodies."""

    rows: int
    centre: int
    axis: int
    first_direction: int
    second_direction: int
    first_counts: int
    second_counts: int
    length: int
    """of one strip along the axis"""
    link: int
    first_strip: int
    strips: int


class Strips(NamedTuple):
    """Columns of the table of strips."""

    station: int
    first_drag: int
    """rho C_D b dx / 2 in the first direction"""
    second_drag: int
    width: int


@kernel
def crossflow_columns(n: int, p: int, i: int) -> Crossflow:
    """Return where the numbers of cross-flow drag lie."""
    return Crossflow(
        rows=n,
        centre=p,
        axis=p + 3 * n,
        first_direction=p + 6 * n,
        second_direction=p + 9 * n,
        first_counts=p + 12 * n,
        second_counts=p + 13 * n,
        length=p + 14 * n,
        link=i,
        first_strip=i + n,
        strips=i + 2 * n,
    )


@kernel
def strip_columns(n: int, p: int, i: int) -> Strips:
    """Return where the numbers of the strips lie."""
    return Strips(station=p, first_drag=p + n, second_drag=p + 2 * n, width=p + 3 * n)


@kernel
def add_crossflow_drag(
    p: Array, layout: Integers, bodies: Crossflow, strips: Strips, w: Work, work: Array, wrench: int
) -> None:
    """Add the drag of all strips."""
    for i in range(bodies.rows):
        link = layout[u(bodies.link + i)]
        flow = vector6(work, w.flow + 6 * link)
        centre = vector3(p, bodies.centre + 3 * i)
        axis = vector3(p, bodies.axis + 3 * i)
        first = vector3(p, bodies.first_direction + 3 * i)
        second = vector3(p, bodies.second_direction + 3 * i)
        a, b = p[u(bodies.first_counts + i)], p[u(bodies.second_counts + i)]
        at_centre = flow_at(w, work, link, flow, centre)
        along_axis = cross(angular(flow), axis)
        if work[u(w.uniform)].real != 1.0:
            along_axis = subtract3(along_axis, strained(w, work, link, axis))
        v1, v1_slope = dot3(at_centre, first), dot3(along_axis, first)
        v2, v2_slope = dot3(at_centre, second), dot3(along_axis, second)
        f1 = f2 = m1 = m2 = 0.0 * v1
        is_wet = work[u(w.wet + link)].real >= 1.0
        lean = dot3(vector3(work, w.attitude + 9 * link + 6), axis)
        level = sqrt(1.0 + UPRIGHT - lean * lean)
        height_of_length = p[u(bodies.length + i)] * magnitude(lean)
        start = layout[u(bodies.first_strip + i)]
        for k in range(start, start + layout[u(bodies.strips + i)]):
            s = p[u(strips.station + k)]
            u1 = v1 + s * v1_slope
            u2 = v2 + s * v2_slope
            speed = sqrt(a * u1 * u1 + b * u2 * u2)
            d1 = p[u(strips.first_drag + k)] * speed * u1
            d2 = p[u(strips.second_drag + k)] * speed * u2
            if not is_wet:
                height = height_of_length + level * p[u(strips.width + k)]
                wet = wet_share(w, work, link, add3(centre, scale3(s, axis)), height)
                d1, d2 = wet * d1, wet * d2
            f1 -= d1
            f2 -= d2
            m1 -= s * d1
            m2 -= s * d2
        force = add3(scale3(f1, first), scale3(f2, second))
        lever = add3(scale3(m1, first), scale3(m2, second))
        moment = add3(cross(centre, force), cross(axis, lever))
        accumulate6(work, wrench + 6 * link, join(force, moment))


def crossflow_rows(body: "Body", link: int, first_strip: int, density: float) -> tuple[list[Row], list[Row]]:
    """Return the row of a slender body and the rows of its strips."""
    record = body.strips_across
    if record is None:
        return [], []
    shape: Any = body.shape.geometry if body.shape is not None else None
    axis = record.axis_index
    transverse = [index for index in range(3) if index != axis]
    centre = np.array(body.centre)
    if record.stations is not None:
        start, end = (station - centre[axis] for station in record.stations)
    else:
        start, end = shape.bounds[:, axis]
    if record.quadrature == "midpoint":
        length = (end - start) / record.strips
        stations = start + length * (np.arange(record.strips) + 0.5)
    else:
        length = (end - start) / (record.strips - 1)
        stations = start + length * np.arange(record.strips)
    widths = {
        across: np.full(record.strips, record.width)
        if record.width is not None
        else 2.0 * shape.half_width(axis, other, stations)
        for across, other in zip(transverse, reversed(transverse), strict=True)
    }
    drag = {
        across: 0.5 * density * record.coefficient * length * widths[across] * (across in record.across)
        for across in transverse
    }
    directions = np.eye(3)
    numbers = {
        "centre": centre,
        "axis": directions[axis],
        "first_direction": directions[transverse[0]],
        "second_direction": directions[transverse[1]],
        "first_counts": float(transverse[0] in record.across),
        "second_counts": float(transverse[1] in record.across),
        "length": length,
    }
    integers = {"link": link, "first_strip": first_strip, "strips": record.strips}
    columns = (stations, drag[transverse[0]], drag[transverse[1]], np.mean(list(widths.values()), axis=0))
    strips = [
        Row({"station": station, "first_drag": first, "second_drag": second, "width": width}, {})
        for station, first, second, width in zip(*columns, strict=True)
    ]
    return [Row(numbers, integers)], strips
