"""The few numbers that tell how a vehicle swam."""

from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.recording.beats import beat_mean, end_speeds
from narcine.recording.lamps import NEAR, lamp_distances
from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray

SETTLED_PART = 0.5
"""Averages are taken over the last part of a run, cut to whole gait cycles."""
FEWEST_CYCLES = 2
"""Cycles that averages take at least, if the run has them."""
UNSETTLED = 0.03
"""Unsteadiness beyond which means over the window are not those of steady swimming."""
STILL = 1e-6
"""Speed (m/s) under which a vehicle stays where it is."""


@dataclass(frozen=True)
class Touch:
    """How one vehicle touched one obstacle."""

    obstacle: str
    times: int
    """how often, as far as records tell contacts apart"""
    hardest: float
    """largest force at a record, or mean force between two (N)"""


@dataclass(frozen=True)
class Summary:
    """How one vehicle swam; nan where a number has no meaning."""

    vehicle: str
    window: tuple[float, float]
    """time over which averages are taken (s)"""
    speed: float
    """length of the way through the water over time, the beats averaged out (m/s)"""
    forward_speed: float
    """mean of the root's velocity through the water along its own forward axis: negative where it swims astern (m/s)"""
    unsteadiness: float
    """change of speed from the first to the last beat of the window, or between its halves, over the last"""
    ground_speed: float
    """the speed over ground; nan in still water (m/s)"""
    frequency: float
    """of the gait (Hz)"""
    sweep: float
    """of the tail tip across the way, peak to peak, mean of all beats (m)"""
    strouhal: float
    """frequency times sweep over speed"""
    power: float
    """mean mechanical power of drives, motors and propellers; what flows back is not counted (W)"""
    cost_of_transport: float
    """power over weight times speed"""
    servo_error: float
    """largest angle between the target of a servo or motor and its joint or shaft (rad)"""
    depth: float
    """mean (m)"""
    depth_change: float
    """over the whole run (m)"""
    sink_rate: float
    """mean (m/s)"""
    roll: tuple[float, float, float]
    """mean, lowest and highest (rad)"""
    pitch: tuple[float, float, float]
    """mean, lowest and highest (rad)"""
    heading_change: float
    """over the whole run, the beats averaged out (rad)"""
    turn_rate: float
    """mean rate of the heading, the beats averaged out (rad/s)"""
    touches: tuple[Touch, ...]
    """of all that it touched over the whole run"""
    lamp_distance: float = nan
    """mean distance of its root to the centre of the nearest lamp, over the whole run (m)"""
    near_lamp: float = nan
    """share of the whole run's time in which that is less than `lamps.NEAR`"""


def settled_window(time: Array, frequency: float) -> slice:
    """Return the records of the last part of a run, cut to whole cycles of a frequency (nan: no cycles)."""
    end = time[-1]
    length = SETTLED_PART * (end - time[0])
    if frequency > 0.0:
        cycles = np.floor(length * frequency)
        length = min(max(cycles, FEWEST_CYCLES) / frequency, end - time[0])
    first = int(np.searchsorted(time, end - length + 1e-9, side="right")) - 1
    return slice(max(0, min(first, len(time) - 2)), len(time))


def summarise(run: "xarray.Dataset") -> list[Summary]:
    """Return the summary of each vehicle of a run."""
    return [_summarise_vehicle(run, number) for number in range(run.sizes["vehicle"])]


def _summarise_vehicle(run: "xarray.Dataset", number: int) -> Summary:
    time = run["time"].values
    frequency = float(run["gait_frequency"].values[-1, number])
    period = 1.0 / frequency if frequency > 0.0 else inf
    window = settled_window(time, frequency)
    root = list(run["body"].values).index(run["root"].values[number])
    way, tip = run["position"].values[window, root], run["tail_tip"].values[window, number]
    stream = run["water_velocity"].values[window, number]
    steps = 0.5 * (stream[1:] + stream[:-1]) * np.diff(time[window])[:, None]
    drift = np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    speed, sweep = _speed_and_sweep(time[window], way - drift, tip - drift, period)
    power = _power(run, window, number)
    weight = float(run["mass"].values[number]) * float(run.attrs["gravity"])
    moving = speed > STILL
    bearing = np.unwrap(run["heading"].values[:, number])[:, None]
    _, heading = beat_mean(time, bearing, period)
    depth = run["depth"].values[:, number]
    first, last = end_speeds(time[window], way - drift, period)
    return Summary(
        vehicle=str(run["vehicle"].values[number]),
        window=(float(time[window][0]), float(time[window][-1])),
        speed=speed,
        forward_speed=_forward_speed(run, window, root, stream),
        unsteadiness=abs(last - first) / last if last > STILL else nan,
        ground_speed=_ground_speed(run, time[window], way, tip, period) if np.any(stream) else nan,
        frequency=frequency,
        sweep=sweep,
        strouhal=frequency * sweep / speed if moving else nan,
        power=power,
        cost_of_transport=power / (weight * speed) if moving and weight > 0.0 and power > 0.0 else nan,
        servo_error=_servo_error(run, window, number),
        depth=float(depth[window].mean()),
        depth_change=float(depth[-1] - depth[0]),
        sink_rate=_mean_rate(time[window], depth[window, None], period),
        roll=_mean_and_range(run["roll_angle"].values[window, number]),
        pitch=_mean_and_range(run["pitch_angle"].values[window, number]),
        heading_change=float(heading[-1, 0] - heading[0, 0]),
        turn_rate=_mean_rate(time[window], bearing[window], period),
        touches=touches(run, number),
        **_lamps(run, number),
    )


def _lamps(run: "xarray.Dataset", number: int) -> dict[str, float]:
    """Return how far a vehicle was from lamps, where there are any."""
    away = lamp_distances(run)
    if away is None:
        return {}
    time, mine = run["time"].values, away[:, number]
    weights = np.gradient(time) / np.gradient(time).sum()
    return {"lamp_distance": float(mine @ weights), "near_lamp": float((mine < NEAR) @ weights)}


def _forward_speed(run: "xarray.Dataset", window: slice, root: int, stream: Array) -> float:
    """Return the mean velocity of the root through the water along its forward axis."""
    w, x, y, z = run["attitude"].values[window, root].T
    forward = np.stack([1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)], axis=1)
    return float(np.mean(run["velocity"].values[window, root, 0] - np.sum(stream * forward, axis=1)))


def _mean_rate(time: Array, values: Array, period: float) -> float:
    """Return the mean rate of values (time, 1), the beats averaged out of both ends."""
    inside, mean = beat_mean(time, values, period)
    if len(inside) < 2:
        inside, mean = time, values
    return float((mean[-1, 0] - mean[0, 0]) / (inside[-1] - inside[0]))


def _ground_speed(run: "xarray.Dataset", time: Array, way: Array, tip: Array, period: float) -> float:
    """Return the speed along the way over ground; in waves, which carry to and fro, from its start to its end."""
    if run.attrs["surface"] == "waves":
        return float(np.linalg.norm(way[-1] - way[0]) / (time[-1] - time[0]))
    return _speed_and_sweep(time, way, tip, period)[0]


def touches(run: "xarray.Dataset", number: int) -> tuple[Touch, ...]:
    """Return what a vehicle touched.

    A contact begins between two records if the first has no force and the impulse grew: a contact that is shorter than
    the time between records counts, and two within that time count as one.
    """
    if "contact_impulse" not in run:
        return ()
    begins = contact_begins(run)[:, number]
    found = []
    for k in np.flatnonzero(begins.any(axis=0)):
        force, impulse = run["contact_force"].values[:, number, k], run["contact_impulse"].values[:, number, k]
        hardest = max(float(force.max()), float((np.diff(impulse) / np.diff(run["time"].values)).max()))
        found.append(Touch(str(run["obstacle"].values[k]), int(begins[:, k].sum()), hardest))
    return tuple(found)


def contact_begins(run: "xarray.Dataset") -> NDArray[np.bool_]:
    """Say at which records, or since the record before, a contact began (time, vehicle, obstacle)."""
    force, impulse = run["contact_force"].values, run["contact_impulse"].values
    begun = (np.diff(impulse, axis=0) > 0.0) & (force[:-1] <= 0.0)
    return np.concatenate([force[:1] > 0.0, begun])


def _mean_and_range(angle: Array) -> tuple[float, float, float]:
    return float(angle.mean()), float(angle.min()), float(angle.max())


def _speed_and_sweep(time: Array, way: Array, tip: Array, period: float) -> tuple[float, float]:
    """Return the speed along the way and the sweep of the tip across it, the beats averaged out of both."""
    inside, mean_way = beat_mean(time, way, period)
    if len(inside) < 2:
        return float(np.linalg.norm(way[-1] - way[0]) / (time[-1] - time[0])), nan
    speed = float(np.linalg.norm(np.diff(mean_way, axis=0), axis=1).sum() / (inside[-1] - inside[0]))
    if inside is time or not np.all(np.isfinite(tip)) or speed < STILL:
        return speed, nan
    _, mean_tip = beat_mean(time, tip, period)
    away = tip[np.searchsorted(time, inside)] - mean_tip
    return speed, _sweep(inside, away, np.gradient(mean_way, inside, axis=0), period)


def _sweep(time: Array, away: Array, direction: Array, period: float) -> float:
    """Return the peak-to-peak motion across a direction, along the line where it is largest, as mean of whole beats."""
    forward = direction / np.linalg.norm(direction, axis=1, keepdims=True)
    sideways = np.cross([0.0, 0.0, 1.0], forward)
    sideways /= np.maximum(np.linalg.norm(sideways, axis=1, keepdims=True), 1e-12)
    upright = np.cross(forward, sideways)
    across = np.stack([np.sum(away * sideways, axis=1), np.sum(away * upright, axis=1)], axis=1)
    line = np.linalg.svd(across, full_matrices=False)[2][0]
    beats = ((time - time[0]) / period + 1e-9).astype(int)
    whole = range(max(1, int((time[-1] - time[0]) / period + 1e-6)))
    return float(np.mean([np.ptp(across[beats == beat] @ line) for beat in whole]))


def _belonging(run: "xarray.Dataset", dimension: str, number: int) -> list[int]:
    """Return the entries of a dimension that belong to a vehicle."""
    several = run.sizes["vehicle"] > 1
    prefix = f"{run['vehicle'].values[number]}." if several else ""
    return [index for index, name in enumerate(run[dimension].values) if str(name).startswith(prefix)]


def _power(run: "xarray.Dataset", window: slice, number: int) -> float:
    joints, screws = _belonging(run, "joint", number), _belonging(run, "propeller", number)
    drives = run["drive_effort"].values[window][:, joints] * run["joint_velocity"].values[window][:, joints]
    shafts = run["propeller_power"].values[window][:, screws]
    spent = np.clip(drives, 0.0, None).sum(axis=1) + np.clip(shafts, 0.0, None).sum(axis=1)
    if "motor_power" in run:
        motors = run["motor_power"].values[window][:, _belonging(run, "motor", number)]
        spent += np.clip(motors, 0.0, None).sum(axis=1)
    return float(spent.mean())


def _servo_error(run: "xarray.Dataset", window: slice, number: int) -> float:
    states = list(run["actuator"].values)
    largest = nan
    for k in _belonging(run, "joint", number):
        target = f"{run['joint'].values[k]}.target"
        if target in states and run["joint_unit"].values[k] == "rad":
            asked = run["actuator_state"].values[window, states.index(target)]
            error = np.abs(asked - run["joint_position"].values[window, k]).max()
            largest = float(np.fmax(largest, error))
    for k in _belonging(run, "motor", number) if "motor" in run.dims else ():
        names = [f"{run['motor'].values[k]}.{state}" for state in ("target", "angle")]
        if set(names) <= set(states):
            asked, found = (run["actuator_state"].values[window, states.index(name)] for name in names)
            largest = float(np.fmax(largest, np.abs(asked - found).max()))
    return largest
