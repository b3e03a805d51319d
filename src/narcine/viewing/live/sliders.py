"""Sliders: between which values an operator may move each input, in the units that people use."""

from dataclasses import dataclass
from math import degrees, floor, isfinite, log10, pi

from narcine.description.inputs import InputSpec

SHOWN_UNITS: dict[str, tuple[str, float]] = {
    "angle": ("deg", degrees(1.0)),
    "rate": ("rpm", 30.0 / pi),
    "frequency": ("Hz", 1.0),
    "length": ("m", 1.0),
    "torque": ("N m", 1.0),
    "force": ("N", 1.0),
    "pulse": ("us", 1.0),
    "speed": ("m/s", 1.0),
    "ratio": ("", 1.0),
    "volume": ("l", 1e3),
}
"""Unit of each dimension, and what an SI value is multiplied by."""
WIDEST: dict[str, float] = {
    "angle": 60.0,
    "rate": 3000.0,
    "frequency": 3.0,
    "length": 5.0,
    "torque": 10.0,
    "force": 50.0,
    "pulse": 2000.0,
    "speed": 1.0,
    "ratio": 2.0,
    "volume": 1.0,
}
"""How far, in shown units, a slider goes whose input has no limit, unless it stands further out already."""
WHOLE_TURNS = ("lag", "heading")
"""Last words of the names of angles that go all the way round."""
POSITIVE = ("frequency", "amplitude")
DIGITS = 9
"""Decimals that are kept of shown numbers, so that 30 deg is 30."""
HANDS_OFF = 0.5
"""Time (s) after a hand moved a slider in which the page leaves it alone."""
FINEST = 200
"""Least number of places on a slider."""


@dataclass(frozen=True)
class Slider:
    """A slider in shown units."""

    label: str
    unit: str
    lower: float
    upper: float
    step: float
    value: float
    """to a tenth of a step: what a hand has not moved stays as it is"""
    factor: float
    """what an SI value is multiplied by"""


def slider_of(name: str, spec: InputSpec, value: float) -> Slider:
    """Return the slider of an input that now has some value."""
    unit, factor = SHOWN_UNITS[spec.dimension]
    last = name.rpartition(".")[2]
    usual = min(WIDEST[spec.dimension], spec.usual * factor)
    widest = 180.0 if last in WHOLE_TURNS else max(usual, 1.5 * abs(value * factor))
    if last in POSITIVE and spec.dimension != "ratio":
        widest = max(2.5 * abs(spec.default * factor), 1.5 * abs(value * factor)) or widest
    lower = spec.lower * factor if isfinite(spec.lower) else (0.0 if last in POSITIVE else -widest)
    upper = spec.upper * factor if isfinite(spec.upper) else widest
    lower, upper = min(lower, value * factor), max(upper, value * factor)
    step = 10.0 ** round(log10(max(upper - lower, 1e-6) / FINEST) - 0.3)
    low, high = (round(each, DIGITS) for each in (_on(lower, step, -1), _on(upper, step, 1)))
    at = round(value * factor, max(0, 1 - floor(log10(step))))
    return Slider(name, unit, low, high, round(step, DIGITS), at, factor)


def _on(value: float, step: float, way: int) -> float:
    """Return the nearest whole number of steps that is no less far out."""
    rounded = round(value / step)
    if way * rounded * step < way * value - 1e-9 * abs(value):
        rounded += way
    return rounded * step
