"""The margin of a disc as a row of fins along its edge."""

from math import pi
from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, model_validator

from narcine.description.quantities import Density, Length, Quantity, fail
from narcine.description.record import Record

HALF_TURN, FULL_TURN = pi, 2.0 * pi
ROUNDING = 1e-9
"""Angle (rad) by which an arc may pass its end: what is lost when degrees become radians."""
THICKNESS = 0.05
"""Of a fin over its width, when not given."""
DEFAULT_FOIL: dict[str, Any] = {"lift": "thin_foil", "stall": "20 deg", "parasitic_drag": 0.01}
DEFAULT_DRIVE: dict[str, Any] = {"type": "prescribed"}
Block = dict[str, Any]


class Rim(Record):
    """Fins side by side along the edge of a disc, each a plate that flaps about the edge.

    On starboard they are called NAME_starboard_1 and so on, from bow to stern, on port NAME_port_1; all round, from the
    bow over starboard, NAME_1. Body, joint and foil of a fin have its name.
    """

    body: str = Field(description="the disc: an ellipsoid, or a cylinder whose axis is down")
    fins: StrictInt = Field(ge=1, le=200, description="how many, on all sides together")
    width: Length = Field(description="of a fin, outwards from the edge")
    thickness: Length | None = Field(None, description="of a fin; a twentieth of its width when not given")
    density: Density = Field(1000.0, description="of the fins' material")
    sides: Literal["both", "starboard", "port", "round"] = Field(
        "both", description="both: port mirrors starboard; round: one row all round, from the bow over starboard"
    )
    arc: Annotated[tuple[float, float], Quantity("angle", size=2)] | None = Field(
        None, description="from and to which angle from the bow they stand; the whole side when not given"
    )
    twist: StrictBool = Field(
        True,
        description="each fin also turns about its middle line (joints NAME.flap and NAME.feather), as the margin does "
        "where a wave passes; without, wave after wave only fans",
    )
    joint: Block = Field({}, description="stiffness, damping, limits and so on of its joints")
    drive: Block | Literal["none"] = Field(DEFAULT_DRIVE, description="of its joints; none: they are passive")
    foil: Block = Field(DEFAULT_FOIL, description="lift and coefficients of each fin, but for its place and size")

    @model_validator(mode="after")
    def _fits_round(self) -> "Rim":
        if self.sides == "both" and self.fins % 2:
            raise fail(f"has {self.fins} fins on two sides; give an even number, or `sides`")
        first, last = self.reach
        end = FULL_TURN if self.sides == "round" else HALF_TURN
        if not (0.0 <= first < last <= end + ROUNDING):
            raise fail(f"arc must grow within 0 to {round(end / pi * 180.0)} deg from the bow")
        return self

    @property
    def reach(self) -> tuple[float, float]:
        """Return the angles from the bow between which fins stand."""
        if self.arc is not None:
            return self.arc
        return (0.0, FULL_TURN if self.sides == "round" else HALF_TURN)

    @property
    def lifting(self) -> Block:
        """Return the foil of each fin; what says no kind changes the usual one."""
        return self.foil if "lift" in self.foil else {**DEFAULT_FOIL, **self.foil}

    @property
    def driving(self) -> Block | None:
        """Return the drive of each coordinate, or none; what says no kind changes the usual one."""
        if isinstance(self.drive, str):
            return None
        return self.drive if "type" in self.drive else {**DEFAULT_DRIVE, **self.drive}

    @property
    def per_side(self) -> int:
        """Return the number of fins in a row."""
        return self.fins // 2 if self.sides == "both" else self.fins

    def rows(self, name: str) -> dict[str, tuple[str, ...]]:
        """Return the names of the fins of each row, along the wave."""
        sides = ("starboard", "port") if self.sides == "both" else (self.sides,)
        stem = {side: name if side == "round" else f"{name}_{side}" for side in sides}
        return {side: tuple(f"{stem[side]}_{place + 1}" for place in range(self.per_side)) for side in sides}
