"""Drives: how a joint's coordinate, or a motor's shaft, is made to move."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from narcine.description.joint import AngleLimits, CoordinateLimits
from narcine.description.quantities import Angle, Coordinate, Effort, Quantity, Rate, Time, fail
from narcine.description.record import Record


class PrescribedDrive(Record):
    """The coordinate moves exactly as asked; the effort that this takes is an output."""

    type: Literal["prescribed"]
    command: Coordinate = 0.0
    response: Time = Field(0.5, description="time in which a changed command is 90 % reached")
    rate: Annotated[float, Quantity("coordinate rate", above=0.0)] | None = Field(
        None, description="that its gait may ask for at most; unlimited when not given"
    )


class PositionLoop(Record):
    """What servos and motors share: a target that lags, and a loop whose stiffness and damping may be given."""

    lag: Time = Field(0.02, description="time constant with which the target follows the command below the rate limit")

    @model_validator(mode="after")
    def _one_loop(self) -> Self:
        given = {key for key in self.model_fields_set if getattr(self, key) is not None}
        if {"stiffness", "damping", "bandwidth"} <= given:
            raise fail("has stiffness and damping and also bandwidth, which would set them; leave one out")
        return self


class ServoDrive(PositionLoop):
    """A position servo with limits of angle, rate and torque."""

    type: Literal["servo"]
    command: Coordinate = 0.0
    rate: Annotated[float, Quantity("coordinate rate", above=0.0)]
    torque: Effort
    angle: CoordinateLimits | None = Field(None, description="limits of the target; the joint's limits when not given")
    bandwidth: Annotated[float, Quantity("frequency", above=0.0)] = Field(
        10.0,
        description="natural frequency of the critically damped position loop on the inertia that the joint feels with "
        "all else free; sets stiffness and damping where they are not given",
    )
    stiffness: Annotated[float, Quantity("servo stiffness", above=0.0)] | None = Field(
        None, description="torque per error of position"
    )
    damping: Annotated[float, Quantity("servo damping", at_least=0.0)] | None = Field(
        None, description="torque per error of velocity"
    )


class MotorDrive(PositionLoop):
    """A geared motor with a position loop and a shaft of its own, on which tendons or plates hang."""

    type: Literal["motor"]
    command: Angle = 0.0
    inertia: Annotated[float, Quantity("inertia", above=0.0)] = Field(
        description="of the shaft and all that turns with it, the rotor's times the square of the gear included"
    )
    torque: Annotated[float, Quantity("torque", above=0.0)] = Field(description="at stall; falls to none at `rate`")
    rate: Rate = Field(description="idle speed; the target moves no faster")
    angle: AngleLimits | None = Field(None, description="limits of the target")
    bandwidth: Annotated[float, Quantity("frequency", above=0.0)] = Field(
        8.0,
        description="natural frequency of the critically damped position loop on the inertia; sets stiffness and "
        "damping where they are not given",
    )
    stiffness: Annotated[float, Quantity("angular stiffness", above=0.0)] | None = Field(
        None, description="torque per error of angle"
    )
    damping: Annotated[float, Quantity("angular damping", at_least=0.0)] | None = Field(
        None, description="torque per error of speed"
    )


class TorqueDrive(Record):
    """An effort as asked, within a limit: on a joint, or on a shaft on which tendons or plates hang."""

    type: Literal["torque"]
    command: Annotated[float, Quantity("effort")] = 0.0
    torque: Effort | None = Field(None, description="largest effort; unlimited when not given")


Drive = Annotated[PrescribedDrive | ServoDrive | MotorDrive | TorqueDrive, Field(discriminator="type")]
