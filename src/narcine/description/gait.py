"""Gaits: rhythms that a vehicle's drives follow."""

from math import pi, sin
from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.chain_gait import (
    Concertina,
    Dive,
    Eel,
    Helical,
    Rectilinear,
    Rolling,
    Serpentine,
    Sidewinding,
)
from narcine.description.gait_base import GaitBase, Signal, Weights
from narcine.description.midline import Midline
from narcine.description.quantities import Angle, Coordinate, Count, Quantity, Ratio, Time, fail
from narcine.description.record import Record


class Beat(GaitBase):
    """A wave along a row of joints from root to tip: amplitude share_j sin(2 pi f t + phase - j lag) + turn."""

    drives: tuple[str, ...] = Field(min_length=1, description="drives from root to tip")
    amplitude: Signal
    shares: tuple[Ratio, ...] = Field(
        (), description="amplitude of each drive over `amplitude`; all one when not given"
    )
    lag: Angle = Field(0.0, description="phase by which each drive trails the one before")
    phase: Angle = 0.0
    turn: Signal = Field(0.0, description="mean angle, or what the drives take, added to all drives of the gait")
    resolution: Annotated[int, Count(at_least=3)] | None = Field(
        None, description="M: points a beat that servos and motors are sent, each held until the next; smooth without"
    )

    @model_validator(mode="after")
    def _a_share_each(self) -> "Beat":
        if self.shares and len(self.shares) != len(self.drives):
            raise fail(f"has {len(self.shares)} shares for {len(self.drives)} drives")
        return self

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        shares = self.shares or (1.0,) * len(self.drives)
        return {name: (share, 1.0) for name, share in zip(self.drives, shares, strict=True)}


class TailBeat(Beat):
    """A wave along a row of joints from root to tip, without end."""

    type: Literal["tail_beat"]


class CTurn(Beat):
    """A tail beat that a sharp turn interrupts once: the tail bends to one side, holds and comes back to its beat.

    Stages 1 and 2 of the fast starts of fish (Domenici and Blake 1997).
    """

    type: Literal["c_turn"]
    bend: Angle = Field(description="of each drive; to the side to which a positive `turn` goes, or the other")
    at: Annotated[float, Quantity("time", at_least=0.0)] = Field(0.0, description="time at which it begins to bend")
    rise: Time = Field(0.1, description="time that bending takes, where servos are fast enough")
    hold: Annotated[float, Quantity("time", at_least=0.0)] = Field(0.3, description="time for which it stays bent")
    back: Time = Field(0.2, description="time in which it goes back to the beat")

    @property
    def leaves(self) -> float:
        """Return when it begins to come back (s)."""
        return self.at + self.rise + self.hold

    @property
    def bent(self) -> dict[str, float]:
        """Return the angle that a drive takes in place of its beat for a while, where it does."""
        return dict.fromkeys(self.drives, self.bend)


class Harmonic(Record):
    """One drive of a harmonic gait."""

    amplitude: Signal
    phase: Angle = 0.0
    mean: Signal = 0.0
    harmonic: Ratio = Field(1.0, description="frequency over that of the gait")


class HarmonicGait(GaitBase):
    """A sine per drive, each with its own amplitude, phase and mean, at a common frequency."""

    type: Literal["harmonic"]
    drives: dict[str, Harmonic] = Field(min_length=1, description="the sine of each drive, by its name")
    amplitude: Ratio = Field(1.0, description="scales all amplitudes")
    lag: Angle = Field(0.0, description="phase by which each drive trails the one before, beside its own phase")
    turn: Ratio = Field(1.0, description="scales all means")

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        return {name: (sine.amplitude, sine.mean) for name, sine in self.drives.items()}


class Undulating(Record):
    """One drive of an undulation: where it stands along the wave, and whether it follows the wave or its slope."""

    place: Ratio = Field(description="along the row, the first at 0, the next at 1")
    share: Ratio = Field(1.0, description="amplitude over that of the gait")
    slope: Ratio | None = Field(
        None, description="follow the wave's difference from half a place before to half a place after, times this"
    )


class Undulation(GaitBase):
    """A wave that runs along rows of fins side by side: amplitude sin(2 pi f t - place lag) + turn."""

    type: Literal["undulation"]
    rim: str | None = Field(None, description="the rim whose fins it moves")
    drives: dict[str, Undulating] = Field({}, description="of a rim: what is not as the rim has it")
    amplitude: Coordinate
    waves: Ratio = Field(
        1.0, description="how many stand along a row; positive: they run from the first fin to the last, bow to stern"
    )
    turn: Coordinate = Field(0.0, description="mean angle added to all drives that follow the wave itself")

    @model_validator(mode="after")
    def _moves_something(self) -> "Undulation":
        if self.rim is None and not self.drives:
            raise fail("needs a rim, or drives with their places")
        return self

    @property
    def lag(self) -> float:
        """Return the phase by which each place trails the one before."""
        return 2.0 * pi * self.waves / (1.0 + max((drive.place for drive in self.drives.values()), default=0.0))

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        bend = 2.0 * abs(sin(0.5 * self.lag))
        return {
            name: (drive.share, 1.0) if drive.slope is None else (bend * drive.slope * drive.share, 0.0)
            for name, drive in self.drives.items()
        }


Gait = Annotated[
    TailBeat
    | CTurn
    | HarmonicGait
    | Undulation
    | Serpentine
    | Eel
    | Rectilinear
    | Concertina
    | Rolling
    | Helical
    | Sidewinding
    | Dive
    | Midline,
    Field(discriminator="type"),
]
