"""A tether: the cable that a vehicle trails, or by which it hangs on something that stands still."""

from math import pi
from typing import Annotated, Literal

from pydantic import Field, StrictInt, model_validator

from narcine.description.quantities import Coefficient, Density, Direction, Length, Position, Quantity, fail
from narcine.description.record import Record

ACROSS = 1.2
"""Drag coefficient of a smooth circular cylinder across the flow below the drag crisis (Hoerner 1965, chapter 3)."""
ALONG = 0.032
"""Friction on the diameter, rho d C_t |u| u / 2 per length: 0.12 |u| u of Nielsen et al. 2018, 4.2.1, on 7.6 mm."""


class Tether(Record):
    """A cable on a body, written out when read: a chain of cylinders, or all of it at the point where it is fastened.

    Segments are called NAME_1 and so on from the body to the far end, each with its forward axis towards the body; body
    and joint of a segment have its name, the axes of joints from NAME_2 on are `pitch` and `yaw`. An anchor is a
    coupling called NAME.
    """

    body: str = Field(description="on which it is fastened")
    at: Position = Field((0.0, 0.0, 0.0), description="where, in the axes of the body")
    length: Length
    diameter: Length
    density: Density | None = Field(None, description="of the whole cable; 1000 kg/m3 when not given")
    mass_per_length: Annotated[float, Quantity("mass per length", above=0.0)] | None = Field(
        None, description="in place of density"
    )
    model: Literal["segments", "lumped"] = Field(
        "segments",
        description="segments: a chain of rigid cylinders; lumped: mass, buoyancy, added mass and drag of the whole "
        "cable at its end on the body, as if all of it moved along",
    )
    segments: StrictInt = Field(8, ge=1, le=200, description="how many")
    anchor: Position | None = Field(
        None, description="north, east, down of the far end, held there; free when not given"
    )
    direction: Direction | None = Field(
        None,
        description="in the axes of the body: in which it lies at the start (aft), or with an anchor the side to which "
        "its slack bows at the start (down)",
    )
    stiffness: Annotated[float, Quantity("bending stiffness", at_least=0.0)] | None = Field(
        None, description="E I, in bending; straight at rest"
    )
    damping: Annotated[float, Quantity("bending damping", at_least=0.0)] | None = Field(None, description="in bending")
    across: Coefficient = Field(ACROSS, description="drag coefficient of the flow across, on the diameter")
    along: Coefficient = Field(ALONG, description="drag coefficient of the flow along, on the diameter")

    @model_validator(mode="after")
    def _consistent(self) -> "Tether":
        if self.density is not None and self.mass_per_length is not None:
            raise fail("has both density and mass_per_length; give one")
        if self.model == "lumped" and self.anchor is not None:
            raise fail("a lumped tether moves with its body and has no anchor; leave one of them out")
        return self

    @property
    def volume(self) -> float:
        """Return the volume of the whole cable."""
        return 0.25 * pi * self.diameter**2 * self.length

    @property
    def mass(self) -> float:
        """Return the mass of the whole cable."""
        if self.mass_per_length is not None:
            return self.mass_per_length * self.length
        return (1000.0 if self.density is None else self.density) * self.volume

    def names(self, name: str) -> list[str]:
        """Return the names of its bodies, from the vehicle to the far end."""
        return [name] if self.model == "lumped" else [f"{name}_{number + 1}" for number in range(self.segments)]
