"""Means over beats of many runs side by side: where they head, where they travel and how fast.

A body with a beating tail rocks; what it does at a moment is the mean over the beat around that moment.
"""

from typing import NamedTuple

import numpy as np

from narcine.spatial.vectors import Array


class Tracks(NamedTuple):
    """Tracks of rows, evenly sampled, up to a while after the moment that counts as now."""

    interval: float
    """time between samples (s)"""
    after: float
    """time from now to the last sample (s)"""
    places: Array
    """(row, sample, 2): north and east of the root's origin (m)"""
    headings: Array
    """(row, sample): unwrapped (rad)"""


def joined(before: Tracks, now: Tracks) -> Tracks:
    """Return tracks with what was before them; the last sample before is the first of theirs."""
    upto = before.headings.shape[1] - round(before.after / before.interval) - 1
    places = np.concatenate([before.places[:, :upto], now.places], axis=1)
    headings = np.concatenate([before.headings[:, :upto], now.headings], axis=1)
    return Tracks(now.interval, now.after, places, np.unwrap(headings, axis=1))


def latest(tracks: Tracks, span: float) -> Tracks:
    """Return tracks from a time (s) before now on."""
    kept = min(round((span + tracks.after) / tracks.interval) + 1, tracks.headings.shape[1])
    return tracks._replace(places=tracks.places[:, -kept:], headings=tracks.headings[:, -kept:])


def earlier(tracks: Tracks, by: float) -> Tracks:
    """Return tracks whose moment is earlier by a time (s)."""
    return tracks._replace(after=tracks.after + by)


def heading(tracks: Tracks, beat: Array) -> Array:
    """Return the mean heading over the beat (row; s) around now (rad)."""
    return _mean(tracks, tracks.headings, beat, 0.0)


def course(tracks: Tracks, beat: Array) -> Array:
    """Return where rows travel over the beat (row; s) around now (rad)."""
    north, east = (
        _at(tracks, tracks.places[:, :, k], 0.5 * beat) - _at(tracks, tracks.places[:, :, k], -0.5 * beat)
        for k in (0, 1)
    )
    return np.asarray(np.arctan2(east, north))


def turned(tracks: Tracks, beat: Array, span: float) -> Array:
    """Return by how much mean headings changed over the last `span` (rad)."""
    return _mean(tracks, tracks.headings, beat, 0.0) - _mean(tracks, tracks.headings, beat, -span)


def speed_over(tracks: Tracks, beat: Array, span: float) -> Array:
    """Return the mean speed over the last `span` (s) of places that are means over a beat (row; s) each."""
    pieces = int(np.ceil(span / beat.min()))
    times = -span + span / pieces * np.arange(pieces + 1)
    north, east = (
        np.stack([_mean(tracks, tracks.places[:, :, k], beat, time) for time in times], axis=1) for k in (0, 1)
    )
    return np.asarray(np.hypot(np.diff(north, axis=1), np.diff(east, axis=1)).sum(axis=1) / span)


def _mean(tracks: Tracks, values: Array, beat: Array, at: float) -> Array:
    """Return the mean of values (row, sample) over the beat (row; s) around a time from now (s)."""
    steps = 0.5 * tracks.interval * (values[:, 1:] + values[:, :-1])
    summed = np.concatenate([np.zeros((len(values), 1)), np.cumsum(steps, axis=1)], axis=1)
    return np.asarray((_at(tracks, summed, at + 0.5 * beat) - _at(tracks, summed, at - 0.5 * beat)) / beat)


def _at(tracks: Tracks, values: Array, time: Array) -> Array:
    """Return values (row, sample) at times from now (row; s), between samples along a line."""
    place = values.shape[1] - 1 + (np.asarray(time) - tracks.after) / tracks.interval
    first = np.clip(np.floor(place + 1e-9).astype(int), 0, values.shape[1] - 2)
    share = place - first
    rows = np.arange(len(values))
    return np.asarray(values[rows, first] * (1.0 - share) + values[rows, first + 1] * share)
