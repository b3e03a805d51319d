"""A simulated motion beside a measured one: the same body, the same axes, the same times, and how alike they are.

The method of Nielsen et al. 2018, section 4.2 and figure 12: a kinematic Kalman filter turns measured poses into
velocities, and path, heading, speed and yaw rate are held against those of the simulation by dynamic time warping and
by Pearson's correlation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import degrees

import numpy as np

from narcine.identification.comparing.alignment import (
    KINDS,
    Capture,
    PlaneShift,
    seen_by_world,
    shift_to_fit,
    shift_to_start,
)
from narcine.identification.comparing.common_time import check_overlap, common_time, counted
from narcine.identification.comparing.course import HEADING, Course, course_of_motion, course_of_smooth
from narcine.identification.comparing.engagement import commands_apart, engagement
from narcine.identification.comparing.likeness import (
    Rise,
    correlations,
    differences,
    hardly_varying,
    lag,
    rise,
    warped_distances,
)
from narcine.identification.comparing.linear_smoother import Flags
from narcine.identification.comparing.smoothing import SmoothingSettings, SmoothMotion, smooth
from narcine.identification.motion.motion import Motion

OPPOSITE = -0.5
"""Correlation of headings below which one of both is seen from below."""
SLOWEST = 2.0
"""Seconds from sample to sample beyond which poses tell nothing of how a vehicle moves."""


HALF = 0.5
"""Bandwidth times step at which samples tell no more (Nyquist)."""


@dataclass(frozen=True)
class ComparisonSettings:
    """How an experiment is put beside a simulation."""

    capture: Capture = field(default_factory=Capture)
    smoothing: SmoothingSettings = field(default_factory=SmoothingSettings)
    align: str = "start"
    """one of none, start, fit"""
    align_over: float | None = None
    """seconds from the start that are aligned; the first instant of `start`, all of `fit` when not given"""
    delay: float = 0.0
    """seconds by which the experiment's clock is ahead"""
    window: float | None = None
    """seconds that points may be apart to be laid beside each other by warping"""


@dataclass(frozen=True)
class Comparison:
    """Two courses at the same times, and how alike they are."""

    name: str
    simulated: Course
    measured: Course
    """aligned and smoothed"""
    dtw: dict[str, float]
    """average distance along the warping path: position (m), speed (m/s), heading (rad), yaw_rate (rad/s)"""
    pearson: dict[str, float]
    """correlation of north, east, speed, heading, yaw_rate"""
    rms: dict[str, float]
    """root of the mean square of measured less simulated: those, and position"""
    final: dict[str, float]
    """measured less simulated at the end; of the position the distance"""
    rises: tuple[Rise | None, Rise | None]
    """of the simulated and of the measured speed"""
    lag: float | None
    """by how much the measured motion comes later (s), not applied"""
    engaged: float | None
    """when a command first changes (s)"""
    released: float | None
    """when commands change for the second and last time (s)"""
    unvaried: tuple[str, ...]
    """quantities whose correlation is that of noise"""
    shift: PlaneShift
    """in the plane, of the measured motion"""
    smooth: SmoothMotion
    """the measured motion as it was smoothed, before the shift"""
    applied: tuple[str, ...]
    """what was done to the experiment, in words"""
    doubts: tuple[str, ...]
    """what makes one doubt the comparison"""


def compare(
    simulated: Motion,
    measured: Motion,
    settings: ComparisonSettings | None = None,
    name: str | None = None,
    smoothed: SmoothMotion | None = None,
) -> Comparison:
    """Put a measured motion beside a simulated one; raise ValueError where they cannot be compared.

    `simulated` tells its own velocities, as `motion_of_run` gives them, or is smoothed like the measured one, of which
    poses alone count; `smoothed` is the latter where `smoothed_motion` told it already.
    """
    settings = settings or ComparisonSettings()
    if settings.align not in KINDS:
        raise ValueError(f"align must be one of {', '.join(KINDS)}, not {settings.align!r}")
    check_overlap(simulated.time, measured.time - settings.delay, settings.delay)
    smoothed = smoothed or smoothed_motion(measured, settings)
    theirs = course_of_smooth(smoothed)
    theirs = Course(theirs.time - settings.delay, theirs.values, theirs.errors)
    ours = _course(simulated)
    times = common_time(ours, theirs, _used(smoothed), settings.delay)
    ours, theirs = ours.at(times.even), theirs.at(times.even)
    shift = _shift(ours, theirs, settings)
    theirs = theirs.shifted(shift).turned_to(ours)
    started, released = engagement(simulated, measured, settings.delay, times.even)
    told, seen = ours.picked(times.told), theirs.picked(times.told)
    window = None if settings.window is None else max(1, round(settings.window / times.step))
    apart, found, unvaried = differences(told, seen), correlations(told, seen), hardly_varying(told, seen)
    return Comparison(
        name=name if name is not None else measured.file.stem,
        simulated=told,
        measured=seen,
        dtw=warped_distances(told, seen, window),
        pearson=found,
        rms={key: float(np.sqrt(np.mean(each**2))) for key, each in apart.items()},
        final={key: float(each[-1]) for key, each in apart.items()},
        rises=(rise(told, started, released), rise(seen, started, released)),
        lag=lag(ours, theirs),
        engaged=started,
        released=released,
        unvaried=unvaried,
        shift=shift,
        smooth=smoothed,
        applied=(*_applied(settings, smoothed, shift), *times.words),
        doubts=(
            *commands_apart(simulated, measured, settings.delay, times.even),
            *_mirrored(found, unvaried),
            *_seldom_sampled(settings.smoothing, smoothed),
        ),
    )


def _seldom_sampled(given: SmoothingSettings, smoothed: SmoothMotion) -> Iterator[str]:
    """Yield what samples are too far apart for: noise and motion cannot be told apart there."""
    step = float(np.median(np.diff(smoothed.time)))
    tunings = {
        "--noise": (given.position_noise, [] if smoothed.path is None else [smoothed.path.tuning]),
        "--attitude-noise": (given.attitude_noise, [] if smoothed.turning is None else smoothed.turning.tuning),
    }
    for option, (noise, found) in tunings.items():
        if noise is None and any(each.bandwidth * step > HALF for each in found):
            yield (
                f"it moves too fast for samples {step:.3g} s apart: their noise, and with it the errors of velocities, "
                f"cannot be told from them; say it with {option}"
            )


def _mirrored(found: dict[str, float], unvaried: tuple[str, ...]) -> Iterator[str]:
    """Yield a word where an experiment turns the other way: the z axis of most captures points up."""
    if HEADING not in unvaried and found.get(HEADING, 0.0) < OPPOSITE:
        yield "the measured heading runs against the simulated one: where z points up, say --axes x,-y,-z"


def smoothed_motion(measured: Motion, settings: ComparisonSettings) -> SmoothMotion:
    """Return the motion of the body in the axes of the world that measured poses tell."""
    if measured.position is None and measured.attitude is None:
        raise ValueError("tells no poses: there are neither positions nor attitudes")
    apart = float(np.median(np.diff(measured.time)))
    if apart > SLOWEST:
        hint = "are its times in milliseconds? Write `time [ms]` in its first line"
        raise ValueError(f"its samples are {apart:.3g} s apart, which tells no velocities: {hint}")
    return smooth(seen_by_world(measured, settings.capture), settings.smoothing)


def _course(simulated: Motion) -> Course:
    if simulated.velocity is None or simulated.angular_velocity is None:
        return course_of_smooth(smooth(simulated))
    return course_of_motion(simulated)


def _used(smoothed: SmoothMotion) -> Flags:
    """Return the samples that told something of everything that is smoothed."""
    parts = [each.used for each in (smoothed.path, smoothed.turning) if each is not None]
    return np.asarray(np.all(parts, axis=0))


def _shift(ours: Course, theirs: Course, settings: ComparisonSettings) -> PlaneShift:
    if settings.align == "none":
        return PlaneShift()
    over = settings.align_over if settings.align_over is not None else (0.0 if settings.align == "start" else np.inf)
    early = ours.time <= ours.time[0] + over
    there, here = ours.picked(early), theirs.picked(early)
    if settings.align == "start":
        return shift_to_start(here.place, here.values.get(HEADING), there.place, there.values.get(HEADING))
    if here.place is None or there.place is None:
        raise ValueError("there are no positions to fit; --align start puts it there by its heading")
    return shift_to_fit(here.place, there.place)


def _applied(settings: ComparisonSettings, smoothed: SmoothMotion, shift: PlaneShift) -> Iterator[str]:
    """Yield what was done to the experiment."""
    capture = settings.capture
    if capture.axes != Capture().axes:
        yield f"axes of the capture: north, east, down are {', '.join(capture.axes)}"
    if capture.yaw:
        yield f"what the capture calls north points {degrees(capture.yaw):.4g} deg from north"
    if any(capture.marker_attitude):
        angles = ", ".join(f"{degrees(each):.4g}" for each in capture.marker_attitude)
        yield f"markers are turned by roll, pitch, yaw {angles} deg against the body"
    if any(capture.lever):
        yield f"lever arm of the markers: {', '.join(f'{each:.4g}' for each in capture.lever)} m taken off"
    if settings.delay:
        yield f"the experiment's clock put back by {settings.delay:.4g} s"
    yield {
        "none": "not aligned",
        "start": f"aligned at the start: {shift}",
        "fit": f"aligned by the path: {shift}",
    }[settings.align]
    white = settings.smoothing.model.white
    if smoothed.path is not None:
        tuning = smoothed.path.tuning
        yield (
            f"positions smoothed (white {white}): noise {1e3 * tuning.noise:.3g} mm, "
            f"bandwidth {tuning.bandwidth:.3g} Hz" + _lost(smoothed.path.used, smoothed.path.known)
        )
    if smoothed.turning is not None:
        noise = degrees(smoothed.turning.tuning[0].noise)
        widths = ", ".join(f"{each.bandwidth:.3g}" for each in smoothed.turning.tuning)
        yield (
            f"attitudes smoothed (white angular {white}): noise {noise:.3g} deg, bandwidth in roll, pitch, yaw "
            f"{widths} Hz" + _lost(smoothed.turning.used, smoothed.turning.known)
        )


def _lost(used: Flags, known: Flags) -> str:
    outliers, lost = int(np.sum(known & ~used)), int(np.sum(~known))
    told = f"; {counted(outliers, 'outlier')} of {counted(len(used), 'sample')} left out" if outliers else ""
    return told + (f"; {counted(lost, 'sample')} lost" if lost else "")
