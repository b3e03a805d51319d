"""The water that each link meets: how it moves past the link, and where its surface lies above it.

Water that varies is taken at the link's centre r_c, or at the surface below it where that is above, and as changing
evenly from there: v_c + E (r - r_c) in body axes.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.curves import Knots
from narcine.hydrodynamics.hydrostatics import Hydrostatics
from narcine.multibody.links import Links
from narcine.multibody.work import Work
from narcine.scalars import sqrt
from narcine.spatial.rotations import matrix3, rotate, rotate_back, store9
from narcine.spatial.vectors import (
    Array,
    Vector3,
    Vector6,
    add3,
    angular,
    dot3,
    join,
    linear,
    scale3,
    store3,
    store6,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
)
from narcine.tables import Integers
from narcine.water.current import advance_current, current_at
from narcine.water.medium import NO_CLOCK, Water, is_still
from narcine.water.stream import Stream, Surface, add_stream, still
from narcine.water.swell import Swell, swell_at


@kernel
def update_flow(
    p: Array,
    layout: Integers,
    links: Links,
    bodies: Hydrostatics,
    water: Water,
    swell: Swell,
    knots: Knots,
    x: Array,
    command: Array,
    w: Work,
    work: Array,
    rates: Array,
) -> None:
    """Fill every body's motion relative to the water, nu_r = nu - (R^T v_c, 0), and what else it meets."""
    if layout[u(water.time)] != NO_CLOCK:
        rates[u(layout[u(water.time)])] = 1.0
    if layout[u(water.varies)]:
        advance_current(p, layout, water, x, command, rates)
        for i in range(bodies.rows):
            meet_stream(p, layout, links, water, swell, knots, layout[u(bodies.link + i)], x, w, work)
        return
    current = vector3(p, water.current)
    if is_still(current):
        for k in range(6 * links.rows):
            work[u(w.flow + k)] = work[u(w.motion + k)]
        return
    for i in range(links.rows):
        carried = rotate_back(matrix3(work, w.attitude + 9 * i), current)
        motion = vector6(work, w.motion + 6 * i)
        store3(work, w.stream + 3 * i, carried)
        store6(work, w.flow + 6 * i, join(subtract3(linear(motion), carried), angular(motion)))


@kernel
def meet_stream(
    p: Array,
    layout: Integers,
    links: Links,
    water: Water,
    swell: Swell,
    knots: Knots,
    i: int,
    x: Array,
    w: Work,
    work: Array,
) -> None:
    """Fill what one link meets in water that varies, at its centre, or at the surface below it where it is above."""
    time = x[u(layout[u(water.time)])]
    R = matrix3(work, w.attitude + 9 * i)
    motion = vector6(work, w.motion + 6 * i)
    point = vector3(p, links.centre + 3 * i)
    lever = rotate(R, point)
    place = add3(vector3(work, w.place + 3 * i), lever)
    velocity = rotate(R, velocity_at(motion, point))
    waves = still(place[2])
    for look in range(2 if swell.rows > 0 else 0):
        waves, surface = swell_at(p, swell, place, velocity, time)
        depth = place[2] + surface.elevation
        if look == 0:
            store_surface(surface, R, place, lever, i, w, work)
        if look == 1 or depth.real >= 0.0:
            break
        sinking = velocity[2] + surface.rise + surface.north_slope * velocity[0] + surface.east_slope * velocity[1]
        point = subtract3(point, scale3(depth, vector3(work, w.attitude + 9 * i + 6)))
        place = (place[0], place[1], place[2] - depth)
        velocity = (velocity[0], velocity[1], velocity[2] - sinking)
    stream = add_stream(current_at(p, layout, water, knots, x, place[2], time), waves)

    carried = rotate_back(R, stream.velocity)
    strain = join3(
        rotate_back(R, stream.north_gradient),
        rotate_back(R, stream.east_gradient),
        rotate_back(R, stream.down_gradient),
    )
    E = turned_rows(R, strain)
    store3(work, w.meeting + 3 * i, point)
    store3(work, w.stream + 3 * i, carried)
    store6(work, w.flow + 6 * i, join(subtract3(linear(motion), carried), angular(motion)))
    store9(work, w.strain + 9 * i, E)
    store3(work, w.strained + 3 * i, rotate(E, point))
    store3(work, w.met_change + 3 * i, rotate_back(R, add3(stream.rate, along_path(stream, velocity))))
    store3(work, w.material_change + 3 * i, rotate_back(R, add3(stream.rate, along_path(stream, stream.velocity))))


@kernel
def along_path(stream: Stream, velocity: Vector3) -> Vector3:
    """Return (v . grad) v_c."""
    return (
        dot3(stream.north_gradient, velocity),
        dot3(stream.east_gradient, velocity),
        dot3(stream.down_gradient, velocity),
    )


@kernel
def join3(a: Vector3, b: Vector3, c: Vector3) -> Any:
    """Return the matrix of three rows."""
    return (a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2])


@kernel
def turned_rows(R: Any, M: Any) -> Any:
    """Return R^T M."""
    first = rotate_back(R, (M[0], M[3], M[6]))
    second = rotate_back(R, (M[1], M[4], M[7]))
    third = rotate_back(R, (M[2], M[5], M[8]))
    return (first[0], second[0], third[0], first[1], second[1], third[1], first[2], second[2], third[2])


@kernel
def store_surface(surface: Surface, R: Any, place: Vector3, lever: Vector3, i: int, w: Work, work: Array) -> None:
    """Keep the plane that touches the surface above a link's centre: its normal into the water, in body axes."""
    north, east = surface.north_slope, surface.east_slope
    steepness = 1.0 / sqrt(1.0 + north * north + east * east)
    to_origin = -north * lever[0] - east * lever[1] - lever[2]
    store3(work, w.normal + 3 * i, scale3(steepness, rotate_back(R, (north, east, 1.0))))
    work[u(w.level + i)] = steepness * (place[2] + surface.elevation + to_origin)
    work[u(w.rise + i)] = steepness * surface.rise
    store3(
        work, w.tilt + 3 * i, scale3(steepness, rotate_back(R, (surface.north_tilt, surface.east_tilt, 0.0 * north)))
    )


@kernel
def flow_at(w: Work, work: Array, link: int, flow: Vector6, point: Vector3) -> Vector3:
    """Return the velocity of a point of a link relative to the water at that point."""
    velocity = velocity_at(flow, point)
    if work[u(w.uniform)].real == 1.0:
        return velocity
    return add3(velocity, subtract3(vector3(work, w.strained + 3 * link), strained(w, work, link, point)))


@kernel
def strained(w: Work, work: Array, link: int, lever: Vector3) -> Vector3:
    """Return E r: how much faster the water is at the end of a lever."""
    return rotate(matrix3(work, w.strain + 9 * link), lever)
