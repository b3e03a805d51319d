"""Towing runs with thrusters turning as points: pulse, shaft speed, speed and force of the carriage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from narcine.identification.towing.exclusion import Selection
from narcine.identification.towing.fusion import fuse_repeats, outliers, same_speeds, variance_between
from narcine.identification.towing.points import Point
from narcine.identification.towing.steady import Steady, steady_parts
from narcine.identification.towing.tow_runs import NEUTRAL, TowRun
from narcine.recording.trajectory import Array

TURNS = 0.02
"""Share of its top speed below which a shaft stands still, and of the carriage's below which that does."""
CARRIAGE_STANDS = 0.01
"""Top speed (m/s) below which the whole run is one with the carriage standing."""
IDLE = "neither the carriage nor the thrusters move"
CHANGES = "the pulse changes within the steady segment"


@dataclass(frozen=True)
class DrivenPoint:
    """What the carriage exerted at one pulse and one speed, out of one run or more."""

    axis: str
    pulse: float
    """us"""
    shaft: float
    """rad/s, negative below neutral; 0 where thrusters stand still"""
    speed: float
    """of the carriage along the axis (m/s)"""
    force: float
    """that the carriage exerts along the axis (N); nan where a run tells none"""
    sigma: float
    """standard error of the force (N)"""
    shaft_error: float
    """standard error of the shaft's speed (rad/s)"""
    count: int = 1
    """of runs"""
    excluded: str = ""
    """why it is not used; nothing where it is"""
    name: str = ""
    """of the run, where it is one that is not used"""

    @property
    def driven(self) -> bool:
        """Return whether thrusters turn."""
        return self.shaft != 0.0


@dataclass(frozen=True)
class Driven:
    """Each run by its means over its steady segment (run,)."""

    pulse: Array
    shaft: Array
    shaft_error: Array
    speed: Array
    steady: Steady
    reasons: tuple[str, ...]
    """why a run is left out; nothing where it is not"""


def driven_runs(runs: Sequence[TowRun], selection: Selection, neutral: float = NEUTRAL) -> Driven:
    """Return what runs come to.

    A run whose carriage stands is steady where its shafts are. The zero of the cells is what they show before anything
    moves: samples at rest with shafts turning are no zero.
    """
    for run in runs:
        if run.pulse is None or run.shaft is None:
            raise ValueError(
                f"run {run.name} has no pulse or no shaft speed; thrusters take the columns pulse and shaft"
            )
    steady = steady_parts([_as_steady_takes_it(run) for run in runs])
    rows = [_turned(run, steady, row, neutral) for row, run in enumerate(runs)]
    pulse, shaft, shaft_error, speed, changed = (np.array(column) for column in zip(*rows, strict=True))
    reasons = []
    for row, run in enumerate(runs):
        idle = IDLE if steady.reason[row] and not run.driven and _stands(run) else ""
        reasons.append(selection.of_run(run.name) or idle or steady.reason[row] or (CHANGES if changed[row] else ""))
    return Driven(pulse, shaft, shaft_error, speed, steady, tuple(reasons))


def _stands(run: TowRun) -> bool:
    return float(np.quantile(np.abs(run.speed), 0.95)) < CARRIAGE_STANDS


def _as_steady_takes_it(run: TowRun) -> TowRun:
    """Return a run with what moves for its speed, and without samples that would be taken for a zero and are none."""
    assert run.shaft is not None
    if _stands(run):
        return replace(run, speed=run.shaft)
    turning = np.abs(run.shaft) > TURNS * float(np.abs(run.shaft).max(initial=0.0))
    moving = np.abs(run.speed) > TURNS * float(np.quantile(np.abs(run.speed), 0.95)) + CARRIAGE_STANDS
    kept = ~turning | (np.cumsum(moving) > 0)
    cut = {name: getattr(run, name)[kept] for name in ("time", "speed", "force", "pulse", "shaft")}
    return replace(run, **cut)


def _turned(run: TowRun, steady: Steady, row: int, neutral: float) -> tuple[float, float, float, float, bool]:
    """Return pulse, shaft speed and its error, and speed over the steady segment, and whether the pulse changed."""
    cut = _as_steady_takes_it(run)
    assert cut.pulse is not None
    assert cut.shaft is not None
    segment = slice(int(steady.first[row]), int(steady.first[row]) + max(int(steady.samples[row]), 1))
    asked = float(np.median(cut.pulse[segment]))
    shaft = np.abs(cut.shaft[segment]) if run.driven and asked != neutral else np.zeros(1)
    error = float(shaft.std()) * np.sqrt(steady.inefficiency / len(shaft))
    mean = float(np.sign(asked - neutral) * shaft.mean())
    speed = (run if _stands(run) else cut).speed[segment]
    return asked, mean, error, float(speed.mean()), bool(np.ptp(cut.pulse[segment]) > 0.0)


def driven_points(
    runs: Sequence[TowRun], driven: Driven, selection: Selection, slopes: tuple[Array, Array]
) -> tuple[list[DrivenPoint], float]:
    """Return points by pulse and speed, behind them the runs that are left out, and the deviation from run to run.

    `slopes` are what the force of each run changes by with carriage speed and with shaft speed: errors of the shaft's
    speed count as errors of the force, and what repeats differ by since their speeds do is no disagreement.
    """
    reasons = list(driven.reasons)
    by_speed, by_shaft = slopes
    errors = np.hypot(driven.steady.error, by_shaft * driven.shaft_error)
    groups = _groups(driven, reasons)
    forces = driven.steady.force.copy()
    for group in groups:
        forces[group] += by_speed[group] * (driven.speed[group].mean() - driven.speed[group])
    far = outliers(groups, forces, errors)
    for group in groups:
        for row in group[far[group]]:
            off = abs(float(forces[row] - np.median(forces[group])))
            reasons[row] = f"outlier: {off:.2g} N from the median of {len(group)} repeats"
    groups = [group[~far[group]] for group in groups]
    between = variance_between(groups, forces, errors**2)
    points = []
    for group in groups:
        slope, variances = float(by_speed[group].mean()), errors[group] ** 2 + between
        fused = fuse_repeats(driven.speed[group], driven.steady.force[group], variances, slope)
        point = DrivenPoint(
            runs[group[0]].axis,
            float(driven.pulse[group[0]]),
            float(driven.shaft[group].mean()),
            fused.speed,
            fused.force,
            float(np.sqrt(fused.variance)),
            float(np.linalg.norm(driven.shaft_error[group])) / len(group),
            len(group),
        )
        points.append(replace(point, excluded=selection.judged(Point(point.axis, point.speed, point.force)).excluded))
    points += [_left_out(run, row, driven, reasons[row]) for row, run in enumerate(runs) if reasons[row]]
    return points, float(np.sqrt(between))


def _groups(driven: Driven, reasons: Sequence[str]) -> list[Array]:
    """Return indices of runs at one pulse and one speed."""
    sound = np.array([row for row, reason in enumerate(reasons) if not reason], dtype=int)
    found = []
    for pulse in np.unique(np.where(driven.shaft[sound] == 0.0, np.nan, driven.pulse[sound])):
        own = sound[driven.pulse[sound] == pulse] if np.isfinite(pulse) else sound[driven.shaft[sound] == 0.0]
        found += [own[group] for group in same_speeds(driven.speed[own])]
    return found


def _left_out(run: TowRun, row: int, driven: Driven, reason: str) -> DrivenPoint:
    return DrivenPoint(
        run.axis,
        float(driven.pulse[row]),
        float(driven.shaft[row]),
        float(driven.speed[row]),
        float(driven.steady.force[row]),
        float(driven.steady.error[row]),
        float(driven.shaft_error[row]),
        excluded=reason,
        name=run.name,
    )
