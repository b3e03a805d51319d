"""What a vehicle sees with (infrared switches, photocells), and the instruments that its frontseat reads."""

import math
from typing import Annotated, Literal

from pydantic import Field

from narcine.description.quantities import Attitude, Coefficient, Length, Position, Quantity, Vector3
from narcine.description.record import Record

Beam = Annotated[float, Quantity("angle", at_least=0.0, at_most=math.radians(85.0))]
Bearing = Annotated[float, Quantity("angle", at_least=-math.pi, at_most=math.pi)]
Elevation = Annotated[float, Quantity("angle", at_least=-math.pi / 2.0, at_most=math.pi / 2.0)]
Latency = Annotated[float, Quantity("time", at_least=0.0)]


class Looking(Record):
    """Something on a body that looks in a direction."""

    body: str = Field(description="on which it sits")
    at: Position = Field(description="on or in the body's shape")
    bearing: Bearing = Field(0.0, description="where it looks: from forward, positive to starboard")
    elevation: Elevation = Field(0.0, description="where it looks: positive upwards")

    @property
    def axis(self) -> Vector3:
        """Return the unit vector along which it looks, in body axes."""
        level = math.cos(self.elevation)
        return (level * math.cos(self.bearing), level * math.sin(self.bearing), -math.sin(self.elevation))


class Infrared(Looking):
    """A switch that is on where something lies within its cone and range."""

    type: Literal["infrared"]
    range: Length = Field(description="how far it sees")
    beam: Beam = Field(0.0, description="half angle of its cone; 0: a ray")

    @property
    def unit(self) -> str:
        """Return the unit of its readings."""
        return "1"


class Photocell(Looking):
    """A cell that reads illuminance: ambient + sum over lamps in sight of intensity cos(angle)^lobe / distance^2."""

    type: Literal["photocell"]
    lobe: Coefficient = Field(1.0, description="exponent of the cosine: 1 a bare cell, more behind a lens or a tube")
    noise: Annotated[float, Quantity("share", at_least=0.0)] = Field(
        0.0, description="standard deviation over the reading"
    )
    floor: Annotated[float, Quantity("illuminance", at_least=0.0)] = Field(
        0.0, description="standard deviation of the noise that is always there"
    )

    @property
    def unit(self) -> str:
        """Return the unit of its readings."""
        return "lx"


class Imu(Record):
    """Tells attitude and rates, in axes of its own that may stand askew in the body."""

    type: Literal["imu"]
    body: str = Field(description="on which it sits")
    at: Position = Field((0.0, 0.0, 0.0), description="on or in the body's shape")
    mounting: Attitude = Field((0.0, 0.0, 0.0), description="roll, pitch, yaw of its axes in the body's")
    attitude_noise: Annotated[float, Quantity("angle", at_least=0.0)] = Field(
        0.0, description="standard deviation of roll, pitch and heading"
    )
    rate_noise: Annotated[float, Quantity("rate", at_least=0.0)] = Field(
        0.0, description="standard deviation of each rate"
    )
    latency: Latency = Field(0.0, description="how old a reading is when it comes")


class DepthSensor(Record):
    """Tells the pressure of the water where it sits, and its temperature."""

    type: Literal["depth"]
    body: str = Field(description="on which it sits")
    at: Position = Field((0.0, 0.0, 0.0), description="on or in the body's shape")
    noise: Annotated[float, Quantity("pressure", at_least=0.0)] = Field(
        0.0, description="standard deviation of the pressure"
    )
    atmosphere: Annotated[float, Quantity("pressure", at_least=0.0)] = Field(
        101325.0, description="pressure at depth 0"
    )
    temperature: Annotated[float, Quantity("temperature")] = Field(15.0, description="of the water")
    temperature_noise: Annotated[float, Quantity("temperature", at_least=0.0)] = Field(
        0.0, description="standard deviation of the temperature"
    )
    latency: Latency = Field(0.0, description="how old a reading is when it comes")


class Battery(Record):
    """Tells the voltage that is left at the terminals, and the current that shafts and electronics draw."""

    type: Literal["battery"]
    voltage: Annotated[float, Quantity("voltage", above=0.0)] = Field(description="without load, when full")
    empty: Annotated[float, Quantity("voltage", at_least=0.0)] | None = Field(
        None, description="without load, when empty; falls evenly with the charge. As when full if not given"
    )
    resistance: Annotated[float, Quantity("resistance", at_least=0.0)] = Field(0.0, description="inside")
    capacity: Annotated[float, Quantity("charge", above=0.0)] = Field(description="charge when full")
    hotel: Annotated[float, Quantity("power", at_least=0.0)] = Field(
        0.0, description="power of all that draws beside the shafts"
    )
    efficiency: Annotated[float, Quantity("ratio", above=0.0, at_most=1.0)] = Field(
        1.0, description="of motors: power of the shafts over what they draw"
    )
    voltage_noise: Annotated[float, Quantity("voltage", at_least=0.0)] = Field(
        0.0, description="standard deviation of the voltage"
    )
    current_noise: Annotated[float, Quantity("current", at_least=0.0)] = Field(
        0.0, description="standard deviation of the current"
    )

    @property
    def voltage_when_empty(self) -> float:
        """Return the voltage without load of the empty battery."""
        return self.voltage if self.empty is None else self.empty


class HullPressure(Record):
    """Tells the pressure inside the hull: a leak shows as a rise."""

    type: Literal["hull_pressure"]
    inside: Annotated[float, Quantity("pressure", above=0.0)] = Field(
        80000.0, description="of the air after the hull was evacuated"
    )
    noise: Annotated[float, Quantity("pressure", at_least=0.0)] = Field(0.0, description="standard deviation")


Eye = Infrared | Photocell
"""What looks: a run keeps its readings."""
Instrument = Imu | DepthSensor | Battery | HullPressure
"""What a frontseat reads through drivers: a mission's log keeps its readings."""
Sensor = Annotated[Eye | Instrument, Field(discriminator="type")]
