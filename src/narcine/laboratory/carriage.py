"""How a towing carriage runs: it stands, speeds up evenly, keeps its speed, and slows down."""

from dataclasses import dataclass

import numpy as np

from narcine.identification.towing.axes import AXES, TURNING
from narcine.laboratory.captive import Path
from narcine.laboratory.mounting import MOVED
from narcine.spatial.vectors import Array

MOUNTS = {"roll": "nose_down", "pitch": "on_its_side"}
"""How a vehicle is mounted for an axis, where not upright: the table turns about down, and weight has no part in it."""

END = 1.0
"""Time for which samples go on after the carriage has stopped (s)."""


@dataclass(frozen=True)
class Carriage:
    """What a carriage does in each run."""

    acceleration: float = 0.3
    """with which it speeds up and slows down (m/s2, of a table rad/s2)"""
    rest: float = 3.0
    """time for which it stands at first, over which cells find their zero (s)"""
    steady: float = 12.0
    """least time at its speed (s)"""
    rate: float = 20.0
    """samples a second"""

    def times(self, speeds: Array) -> Array:
        """Return the times of the samples, the same for all runs of a campaign."""
        ramp = float(np.max(np.abs(speeds), initial=0.0)) / self.acceleration
        return np.asarray(np.arange(int(self._length(ramp) * self.rate) + 1) / self.rate)

    def _length(self, ramp: float) -> float:
        return self.rest + 2.0 * ramp + self.steady + END

    def brakes(self, speeds: Array) -> float:
        """Return the time at which all runs begin to slow down."""
        return self.rest + float(np.max(np.abs(speeds), initial=0.0)) / self.acceleration + self.steady

    def steady_samples(self, speeds: Array) -> Array:
        """Return how many samples of each run are taken at its speed."""
        begin = self.rest + np.abs(speeds) / self.acceleration
        return np.asarray(np.floor((self.brakes(speeds) - begin) * self.rate))

    def path(self, axis: str, speeds: Array) -> Path:
        """Return how runs with these speeds along an axis move."""
        stage = MOVED.index("turn") if axis in TURNING else AXES.index(axis)
        ramp = np.abs(speeds)[:, None] / self.acceleration
        slope = np.sign(speeds)[:, None] * self.acceleration
        brakes = self.brakes(speeds)

        def moved(time: Array) -> Array:
            since, left = time[None] - self.rest, time[None] - brakes
            up, down = np.clip(since, 0.0, ramp), np.clip(left, 0.0, ramp)
            found = np.zeros((len(speeds), len(time), len(MOVED), 3))
            coasted = np.maximum(since - ramp, 0.0) * ramp - np.maximum(left - ramp, 0.0) * ramp
            found[:, :, stage, 0] = slope * (0.5 * up**2 - 0.5 * down**2 + coasted)
            found[:, :, stage, 1] = slope * (up - down)
            changing = ((since >= 0.0) & (since < ramp)).astype(float) - ((left >= 0.0) & (left < ramp))
            found[:, :, stage, 2] = slope * changing
            return found

        return moved
