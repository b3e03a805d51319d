"""Controllers that hold a depth or an angle by thrusters."""

from typing import Annotated, Literal

from pydantic import Field

from narcine.description.quantities import Coordinate, Quantity, Ratio
from narcine.description.record import Record

HELD: dict[str, str] = {"depth": "length", "roll": "angle", "pitch": "angle", "heading": "angle"}
"""What can be held, and its dimension."""
GAINS: dict[str, str] = {"proportional": "gain", "integral": "integral gain", "derivative": "derivative gain"}
"""The gains of a hold and their dimensions, each linear for a depth and angular for an angle."""


class Hold(Record):
    """A PID controller whose output, in us of pulse, is added to the commands of thrusters."""

    of: Literal["depth", "roll", "pitch", "heading"] = Field(description="what it holds")
    body: str = Field(description="whose origin's depth, or whose angle")
    proportional: Annotated[float, Quantity("gain", at_least=0.0)] = 0.0
    integral: Annotated[float, Quantity("integral gain", at_least=0.0)] = 0.0
    derivative: Annotated[float, Quantity("derivative gain", at_least=0.0)] = 0.0
    offset: Coordinate = Field(0.0, description="error of its own sensor: measured less true")
    limit: Annotated[float, Quantity("pulse", above=0.0)] = Field(400.0, description="largest output")
    thrusters: dict[str, Ratio] = Field(
        min_length=1,
        description="share of the output that each gets; positive where more thrust makes what is held grow",
    )
    command: Coordinate = Field(0.0, description="where it is held")
