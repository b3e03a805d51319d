"""Areas and moments that shapes show to the flow, for drag by coefficients.

Straight flow along d meets the area A_d. Turning about k moves the station s along e with speed |w s| against d, so
that the strip of width b(s) there takes rho C_d b |w s| w s ds / 2 and the moment coefficient sums C_d int |s|^3 b ds
over both (d, e). A round section turns without pushing water: moments are multiplied by 1 - (a / b)^2 of the half
extents a < b across k, which is 1 for a thin plate and 0 for a circle, an interpolation between these two.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from narcine.description.shapes.geometry import Geometry

Array = NDArray[np.float64]

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(48)


def strip_integral(shape: "Geometry", along: int, across: int, power: int) -> float:
    """Return int |s|^power b(s) ds of the full width b in direction `across`, stations s along an axis.

    With s = L sin(t) to both sides of the centroid the integrand is smooth for elliptic and for straight outlines: 48
    Gauss points are exact to rounding.
    """
    angles = np.pi / 4.0 * (_NODES + 1.0)
    total = 0.0
    for end in shape.bounds[:, along]:
        stations = end * np.sin(angles)
        widths = 2.0 * shape.half_width(along, across, stations)
        integrand = np.abs(stations) ** power * widths * abs(end) * np.cos(angles)
        total += float(np.pi / 4.0 * np.sum(_WEIGHTS * integrand))
    return total


def flatness(shape: "Geometry", first: int, second: int) -> float:
    """Return 1 - (a / b)^2 of the section in the plane of two axes where it is round, else 1."""
    if not shape.is_round:
        return 1.0
    a, b = sorted((shape.half_extents[first], shape.half_extents[second]))
    return float(1.0 - (a / b) ** 2)


def quadratic_from_coefficients(shape: "Geometry", coefficients: Any, density: float) -> Array:
    """Return the six quadratic drag coefficients of a shape about its centre."""
    drag = np.zeros(6)
    for d in range(3):
        e, k = (index for index in range(3) if index != d)
        half = 0.5 * density * coefficients[d]
        drag[d] = half * strip_integral(shape, e, k, 0)
        drag[3 + k] += half * flatness(shape, d, e) * strip_integral(shape, e, k, 3)
        drag[3 + e] += half * flatness(shape, d, k) * strip_integral(shape, k, e, 3)
    return drag
