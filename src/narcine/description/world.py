"""What stands in the water: the seabed, obstacles, and how bodies touch them."""

from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, StringConstraints, model_validator

from narcine.description.quantities import (
    Angle,
    Attitude,
    Coefficient,
    Direction,
    Length,
    Lengths3,
    Position,
    Quantity,
    fail,
)
from narcine.description.record import Record
from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.shapes.geometry import Axis, Geometry
from narcine.description.shapes.revolution import Cylinder
from narcine.description.shapes.triangles import Box

SEABED = "seabed"
OBSTACLE_KINDS = ("box", "cylinder", "ellipsoid", "sphere", "wall")
ObstacleName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_-]*$")]
_DEPTH = Quantity("length")


def _expand_seabed(value: Any) -> Any:
    return {"depth": value} if isinstance(value, int | float | str) and not isinstance(value, bool) else value


def _expand_suction(value: Any) -> Any:
    if isinstance(value, bool):
        return {} if value else None
    return value


class _SeabedSchema:
    """Lets editors accept a depth without its key."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [_DEPTH.json_schema(), handler(schema)]}


class _SuctionSchema:
    """Lets editors accept true and false."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "boolean"}, handler(schema)]}


class Suction(Record):
    """The film of water between the seabed and flat bodies close to it."""

    roughness: Length = Field(0.001, description="gap that is left where a body touches the seabed")
    viscosity: Annotated[float, Quantity("viscosity", at_least=0.0)] = Field(0.001, description="of the water")


class Seabed(Record):
    """A plane below the water, level or sloping."""

    depth: Annotated[float, _DEPTH] = Field(description="where north and east are zero")
    slope: Annotated[float, Quantity("angle", at_least=0.0, at_most=1.5)] = Field(0.0, description="from level")
    towards: Angle = Field(0.0, description="heading towards which it deepens")
    suction: Annotated[Suction | None, BeforeValidator(_expand_suction), _SuctionSchema()] = Field(
        None, description="true, or its numbers: the film of water under flat bodies holds them back"
    )

    @property
    def normal(self) -> tuple[float, float, float]:
        """Return the unit vector out of the ground, in world axes."""
        across = np.sin(self.slope)
        return (
            float(across * np.cos(self.towards)),
            float(across * np.sin(self.towards)),
            float(-np.cos(self.slope)),
        )


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


class Obstacle(Record):
    """Exactly one shape, and where it stands in the world."""

    box: Lengths3 | None = Field(None, description="length, width, height")
    cylinder: Pillar | None = Field(None, description="round")
    ellipsoid: Lengths3 | None = Field(None, description="semi-axes")
    sphere: Length | None = Field(None, description="radius")
    wall: Wall | None = Field(None, description="all behind a plane")
    at: Position = Field(description="its centre, or a point of the wall, north, east, down")
    attitude: Attitude = Field((0.0, 0.0, 0.0), description="roll, pitch, yaw; not of a wall")

    @model_validator(mode="after")
    def _exactly_one(self) -> "Obstacle":
        given = [kind for kind in OBSTACLE_KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            listed = f"; it has {' and '.join(given)}" if given else ""
            raise fail(f"must have exactly one of {', '.join(OBSTACLE_KINDS)}{listed}")
        if self.wall is not None and any(self.attitude):
            raise fail("a wall has no attitude; its normal says which way it faces")
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


class Contact(Record):
    """One law for all that touches: F = k d (1 + c d_dot) out of the obstacle, friction across."""

    stiffness: Annotated[float, Quantity("linear stiffness", above=0.0)] | None = Field(
        None, description="k; as stiff as the step allows on the inertia that each body feels when not given"
    )
    damping: Annotated[float, Quantity("fade", at_least=0.0)] = Field(
        2.0, description="c: nothing bounces off faster than 1 / c"
    )
    friction: Coefficient = Field(0.4, description="tangential over normal force of what slides")
    slip: Annotated[float, Quantity("speed", above=0.0)] = Field(
        0.001, description="speed over which friction comes up"
    )


class World(Record):
    """The seabed, obstacles by name, and how bodies touch them."""

    seabed: Annotated[Seabed | None, BeforeValidator(_expand_seabed), _SeabedSchema()] = Field(
        None, description="depth, or depth, slope, towards and suction"
    )
    obstacles: dict[ObstacleName, Obstacle] = Field({}, description="by name")
    contact: Contact = Field(Contact(), description="stiffness, damping, friction and slip")

    @model_validator(mode="after")
    def _one_seabed(self) -> "World":
        if SEABED in self.obstacles:
            raise fail(f"no obstacle may be called {SEABED}: that is the ground")
        return self

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing to touch."""
        return self.seabed is None and not self.obstacles

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all that can be touched, in the order in which the engine keeps them."""
        return (*(() if self.seabed is None else (SEABED,)), *self.obstacles)
