"""Measured motion from and to CSV files."""

import csv
from math import isnan
from pathlib import Path

from narcine.identification.columns import Column, check_times, read_table
from narcine.identification.motion.motion import (
    ANGLES,
    CAPTURED,
    COMMAND,
    JOINT,
    POSITION,
    QUATERNION,
    RATES,
    VELOCITY,
    Motion,
)
from narcine.identification.motion.motion_columns import FEWEST, columns_of_motion, motion_of_columns
from narcine.recording.write import whole_file

_MEASURED = {
    **dict.fromkeys((*POSITION, *CAPTURED), Column("length", gaps=True)),
    **dict.fromkeys(QUATERNION, Column(gaps=True)),
    **dict.fromkeys(ANGLES, Column("angle", gaps=True)),
    **dict.fromkeys(VELOCITY, Column("speed", gaps=True)),
    **dict.fromkeys(RATES, Column("rate", gaps=True)),
}
_FAMILIES = {JOINT: Column("coordinate", gaps=True), COMMAND: Column("input", gaps=True)}


def read_motion_csv(file: Path) -> Motion:
    """Return the motion in a CSV file, or raise all that is wrong with it.

    Columns: time; north, east, down (or x, y, z); qw, qx, qy, qz or roll, pitch, yaw; u, v, w; p, q, r; joint.NAME;
    command.NAME. Groups may be missing as a whole, cells of what was measured may be empty; a command without a cell
    holds on.
    """
    table = read_table(file, {"time": Column("time"), **_MEASURED}, ("time",), _FAMILIES, FEWEST)
    check_times(table)
    return motion_of_columns(table, str(file), table.unused)


def write_motion_csv(motion: Motion, file: Path) -> None:
    """Write a motion so that it can be read back; cells of lost samples are empty."""
    columns = columns_of_motion(motion)
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow([f"{name} [{unit}]" if unit else name for name, (_, unit) in columns.items()])
        for row in zip(*(values for values, _ in columns.values()), strict=True):
            writer.writerow(["" if isnan(value) else f"{value:.9g}" for value in row])
