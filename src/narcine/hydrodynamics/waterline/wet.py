"""What a waterline says of a shape, in shares of its whole volume."""

from typing import Any, NamedTuple

from narcine.compiled import kernel
from narcine.spatial.vectors import Vector3


class Wet(NamedTuple):
    """A cut shape. Positions are from the centroid of the whole shape, in body axes."""

    fraction: Any
    """wet volume over the whole"""
    moment: Vector3
    """the same times the wet volume's centroid (m)"""
    area: Any
    """area of the waterplane over the whole volume: how fast the fraction grows with depth (1/m)"""
    area_moment: Vector3
    """the same times the waterplane's centroid"""


@kernel
def all_or_nothing(fraction: float, depth: Any) -> Wet:
    """Return a shape that is wholly wet (1) or dry (0); the depth lends its type."""
    zero = 0.0 * depth
    return Wet(fraction + zero, (zero, zero, zero), zero, (zero, zero, zero))
