"""The numbers of a thruster from a bollard test: pulses, shaft speeds, forces and power, in water that stands still.

Turning forward and in reverse each has its own

    w = a x^b + c,    T = T_ww w^2,    P = k w^3          (Nielsen et al. 2018, eqs 39 and 12)

x the distance of the pulse from neutral. What the inflow takes away, T_wu, cannot come from a bollard test. A law this
simple misses the data by more than their noise, neighbours alike: intervals are those of dependent errors
(`dependent`), the same pulse more than once is averaged first.
"""

from dataclasses import dataclass

import numpy as np

from narcine.identification.estimate import Estimate, quantile
from narcine.identification.thrusters.dependent import Spread, spread_along
from narcine.recording.trajectory import Array

SPEED_BOUNDS = ((0.0, 0.1, -1e3), (1e3, 2.0, 1e3))
"""Between which a (rad/s per us^b), b and c (rad/s) are sought: the speed grows with the pulse."""
FEWEST_PULSES = 5
"""That turn the shaft one way: three numbers, and something to judge them by."""


@dataclass(frozen=True)
class ShaftCurve:
    """The speed of a shaft over the distance of the pulse from neutral, one way of turning."""

    speed: Estimate
    """a, b, c (residuals in rad/s)"""
    spread: Spread
    reach: tuple[float, float]
    """smallest and largest distance that was measured (us)"""

    def at(self, distance: Array) -> Array:
        """Return the speed (rad/s), not below zero."""
        return np.maximum(_power_law(distance, *self.speed.values), 0.0)

    def half_band(self, distance: Array) -> Array:
        """Return how far the 95 % band of the curve reaches to either side (rad/s)."""
        rows = _slopes(distance, *self.speed.values)
        variance = np.einsum("xi,ij,xj->x", rows, self.spread.covariance, rows)
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)) * quantile(self.spread.degrees))


@dataclass(frozen=True)
class WayFit:
    """One way of turning."""

    curve: ShaftCurve
    thrust: Estimate
    """T_ww (N)"""
    power: Estimate | None
    """k (W); None where no power was measured"""
    thrust_by_pulse: Estimate
    """T_ww, with the residuals of thrust by the fitted speed of each pulse (N)"""

    @property
    def speed(self) -> Estimate:
        """Return a, b, c (residuals in rad/s)."""
        return self.curve.speed


@dataclass(frozen=True)
class ThrusterFit:
    """Both ways of turning, and the pulses between which the shaft stood still."""

    dead_band: tuple[float, float]
    forward: WayFit
    reverse: WayFit
    neutral: float

    @property
    def ways(self) -> tuple[tuple[str, float, WayFit], ...]:
        """Return name, side of neutral and fit of both ways."""
        return ("forward", 1.0, self.forward), ("reverse", -1.0, self.reverse)


def fit_thruster(
    pulse: Array, speed: Array, force: Array, power: Array | None = None, neutral: float = 1500.0
) -> ThrusterFit:
    """Return what fits a bollard test: pulses (us), shaft speeds (rad/s, of either sign), forces (N), power (W).

    Forces are positive where the thruster pushes as it does above neutral. Speeds by bounded nonlinear least squares,
    thrust and power by linear least squares on the measured speeds.
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
        if len(np.unique(pulse[chosen])) < FEWEST_PULSES:
            raise ValueError(
                f"fewer than {FEWEST_PULSES} pulses {name} {neutral:g} us turn the shaft; a x^b + c needs more"
            )
        if side * float(force[chosen].sum()) <= 0.0:
            sign = "positive" if side > 0.0 else "negative"
            raise ValueError(f"forces at pulses {name} {neutral:g} us must be {sign}: the thrust as the pulses ask it")
        columns = [np.abs(speed)[chosen], side * force[chosen]] + ([] if power is None else [power[chosen]])
        ways.append(_fit_way(*by_pulse(side * (pulse[chosen] - neutral), *columns)))
    return ThrusterFit((float(still.min()), float(still.max())), ways[0], ways[1], neutral)


def by_pulse(pulse: Array, *columns: Array) -> list[Array]:
    """Return different pulses, growing, and the means of columns at each."""
    different, group = np.unique(pulse, return_inverse=True)
    count = np.bincount(group)
    return [different, *(np.bincount(group, column) / count for column in columns)]


def fit_curve(distance: Array, speed: Array) -> ShaftCurve:
    """Return the curve through speeds (rad/s) at different distances of the pulse from neutral (us)."""
    from scipy.optimize import curve_fit

    found, _ = curve_fit(
        _power_law, distance, speed, p0=(10.0, 0.6, 0.0), bounds=SPEED_BOUNDS, x_scale=(1, 0.1, 10), max_nfev=5000
    )
    values = tuple(map(float, found))
    error = _power_law(distance, *values) - speed
    spread = spread_along(distance, _slopes(distance, *values), error)
    return ShaftCurve(_estimate(values, spread, error), spread, (float(distance.min()), float(distance.max())))


def _power_law(distance: Array, a: float, b: float, c: float) -> Array:
    return a * distance**b + c


def _slopes(distance: Array, a: float, b: float, c: float) -> Array:
    """Return the derivatives of the curve by a, b, c (distance, 3)."""
    grown = distance**b
    return np.stack([grown, a * grown * np.log(np.maximum(distance, 1e-12)), np.ones_like(distance)], axis=-1)


def _fit_way(distance: Array, speed: Array, force: Array, power: Array | None = None) -> WayFit:
    curve = fit_curve(distance, speed)
    thrust = _proportional(distance, speed**2, force)
    by_curve = thrust.values[0] * curve.at(distance) ** 2 - force
    return WayFit(
        curve,
        thrust,
        None if power is None else _proportional(distance, speed**3, power),
        Estimate(thrust.values, thrust.half_widths, *_missed(by_curve)),
    )


def _proportional(place: Array, x: Array, y: Array) -> Estimate:
    """Return k of y = k x."""
    k = float(x @ y / (x @ x))
    error = k * x - y
    return _estimate((k,), spread_along(place, x[:, None], error), error)


def _estimate(values: tuple[float, ...], spread: Spread, error: Array) -> Estimate:
    reach = np.sqrt(np.diag(spread.covariance)) * quantile(spread.degrees)
    return Estimate(values, tuple(map(float, reach)), *_missed(error))


def _missed(error: Array) -> tuple[float, float]:
    return float(np.sqrt(np.mean(error**2))), float(np.abs(error).max())
