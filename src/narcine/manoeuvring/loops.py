"""The loops of a frontseat around a linearised vehicle: gains by a phase-margin rule, margins, responses to steps.

A loop is u = kp e + ki (integral of e) - kd (rate), in steps of the control period T, from a measurement with a delay
and, of depth, a moving average. With the plant P from the corrective to what is measured its loop gain is

    L(jw) = P F exp(-jw (T / 2 + delay)) (kp + ki / jw + kd S),   S = jw, or (1 - exp(-jwT)) / T of differences

The crossover w is the highest at which kp and kd give the phase margin, with ki = kp w / 20, the lead of the derivative
at most 63 deg, the sensitivity max |1 / (1 + L)| within a bound, and kp so small that errors of a usual size do not
take the corrective to its limit (Astrom and Hagglund 1995, chapter 4).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narcine.spatial.vectors import Array

PHASE_MARGIN = float(np.radians(70.0))
SENSITIVITY = 1.7
"""Largest of 1 / (1 + L): every gain margin is at least 2.4 with it."""
LEAD = 2.0
"""Largest kd w / kp at the crossover."""
INTEGRAL = 0.05
"""ki over kp times the crossover."""
FREQUENCIES = np.geomspace(0.01, 60.0, 1200)
"""rad/s"""
CROSSOVERS = np.geomspace(8.0, 0.03, 240)
"""rad/s, the quickest first"""

Response = Callable[[Array], Array]
"""Complex gain over angular frequencies."""


@dataclass(frozen=True)
class Gains:
    """Of one loop, as a vehicle file writes them, in SI units."""

    kp: float
    ki: float
    kd: float
    limit: float
    integral_limit: float | None = None


@dataclass(frozen=True)
class Margins:
    """How far a loop is from growing."""

    crossover: float
    """rad/s; nan where the loop gain never reaches one"""
    phase_margin: float
    """rad"""
    gain_margin: float
    sensitivity: float


@dataclass(frozen=True)
class Loop:
    """A plant in a loop: what turns a corrective into a measurement, and how its rate is known."""

    plant: Response
    """with filters of the measurement"""
    period: float
    """s"""
    delay: float = 0.0
    """from a measurement to the command that answers it, beside the hold (s)"""
    differences: bool = False
    """whether the rate is the difference of two measurements"""

    def gain(self, w: Array, gains: Gains) -> Array:
        """Return L."""
        return self._open(w) * (gains.kp + gains.ki / (1j * w) + gains.kd * self._rate(w))

    def _open(self, w: Array) -> Array:
        return np.asarray(self.plant(w) * np.exp(-1j * w * (0.5 * self.period + self.delay)))

    def _rate(self, w: Array) -> Array:
        if self.differences:
            return np.asarray((1.0 - np.exp(-1j * w * self.period)) / self.period)
        return 1j * w

    def tuned(self, most: float, limit: float, integral_limit: float, integral: float = INTEGRAL) -> Gains | None:
        """Return the gains of the quickest loop within the rule, kp at most `most`; None where there is none."""
        opened, rates = self._open(CROSSOVERS), self._rate(CROSSOVERS)
        for w, plant, rate in zip(CROSSOVERS, opened, rates, strict=True):
            wanted = np.exp(1j * (PHASE_MARGIN - np.pi)) / plant
            columns = np.array([[1.0, rate.real], [-integral, rate.imag]])
            kp, kd = np.linalg.solve(columns, [wanted.real, wanted.imag])
            if kd < 0.0:
                kp, kd = abs(1.0 / plant) / abs(1.0 - 1j * integral), 0.0
            found = Gains(float(kp), float(kp * integral * w), float(kd), limit, integral_limit)
            if not 0.0 < kp <= most or kd * w > LEAD * kp:
                continue
            margins = self.margins(found)
            if margins.sensitivity <= SENSITIVITY and margins.phase_margin >= 0.9 * PHASE_MARGIN:
                return found
        return None

    def margins(self, gains: Gains) -> Margins:
        """Return the margins of the loop with some gains; of several crossings the worst."""
        w = FREQUENCIES
        L = self.gain(w, gains)
        size = np.abs(L)
        falls = np.flatnonzero((size[:-1] >= 1.0) & (size[1:] < 1.0))
        phase = np.angle(L)
        turned = np.mod(phase, 2.0 * np.pi) - np.pi
        half = np.flatnonzero((turned[:-1] > 0.0) & (turned[1:] <= 0.0) & (np.abs(np.diff(turned)) < np.pi))
        margin = min((float(turned[k]) for k in falls), default=float("inf"))
        return Margins(
            crossover=float(w[falls[-1]]) if len(falls) else float("nan"),
            phase_margin=margin,
            gain_margin=float(np.min(1.0 / size[half])) if len(half) else float("inf"),
            sensitivity=float(np.max(1.0 / np.abs(1.0 + L))),
        )


def averaging(period: float, window: int) -> Response:
    """Return what a moving average over a window of measurements does."""

    def response(w: Array) -> Array:
        return np.asarray(np.mean([np.exp(-1j * w * period * k) for k in range(window)], axis=0))

    return response
