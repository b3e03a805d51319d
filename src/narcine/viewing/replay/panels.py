"""The curves beside a replay: which there are, in which unit, and how far apart values must be to mean something."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.recording.lamps import lamp_distances
from narcine.recording.trajectory import Array
from narcine.viewing.curves import LEAST_ANGLE, LEAST_DEPTH, LEAST_POWER, LEAST_SPEED, LEAST_TRAVEL, actuator_power

if TYPE_CHECKING:
    import xarray

MOST = 12
"""Curves that one panel can hold."""
STILL = 1e-9
"""Change under which a command counts as held."""
LEAST_LIGHT = 1.0
"""Span (lx) below which light counts as even."""
DEGREES = 180.0 / np.pi


@dataclass(frozen=True)
class Panel:
    """Curves in one unit over time."""

    title: str
    names: tuple[str, ...]
    values: Array
    """(time, curve)"""
    least: float
    """span below which curves count as flat"""
    note: str = ""
    down: bool = False
    """whether larger values lie lower"""
    held: bool = False
    """whether values hold until the next record"""


def panels_of(run: "xarray.Dataset", records: NDArray[np.intp]) -> list[Panel]:
    """Return the panels of a run at some of its records."""
    vehicles = tuple(str(name) for name in run["vehicle"].values)
    return [
        Panel("Speed over ground (m/s)", vehicles, run["speed"].values[records], LEAST_SPEED),
        Panel("Depth (m)", vehicles, run["depth"].values[records], LEAST_DEPTH, down=True),
        *_attitude(run, records, vehicles),
        *_joints(run, records),
        *_motors(run, records),
        *_readings(run, records),
        *_lamps(run, records, vehicles),
        *_commands(run, records),
        *_power(run, records, vehicles),
        *_contacts(run, records, vehicles),
        *_couplings(run, records),
    ]


def _attitude(run: "xarray.Dataset", records: NDArray[np.intp], vehicles: tuple[str, ...]) -> Iterator[Panel]:
    roll, pitch, heading = (
        DEGREES * np.unwrap(run[name].values, axis=0)[records] for name in ("roll_angle", "pitch_angle", "heading")
    )
    if len(vehicles) == 1:
        both = np.concatenate([roll, pitch], axis=1)
        yield Panel("Roll and pitch (deg)", ("roll", "pitch"), both, LEAST_ANGLE, "starboard down, nose up")
    else:
        yield Panel("Roll (deg)", vehicles, roll, LEAST_ANGLE, "starboard down")
        yield Panel("Pitch (deg)", vehicles, pitch, LEAST_ANGLE, "nose up")
    yield Panel("Heading (deg)", vehicles, heading, LEAST_ANGLE, "0 north, 90 east")


def _joints(run: "xarray.Dataset", records: NDArray[np.intp]) -> Iterator[Panel]:
    names, units = (run[name].values.astype(str) for name in ("joint", "joint_unit"))
    for unit, factor, title in (("rad", DEGREES, "Joint angles (deg)"), ("m", 1e3, "Sliders (mm)")):
        mine = units == unit
        if mine.any():
            values = factor * run["joint_position"].values[records][:, mine]
            yield _busiest(Panel(title, tuple(names[mine]), values, LEAST_ANGLE), LEAST_TRAVEL)


def _motors(run: "xarray.Dataset", records: NDArray[np.intp]) -> Iterator[Panel]:
    """Yield the angles of motors and the tensions of tendons."""
    names = run["actuator"].values.astype(str)
    motors = [f"{name}.angle" for name in run["motor"].values.astype(str)] if "motor" in run.dims else []
    tendons = [name for name in names if name.endswith(".tension")]
    for title, factor, mine in (("Motors (deg)", DEGREES, motors), ("Tension (N)", 1.0, tendons)):
        kept = [name for name in mine if name in names]
        if kept:
            values = factor * run["actuator_state"].sel(actuator=kept).values[records]
            yield _busiest(Panel(title, tuple(name.rpartition(".")[0] for name in kept), values, LEAST_ANGLE), -1.0)


def _commands(run: "xarray.Dataset", records: NDArray[np.intp]) -> Iterator[Panel]:
    values = run["command"].values[records]
    names, units = (run[name].values.astype(str) for name in ("input", "input_unit"))
    moving = np.ptp(values, axis=0) > STILL if values.size else np.zeros(len(names), bool)
    for unit in dict.fromkeys(units[moving]):
        mine = moving & (units == unit)
        factor, shown = (DEGREES, "deg") if unit == "rad" else (1.0, unit)
        title = "Commands" if shown == "1" else f"Commands ({shown})"
        yield _busiest(Panel(title, tuple(names[mine]), factor * values[:, mine], 1e-3, held=True), STILL)


def _readings(run: "xarray.Dataset", records: NDArray[np.intp]) -> Iterator[Panel]:
    """Yield what photocells and infrared switches read; a switch that was on between two records is on."""
    if not run.sizes.get("sensor"):
        return
    names, units = (run[name].values.astype(str) for name in ("sensor", "sensor_unit"))
    lit, switched = units == "lx", units == "1"
    if lit.any():
        light = run["reading"].values[records][:, lit]
        yield _busiest(Panel("Light at photocells (lx)", tuple(names[lit]), light, LEAST_LIGHT), -1.0)
    if switched.any():
        seen = _largest(run["reading"].values[:, switched], records)
        yield _busiest(Panel("Infrared switches", tuple(names[switched]), seen, 1.0, held=True), -1.0)


def _lamps(run: "xarray.Dataset", records: NDArray[np.intp], vehicles: tuple[str, ...]) -> Iterator[Panel]:
    away = lamp_distances(run)
    if away is not None:
        yield Panel("Distance to the nearest lamp (m)", vehicles, away[records], LEAST_DEPTH, "from root to centre")


def _power(run: "xarray.Dataset", records: NDArray[np.intp], vehicles: tuple[str, ...]) -> Iterator[Panel]:
    spent = actuator_power(run)[records]
    if np.any(spent):
        yield Panel("Power of drives, motors and propellers (W)", vehicles, spent, LEAST_POWER)
    terms = run["power"].values[records]
    used = np.abs(terms).max(axis=0, initial=0.0) > 0.0
    if used.any():
        names = tuple(str(name).replace("_", " ") for name in run["term"].values[used])
        yield Panel("Power by term (W)", names, terms[:, used], LEAST_POWER, "of each force on all bodies")


def _contacts(run: "xarray.Dataset", records: NDArray[np.intp], vehicles: tuple[str, ...]) -> Iterator[Panel]:
    force = _largest(run["contact_force"].values, records)
    names = [f"{vehicle}, {obstacle}" for vehicle in vehicles for obstacle in run["obstacle"].values]
    force = force.reshape(len(records), -1)
    touched = force.max(axis=0, initial=0.0) > 0.0
    if touched.any():
        shown = tuple(name for name, seen in zip(names, touched, strict=True) if seen)
        yield _busiest(Panel("Contact force (N)", shown, force[:, touched], 1e-3), 0.0)


def _couplings(run: "xarray.Dataset", records: NDArray[np.intp]) -> Iterator[Panel]:
    if run.sizes.get("coupling"):
        force = np.linalg.norm(run["coupling_force"].values, axis=-1)
        names = tuple(str(name) for name in run["coupling"].values)
        yield _busiest(Panel("Coupling force (N)", names, _largest(force, records), 1e-3), -1.0)


def _largest(values: Array, records: NDArray[np.intp]) -> Array:
    """Return the largest value since the record before, so that no peak between two is lost."""
    if not values.size:
        return np.asarray(values[records])
    return np.asarray(np.maximum.reduceat(values, np.append(0, records[:-1] + 1), axis=0))


def _busiest(panel: Panel, still: float) -> Panel:
    """Return a panel with the curves that change most, of those that do."""
    travel = np.ptp(panel.values, axis=0)
    most = [int(place) for place in np.argsort(-travel, kind="stable")[:MOST]]
    shown = sorted([place for place in most if travel[place] > still] or most)
    if len(shown) == len(panel.names):
        return panel
    return Panel(
        panel.title,
        tuple(panel.names[place] for place in shown),
        panel.values[:, shown],
        panel.least,
        f"the {len(shown)} of {len(panel.names)} that {'change most' if len(shown) == MOST else 'change'}",
        panel.down,
        panel.held,
    )
