"""Contact of bodies with obstacles by one penalty law.

A point that is d deep is pushed out by F_n = k d (1 + c d_dot) along the gradient of d (Hunt and Crossley 1975, with
a linear spring), never pulled in. With c = 0 this is the slope of k d^2 / 2; with c the law takes power in both
directions. Friction opposes the speed v across: F_t = mu F_n v / sqrt(v^2 + slip^2 + (mu F_n / grip)^2), Coulomb's law
for what slides; what sticks creeps, by the slip speed or by what the grip, the most that the step can resolve, holds.

A sphere touches where its centre is nearest. An ellipsoid touches at its deepest point, found by Newton's method on its
surface with steps that must go deeper; since that point is the deepest, d_dot is as if it were fixed in the body. Other
shapes touch at points of their hulls: at their corners where the obstacle is a plane, which can touch nothing else.
What an obstacle that moves meets moves against it: all velocities above are relative to the obstacle.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.multibody.kinematics import counted_motion
from narcine.multibody.work import OBSTACLE_SIZE, Work
from narcine.scalars import at_least_zero, sqrt
from narcine.spatial.rotations import Matrix3, matrix3, product, rotate, rotate_back, transpose
from narcine.spatial.vectors import (
    Array,
    Vector3,
    accumulate6,
    add3,
    combine3,
    cross,
    dot3,
    dot6,
    norm3,
    scale3,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
    wrench_at,
)
from narcine.tables import Integers
from narcine.world.distance import Near, Solid, distance_to, solid_of
from narcine.world.moving import away_from
from narcine.world.table import Fleet, HullKind, Hulls, ObstacleKind, Obstacles, Points

LOOKS = 24
"""Looks at the obstacle in the search for an ellipsoid's deepest point: five as a rule, more near edges."""
FOUND = 1e-7
"""Step (rad) of that search after which, by Newton's squares, nothing is left to find."""
LONGEST_STEP, LEAST_BEND = 0.7, 0.1
"""Longest step (rad) of the search for an ellipsoid's deepest point; least bend of the depth, over its slope, that it
reckons with, so that it goes downhill from the far side too."""
NO_DEEPER = 1e-13
"""Depth (m) by which a step may go wrong by rounding."""


@kernel
def add_contact(
    p: Array,
    layout: Integers,
    obstacles: Obstacles,
    fleet: Fleet,
    hulls: Hulls,
    points: Points,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add the forces of all that touch, and fill the rates of work and impulses; open water costs a comparison."""
    for v in range(fleet.rows):
        root = vector3(work, w.place + 3 * layout[u(fleet.root + v)])
        first, count = layout[u(fleet.first + v)], layout[u(fleet.hulls + v)]
        state = layout[u(fleet.state + v)]
        rates[u(state)] = 0.0
        for j in range(obstacles.rows):
            rates[u(state + 1 + j)] = 0.0
            if not is_apart(p, layout, obstacles, j, root, p[u(fleet.reach + v)], w, work):
                for i in range(first, first + count):
                    touch(p, layout, obstacles, fleet, hulls, points, v, i, j, w, work, wrench, rates, state)


@kernel
def is_apart(
    p: Array, layout: Integers, obstacles: Obstacles, j: int, place: Vector3, reach: Any, w: Work, work: Array
) -> bool:
    """Say whether nothing within reach of a place can touch an obstacle."""
    away = away_from(p, layout, obstacles, j, place, w, work)
    if layout[u(obstacles.kind + j)] == ObstacleKind.PLANE:
        return bool(dot3(away, vector3(p, obstacles.size + 3 * j)).real > reach.real)
    far = reach.real + p[u(obstacles.reach + j)].real
    return bool(dot3(away, away).real > far * far)


@kernel
def touch(
    p: Array,
    layout: Integers,
    obstacles: Obstacles,
    fleet: Fleet,
    hulls: Hulls,
    points: Points,
    v: int,
    i: int,
    j: int,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
    state: int,
) -> None:
    """Add the forces between one hull and one obstacle."""
    link = layout[u(hulls.link + i)]
    attitude = matrix3(work, w.attitude + 9 * link)
    centre = vector3(p, hulls.centre + 3 * i)
    place = add3(vector3(work, w.place + 3 * link), rotate(attitude, centre))
    if is_apart(p, layout, obstacles, j, place, p[u(hulls.reach + i)], w, work):
        return
    turn = matrix3(p, obstacles.turn + 9 * j)
    R = product(transpose(turn), attitude)
    origin = rotate_back(turn, away_from(p, layout, obstacles, j, place, w, work))
    is_plane = layout[u(obstacles.kind + j)] == ObstacleKind.PLANE
    is_smooth = layout[u(hulls.kind + i)] == HullKind.ELLIPSOID
    size = vector3(p, hulls.size + 3 * i)
    count = layout[u(hulls.corners + i)] if is_plane else layout[u(hulls.points + i)]
    share = p[u(hulls.share + i)]
    if not (is_plane or is_smooth):
        share = 1.0 / most_at_once(p, obstacles, hulls, i, j)
    is_sphere = is_smooth and size[0].real == size[1].real and size[0].real == size[2].real
    solid = solid_of(p, layout, obstacles, j)
    from_centre = distance_to(solid, origin)
    if from_centre.distance.real > p[u(hulls.reach + i)].real:
        return
    looks = 1 if is_sphere else 2
    if is_smooth and not is_sphere and not is_plane:
        looks = LOOKS
    zero = 0.0 * origin[0]
    for k in range(count):
        near, arm = from_centre, (zero, zero, zero)
        if is_smooth:
            near, arm = deepest(solid, origin, R, size, from_centre, looks)
        else:
            arm = add3(arm, vector3(p, points.at + 3 * (layout[u(hulls.first + i)] + k)))
            near = distance_to(solid, add3(origin, rotate(R, arm)))
        if near.distance.real < 0.0:
            outward = rotate_back(R, near.normal)
            press(
                p,
                layout,
                obstacles,
                fleet,
                hulls,
                v,
                i,
                j,
                link,
                share,
                near.distance,
                outward,
                add3(centre, arm),
                w,
                work,
                wrench,
                rates,
                state,
            )


@kernel
def deepest(
    solid: Solid, origin: Vector3, R: Matrix3, size: Vector3, from_centre: Near, looks: int
) -> tuple[Near, Vector3]:
    """Return how near the deepest point of an ellipsoid is, and that point from its centre.

    One look suffices for a sphere, two for an ellipsoid on a plane; else the search goes on until it is found.
    """
    unit = facing(size, R, from_centre)
    arm = (size[0] * unit[0], size[1] * unit[1], size[2] * unit[2])
    if looks == 1:
        return Near(from_centre.distance - size[0], from_centre.normal, from_centre.curvature), arm
    near, way, reach = from_centre, scale3(0.0, unit), LONGEST_STEP
    for look in range(1, looks):
        trial, there = unit, arm
        if look > 1:
            trial = scaled_unit(add3(unit, way))
            there = (size[0] * trial[0], size[1] * trial[1], size[2] * trial[2])
        seen = distance_to(solid, add3(origin, rotate(R, there)))
        if look == 1 or seen.distance.real < near.distance.real + NO_DEEPER:
            near, unit, arm = seen, trial, there
            if looks == 2 or (look > 1 and norm3(way).real < FOUND):
                break
            way = newton_step(unit, size, R, near, reach)
            reach = min(2.0 * reach, LONGEST_STEP)
        else:
            way = scale3(0.25, way)
            reach = norm3(way).real
    return near, arm


@kernel
def press(
    p: Array,
    layout: Integers,
    obstacles: Obstacles,
    fleet: Fleet,
    hulls: Hulls,
    v: int,
    i: int,
    j: int,
    link: int,
    share: Any,
    distance: Any,
    outward: Vector3,
    at: Vector3,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
    state: int,
) -> None:
    """Add the force on a point of a hull that is inside an obstacle, and the rates of its work and impulse."""
    zero = 0.0 * distance
    carried = (zero, zero, zero)
    if layout[u(obstacles.path_points + j)] > 0:
        carried = rotate_back(matrix3(work, w.attitude + 9 * link), vector3(work, w.obstacle + OBSTACLE_SIZE * j + 3))
    velocity = subtract3(velocity_at(vector6(work, w.motion + 6 * link), at), carried)
    stiffness, grip = share * p[u(hulls.stiffness + i)], share * p[u(hulls.grip + i)]
    force, load = contact_force(p, fleet, v, stiffness, grip, distance, outward, velocity)
    pressed = wrench_at(at, force)
    accumulate6(work, wrench + 6 * link, pressed)
    rates[u(state)] += dot6(pressed, counted_motion(w, work, link))
    rates[u(state + 1 + j)] += load


@kernel
def contact_force(
    p: Array, fleet: Fleet, v: int, stiffness: Any, grip: Any, distance: Any, outward: Vector3, velocity: Vector3
) -> tuple[Vector3, Any]:
    """Return the force on a point that is inside something, from its velocity relative to that, and what presses."""
    sinking = -dot3(outward, velocity)
    push = -stiffness * distance * at_least_zero(1.0 + p[u(fleet.damping + v)] * sinking)
    square = dot3(outward, outward)
    load = push * sqrt(square)
    hold = p[u(fleet.friction + v)] * load
    sliding = add3(velocity, scale3(sinking / square, outward))
    slip, creep = p[u(fleet.slip + v)], hold / grip
    drag = hold / sqrt(dot3(sliding, sliding) + slip * slip + creep * creep)
    return subtract3(scale3(push, outward), scale3(drag, sliding)), load


@kernel
def most_at_once(p: Array, obstacles: Obstacles, hulls: Hulls, i: int, j: int) -> Any:
    """Return how many points of a hull can touch an obstacle that is no plane: those on the flat parts that meet."""
    spacing = p[u(hulls.spacing + i)]
    most = 1.0 + 0.0 * spacing
    for k in range(2):
        flat, extent = p[u(obstacles.flat + 2 * j + k)], p[u(hulls.extent + 2 * i + k)]
        most *= 1.0 + (flat if flat.real < extent.real else extent) / spacing
    return most


@kernel
def facing(size: Vector3, R: Matrix3, near: Near) -> Vector3:
    """Return the point of the unit sphere at which an ellipsoid's normal is against the obstacle's."""
    n = rotate_back(R, near.normal)
    g = (size[0] * n[0], size[1] * n[1], size[2] * n[2])
    return scale3(-1.0 / norm3(g), g)


@kernel
def scaled_unit(v: Vector3) -> Vector3:
    """Return a vector at unit length."""
    return scale3(1.0 / norm3(v), v)


@kernel
def newton_step(unit: Vector3, size: Vector3, R: Matrix3, near: Near, longest: float) -> Vector3:
    """Return the step along the unit sphere to where an ellipsoid is deepest by first and second derivatives."""
    n = rotate_back(R, near.normal)
    g = (size[0] * n[0], size[1] * n[1], size[2] * n[2])
    slope = norm3(g)
    against = -dot3(unit, g)
    if against.real < LEAST_BEND * slope.real:
        against = LEAST_BEND * slope
    e1 = cross(unit, (1.0, 0.0, 0.0)) if unit[0].real * unit[0].real < 0.5 else cross(unit, (0.0, 1.0, 0.0))
    e1 = scaled_unit(e1)
    e2 = cross(unit, e1)
    t1 = rotate(R, (size[0] * e1[0], size[1] * e1[1], size[2] * e1[2]))
    t2 = rotate(R, (size[0] * e2[0], size[1] * e2[1], size[2] * e2[2]))
    c1, c2 = curved(near, t1), curved(near, t2)
    h11, h12, h22 = dot3(t1, c1) + against, dot3(t1, c2), dot3(t2, c2) + against
    g1, g2 = dot3(e1, g), dot3(e2, g)
    determinant = h11 * h22 - h12 * h12
    a = (h12 * g2 - h22 * g1) / determinant
    b = (h12 * g1 - h11 * g2) / determinant
    length = sqrt(a.real * a.real + b.real * b.real)
    if length > longest:
        a, b = a * longest / length, b * longest / length
    return combine3((0.0, 0.0, 0.0), a, e1, b, e2)


@kernel
def curved(near: Near, v: Vector3) -> Vector3:
    """Return the second derivatives of the distance times a vector."""
    h = near.curvature
    return (
        h[0] * v[0] + h[3] * v[1] + h[4] * v[2],
        h[3] * v[0] + h[1] * v[1] + h[5] * v[2],
        h[4] * v[0] + h[5] * v[1] + h[2] * v[2],
    )
