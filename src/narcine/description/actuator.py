"""Propellers, control surfaces and what deploys."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import (
    Area,
    Coefficient,
    Direction,
    Length,
    Position,
    PositiveAngle,
    Quantity,
    Rate,
    Ratio,
    StallAngle,
    Time,
    fail,
)
from narcine.description.record import Record


class Propeller(Record):
    """A screw with linear open-water curves K_T = thrust[0] + thrust[1] J and K_Q = torque[0] + torque[1] J."""

    type: Literal["propeller"]
    body: str = Field(description="on which it acts")
    at: Position
    direction: Direction = Field((1.0, 0.0, 0.0), description="direction of the thrust of a positive speed")
    diameter: Length
    thrust: Annotated[tuple[float, float], Quantity("ratio", size=2)]
    torque: Annotated[tuple[float, float], Quantity("ratio", size=2)] = (0.0, 0.0)
    thrust_deduction: Ratio = 0.0
    wake_fraction: Ratio = 0.0
    hull_torque: Ratio = Field(
        -1.0, description="moment on the hull about the thrust, over the shaft's torque: -1 for a right-handed screw"
    )
    inflow: Literal["local", "hull"] = Field(
        "local", description="hull: the hull's speed over ground stands for the inflow, a simplification"
    )
    limit: Rate = Field(description="largest speed")
    lag: Time = Field(0.1, description="time constant of the motor")
    command: Annotated[float, Quantity("rate")] = 0.0


class Surface(Record):
    """A control surface whose lift is proportional to small angles; positive ones push against `normal`."""

    type: Literal["surface"]
    body: str = Field(description="on which it acts")
    at: Position
    normal: Direction = Field(description="across the surface at zero deflection")
    forward: Direction = Field((1.0, 0.0, 0.0), description="from the trailing to the leading edge")
    area: Area
    slope: Coefficient = Field(description="lift coefficient per radian")
    inflow: Literal["local", "hull"] = Field(
        "local",
        description="local: the flow past the surface with its incidence; hull: the hull's velocity without incidence, "
        "a simplification",
    )
    stall: StallAngle = Field(0.35, description="angle to the local flow at which half of the lift slope is lost")
    broadside_drag: Coefficient = Field(1.2, description="drag coefficient of the surface broadside to the local flow")
    limit: PositiveAngle = Field(description="largest deflection")
    rate: Rate = Field(1e3, description="largest speed of the deflection; as good as none when not given")
    lag: Time = Field(0.05, description="time constant of the servo")
    command: Annotated[float, Quantity("angle")] = 0.0

    @model_validator(mode="after")
    def _forward_across(self) -> "Surface":
        if abs(sum(a * b for a, b in zip(self.forward, self.normal, strict=True))) > 1e-6:
            raise fail("normal must be perpendicular to forward")
        return self


class Deployment(Record):
    """A part that slides out and in, 0 retracted and 1 deployed; foils scale with it."""

    type: Literal["deployment"]
    time: Time = Field(description="of the whole travel")
    lag: Time = Field(0.05, description="time constant with which it comes to rest")
    command: Annotated[float, Quantity("ratio")] = Field(0.0, description="0 retracted, 1 deployed; it starts there")


Actuator = Annotated[Propeller | Surface | Deployment, Field(discriminator="type")]
