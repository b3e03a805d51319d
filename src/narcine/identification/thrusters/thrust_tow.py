"""Thrusters of a vehicle from a towing tank: runs with pulses, points, eq 12, shaft speeds and thrust loss."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from narcine.identification.thrusters.thrust_law import WAYS, Setting, ThrustFit, fit_thrust, rough_slopes
from narcine.identification.thrusters.thrust_points import CARRIAGE_STANDS, DrivenPoint, driven_points, driven_runs
from narcine.identification.thrusters.thruster import FEWEST_PULSES, ShaftCurve, by_pulse, fit_curve
from narcine.identification.towing.exclusion import Selection
from narcine.identification.towing.fusion import same_speeds
from narcine.identification.towing.tow_runs import NEUTRAL, TowRun

KNOWN = "its thrusters stand still, and the drag is given"
BEHIND = "water from behind the screws"


@dataclass(frozen=True)
class TowedThrusters:
    """What runs tell of thrusters."""

    axis: str
    neutral: float
    points: tuple[DrivenPoint, ...]
    """fused, and behind them runs that are left out, with the reasons"""
    fit: ThrustFit
    ahead: ThrustFit | None
    """the same without points that meet water from behind (w u_a < 0); None where there are none, or too few others"""
    curves: dict[str, ShaftCurve]
    """by way of turning, where there are enough pulses"""
    between: float
    """standard deviation of the force from run to run (N)"""
    runs: int
    tared: int
    """runs, and those whose cells show their zero before anything moves"""

    @property
    def behind(self) -> tuple[DrivenPoint, ...]:
        """Return the fitted points at which water comes from behind the screws, w u_a < 0."""
        return tuple(point for point in self.fit.points if from_behind(point, self.fit.setting))


def from_behind(point: DrivenPoint, setting: Setting) -> bool:
    """Return whether the screws of a point meet water from behind."""
    return bool(setting.from_behind(np.array(point.speed), np.array(point.shaft)))


def tell_drag(runs: Sequence[TowRun]) -> bool:
    """Return whether runs with thrusters standing tell the drag: those at two speeds or more."""
    tops = np.array([float(np.quantile(np.abs(run.speed), 0.95)) for run in runs if not run.driven])
    return len(same_speeds(tops[tops > CARRIAGE_STANDS])) > 1


def identify_thrusters(
    runs: Sequence[TowRun], setting: Setting, selection: Selection | None = None, neutral: float = NEUTRAL
) -> TowedThrusters:
    """Return what runs along one axis tell, or raise why they tell nothing."""
    selection = selection or Selection()
    selection.check_names([run.name for run in runs])
    axes = sorted({run.axis for run in runs})
    if len(axes) > 1:
        raise ValueError(f"has runs along {', '.join(axes)}; name one of them with --axis")
    driven = driven_runs(runs, selection, neutral)
    told = np.array([not reason for reason in driven.reasons])
    force = np.where(told, driven.steady.force, np.nan)
    slopes = rough_slopes(driven.speed, driven.shaft, force, setting)
    points, between = driven_points(runs, driven, selection, slopes)
    if setting.drag is not None:
        points = [point if point.driven or point.excluded else replace(point, excluded=KNOWN) for point in points]
    fit = fit_thrust(points, setting)
    for way in fit.ways:
        if fit.value(f"{way}.thrust") + fit.half_width(f"{way}.thrust") < 0.0:
            raise ValueError(
                f"{way}: thrust points against the pulses, T_ww = {fit.value(f'{way}.thrust'):.3g}; which way do "
                "--thrusters push?"
            )
    tared = int(np.isfinite(driven.steady.zero).sum())
    curves = _curves(fit, neutral)
    return TowedThrusters(axes[0], neutral, tuple(points), fit, _ahead(points, fit), curves, between, len(runs), tared)


def _ahead(points: Sequence[DrivenPoint], fit: ThrustFit) -> ThrustFit | None:
    kept = [point for point in points if not from_behind(point, fit.setting)]
    if len(kept) == len(points):
        return None
    try:
        return fit_thrust(kept, fit.setting)
    except ValueError:
        return None


def _curves(fit: ThrustFit, neutral: float) -> dict[str, ShaftCurve]:
    found = {}
    for way in fit.ways:
        own = [point for point in fit.points if WAYS[way] * point.shaft > 0.0]
        distance, shaft = by_pulse(
            np.array([abs(point.pulse - neutral) for point in own]), np.array([abs(point.shaft) for point in own])
        )
        if len(distance) >= FEWEST_PULSES:
            found[way] = fit_curve(distance, shaft)
    return found
