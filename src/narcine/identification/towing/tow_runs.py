"""Runs of a towing carriage, and the force that its load cells tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians

import numpy as np

from narcine.recording.trajectory import Array

WIRE_ANGLE = radians(47.0)
"""Of the wire with the third load cell (Nielsen et al. 2018, section 3.1.1)."""
NEUTRAL = 1500.0
"""Pulse at which a thruster stands still (us)."""


@dataclass(frozen=True)
class TowRun:
    """One run, in SI units."""

    name: str
    axis: str
    time: Array
    """(sample,)"""
    speed: Array
    """of the carriage along the axis (m/s), or its rate about it (rad/s)"""
    force: Array
    """that the carriage exerts along the motion (N), or its moment (N m): drag, with the sign of the speed"""
    pulse: Array | None = None
    """of the thrusters that turn (us)"""
    shaft: Array | None = None
    """speed of their screws (rad/s)"""

    @property
    def driven(self) -> bool:
        """Whether thrusters turn."""
        if self.shaft is not None:
            return bool(np.any(self.shaft != 0.0))
        return self.pulse is not None and bool(np.any(self.pulse != NEUTRAL))


def combine_cells(first: Array, second: Array, wire: Array, angle: float = WIRE_ANGLE) -> Array:
    """Return the force on bracket and vehicle: f = m1 + m2 - m3 cos(phi) (Nielsen et al. 2018, eq 35)."""
    return np.asarray(first + second - wire * cos(angle))


@dataclass(frozen=True)
class Records:
    """Runs side by side, so that all are looked at in one go; nan behind the end of a shorter one."""

    time: Array
    speed: Array
    force: Array
    """(run, sample)"""
    count: Array
    """(run,): how many samples there are"""


def side_by_side(runs: Sequence[TowRun]) -> Records:
    """Return runs of any lengths as arrays."""
    count = np.array([len(run.time) for run in runs])
    time, speed, force = (np.full((len(runs), int(count.max())), np.nan) for _ in range(3))
    for row, run in enumerate(runs):
        time[row, : count[row]] = run.time
        speed[row, : count[row]] = run.speed
        force[row, : count[row]] = run.force
    return Records(time, speed, force, count)
