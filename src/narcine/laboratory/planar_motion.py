"""A planar motion mechanism that is not there: oscillations on a carriage, and what a balance reads of them.

Motions of the horizontal plane are those of Gertler's mechanism (1967): the vehicle is drawn along with a speed U while
it swings across. For the vertical plane the vehicle lies on its side, so that weight has no part in what is measured.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, pi

import numpy as np

from narcine.identification.captive.pmm import ORDER, PLANES, CaptiveRun, Coefficient, foreseen_widths
from narcine.laboratory.captive import Captive
from narcine.laboratory.mounting import MOVED
from narcine.laboratory.noise import Noise, draw
from narcine.simulation.momentum import link_inertias
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

MOTIONS = {
    "surge": "ahead and back about the speed, without swinging across",
    "sway": "across with a fixed heading",
    "yaw": "along a sine, the heading always along the way: no flow across at the origin",
    "drift": "as yaw, with the bow turned off the way by an angle",
    "turn": "about its origin, by an angle",
}
"""Of the horizontal plane; on its side a vehicle swings in heave and pitch by the same motions."""
CALLED: dict[str, dict[str, str]] = {"horizontal": {}, "vertical": {"sway": "heave", "yaw": "pitch"}}
"""What motions are called in a plane, where otherwise than by themselves."""
MOUNTS = {"horizontal": "upright", "vertical": "on_its_side"}
BALANCE_NOISE = Noise(white=0.3, coloured=0.1, memory=0.5, offset=0.5, drift=0.05)
"""Of each force of a balance for some 100 N (N)."""
SETTLING = 1
"""Cycles before the first sample, in which wakes, lags and joints come to their rhythm."""


@dataclass(frozen=True)
class Oscillation:
    """One run of the mechanism."""

    motion: str
    amplitude: float
    """m; of `turn` rad"""
    frequency: float
    """Hz"""
    speed: float
    """U (m/s)"""
    drift: float = 0.0
    """angle of the bow off the way (rad)"""


@dataclass(frozen=True)
class Balance:
    """A six-component balance, and how often it is read."""

    noise: Noise = BALANCE_NOISE
    """of a force (N)"""
    arm: float = 0.25
    """what errors of forces are multiplied by in moments (m)"""
    rate: float = 20.0
    """samples a second"""
    cycles: int = 6
    """of each run that are measured"""


def oscillation_paths(runs: Sequence[Oscillation]) -> Callable[[Array], Array]:
    """Return how runs move, side by side."""

    def moved(time: Array) -> Array:
        return np.stack([_moved(run, time) for run in runs])

    return moved


def _moved(run: Oscillation, time: Array) -> Array:
    """Return stages over time (n, 4, 3): value, rate, acceleration."""
    w = 2.0 * pi * run.frequency
    sine, cosine = np.sin(w * time), np.cos(w * time)
    swing = run.amplitude * np.stack([sine, w * cosine, -w * w * sine, -(w**3) * cosine], axis=1)
    found = np.zeros((len(time), len(MOVED), 3))
    found[:, 0, 0], found[:, 0, 1] = run.speed * time, run.speed
    if run.motion == "turn":
        found[:, 3] = swing[:, :3]
    elif run.motion == "surge":
        found[:, 0] += swing[:, :3]
    else:
        found[:, 1] = swing[:, :3]
    if run.motion in ("yaw", "drift"):
        slope, change, bend = (swing[:, k] / run.speed for k in (1, 2, 3))
        steep = 1.0 + slope**2
        found[:, 3, 0] = np.arctan(slope) - (run.drift if run.motion == "drift" else 0.0)
        found[:, 3, 1] = change / steep
        found[:, 3, 2] = bend / steep - 2.0 * slope * change**2 / steep**2
    return found


def planar_truth(
    simulation: Simulation,
    plane: str,
    runs: Sequence[Oscillation],
    balance: Balance,
    beating: bool = False,
    progress: Callable[[float], None] | None = None,
) -> list[CaptiveRun]:
    """Return runs as a balance without errors would measure them, each cut to whole cycles."""
    captive = Captive(simulation, MOUNTS[plane], beating)
    longest = max((SETTLING + balance.cycles) / run.frequency for run in runs)
    time = np.arange(ceil(longest * balance.rate) + 1) / balance.rate
    seen = captive.measure(oscillation_paths(runs), time, progress=progress)
    found, axes = [], list(PLANES[plane].axes)
    for number, run in enumerate(runs):
        begin = ceil(SETTLING / run.frequency * balance.rate - 1e-9)
        end = begin + round(balance.cycles / run.frequency * balance.rate)
        kept = slice(begin, end)
        called = CALLED[plane].get(run.motion, run.motion)
        found.append(
            CaptiveRun(
                f"{called}_{number + 1:03d}",
                called,
                time[kept] - time[begin],
                seen.motion[number, kept][:, axes],
                seen.acceleration[number, kept][:, axes],
                seen.wrench[number, kept][:, axes],
            )
        )
    return found


def planar_runs(truth: Sequence[CaptiveRun], balance: Balance, seed: int = 0) -> list[CaptiveRun]:
    """Return runs as they are measured, with errors drawn from a seed."""
    rng = np.random.default_rng(seed)
    scale = np.array([1.0, 1.0, balance.arm])
    return [
        CaptiveRun(
            run.name,
            run.motion,
            run.time,
            run.velocity,
            run.acceleration,
            run.wrench + scale * draw(balance.noise, run.time, (3,), rng).T,
        )
        for run in truth
    ]


def foreseen(plane: str, truth: Sequence[CaptiveRun], balance: Balance) -> dict[Coefficient, float]:
    """Return the half widths of the 95 % intervals that such runs will give, with the noise of a balance."""
    lags = balance.noise.autocovariance(ORDER + 1, 1.0 / balance.rate)
    return foreseen_widths(plane, truth, np.stack([lags, lags, lags * balance.arm**2]))


def standing_inertia(simulation: Simulation, plane: str) -> tuple[Array, Array]:
    """Return the inertia that a carriage feels of a vehicle at rest, and the root's own water's share of it.

    Both in the plane's freedoms (3, 3), joints as they stand.
    """
    captive = Captive(simulation, MOUNTS[plane])
    stages = [MOVED.index(stage) for stage in ("north", "east", "turn")]

    def pushed(time: Array) -> Array:
        found = np.zeros((1 + len(stages), len(time), len(MOVED), 3))
        for run, stage in enumerate(stages):
            found[1 + run, :, stage, 2] = 1.0
        return found

    seen = captive.measure(pushed, np.zeros(1))
    axes = list(PLANES[plane].axes)
    wrench, acceleration = (each[1:, 0] - each[:1, 0] for each in (seen.wrench, seen.acceleration))
    total = np.linalg.solve(acceleration[:, axes], wrench[:, axes]).T
    _, added = link_inertias(captive.model)[captive.link]
    return total, added[np.ix_(axes, axes)]
