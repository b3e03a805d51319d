"""Turns of a flight: where they begin and end, how fast and how tight they are.

A turn begins where the desired heading steps, and ends where the heading has come within a band of it, or where the
desired heading steps again. A step to the same side before that is part of the same turn, so that a circle flown in
short legs is one.
"""

from dataclasses import dataclass
from math import nan, pi

import numpy as np

from narcine.recording.trajectory import Array

LEAST_STEP = np.radians(10.0)
"""Step of the desired heading from which on it is a turn."""
BAND = np.radians(5.0)
"""Error of the heading within which a turn is done, and within which a heading has settled."""
STEADY = (0.25, 0.75)
"""Shares of the angle that is turned between which a turn counts as steady: it has begun, and does not yet end."""
EITHER_WAY = np.radians(150.0)
"""Angle from which on a vehicle may turn the other way round."""
FEWEST = 4
"""Samples of the steady part from which on it has a radius."""


@dataclass(frozen=True)
class Turn:
    """One turn; rates are those of the heading, positive to the turn's own side."""

    begin: float
    """when the desired heading stepped (s)"""
    end: float
    """when the heading came within the band, or when the next turn began (s)"""
    last: float
    """until when the new heading was desired (s)"""
    angle: float
    """by how much the heading was to change (rad), positive to starboard"""
    peak_rate: float
    """(rad/s)"""
    steady: tuple[float, float]
    """from when to when it counts as steady (s)"""
    steady_rate: float
    """mean over the steady part (rad/s)"""
    radius: float
    """of the circle through the steady part of the path, as seen from above (m); nan where that is too short"""
    speed: float
    """mean along the steady part of the path, as seen from above (m/s)"""
    overshoot: float
    """how far the heading went beyond the desired one (rad)"""
    settling: float
    """time from the step until the heading stays within the band (s); nan where it never does"""
    reached: bool
    """whether it came within the band at all"""

    @property
    def side(self) -> str:
        """Return the side to which it turns."""
        return "starboard" if self.angle > 0.0 else "port"

    @property
    def closure(self) -> float:
        """Return radius times rate over speed: 1 in a steady turn."""
        return self.radius * self.steady_rate / self.speed if self.speed > 0.0 else nan


def find_turns(time: Array, desired: Array, heading: Array, rate: Array, path: Array) -> tuple[Turn, ...]:
    """Return the turns of a flight in order.

    All arrays run over the same times: desired heading (nan before there is one), heading and its rate (rad, rad/s),
    and the path as seen from above (time, 2), north and east (m).
    """
    turns = []
    for first, stop, angle in _spans(desired, heading):
        error = wrapped(desired[first:stop] - heading[first:stop])
        angle = _as_turned(angle, heading[first:stop])
        turns.append(_turn(time[first:stop], error, angle, heading[first:stop], rate[first:stop], path[first:stop]))
    return tuple(turns)


def wrapped(angle: Array) -> Array:
    """Return angles between -pi and pi."""
    return np.asarray((angle + pi) % (2.0 * pi) - pi)


def circle_radius(path: Array) -> float:
    """Return the radius of the circle nearest to points (n, 2), in the least squares of Kasa (1976)."""
    if len(path) < FEWEST:
        return nan
    x, y = (path - path.mean(axis=0)).T
    (a, b, c), _, rank, _ = np.linalg.lstsq(np.stack([2.0 * x, 2.0 * y, np.ones_like(x)], axis=1), x * x + y * y)
    return float(np.sqrt(c + a * a + b * b)) if rank == 3 else nan


def _spans(desired: Array, heading: Array) -> list[tuple[int, int, float]]:
    """Return first sample, sample after the last, and angle of each turn."""
    spans: list[tuple[int, int, float]] = []
    wanted = np.flatnonzero(~np.isnan(desired))
    after = int(wanted[-1]) + 1 if len(wanted) else 0
    for sample in _steps(desired, heading):
        before = heading[sample] if sample == 0 or np.isnan(desired[sample - 1]) else desired[sample - 1]
        angle = float(wrapped(np.array(desired[sample] - before)))
        if spans:
            first, _, so_far = spans[-1]
            done = np.any(np.abs(wrapped(desired[first:sample] - heading[first:sample])) < BAND)
            if not done and so_far * angle > 0.0:
                spans[-1] = (first, after, so_far + angle)
                continue
            spans[-1] = (first, sample, so_far)
        spans.append((sample, after, angle))
    return spans


def _steps(desired: Array, heading: Array) -> list[int]:
    """Return the samples from which on another heading is desired."""
    before = np.concatenate([[np.nan], desired[:-1]])
    before = np.where(np.isnan(before), heading, before)
    stepped = np.abs(wrapped(desired - before)) > LEAST_STEP
    return [int(k) for k in np.flatnonzero(stepped & ~np.isnan(desired))]


def _as_turned(angle: float, heading: Array) -> float:
    """Return an angle to the side to which the vehicle went: about half a circle there are two ways."""
    went = float(np.unwrap(heading)[-1] - heading[0])
    if abs(angle) > EITHER_WAY and angle * went < 0.0 and abs(went) > LEAST_STEP and abs(angle) < 1.5 * pi:
        return angle - 2.0 * pi if angle > 0.0 else angle + 2.0 * pi
    return angle


def _turn(time: Array, error: Array, angle: float, heading: Array, rate: Array, path: Array) -> Turn:
    side = 1.0 if angle > 0.0 else -1.0
    inside = np.abs(error) < BAND
    reached = bool(inside.any())
    end = int(np.argmax(inside)) if reached else len(time) - 1
    own = side * rate[: end + 1]
    peak = float(own.max())
    turned = side * (np.unwrap(heading) - heading[0])[: end + 1]
    first, last = (int(np.argmax(turned >= share * turned.max())) for share in STEADY)
    part = slice(first, last + 1)
    way = float(np.sum(np.linalg.norm(np.diff(path[part], axis=0), axis=1)))
    lasts = time[last] - time[first]
    outside = np.flatnonzero(~inside)
    settled = int(outside[-1]) + 1 if len(outside) else 0
    return Turn(
        begin=float(time[0]),
        end=float(time[end]),
        last=float(time[-1]),
        angle=angle,
        peak_rate=peak,
        steady=(float(time[first]), float(time[last])),
        steady_rate=(turned[last] - turned[first]) / float(lasts) if lasts > 0.0 else nan,
        radius=circle_radius(path[part]),
        speed=way / float(lasts) if lasts > 0.0 else nan,
        overshoot=max(0.0, float(np.max(-side * error[end:]))) if reached else 0.0,
        settling=float(time[settled] - time[0]) if settled < len(time) else nan,
        reached=reached,
    )
