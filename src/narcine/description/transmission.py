"""What carries a motor's work to joints: tendons through guides, and plates that bend by shear."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import Length, Position, Quantity, fail
from narcine.description.record import Record

Radius = Annotated[float, Quantity("length")]


class Guide(Record):
    """A point of a body through which a tendon runs."""

    body: str = Field(description="that it is fixed to")
    at: Position


class Tendon(Record):
    """A cable from a motor's spool through guides to its end: it pulls and never pushes."""

    type: Literal["tendon"]
    motor: str = Field(description="the drive, of type motor or torque, on whose shaft its spool sits")
    spool: Radius = Field(
        description="radius: what a radian of the shaft takes in; negative where a positive angle lets it out"
    )
    guides: tuple[Guide, ...] = Field(
        min_length=2, description="from where it leaves the spool to where it ends; between them it runs straight"
    )
    stiffness: Annotated[float, Quantity("linear stiffness", above=0.0)] = Field(
        description="of the whole cable; counts on a motor"
    )
    damping: Annotated[float, Quantity("linear damping", at_least=0.0)] = Field(0.0, description="counts on a motor")
    pretension: Annotated[float, Quantity("force", at_least=0.0)] = Field(
        0.0, description="when all joints and the shaft stand at zero"
    )

    @model_validator(mode="after")
    def _runs_somewhere(self) -> "Tendon":
        if self.spool == 0.0:
            raise fail("spool must not be 0: the motor would move nothing")
        for first, second in zip(self.guides, self.guides[1:], strict=False):
            if first == second:
                raise fail(f"guides: two in a row lie in the same place of {first.body!r}")
        if len({guide.body for guide in self.guides}) < 2:
            raise fail("guides lie all on one body; a tendon that crosses no joint moves nothing")
        return self


class Plates(Record):
    """Two parallel plates joined at their tips: a rack and pinion shears one past the other and bends the joints."""

    type: Literal["plates"]
    motor: str = Field(description="the drive, of type motor or torque, on whose shaft the pinion sits")
    pinion: Radius = Field(description="radius; negative where a positive angle bends the joints the other way")
    joints: dict[str, Length] = Field(
        min_length=1, description="the coordinates that it bends, each with the distance of the plates there"
    )
    stiffness: Annotated[float, Quantity("linear stiffness", above=0.0)] = Field(
        description="of the plates against stretching and of their sheath against letting them apart; counts on a motor"
    )
    damping: Annotated[float, Quantity("linear damping", at_least=0.0)] = Field(0.0, description="counts on a motor")

    @model_validator(mode="after")
    def _moves_something(self) -> "Plates":
        if self.pinion == 0.0:
            raise fail("pinion must not be 0: the motor would move nothing")
        return self


Transmission = Annotated[Tendon | Plates, Field(discriminator="type")]
