"""Friction of the flow along a slender body."""

from typing import Annotated

from pydantic import Field

from narcine.description.quantities import Coefficient, Quantity
from narcine.description.record import Record


class Skin(Record):
    """Friction on the sides of a cylinder by the flow along it, on the area that is wet.

    A laminar layer has a force as speed to the power 3/2. Half linear and half quadratic it has its value and its slope
    at `speed`, and is 6 % above it at half and at twice that speed.
    """

    friction: Coefficient = Field(description="C_f at `speed`, on the area of the sides")
    speed: Annotated[float, Quantity("speed", above=0.0)] | None = Field(
        None, description="at which a laminar layer has this friction; one that is turbulent has it at all speeds"
    )
