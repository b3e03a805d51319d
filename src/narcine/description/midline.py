"""A gait that lets the midline of a chain beat as was measured on an animal."""

from itertools import pairwise
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, model_validator

from narcine.description.chain_gait import TO_STARBOARD, ChainGait
from narcine.description.gait_base import Weights
from narcine.description.laying import ORDERS, CannotLie, joint_harmonics
from narcine.description.quantities import Angle, Length, Quantity, fail

Place = Annotated[tuple[float, float], Quantity("ratio", at_least=0.0, size=2)]
LINEAR: tuple[tuple[float, float], ...] = ((0.0, 0.1), (1.0, 1.0))
SHORTEST = 2.0
"""Wavelength over the longest module from which on a chain can show the wave."""


class Midline(ChainGait):
    """A lateral wave of the midline, y = a(s) sin(2 pi f t - 2 pi x / wavelength), which runs from head to tail.

    s counts along the body from the head, x along the way that it swims. Joints take the angles that modules laid end
    to end along it have, in three harmonics; what the whole body does under them is left to the water.
    """

    type: Literal["midline"]
    amplitude: Length = Field(description="of the tail's end to either side: half of its sweep")
    wavelength: Length = Field(description="of the wave, along the way that it swims")
    envelope: tuple[Place, ...] = Field(
        LINEAR,
        min_length=2,
        description="rows of place along the body, 0 the head, 1 the tail, and amplitude there over the tail's",
    )
    lag: Angle = Field(0.0, description="phase by which each joint trails the one before it beyond what the wave has")
    lengths: dict[str, Length] = Field({}, description="of each module, from the head; as the chain has them")

    @model_validator(mode="after")
    def _can_lie(self) -> "Midline":
        places = [place for place, _ in self.envelope]
        if places[0] != 0.0 or places[-1] != 1.0 or any(after <= before for before, after in pairwise(places)):
            raise fail("envelope must have places that grow from 0, the head, to 1, the tail")
        if self.envelope[-1][1] != 1.0:
            raise fail("envelope must end with 1: amplitudes are those over the tail's")
        if not self.yaw:
            return self
        if not self.lengths:
            raise fail("needs to know how long its modules are: give `chain`, or `lengths` from the head")
        if len(self.lengths) - len(self.yaw) not in (0, 1):
            raise fail(f"has {len(self.lengths)} lengths of modules for {len(self.yaw)} yaw joints")
        longest = max(self.lengths.values())
        if self.wavelength < SHORTEST * longest:
            raise fail(f"wavelength must be at least {SHORTEST * longest:.3g} m, {SHORTEST:g} modules")
        try:
            _ = self.harmonics
        except CannotLie as problem:
            raise fail(f"is too steep for its modules: {problem}; lower the amplitude") from problem
        return self

    @property
    def amplitudes(self) -> tuple[float, ...]:
        """Return the amplitudes of the ends of all modules, from the head on (m)."""
        ends = np.concatenate([[0.0], np.cumsum([*self.lengths.values()])])
        places, shares = zip(*self.envelope, strict=True)
        return tuple(float(each) for each in self.amplitude * np.interp(ends / ends[-1], places, shares))

    @property
    def harmonics(self) -> dict[str, dict[int, complex]]:
        """Return c of each order of each drive, which follows the sum of Re(c e^(i n 2 pi f t)) (rad)."""
        hung = len(self.lengths) == len(self.yaw)
        found = joint_harmonics(tuple(self.lengths.values()), self.amplitudes, self.wavelength, hung)
        return {
            drive: dict(zip(ORDERS, (complex(each) for each in row), strict=True))
            for drive, row in zip(self.yaw, found, strict=True)
        }

    @property
    def weights(self) -> Weights:
        """Return what one unit of amplitude and of turn move each drive by."""
        return {
            drive: (sum(abs(each) for each in orders.values()) / self.amplitude, TO_STARBOARD)
            for drive, orders in self.harmonics.items()
        }
