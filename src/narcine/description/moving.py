"""How what stands in the water moves: not at all, along a path through given places, or on a walk drawn by chance."""

from math import pi
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from narcine.description.growing import growing_rows, rows_schema
from narcine.description.quantities import Length, Position, Quantity, Time, fail
from narcine.description.record import Record

MOTIONS = ("path", "path_file", "walk")
PATH_COLUMNS = {"time": "time", "north": "length", "east": "length", "down": "length"}
MOST_TURNS = 20_000
"""Turns of a walk that are drawn at most."""


def _parse_path(value: Any) -> tuple[tuple[float, ...], ...]:
    rows = growing_rows(value, PATH_COLUMNS)
    if rows[0][0] < 0.0:
        raise fail("begins before the run: its first time must be at least 0")
    return rows


PathTable = Annotated[
    tuple[tuple[float, ...], ...], PlainValidator(_parse_path), WithJsonSchema(rows_schema(len(PATH_COLUMNS)))
]


class Walk(Record):
    """A walk at constant depth within a pool, drawn from the run's seed and the walker's name."""

    speed: Annotated[float, Quantity("speed", above=0.0)] = Field(
        description="straight on; it is never faster, and slower in turns"
    )
    every: Time = Field(2.0, description="time between two turns")
    wander: Annotated[float, Quantity("angle", at_least=0.0)] = Field(
        40.0 * pi / 180.0, description="standard deviation of a turn"
    )
    margin: Length = Field(0.1, description="how far its centre stays from the walls of the pool")
    lasts: Time = Field(600.0, description="after this time it stands still")

    @property
    def turns(self) -> int:
        """How many turns it takes."""
        return max(2, round(self.lasts / self.every))

    @model_validator(mode="after")
    def _can_be_drawn(self) -> "Walk":
        if self.turns > MOST_TURNS:
            raise fail(
                f"takes {self.turns} turns; at most {MOST_TURNS} are drawn: make `lasts` shorter or `every` longer"
            )
        return self


class Placed(Record):
    """What has a place in the world, where it stays or from where it moves."""

    at: Position = Field(description="its centre, or a point of a wall, north, east, down; where its path begins")
    path: PathTable | None = Field(
        None,
        description="a list of [time, north, east, down], followed smoothly; before and after it stays",
    )
    path_file: str | None = Field(
        None, description="CSV file with the columns time, north, east, down; put in as `path` when read"
    )
    walk: Walk | None = Field(None, description="speed, every, wander, margin and lasts")

    @model_validator(mode="before")
    @classmethod
    def _begin_where_the_path_does(cls, value: Any) -> Any:
        """Take the place from the first row of a path where it is not given."""
        if not isinstance(value, dict) or "at" in value:
            return value
        path = value.get("path")
        if isinstance(path, list | tuple) and path and isinstance(path[0], list | tuple) and len(path[0]) == 4:
            return {**value, "at": list(path[0][1:])}
        return value

    @model_validator(mode="after")
    def _one_motion(self) -> "Placed":
        given = [key for key in MOTIONS if getattr(self, key) is not None]
        if len(given) > 1:
            raise fail(f"moves in one way: give {' or '.join(given)}, not {'both' if len(given) == 2 else 'all'}")
        if self.path is not None and tuple(self.at) != self.path[0][1:]:
            raise fail("`at` is not where its path begins; leave `at` out, or make it the place of the first row")
        return self

    @property
    def moves(self) -> bool:
        """Say whether it moves."""
        return self.path is not None or self.walk is not None
