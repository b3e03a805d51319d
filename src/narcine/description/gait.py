"""Gaits: rhythms that a vehicle's drives follow."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import Angle, Coordinate, Frequency, Quantity, Ratio, Time, fail
from narcine.description.record import Record


class GaitBase(Record):
    """What all gaits have: a frequency, how fast changed parameters take hold, and how it starts."""

    frequency: Frequency
    response: Time = Field(0.5, description="time in which a changed parameter is 90 % reached")
    start: Literal["smooth", "full"] = Field("smooth", description="smooth: the amplitude grows from zero")


class TailBeat(GaitBase):
    """A wave along a row of joints from root to tip: amplitude share_j sin(2 pi f t + phase - j lag) + turn."""

    type: Literal["tail_beat"]
    drives: tuple[str, ...] = Field(min_length=1, description="drives from root to tip")
    amplitude: Coordinate
    shares: tuple[Ratio, ...] = Field(
        (), description="amplitude of each drive over `amplitude`; all one when not given"
    )
    lag: Angle = Field(0.0, description="phase by which each drive trails the one before")
    phase: Angle = 0.0
    turn: Coordinate = Field(0.0, description="mean angle added to all drives of the gait")

    @model_validator(mode="after")
    def _a_share_each(self) -> "TailBeat":
        if self.shares and len(self.shares) != len(self.drives):
            raise fail(f"has {len(self.shares)} shares for {len(self.drives)} drives")
        return self


class Harmonic(Record):
    """One drive of a harmonic gait."""

    amplitude: Annotated[float, Quantity("signal")]
    phase: Angle = 0.0
    mean: Annotated[float, Quantity("signal")] = 0.0
    harmonic: Ratio = Field(1.0, description="frequency over that of the gait")


class HarmonicGait(GaitBase):
    """A sine per drive, each with its own amplitude, phase and mean, at a common frequency."""

    type: Literal["harmonic"]
    drives: dict[str, Harmonic] = Field(min_length=1, description="the sine of each drive, by its name")
    amplitude: Ratio = Field(1.0, description="scales all amplitudes")
    lag: Angle = Field(0.0, description="phase by which each drive trails the one before, beside its own phase")
    turn: Ratio = Field(1.0, description="scales all means")


Gait = Annotated[TailBeat | HarmonicGait, Field(discriminator="type")]
