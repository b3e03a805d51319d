"""Contact of vehicles with each other, by the law of all contacts.

Every body touches others as an ellipsoid; the one searches its deepest point in the other. Both are as stiff as on an
obstacle, one behind the other: 1 / k = 1 / k_1 + 1 / k_2, and so is what friction grips. What presses on the one at
the point presses on the other at the same point the other way, so that no momentum is made.
"""

from typing import Any

from narcine.compiled import kernel, shared_kernel
from narcine.multibody.kinematics import counted_motion
from narcine.multibody.work import Work
from narcine.spatial.rotations import matrix3, product, rotate, rotate_back, transpose
from narcine.spatial.vectors import (
    Array,
    Vector3,
    accumulate6,
    add3,
    dot3,
    dot6,
    scale3,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
    wrench_at,
)
from narcine.tables import Integers
from narcine.world.contact import LOOKS, contact_force, deepest
from narcine.world.distance import Solid, distance_to
from narcine.world.table import Fleet, Forms, ObstacleKind


@kernel
def add_encounters(
    p: Array,
    layout: Integers,
    obstacles: int,
    fleet: Fleet,
    forms: Forms,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add the forces of vehicles that touch each other, and fill the rates of their impulses."""
    if forms.rows > 0:
        meet_all(p, layout, obstacles, fleet, forms, w, work, wrench, rates)


@shared_kernel
def meet_all(
    p: Array,
    layout: Integers,
    obstacles: int,
    fleet: Fleet,
    forms: Forms,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Let each two vehicles that are within reach of each other meet."""
    for a in range(fleet.rows):
        for b in range(fleet.rows):
            rates[u(layout[u(fleet.state + a)] + 1 + obstacles + b)] = 0.0
    for a in range(fleet.rows - 1):
        root = vector3(work, w.place + 3 * layout[u(fleet.root + a)])
        for b in range(a + 1, fleet.rows):
            there = vector3(work, w.place + 3 * layout[u(fleet.root + b)])
            reach = p[u(fleet.reach + b)].real
            if is_beyond(subtract3(root, there), p[u(fleet.reach + a)].real + reach):
                continue
            for k in range(layout[u(fleet.forms + a)]):
                i = layout[u(fleet.first_form + a)] + k
                place = form_place(p, layout, forms, i, w, work)
                if is_beyond(subtract3(place, there), p[u(forms.reach + i)].real + reach):
                    continue
                for m in range(layout[u(fleet.forms + b)]):
                    j = layout[u(fleet.first_form + b)] + m
                    away = subtract3(place, form_place(p, layout, forms, j, w, work))
                    if is_beyond(away, p[u(forms.reach + i)].real + p[u(forms.reach + j)].real):
                        continue
                    if is_ball(p, forms, j) and not is_ball(p, forms, i):
                        back = scale3(-1.0, away)
                        meet(p, layout, obstacles, fleet, forms, b, a, j, i, back, w, work, wrench, rates)
                    else:
                        meet(p, layout, obstacles, fleet, forms, a, b, i, j, away, w, work, wrench, rates)


@kernel
def is_beyond(away: Vector3, reach: Any) -> bool:
    """Say whether a way is longer than a reach."""
    return bool(dot3(away, away).real > reach * reach)


@kernel
def is_ball(p: Array, forms: Forms, i: int) -> bool:
    """Say whether a form is a sphere."""
    size = vector3(p, forms.size + 3 * i)
    return bool(size[0].real == size[1].real and size[0].real == size[2].real)


@kernel
def form_place(p: Array, layout: Integers, forms: Forms, i: int, w: Work, work: Array) -> Vector3:
    """Return where the centre of a form is."""
    link = layout[u(forms.link + i)]
    lever = rotate(matrix3(work, w.attitude + 9 * link), vector3(p, forms.centre + 3 * i))
    return add3(vector3(work, w.place + 3 * link), lever)


@shared_kernel
def meet(
    p: Array,
    layout: Integers,
    obstacles: int,
    fleet: Fleet,
    forms: Forms,
    a: int,
    b: int,
    i: int,
    j: int,
    away: Vector3,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add the forces between the form i of the vehicle a and the form j of the vehicle b, which is some way away."""
    one, other = layout[u(forms.link + i)], layout[u(forms.link + j)]
    there = matrix3(work, w.attitude + 9 * other)
    R = product(transpose(there), matrix3(work, w.attitude + 9 * one))
    origin = rotate_back(there, away)
    zero = 0.0 * origin[0]
    solid = Solid(ObstacleKind.ELLIPSOID, vector3(p, forms.size + 3 * j), p[u(forms.reach + j)])
    from_centre = distance_to(solid, origin)
    if from_centre.distance.real > p[u(forms.reach + i)].real:
        return
    looks = 1 if is_ball(p, forms, i) else LOOKS
    near, arm = deepest(solid, origin, R, vector3(p, forms.size + 3 * i), from_centre, looks)
    if near.distance.real >= 0.0:
        return
    at = add3(vector3(p, forms.centre + 3 * i), arm)
    to = add3(vector3(p, forms.centre + 3 * j), add3(origin, rotate(R, arm)))
    outward = rotate_back(R, near.normal)
    carried = rotate_back(R, velocity_at(vector6(work, w.motion + 6 * other), to))
    velocity = subtract3(velocity_at(vector6(work, w.motion + 6 * one), at), carried)
    stiffness = in_series(p[u(forms.stiffness + i)], p[u(forms.stiffness + j)])
    grip = in_series(p[u(forms.grip + i)], p[u(forms.grip + j)])
    force, load = contact_force(p, fleet, a, stiffness, grip, near.distance + zero, outward, velocity)
    pressed = wrench_at(at, force)
    back = wrench_at(to, scale3(-1.0, rotate(R, force)))
    accumulate6(work, wrench + 6 * one, pressed)
    accumulate6(work, wrench + 6 * other, back)
    first, second = layout[u(fleet.state + a)], layout[u(fleet.state + b)]
    rates[u(first)] += dot6(pressed, counted_motion(w, work, one))
    rates[u(second)] += dot6(back, counted_motion(w, work, other))
    rates[u(first + 1 + obstacles + b)] += load
    rates[u(second + 1 + obstacles + a)] += load


@kernel
def in_series(first: Any, second: Any) -> Any:
    """Return what two springs or dampers are one behind the other."""
    return first * second / (first + second)
