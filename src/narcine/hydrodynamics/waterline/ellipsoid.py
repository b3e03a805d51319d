"""An ellipsoid cut by a plane: an affine map makes it a unit sphere, and the wet part a spherical cap.

    fraction = (2 + 3 t - t^3) / 4,   moment = 3/16 (1 - t^2)^2 along m,   t = depth of the centre / s

with s m the semi-axes times the direction of down. A sphere cut at t has its waterplane at -t m.
"""

from typing import Any

from narcine.compiled import kernel
from narcine.hydrodynamics.waterline.wet import Wet, all_or_nothing
from narcine.scalars import sqrt
from narcine.spatial.vectors import Vector3, scale3


@kernel
def cut_ellipsoid(semi_axes: Vector3, down: Vector3, depth: Any) -> Wet:
    """Return the wet part of an ellipsoid whose centre lies at a depth."""
    x, y, z = semi_axes[0] * down[0], semi_axes[1] * down[1], semi_axes[2] * down[2]
    s = sqrt(x * x + y * y + z * z)
    t = depth / s
    if t.real >= 1.0:
        return all_or_nothing(1.0, t)
    if t.real <= -1.0:
        return all_or_nothing(0.0, t)
    reach = (semi_axes[0] * x / s, semi_axes[1] * y / s, semi_axes[2] * z / s)
    left = 1.0 - t * t
    area = 0.75 * left / s
    return Wet(0.25 * (2.0 + t * (3.0 - t * t)), scale3(0.1875 * left * left, reach), area, scale3(-t * area, reach))
