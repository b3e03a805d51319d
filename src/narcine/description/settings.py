"""The water, how a vehicle starts, and how a run is stepped and recorded."""

from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StrictBool, WithJsonSchema, model_validator

from narcine.description.coupling import Event, ImpulseSettings
from narcine.description.growing import ENTRY_SCHEMA, growing_rows, rows_schema
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
from narcine.description.seed import Seed
from narcine.description.waves import Waves

Table = tuple[tuple[float, ...], ...]


def _parse_profile(value: Any) -> Table:
    return growing_rows(value, {"depth": "length", "north": "speed", "east": "speed"})


def _parse_history(value: Any) -> Table:
    return growing_rows(value, {"time": "time", "north": "speed", "east": "speed", "down": "speed"})


Profile = Annotated[Table, PlainValidator(_parse_profile), WithJsonSchema(rows_schema(3))]
History = Annotated[Table, PlainValidator(_parse_history), WithJsonSchema(rows_schema(4))]


class Water(Record):
    """The water: its density, how it flows, and its surface."""

    density: Density = Field(1000.0, description="at depth 0")
    density_gradient: Annotated[float, Quantity("density gradient", at_least=0.0)] = Field(
        0.0, description="by how much the density grows per metre of depth; counts for buoyancy alone"
    )
    gravity: Annotated[float, Quantity("acceleration", at_least=0.0)] = 9.81
    surface: Literal["none", "calm"] = Field(
        "none",
        description="none: water everywhere; calm: a flat surface at depth 0; waves bring a surface of their own",
    )
    current: Velocity = Field((0.0, 0.0, 0.0), description="velocity of the water, north, east, down")
    current_profile: Profile | None = Field(
        None, description="what is added to the current by depth: a list of [depth, north, east]"
    )
    current_history: History | None = Field(
        None, description="what is added to the current by time: a list of [time, north, east, down]"
    )
    current_response: Time | None = Field(
        None,
        description="makes the current an input: time in which a changed command of current.north, current.east or "
        "current.down is 90 % reached",
    )
    waves: Waves | None = Field(None, description="a regular train or a sea; the steady current carries them along")

    @property
    def has_surface(self) -> bool:
        """Whether the water ends somewhere above."""
        return self.surface == "calm" or self.waves is not None

    @property
    def varies(self) -> bool:
        """Whether the water's velocity differs from place to place or from time to time."""
        causes = (self.current_profile, self.current_history, self.current_response, self.waves)
        return any(each is not None for each in causes)

    @model_validator(mode="after")
    def _waves_hold(self) -> "Water":
        waves = self.waves
        if waves is None:
            return self
        if self.gravity == 0.0:
            raise fail("there are no waves without gravity")
        height, length, highest = waves.sizes(self.gravity)
        if height > highest:
            raise fail(
                f"waves of {height:g} m that are {length:.3g} m long break; "
                f"their height must be at most {highest:.3g} m, or their period longer"
            )
        return self

    @model_validator(mode="after")
    def _surface_stays(self) -> "Water":
        if self.has_surface and any(row[3] for row in self.current_history or ()):
            raise fail("current_history flows down through the surface, which stays; leave its down column at 0")
        return self


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


def _parse_schedule(value: Any) -> Table:
    if not isinstance(value, list | tuple):
        return ((0.0, parse_number(value, "input")),)
    return growing_rows(value, {"time": "time", "value": "input"}, least=1)


Command = Annotated[
    Table,
    PlainValidator(_parse_schedule),
    WithJsonSchema({"anyOf": [ENTRY_SCHEMA, rows_schema(2, least=1)]}),
]


class RunSettings(Record):
    """How a run is stepped and recorded, and the commands that it gives."""

    duration: Time = 20.0
    step: Time = 0.005
    integrator: Literal["rk4", "semi_implicit"] = Field("rk4", description="of fourth, or of first order")
    formulation: Literal["reduced", "udwadia_kalaba", "impulse"] = Field(
        "reduced",
        description="reduced: joints are coordinates; udwadia_kalaba: every joint is a constraint between free bodies; "
        "impulse: as that, held by impulses to a tolerance, of first order",
    )
    impulse: ImpulseSettings = Field(ImpulseSettings(), description="of `formulation: impulse`")
    record: Time = Field(0.02, description="time between recorded states; rounded to whole steps")
    seed: Seed = Field(0, description="of all that is random; kept in the run's file")
    commands: dict[str, Command] = Field(
        {},
        description="value of each input, or a list of [time, value]; inputs are drives, actuators, holds, the gait",
    )
    commands_file: str | None = Field(
        None, description="CSV file with a column of times and one of each input; put among `commands` when read"
    )
    events: tuple[Event, ...] = Field((), description="couplings that dock and undock while running")
