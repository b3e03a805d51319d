"""Propellers, thrusters, control surfaces, what deploys, and buoyancy engines."""

import math
from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import (
    Area,
    Coefficient,
    Direction,
    Length,
    Position,
    PositiveAngle,
    Pulse,
    Quantity,
    Rate,
    Ratio,
    StallAngle,
    Time,
    Vector3,
    fail,
)
from narcine.description.record import Record
from narcine.description.scaling import FoilScale


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


Curve = Annotated[Vector3, Quantity("ratio", size=3)]
Pulses = Annotated[tuple[float, float], Quantity("pulse", size=2)]
BothWays = Annotated[tuple[float, float], Quantity("ratio", at_least=0.0, size=2)]
"""A number turning forward, and one turning in reverse."""


class ShaftSpeed(Record):
    """Speed of a thruster's shaft by the length of the pulse: a x^b + c, x its distance from neutral in us."""

    neutral: Pulse = 1500.0
    dead_band: Pulses = Field((1475.0, 1525.0), description="from and to which pulse the shaft stands still")
    ramp: Annotated[float, Quantity("pulse", at_least=0.0)] = Field(
        0.0, description="over which the speed comes in beside the dead band; with 0 it jumps to the curve"
    )
    forward: Curve = Field(description="a, b, c above the dead band (rad/s, us)")
    reverse: Curve = Field(description="a, b, c below the dead band: the speed backwards")

    @model_validator(mode="after")
    def _rises(self) -> "ShaftSpeed":
        if not self.dead_band[0] <= self.neutral <= self.dead_band[1]:
            raise fail(f"dead_band must hold neutral, {self.neutral:g} us")
        for way in ("forward", "reverse"):
            factor, exponent, _ = getattr(self, way)
            if factor <= 0.0 or exponent <= 0.0:
                raise fail(
                    f"{way}: a and b of a x^b + c must be greater than 0, so that the speed grows with the pulse"
                )
        return self


class Thruster(Record):
    """A screw behind its own speed controller: a pulse gives a speed, speed and inflow give thrust."""

    type: Literal["thruster"]
    body: str = Field(description="on which it acts")
    at: Position
    direction: Direction | None = Field(None, description="of the thrust of a positive speed; forward")
    angles: Annotated[tuple[float, float], Quantity("angle", size=2)] | None = Field(
        None, description="instead of direction: heading (positive to starboard) and pitch (positive upwards) of it"
    )
    diameter: Length = Field(description="of the screw: at the surface it is wet by its share")
    speed: ShaftSpeed
    thrust: BothWays = Field(description="T / w^2 at rest, forward and reverse (kg m)")
    advance: Annotated[tuple[float, float], Quantity("ratio", at_most=0.0, size=2)] = Field(
        (0.0, 0.0), description="what the inflow adds, T / (|w| u_a), forward and reverse (kg); it takes thrust away"
    )
    density: Annotated[float, Quantity("density", above=0.0)] = Field(
        1000.0, description="of the water in which thrust, advance, torque and power were measured"
    )
    wake_fraction: Ratio = 0.0
    torque: BothWays | None = Field(None, description="of the shaft, Q / w^2, forward and reverse (kg m2)")
    hull_torque: Ratio = Field(
        0.0,
        description="moment on the hull about the thrust, over the shaft's torque: -1 for a right-handed screw, 0 "
        "where screws of both hands cancel",
    )
    power: BothWays | None = Field(
        None, description="that it takes, P / |w|^3, forward and reverse (W s3); the shaft's when not given"
    )
    lag: Annotated[float, Quantity("time", at_least=0.0)] = Field(
        0.0, description="time constant of the motor; 0: the speed follows at once"
    )
    limits: Pulses = Field((1100.0, 1900.0), description="shortest and longest pulse")
    command: Pulse = 1500.0

    @property
    def thrust_direction(self) -> Vector3:
        """Return the direction of the thrust of a positive speed."""
        if self.angles is None:
            return self.direction or (1.0, 0.0, 0.0)
        heading, pitch = self.angles
        return (math.cos(pitch) * math.cos(heading), math.cos(pitch) * math.sin(heading), -math.sin(pitch))

    @model_validator(mode="after")
    def _fits_together(self) -> "Thruster":
        if self.angles is not None and self.direction is not None:
            raise fail("direction and angles say the same thing; give one of them")
        if not self.limits[0] < self.limits[1]:
            raise fail("limits must be the shortest and the longest pulse")
        if self.hull_torque and self.torque is None:
            raise fail("hull_torque needs torque, of which it is a share")
        return self


class Surface(Record):
    """A control surface whose lift is proportional to small angles; positive ones push against `normal`."""

    type: Literal["surface"]
    body: str = Field(description="on which it acts")
    at: Position
    normal: Direction = Field(description="across the surface at zero deflection")
    forward: Direction = Field((1.0, 0.0, 0.0), description="from the trailing to the leading edge")
    area: Area
    span: Length | None = Field(None, description="how far it reaches across the flow, for pictures alone")
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
    scale: tuple[FoilScale, ...] = Field((), description="how area and coefficients change with joints and deployment")

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


Volumes = Annotated[tuple[float, float], Quantity("volume", size=2)]


class BuoyancyEngine(Record):
    """Oil or water that is pumped in or out of a bladder, by volume beside that of its body."""

    type: Literal["buoyancy_engine"]
    body: str = Field(description="on which it acts")
    at: Position = Field(description="centre of what is pumped")
    volume: Volumes = Field(description="least and most; 0 is the volume that the description gives the body")
    time: Time = Field(description="in which it pumps from the least to the most")
    lag: Time = Field(0.5, description="time constant with which it comes to rest")
    command: Annotated[float, Quantity("volume")] = Field(0.0, description="it starts there")

    @model_validator(mode="after")
    def _in_order(self) -> "BuoyancyEngine":
        lower, upper = self.volume
        if not lower < upper:
            raise fail("volume must be the least and the most that it displaces")
        return self


Actuator = Annotated[Propeller | Thruster | Surface | Deployment | BuoyancyEngine, Field(discriminator="type")]
