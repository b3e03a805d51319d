"""What stands in the water: the seabed, obstacles, and how bodies touch them."""

from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, StrictBool, StringConstraints

from narcine.description.lamp import Lamp
from narcine.description.obstacle import Obstacle
from narcine.description.pool import Pool
from narcine.description.quantities import Angle, Coefficient, Length, Quantity
from narcine.description.record import Record

SEABED = "seabed"
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
    vehicles: StrictBool = Field(False, description="whether bodies of different vehicles touch each other too")


class World(Record):
    """The seabed or a pool, obstacles and lamps by name, and how bodies touch them."""

    seabed: Annotated[Seabed | None, BeforeValidator(_expand_seabed), _SeabedSchema()] = Field(
        None, description="depth, or depth, slope, towards and suction"
    )
    pool: Pool | None = Field(None, description="length, width, depth and corner: four walls and the seabed")
    obstacles: dict[ObstacleName, Obstacle] = Field({}, description="by name")
    lamps: dict[ObstacleName, Lamp] = Field({}, description="balls that shine, by name")
    ambient: Annotated[float, Quantity("illuminance", at_least=0.0)] = Field(
        0.0, description="light that comes from everywhere"
    )
    contact: Contact = Field(Contact(), description="stiffness, damping, friction, slip and vehicles")

    @property
    def ground(self) -> Seabed | None:
        """Return the seabed, which may be the floor of the pool."""
        return Seabed(depth=self.pool.depth) if self.pool is not None else self.seabed

    @property
    def solids(self) -> dict[str, Obstacle]:
        """Return all that can be touched but the ground: walls of the pool, obstacles, lamps."""
        walls = {} if self.pool is None else self.pool.walls
        return {**walls, **self.obstacles, **{name: lamp.obstacle for name, lamp in self.lamps.items()}}

    @property
    def is_empty(self) -> bool:
        """Say whether there is nothing to touch but other vehicles."""
        return self.seabed is None and self.pool is None and not self.obstacles and not self.lamps

    @property
    def moves(self) -> bool:
        """Say whether anything moves."""
        return any(each.moves for each in (*self.obstacles.values(), *self.lamps.values()))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all that can be touched, in the order in which the engine keeps them."""
        return (*(() if self.ground is None else (SEABED,)), *self.solids)
