"""Gaits of a chain of joints that yaw and pitch, from head to tail: those of snakes and eels.

The amplitude is A, the frequency omega, the lag beta and the dive D of Li et al. (2015), eq 13; joints are counted from
the head, so that with a positive lag waves run from head to tail and the chain swims head first.
"""

from itertools import pairwise
from math import pi
from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.gait_base import GaitBase, Weights
from narcine.description.quantities import Angle, Quantity, Ratio, Time, fail

QUARTER = 0.5 * pi
TO_STARBOARD = -1.0
"""By a positive yaw the joint turns what is behind it to starboard, and so the head to port."""
Instant = Annotated[float, Quantity("time", at_least=0.0)]


class ChainGait(GaitBase):
    """What gaits of a chain have: its drives, and a wave that they share."""

    chain: str | None = Field(None, description="the chain whose drives it moves")
    yaw: tuple[str, ...] = Field((), description="drives that turn sideways, from the head; as the chain has them")
    pitch: tuple[str, ...] = Field((), description="drives that turn up and down, from the head; as the chain has them")
    amplitude: Angle = Field(description="A: of each joint")
    lag: Angle = Field(0.0, description="beta: phase by which each joint trails the one before it")
    turn: Angle = Field(0.0, description="by which each yaw joint bends the chain, besides: positive to starboard")

    @property
    def drives(self) -> tuple[str, ...]:
        """Return all drives that it moves."""
        return (*self.yaw, *self.pitch)

    @property
    def lacks_drives(self) -> bool:
        """Say whether its chain, which is perhaps unknown, has given it no drives."""
        return self.chain is not None and not self.drives

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the kinds of drives that it cannot do without."""
        return ("yaw",)

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        return dict.fromkeys(self.yaw, (1.0, TO_STARBOARD))


class Serpentine(ChainGait):
    """A wave of yaw of the same amplitude everywhere: A sin(2 pi f t - i beta) - turn."""

    type: Literal["serpentine"]


class Eel(ChainGait):
    """A wave of yaw whose amplitude grows from head to tail."""

    type: Literal["eel"]
    head: Ratio = Field(0.125, description="amplitude of the first joint over that of the last; between them linear")

    @property
    def shares(self) -> tuple[float, ...]:
        """Return the amplitude of each yaw joint over `amplitude`."""
        last = max(len(self.yaw) - 1, 1)
        return tuple(self.head + (1.0 - self.head) * place / last for place in range(len(self.yaw)))

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        return {drive: (share, TO_STARBOARD) for drive, share in zip(self.yaw, self.shares, strict=True)}


class Rectilinear(ChainGait):
    """A wave of pitch, straight ahead."""

    type: Literal["rectilinear"]

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the kinds of drives that it cannot do without."""
        return ("pitch",)

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        yaw, pitch = dict.fromkeys(self.yaw, (0.0, TO_STARBOARD)), dict.fromkeys(self.pitch, (1.0, 0.0))
        return {**yaw, **pitch}


class Concertina(ChainGait):
    """Folds: joints yaw to alternate sides and straighten again: +-A (1 - cos(2 pi f t - i beta)) / 2."""

    type: Literal["concertina"]
    fold: Annotated[int, Field(ge=1)] = Field(1, description="joints that yaw to one side before the next to the other")


class TwoWaves(ChainGait):
    """Waves of yaw and of pitch together, the second ahead of the first by a phase."""

    share: Ratio = Field(1.0, description="amplitude of pitch over that of yaw; negative: of the other hand")
    phase: Angle = Field(QUARTER, description="of pitch, ahead of yaw")

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the kinds of drives that it cannot do without."""
        return ("yaw", "pitch")

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        return {**super().weights, **dict.fromkeys(self.pitch, (self.share, 0.0))}


class Rolling(TwoWaves):
    """An arc that turns about its own line: all joints at once, pitch a quarter ahead of yaw."""

    type: Literal["rolling"]


class Helical(TwoWaves):
    """A helix that turns as a screw: as rolling, with a lag along it."""

    type: Literal["helical"]


class Sidewinding(TwoWaves):
    """A wave of yaw, and a smaller one of pitch a quarter ahead of it."""

    type: Literal["sidewinding"]
    share: Ratio = Field(0.3, description="amplitude of pitch over that of yaw; negative: to the other side")


class Dive(ChainGait):
    """Module by module: a wave of yaw, and pitch joints that bend by `dive` one after another from the head.

    psi_i = D from T_i on (Li et al. 2015, eq 13); they level out after `release`, and bend up from T_i + `surface` on.
    """

    type: Literal["dive"]
    starts: tuple[Instant, ...] = Field(min_length=1, description="T_i: when each pitch joint bends, from the head")
    release: Time | None = Field(None, description="time for which each stays bent; for ever when not given")
    surface: Time | None = Field(None, description="time after T_i from which it bends up, for as long; never")
    rise: Time = Field(0.5, description="time that bending takes")

    @property
    def needs(self) -> tuple[str, ...]:
        """Return the kinds of drives that it cannot do without."""
        return ("yaw", "pitch")

    @model_validator(mode="after")
    def _in_time(self) -> "Dive":
        if self.pitch and len(self.starts) > len(self.pitch):
            raise fail(f"has {len(self.starts)} starts for {len(self.pitch)} pitch joints")
        if self.dives:
            raise fail("has `dives`: here `starts` say which joints dive")
        stages = [0.0, *(each for each in (self.release, self.surface) if each is not None)]
        if self.surface is not None and self.release is None:
            raise fail("must be released before it surfaces: give `release`")
        if any(later - earlier < self.rise for earlier, later in pairwise(stages)):
            raise fail(f"must leave {self.rise:g} s (`rise`) between bending, release and surface")
        return self

    @property
    def diving(self) -> Weights:
        """Return the drives that `dive` moves, and between which shares of it."""
        return dict.fromkeys(self.pitch[: len(self.starts)], (0.0 if self.surface is None else -1.0, 1.0))

    @property
    def bends(self) -> list[tuple[str, float, float | None, float]]:
        """Return the bends of each joint: when it bends and levels out, if ever, and to which share of `dive`."""
        stages = [(0.0, 1.0)] if self.surface is None else [(0.0, 1.0), (self.surface, -1.0)]
        return [
            (joint, start + time, None if self.release is None else start + time + self.release, share)
            for joint, start in zip(self.pitch, self.starts, strict=False)
            for time, share in stages
        ]
