"""What a vehicle sees with: infrared switches and photocells."""

import math
from typing import Annotated, Literal

from pydantic import Field

from narcine.description.quantities import Coefficient, Length, Position, Quantity, Vector3
from narcine.description.record import Record

Beam = Annotated[float, Quantity("angle", at_least=0.0, at_most=math.radians(85.0))]
Bearing = Annotated[float, Quantity("angle", at_least=-math.pi, at_most=math.pi)]
Elevation = Annotated[float, Quantity("angle", at_least=-math.pi / 2.0, at_most=math.pi / 2.0)]


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


Sensor = Annotated[Infrared | Photocell, Field(discriminator="type")]
