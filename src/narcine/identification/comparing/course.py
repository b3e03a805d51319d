"""What is compared of a motion: path, heading, speed and yaw rate over time, whoever tells them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from narcine.identification.comparing.alignment import PlaneShift
from narcine.identification.comparing.smoothing import SmoothMotion
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.quaternions import headings
from narcine.recording.dataset import rotation_matrices
from narcine.recording.trajectory import Array

NORTH, EAST, SPEED, HEADING, YAW_RATE = "north", "east", "speed", "heading", "yaw_rate"
COURSE = (NORTH, EAST, SPEED, HEADING, YAW_RATE)
"""What a course is made of."""
UNITS = {NORTH: "m", EAST: "m", SPEED: "m/s", HEADING: "rad", YAW_RATE: "rad/s"}


@dataclass(frozen=True)
class Course:
    """Numbers over time, by the names of COURSE; what was not measured is not there."""

    time: Array
    values: dict[str, Array]
    """speed: of the horizontal velocity; heading: without jumps"""
    errors: dict[str, Array] = field(default_factory=dict)
    """standard errors, where they are known"""

    @property
    def place(self) -> Array | None:
        """Return north and east (sample, 2)."""
        if NORTH not in self.values:
            return None
        return np.stack([self.values[NORTH], self.values[EAST]], axis=1)

    def at(self, times: Array) -> "Course":
        """Return the same at other times within its own; places along smooth curves, all else along straight lines."""
        from scipy.interpolate import CubicSpline

        known = np.all([np.isfinite(each) for each in self.values.values()], axis=0)
        own = self.time[known]
        values = {}
        for name, each in self.values.items():
            curved = name in (NORTH, EAST)
            values[name] = CubicSpline(own, each[known])(times) if curved else np.interp(times, own, each[known])
        errors = {name: np.interp(times, own, each[known]) for name, each in self.errors.items()}
        return Course(times, values, errors)

    def shifted(self, shift: PlaneShift) -> "Course":
        """Return the same after a motion in the plane."""
        values = dict(self.values)
        place = self.place
        if place is not None:
            values[NORTH], values[EAST] = (place @ shift.rotation[:2, :2].T + [shift.north, shift.east]).T
        if HEADING in values:
            values[HEADING] = values[HEADING] + shift.yaw
        return Course(self.time, values, self.errors)

    def turned_to(self, other: "Course") -> "Course":
        """Return the same with headings counted from the turn at which another one starts."""
        if HEADING not in self.values or HEADING not in other.values:
            return self
        apart = float(np.median(other.values[HEADING] - self.values[HEADING]))
        whole = 2.0 * np.pi * round(apart / (2.0 * np.pi))
        return Course(self.time, {**self.values, HEADING: self.values[HEADING] + whole}, self.errors)

    def picked(self, rows: NDArray[np.bool_] | slice) -> "Course":
        """Return some of its samples."""
        return Course(
            self.time[rows],
            {name: each[rows] for name, each in self.values.items()},
            {name: each[rows] for name, each in self.errors.items()},
        )


def course_of_motion(motion: Motion) -> Course:
    """Return the course of a motion that tells its own velocities, as a run does."""
    if motion.position is None or motion.attitude is None or motion.velocity is None or motion.angular_velocity is None:
        raise ValueError("a course takes positions, attitudes, velocities and rates")
    over_ground = np.einsum("tij,tj->ti", rotation_matrices(motion.attitude), motion.velocity)
    return Course(
        motion.time,
        {
            NORTH: motion.position[:, 0],
            EAST: motion.position[:, 1],
            SPEED: np.hypot(over_ground[:, 0], over_ground[:, 1]),
            HEADING: headings(motion.attitude),
            YAW_RATE: motion.angular_velocity[:, 2],
        },
    )


def course_of_smooth(motion: SmoothMotion) -> Course:
    """Return the course of a motion that was smoothed, and how well it is known."""
    values: dict[str, Array] = {}
    errors: dict[str, Array] = {}
    path, turning = motion.path, motion.turning
    if path is not None:
        values |= {NORTH: path.position[:, 0], EAST: path.position[:, 1]}
        values[SPEED] = np.hypot(path.velocity[:, 0], path.velocity[:, 1])
        errors |= {NORTH: path.position_error, EAST: path.position_error, SPEED: path.velocity_error}
    if turning is not None:
        values |= {HEADING: headings(turning.attitude), YAW_RATE: turning.rates[:, 2]}
        errors[HEADING] = np.sqrt(turning.attitude_covariance[:, 2, 2])
        errors[YAW_RATE] = np.sqrt(turning.rates_covariance[:, 2, 2])
    return Course(motion.time, values, errors)
