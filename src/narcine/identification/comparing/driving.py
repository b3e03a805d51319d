"""A model that is started and commanded as an experiment was.

The method of Nielsen et al. 2018, figure 12: what was logged of the commands drives the simulation. All vehicles of a
scenario start as one rigid body would, so that the one with the markers has the pose and the velocity that the first
samples tell. Its depth stays that of the model: the zero of a motion capture is seldom the surface.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.description.inputs import all_inputs
from narcine.description.load import load_description
from narcine.description.quantities import suggestion
from narcine.description.scenario import Scenario
from narcine.identification.comparing.smoothing import SmoothMotion
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_run import body_of_run, motion_of_run
from narcine.recording.dataset import rotation_matrices
from narcine.recording.trajectory import Array
from narcine.simulation.simulation import FULL_DURATION, Simulation
from narcine.simulation.starting import first_command

if TYPE_CHECKING:
    import xarray

MOVES = 16.27
"""Square of velocity or rates over their errors above which something moves: one in a thousand at rest exceeds it."""
NAMED = 8
"""Inputs that a message lists at most."""


@dataclass(frozen=True)
class Driven:
    """A run that was commanded as an experiment was."""

    run: "xarray.Dataset"
    """its time starts at 0"""
    motion: Motion
    """of the body with the markers, at the experiment's times"""
    words: tuple[str, ...]
    """what was taken from where"""


@dataclass(frozen=True)
class Setting:
    """The model, and what of it carries the markers."""

    model: str
    """name or file of a vehicle or scenario"""
    settings: Mapping[str, Any]
    """values set on top of it, by path"""
    vehicle: str | None = None
    body: str | None = None


def driven(
    setting: Setting, measured: Motion, smoothed: SmoothMotion, progress: Callable[[float], None] | None = None
) -> Driven:
    """Run a model with the commands of an experiment, from where its smoothed motion starts."""
    still = Simulation(load_description(setting.model, dict(setting.settings)))
    inputs = all_inputs(still.scenario)
    _check_commands(measured, list(inputs))
    first, last = (float(each) for each in _told(smoothed)[[0, -1]])
    prefix = "run." if still.description.kind == "vehicle" else ""
    begun = still.start().dataset("at its start")
    try:
        marked = body_of_run(begun, setting.vehicle, setting.body)
    except ValueError as error:
        raise ValueError(f"is to drive {setting.model}: {error}") from None
    starts, turn, moves = _starts(still, begun, smoothed, marked)
    scheduled = still.scenario.commands
    held = [name for name in scheduled if name not in measured.commands and len(scheduled[name]) > 1]
    commands: dict[str, Any] = {name: first_command(still.scenario, name, inputs[name].default) for name in held}
    commands |= _headings(still.scenario, turn)
    commands |= {name: _schedule(measured.time - first, values) for name, values in measured.commands.items()}
    changed = {**setting.settings, **starts, f"{prefix}duration": last - first}
    changed |= {f"{prefix}commands.{name}": told for name, told in commands.items()}
    simulation = Simulation(load_description(setting.model, changed))
    step = simulation.scenario.step
    record = max(1, round(float(np.median(np.diff(measured.time))) / step)) * step
    stepper = simulation.start(record=record)
    simulation.swim(stepper, progress=progress)
    run = stepper.dataset(FULL_DURATION)
    motion = motion_of_run(run, setting.model, setting.vehicle, setting.body)
    words = [f"{setting.model} was run with the {len(measured.commands)} commands of the experiment"]
    rest = "with its velocity" if moves else "at rest"
    words.append(f"it starts {rest} at the north, east and attitude of the experiment, and at its own depth")
    if held:
        words.append(f"not in the experiment, and held as they start: {', '.join(held)}")
    return Driven(run, replace(motion, time=motion.time + first), tuple(words))


def _check_commands(measured: Motion, inputs: list[str]) -> None:
    listed = ", ".join(inputs[:NAMED]) + (" ..." if len(inputs) > NAMED else "")
    if not measured.commands:
        raise ValueError(f"has no columns command.NAME, by which a model could be driven; its inputs are {listed}")
    for name in measured.commands:
        if name not in inputs:
            raise ValueError(f"commands {name!r}, which the model does not know{suggestion(name, inputs)}: {listed}")


def _told(smoothed: SmoothMotion) -> Array:
    """Return the times of which the smoothed motion tells everything."""
    if smoothed.path is None or smoothed.turning is None:
        raise ValueError("must tell positions and attitudes, so that a model can start as it did")
    both = np.isfinite(smoothed.path.position[:, 0]) & np.isfinite(smoothed.turning.attitude[:, 0])
    return smoothed.time[both]


def _schedule(times: Array, values: Array) -> list[list[float]]:
    """Return when a command changes, and to what; what was commanded before the start holds from there."""
    changes = np.flatnonzero(np.diff(values, prepend=np.nan) != 0.0)
    before = changes[times[changes] <= 0.0]
    rows = [[0.0, float(values[before[-1] if len(before) else changes[0]])]]
    return rows + [[float(times[k]), float(values[k])] for k in changes if times[k] > 0.0]


def _starts(
    simulation: Simulation, begun: "xarray.Dataset", smoothed: SmoothMotion, marked: str
) -> tuple[dict[str, Any], Array, bool]:
    """Return settings by which the marked body starts as measured, the turn that all take, and whether it moves."""
    from scipy.spatial.transform import Rotation

    path, turning = smoothed.path, smoothed.turning
    assert path is not None
    assert turning is not None
    row = int(np.flatnonzero(smoothed.time == _told(smoothed)[0])[0])
    was, stood = (begun[name].sel(body=marked).values[0] for name in ("position", "attitude"))
    here = np.array([*path.position[row, :2], was[2]])
    now = rotation_matrices(turning.attitude[row])
    turn = now @ rotation_matrices(stood).T
    velocity = _moving(path.velocity[row], path.velocity_error[row] ** 2 * np.eye(3))
    rates = _moving(turning.rates[row], turning.rates_covariance[row])
    spin = now @ rates
    found: dict[str, Any] = {}
    for name, placed in simulation.scenario.vehicles.items():
        start = placed.begins
        prefix = "run.start" if simulation.description.kind == "vehicle" else f"vehicles.{name}.start"
        own = turn @ Rotation.from_euler("ZYX", start.attitude[::-1]).as_matrix()
        offset = turn @ (np.array(start.position) - was)
        found[f"{prefix}.position"] = _plain(here + offset)
        found[f"{prefix}.attitude"] = _plain(Rotation.from_matrix(own).as_euler("ZYX")[::-1])
        if not start.without_momentum:
            found[f"{prefix}.velocity"] = _plain(own.T @ (velocity + np.cross(spin, offset)))
            found[f"{prefix}.angular_velocity"] = _plain(own.T @ spin)
    return found, turn, bool(np.any(velocity) or np.any(rates))


def _moving(motion: Array, covariance: Array) -> Array:
    """Return a velocity or rates, or zero where they are those of noise: a model would drift with them."""
    return motion if motion @ np.linalg.solve(covariance, motion) > MOVES else np.zeros(3)


def _plain(values: Array) -> list[float]:
    return [float(each) for each in values]


def _headings(scenario: Scenario, turn: Array) -> dict[str, float]:
    """Return what holds of a heading are commanded, by input, when everything is turned."""
    yaw = float(np.arctan2(turn[1, 0], turn[0, 0]))
    found = {}
    for name, placed in scenario.vehicles.items():
        prefix = f"{name}." if len(scenario.vehicles) > 1 else ""
        for own, hold in placed.vehicle.holds.items():
            if hold.of == "heading":
                found[prefix + own] = first_command(scenario, prefix + own, hold.command) + yaw
    return found
