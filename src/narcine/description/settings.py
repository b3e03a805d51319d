"""The water, how a vehicle starts, and how a run is stepped and recorded."""

from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StrictBool, StrictInt, WithJsonSchema, model_validator

from narcine.description.quantities import (
    AngularVelocity,
    Attitude,
    Coordinate,
    Density,
    Position,
    Quantity,
    Time,
    Velocity,
    fail,
    parse_number,
)
from narcine.description.record import Record

Schedule = tuple[tuple[float, float], ...]


class Water(Record):
    """Water of one density with a steady, uniform current, everywhere or below a surface at depth zero."""

    density: Density = 1000.0
    gravity: Annotated[float, Quantity("acceleration", at_least=0.0)] = 9.81
    surface: Literal["none", "calm"] = Field(
        "none", description="none: water everywhere; calm: a flat surface at depth 0"
    )
    current: Velocity = Field((0.0, 0.0, 0.0), description="velocity of the water, north, east, down")


class Start(Record):
    """Where and how a vehicle's root starts; joints at their rest unless said otherwise."""

    position: Position = (0.0, 0.0, 0.0)
    attitude: Attitude = Field((0.0, 0.0, 0.0), description="roll, pitch, yaw")
    velocity: Velocity = Field((0.0, 0.0, 0.0), description="of the root's origin over ground, in the root's axes")
    angular_velocity: AngularVelocity = (0.0, 0.0, 0.0)
    without_momentum: StrictBool = Field(
        False,
        description="instead of velocity and angular_velocity: the root moves so that body and water have no momentum, "
        "as when a gait starts at full stroke from rest",
    )
    joints: dict[str, Coordinate] = Field({}, description="angle of each hinge, position of each slider")
    rates: dict[str, Annotated[float, Quantity("coordinate rate")]] = Field({}, description="of joints")

    @model_validator(mode="after")
    def _one_motion(self) -> "Start":
        if self.without_momentum and (any(self.velocity) or any(self.angular_velocity)):
            raise fail("without_momentum finds the velocity; leave velocity and angular_velocity out")
        return self


def _parse_schedule(value: Any) -> Schedule:
    if not isinstance(value, list | tuple):
        return ((0.0, parse_number(value, "input")),)
    rows = []
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != 2:
            raise fail("must be one value, or a list of [time, value] from which each value holds")
        rows.append((parse_number(row[0], "time"), parse_number(row[1], "input")))
    if any(second[0] <= first[0] for first, second in pairwise(rows)):
        raise fail("times must grow")
    return tuple(rows)


_VALUE = {"type": ["number", "string"]}
Command = Annotated[
    Schedule,
    PlainValidator(_parse_schedule),
    WithJsonSchema({"anyOf": [_VALUE, {"type": "array", "items": {"type": "array", "items": _VALUE}}]}),
]


class RunSettings(Record):
    """How a run is stepped and recorded, and the commands that it gives."""

    duration: Time = 20.0
    step: Time = 0.005
    integrator: Literal["rk4", "semi_implicit"] = Field("rk4", description="of fourth, or of first order")
    record: Time = Field(0.02, description="time between recorded states; rounded to whole steps")
    seed: StrictInt = Field(0, ge=0, description="of all that is random; kept in the run's file")
    commands: dict[str, Command] = Field(
        {},
        description="value of each input, or a list of [time, value]; inputs are drives, actuators and gait parameters",
    )
