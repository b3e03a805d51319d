"""Quasi-steady foil after Krishnamurthy et al. 2009 (eqs 5-8), with the signs put right.

With the flow v_f = v_water - v_foil, d its angle to the chord (0 when it runs from leading to trailing edge):

    F = rho A |v_f|^2 / 2 (C_N n + C_T c),   C_N = C_N0 sat(sin d / sin d_stall),   C_T = C_T0 sat(cos d / sin d_stall)

The tangential part is even in d and changes sign at 90 deg, the normal part is odd, and nothing jumps.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.foils.scale import Stretch
from narcine.hydrodynamics.foils.table import Foils
from narcine.scalars import clip
from narcine.spatial.vectors import Array, u


@kernel
def stall_ramp(p: Array, foils: Foils, i: int, along: Any, across: Any, speed: Any, scale: Stretch) -> tuple[Any, Any]:
    """Return F_chordwise and F_normal per rho A / 2 in the flow (along, across) the chord."""
    sine = p[u(foils.sine_of_stall + i)]
    tangential = scale.tangential * p[u(foils.tangential_coefficient + i)] * speed * clip(along / sine, -speed, speed)
    normal = scale.normal * p[u(foils.normal_coefficient + i)] * speed * clip(across / sine, -speed, speed)
    return tangential, normal
