"""The numbers of a thruster from a bollard test: pulses, shaft speeds, forces and power, in water that stands still.

Turning forward and in reverse each has its own

    w = a x^b + c,    T = T_ww w^2,    P = k w^3

x the distance of the pulse from neutral. What the inflow takes away, T_wu, cannot come from a bollard test.
"""

from dataclasses import dataclass

import numpy as np

from narcine.identification.estimate import Estimate, half_width, quantile
from narcine.recording.trajectory import Array

SPEED_BOUNDS = ((0.0, 0.1, -1e3), (1e3, 2.0, 1e3))
"""Between which a (rad/s per us^b), b and c (rad/s) are sought: the speed grows with the pulse."""


@dataclass(frozen=True)
class WayFit:
    """One way of turning."""

    speed: Estimate
    """a, b, c (residuals in rad/s)"""
    thrust: Estimate
    """T_ww (N)"""
    power: Estimate
    """k (W)"""
    thrust_by_pulse: Estimate
    """T_ww, with the residuals of thrust by the fitted speed of each pulse (N)"""


@dataclass(frozen=True)
class ThrusterFit:
    """Both ways of turning, and the pulses between which the shaft stood still."""

    dead_band: tuple[float, float]
    forward: WayFit
    reverse: WayFit


def fit_thruster(pulse: Array, speed: Array, force: Array, power: Array, neutral: float = 1500.0) -> ThrusterFit:
    """Return what fits a bollard test: pulses (us), shaft speeds (rad/s, of either sign), forces (N), power (W).

    Speeds by bounded nonlinear least squares, thrust and power by linear least squares on the measured speeds.
    Intervals are those of independent errors of one size; where the law itself is what misses, as here, residuals along
    the curve are not independent, and the intervals are too narrow.
    """
    turning = np.abs(speed) > 0.0
    still = pulse[~turning]
    if not len(still) or not still.min() <= neutral <= still.max():
        raise ValueError(
            f"the shaft must stand still at the neutral pulse of {neutral:g} us and turn on both sides of it"
        )
    ways = []
    for side, name in ((1.0, "above"), (-1.0, "below")):
        chosen = turning & (side * (pulse - neutral) > 0.0)
        if chosen.sum() < 4:
            raise ValueError(f"fewer than 4 pulses {name} {neutral:g} us turn the shaft; a x^b + c needs more")
        ways.append(
            _fit_way(np.abs(pulse - neutral)[chosen], np.abs(speed)[chosen], np.abs(force)[chosen], power[chosen])
        )
    return ThrusterFit((float(still.min()), float(still.max())), *ways)


def _fit_way(distance: Array, speed: Array, force: Array, power: Array) -> WayFit:
    from scipy.optimize import curve_fit

    def curve(x: Array, a: float, b: float, c: float) -> Array:
        return a * x**b + c

    values, covariance = curve_fit(
        curve, distance, speed, p0=(10.0, 0.6, 0.0), bounds=SPEED_BOUNDS, x_scale=(1, 0.1, 10)
    )
    spread = np.sqrt(np.diag(covariance)) * quantile(len(speed) - 3)
    asked = curve(distance, *values)
    thrust = _proportional(speed**2, force)
    by_pulse = _residuals(thrust.values, thrust.half_widths, thrust.values[0] * asked**2 - force)
    return WayFit(
        _residuals(tuple(map(float, values)), tuple(map(float, spread)), asked - speed),
        thrust,
        _proportional(speed**3, power),
        by_pulse,
    )


def _proportional(x: Array, y: Array) -> Estimate:
    """Return k of y = k x."""
    k = float(x @ y / (x @ x))
    error = k * x - y
    variance = float(error @ error) / (len(x) - 1)
    return _residuals((k,), (half_width(float(np.sqrt(variance / (x @ x))), len(x) - 1),), error)


def _residuals(values: tuple[float, ...], half_widths: tuple[float, ...], error: Array) -> Estimate:
    return Estimate(values, half_widths, float(np.sqrt(np.mean(error**2))), float(np.abs(error).max()))
