"""Couplings: what holds two bodies together beside the tree of joints, and the events that dock and undock them."""

from math import pi
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, model_validator

from narcine.description.quantities import Attitude, Direction, Length, Position, PositiveAngle, Quantity, fail
from narcine.description.record import Record


class Capture(Record):
    """How near two bodies must be to each other for a coupling to take hold."""

    distance: Length = 0.05
    angle: PositiveAngle = Field(10.0 * pi / 180.0, description="between the attitudes, or the axes of a hinge")


class CouplingBase(Record):
    """Which bodies a coupling holds, and where: `at` in the first's axes is the same point as `to` in the second's."""

    first: str = Field(description="a body (vehicle.body where there are several vehicles), or world")
    second: str = Field(description="another body")
    to: Position = (0.0, 0.0, 0.0)
    docked: StrictBool = Field(True, description="whether it holds from the start")
    capture: Capture = Field(Capture(), description="how near the bodies must be when it takes hold")

    @model_validator(mode="after")
    def _two_bodies(self) -> "CouplingBase":
        if self.first == self.second:
            raise fail("couples a body to itself")
        return self


class PlacedCoupling(CouplingBase):
    """A coupling that holds points together: where `at` says, else where they are when it takes hold."""

    at: Position | None = Field(
        None, description="as the bodies stand at the start, when not given; what docks later must say it"
    )

    @model_validator(mode="after")
    def _says_where(self) -> "PlacedCoupling":
        if not self.docked and self.at is None:
            raise fail(
                "docks later and so must say `at`: the point of the first body that `to` of the second must meet"
            )
        return self


class RigidCoupling(PlacedCoupling):
    """No motion of one body against the other."""

    type: Literal["rigid"]
    attitude: Attitude | None = Field(
        None, description="roll, pitch, yaw of the second's axes in the first's; as they stand when it takes hold"
    )


class BallCoupling(PlacedCoupling):
    """One common point."""

    type: Literal["ball"]


class HingeCoupling(PlacedCoupling):
    """One common point and one common axis, which closes a loop of hinges."""

    type: Literal["hinge"]
    axis: Direction = Field(description="of rotation, in the second's axes")
    attitude: Attitude | None = Field(
        None, description="of the second's axes in the first's at zero angle; as they stand when it takes hold"
    )


class SliderCoupling(PlacedCoupling):
    """One common line and no rotation."""

    type: Literal["slider"]
    axis: Direction = Field(description="of motion, in the second's axes")
    attitude: Attitude | None = Field(
        None, description="of the second's axes in the first's; as they stand when it takes hold"
    )


class DistanceCoupling(CouplingBase):
    """A constant distance between two points, as a light rod holds it."""

    type: Literal["distance"]
    at: Position = (0.0, 0.0, 0.0)
    length: Length

    @model_validator(mode="after")
    def _holds_from_the_start(self) -> "DistanceCoupling":
        if not self.docked:
            raise fail("a distance holds from the start; it can be undocked, not docked")
        return self


Coupling = Annotated[
    RigidCoupling | BallCoupling | HingeCoupling | SliderCoupling | DistanceCoupling, Field(discriminator="type")
]


class Event(Record):
    """A coupling that takes hold or lets go at a time, rounded to whole steps."""

    time: Annotated[float, Quantity("time", at_least=0.0)]
    dock: str | None = Field(None, description="coupling that takes hold")
    undock: str | None = Field(None, description="coupling that lets go")

    @model_validator(mode="after")
    def _one_deed(self) -> "Event":
        if (self.dock is None) == (self.undock is None):
            raise fail("must say either dock or undock, with the name of a coupling")
        return self

    @property
    def coupling(self) -> str:
        """Name of the coupling."""
        return self.dock or self.undock or ""


class ImpulseSettings(Record):
    """When the iteration of `formulation: impulse` may end, and when it must."""

    tolerance: Annotated[float, Quantity("ratio", above=0.0)] = Field(
        1e-6, description="largest drift of a joint, in m and rad; of its velocities in m/s and rad/s"
    )
    iterations: StrictInt = Field(500, ge=1, description="most sweeps over all joints; more is an error")
