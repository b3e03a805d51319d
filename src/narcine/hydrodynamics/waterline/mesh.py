"""A closed mesh of triangles cut by a plane.

Seen from a point of the waterplane, the waterplane itself subtends no volume: the wet volume is the sum of the
tetrahedra that the wet parts of all triangles span with that point, and the waterplane the sum of the triangles that
its edges span with it. Triangles turn to starboard seen from outside (their normals point outwards).
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.wet import Wet
from narcine.spatial.vectors import Array, Vector3, add3, cross, dot3, scale3, subtract3, vector3

Tally = tuple[Any, Vector3, Any, Vector3]
"""six times the volume, 24 times its moment, twice the area, six times its moment, all from the waterplane's point"""


@kernel
def cut_mesh(p: Array, first: int, count: int, volume: Any, down: Vector3, depth: Any) -> Wet:
    """Return the wet part of a mesh at a depth; its first triangle, three corners from the centroid, is at p[first]."""
    point = scale3(-depth, down)
    zero = 0.0 * depth
    tally = (zero, (zero, zero, zero), zero, (zero, zero, zero))
    for k in range(count):
        row = first + 9 * k
        a = subtract3(vector3(p, row), point)
        b = subtract3(vector3(p, row + 3), point)
        c = subtract3(vector3(p, row + 6), point)
        da, db, dc = dot3(a, down), dot3(b, down), dot3(c, down)
        wet = int(da.real > 0.0) + int(db.real > 0.0) + int(dc.real > 0.0)
        if wet == 3:
            tally = add_triangle(tally, a, b, c)
        elif wet > 0:
            # turn the triangle so that its one corner on the other side comes first
            if (db.real > 0.0) == (wet == 1):
                a, b, c, da, db, dc = b, c, a, db, dc, da
            elif (dc.real > 0.0) == (wet == 1):
                a, b, c, da, db, dc = c, a, b, dc, da, db
            ab = add3(a, scale3(da / (da - db), subtract3(b, a)))
            ac = add3(a, scale3(da / (da - dc), subtract3(c, a)))
            if wet == 1:
                tally = add_edge(add_triangle(tally, a, ab, ac), ab, ac, down)
            else:
                tally = add_edge(add_triangle(add_triangle(tally, ab, b, c), ab, c, ac), ac, ab, down)
    share = tally[0] / (6.0 * volume)
    moment = add3(scale3(1.0 / (24.0 * volume), tally[1]), scale3(share, point))
    area = tally[2] / (2.0 * volume)
    return Wet(share, moment, area, add3(scale3(1.0 / (6.0 * volume), tally[3]), scale3(area, point)))


@kernel
def add_triangle(tally: Tally, a: Vector3, b: Vector3, c: Vector3) -> Tally:
    """Add a wet triangle."""
    six_volumes = dot3(a, cross(b, c))
    return (
        tally[0] + six_volumes,
        add3(tally[1], scale3(six_volumes, add3(a, add3(b, c)))),
        tally[2],
        tally[3],
    )


@kernel
def add_edge(tally: Tally, a: Vector3, b: Vector3, down: Vector3) -> Tally:
    """Add the edge at which the surface cuts a triangle, as the waterplane runs round it."""
    twice_area = dot3(cross(a, b), down)
    return tally[0], tally[1], tally[2] + twice_area, add3(tally[3], scale3(twice_area, add3(a, b)))
