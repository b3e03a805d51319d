"""What a towing campaign left out and why, and how far its points can be trusted, in words."""

from narcine.identification.towing.axes import force_unit, speed_unit
from narcine.identification.towing.fusion import DISAGREE
from narcine.identification.towing.points import Point
from narcine.identification.towing.tow import AxisDrag

MISSES = 2.0
"""Chi-square over its degrees of freedom beyond which the curve leaves more out than errors."""
MOST_NAMED = 5
"""Runs that are named one by one."""


def left_out(found: AxisDrag) -> list[str]:
    """Return what is not fitted, by reason."""
    by_reason: dict[str, list[Point]] = {}
    for point in found.points:
        if point.excluded:
            by_reason.setdefault(point.excluded, []).append(point)
    return [f"left out: {_which(points)}: {reason}" for reason, points in by_reason.items()]


def _which(points: list[Point]) -> str:
    names = [point.name for point in points if point.name]
    if names:
        rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"run{'s' if len(names) > 1 else ''} {', '.join(names[:MOST_NAMED])}{rest}"
    speeds = [point.speed for point in points]
    unit = speed_unit(points[0].axis)
    if len(points) == 1:
        return f"the point at {speeds[0]:.3g} {unit}"
    return f"{len(points)} points from {min(speeds):.3g} to {max(speeds):.3g} {unit}"


def remarks(found: AxisDrag) -> list[str]:
    """Return what is worth knowing of zeros, repeats and fit."""
    lines = [found.problem] if found.problem else []
    if found.fusing is not None:
        lines += _of_runs(found)
    for point in found.used:
        if point.chance < DISAGREE:
            lines.append(
                f"the {point.count} runs at {point.speed:.3g} {speed_unit(found.axis)} disagree (a chance of "
                f"{point.chance:.1g}); the point counts for less"
            )
    if found.fit is not None and found.fit.chi_square > MISSES:
        lines.append(
            f"points lie {found.fit.chi_square**0.5:.2g} times as far off the curve as their errors say; intervals are "
            "widened by as much"
        )
    return lines


def _of_runs(found: AxisDrag) -> list[str]:
    assert found.fusing is not None
    steady, unit = found.fusing.steady, force_unit(found.axis)
    tared = int((steady.zero == steady.zero).sum())
    runs = len(found.fusing.runs)
    lines = []
    if tared == runs:
        lines.append("zero of the cells: the mean of each run at rest before it moves")
    elif tared:
        lines.append(
            f"zero of the cells: the mean at rest of {tared} of {runs} runs; the others do not rest before they move"
        )
    else:
        lines.append("zero of the cells: as in the file")
    lines.append(
        f"{steady.inefficiency:.2g} samples are worth one independent one; from run to run forces differ by "
        f"{found.fusing.between:.2g} {unit} beyond that"
    )
    spikes = int(steady.spikes.sum())
    if spikes:
        lines.append(f"{spikes} samples stand far off their neighbours and do not count")
    return lines
