"""Tables of towing runs: one row for each sample, one run after the other."""

from itertools import pairwise
from pathlib import Path

import numpy as np

from narcine.description.spreadsheet import read_sheet
from narcine.identification.columns import Column, Table, read_table, refuse_file
from narcine.identification.towing.axes import TURNING
from narcine.identification.towing.tow_columns import axis_column, column_of
from narcine.identification.towing.tow_runs import WIRE_ANGLE, TowRun, combine_cells
from narcine.recording.trajectory import Array

CELLS = ("m1", "m2", "m3")
FEWEST = 3
"""Samples without which there is no run."""
TURNS_BACK = 0.2
"""Share of its top speed that a run may go the other way: noise, and a carriage that swings back."""
_COLUMNS = {
    "run": Column(text=True),
    "axis": Column(text=True),
    "time": Column("time"),
    "speed": Column("speed", gaps=True),
    "rate": Column("rate", gaps=True),
    **dict.fromkeys(CELLS, Column("force", gaps=True)),
    "force": Column("force", gaps=True),
    "moment": Column("torque", gaps=True),
    "pulse": Column("pulse", gaps=True),
    "shaft": Column("rate", gaps=True),
}


def has_samples(file: Path) -> bool:
    """Say whether a table holds samples over time; else it holds points."""
    return _has_column(file, "time")


def has_axes(file: Path) -> bool:
    """Say whether a table tells the axis of each row."""
    return _has_column(file, "axis")


def _has_column(file: Path, name: str) -> bool:
    _, headings = next(read_sheet(file).rows())
    return any(heading.partition("[")[0].strip() == name for heading in headings)


def read_runs(file: Path, axis: str | None = None, wire_angle: float = WIRE_ANGLE) -> list[TowRun]:
    """Return the runs of a table, or raise what is wrong with it.

    Columns: run, axis (or `axis` says it), time, speed (rate where it turns); the load cells m1, m2, m3, or force
    (moment where it turns); pulse and shaft where thrusters turn.
    """
    table = read_table(file, _COLUMNS, ("run", "time"), fewest=FEWEST)
    axes = axis_column(table, axis)
    begins = [0, *(k for k in range(1, len(table)) if table.words["run"][k] != table.words["run"][k - 1]), len(table)]
    _check_names(table, begins)
    return [_run(table, axes, first, last, wire_angle) for first, last in pairwise(begins)]


def _check_names(table: Table, begins: list[int]) -> None:
    known: dict[str, int] = {}
    for row in begins[:-1]:
        name = table.words["run"][row]
        if name in known:
            message = f"began in line {table.lines[known[name]]} already; the rows of a run stand together"
            raise table.refuse(row, "run", message, name)
        known[name] = row


def _run(table: Table, axes: list[str], first: int, last: int, wire_angle: float) -> TowRun:
    """Return the run that some rows hold."""
    name, axis = table.words["run"][first], axes[first]
    for row in range(first, last):
        if axes[row] != axis:
            raise table.refuse(row, "axis", f"run {name} began along {axis}; a run has one axis", axes[row])
    if last - first < FEWEST:
        samples = "1 sample" if last - first == 1 else f"{last - first} samples"
        raise table.refuse(first, "run", f"has {samples}; a run takes {FEWEST} at least", name)
    rows = slice(first, last)
    time = table.numbers["time"][rows]
    for k in np.flatnonzero(~(np.diff(time) > 0.0))[:1] + 1:
        message = f"times must grow within run {name}; before it stands {time[k - 1]:g} s"
        raise table.refuse(first + int(k), "time", message, f"{time[k]:g}")
    moved = column_of(table, first, axis, "rate", "speed")
    speed = _whole(table, moved, first, last)
    _check_one_way(table, moved, first, speed, name)
    turned = {key: _whole(table, key, first, last) for key in ("pulse", "shaft") if _given(table, key, rows)}
    return TowRun(
        name,
        axis,
        time,
        speed,
        _force(table, axis, first, last, wire_angle),
        turned.get("pulse"),
        turned.get("shaft"),
    )


def _given(table: Table, column: str, rows: slice) -> bool:
    return column in table.numbers and bool(np.any(np.isfinite(table.numbers[column][rows])))


def _whole(table: Table, column: str, first: int, last: int) -> Array:
    values = table.numbers[column][first:last]
    for row in np.flatnonzero(np.isnan(values))[:1]:
        raise table.refuse(first + int(row), column, "is empty; every sample of the run must have it")
    return values


def _force(table: Table, axis: str, first: int, last: int, wire_angle: float) -> Array:
    """Return the force of a run, from its own column or from the load cells."""
    rows = slice(first, last)
    own = "moment" if axis in TURNING else "force"
    cells = [cell for cell in CELLS if _given(table, cell, rows)]
    if _given(table, own, rows):
        if cells:
            raise table.refuse(first, own, f"says again what the load cells {', '.join(cells)} say; give one of both")
        return _whole(table, own, first, last)
    if axis in TURNING:
        raise refuse_file(table.file, f"line {table.lines[first]}: {axis} takes a column 'moment'")
    missing = [cell for cell in CELLS if cell not in cells]
    if missing:
        there = f"there is {', '.join(cells)}" if cells else "there are neither"
        message = f"line {table.lines[first]}: a run takes the columns {', '.join(CELLS)}, or force; {there}"
        raise refuse_file(table.file, message)
    first_cell, second_cell, wire = (_whole(table, cell, first, last) for cell in CELLS)
    return combine_cells(first_cell, second_cell, wire, wire_angle)


def _check_one_way(table: Table, column: str, first: int, speed: Array, name: str) -> None:
    """Raise where a run goes out and comes back."""
    from scipy.ndimage import median_filter

    smooth = median_filter(speed, size=min(5, len(speed)), mode="nearest")
    top = float(np.abs(smooth).max())
    ways = np.sign(smooth) * (np.abs(smooth) > TURNS_BACK * top)
    way = ways[np.flatnonzero(ways)[0]] if np.any(ways) else 0.0
    noise = float(np.median(np.abs(np.diff(speed)))) if len(speed) > 1 else 0.0
    for row in np.flatnonzero(ways == -way)[:1] if top > 10.0 * noise else ():
        message = f"run {name} changes its direction here; a run goes one way"
        raise table.refuse(first + int(row), column, message, f"{speed[row]:g}")
