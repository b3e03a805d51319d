"""Quasi-steady thin foil of finite span: Helmbold's lift slope, a flat plate past stall.

    C_L = (f a + (1 - f) C_D90) sin d cos d,   f = 1 / (1 + (sin d / sin d_stall)^8)
    C_D = C_D0 + f (a sin d cos d)^2 / (pi e AR) + (1 - f) C_D90 sin^2 d

Lift is perpendicular to the flow and so contains full leading-edge suction. f is 0.996 at half the stall angle, 1/2
at it.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.foils.scale import Stretch
from narcine.hydrodynamics.foils.table import Foils
from narcine.spatial.vectors import Array, u

SMALLEST_SPEED = 1e-9
"""Speed (m/s) that keeps the direction of no flow defined; its force is of the order of 1e-15 N."""


@kernel
def thin_foil(p: Array, foils: Foils, i: int, along: Any, across: Any, speed: Any, scale: Stretch) -> tuple[Any, Any]:
    """Return F_chordwise and F_normal per rho A / 2 in the flow (along, across) the chord."""
    slope, broadside = p[u(foils.slope + i)], scale.broadside * p[u(foils.broadside_drag + i)]
    v = speed + SMALLEST_SPEED
    sine, cosine = across / v, along / v
    ratio = sine / p[u(foils.sine_of_stall + i)]
    ratio4 = ratio * ratio * ratio * ratio
    attached = 1.0 / (1.0 + ratio4 * ratio4)
    product = sine * cosine
    lift = (attached * scale.slope * slope + (1.0 - attached) * broadside) * product
    drag = (
        scale.parasitic * p[u(foils.parasitic_drag + i)]
        + attached * scale.induced * p[u(foils.induced_drag + i)] * (slope * product) * (slope * product)
        + (1.0 - attached) * broadside * sine * sine
    )
    return speed * (drag * along - lift * across), speed * (drag * across + lift * along)
