"""Taking the tail beat out of what was recorded: means over one period at every time."""

import numpy as np

from narcine.recording.trajectory import Array

FEWEST_RECORDS = 6
"""Records that a period needs for a mean of it to have a meaning."""


def cumulative(time: Array, values: Array) -> Array:
    """Return the integral of values from the first time to each (trapezoids)."""
    steps = np.diff(time).reshape(-1, *(1,) * (values.ndim - 1))
    pieces = 0.5 * (values[1:] + values[:-1]) * steps
    return np.concatenate([np.zeros_like(values[:1]), np.cumsum(pieces, axis=0)])


def beat_mean(time: Array, values: Array, period: float) -> tuple[Array, Array]:
    """Return times at which a whole period lies around, and the mean of values (time, axis) over that period.

    Without a period (nan or infinite), when the run is shorter than two, or when records are too far apart to show
    one, values are returned as they are.
    """
    coarse = (time[-1] - time[0]) / (len(time) - 1) > period / FEWEST_RECORDS
    if not np.isfinite(period) or time[-1] - time[0] < (2.0 - 1e-9) * period or coarse:
        return time, values
    inside = time[(time >= time[0] + period / 2.0) & (time <= time[-1] - period / 2.0)]
    total = cumulative(time, values)
    ends = [
        np.stack([np.interp(inside + shift, time, column) for column in total.T], axis=1)
        for shift in (-period / 2.0, period / 2.0)
    ]
    return inside, (ends[1] - ends[0]) / period


def end_speeds(time: Array, way: Array, period: float) -> tuple[float, float]:
    """Return the speeds along the chords of the first and of the last beat; without two beats, of both halves.

    Places (time, 3) that lie a whole beat apart have the same sway, so that their distance is free of it.
    """
    length = float(time[-1] - time[0])
    span = period if 2.0 * period <= (1.0 + 1e-9) * length else 0.5 * length
    marks = np.array([time[0], time[0] + span, time[-1] - span, time[-1]])
    begin, ahead, behind, end = np.stack([np.interp(marks, time, column) for column in way.T], axis=1)
    return float(np.linalg.norm(ahead - begin)) / span, float(np.linalg.norm(end - behind)) / span
