"""A body of round sections along an axis, a row of cone frusta, cut by a plane.

A section of radius r whose centre lies at the depth h + u x is wet below a chord. With c the part of down across the
axis and t = (h + u x) / (c r) between -1 and 1, its wet area is r^2 (pi / 2 + asin t + t sqrt(1 - t^2)), its first
moment 2/3 r^3 (1 - t^2)^(3/2) towards down, its chord 2 r sqrt(1 - t^2). Along a frustum, sections are summed between
the stations where t = -1 and t = 1, at which the sums have kinks, by Gauss's rule in an angle a with x = middle + half
sin a, which takes the square roots at both ends away; where all of a section is wet, in closed form.

An elliptic section is a round one in stretched axes.
"""

from math import pi
from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.wet import Wet
from narcine.scalars import atan2, clip, cos, sin, sqrt
from narcine.spatial.vectors import Array, Vector3, u

NODES = (-0.9602898564975363, -0.7966664774136267, -0.5255324099163290, -0.1834346424956498)
WEIGHTS = (0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.3626837833783620)
"""Gauss-Legendre, eight points; the other four mirror these."""
SMALLEST = 1e-9
"""Part of down across an axis below which it counts as upright; keeps a division defined."""


class Sums(NamedTuple):
    """Sums over sections: volume, its moments along the axis and towards down; waterplane and its moments likewise."""

    volume: Any
    along: Any
    across: Any
    area: Any
    area_along: Any
    area_across: Any


@kernel
def cut_frusta(p: Array, first: int, count: int, axis: int, stretch: Vector3, down: Vector3, depth: Any) -> Wet:
    """Return the wet part of frusta (x0, r0, x1, r1) along a body axis, x from the centroid, which lies at a depth.

    `stretch` multiplies the sections across the axis. The first frustum lies at p[first].
    """
    i, j = (axis + 1) % 3, (axis + 2) % 3
    slope = down[axis]
    first_part, second_part = down[i] * stretch[i], down[j] * stretch[j]
    c = sqrt(first_part * first_part + second_part * second_part + SMALLEST * SMALLEST)
    zero = 0.0 * depth
    sums = Sums(zero, zero, zero, zero, zero, zero)
    whole = zero
    for k in range(count):
        row = first + 4 * k
        x0, r0, x1, r1 = p[u(row)], p[u(row + 1)], p[u(row + 2)], p[u(row + 3)]
        whole = whole + pi / 3.0 * (x1 - x0) * (r0 * r0 + r0 * r1 + r1 * r1)
        sums = cut_frustum(sums, x0, r0, x1, r1, slope, c, depth)
    shares = (first_part / c * stretch[i], second_part / c * stretch[j])
    moment = placed(axis, sums.along / whole, sums.across / whole * shares[0], sums.across / whole * shares[1])
    area_moment = placed(
        axis, sums.area_along / whole, sums.area_across / whole * shares[0], sums.area_across / whole * shares[1]
    )
    return Wet(sums.volume / whole, moment, sums.area / whole, area_moment)


@kernel
def placed(axis: int, along: Any, first: Any, second: Any) -> Vector3:
    """Return a vector by its part along a body axis and those along the two that follow it."""
    if axis == 0:
        return (along, first, second)
    if axis == 1:
        return (second, along, first)
    return (first, second, along)


@kernel
def span_where_positive(at_start: Any, at_end: Any) -> tuple[Any, Any]:
    """Return from where to where, between 0 and 1, a straight line is positive; the same twice where it is not."""
    zero = 0.0 * at_start
    if at_start.real >= 0.0 and at_end.real >= 0.0:
        return zero, zero + 1.0
    if at_start.real < 0.0 and at_end.real < 0.0:
        return zero, zero
    crossing = at_start / (at_start - at_end)
    return (zero, crossing) if at_start.real >= 0.0 else (crossing, zero + 1.0)


@kernel
def cut_frustum(sums: Sums, x0: Any, r0: Any, x1: Any, r1: Any, slope: Any, c: Any, depth: Any) -> Sums:
    """Add the wet part of one frustum."""
    length = x1 - x0
    wet_from, wet_to = span_where_positive(depth + slope * x0 - c * r0, depth + slope * x1 - c * r1)
    moist_from, moist_to = span_where_positive(depth + slope * x0 + c * r0, depth + slope * x1 + c * r1)
    if wet_to.real > wet_from.real:
        sums = add_wet_sections(sums, x0 + wet_from * length, x0 + wet_to * length, x0, r0, (r1 - r0) / length)
        if wet_from.real <= moist_from.real:
            cut_from, cut_to = wet_to, moist_to
        else:
            cut_from, cut_to = moist_from, wet_from
    else:
        cut_from, cut_to = moist_from, moist_to
    if cut_to.real > cut_from.real:
        sums = add_cut_sections(
            sums, x0 + cut_from * length, x0 + cut_to * length, x0, r0, (r1 - r0) / length, slope, c, depth
        )
    return sums


@kernel
def add_wet_sections(sums: Sums, a: Any, b: Any, x0: Any, r0: Any, growth: Any) -> Sums:
    """Add sections that are wholly wet from a to b: Simpson's rule is exact for them."""
    m = 0.5 * (a + b)
    ra, rm, rb = r0 + growth * (a - x0), r0 + growth * (m - x0), r0 + growth * (b - x0)
    weight = pi / 6.0 * (b - a)
    volume = weight * (ra * ra + 4.0 * rm * rm + rb * rb)
    along = weight * (ra * ra * a + 4.0 * rm * rm * m + rb * rb * b)
    return Sums(sums.volume + volume, sums.along + along, sums.across, sums.area, sums.area_along, sums.area_across)


@kernel
def add_cut_sections(sums: Sums, a: Any, b: Any, x0: Any, r0: Any, growth: Any, slope: Any, c: Any, depth: Any) -> Sums:
    """Add sections that the waterline cuts, from a to b."""
    middle, half = 0.5 * (a + b), 0.5 * (b - a)
    volume, along, across = sums.volume, sums.along, sums.across
    area, area_along, area_across = sums.area, sums.area_along, sums.area_across
    for k in range(8):
        node = NODES[k] if k < 4 else -NODES[7 - k]
        weight = WEIGHTS[k] if k < 4 else WEIGHTS[7 - k]
        angle = 0.5 * pi * node
        x = middle + half * sin(angle)
        step = 0.5 * pi * weight * cos(angle) * half
        r = r0 + growth * (x - x0)
        t = clip((depth + slope * x) / (c * r), -1.0, 1.0)
        root = sqrt(1.0 - t * t)
        section = step * r * r * (0.5 * pi + atan2(t, root) + t * root)
        chord = step * 2.0 * r * root / c
        volume = volume + section
        along = along + section * x
        across = across + step * 2.0 / 3.0 * r * r * r * root * root * root
        area = area + chord
        area_along = area_along + chord * x
        area_across = area_across - chord * t * r
    return Sums(volume, along, across, area, area_along, area_across)
