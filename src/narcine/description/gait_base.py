"""What all gaits have."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import Coordinate, Frequency, Quantity, Ratio, Time, fail
from narcine.description.record import Record

Signal = Annotated[float, Quantity("signal")]
"""What a drive is asked for: an angle or a length, or an effort."""
Weights = dict[str, tuple[float, float]]
"""what one unit of a gait's amplitude and of its turn move each drive by"""


class GaitBase(Record):
    """What all gaits have: a frequency, how fast changed parameters take hold, and how it starts."""

    frequency: Frequency
    response: Time = Field(0.5, description="time in which a changed parameter is 90 % reached")
    start: Literal["smooth", "full"] = Field("smooth", description="smooth: the amplitude grows from zero")
    dive: Coordinate = Field(0.0, description="mean angle that is added to `dives`, times the share of each")
    dives: dict[str, Ratio] = Field({}, description="share of `dive` that each drive gets, by its name")

    @model_validator(mode="after")
    def _dives_with_something(self) -> "GaitBase":
        if self.dive and not self.diving and not self.lacks_drives:
            raise fail("has a dive that moves nothing: give `dives`, the share of each drive")
        return self

    @property
    def lacks_drives(self) -> bool:
        """Say whether what it runs on has given it no drives, which is said of that."""
        return False

    @property
    def bent(self) -> dict[str, float]:
        """Return the angle that a drive takes in place of its beat for a while, where it does."""
        return {}

    @property
    def diving(self) -> Weights:
        """Return the drives that `dive` moves, and between which shares of it."""
        return {drive: (share, share) for drive, share in self.dives.items()}
