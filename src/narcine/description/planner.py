"""Planners: how a vehicle with a tail beat decides, from what its sensors read, what its tail does next."""

import itertools
from math import isclose
from typing import Annotated, Literal

from pydantic import Field, field_validator

from narcine.description.quantities import Angle, Count, PositiveAngle, Quantity, Time, fail
from narcine.description.record import Record

MOST_ACTIONS = 256
"""That one byte tells apart."""
SYMMETRY = 1e-9
"""Angle (rad) by which turns to both sides may differ: the rounding of a conversion from degrees."""

Illuminance = Annotated[float, Quantity("illuminance", at_least=0.0)]
BeatFrequency = Annotated[float, Quantity("frequency", above=0.0)]
Weight = Annotated[float, Quantity("ratio", at_least=0.0)]


class Actions(Record):
    """What the tail may be told: each amplitude with each frequency and each turn (eq 10)."""

    amplitude: tuple[PositiveAngle, ...] = Field(min_length=1, description="of the tail beat")
    frequency: tuple[BeatFrequency, ...] = Field(min_length=1, description="of the tail beat")
    turn: tuple[Angle, ...] = Field(min_length=1, description="mean angle of the tail; symmetric about 0, which is one")

    @field_validator("amplitude", "frequency", "turn")
    @classmethod
    def _growing(cls, values: tuple[float, ...]) -> tuple[float, ...]:
        if any(not low < high for low, high in itertools.pairwise(values)):
            raise fail("must grow from each value to the next")
        return values

    @field_validator("turn")
    @classmethod
    def _symmetric(cls, turns: tuple[float, ...]) -> tuple[float, ...]:
        for turn in turns:
            if not any(isclose(turn, -other, rel_tol=0.0, abs_tol=SYMMETRY) for other in turns):
                raise fail(f"must be symmetric about 0: {turn:g} rad has no counterpart on the other side")
        if len(turns) % 2 == 0:
            raise fail("must hold 0, with which it swims straight on")
        return turns

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.amplitude) * len(self.frequency) * len(self.turn)


class PlannerBase(Record):
    """What all planners have: when they decide, between which actions, and what they know of their motion."""

    period: Time = Field(1.0, description="time from one decision to the next")
    samples: Annotated[int, Count(at_least=1)] = Field(
        1,
        description="readings in a period, evenly spaced: light is averaged, an obstacle seen once counts",
    )
    actions: Actions = Field(description="what the tail may be told")
    history: Annotated[int, Count(at_least=0, at_most=2)] = Field(
        1, description="how many actions before the next one the motion hangs on (eq 8)"
    )
    direction: Literal["heading", "course"] = Field(
        "heading",
        description="what an action leads to at the end of a period (theta of eq 7): heading, where the forebody "
        "points; course, where it travels, sideslip included",
    )
    motion: str | None = Field(
        None, description="file with the motion function, as `narcine plan` writes it; learned and kept when not given"
    )
    budget: Annotated[int, Count(at_least=1)] = Field(131072, description="largest size of the lookup table (bytes)")

    @property
    def sensors(self) -> dict[str, tuple[str, ...]]:
        """Names of the sensors that it reads, by the type that they must have."""
        return {
            kind: names
            for kind, key in (("infrared", "infrared"), ("photocell", "photocells"))
            if (names := getattr(self, key, None)) is not None
        }


class _SeesObstacles(PlannerBase):
    infrared: tuple[str, ...] = Field(description="the switches: left, middle, right")

    @field_validator("infrared")
    @classmethod
    def _three(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if len(names) != 3:
            raise fail(f"must name three infrared switches, left, middle and right; it names {len(names)}")
        return names


class _SeesLight(PlannerBase):
    photocells: tuple[str, ...] = Field(min_length=2, description="from port to starboard")
    ambient: Illuminance = Field(description="light of the surroundings: a cell that reads no more sees no lamp")
    bearings: Annotated[int, Count(at_least=4, at_most=360)] = Field(
        36, description="directions that it tells apart, dead ahead being one"
    )


class ObstacleAvoidance(_SeesObstacles):
    """Turn to where obstacles are not (eq 13)."""

    type: Literal["obstacle_avoidance"]


class LightSearch(_SeesLight):
    """Turn to the light, whatever is in the way (eq 19)."""

    type: Literal["light_search"]


class LightTracking(_SeesObstacles, _SeesLight):
    """Turn to the light and away from obstacles, the light being both (eqs 21, 22)."""

    type: Literal["light_tracking"]
    weak: Illuminance = Field(description="below it the light is far: obstacles weigh more (I_a)")
    strong: Illuminance = Field(description="from it on the lamp is near: obstacles weigh more (I_b)")
    weights: Annotated[tuple[float, float, float], Quantity("ratio", at_least=0.0, size=3)] = Field(
        (0.5, 2.0, 0.5), description="of the light where it is weak, between and strong; an obstacle weighs 1 (eq 22)"
    )


Planner = Annotated[ObstacleAvoidance | LightSearch | LightTracking, Field(discriminator="type")]
