"""The water that bodies carry along. Its inertia is implicit: it stands in the mass matrix beside the bodies' own.

    force of added inertia = -M_A (nu_dot - nu_c_dot) - nu_r x* (M_A nu_r) - (E^T P, 0)
    nu_c_dot = (R^T (dv_c/dt + (v . grad) v_c) - w x v_c, 0),   P the linear part of M_A nu_r

in body axes, with E = grad v_c where the body meets the water, where E^T P acts and whose velocity is v; for a steady
uniform current only -w x v_c is left (Fossen 2011, section 8.3). For a sphere this is what Auton, Hunt and Prud'homme
found (1988), lift in shear included. All is multiplied by the wet share of the body. Where that grows, water that
becomes part of M_A is brought up to speed, F = -(dM_A/dt) nu_r; where it shrinks, water that is left behind keeps its
motion, and no force goes with it (von Karman's entry; exit as in Tassin et al. 2013).

`coriolis` scales the coupling of the water's linear momentum P with rotation about each body axis: at the centre of
the shape w x P and v_r x P become (c w) x P and c (v_r x P), component by component. It does no work for any c. One is
physics; a foil whose lift already contains the Munk moment and the edge suction takes zero.
"""

from narcine.compiled import kernel
from narcine.multibody.links import Links
from narcine.multibody.work import Work
from narcine.spatial.inertias import INERTIA_SIZE, inertia, inertia_times
from narcine.spatial.rotations import matrix3, rotate_back
from narcine.spatial.vectors import (
    Array,
    Vector3,
    Vector6,
    accumulate6,
    add3,
    angular,
    cross,
    join,
    linear,
    scale3,
    scale6,
    subtract3,
    u,
    vector3,
    vector6,
    velocity_at,
    wrench_at,
)
from narcine.tables import Integers
from narcine.water.medium import Water, is_still


@kernel
def add_added_inertia(
    p: Array, layout: Integers, links: Links, water: Water, w: Work, work: Array, wrench: int
) -> None:
    """Add the part of the force of added inertia that does not depend on the body's acceleration."""
    varies = layout[u(water.varies)]
    is_at_rest = not varies and is_still(vector3(p, water.current))
    for i in range(links.rows):
        M = inertia(p, links.added + INERTIA_SIZE * i)
        flow = vector6(work, w.flow + 6 * i)
        wet = work[u(w.wet + i)]
        momentum = inertia_times(M, flow)
        share, centre = vector3(p, links.coriolis + 3 * i), vector3(p, links.centre + 3 * i)
        coriolis = scaled_coriolis(flow, momentum, share, centre)
        accumulate6(work, wrench + 6 * i, scale6(-wet, coriolis))
        if wet.real != 1.0 and work[u(w.wetting + i)].real > 0.0:
            accumulate6(work, wrench + 6 * i, scale6(-work[u(w.wetting + i)], momentum))
        if is_at_rest:
            continue
        acceleration = cross(vector3(work, w.stream + 3 * i), angular(flow))
        if varies:
            acceleration = add3(acceleration, vector3(work, w.met_change + 3 * i))
            squeeze = rotate_back(matrix3(work, w.strain + 9 * i), linear(momentum))
            accumulate6(work, wrench + 6 * i, wrench_at(vector3(work, w.meeting + 3 * i), scale3(-wet, squeeze)))
        push = inertia_times(M, join(acceleration, (0.0, 0.0, 0.0)))
        accumulate6(work, wrench + 6 * i, scale6(wet, push))


@kernel
def scaled_coriolis(flow: Vector6, momentum: Vector6, c: Vector3, centre: Vector3) -> Vector6:
    """Return nu_r x* (P, H) with the coupling of P scaled by c at the centre."""
    w, P = angular(flow), linear(momentum)
    munk = cross(velocity_at(flow, centre), P)
    spin = subtract3(angular(momentum), cross(centre, P))
    force = cross((c[0] * w[0], c[1] * w[1], c[2] * w[2]), P)
    moment = add3((c[0] * munk[0], c[1] * munk[1], c[2] * munk[2]), cross(w, spin))
    return join(force, add3(moment, cross(centre, force)))
