"""Step responses: how a heading or a depth follows a step of what is desired, flown or predicted."""

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from narcine.recording.trajectory import Array

RISEN = (0.1, 0.9)
"""Shares of the step between which it rises."""
WITHIN = 0.05
"""Share of the step within which it has settled."""


@dataclass(frozen=True)
class Step:
    """One step of what is desired, and how it was followed until the next."""

    begin: float
    """s"""
    size: float
    """rad or m"""
    rise: float
    """from a tenth to nine tenths of the step (s); nan where it never came so far"""
    overshoot: float
    """beyond the new value, over the step"""
    settling: float
    """time from the step until it stays within 5 % of it (s); nan where it never does"""
    left: float
    """mean error over the last fifth of the time, over the step"""


def step_of(time: Array, begin: float, end: float, measured: Array) -> Step:
    """Return how a measurement went over from one value to another, from the first time on."""
    size = end - begin
    share = (measured - begin) / size
    risen = [_first(time, share >= level) for level in RISEN]
    outside = np.flatnonzero(np.abs(share - 1.0) > WITHIN)
    settled = int(outside[-1]) + 1 if len(outside) else 0
    return Step(
        begin=float(time[0]),
        size=float(size),
        rise=risen[1] - risen[0],
        overshoot=max(0.0, float(share.max()) - 1.0),
        settling=float(time[settled] - time[0]) if settled < len(time) else nan,
        left=float(np.mean(1.0 - share[-max(1, len(share) // 5) :])),
    )


def find_steps(time: Array, desired: Array, measured: Array, least: float, circular: bool = False) -> tuple[Step, ...]:
    """Return the steps of at least some size in what is desired, each until the next change; nan is nothing desired."""
    measured, desired = np.asarray(measured, float), np.asarray(desired, float)
    if circular:
        measured = np.unwrap(measured)
        desired = measured + (desired - measured + np.pi) % (2.0 * np.pi) - np.pi
        for k in range(1, len(desired)):
            if np.isfinite(desired[k - 1]) and np.isfinite(desired[k]):
                turns = np.round((desired[k] - desired[k - 1]) / (2.0 * np.pi))
                desired[k] -= 2.0 * np.pi * turns
    before = np.concatenate([[np.nan], desired[:-1]])
    changed = np.flatnonzero((np.abs(desired - before) > 1e-9) | (np.isnan(before) & np.isfinite(desired)))
    found = []
    for number, first in enumerate(changed):
        if not np.isfinite(desired[first]):
            continue
        stop = changed[number + 1] if number + 1 < len(changed) else len(time)
        gone = np.flatnonzero(~np.isfinite(desired[first:stop]))
        stop = first + int(gone[0]) if len(gone) else stop
        begin = before[first] if np.isfinite(before[first]) else measured[first]
        part = slice(first, stop)
        if abs(desired[first] - begin) >= least and np.isfinite(measured[part]).all() and stop - first > 1:
            found.append(step_of(time[part], float(begin), float(desired[first]), measured[part]))
    return tuple(found)


def _first(time: Array, reached: NDArray[np.bool_]) -> float:
    """Return when something is first so, from the beginning on."""
    places = np.flatnonzero(reached)
    return float(time[places[0]] - time[0]) if len(places) else nan
