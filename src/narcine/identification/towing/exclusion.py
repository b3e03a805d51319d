"""Points that are left out on purpose, each with a reason.

surge < 0.15 m/s: below the sensitivity of the cells         slower, to either side
> 1.2 m/s: waves                                             faster, on all axes
surge -0.9..-0.6 m/s: anomalies                              from one signed speed to another
run surge_017, surge_018: the wire slipped                   runs by name
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from pydantic_core import PydanticCustomError

from narcine.description.quantities import parse_number, suggestion
from narcine.identification.towing.axes import AXES, TURNING, force_unit
from narcine.identification.towing.points import Point

FORMS = "'surge < 0.15 m/s: REASON', 'heave -0.9..-0.6 m/s: REASON' or 'run NAME, NAME: REASON'"
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_COMPARED = re.compile(rf"^(?:([a-z]+)\s*)?([<>])\s*({_NUMBER})\s*(\S*)$")
_BETWEEN = re.compile(rf"^(?:([a-z]+)\s*)?({_NUMBER})\s*\.\.\s*({_NUMBER})\s*(\S*)$")
_RUNS = re.compile(r"^runs?\s+(.+)$")


@dataclass(frozen=True)
class Exclusion:
    """What is left out, and why."""

    reason: str
    runs: frozenset[str] = frozenset()
    """by name"""
    axis: str | None = None
    """any when not given"""
    low: float = 0.0
    high: float = 0.0
    """between which speeds"""
    magnitude: bool = False
    """whether speeds count to either side"""

    def holds(self, axis: str, speed: float) -> bool:
        """Say whether a point is left out by its speed."""
        if self.runs or self.axis not in (None, axis):
            return False
        value = abs(speed) if self.magnitude else speed
        return self.low <= value <= self.high


def parse_exclusion(text: str) -> Exclusion:
    """Return what a text says, or raise what is wrong with it."""
    what, colon, reason = (part.strip() for part in text.partition(":"))
    if not colon or not reason:
        raise ValueError(f"must say why, behind a colon: {FORMS}")
    if found := _RUNS.match(what):
        names = frozenset(name.strip() for name in found[1].split(","))
        if "" in names:
            raise ValueError(f"a name is missing between commas; it reads {FORMS}")
        return Exclusion(reason, names)
    if found := _COMPARED.match(what):
        axis, sign, bound, unit = found.groups()
        value = _speed(bound, unit, _axis(axis))
        if value < 0.0:
            raise ValueError("< and > compare magnitudes; write A..B for speeds of one sign")
        low, high = (0.0, value) if sign == "<" else (value, inf)
        return Exclusion(reason, axis=_axis(axis), low=low, high=high, magnitude=True)
    if found := _BETWEEN.match(what):
        axis, first, last, unit = found.groups()
        low, high = (_speed(each, unit, _axis(axis)) for each in (first, last))
        if not low <= high:
            raise ValueError(f"{first}..{last} must go from the smaller to the larger speed")
        return Exclusion(reason, axis=_axis(axis), low=low, high=high)
    raise ValueError(f"is not understood; it reads {FORMS}")


def _axis(word: str | None) -> str | None:
    if word is not None and word not in AXES:
        raise ValueError(f"there is no axis {word!r}{suggestion(word, AXES)}; there are {', '.join(AXES)}")
    return word


def _speed(number: str, unit: str, axis: str | None) -> float:
    kind = "coordinate rate" if axis is None else "rate" if axis in TURNING else "speed"
    try:
        return float(parse_number(f"{number} {unit}", kind))
    except PydanticCustomError as error:
        raise ValueError(str(error)) from None


@dataclass(frozen=True)
class Selection:
    """What is left out, beside runs without a steady segment and outliers among repeats."""

    exclusions: tuple[Exclusion, ...] = ()
    sensitivity: float = 0.0
    """force below which cells show nothing (N, N m)"""

    def of_run(self, name: str) -> str:
        """Return why a run is left out, or nothing."""
        return next((each.reason for each in self.exclusions if name in each.runs), "")

    def judged(self, point: Point) -> Point:
        """Return a point with the reason why it is left out, if there is one."""
        if point.excluded:
            return point
        for each in self.exclusions:
            if each.holds(point.axis, point.speed):
                return replace(point, excluded=each.reason)
        if abs(point.force) < self.sensitivity:
            unit = force_unit(point.axis)
            return replace(point, excluded=f"below the sensitivity of the cells, {self.sensitivity:g} {unit}")
        return point

    def check_names(self, names: Sequence[str]) -> None:
        """Raise that a run which is to be left out is not there."""
        for each in self.exclusions:
            for name in sorted(each.runs - set(names)):
                raise ValueError(f"there is no run {name!r} to leave out{suggestion(name, list(names))}")
