"""The times at which two courses are held against each other: both must tell something there."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from narcine.identification.comparing.course import Course
from narcine.identification.comparing.linear_smoother import Flags
from narcine.identification.comparing.warping import LONGEST
from narcine.recording.trajectory import Array

FEWEST = 10
"""Samples of each that both must have in common."""
GAP = 0.25
"""Seconds without samples in which a vehicle does what nobody knows, if they are more than some steps."""
GAP_STEPS = 5
MILLI = (200.0, 5000.0)
"""Durations over each other where one of both is in milliseconds, though they need not be the same."""


@dataclass(frozen=True)
class CommonTime:
    """Evenly spaced times, and which of them the experiment tells something of."""

    even: Array
    told: Flags
    step: float
    words: tuple[str, ...]
    """what was cut, and why"""


def common_time(simulated: Course, measured: Course, used: Flags, delay: float) -> CommonTime:
    """Return times that both courses have, as far apart as the coarser of both; raise where there are too few.

    `used` says which samples of the measured course count; times in gaps between them tell nothing.
    """
    ours, theirs = _finite(simulated), measured.time[used]
    begin, end = check_overlap(ours, theirs, delay)
    step = max(float(np.median(np.diff(ours))), float(np.median(np.diff(theirs))), (end - begin) / (LONGEST - 1))
    even = begin + step * np.arange(int((end - begin) / step * (1.0 + 1e-12)) + 1)
    even = np.minimum(even, end)
    gaps = _gaps(theirs)
    told = np.ones(len(even), bool)
    for first, last in gaps:
        told &= (even <= first) | (even >= last)
    return CommonTime(even, told, step, tuple(_words(ours, theirs, begin, end, step, gaps)))


def check_overlap(ours: Array, theirs: Array, delay: float) -> tuple[float, float]:
    """Return from when to when both have samples; raise where these are too few."""
    begin, end = float(max(ours[0], theirs[0])), float(min(ours[-1], theirs[-1]))
    common = min(int(np.sum((each >= begin) & (each <= end))) for each in (ours, theirs))
    if common < FEWEST:
        raise ValueError(_too_few(ours, theirs, common, delay))
    return begin, end


def counted(number: int, thing: str) -> str:
    """Return a number of things in words."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _finite(course: Course) -> Array:
    known = np.all([np.isfinite(each) for each in course.values.values()], axis=0)
    return course.time[known]


def _gaps(times: Array) -> list[tuple[float, float]]:
    least = max(GAP, GAP_STEPS * float(np.median(np.diff(times))))
    return [(float(a), float(b)) for a, b in pairwise(times) if b - a > least]


def _words(
    ours: Array, theirs: Array, begin: float, end: float, step: float, gaps: list[tuple[float, float]]
) -> list[str]:
    words = [f"compared from {_moment(begin)} to {_moment(end)} s, every {1e3 * step:.4g} ms"]
    for name, times in (("simulation", ours), ("experiment", theirs)):
        for cut, where in ((begin - times[0], "start"), (times[-1] - end, "end")):
            if cut > step:
                words.append(f"{cut:.4g} s at the {where} of the {name} have no counterpart and are left out")
    inside = [(a, b) for a, b in gaps if b > begin and a < end]
    if inside:
        longest = max(b - a for a, b in inside)
        words.append(f"{counted(len(inside), 'gap')} of the experiment, up to {longest:.3g} s long, left out")
    return words


def _moment(time: float) -> str:
    """Return a time to the millisecond."""
    return f"{round(time, 3) + 0.0:.9g}"


def _too_few(ours: Array, theirs: Array, common: int, delay: float) -> str:
    spans = f"the simulation goes from {ours[0]:.6g} to {ours[-1]:.6g} s, the experiment from {theirs[0]:.6g} to "
    spans += f"{theirs[-1]:.6g} s" + (f" after a delay of {delay:g} s" if delay else "")
    longer = (theirs[-1] - theirs[0]) / (ours[-1] - ours[0])
    if MILLI[0] < longer < MILLI[1]:
        return f"{spans}: are its times in milliseconds? Write `time [ms]` in its first line"
    if theirs[0] > ours[-1] or theirs[-1] < ours[0]:
        apart = theirs[0] - ours[0] + delay
        return f"they have no time in common: {spans}; --delay {apart:.9g} lets both start at once"
    return f"they have {counted(common, 'sample')} in common, and it takes {FEWEST}: {spans}"
