"""Points of drag over speed, and the tables that hold them: picked by hand, or fused from runs."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from pathlib import Path

from narcine.identification.columns import Column, Table, read_table
from narcine.identification.towing.axes import AXES, TURNING
from narcine.identification.towing.tow_columns import axis_column, column_of
from narcine.recording.write import whole_file

_COLUMNS = {
    "axis": Column(text=True),
    "speed": Column("speed", gaps=True),
    "rate": Column("rate", gaps=True),
    "force": Column("force", gaps=True),
    "moment": Column("torque", gaps=True),
    "sigma": Column("effort", gaps=True, above=0.0),
    "deviation": Column("effort", gaps=True),
    "n": Column(gaps=True),
    "excluded": Column(text=True, gaps=True),
}


@dataclass(frozen=True)
class Point:
    """Drag at one speed, out of one run or more."""

    axis: str
    speed: float
    force: float
    """nan where a run tells none"""
    sigma: float = nan
    """standard error; nan where nobody knows"""
    excluded: str = ""
    """why it is not used; nothing where it is"""
    count: int = 1
    """of runs"""
    deviation: float = nan
    """of the signal: root of the fused variance of Nielsen et al. 2018, eq 36"""
    chance: float = 1.0
    """to find its runs as far apart as they are"""
    name: str = ""
    """of the run, where it is one that is not used"""


def read_points(file: Path, axis: str | None = None) -> list[Point]:
    """Return the points of a table, or raise all that is wrong with it.

    Columns: axis (or `axis` says it), speed and force, for axes that turn rate and moment; sigma (of all that are used,
    or of none) and excluded, which says why a point is not used.
    """
    table = read_table(file, _COLUMNS, ())
    axes = axis_column(table, axis)
    reasons = table.words.get("excluded", [""] * len(table))
    points = []
    for row, each in enumerate(axes):
        moved, load = column_of(table, row, each, "rate", "speed"), column_of(table, row, each, "moment", "force")
        speed, force = float(table.numbers[moved][row]), float(table.numbers[load][row])
        if isnan(speed):
            raise table.refuse(row, moved, "is empty")
        if isnan(force) and not reasons[row]:
            raise table.refuse(row, load, "is empty; `excluded` may say why there is none")
        points.append(
            Point(
                each,
                speed,
                force,
                _cell(table, "sigma", row),
                reasons[row],
                int(_cell(table, "n", row, 1.0)),
                _cell(table, "deviation", row),
            )
        )
    _check_sigmas(table, points)
    return points


def _cell(table: Table, column: str, row: int, otherwise: float = nan) -> float:
    value = float(table.numbers[column][row]) if column in table.numbers else nan
    return otherwise if isnan(value) else value


def _check_sigmas(table: Table, points: Sequence[Point]) -> None:
    """Raise where some points of an axis that are used say how well they are known, and others do not."""
    for axis in AXES:
        used = [row for row, point in enumerate(points) if point.axis == axis and not point.excluded]
        lacking = [row for row in used if isnan(points[row].sigma)]
        if lacking and len(lacking) < len(used):
            raise table.refuse(lacking[0], "sigma", f"is empty; give it for all points of {axis}, or for none")


def write_points(points: Sequence[Point], file: Path) -> None:
    """Write points so that they can be read back, and picked from by hand."""
    turning = {point.axis in TURNING for point in points}
    pairs = [("speed [m/s]", "force [N]", False), ("rate [rad/s]", "moment [N m]", True)]
    kept = [pair for pair in pairs if pair[2] in turning]
    unit = f" [{'N m' if True in turning else 'N'}]" if len(kept) == 1 else ""
    heads = [head for moved, load, _ in kept for head in (moved, load)]
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["axis", *heads, f"sigma{unit}", f"deviation{unit}", "n", "excluded"])
        for point in points:
            loads = []
            for _, _, turns in kept:
                own = turns == (point.axis in TURNING)
                loads += [_written(point.speed), _written(point.force)] if own else ["", ""]
            said = f"run {point.name}: {point.excluded}" if point.name and point.excluded else point.excluded
            writer.writerow([point.axis, *loads, _written(point.sigma), _written(point.deviation), point.count, said])


def _written(value: float) -> str:
    return "" if isnan(value) else f"{value:.9g}"
