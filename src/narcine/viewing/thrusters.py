"""Thrusters as pictures: shaft speed and thrust over the pulse, as a bollard test or towing runs tell them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.estimate import quantile
from narcine.identification.thrusters.thrust_tow import TowedThrusters
from narcine.identification.thrusters.thruster import ShaftCurve, ThrusterFit
from narcine.identification.thrusters.thruster_file import Bollard
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, Key, digits, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RPM = 30.0 / np.pi
TALL, LOW = 3.4, 1.6
"""Heights of panels (inches)."""
NORMAL = 1.96
"""Standard errors to either side of a single point: 95 %."""
SIDES = {"forward": 1.0, "reverse": -1.0}
MEASURED: dict[str, Any] = {"color": COLOURS[0], "marker": ".", "linestyle": "", "markersize": 4}
FITTED: dict[str, Any] = {"color": COLOURS[1], "linewidth": 1.4}
BAND: dict[str, Any] = {"color": COLOURS[1], "alpha": 0.25, "linewidth": 6}
SHADE: dict[str, Any] = {"color": COLOURS[1], "alpha": 0.25, "linewidth": 0}


@dataclass(frozen=True)
class ShaftData:
    """Speeds of shafts that were measured (point,)."""

    pulse: Array
    """us"""
    speed: Array
    """rad/s, negative in reverse"""
    half_width: Array | None = None
    """of 95 % intervals (rad/s), where they are known"""


def shaft_data(found: TowedThrusters) -> ShaftData:
    """Return shaft speeds by pulse, the mean of the points at each, with intervals by how these differ."""
    points = [point for point in found.fit.points if point.driven]
    pulses = np.unique([point.pulse for point in points])
    speeds = [np.array([point.shaft for point in points if point.pulse == pulse]) for pulse in pulses]
    alone = [float(np.mean([p.shaft_error for p in points if p.pulse == pulse])) for pulse in pulses]
    reach = [
        quantile(len(own) - 1) * float(own.std(ddof=1)) / np.sqrt(len(own)) if len(own) > 1 else NORMAL * error
        for own, error in zip(speeds, alone, strict=True)
    ]
    return ShaftData(pulses, np.array([own.mean() for own in speeds]), np.array(reach))


def draw_shaft(title: str, data: ShaftData, curves: Mapping[str, ShaftCurve], neutral: float) -> "Figure":
    """Draw shaft speed over pulse with 95 % intervals, the fits with their 95 % bands; below, what the fits miss."""
    key: Key = {"measured" + ("" if data.half_width is None else ", and 95 %"): MEASURED}
    for way, curve in curves.items():
        a, b, c = curve.speed.values
        sign = "+" if c > 0.0 else "-"
        key[f"{way}: {digits(RPM * a)} x^{b:.3f} {sign} {digits(RPM * abs(c))}"] = FITTED
    if curves:
        key["95 % of the curves"] = BAND
    figure, (panel, below) = stack(title, (TALL, LOW), key)
    bars = None if data.half_width is None else RPM * data.half_width
    panel.errorbar(data.pulse, RPM * data.speed, yerr=bars, elinewidth=1.0, zorder=3, **MEASURED)
    for way, curve in curves.items():
        side = SIDES[way]
        x = np.linspace(*curve.reach, 200)
        half = RPM * curve.half_band(x)
        panel.fill_between(
            neutral + side * x, side * RPM * curve.at(x) - half, side * RPM * curve.at(x) + half, **SHADE
        )
        panel.plot(neutral + side * x, side * RPM * curve.at(x), **FITTED)
        below.fill_between(neutral + side * x, -half, half, **SHADE)
        own = (side * (data.pulse - neutral) > 0.0) & (data.speed != 0.0)
        off = RPM * (data.speed[own] - side * curve.at(np.abs(data.pulse[own] - neutral)))
        below.errorbar(data.pulse[own], off, yerr=None if bars is None else bars[own], elinewidth=1.0, **MEASURED)
    below.axhline(0.0, color=FITTED["color"], linewidth=1.0)
    panel.set(ylabel="shaft speed (rpm)", title="negative: in reverse")
    below.set(xlabel="pulse (us)", ylabel="off by (rpm)", title="measured less fitted; x: us from neutral")
    return figure


def draw_bollard(title: str, test: Bollard, fit: ThrusterFit) -> "Figure":
    """Draw thrust, and power where it was measured, over pulse with what the fits give."""
    key: Key = {"measured": MEASURED, "fitted": FITTED, "95 % of the fit": BAND, "dead band": _DEAD}
    heights = (TALL,) if test.power is None else (TALL, 2.2)
    figure, panels = stack(title, heights, key)
    panels[0].plot(test.pulse, test.force, **MEASURED)
    panels[0].set(ylabel="thrust (N)", title="in water at rest: T_ww w^2, negative in reverse")
    if test.power is not None:
        panels[1].plot(test.pulse, test.power, **MEASURED)
        panels[1].set(ylabel="power (W)", title="k w^3")
    for _, side, way in fit.ways:
        x = np.linspace(*way.curve.reach, 200)
        _draw_power_of_speed(panels[0], fit, way.curve, x, side, (way.thrust.values[0], way.thrust.half_widths[0]), 2)
        if way.power is not None and test.power is not None:
            numbers = (way.power.values[0], way.power.half_widths[0])
            _draw_power_of_speed(panels[1], fit, way.curve, x, side, numbers, 3)
    for panel in panels:
        panel.axvspan(*fit.dead_band, color=_DEAD["color"], alpha=0.15, linewidth=0)
    panels[-1].set_xlabel("pulse (us)")
    return figure


_DEAD: dict[str, Any] = {"color": INK, "alpha": 0.15, "linewidth": 6}


def _draw_power_of_speed(
    panel: "Axes",
    fit: ThrusterFit,
    curve: ShaftCurve,
    x: Array,
    side: float,
    number: tuple[float, float],
    exponent: int,
) -> None:
    """Draw a number times a power of the fitted speed; errors of both add up as if they were independent."""
    value, reach = number
    speed, half = curve.at(x), curve.half_band(x)
    sign = side if exponent == 2 else 1.0
    middle = value * speed**exponent
    width = np.hypot(reach * speed**exponent, exponent * value * speed ** (exponent - 1) * half)
    panel.fill_between(fit.neutral + side * x, sign * middle - width, sign * middle + width, **SHADE)
    panel.plot(fit.neutral + side * x, sign * middle, **FITTED)
