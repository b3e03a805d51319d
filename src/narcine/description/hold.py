"""Controllers that hold a depth or an angle by thrusters, or by the turn and dive of a gait."""

from math import radians
from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import Coordinate, Quantity, Ratio, fail
from narcine.description.record import Record

HELD: dict[str, str] = {"depth": "length", "roll": "angle", "pitch": "angle", "heading": "angle"}
"""What can be held, and its dimension."""
GAINS: dict[str, str] = {"proportional": "gain", "integral": "integral gain", "derivative": "derivative gain"}
"""The gains of a hold and their dimensions, each linear for a depth and angular for an angle."""
LIMITS: dict[str, float] = {"thrusters": 400.0, "gait": radians(10.0)}
"""Largest output when not given: us of pulse, or an angle of a gait."""


class Hold(Record):
    """A PID controller whose output is added to the commands of thrusters (us of pulse) or of a gait (an angle)."""

    of: Literal["depth", "roll", "pitch", "heading"] = Field(description="what it holds")
    body: str | None = Field(None, description="whose origin's depth, or whose angle")
    chain: str | None = Field(None, description="the mean of whose modules, in place of one body")
    proportional: Annotated[float, Quantity("gain", at_least=0.0)] = 0.0
    integral: Annotated[float, Quantity("integral gain", at_least=0.0)] = 0.0
    derivative: Annotated[float, Quantity("derivative gain", at_least=0.0)] = 0.0
    offset: Coordinate = Field(0.0, description="error of its own sensor: measured less true")
    limit: Annotated[float, Quantity("hold output", above=0.0)] | None = Field(
        None, description="largest output; 400 us on thrusters, 10 deg on a gait"
    )
    thrusters: dict[str, Ratio] = Field(
        {}, description="share of the output that each gets; positive where more thrust makes what is held grow"
    )
    gait: dict[Literal["turn", "dive"], Ratio] = Field(
        {}, description="share of the output that each gets; positive where more of it makes what is held grow"
    )
    command: Coordinate = Field(0.0, description="where it is held")

    @model_validator(mode="after")
    def _looks_and_acts(self) -> "Hold":
        if (self.body is None) == (self.chain is None):
            raise fail("must look at a body, or at a chain: give one of both")
        if bool(self.thrusters) == bool(self.gait):
            raise fail("must act on thrusters, or on a gait: give one of both")
        return self

    @property
    def acts_on(self) -> str:
        """Return what it acts on: thrusters, or the gait."""
        return "thrusters" if self.thrusters else "gait"

    @property
    def largest(self) -> float:
        """Return the largest output."""
        return LIMITS[self.acts_on] if self.limit is None else self.limit
