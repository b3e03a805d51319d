"""The few numbers that tell how a vehicle swam."""

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.trajectory import Array

if TYPE_CHECKING:
    import xarray

SETTLED_PART = 0.5
"""Averages are taken over the last part of a run, cut to whole gait cycles."""


@dataclass(frozen=True)
class Summary:
    """How one vehicle swam; nan where a number has no meaning."""

    vehicle: str
    window: tuple[float, float]
    """time over which averages are taken (s)"""
    speed: float
    """net displacement over time (m/s)"""
    frequency: float
    """of the gait (Hz)"""
    sweep: float
    """sideways sweep of the tail tip, peak to peak (m)"""
    strouhal: float
    """frequency times sweep over speed"""
    power: float
    """mean mechanical power of drives and propellers; what flows back is not counted (W)"""
    cost_of_transport: float
    """power over weight times speed"""
    depth: float
    """mean (m)"""
    depth_change: float
    """over the whole run (m)"""
    roll: float
    """mean (rad)"""
    pitch: float
    """mean (rad)"""
    heading_change: float
    """over the whole run (rad)"""


def settled_window(time: Array, frequency: float) -> slice:
    """Return the records of the last part of a run, cut to whole cycles of a frequency (nan: no cycles)."""
    end = time[-1]
    length = SETTLED_PART * (end - time[0])
    if np.isfinite(frequency) and frequency > 0.0 and length * frequency >= 1.0:
        length = np.floor(length * frequency) / frequency
    first = int(np.searchsorted(time, end - length - 1e-9))
    return slice(min(first, len(time) - 2), len(time))


def summarise(run: "xarray.Dataset") -> list[Summary]:
    """Return the summary of each vehicle of a run."""
    return [_summarise_vehicle(run, number) for number in range(run.sizes["vehicle"])]


def _summarise_vehicle(run: "xarray.Dataset", number: int) -> Summary:
    time = run["time"].values
    frequency = float(run["gait_frequency"].values[-1, number])
    window = settled_window(time, frequency)
    root = list(run["body"].values).index(run["root"].values[number])
    path = run["position"].values[window, root]
    span = float(time[window][-1] - time[window][0])
    displacement = path[-1] - path[0]
    speed = float(np.linalg.norm(displacement)) / span
    sweep = _sweep(time[window], run["tail_tip"].values[window, number], displacement)
    power = _power(run, window, number)
    weight = float(run["mass"].values[number]) * float(run.attrs["gravity"])
    moving = speed > 1e-6
    heading = np.unwrap(run["heading"].values[:, number])
    depth = run["depth"].values[:, number]
    return Summary(
        vehicle=str(run["vehicle"].values[number]),
        window=(float(time[window][0]), float(time[window][-1])),
        speed=speed,
        frequency=frequency,
        sweep=sweep,
        strouhal=frequency * sweep / speed if moving else nan,
        power=power,
        cost_of_transport=power / (weight * speed) if moving and weight > 0.0 else nan,
        depth=float(depth[window].mean()),
        depth_change=float(depth[-1] - depth[0]),
        roll=float(run["roll_angle"].values[window, number].mean()),
        pitch=float(run["pitch_angle"].values[window, number].mean()),
        heading_change=float(heading[-1] - heading[0]),
    )


def _sweep(time: Array, tip: Array, displacement: Array) -> float:
    """Return the peak-to-peak motion of a point across the way in the horizontal plane, its drift taken out."""
    along = displacement[:2]
    if not np.all(np.isfinite(tip)) or np.linalg.norm(along) < 1e-9:
        return nan
    across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
    sideways = tip[:, :2] @ across
    drift = np.polyval(np.polyfit(time - time[0], sideways, 1), time - time[0])
    return float(np.ptp(sideways - drift))


def _power(run: "xarray.Dataset", window: slice, number: int) -> float:
    several = run.sizes["vehicle"] > 1
    prefix = f"{run['vehicle'].values[number]}." if several else ""
    joints = [index for index, name in enumerate(run["joint"].values) if str(name).startswith(prefix)]
    screws = [index for index, name in enumerate(run["propeller"].values) if str(name).startswith(prefix)]
    drives = run["drive_effort"].values[window][:, joints] * run["joint_velocity"].values[window][:, joints]
    shafts = run["propeller_power"].values[window][:, screws]
    spent = np.clip(drives, 0.0, None).sum(axis=1) + np.clip(shafts, 0.0, None).sum(axis=1)
    return float(spent.mean())
