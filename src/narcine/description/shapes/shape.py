"""The shape of a body: exactly one kind, and where it stands."""

from pydantic import Field, model_validator

from narcine.description.quantities import Length, Lengths3, Position, fail
from narcine.description.record import Record
from narcine.description.shapes.ellipsoid import Ellipsoid, Spheroid
from narcine.description.shapes.geometry import AXES, Geometry
from narcine.description.shapes.revolution import Capsule, Cylinder, Revolution
from narcine.description.shapes.triangles import Box, Extrusion, Mesh, Plate

SHAPE_KINDS = (
    "ellipsoid",
    "sphere",
    "spheroid",
    "cylinder",
    "capsule",
    "revolution",
    "box",
    "plate",
    "extrusion",
    "mesh",
)


class Shape(Record):
    """Exactly one shape, and where its origin lies in body axes."""

    ellipsoid: Lengths3 | None = Field(None, description="semi-axes along forward, starboard, down")
    sphere: Length | None = Field(None, description="radius")
    spheroid: Spheroid | None = Field(None, description="ellipsoid of revolution")
    cylinder: Cylinder | None = Field(None, description="round or elliptic")
    capsule: Capsule | None = Field(None, description="cylinder with half spheres at its ends")
    revolution: Revolution | None = Field(None, description="torpedo hull from a profile")
    box: Lengths3 | None = Field(None, description="length, width, height")
    plate: Plate | None = Field(None, description="thin and rectangular")
    extrusion: Extrusion | None = Field(None, description="fin of constant section")
    mesh: Mesh | None = Field(None, description="closed triangles from a file")
    centre: Position = (0.0, 0.0, 0.0)

    @model_validator(mode="after")
    def _exactly_one(self) -> "Shape":
        given = [kind for kind in SHAPE_KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            listed = f"; it has {' and '.join(given)}" if given else ""
            raise fail(f"must have exactly one of {', '.join(SHAPE_KINDS)}{listed}")
        return self

    @property
    def geometry(self) -> Geometry:
        """Return the shape itself; spheres and spheroids are ellipsoids."""
        if self.ellipsoid is not None:
            return Ellipsoid(semi_axes=self.ellipsoid)
        if self.sphere is not None:
            return Ellipsoid(semi_axes=(self.sphere, self.sphere, self.sphere))
        if self.spheroid is not None:
            semi_axes = [self.spheroid.diameter / 2.0] * 3
            semi_axes[AXES[self.spheroid.axis]] = self.spheroid.length / 2.0
            return Ellipsoid(semi_axes=(semi_axes[0], semi_axes[1], semi_axes[2]))
        if self.box is not None:
            return Box(sides=self.box)
        found = self.cylinder or self.capsule or self.revolution or self.plate or self.extrusion or self.mesh
        assert found is not None, "the validator holds that one is given"
        return found
