"""What stands or moves in the water and can be touched: one shape and its place."""

from pydantic import Field, model_validator

from narcine.description.moving import Placed
from narcine.description.quantities import Attitude, Direction, Length, Lengths3, fail
from narcine.description.record import Record
from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.shapes.geometry import Axis, Geometry
from narcine.description.shapes.revolution import Cylinder
from narcine.description.shapes.triangles import Box

OBSTACLE_KINDS = ("box", "cylinder", "ellipsoid", "sphere", "wall")


class Pillar(Cylinder):
    """A round cylinder that stands upright unless its axis says otherwise."""

    axis: Axis = Field("down", description="along which its length lies")

    @model_validator(mode="after")
    def _round(self) -> "Pillar":
        if self.radius[0] != self.radius[1]:
            raise fail("an obstacle's cylinder is round: give one radius")
        return self


class Wall(Record):
    """All of space behind a plane."""

    normal: Direction = Field(description="into the water, north, east, down")


class Obstacle(Placed):
    """Exactly one shape, and where it stands in the world or how it moves."""

    box: Lengths3 | None = Field(None, description="length, width, height")
    cylinder: Pillar | None = Field(None, description="round")
    ellipsoid: Lengths3 | None = Field(None, description="semi-axes")
    sphere: Length | None = Field(None, description="radius")
    wall: Wall | None = Field(None, description="all behind a plane")
    attitude: Attitude = Field((0.0, 0.0, 0.0), description="roll, pitch, yaw; not of a wall")

    @model_validator(mode="after")
    def _exactly_one(self) -> "Obstacle":
        given = [kind for kind in OBSTACLE_KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            listed = f"; it has {' and '.join(given)}" if given else ""
            raise fail(f"must have exactly one of {', '.join(OBSTACLE_KINDS)}{listed}")
        if self.wall is not None and any(self.attitude):
            raise fail("a wall has no attitude; its normal says which way it faces")
        if self.wall is not None and self.walk is not None:
            raise fail("a wall does not walk; give it a path")
        return self

    @property
    def geometry(self) -> Geometry | None:
        """Return the shape; a wall has none."""
        if self.box is not None:
            return Box(sides=self.box)
        if self.ellipsoid is not None:
            return Ellipsoid(semi_axes=self.ellipsoid)
        if self.sphere is not None:
            return Ellipsoid(semi_axes=(self.sphere, self.sphere, self.sphere))
        return self.cylinder
