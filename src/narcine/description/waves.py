"""Waves on the water: one regular train, or a sea with a spectrum."""

from math import exp, pi, tanh
from typing import Annotated

from pydantic import Field, StrictInt, model_validator

from narcine.description.quantities import Angle, Length, Quantity, Time, fail
from narcine.description.record import Record
from narcine.description.seed import Seed

STEEPEST = 1.0 / 7.0
"""Height over length and tanh k h from which on waves break (Miche 1944); theirs is a theory of small steepness."""
REGULAR, SEA = ("height", "period"), ("significant_height", "peak_period")


class Waves(Record):
    """Waves of small steepness: a regular train (height, period), or a sea (significant_height, peak_period)."""

    height: Length | None = Field(None, description="from trough to crest")
    period: Time | None = Field(None, description="in water that does not flow")
    phase: Angle = Field(0.0, description="at north 0, east 0 and time 0: 0 is a crest")
    significant_height: Length | None = Field(None, description="mean of the highest third: 4 sqrt(variance)")
    peak_period: Time | None = Field(None, description="where the spectrum is highest")
    peakedness: Annotated[float, Quantity("ratio", at_least=1.0, at_most=20.0)] = Field(
        3.3, description="gamma of JONSWAP; 1 is a fully grown sea (Pierson-Moskowitz)"
    )
    spreading: Annotated[float, Quantity("ratio", at_least=0.0)] | None = Field(
        None, description="n of cos^n, the density of headings about `towards`; all alike when not given"
    )
    components: StrictInt = Field(32, ge=1, le=1000, description="how many waves make a sea")
    seed: Seed | None = Field(None, description="of frequencies, phases and headings; the run's otherwise")
    towards: Angle = Field(0.0, description="heading in which they travel: 0 north, 90 deg east")
    depth: Length | None = Field(
        None, description="of the water, for the waves; the seabed's, or deep where there is none"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> "Waves":
        given = {kind: [key for key in kind if getattr(self, key) is not None] for kind in (REGULAR, SEA)}
        if all(given.values()) or all(len(keys) < 2 for keys in given.values()):
            raise fail("need either height and period (a regular train) or significant_height and peak_period (a sea)")
        of_other = {*SEA, "peakedness", "spreading", "components", "seed"} if given[REGULAR] else {*REGULAR, "phase"}
        stray = sorted(of_other & self.model_fields_set)
        if stray:
            raise fail(f"{' and '.join(stray)}: belongs to {'a sea' if given[REGULAR] else 'a regular train'}")
        return self

    def sizes(self, gravity: float) -> tuple[float, float, float]:
        """Return height, length, and the height at which such waves break (m); of a sea, those of its peak.

        The length is by the explicit formula of Guo (2002), within 1 %.
        """
        height, period = self.height or self.significant_height, self.period or self.peak_period
        assert height is not None, "the record holds that there is one"
        assert period is not None, "and the other"
        wave_number = (2.0 * pi / period) ** 2 / gravity
        if self.depth is None:
            return height, 2.0 * pi / wave_number, STEEPEST * 2.0 * pi / wave_number
        y = wave_number * self.depth
        kh = y * (1.0 - exp(-(y**1.25))) ** -0.4
        length = 2.0 * pi * self.depth / kh
        return height, length, STEEPEST * length * tanh(kh)
