"""Columns of measured motion, whatever file they come from, put together to a motion."""

from math import isnan
from typing import Protocol

import numpy as np

from narcine.description.problems import DescriptionError
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
from narcine.recording.trajectory import Array

FEWEST = 3
"""Samples without which there is no motion."""
STEEPEST = 1.6
"""Pitch (rad) beyond which there is none: files in degrees without a unit go there."""
NORM = 0.02
"""By how much the length of a quaternion may differ from one: files write some digits."""


class Columns(Protocol):
    """Samples by column, and how to say what is wrong with one of them."""

    @property
    def numbers(self) -> dict[str, Array]:
        """Return samples by column, (sample,), in SI units; nan where one was lost."""
        ...

    def refuse(self, row: int, column: str, message: str, value: str | None = None) -> DescriptionError:
        """Return the error of a sample."""
        ...


def motion_of_columns(columns: Columns, source: str, unused: tuple[str, ...] = ()) -> Motion:
    """Return the motion that columns hold: time, and groups of which each is there as a whole or not at all."""
    families: dict[str, dict[str, Array]] = {JOINT: {}, COMMAND: {}}
    for name, values in columns.numbers.items():
        family, _, rest = name.partition(".")
        if rest:
            families[family][rest] = values
    return Motion(
        source=source,
        time=columns.numbers["time"],
        position=_group(columns, POSITION, CAPTURED),
        attitude=_attitude(columns),
        velocity=_group(columns, VELOCITY),
        angular_velocity=_group(columns, RATES),
        joints=families[JOINT],
        commands={name: _commanded(columns, f"{COMMAND}.{name}", values) for name, values in families[COMMAND].items()},
        unused=unused,
    )


def _group(columns: Columns, *choices: tuple[str, ...]) -> Array | None:
    """Return columns that belong together, by one of their sets of names (row, column); None where there are none."""
    given = [names for names in choices if any(name in columns.numbers for name in names)]
    if not given:
        return None
    if len(given) > 1:
        raise columns.refuse(0, given[1][0], f"says again what {', '.join(given[0])} say; give one of both")
    missing = [name for name in given[0] if name not in columns.numbers]
    if missing:
        there = next(name for name in given[0] if name in columns.numbers)
        raise columns.refuse(0, there, f"there is no column {missing[0]!r}; {', '.join(given[0])} belong together")
    values = np.stack([columns.numbers[name] for name in given[0]], axis=1)
    lost = np.isnan(values).any(axis=1)
    values[lost] = np.nan
    return values


def _attitude(columns: Columns) -> Array | None:
    found = _group(columns, QUATERNION, ANGLES)
    if found is None:
        return None
    if found.shape[1] == len(ANGLES):
        for row in np.flatnonzero(np.abs(found[:, 1]) > STEEPEST)[:1]:
            message = "goes from -pi/2 to pi/2; is it in degrees? Then write `pitch [deg]`"
            raise columns.refuse(int(row), ANGLES[1], message, f"{found[row, 1]:g} rad")
        return quaternions_from_angles(found)
    length = np.linalg.norm(found, axis=1)
    for row in np.flatnonzero(np.abs(length - 1.0) > NORM)[:1]:
        raise columns.refuse(
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


def _commanded(columns: Columns, column: str, values: Array) -> Array:
    """Return commands with each that is not there as the one before."""
    if isnan(values[0]):
        raise columns.refuse(0, column, "is empty; the first row must say what is commanded")
    return held(values)


def held(values: Array) -> Array:
    """Return values with each that is not there as the one before, from the first that is."""
    last = np.maximum.accumulate(np.where(np.isnan(values), 0, np.arange(len(values))))
    return np.asarray(values[last])


def columns_of_motion(motion: Motion) -> dict[str, tuple[Array, str]]:
    """Return what a motion holds by column, each with its unit."""
    columns: dict[str, tuple[Array, str]] = {"time": (motion.time, "s")}
    groups = (
        (POSITION, "m", motion.position),
        (QUATERNION, "", motion.attitude),
        (VELOCITY, "m/s", motion.velocity),
        (RATES, "rad/s", motion.angular_velocity),
    )
    for names, unit, values in groups:
        if values is not None:
            columns |= {name: (values[:, k], unit) for k, name in enumerate(names)}
    columns |= {f"{JOINT}.{name}": (values, "") for name, values in motion.joints.items()}
    columns |= {f"{COMMAND}.{name}": (values, "") for name, values in motion.commands.items()}
    return columns
