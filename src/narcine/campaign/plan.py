"""What a map is to show: a vehicle, the axes, what is set beside them, and for how long it swims."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import isfinite, prod
from typing import Any

import numpy as np

from narcine.campaign.axis import Axis, Values, read_axis
from narcine.campaign.variant import Source, Variant, built, described
from narcine.description.load import Description
from narcine.description.overrides import split_path
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import suggestion

MOST_POINTS = 1_000_000
"""Of a map: more are a slip of the pen, or weeks."""
TRIED = 16
"""Values of an axis that are tried before it counts as one of which none can be set."""
DURATIONS = (["duration"], ["run", "duration"])

Point = tuple[str, ...]
"""The value of each axis, as it is set."""


@dataclass(frozen=True)
class Plan:
    """A map before anything has swum."""

    source: Source
    settings: dict[str, Any]
    axes: tuple[Axis, ...]
    duration: float | None
    """of each swim (s); as the description has it where None"""
    vehicle: str
    description: Description
    """with what is set beside the axes"""

    @property
    def points(self) -> list[Point]:
        """All points, those of the last axis next to each other."""
        return list(product(*(axis.texts for axis in self.axes)))

    @property
    def vehicle_number(self) -> int:
        """Where the vehicle stands among those of the scenario."""
        return list(self.description.scenario.vehicles).index(self.vehicle)

    def settings_at(self, point: Point) -> dict[str, Any]:
        """Return all that is set at a point."""
        return {**self.settings, **{axis.setting: text for axis, text in zip(self.axes, point, strict=True)}}

    def variant(self, point: Point) -> Variant:
        """Return the vehicle of a point."""
        settings = self.settings_at(point)
        return built(settings, lambda: described(self.source, settings))


def plan_map(
    source: Source,
    over: Mapping[str, Values],
    settings: Mapping[str, Any] | None = None,
    duration: float | None = None,
    vehicle: str | None = None,
) -> Plan:
    """Return the plan of a map; all that is wrong with it and holds for all of its points is found here."""
    if not over:
        raise _refused("over", "a map needs an axis: a setting and its values")
    fixed = dict(settings or {})
    description = described(source, fixed)
    axes = tuple(read_axis(setting, values, description) for setting, values in over.items())
    plan = Plan(source, fixed, axes, duration, _vehicle(description, vehicle), description)
    _check_paths(plan)
    count = prod(len(axis.texts) for axis in axes)
    if count > MOST_POINTS:
        raise _refused("over", f"these axes make {count} points; a map has at most {MOST_POINTS}")
    step = description.scenario.step
    if duration is not None and not (isfinite(duration) and duration >= step):
        raise _refused(f"duration {duration:g}", f"a run lasts at least one step, here {step:g} s")
    for axis in axes:
        _check_axis(plan, axis)
    return plan


def _vehicle(description: Description, asked: str | None) -> str:
    names = list(description.scenario.vehicles)
    if asked is None and len(names) == 1:
        return names[0]
    there = f"there are {', '.join(names)}"
    if asked is None:
        raise _refused("vehicle", f"several swim here; say whose speed and power the map shows: {there}")
    if asked not in names:
        raise _refused(f"vehicle {asked}", f"there is no such vehicle{suggestion(asked, names)}; {there}")
    return asked


def _check_paths(plan: Plan) -> None:
    """Refuse settings that are said twice."""
    seen = [split_path(setting) for setting in plan.settings]
    for axis in plan.axes:
        path = split_path(axis.setting)
        if path in seen:
            raise _refused(f"over {axis.setting}", "is set twice; a setting is an axis or has one value")
        if plan.duration is not None and path in DURATIONS:
            raise _refused(f"over {axis.setting}", "is an axis, and the duration is given beside it")
        seen.append(path)


def _check_axis(plan: Plan, axis: Axis) -> None:
    """Refuse an axis of which no value can be set, such as one whose path is misspelt."""
    found: DescriptionError | None = None
    for number in np.unique(np.linspace(0, len(axis.texts) - 1, TRIED).astype(int)):
        try:
            described(plan.source, {**plan.settings, axis.setting: axis.texts[number]})
            return
        except DescriptionError as error:
            found = found or error
    assert found is not None, "an axis has values"
    raise found


def _refused(place: str, message: str) -> DescriptionError:
    return DescriptionError([Problem((), message, Place(place))])
