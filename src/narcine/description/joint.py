"""Joints: what connects a child to its parent, and the springs, dampers and stops that act in it."""

from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, PlainValidator, WithJsonSchema, model_validator

from narcine.description.quantities import (
    DIRECTION_SCHEMA,
    Attitude,
    Coordinate,
    Direction,
    Position,
    Quantity,
    fail,
    parse_number,
)
from narcine.description.record import Record

WORLD = "world"
PARALLEL = 1e-6
"""Sine of the angle under which two axes of a universal joint count as one."""


class StiffnessCurve(Record):
    """A restoring effort over the deflection from rest: a smooth monotone curve through measured points."""

    deflections: tuple[Coordinate, ...] = Field(description="from rest, growing")
    efforts: tuple[Annotated[float, Quantity("effort")], ...] = Field(
        description="that bring the joint back from each deflection"
    )

    @model_validator(mode="after")
    def _points(self) -> "StiffnessCurve":
        if len(self.deflections) != len(self.efforts) or len(self.deflections) < 2:
            raise fail("needs as many efforts as deflections, and at least two")
        if any(second <= first for first, second in pairwise(self.deflections)):
            raise fail("deflections must grow")
        return self


def _limits(dimension: str) -> Any:
    """Return how the limits of a coordinate are read: one number for both ways, or two."""

    def parse(value: Any) -> tuple[float, float]:
        if isinstance(value, list | tuple):
            if len(value) != 2:
                raise fail("must be one number (the same both ways) or [lower, upper]")
            lower, upper = (parse_number(item, dimension) for item in value)
        else:
            upper = parse_number(value, dimension)
            lower = -upper
        if not lower < upper:
            raise fail(f"must grow: the lower limit {lower:g} is not below the upper limit {upper:g}")
        return lower, upper

    return PlainValidator(parse)


_ONE_OR_TWO = WithJsonSchema(
    {
        "anyOf": [
            {"type": ["number", "string"]},
            {"type": "array", "items": {"type": ["number", "string"]}, "minItems": 2, "maxItems": 2},
            {"type": "object", "required": ["value"]},
        ],
        "description": "one number for both ways, or [lower, upper]",
    }
)
AngleLimits = Annotated[tuple[float, float], _limits("angle"), _ONE_OR_TWO]
LengthLimits = Annotated[tuple[float, float], _limits("length"), _ONE_OR_TWO]
CoordinateLimits = Annotated[tuple[float, float], _limits("coordinate"), _ONE_OR_TWO]


class AngularStop(Record):
    """How hard a joint's soft stops are."""

    stiffness: Annotated[float, Quantity("angular stiffness", above=0.0)]
    damping: Annotated[float, Quantity("angular damping", at_least=0.0)] = 0.0


class LinearStop(Record):
    """How hard a slider's soft stops are."""

    stiffness: Annotated[float, Quantity("linear stiffness", above=0.0)]
    damping: Annotated[float, Quantity("linear damping", at_least=0.0)] = 0.0


_LIMITS = "where the soft stops begin: one number for both ways, or [lower, upper]"
_STOP = (
    "a stop of 8 Hz at half critical damping, on the inertia that the joint feels with all else free, when not given"
)


class AngularElasticity(Record):
    """Springs, dampers and stops of an angle."""

    stiffness: Annotated[float, Quantity("angular stiffness", at_least=0.0)] = 0.0
    stiffness_curve: StiffnessCurve | None = Field(None, description="acts beside `stiffness`")
    rest: Annotated[float, Quantity("angle")] = 0.0
    damping: Annotated[float, Quantity("angular damping", at_least=0.0)] = 0.0
    limits: AngleLimits | None = Field(None, description=_LIMITS)
    stop: AngularStop | None = Field(None, description=_STOP)


class LinearElasticity(Record):
    """Springs, dampers and stops of a slider."""

    stiffness: Annotated[float, Quantity("linear stiffness", at_least=0.0)] = 0.0
    stiffness_curve: StiffnessCurve | None = Field(None, description="acts beside `stiffness`")
    rest: Annotated[float, Quantity("length")] = 0.0
    damping: Annotated[float, Quantity("linear damping", at_least=0.0)] = 0.0
    limits: LengthLimits | None = Field(None, description=_LIMITS)
    stop: LinearStop | None = Field(None, description=_STOP)


Elasticity = AngularElasticity | LinearElasticity


class Hinge(AngularElasticity):
    """One axis of rotation with its elasticity."""

    axis: Direction = Field(description="of rotation")


class JointBase(Record):
    """Which bodies a joint connects and where: `at` in the parent's axes is the same point as `to` in the child's."""

    parent: str = Field(description="a body, or world")
    child: str = Field(description="the body that hangs on this joint; each hangs on one")
    at: Position = (0.0, 0.0, 0.0)
    to: Position = (0.0, 0.0, 0.0)
    attitude: Attitude = Field(
        (0.0, 0.0, 0.0), description="roll, pitch, yaw of the child's axes in the parent's at zero angle"
    )


class FixedJoint(JointBase):
    """No motion."""

    type: Literal["fixed"]


class FreeJoint(JointBase):
    """All six motions against the world; a body that is nobody's child is free without saying so."""

    type: Literal["free"]

    @model_validator(mode="after")
    def _from_the_world(self) -> "FreeJoint":
        if self.parent != WORLD:
            raise fail("a free joint connects a body to the world; between two bodies leave the joint out")
        return self


class HingeJoint(JointBase, Hinge):
    """Rotation about one axis, in the child's axes."""

    type: Literal["hinge"]


class SliderJoint(JointBase, LinearElasticity):
    """Motion along one axis, in the child's axes."""

    type: Literal["slider"]
    axis: Direction = Field(description="of motion")


class BallJoint(JointBase, AngularElasticity):
    """Rotation about all axes; elasticity and limits act on its angle, damping on its velocity."""

    type: Literal["ball"]

    @model_validator(mode="after")
    def _central(self) -> "BallJoint":
        if self.rest != 0.0:
            raise fail("a ball joint rests at zero; turn it with attitude")
        if self.limits is not None and self.limits[0] != -self.limits[1]:
            raise fail("the limits of a ball joint must be one number")
        return self


def _expand_axis(value: Any) -> Any:
    return value if isinstance(value, dict | Hinge) else {"axis": value}


class _AxisSchema:
    """Lets editors accept a direction in place of a hinge."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [DIRECTION_SCHEMA, handler(schema)]}


NamedAxis = Annotated[Hinge, BeforeValidator(_expand_axis), _AxisSchema()]


class UniversalJoint(JointBase):
    """Two named hinges in a row: the first axis is given in the parent's axes, the second in the child's."""

    type: Literal["universal"]
    axes: dict[str, NamedAxis] = Field(description="two names, each with a direction or with the keys of a hinge")

    @model_validator(mode="after")
    def _two_axes(self) -> "UniversalJoint":
        if len(self.axes) != 2:
            raise fail("must name two axes, for example {pitch: starboard, yaw: down}")
        a, b = (hinge.axis for hinge in self.axes.values())
        cosine = sum(x * y for x, y in zip(a, b, strict=True))
        if not any(self.attitude) and 1.0 - cosine * cosine < PARALLEL**2:
            raise fail("the two axes must not be parallel")
        return self


Joint = Annotated[
    FixedJoint | FreeJoint | HingeJoint | SliderJoint | BallJoint | UniversalJoint, Field(discriminator="type")
]
