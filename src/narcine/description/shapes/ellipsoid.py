"""Ellipsoids."""

from math import pi

import numpy as np
from pydantic import Field

from narcine.description.quantities import Length, Lengths3
from narcine.description.record import Record
from narcine.description.shapes.geometry import Array, Axis, Cut, Geometry


class Ellipsoid(Geometry):
    """An ellipsoid by its semi-axes along forward, starboard and down."""

    semi_axes: Lengths3

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return 4.0 / 3.0 * pi * float(np.prod(self.semi_axes))

    @property
    def inertia_per_mass(self) -> Array:
        """Moments of inertia of a unit mass."""
        a, b, c = np.square(self.semi_axes)
        return np.diag(np.array([b + c, a + c, a + b]) / 5.0)

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        return np.array(self.semi_axes)

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        relative = np.asarray(station) / self.semi_axes[axis]
        return np.asarray(self.semi_axes[across] * np.sqrt(np.clip(1.0 - relative**2, 0.0, None)))

    @property
    def cut(self) -> Cut:
        """How the surface cuts it."""
        return Cut("ellipsoid", self.half_extents)

    @property
    def hull_points(self) -> Array:
        """Points of its surface, on circles of latitude."""
        polar, around = np.meshgrid(np.linspace(0.0, pi, 13), np.linspace(0.0, 2.0 * pi, 24, endpoint=False))
        unit = np.stack([np.cos(polar), np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around)], axis=-1)
        return np.asarray(unit.reshape(-1, 3) * self.semi_axes)


class Spheroid(Record):
    """An ellipsoid of revolution by its length along an axis and its diameter."""

    length: Length
    diameter: Length
    axis: Axis = Field("forward", description="along which its length lies")
