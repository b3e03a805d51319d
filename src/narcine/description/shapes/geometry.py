"""What every shape can say about itself, in its own frame: axes forward, starboard, down, origin at the `centre`.

Geometry only: how large, how hard to turn, how wide to the flow, how the surface cuts it. What the water makes of a
shape is in `hydrodynamics`.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from narcine.description.record import Record

Array = NDArray[np.float64]
Axis = Literal["forward", "starboard", "down"]
AXES: dict[str, int] = {"forward": 0, "starboard": 1, "down": 2}


@dataclass(frozen=True)
class Cut:
    """How the surface cuts a shape: the kind of waterline and its numbers, from the shape's centroid."""

    kind: Literal["ellipsoid", "frusta", "mesh"]
    size: Array
    """semi-axes of an ellipsoid, stretch of the sections of frusta"""
    axis: int = 0
    """of frusta"""
    pieces: Array | None = None
    """frusta (n, 4): x0, r0, x1, r1; or triangles (n, 3, 3), their normals outwards"""


class Geometry(Record):
    """A shape."""

    @property
    def volume(self) -> float:
        """Enclosed volume (m3)."""
        raise NotImplementedError

    @property
    def centroid(self) -> Array:
        """Centroid of the volume in the shape's frame (m)."""
        return np.zeros(3)

    @property
    def inertia_per_mass(self) -> Array:
        """Moments of inertia (3, 3) about the centroid of a unit mass that fills the shape (m2)."""
        raise NotImplementedError

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height (m)."""
        raise NotImplementedError

    @property
    def bounds(self) -> Array:
        """Lowest and highest coordinate along each axis (2, 3), from the centroid (m)."""
        return np.stack([-self.half_extents, self.half_extents])

    @property
    def water_centre(self) -> Array:
        """Point, from the centroid, about which the water moves with it alike (m)."""
        return np.zeros(3)

    @property
    def is_round(self) -> bool:
        """Whether its sections are ellipses, which turn without pushing water when they are circles."""
        return True

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width in direction `across` at stations along an axis, from the centroid (m)."""
        raise NotImplementedError

    @property
    def cut(self) -> Cut:
        """How the surface cuts it."""
        raise NotImplementedError

    @property
    def hull_points(self) -> Array:
        """Points (n, 3), from the centroid, around which the shape's outline lies."""
        raise NotImplementedError
