"""What is worth knowing of an identified thruster, in words."""

from collections.abc import Sequence

import numpy as np

from narcine.identification.thrusters.thrust_points import DrivenPoint
from narcine.identification.thrusters.thrust_tow import BEHIND, TowedThrusters
from narcine.identification.thrusters.thruster import FEWEST_PULSES, ThrusterFit
from narcine.identification.towing.tow_told import MISSES, MOST_NAMED

SPREAD_METHOD = (
    "intervals are those of errors that hang together along the curve (exponential correlation, weighed by its "
    "restricted likelihood), since the laws miss by more than noise"
)


def bollard_remarks(fit: ThrusterFit) -> list[str]:
    """Return how the intervals of a bollard test came about."""
    lines = [SPREAD_METHOD]
    for way, _, own in fit.ways:
        length = own.curve.spread.length
        lines.append(
            f"{way}: errors of the shaft's speed hang together over some {length:.0f} us; a, b and c make up for each "
            "other, so that the curve is better known than each of them"
        )
    lines.append("what the inflow takes away, T_wu, is not in such a test: it takes towing runs")
    return lines


def tow_left_out(found: TowedThrusters) -> list[str]:
    """Return what is not fitted, by reason."""
    by_reason: dict[str, list[DrivenPoint]] = {}
    for point in found.points:
        if point.excluded:
            by_reason.setdefault(point.excluded, []).append(point)
    return [f"left out: {_which(points)}: {reason}" for reason, points in by_reason.items()]


def _which(points: Sequence[DrivenPoint]) -> str:
    names = [point.name or f"{point.pulse:g} us at {point.speed:.2g} m/s" for point in points]
    rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{rest}"


def tow_remarks(found: TowedThrusters) -> list[str]:
    """Return what is worth knowing of drag, water from behind, shafts and fit."""
    fit = found.fit
    lines = []
    if fit.setting.drag is not None:
        lines.append(f"drag as given: {fit.setting.drag[0]:.4g} |u| u + {fit.setting.drag[1]:.4g} u")
    elif "c1" in fit.names:
        told = " + ".join(
            f"({fit.value(name):.4g} +- {fit.half_width(name):.2g}) {what}"
            for name, what in (("c1", "|u| u"), ("c2", "u"))
        )
        lines.append(f"drag by the runs with thrusters standing, fitted together with thrust: {told}")
    lines += _of_water_from_behind(found)
    for way in fit.ways:
        if f"{way}.advance" not in fit.names:
            lines.append(f"{way}: no run moves, so that T_wu is not told")
        if way not in found.curves:
            lines.append(f"{way}: shaft speed over pulse takes {FEWEST_PULSES} pulses or more, and is not fitted")
    if found.tared == found.runs:
        lines.append("zero of the cells: the mean of each run before carriage and thrusters move")
    else:
        lines.append(
            f"zero of the cells: the mean before anything moves of {found.tared} of {found.runs} runs; of the others "
            "as in the file"
        )
    lines.append(f"from run to run forces differ by {found.between:.2g} N beyond what each shows by itself")
    if fit.chi_square > MISSES:
        lines.append(
            f"points lie {np.sqrt(fit.chi_square):.2g} times as far off the law as their errors say; intervals are "
            "widened by as much"
        )
    return lines


def _of_water_from_behind(found: TowedThrusters) -> list[str]:
    behind = found.behind
    if not behind:
        return []
    where = ", ".join(f"{point.pulse:g} us at {point.speed:.2g} m/s" for point in behind[:MOST_NAMED])
    rest = f" and {len(behind) - MOST_NAMED} more" if len(behind) > MOST_NAMED else ""
    lines = [f"{BEHIND} (w u_a < 0), where open-water tests say nothing and blades may stall: {where}{rest}"]
    if found.ahead is None:
        return [*lines, "without these points there are too few to fit"]
    fit = found.ahead
    names = [name for name in fit.names if name.endswith(".advance")]
    told = ", ".join(f"{name.partition('.')[0]} {fit.value(name):.4g} +- {fit.half_width(name):.2g}" for name in names)
    return [*lines, f"without these points T_wu is {told} kg" if told else "without these points T_wu is not told"]
