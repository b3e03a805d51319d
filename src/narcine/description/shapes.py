"""The shapes that bodies have, in body axes forward, starboard, down, centred on the shape's `centre`.

Geometry only: how large, how hard to turn, how wide to the flow. What the water makes of a shape is in `hydrodynamics`.
"""

from math import pi
from typing import Annotated, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from narcine.description.quantities import Length, Lengths3, Position, Quantity, fail
from narcine.description.record import Record

Array = NDArray[np.float64]
Axis = Literal["forward", "starboard", "down"]
AXES: dict[str, int] = {"forward": 0, "starboard": 1, "down": 2}


class Geometry(Protocol):
    """What every shape can say about itself."""

    @property
    def volume(self) -> float:
        """Enclosed volume (m3)."""

    @property
    def inertia_per_mass(self) -> Array:
        """Principal moments of inertia about the centre of a unit mass that fills the shape (m2)."""

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height (m)."""

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width in direction `across` at stations along an axis (m)."""


class Ellipsoid(Record):
    """An ellipsoid by its semi-axes along forward, starboard and down."""

    semi_axes: Lengths3

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return 4.0 / 3.0 * pi * float(np.prod(self.semi_axes))

    @property
    def inertia_per_mass(self) -> Array:
        """Principal moments of inertia of a unit mass."""
        a, b, c = np.square(self.semi_axes)
        return np.array([b + c, a + c, a + b]) / 5.0

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        return np.array(self.semi_axes)

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        relative = np.asarray(station) / self.semi_axes[axis]
        return np.asarray(self.semi_axes[across] * np.sqrt(np.clip(1.0 - relative**2, 0.0, None)))


def _two_radii(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value, value]


_RADIUS = Quantity("length", above=0.0)
Radii = Annotated[
    tuple[float, float],
    Quantity("length", above=0.0, size=2),
    BeforeValidator(_two_radii),
    WithJsonSchema({"anyOf": [_RADIUS.json_schema(), Quantity("length", above=0.0, size=2).json_schema()]}),
]


class Cylinder(Record):
    """A cylinder with flat ends, round or of elliptic section.

    An elliptic section has two radii, along the other two body axes in the order forward, starboard, down.
    """

    radius: Radii = Field(description="one radius, or the two of an elliptic section")
    length: Length
    axis: Axis = Field("forward", description="along which its length lies")

    @property
    def axis_index(self) -> int:
        """Index of the body axis along which the cylinder lies."""
        return AXES[self.axis]

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return pi * self.radius[0] * self.radius[1] * self.length

    @property
    def inertia_per_mass(self) -> Array:
        """Principal moments of inertia of a unit mass."""
        squares = np.square(self.half_extents) / 4.0
        squares[self.axis_index] = self.length**2 / 12.0
        return np.asarray(squares.sum() - squares)

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        return np.insert(np.array(self.radius), self.axis_index, self.length / 2.0)

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        extents = self.half_extents
        relative = np.asarray(station) / extents[axis]
        if self.axis_index in (axis, across):
            return np.where(np.abs(relative) <= 1.0, extents[across], 0.0)
        return np.asarray(extents[across] * np.sqrt(np.clip(1.0 - relative**2, 0.0, None)))


class Plate(Record):
    """A thin rectangular plate: chord forward, span along the remaining axis, thickness along its normal."""

    chord: Length
    span: Length
    thickness: Length
    normal: Literal["starboard", "down"] = Field("down", description="across the plate")

    @property
    def span_axis(self) -> int:
        """Index of the body axis along which the span lies."""
        return AXES["down"] if self.normal == "starboard" else AXES["starboard"]

    @property
    def volume(self) -> float:
        """Enclosed volume."""
        return self.chord * self.span * self.thickness

    @property
    def inertia_per_mass(self) -> Array:
        """Principal moments of inertia of a unit mass."""
        squares = np.square(2.0 * self.half_extents) / 12.0
        return np.asarray(squares.sum() - squares)

    @property
    def half_extents(self) -> Array:
        """Half the length, width and height."""
        extents = np.array([self.chord, self.thickness, self.thickness]) / 2.0
        extents[self.span_axis] = self.span / 2.0
        return extents

    def half_width(self, axis: int, across: int, station: Array) -> Array:
        """Half width at stations along an axis."""
        extents = self.half_extents
        return np.where(np.abs(np.asarray(station)) <= extents[axis], extents[across], 0.0)


SHAPE_KINDS = ("ellipsoid", "sphere", "spheroid", "cylinder", "plate")


class Spheroid(Record):
    """An ellipsoid of revolution by its length along an axis and its diameter."""

    length: Length
    diameter: Length
    axis: Axis = Field("forward", description="along which its length lies")


class Shape(Record):
    """Exactly one shape, and where its centre lies in body axes."""

    ellipsoid: Lengths3 | None = Field(None, description="semi-axes along forward, starboard, down")
    sphere: Length | None = Field(None, description="radius")
    spheroid: Spheroid | None = Field(None, description="ellipsoid of revolution")
    cylinder: Cylinder | None = Field(None, description="round or elliptic")
    plate: Plate | None = Field(None, description="thin and rectangular")
    centre: Position = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _exactly_one(self) -> "Shape":
        given = [kind for kind in SHAPE_KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            listed = f"; it has {' and '.join(given)}" if given else ""
            raise fail(f"must have exactly one of {', '.join(SHAPE_KINDS)}{listed}")
        return self

    @property
    def geometry(self) -> "Ellipsoid | Cylinder | Plate":
        """Return the shape itself; spheres and spheroids are ellipsoids."""
        if self.ellipsoid is not None:
            return Ellipsoid(semi_axes=self.ellipsoid)
        if self.sphere is not None:
            return Ellipsoid(semi_axes=(self.sphere, self.sphere, self.sphere))
        if self.spheroid is not None:
            semi_axes = [self.spheroid.diameter / 2.0] * 3
            semi_axes[AXES[self.spheroid.axis]] = self.spheroid.length / 2.0
            return Ellipsoid(semi_axes=(semi_axes[0], semi_axes[1], semi_axes[2]))
        found = self.cylinder or self.plate
        assert found is not None, "the validator holds that one is given"
        return found
