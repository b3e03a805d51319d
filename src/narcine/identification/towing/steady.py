"""The steady part of towing runs: its mean, its variance, and how well the mean is known.

1. The carriage: the longest stretch over which its speed (a running median) stays near the plateau, within SPEED_BAND
   of it or four times the noise of the speed record.
2. The force: of that stretch the beginning, in which the flow settles, is cut off (`transients`: MSER-5).
3. Single samples that stand far off a running median (Hampel's rule) are left out throughout.

The zero of the cells is the mean of the samples at rest before the carriage moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.identification.outliers import MAD_TO_SIGMA
from narcine.identification.towing.correlation import inefficiency
from narcine.identification.towing.rows import cut, longest_stretch, medians, quantiles, spreads
from narcine.identification.towing.tow_runs import Records, TowRun, side_by_side
from narcine.identification.towing.transients import transients
from narcine.recording.trajectory import Array

SPEED_BAND = 0.05
"""By how much of itself the speed may leave the plateau: less than carriages settle to, more than they swing by."""
EDGE = 0.05
"""Share of that stretch, at either end, that is left out: while an even ramp that lasts as long as the stretch itself
is still, or already, within SPEED_BAND, what speeds the carriage up would count as drag."""
SPEED_NOISE = 4.0
"""Standard deviations of the speed's noise that count as steady."""
RUNNING = 5
"""Samples of a running median: it does not see one or two that are off."""
SPIKE = 7.0
"""Standard deviations from the running median at which a sample is a spike: one of a billion by chance."""
FEWEST = 20
"""Samples without which a segment tells neither its variance nor its drift."""
AT_REST = 0.02
"""Of the plateau's speed: slower is at rest."""
FEWEST_AT_REST = 5
"""Samples that make a zero."""
BEFORE_MOVING = 0.1
"""Share of the samples at rest, next to those in motion, that are left out."""
FINEST = 1e-6
"""Of the largest force: no cell tells less, whatever a record without noise says."""
DRIFTS = 4.0
"""Standard errors of a slope beyond which a force drifts."""
TOO_FAR = 0.25
"""Of the force: a segment over which it drifts by more is not steady."""


@dataclass(frozen=True)
class Steady:
    """What each run comes to (run,); nan where it has no steady segment, which `reason` says."""

    first: Array
    samples: Array
    """of the segment: its first sample, and how many it has"""
    speed: Array
    """mean"""
    force: Array
    """mean, less the zero"""
    variance: Array
    """of the signal in the segment"""
    error: Array
    """standard error of the mean, with that of the zero and of a drift"""
    zero: Array
    """of the cells; nan where it is not known"""
    spikes: Array
    """samples that were left out"""
    reason: tuple[str, ...]
    """why there is no steady segment; nothing where there is one"""
    inefficiency: float
    """samples that one independent one is worth"""


def steady_parts(runs: Sequence[TowRun], tare: bool = True) -> Steady:
    """Return what each of some runs with one kind of noise comes to."""
    records = side_by_side(runs)
    force, spikes = _without_spikes(records.force)
    plateau, noise = _plateaus(records)
    zero, zero_error = _zeros(records, force, plateau, noise) if tare else _no_zeros(len(runs))
    force = force - np.nan_to_num(zero)[:, None]
    still = np.abs(plateau) <= SPEED_NOISE * noise
    first, samples = _segments(records, force, plateau, noise, still)
    short = samples < FEWEST
    length = np.where(short, 0, samples)
    found = _statistics(cut(force, first, length))
    error = np.sqrt(found.error**2 + found.worth * np.nan_to_num(zero_error) ** 2)
    least = FINEST * float(np.nanmax(np.abs(found.mean), initial=0.0))
    error, variance = np.maximum(error, least), np.maximum(found.variance, least**2)
    wanders = found.drifts & (np.abs(found.change) > TOO_FAR * np.abs(found.mean))
    reasons = tuple(
        _reason(bool(still[row]), bool(short[row]), bool(wanders[row]), float(found.change[row]), int(samples[row]))
        for row in range(len(runs))
    )
    sound = np.array([not reason for reason in reasons])
    mean, variance, error = (np.where(sound, each, np.nan) for each in (found.mean, variance, error))
    speed = np.where(short, plateau, _means(cut(records.speed, first, length)))
    return Steady(first, samples, speed, mean, variance, error, zero, spikes, reasons, found.worth)


def _segments(
    records: Records, force: Array, plateau: Array, noise: Array, still: NDArray[np.bool_]
) -> tuple[Array, Array]:
    """Return first sample and length of the steady segment of each run."""
    first, samples = _at_speed(records, plateau, noise)
    samples = np.where(still, 0, samples)
    settling = transients(cut(force, first, samples), samples)
    return first + settling, samples - settling


class _Statistics(NamedTuple):
    """Of segments."""

    mean: Array
    variance: Array
    error: Array
    """of the mean"""
    change: Array
    """by drift, from begin to end"""
    drifts: NDArray[np.bool_]
    worth: float
    """samples that one independent one is worth"""


def _statistics(segment: Array) -> _Statistics:
    """Return what segments come to; half of what one drifts by counts as an error of its mean."""
    mean = _means(segment)
    deviation = segment - mean[:, None]
    change, straight = _lines(deviation)
    worth = inefficiency(deviation[~_drifts(change, straight, inefficiency(straight))])
    drifts = _drifts(change, straight, worth)
    effective = np.maximum(np.isfinite(segment).sum(axis=1) / worth, 1.0)
    variance = _means(deviation**2) * effective / np.maximum(effective - 1.0, 0.5)
    error = np.sqrt(variance / effective + np.where(drifts, 0.5 * change, 0.0) ** 2)
    return _Statistics(mean, variance, error, change, drifts, worth)


def _reason(still: bool, short: bool, wanders: bool, change: float, samples: int) -> str:
    if still:
        return "the carriage does not move"
    if short:
        return f"no steady segment: {samples} samples at one speed, it takes {FEWEST}"
    return f"no steady segment: the force drifts by {change:.3g} over it" if wanders else ""


def _means(values: Array) -> Array:
    count = np.isfinite(values).sum(axis=1)
    return np.asarray(np.where(count > 0, np.nansum(values, axis=1) / np.maximum(count, 1), np.nan))


def _running_median(values: Array) -> Array:
    """Return the running median of each row; rows go on with their last value behind their end."""
    from scipy.ndimage import median_filter

    last = np.isfinite(values).sum(axis=1) - 1
    held = np.where(np.isfinite(values), values, values[np.arange(len(values)), last][:, None])
    return np.asarray(median_filter(held, size=(1, RUNNING), mode="nearest"))


def _without_spikes(force: Array) -> tuple[Array, Array]:
    """Return forces with nan in place of spikes, and how many there were in each run."""
    off = force - _running_median(force)
    with np.errstate(invalid="ignore"):
        usual = MAD_TO_SIGMA * medians(np.abs(np.where(off == 0.0, np.nan, off)))
        spike = np.abs(off) > SPIKE * usual[:, None]
    return np.where(spike, np.nan, force), spike.sum(axis=1)


def _plateaus(records: Records) -> tuple[Array, Array]:
    """Return the speed at which each run mostly goes, and the noise of its record."""
    magnitude = np.abs(records.speed)
    top = quantiles(magnitude, 0.95)
    with np.errstate(invalid="ignore"):
        moving = magnitude > 0.5 * top[:, None]
    plateau = medians(np.where(moving, records.speed, np.nan))
    noise = spreads(np.diff(records.speed, axis=1)) / np.sqrt(2.0)
    return np.nan_to_num(plateau), noise


def _at_speed(records: Records, plateau: Array, noise: Array) -> tuple[Array, Array]:
    """Return first sample and length of the longest stretch at the plateau's speed."""
    band = np.maximum(SPEED_BAND * np.abs(plateau), SPEED_NOISE * noise)
    there = np.arange(records.speed.shape[1]) < records.count[:, None]
    near = np.abs(_running_median(records.speed) - plateau[:, None]) <= band[:, None]
    first, length = longest_stretch(near & there)
    edge = np.maximum(np.ceil(EDGE * length).astype(int), RUNNING)
    begins, ends = (np.where(inside, edge, 0) for inside in (first > 0, first + length < records.count))
    return first + begins, np.maximum(length - begins - ends, 0)


def _lines(deviation: Array) -> tuple[Array, Array]:
    """Return by how much a straight line through each segment rises over it, and what is left of it."""
    there = np.isfinite(deviation)
    count = np.maximum(there.sum(axis=1), 1)
    place = np.where(there, np.arange(deviation.shape[1]), 0.0)
    place = np.where(there, place - (place.sum(axis=1) / count)[:, None], 0.0)
    slope = np.nansum(deviation * place, axis=1) / np.maximum((place**2).sum(axis=1), 1.0)
    return slope * count, deviation - slope[:, None] * place


def _drifts(change: Array, straight: Array, worth: float) -> NDArray[np.bool_]:
    """Say which segments drift by more than chance: by that a line rises with a variance of 12 g sigma^2 / n."""
    count = np.maximum(np.isfinite(straight).sum(axis=1), 1)
    chance = np.sqrt(12.0 * worth * np.nan_to_num(_means(straight**2)) / count)
    return np.asarray(np.abs(change) > DRIFTS * chance)


def _zeros(records: Records, force: Array, plateau: Array, noise: Array) -> tuple[Array, Array]:
    """Return the mean of each run before the carriage moves; nan where it never stood.

    And its standard error if its samples were independent. The last of them are left out: the carriage moves before
    its speed shows.
    """
    slow = np.maximum(AT_REST * np.abs(plateau), SPEED_NOISE * noise)
    moves = np.abs(_running_median(records.speed)) > slow[:, None]
    resting = np.where(moves.any(axis=1), moves.argmax(axis=1), 0)
    resting = resting - np.maximum(RUNNING, np.rint(BEFORE_MOVING * resting).astype(int))
    resting = np.where(resting < FEWEST_AT_REST, 0, resting)
    rest = cut(force, np.zeros_like(resting), resting)
    zero = _means(rest)
    known = np.maximum(np.isfinite(rest).sum(axis=1), 2)
    return zero, np.sqrt(_means((rest - zero[:, None]) ** 2) / (known - 1.0))


def _no_zeros(runs: int) -> tuple[Array, Array]:
    return np.full(runs, np.nan), np.full(runs, np.nan)
