"""How alike two courses are: warping distance, correlation, errors, and how they come to their speed."""

from dataclasses import dataclass

import numpy as np

from narcine.identification.comparing.course import COURSE, HEADING, SPEED, YAW_RATE, Course
from narcine.identification.comparing.warping import warp
from narcine.recording.trajectory import Array

POSITION = "position"
WARPED = (POSITION, SPEED, HEADING, YAW_RATE)
"""What is warped: the place in the plane, and each number that has no place."""
LAST_PART = 0.25
"""Share of the time under way, at its end, over which the speed counts as steady."""
LOW, HIGH = 0.1, 0.9
"""Shares of the change in speed between which it rises."""
LEAST_RISE = 0.02
"""Change of speed (m/s) below which nothing rises."""
LARGEST_LAG = 0.25
"""Share of the common time that a delay may take."""
VARIES = 3.0
"""Standard deviation over standard error below which a correlation is that of noise."""


@dataclass(frozen=True)
class Rise:
    """How a speed comes to be steady."""

    steady: float
    """mean speed at the end of the time under way (m/s)"""
    time: float
    """from a tenth to nine tenths of the change (s); nan where there is none"""


def warped_distances(simulated: Course, measured: Course, window: int | None = None) -> dict[str, float]:
    """Return the average distance along the warping path of each quantity that both tell."""
    found = {}
    for name in WARPED:
        a, b = (each.place if name == POSITION else each.values.get(name) for each in (simulated, measured))
        if a is not None and b is not None:
            found[name] = warp(a, b, window).average
    return found


def correlations(simulated: Course, measured: Course) -> dict[str, float]:
    """Return Pearson's R of each quantity that both tell; nan where one of them stays as it is."""
    return {
        name: pearson(simulated.values[name], measured.values[name])
        for name in COURSE
        if name in simulated.values and name in measured.values
    }


def pearson(a: Array, b: Array) -> float:
    """Return Pearson's correlation coefficient."""
    a, b = a - a.mean(), b - b.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / size if size > 0.0 else float("nan")


def hardly_varying(simulated: Course, measured: Course) -> tuple[str, ...]:
    """Return the names of what stays within its noise, so that its correlation tells nothing."""
    return tuple(
        name
        for name, error in measured.errors.items()
        if name in simulated.values
        and min(np.std(simulated.values[name]), np.std(measured.values[name])) < VARIES * float(np.mean(error))
    )


def differences(simulated: Course, measured: Course) -> dict[str, Array]:
    """Return measured less simulated of each quantity that both tell, and the distance of places."""
    found = {
        name: measured.values[name] - simulated.values[name]
        for name in COURSE
        if name in simulated.values and name in measured.values
    }
    a, b = simulated.place, measured.place
    if a is not None and b is not None:
        found[POSITION] = np.linalg.norm(b - a, axis=1)
    return found


def rise(course: Course, engaged: float | None, released: float | None) -> Rise | None:
    """Return how the speed becomes steady while it is under way; None where there is no speed."""
    speed = course.values.get(SPEED)
    if speed is None:
        return None
    begin = course.time[0] if engaged is None else engaged
    end = course.time[-1] if released is None else released
    under_way = (course.time >= begin) & (course.time <= end)
    if under_way.sum() < 1.0 / LAST_PART:
        return None
    time, speed = course.time[under_way], speed[under_way]
    steady = float(np.mean(speed[time >= end - LAST_PART * (end - begin)]))
    change = steady - speed[0]
    if abs(change) < LEAST_RISE:
        return Rise(steady, float("nan"))
    share = (speed - speed[0]) / change
    return Rise(steady, _crossing(time, share, HIGH) - _crossing(time, share, LOW))


def _crossing(time: Array, share: Array, level: float) -> float:
    """Return when a share first comes to a level, along straight lines; it ends above it."""
    after = int(np.argmax(share >= level))
    if after == 0:
        return float(time[0])
    return float(np.interp(level, share[after - 1 : after + 1], time[after - 1 : after + 1]))


def lag(simulated: Course, measured: Course) -> float | None:
    """Return by how much the measured course comes later (s): where speeds, or yaw rates, correlate best.

    Samples must be evenly spaced; the best of all whole steps is refined by a parabola.
    """
    for name in (SPEED, YAW_RATE):
        if name in simulated.values and name in measured.values and name not in hardly_varying(simulated, measured):
            return _lag(simulated.values[name], measured.values[name], float(np.diff(simulated.time[:2])[0]))
    return None


def _lag(a: Array, b: Array, step: float) -> float:
    most = max(1, int(LARGEST_LAG * len(a)))
    steps = range(-most, most + 1)
    count = len(a)
    fits = np.array([pearson(a[max(0, -k) : count - max(0, k)], b[max(0, k) : count + min(0, k)]) for k in steps])
    fits = np.where(np.isfinite(fits), fits, -1.0)
    best = int(np.argmax(fits))
    inner = min(max(best, 1), len(fits) - 2)
    before, here, after = fits[inner - 1 : inner + 2]
    bend = before - 2.0 * here + after
    part = 0.5 * (before - after) / bend if inner == best and bend < 0.0 else 0.0
    return float((steps[best] + part) * step)
