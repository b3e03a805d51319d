"""The outline of a slender body, from which the modules of a chain are cut."""

from itertools import pairwise
from math import pi
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from narcine.description.quantities import Density, Length, Quantity, fail
from narcine.description.record import Record

Block = dict[str, Any]
Section = Annotated[tuple[float, float, float], Quantity("ratio", at_least=0.0, size=3)]
SLENDER_SUCTION = 0.5
"""Share of the leading-edge suction that a slender wing has (R. T. Jones 1946)."""
NEVER = "90 deg"
"""Stall of an edge whose lift does not fade."""


class Outline(Record):
    """Widths and heights along a body of elliptic sections, head first; modules are cylinders of equal length."""

    length: Length
    density: Density = Field(1000.0, description="of what fills it, evenly")
    sections: tuple[Section, ...] = Field(
        min_length=2,
        description="rows of station from the head, width and height, all over the length; straight between",
    )
    scale: Annotated[tuple[float, float], Quantity("ratio", above=0.0, size=2)] = Field(
        (1.0, 1.0), description="what all widths and all heights are multiplied by"
    )
    edge: Annotated[float, Quantity("ratio", above=0.0, at_most=0.5)] | None = Field(
        None, description="chord, over the length, of a last strip that sheds a wake; none when not given"
    )

    @model_validator(mode="after")
    def _from_end_to_end(self) -> "Outline":
        stations = [station for station, _, _ in self.sections]
        if stations[0] != 0.0 or stations[-1] != 1.0:
            raise fail("sections must reach from station 0, the head, to station 1, the tail")
        if not all(before < after for before, after in pairwise(stations)):
            raise fail("stations of the sections must grow")
        if any(width == 0.0 or height == 0.0 for _, width, height in self.sections[1:-1]):
            raise fail("sections between the ends must have a width and a height")
        if self.edge is not None and 0.0 in self.sections[-1][1:]:
            raise fail("has an edge: its last section must have a width and a height")
        return self

    def module_length(self, count: int) -> float:
        """Return the length of each of so many modules (m)."""
        return self.length * (1.0 - (self.edge or 0.0)) / count

    def modules(self, count: int) -> list[Block]:
        """Return shape and mass of so many modules, each with the section at its middle."""
        length = self.module_length(count)
        stations, widths, heights = np.array(self.sections).T
        middles = (np.arange(count) + 0.5) * length / self.length
        blocks = []
        for width, height in zip(
            self.length * self.scale[0] * np.interp(middles, stations, widths),
            self.length * self.scale[1] * np.interp(middles, stations, heights),
            strict=True,
        ):
            radius = [0.5 * float(width), 0.5 * float(height)]
            mass = self.density * pi * radius[0] * radius[1] * length
            blocks.append({"shape": {"cylinder": {"radius": radius, "length": length}}, "mass": mass})
        return blocks

    @property
    def last_strip(self) -> tuple[Block, Block] | None:
        """Return body and foil of the strip that sheds, if there is one.

        Its lift slope, pi / 2 times span over chord, is that of a slender wing: it sheds m U w whatever its chord.
        """
        if self.edge is None:
            return None
        _, width, height = self.sections[-1]
        chord, thickness = self.edge * self.length, width * self.scale[0] * self.length
        span = height * self.scale[1] * self.length
        plate = {"chord": chord, "span": span, "thickness": thickness, "normal": "starboard"}
        body = {"shape": {"plate": plate}, "mass": self.density * chord * span * thickness}
        foil = {"lift": "unsteady", "stall": NEVER, "broadside_drag": 0.0, "suction": SLENDER_SUCTION}
        return body, {**foil, "slope": 0.5 * pi * span / chord}
