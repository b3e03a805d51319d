"""An unsteady thin foil: Theodorsen's lift with the wake in two lag states, and leading-edge suction.

At mid-chord, with U and w the foil's velocity relative to the water along the chord (towards the leading edge) and
along its normal, q its nose-up rate, b half the chord, V^2 = U^2 + w^2 and g = U / sqrt(V^2 + eps^2):

    Q = w + g q b / 2,   y_i' = beta_i V / b (A_i Q - y_i),   Q_e = (1 - A_1 - A_2) Q + y_1 + y_2   (Jones 1938)
    normal force  -rho S a |U| f Q_e / 2 at x = g c / 4,   nose-up moment  -m_n |U| q c / 4
    suction       g eta f rho S a (Q_e - g q b / 2)^2 / 2 along the chord
    cross-flow    -rho C_D90 / 2 int w(x) |w(x)| dA,   w(x) = w - q x;   friction  -rho S C_D0 V U / 2 along the chord

f = [1 + (w / (U tan d_stall))^2]^(-1/2) lets lift fade past stall. The plate's own added inertia is the rest: its
-M_A nu_dot acts, and its coupling with rotation, which this lift contains, does not (`coriolis: none`). With f = 1 and
without cross-flow and friction this is Theodorsen's and Garrick's theory in two dimensions with Jones's two lags for
the wake. Nothing jumps in reversed flow, and at rest the wake freezes.
"""

from math import pi, tan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from narcine.compiled import kernel
from narcine.curves import Knots
from narcine.hydrodynamics.added_inertia import added_inertia
from narcine.hydrodynamics.foils.scale import Scales, stretched
from narcine.hydrodynamics.foils.table import foil_frame, helmbold_slope
from narcine.hydrodynamics.foils.wet_foil import wet_foil
from narcine.hydrodynamics.meeting import flow_at
from narcine.multibody.work import Work
from narcine.scalars import magnitude
from narcine.scalars import sqrt as root
from narcine.spatial.vectors import (
    Array,
    accumulate6,
    add3,
    angular,
    cross,
    dot3,
    join,
    scale3,
    u,
    vector3,
    vector6,
)
from narcine.tables import Integers, Row
from narcine.water.medium import Water

if TYPE_CHECKING:
    from narcine.description.body import Body
    from narcine.description.foil import UnsteadyFoil

UNSTEADY_FLOATS = 18
UNSTEADY_INTEGERS = 4
WAKE_STATES = ("lag_1", "lag_2")
WAKE_SHARES = (0.165, 0.335)
WAKE_RATES = (0.0455, 0.3)
SLOW = 1e-3
"""Speed (m/s) below which the flow has no direction; lift there is of the order of 1e-3 N per square metre."""
STATIONS = (-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526)
WEIGHTS = (0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269)
"""Gauss-Legendre along the chord, over half of it and over all of it."""


class UnsteadyFoils(NamedTuple):
    """Columns of the table of unsteady foils."""

    rows: int
    centre: int
    chordwise: int
    normal: int
    chord: int
    area: int
    slope: int
    tangent_of_stall: int
    parasitic_drag: int
    broadside_drag: int
    suction: int
    added_mass: int
    """of the plate along its normal"""
    aspect_ratio: int
    """that sets the slope; zero where the slope is given"""
    link: int
    state: int
    first_scale: int
    scales: int


@kernel
def unsteady_columns(n: int, p: int, i: int) -> UnsteadyFoils:
    """Return where the numbers of the unsteady foils lie."""
    return UnsteadyFoils(
        rows=n,
        centre=p,
        chordwise=p + 3 * n,
        normal=p + 6 * n,
        chord=p + 9 * n,
        area=p + 10 * n,
        slope=p + 11 * n,
        tangent_of_stall=p + 12 * n,
        parasitic_drag=p + 13 * n,
        broadside_drag=p + 14 * n,
        suction=p + 15 * n,
        added_mass=p + 16 * n,
        aspect_ratio=p + 17 * n,
        link=i,
        state=i + n,
        first_scale=i + 2 * n,
        scales=i + 3 * n,
    )


@kernel
def add_unsteady_lift(
    p: Array,
    layout: Integers,
    foils: UnsteadyFoils,
    scales: Scales,
    knots: Knots,
    water: Water,
    x: Array,
    w: Work,
    work: Array,
    wrench: int,
    rates: Array,
) -> None:
    """Add the forces of all unsteady foils, and the rates of their wakes."""
    for i in range(foils.rows):
        link, s = layout[u(foils.link + i)], layout[u(foils.state + i)]
        first_scale, count = layout[u(foils.first_scale + i)], layout[u(foils.scales + i)]
        scale = stretched(p, layout, scales, knots, first_scale, count, p[u(foils.aspect_ratio + i)], x)
        motion = vector6(work, w.flow + 6 * link)
        centre, normal = vector3(p, foils.centre + 3 * i), vector3(p, foils.normal + 3 * i)
        forward = scale3(-1.0, vector3(p, foils.chordwise + 3 * i))
        nose_up = cross(normal, forward)
        chord, slope = p[u(foils.chord + i)], scale.slope * p[u(foils.slope + i)]
        area = scale.area * p[u(foils.area + i)]
        parasitic = scale.parasitic * p[u(foils.parasitic_drag + i)]
        broadside = scale.broadside * p[u(foils.broadside_drag + i)]
        added_mass = scale.area * p[u(foils.added_mass + i)]
        b = 0.5 * chord

        velocity = flow_at(w, work, link, motion, centre)
        U, across, q = dot3(velocity, forward), dot3(velocity, normal), dot3(angular(motion), nose_up)
        V = root(U * U + across * across)
        g = U / root(V * V + SLOW * SLOW)
        Q = across + 0.5 * g * q * b
        first, second = x[u(s)], x[u(s + 1)]
        rates[u(s)] = WAKE_RATES[0] * V / b * (WAKE_SHARES[0] * Q - first)
        rates[u(s + 1)] = WAKE_RATES[1] * V / b * (WAKE_SHARES[1] * Q - second)
        felt = (1.0 - WAKE_SHARES[0] - WAKE_SHARES[1]) * Q + first + second

        wet = wet_foil(w, work, link, centre, forward, normal, chord, area)
        pressure = 0.5 * p[u(water.density)] * area * wet
        reach = p[u(foils.tangent_of_stall + i)] * magnitude(U)
        attached = reach / root(reach * reach + across * across + SLOW * SLOW * SLOW)
        lift = -pressure * slope * attached * magnitude(U) * felt
        at_nose = felt - 0.5 * g * q * b
        along = pressure * (g * p[u(foils.suction + i)] * attached * slope * at_nose * at_nose - parasitic * V * U)
        push, turn = lift, -0.5 * g * b * lift - wet * added_mass * magnitude(U) * 0.25 * chord * q
        for k in range(4):
            station = STATIONS[k] * b
            local = across - q * station
            drag = -pressure * broadside * WEIGHTS[k] * magnitude(local) * local
            push += drag
            turn -= station * drag
        force = add3(scale3(push, normal), scale3(along, forward))
        moment = add3(cross(centre, force), scale3(turn, nose_up))
        accumulate6(work, wrench + 6 * link, join(force, moment))


def unsteady_row(foil: "UnsteadyFoil", body: "Body", link: int, density: float, state: int, first_scale: int) -> Row:
    """Return the row of an unsteady foil on a plate."""
    frame = foil_frame(foil, body)
    n = np.array(frame["normal"])
    aspect_ratio = frame["span"] ** 2 / frame["area"] if foil.slope is None else 0.0
    numbers: dict[str, Any] = {
        **{key: frame[key] for key in ("centre", "chordwise", "normal", "chord", "area")},
        "slope": helmbold_slope(aspect_ratio) if foil.slope is None else foil.slope,
        "tangent_of_stall": tan(min(foil.stall, 0.5 * pi - 1e-9)),
        "parasitic_drag": foil.parasitic_drag,
        "broadside_drag": foil.broadside_drag,
        "suction": foil.suction,
        "added_mass": float(n @ added_inertia(body, density)[:3, :3] @ n),
        "aspect_ratio": aspect_ratio,
    }
    return Row(numbers, {"link": link, "state": state, "first_scale": first_scale, "scales": len(foil.scale)})
