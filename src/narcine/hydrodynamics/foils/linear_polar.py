"""Lift proportional to the angle itself, without stall: the hull polar of Fossen's REMUS 100 model.

    C_L = a alpha,   C_D = C_D0 + (a alpha)^2 / (pi e AR),   alpha = atan2(v_normal, v_forward)

after Beard and McLain 2012 as used in PythonVehicleSimulator (MIT licence). The dynamic pressure is that of the whole
relative velocity. It is here so that the reference trajectories can be reproduced; `thin_foil` is the better law.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.foils.scale import Stretch
from narcine.hydrodynamics.foils.table import Foils
from narcine.scalars import atan2, cos, sin
from narcine.spatial.vectors import Array, u


@kernel
def linear_polar(
    p: Array, foils: Foils, i: int, along: Any, across: Any, total_speed: Any, scale: Stretch
) -> tuple[Any, Any]:
    """Return F_chordwise and F_normal per rho A / 2 in the flow (along, across) the chord."""
    angle = atan2(across, along)
    lift = p[u(foils.slope + i)] * angle
    drag = scale.parasitic * p[u(foils.parasitic_drag + i)] + scale.induced * p[u(foils.induced_drag + i)] * lift * lift
    lift = scale.slope * lift
    square = total_speed * total_speed
    return square * (drag * cos(angle) - lift * sin(angle)), square * (drag * sin(angle) + lift * cos(angle))
