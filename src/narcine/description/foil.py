"""Foils: parts of bodies that lift."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from narcine.description.quantities import (
    Area,
    Coefficient,
    Direction,
    Efficiency,
    Length,
    Position,
    Quantity,
    StallAngle,
    fail,
)
from narcine.description.record import Record
from narcine.description.scaling import FoilScale


class FoilBase(Record):
    """Where a foil lies on its body; on a plate all of it comes from the plate when not given."""

    body: str = Field(description="on which the foil lies")
    centre: Position | None = Field(None, description="mid-chord point in body axes")
    leading_edge: Direction = Field((1.0, 0.0, 0.0), description="direction from the trailing to the leading edge")
    normal: Direction | None = Field(None, description="across the foil; the plate's when not given")
    chord: Length | None = Field(None, description="along the flow; the plate's when not given")
    span: Length | None = Field(None, description="across the flow; the plate's when not given")
    area: Area | None = Field(None, description="lifting area; chord times span when not given")
    scale: tuple[FoilScale, ...] = Field((), description="how area and coefficients change with joints and deployment")

    @model_validator(mode="after")
    def _normal_across(self) -> "FoilBase":
        if self.normal is not None:
            cosine = sum(a * b for a, b in zip(self.leading_edge, self.normal, strict=True))
            if abs(cosine) > 1e-6:
                raise fail("normal must be perpendicular to leading_edge")
        return self


class StallRampFoil(FoilBase):
    """Normal and tangential coefficients that saturate at the stall angle (Krishnamurthy et al. 2009, eqs 5-8)."""

    lift: Literal["stall_ramp"]
    normal_coefficient: Coefficient = Field(description="C_N0: normal force past stall")
    tangential_coefficient: Coefficient = Field(0.0, description="C_T0: force along the chord in flow along it")
    stall: StallAngle


class ThinFoil(FoilBase):
    """Helmbold's lift slope for the aspect ratio, induced drag, a flat plate past stall."""

    lift: Literal["thin_foil"]
    stall: StallAngle
    parasitic_drag: Coefficient = 0.0
    broadside_drag: Coefficient = Field(1.2, description="drag coefficient of the foil broadside to the flow")
    efficiency: Efficiency = Field(0.9, description="Oswald's factor of the induced drag")


class LinearPolarFoil(FoilBase):
    """Lift proportional to the angle, without stall: the hull polar of Fossen's REMUS model."""

    lift: Literal["linear_polar"]
    parasitic_drag: Coefficient
    efficiency: Efficiency


class UnsteadyFoil(FoilBase):
    """Theodorsen's lift with the wake in two lag states; on a plate whose edges are free."""

    lift: Literal["unsteady"]
    stall: StallAngle
    slope: Coefficient | None = Field(
        None, description="lift per radian; by Helmbold for the aspect ratio when not given"
    )
    parasitic_drag: Coefficient = Field(0.0, description="along the chord, on the area")
    broadside_drag: Coefficient = Field(1.2, description="drag coefficient of the flow across the foil")
    suction: Annotated[float, Quantity("ratio", at_least=0.0, at_most=1.0)] = Field(
        1.0, description="share of the leading-edge suction that is won: 1 for a rounded edge, 0 for a sharp one"
    )


QuasiSteadyFoil = StallRampFoil | ThinFoil | LinearPolarFoil
Foil = Annotated[QuasiSteadyFoil | UnsteadyFoil, Field(discriminator="lift")]
