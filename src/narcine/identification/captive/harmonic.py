"""Inertia and damping out of the first harmonic of a captive oscillation: the classical way, as a check on regression.

Where one freedom alone swings with the velocity V cos(w t), the share of the force in step with the acceleration is M,
and that in step with the velocity L + 8 Q V / (3 pi), the damping that takes as much power (Gertler 1967).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt

import numpy as np

from narcine.identification.captive.pmm import PLANES, CaptiveRun, Coefficient, PmmFit
from narcine.spatial.vectors import Array

SURE = 4.0
"""Standard errors beyond which two ways contradict each other; the error itself is known from four lines only."""
ROUNDING, DIGITS = 1e-9, 1e-5
"""Of what both ways compute, and of what tables write, over the size of the numbers."""
BESIDE = (-2, -1, 1, 2)
"""Lines of the spectrum beside that of a swing: noise there is as much as noise on it."""
LINES = (1, 2, 3)
"""Multiples of the frequency at which what equations leave out would show."""
STRUCTURED = 0.3
"""Share of what is left that lies on these lines, from which on it is more than noise: lingering noise has some 0.1."""
ALONE = 1e-3
"""Largest swing of another freedom across or about, over that of the first, with which this still swings alone."""


@dataclass(frozen=True)
class Harmonic:
    """What the first harmonic of a run tells, beside that of the forces that regression over all runs gives it."""

    run: str
    axis: int
    frequency: float
    inertia: float
    inertia_error: float
    damping: float
    """N s/m, N m s"""
    damping_error: float
    inertia_by_fit: float
    damping_by_fit: float

    @property
    def agrees(self) -> bool:
        """Whether both ways tell the same, within what noise allows."""
        apart = (self.inertia - self.inertia_by_fit, self.damping - self.damping_by_fit)
        allowed = (SURE * self.inertia_error, SURE * self.damping_error)
        slack = (ROUNDING * abs(self.inertia_by_fit), ROUNDING * abs(self.damping_by_fit))
        return all(abs(a) <= b + c for a, b, c in zip(apart, allowed, slack, strict=True))


def harmonics(fit: PmmFit, runs: Sequence[CaptiveRun]) -> list[Harmonic]:
    """Return what harmonics tell of runs in which sway or heave, yaw or pitch alone swings."""
    found = []
    for run in runs:
        swing = np.std(run.velocity, axis=0)
        freedom = 1 + int(np.argmax(swing[1:]))
        if swing[freedom] == 0.0 or max(swing[0], swing[3 - freedom]) > ALONE * swing[freedom]:
            continue
        axis = PLANES[fit.plane].axes[freedom]
        if any(Coefficient(kind, axis, axis) not in fit.found for kind in ("inertia", "linear", "quadratic")):
            continue
        w = angular_frequency(run.time, run.velocity[:, freedom])
        velocity, measured, fitted = (
            _first(run.time, each[:, freedom], w) for each in (run.velocity, run.wrench, fit.wrench(run))
        )
        told, by_fit = measured / velocity, fitted / velocity
        error = _noise(run.time, run.wrench[:, freedom], w) / abs(velocity)
        inertias, dampings = (told.imag / w, error / w), (told.real, error)
        found.append(Harmonic(run.name, axis, w / (2.0 * pi), *inertias, *dampings, by_fit.imag / w, by_fit.real))
    return found


def structured(fit: PmmFit, runs: Sequence[CaptiveRun]) -> list[tuple[str, str]]:
    """Return runs and channels in which more than noise is left: forces that the equations do not know."""
    found = []
    for run, left in zip(runs, fit.left, strict=True):
        swings = run.velocity - run.velocity.mean(axis=0)
        w = angular_frequency(run.time, swings[:, int(np.argmax(swings.std(axis=0)))])
        for channel, name in enumerate(PLANES[fit.plane].loads):
            power = sum(abs(_first(run.time, left[:, channel], line * w)) ** 2 / 2.0 for line in LINES)
            scale = DIGITS * float(np.abs(run.wrench).max())
            if power > STRUCTURED * float(np.var(left[:, channel])) and sqrt(power) > scale:
                found.append((run.name, name))
    return found


def _noise(time: Array, values: Array, w: float) -> float:
    """Return the standard error of each part of a line's complex amplitude, from the lines beside it."""
    swing = _sine(time, w)
    rest = values - swing @ np.linalg.lstsq(swing, values, rcond=None)[0]
    apart = 2.0 * pi / (time[-1] - time[0])
    beside = [w + step * apart for step in BESIDE if w + step * apart > 0.5 * apart]
    return sqrt(float(np.mean([abs(_first(time, rest, each)) ** 2 for each in beside])) / 2.0)


def angular_frequency(time: Array, swing: Array) -> float:
    """Return w of the sine that fits a swing best, sought about the highest line of its spectrum."""
    from scipy.optimize import minimize_scalar

    spectrum = np.abs(np.fft.rfft(swing - swing.mean()))
    length = (time[-1] - time[0]) * len(time) / (len(time) - 1)
    line = 2.0 * pi / length
    highest = max(int(np.argmax(spectrum)), 1)

    def missed(w: float) -> float:
        columns = _sine(time, w)
        return float(np.sum((swing - columns @ np.linalg.lstsq(columns, swing, rcond=None)[0]) ** 2))

    bounds = ((highest - 0.7) * line, (highest + 0.7) * line)
    return float(minimize_scalar(missed, bounds=bounds, method="bounded", options={"xatol": 1e-9 * line}).x)


def _sine(time: Array, w: float) -> Array:
    since = time - time.mean()
    return np.stack([np.cos(w * since), np.sin(w * since), np.ones_like(since), since], axis=1)


def _first(time: Array, values: Array, w: float) -> complex:
    """Return the complex amplitude c of Re(c exp(i w t))."""
    found = np.linalg.lstsq(_sine(time, w), values, rcond=None)[0]
    return complex(found[0], -found[1])
