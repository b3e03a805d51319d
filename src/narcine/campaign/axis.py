"""An axis of a map: a number of the description, and the values that it takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite

import numpy as np
from numpy.typing import NDArray
from pydantic_core import PydanticCustomError

from narcine.description.dimensions import dimension_at
from narcine.description.load import Description
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import UNITS, number_and_unit, parse_number

DIGITS = 12
"""Significant digits of a value: those that are typed, without what dividing a range leaves behind them."""
MOST = 10_000
"""Values of one range."""
FORM = "path=from:to:count or path=value,value,..., for example gait.frequency=0.5:2:7"
Values = str | Sequence[float | str]


@dataclass(frozen=True)
class Axis:
    """A setting and its values, growing."""

    setting: str
    texts: tuple[str, ...]
    """as `--set` takes them"""
    values: tuple[float, ...]
    """in SI units"""
    unit: str
    """SI; empty where nothing tells what the number measures"""
    shown_unit: str
    """in which people read it: as it was typed, angles in degrees otherwise"""
    shown_factor: float
    """what an SI value is multiplied by to be shown"""

    @property
    def shown(self) -> NDArray[np.float64]:
        """The values as people read them."""
        return np.array(self.values) * self.shown_factor

    @property
    def label(self) -> str:
        """The setting and its unit."""
        return f"{self.setting} ({self.shown_unit})" if self.shown_unit else self.setting


def split_over(text: str) -> tuple[str, str]:
    """Return setting and values of `path=from:to:count`."""
    setting, equals, values = text.partition("=")
    if not equals or not setting.strip() or not values.strip():
        raise _refused(text, f"must read {FORM}")
    return setting.strip(), values.strip()


def read_axis(setting: str, values: Values, description: Description) -> Axis:
    """Return the axis of a setting of a description."""
    place = f"{setting}={values if isinstance(values, str) else ','.join(map(str, values))}"
    written = _written(place, values)
    units = {unit for _, unit in written}
    unit = next(iter(units))
    if len(units) > 1:
        raise _refused(place, "has values with different units or some without; write the same unit with each")
    dimension = dimension_at(description, setting, unit)
    if unit and dimension is None:
        raise _refused(place, f"unknown unit {unit!r}")
    texts = [f"{number:.{DIGITS}g} {unit}".rstrip() for number, _ in written]
    try:
        numbers = [parse_number(text, dimension or "ratio") for text in texts]
    except PydanticCustomError as error:
        raise _refused(place, str(error)) from None
    pairs = sorted(zip(map(float, numbers), texts, strict=True))
    if any(first[0] == second[0] for first, second in pairwise(pairs)):
        raise _refused(place, "has the same value twice")
    if len(pairs) < 2:
        raise _refused(place, f"is one value; an axis has two or more, --set {place} sets one")
    si = next(iter(UNITS[dimension]), "1") if dimension else ""
    shown = unit or {"rad": "deg", "1": ""}.get(si, si)
    factor = 1.0 / UNITS[dimension][shown] if dimension and shown else 1.0
    return Axis(setting, tuple(text for _, text in pairs), tuple(each for each, _ in pairs), si, shown, factor)


def _written(place: str, values: Values) -> list[tuple[float, str]]:
    """Return numbers with their units, as typed or as a range makes them."""
    if isinstance(values, str) and ":" in values:
        return _spread(place, values)
    parts = values.split(",") if isinstance(values, str) else list(values)
    return [_number(place, part) for part in parts]


def _spread(place: str, text: str) -> list[tuple[float, str]]:
    """Return the numbers of a range."""
    parts = text.split(":")
    if len(parts) != 3:
        raise _refused(place, f"must read {FORM}")
    (first, unit), (last, other) = (_number(place, part) for part in parts[:2])
    count = parts[2].strip()
    if not count.isdecimal() or not 2 <= int(count) <= MOST:
        raise _refused(place, f"the count must be a whole number from 2 to {MOST}, not {count!r}")
    if unit != other:
        raise _refused(place, "must have the same unit at both ends, as in 20 deg:60 deg:5")
    if first == last:
        raise _refused(place, "ends where it begins")
    return [(float(number), unit) for number in np.linspace(first, last, int(count))]


def _number(place: str, part: float | str) -> tuple[float, str]:
    found = number_and_unit(part) if isinstance(part, str) else (float(part), "")
    if found is None or not isfinite(found[0]):
        raise _refused(place, f"{str(part).strip()!r} is no number; it must read {FORM}")
    return found


def _refused(place: str, message: str) -> DescriptionError:
    return DescriptionError([Problem((), message, Place(f"over {place}"))])
