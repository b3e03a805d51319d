"""The film of water between the seabed and a flat body that lies close to it, as under a disc of its planform.

Water that must flow in or out of a gap h under a disc of radius R has the kinetic energy m h_dot^2 / 2 with
m = pi rho R^4 / (8 h), and is held back by viscosity with C h_dot, C = 3 pi mu R^4 / (2 h^3) (Stefan 1874, Reynolds
1886; both for h much smaller than R):

    F = -m h_ddot - C h_dot + m h_dot^2 / (2 h) while it opens, 3 m h_dot^2 / (2 h) while it closes

While the gap opens, water comes in from rest, and the force is Lagrange's; while it closes, water leaves as a jet at
the pressure outside, whose energy is lost. m and C are taken less their values at h = R, beyond which there is no film,
and times cos^4 of the tilt. m stands in the mass matrix beside the link's own inertia, and with it tau C, tau the step:
creeping motion is exact, what is over within a step is not resolved.
"""

from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from narcine.compiled import kernel
from narcine.multibody.work import Work
from narcine.scalars import sqrt
from narcine.spatial.rotations import matrix3, rotate, rotate_back
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    angular,
    cross,
    dot3,
    dot6,
    join,
    scale3,
    scale6,
    store6,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
)
from narcine.tables import Integers, Row

if TYPE_CHECKING:
    from narcine.description.body import Body
    from narcine.description.world import Seabed

SUCTION_FLOATS = 18
SUCTION_INTEGERS = 1
FLATTEST = 0.5
"""Thickness over width up to which a body counts as flat."""
SOFT = 0.1
"""Height over which a gap ends at the roughness, over the roughness."""


class Suction(NamedTuple):
    """Columns of the table of films."""

    rows: int
    at: int
    """a point of the seabed (3)"""
    normal: int
    """out of it (3)"""
    centre: int
    """of the body, in body axes (3)"""
    axis: int
    """across the body, in body axes (3)"""
    half: int
    """half its thickness"""
    radius: int
    """of the disc of its planform"""
    roughness: int
    viscosity: int
    density: int
    step: int
    link: int


@kernel
def suction_columns(n: int, p: int, i: int) -> Suction:
    """Return where the numbers of films lie."""
    return Suction(
        rows=n,
        at=p,
        normal=p + 3 * n,
        centre=p + 6 * n,
        axis=p + 9 * n,
        half=p + 12 * n,
        radius=p + 13 * n,
        roughness=p + 14 * n,
        viscosity=p + 15 * n,
        density=p + 16 * n,
        step=p + 17 * n,
        link=i,
    )


@kernel
def add_suction(p: Array, layout: Integers, films: Suction, w: Work, work: Array, wrench: int) -> None:
    """Add the part of the films' force without acceleration, and note their inertia for the solve."""
    for i in range(films.rows):
        link = layout[u(films.link + i)]
        work[u(w.film + 9 * link)] = 0.0
        work[u(w.film + 9 * link + 1)] = 0.0
        attitude = matrix3(work, w.attitude + 9 * link)
        centre = vector3(p, films.centre + 3 * i)
        place = add3(vector3(work, w.place + 3 * link), rotate(attitude, centre))
        up = vector3(p, films.normal + 3 * i)
        height = dot3(up, subtract3(place, vector3(p, films.at + 3 * i)))
        radius = p[u(films.radius + i)]
        if height.real > radius.real + p[u(films.half + i)].real:
            continue
        n = rotate_back(attitude, up)
        axis = vector3(p, films.axis + 3 * i)
        level = dot3(n, axis)
        side = 1.0 if level.real > 0.0 else -1.0
        gap = height - side * level * p[u(films.half + i)]
        rough = p[u(films.roughness + i)]
        root = sqrt(gap * gap + SOFT * SOFT * rough * rough)
        h = rough + 0.5 * (gap + root)
        if h.real >= radius.real:
            continue
        slope = 0.5 * (1.0 + gap / root)
        at = subtract3(centre, scale3(side * p[u(films.half + i)], axis))
        along = scale6(slope, join(n, cross(at, n)))
        motion = vector6(work, w.motion + 6 * link)
        rate = dot6(along, motion)
        velocity = velocity_at(motion, at)
        opening = dot3(n, velocity)
        bend = 0.5 * (root * root - gap * gap) / (root * root * root) * opening * opening
        turning = slope * dot3(n, cross(angular(motion), velocity)) + bend
        strength = level * level * level * level * radius * radius * radius * radius
        mass = pi / 8.0 * p[u(films.density + i)] * strength * (1.0 / h - 1.0 / radius)
        thinning = pi / 8.0 * p[u(films.density + i)] * strength / (h * h)
        cubes = 1.0 / (h * h * h) - 1.0 / (radius * radius * radius)
        viscous = 1.5 * pi * p[u(films.viscosity + i)] * strength * cubes
        felt = mass + p[u(films.step + i)] * viscous
        share = 0.5 if rate.real > 0.0 else 1.5
        force = share * thinning * rate * rate - viscous * rate - felt * turning
        accumulate6(work, wrench + 6 * link, scale6(force, along))
        work[u(w.film + 9 * link)] = felt
        work[u(w.film + 9 * link + 1)] = mass
        store6(work, w.film + 9 * link + 2, along)
        work[u(w.film + 9 * link + 8)] = mass * turning - 0.5 * thinning * rate * rate


def planform(body: "Body") -> tuple[int, float, float] | None:
    """Return the axis across a flat body, half its thickness, and the radius of the disc of its planform."""
    if body.shape is None:
        return None
    geometry = body.shape.geometry
    half = geometry.half_extents
    axis = int(np.argmin(half))
    others = [k for k in range(3) if k != axis]
    if half[axis] > FLATTEST * half[others].min():
        return None
    if body.shape.ellipsoid is not None or body.shape.spheroid is not None:
        area = pi * float(np.prod(half[others]))
    else:
        from scipy.spatial import ConvexHull

        area = float(ConvexHull(geometry.hull_points[:, others]).volume)
    return axis, float(half[axis]), float(np.sqrt(area / pi))


def suction_rows(seabed: "Seabed | None", body: "Body", link: int, density: float, step: float) -> list[Row]:
    """Return the row of a flat body's film, if the seabed has suction."""
    flat = planform(body)
    if seabed is None or seabed.suction is None or flat is None:
        return []
    axis, half, radius = flat
    numbers = {
        "at": (0.0, 0.0, seabed.depth),
        "normal": seabed.normal,
        "centre": body.water_centre,
        "axis": np.eye(3)[axis],
        "half": half,
        "radius": radius,
        "roughness": seabed.suction.roughness,
        "viscosity": seabed.suction.viscosity,
        "density": density,
        "step": step,
    }
    return [Row(numbers, {"link": link})]
