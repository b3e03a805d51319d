"""Runs of one axis as points: steady segments, outliers left out, repeats fused."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from narcine.identification.towing.axes import force_unit
from narcine.identification.towing.drag_fit import terms
from narcine.identification.towing.exclusion import Selection
from narcine.identification.towing.fusion import fuse, fuse_repeats, outliers, same_speeds, variance_between
from narcine.identification.towing.points import Point
from narcine.identification.towing.steady import Steady, steady_parts
from narcine.identification.towing.tow_runs import TowRun
from narcine.recording.trajectory import Array

TURNED = "its thrusters turn"


@dataclass(frozen=True)
class Fusing:
    """How runs of an axis became points."""

    runs: tuple[TowRun, ...]
    steady: Steady
    between: float
    """standard deviation from run to run, beyond what each run shows by itself"""


def fused_points(runs: Sequence[TowRun], selection: Selection, tare: bool = True) -> tuple[list[Point], Fusing]:
    """Return points by speed, behind them the runs that are left out, and how they came about."""
    steady = steady_parts(runs, tare)
    reasons = [
        TURNED if run.driven else selection.of_run(run.name) or steady.reason[row] for row, run in enumerate(runs)
    ]
    sound = np.array([row for row, reason in enumerate(reasons) if not reason], dtype=int)
    groups = [sound[group] for group in same_speeds(steady.speed[sound])]
    slope = _slopes(steady.speed, steady.force, sound)
    forces = _at_one_speed(groups, steady, slope)
    far = outliers(groups, forces, steady.error)
    for group in groups:
        for row in group[far[group]]:
            off = abs(float(forces[row] - np.median(forces[group])))
            unit = force_unit(runs[row].axis)
            reasons[row] = f"outlier: {off:.2g} {unit} from the median of {len(group)} repeats"
    groups = [group[~far[group]] for group in groups]
    between = variance_between(groups, forces, steady.error**2)
    variances = steady.error**2 + between
    points = [_point(runs[group[0]].axis, group, steady, variances, slope) for group in groups]
    points = [selection.judged(point) for point in points]
    points += [_left_out(run, row, steady, reasons[row]) for row, run in enumerate(runs) if reasons[row]]
    return points, Fusing(tuple(runs), steady, float(np.sqrt(between)))


def _slopes(speed: Array, force: Array, sound: Array) -> Array:
    """Return df/du of each run by a first fit of all: 2 c1 |u| + c2."""
    coefficients = np.linalg.lstsq(terms(speed[sound]), force[sound], rcond=None)[0] if len(sound) else np.zeros(2)
    return np.asarray(2.0 * coefficients[0] * np.abs(speed) + coefficients[1])


def _at_one_speed(groups: list[Array], steady: Steady, slope: Array) -> Array:
    """Return forces moved along the curve to the mean speed of their repeats."""
    forces = steady.force.copy()
    for group in groups:
        forces[group] += slope[group] * (steady.speed[group].mean() - steady.speed[group])
    return forces


def _point(axis: str, group: Array, steady: Steady, variances: Array, slope: Array) -> Point:
    fused = fuse_repeats(steady.speed[group], steady.force[group], variances[group], float(slope[group].mean()))
    _, signal = fuse(steady.force[group], steady.variance[group])
    return Point(
        axis,
        fused.speed,
        fused.force,
        float(np.sqrt(fused.variance)),
        count=len(group),
        deviation=float(np.sqrt(signal)),
        chance=fused.chance,
    )


def _left_out(run: TowRun, row: int, steady: Steady, reason: str) -> Point:
    return Point(
        run.axis,
        float(steady.speed[row]),
        float(steady.force[row]),
        float(steady.error[row]),
        reason,
        deviation=float(np.sqrt(steady.variance[row])),
        name=run.name,
    )
