"""One PID loop.

    u = clip(kp e + I - kd dx/dt, -limit, limit),   dI/dt = ki e, |I| <= integral_limit,   e = desired - measured

The derivative is that of the measurement, so that a step of what is desired does not kick; the measured rate where
there is one, else the difference of two measurements. The integral is kept as its part of the output, so that a
changed gain does not make it jump, and does not grow while the output is at its limit on the same side.
"""

import math
from typing import Protocol

from narcine.autonomy.angles import wrap

TERMS = ("kp", "ki", "kd")
"""Gains that can be changed while it runs."""


class Gains(Protocol):
    """What a loop is set to."""

    @property
    def kp(self) -> float:
        """Output over error."""

    @property
    def ki(self) -> float:
        """Output over the integral of the error (1/s)."""

    @property
    def kd(self) -> float:
        """Output over the rate of what is measured (s)."""

    @property
    def limit(self) -> float:
        """Largest output."""

    @property
    def integral_limit(self) -> float | None:
        """Largest part of the output that comes from the integral; the limit where it is None."""


class Pid:
    """A loop with its integral and, where it takes differences, the last measurement."""

    def __init__(self, gains: Gains, circular: bool = False) -> None:
        self.kp, self.ki, self.kd = gains.kp, gains.ki, gains.kd
        self.limit = gains.limit
        self.integral_limit = gains.limit if gains.integral_limit is None else gains.integral_limit
        self.integral = 0.0
        self._circular = circular
        self._last = math.nan

    def reset(self, integral: float = 0.0) -> None:
        """Start anew, with an integral that is taken over where one is given."""
        self.integral = min(max(integral, -self.integral_limit), self.integral_limit)
        self._last = math.nan

    def update(self, desired: float, measured: float, period: float, rate: float = math.nan) -> float:
        """Return the output after one more period; none, and nothing is learned, where either number is none."""
        error = self.error(desired, measured)
        if not math.isfinite(error):
            self._last = math.nan
            return 0.0
        if not math.isfinite(rate):
            rate = self.error(measured, self._last) / period
            if not math.isfinite(rate):
                rate = 0.0
        self._last = measured
        at_once = self.kp * error - self.kd * rate
        grown = self.integral + self.ki * error * period
        grown = min(max(grown, -self.integral_limit), self.integral_limit)
        if abs(at_once + grown) <= self.limit or (at_once + grown) * (grown - self.integral) <= 0.0:
            self.integral = grown
        return min(max(at_once + self.integral, -self.limit), self.limit)

    def error(self, desired: float, measured: float) -> float:
        """Return desired less measured, the short way round for an angle on a circle."""
        return wrap(desired - measured) if self._circular else desired - measured
