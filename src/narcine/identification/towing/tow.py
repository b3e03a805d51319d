"""Drag of a vehicle from a towing tank: runs, steady segments, fused points, coefficients with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from narcine.identification.towing.axes import AXES
from narcine.identification.towing.drag_fit import DragFit, fit_drag
from narcine.identification.towing.exclusion import Selection
from narcine.identification.towing.points import Point
from narcine.identification.towing.tow_points import Fusing, fused_points
from narcine.identification.towing.tow_runs import TowRun


@dataclass(frozen=True)
class AxisDrag:
    """What was found along one axis."""

    axis: str
    points: tuple[Point, ...]
    fit: DragFit | None
    problem: str = ""
    """why nothing fits"""
    fusing: Fusing | None = None
    """where points come from runs"""

    @property
    def used(self) -> tuple[Point, ...]:
        """Return the points that were fitted."""
        return tuple(point for point in self.points if not point.excluded)


def identify_runs(runs: Sequence[TowRun], selection: Selection | None = None, tare: bool = True) -> list[AxisDrag]:
    """Return the drag that runs tell, by axis."""
    selection = selection or Selection()
    selection.check_names([run.name for run in runs])
    found = []
    for axis in AXES:
        own = tuple(run for run in runs if run.axis == axis)
        if own:
            found.append(_fitted(axis, *fused_points(own, selection, tare)))
    return found


def identify_points(points: Sequence[Point], selection: Selection | None = None) -> list[AxisDrag]:
    """Return the drag that points tell, by axis."""
    selection = selection or Selection()
    selection.check_names([])
    chosen = [selection.judged(point) for point in points]
    return [
        _fitted(axis, [point for point in chosen if point.axis == axis])
        for axis in AXES
        if any(point.axis == axis for point in chosen)
    ]


def _fitted(axis: str, points: Sequence[Point], fusing: Fusing | None = None) -> AxisDrag:
    used = [point for point in points if not point.excluded]
    speed, force, sigma = (np.array([getattr(point, key) for point in used]) for key in ("speed", "force", "sigma"))
    weighed = bool(used) and not any(isnan(point.sigma) for point in used)
    try:
        return AxisDrag(axis, tuple(points), fit_drag(speed, force, sigma if weighed else None), fusing=fusing)
    except ValueError as problem:
        return AxisDrag(axis, tuple(points), None, str(problem), fusing)
