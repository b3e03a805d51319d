"""The foil table: where a fin sits, how it lies, and the coefficients of its kind."""

from enum import IntEnum
from math import pi, sin, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from narcine.compiled import kernel
from narcine.tables import Row

if TYPE_CHECKING:
    from narcine.description.body import Body
    from narcine.description.foil import QuasiSteadyFoil

FOIL_FLOATS = 19
FOIL_INTEGERS = 4


class FoilKind(IntEnum):
    """The laws of lift and drag."""

    STALL_RAMP = 0
    THIN_FOIL = 1
    LINEAR_POLAR = 2


class Foils(NamedTuple):
    """Columns of the foil table; a kind that does not use a coefficient leaves it zero."""

    rows: int
    centre: int
    """mid-chord point, body axes"""
    chordwise: int
    """unit vector from the leading to the trailing edge"""
    normal: int
    chord: int
    area: int
    normal_coefficient: int
    tangential_coefficient: int
    sine_of_stall: int
    slope: int
    parasitic_drag: int
    broadside_drag: int
    induced_drag: int
    aspect_ratio: int
    """that sets the slope; zero where the kind has none"""
    kind: int
    link: int
    first_scale: int
    scales: int


@kernel
def foil_columns(n: int, p: int, i: int) -> Foils:
    """Return where the numbers of the foils lie."""
    return Foils(
        rows=n,
        centre=p,
        chordwise=p + 3 * n,
        normal=p + 6 * n,
        chord=p + 9 * n,
        area=p + 10 * n,
        normal_coefficient=p + 11 * n,
        tangential_coefficient=p + 12 * n,
        sine_of_stall=p + 13 * n,
        slope=p + 14 * n,
        parasitic_drag=p + 15 * n,
        broadside_drag=p + 16 * n,
        induced_drag=p + 17 * n,
        aspect_ratio=p + 18 * n,
        kind=i,
        link=i + n,
        first_scale=i + 2 * n,
        scales=i + 3 * n,
    )


def foil_frame(foil: Any, body: "Body") -> dict[str, Any]:
    """Return where a foil lies and how large it is, with what it does not say taken from its body's plate."""
    plate: Any = body.shape.plate if body.shape is not None else None
    normal = foil.normal
    if normal is None:
        normal = (0.0, 1.0, 0.0) if plate.normal == "starboard" else (0.0, 0.0, 1.0)
    chord = plate.chord if foil.chord is None else foil.chord
    span = plate.span if foil.span is None else foil.span
    return {
        "centre": body.centre if foil.centre is None else foil.centre,
        "chordwise": tuple(-component for component in foil.leading_edge),
        "normal": normal,
        "chord": chord,
        "span": span,
        "area": chord * span if foil.area is None else foil.area,
    }


def foil_row(foil: "QuasiSteadyFoil", body: "Body", link: int, first_scale: int) -> Row:
    """Return the row of a quasi-steady foil."""
    frame = foil_frame(foil, body)
    aspect_ratio = frame.pop("span") ** 2 / frame["area"]
    numbers: dict[str, Any] = {
        **frame,
        "normal_coefficient": 0.0,
        "tangential_coefficient": 0.0,
        "sine_of_stall": 1.0,
        "slope": 0.0,
        "parasitic_drag": 0.0,
        "broadside_drag": 0.0,
        "induced_drag": 0.0,
        "aspect_ratio": 0.0,
    }
    if foil.lift == "stall_ramp":
        numbers["normal_coefficient"] = foil.normal_coefficient
        numbers["tangential_coefficient"] = foil.tangential_coefficient
        numbers["sine_of_stall"] = sin(foil.stall)
    else:
        numbers["aspect_ratio"] = aspect_ratio
        numbers["slope"] = helmbold_slope(aspect_ratio)
        numbers["parasitic_drag"] = foil.parasitic_drag
        numbers["induced_drag"] = 1.0 / (pi * foil.efficiency * aspect_ratio)
    if foil.lift == "thin_foil":
        numbers["sine_of_stall"] = sin(foil.stall)
        numbers["broadside_drag"] = foil.broadside_drag
    integers = {
        "kind": FoilKind[foil.lift.upper()],
        "link": link,
        "first_scale": first_scale,
        "scales": len(foil.scale),
    }
    return Row(numbers, integers)


def helmbold_slope(aspect_ratio: float) -> float:
    """Return the lift slope of a straight wing of finite span, 2 pi AR / (2 + sqrt(AR^2 + 4)) (Helmbold 1942)."""
    return 2.0 * pi * aspect_ratio / (2.0 + sqrt(aspect_ratio**2 + 4.0))
