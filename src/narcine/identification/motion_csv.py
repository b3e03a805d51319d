"""Measured motion from and to CSV files."""

import csv
from math import isnan
from pathlib import Path

import numpy as np

from narcine.identification.columns import Column, Table, check_times, read_table
from narcine.identification.motion import (
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
from narcine.recording.trajectory import Array
from narcine.recording.write import whole_file

FEWEST = 3
"""Samples without which there is no motion."""
NORM = 0.02
"""By how much the length of a quaternion may differ from one: files write some digits."""
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
    families: dict[str, dict[str, Array]] = {JOINT: {}, COMMAND: {}}
    for name, values in table.numbers.items():
        family, _, rest = name.partition(".")
        if rest:
            families[family][rest] = values
    return Motion(
        source=str(file),
        time=table.numbers["time"],
        position=_group(table, POSITION, CAPTURED),
        attitude=_attitude(table),
        velocity=_group(table, VELOCITY),
        angular_velocity=_group(table, RATES),
        joints=families[JOINT],
        commands={name: _held(table, f"{COMMAND}.{name}", values) for name, values in families[COMMAND].items()},
        unused=table.unused,
    )


def _group(table: Table, *choices: tuple[str, ...]) -> Array | None:
    """Return columns that belong together, by one of their sets of names (row, column); None where there are none."""
    given = [names for names in choices if any(name in table.numbers for name in names)]
    if not given:
        return None
    if len(given) > 1:
        raise table.refuse(0, given[1][0], f"says again what {', '.join(given[0])} say; give one of both")
    missing = [name for name in given[0] if name not in table.numbers]
    if missing:
        there = next(name for name in given[0] if name in table.numbers)
        raise table.refuse(0, there, f"there is no column {missing[0]!r}; {', '.join(given[0])} belong together")
    values = np.stack([table.numbers[name] for name in given[0]], axis=1)
    lost = np.isnan(values).any(axis=1)
    values[lost] = np.nan
    return values


def _attitude(table: Table) -> Array | None:
    found = _group(table, QUATERNION, ANGLES)
    if found is None:
        return None
    if found.shape[1] == len(ANGLES):
        return quaternions_from_angles(found)
    length = np.linalg.norm(found, axis=1)
    for row in np.flatnonzero(np.abs(length - 1.0) > NORM)[:1]:
        raise table.refuse(
            int(row), QUATERNION[0], "the four numbers must be a unit quaternion", f"length {length[row]:g}"
        )
    return np.asarray(found / length[:, None])


def quaternions_from_angles(angles: Array) -> Array:
    """Return quaternions w, x, y, z of rows of roll, pitch, yaw (rad): Rz(yaw) Ry(pitch) Rx(roll)."""
    from scipy.spatial.transform import Rotation

    found = np.full((len(angles), 4), np.nan)
    known = np.isfinite(angles).all(axis=1)
    if known.any():
        found[known] = np.roll(Rotation.from_euler("ZYX", angles[known, ::-1]).as_quat(), 1, axis=1)
    return found


def _held(table: Table, column: str, values: Array) -> Array:
    """Return commands with each empty cell as the one before."""
    if isnan(values[0]):
        raise table.refuse(0, column, "is empty; the first row must say what is commanded")
    last = np.maximum.accumulate(np.where(np.isnan(values), 0, np.arange(len(values))))
    return np.asarray(values[last])


def write_motion_csv(motion: Motion, file: Path) -> None:
    """Write a motion so that it can be read back; cells of lost samples are empty."""
    columns: dict[str, Array] = {"time [s]": motion.time}
    groups = (
        (POSITION, "m", motion.position),
        (QUATERNION, "", motion.attitude),
        (VELOCITY, "m/s", motion.velocity),
        (RATES, "rad/s", motion.angular_velocity),
    )
    for names, unit, values in groups:
        if values is not None:
            columns |= {f"{name} [{unit}]" if unit else name: values[:, k] for k, name in enumerate(names)}
    columns |= {f"{JOINT}.{name}": values for name, values in motion.joints.items()}
    columns |= {f"{COMMAND}.{name}": values for name, values in motion.commands.items()}
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow(["" if isnan(value) else f"{value:.9g}" for value in row])
