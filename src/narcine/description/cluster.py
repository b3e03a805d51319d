"""A cluster: copies of one vehicle in a row or a grid, held together."""

from itertools import product
from math import prod
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from narcine.description.quantities import Position, Vector3, fail
from narcine.description.record import Record
from narcine.description.settings import Start

MOST = 500
"""Vehicles of one cluster: more is a slip of the pen."""
AXIS_WORDS = ("forward", "starboard", "down")


def _parse_count(value: Any) -> tuple[int, ...]:
    counts = value if isinstance(value, list | tuple) else [value]
    whole = all(isinstance(each, int) and not isinstance(each, bool) and each >= 1 for each in counts)
    if not whole or not 1 <= len(counts) <= 3:
        raise fail("must be a whole number of at least 1, or up to three: along forward, starboard, down")
    if prod(counts) > MOST:
        raise fail(f"makes {prod(counts)} vehicles; at most {MOST}")
    return tuple(counts) if isinstance(value, list | tuple) else (value,)


def _parse_vehicle(value: Any) -> Any:
    if not isinstance(value, str | dict):
        raise fail("must be the name or the file of a vehicle, or a vehicle written out")
    return value


Count = Annotated[
    tuple[int, ...],
    PlainValidator(_parse_count),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}, "maxItems": 3}]}),
]
WrittenVehicle = Annotated[Any, PlainValidator(_parse_vehicle), WithJsonSchema({"type": ["string", "object"]})]
Block = dict[str, Any]


class Cluster(Record):
    """Vehicles NAME_1, NAME_2 ... side by side, each coupled to its neighbours, written out when read.

    The coupling of two neighbours is NAME_1_2, by their numbers; a connector between them is the vehicle
    NAME_connector_1_2, held rigidly by the first, and by that coupling by the second.
    """

    vehicle: WrittenVehicle = Field(description="name, file or written out")
    count: Count = Field(description="how many in a row along `spacing`; or [3, 2]: a grid along forward and starboard")
    spacing: Position = Field(
        description="from one to the next, forward, starboard, down; of a grid the distances along its axes"
    )
    body: str | None = Field(None, description="of each vehicle, that is coupled; its free body when not given")
    connector: WrittenVehicle | None = Field(
        None, description="a vehicle that is put halfway between neighbours, its starboard axis from first to second"
    )
    coupling: Block | Literal["none"] = Field(
        {}, description="changes of the coupling of neighbours, which is rigid halfway between them; none: loose"
    )
    start: Start | None = Field(None, description="of the first; all others stand from it. Its own when not given")

    @model_validator(mode="after")
    def _apart(self) -> "Cluster":
        if len(self.count) == 1:
            if self.count[0] > 1 and not any(self.spacing):
                raise fail("needs a spacing that is not zero")
            return self
        for number, distance, word in zip(self.count, self.spacing, AXIS_WORDS, strict=False):
            if number > 1 and distance == 0.0:
                raise fail(f"needs a spacing along {word}, where it counts {number}")
        return self

    @model_validator(mode="after")
    def _held(self) -> "Cluster":
        if self.connector is not None and self.coupling == "none":
            raise fail("has a connector, and no coupling that holds it; leave one of them out")
        return self

    @property
    def offsets(self) -> list[Vector3]:
        """Return where each vehicle stands from the first, counting along forward first."""
        return [self._offset(place) for place in self._places]

    @property
    def neighbours(self) -> list[tuple[int, int]]:
        """Return the numbers, from 0, of all vehicles that stand side by side."""
        places = self._places
        order = {place: number for number, place in enumerate(places)}
        pairs = []
        for place in places:
            for axis in range(len(self.count)):
                beside = (*place[:axis], place[axis] + 1, *place[axis + 1 :])
                if beside in order:
                    pairs.append((order[place], order[beside]))
        return pairs

    @property
    def _places(self) -> list[tuple[int, ...]]:
        """Return the places in the grid, the first axis counting first."""
        return [place[::-1] for place in product(*(range(number) for number in self.count[::-1]))]

    def _offset(self, place: tuple[int, ...]) -> Vector3:
        steps = place * 3 if len(place) == 1 else (*place, 0)
        x, y, z = (step * distance for step, distance in zip(steps, self.spacing, strict=False))
        return (x, y, z)
