"""Means over beats of many runs side by side: where they head, where they travel and how fast."""

from typing import NamedTuple

import numpy as np

from narcine.spatial.vectors import Array


class Tracks(NamedTuple):
    """Tracks of rows, evenly sampled up to their end."""

    interval: float
    """time between samples (s)"""
    places: Array
    """(row, sample, 2): north and east of the root's origin (m)"""
    headings: Array
    """(row, sample): unwrapped (rad)"""


def heading_at_end(tracks: Tracks, beat: Array) -> Array:
    """Return the mean heading at the end (rad): over the last beat (row; s), carried on by half of what it turned."""
    headings = tracks.headings
    steps = 0.5 * tracks.interval * (headings[:, 1:] + headings[:, :-1])
    summed = np.concatenate([np.zeros((len(headings), 1)), np.cumsum(steps, axis=1)], axis=1)
    mean = (summed[:, -1] - _before_end(summed, tracks.interval, beat)) / beat
    return mean + 0.5 * turned(tracks, beat)


def course_at_end(tracks: Tracks, beat: Array) -> Array:
    """Return where rows travel at the end (rad): their way over the last beat, carried on by half of what it turned."""
    north, east = _way(tracks, beat)
    return np.asarray(np.arctan2(east, north)) + 0.5 * turned(tracks, beat)


def speed_over(tracks: Tracks, beat: Array, span: float) -> Array:
    """Return the mean speed over as many whole beats (row; s) as the last `span` (s) holds, along the arc of each."""
    beats = np.floor(span / beat + 1e-9).astype(int)
    ways = np.zeros(len(beat))
    for number in range(int(beats.max())):
        end, begin = number * beat, np.minimum((number + 1) * beat, tracks.interval * (tracks.places.shape[1] - 1))
        north, east = (_before_end(tracks.places[:, :, k], tracks.interval, end) for k in (0, 1))
        north_then, east_then = (_before_end(tracks.places[:, :, k], tracks.interval, begin) for k in (0, 1))
        change = _before_end(tracks.headings, tracks.interval, end) - _before_end(
            tracks.headings, tracks.interval, begin
        )
        arc = np.hypot(north - north_then, east - east_then) / np.sinc(0.5 * change / np.pi)
        ways += np.where(number < beats, arc, 0.0)
    return np.asarray(ways / (beats * beat))


def turned(tracks: Tracks, span: Array) -> Array:
    """Return by how much headings changed over the last `span` (row; s), in whole beats (rad)."""
    return tracks.headings[:, -1] - _before_end(tracks.headings, tracks.interval, span)


def turned_by(tracks: Tracks) -> Array:
    """Return by how much the headings of whole tracks changed (rad)."""
    return tracks.headings[:, -1] - tracks.headings[:, 0]


def first_half(tracks: Tracks) -> Tracks:
    """Return the first half of tracks."""
    cut = (tracks.places.shape[1] + 1) // 2
    return tracks._replace(places=tracks.places[:, :cut], headings=tracks.headings[:, :cut])


def _way(tracks: Tracks, span: Array) -> tuple[Array, Array]:
    """Return north and east of the way over the last `span` (row; s)."""
    north, east = (
        tracks.places[:, -1, axis] - _before_end(tracks.places[:, :, axis], tracks.interval, span) for axis in (0, 1)
    )
    return north, east


def _before_end(values: Array, interval: float, span: Array) -> Array:
    """Return values (row, sample) a time before the end (row; s), between samples along a line."""
    place = values.shape[1] - 1 - np.asarray(span) / interval
    first = np.clip(np.floor(place + 1e-9).astype(int), 0, values.shape[1] - 2)
    share = place - first
    rows = np.arange(len(values))
    return np.asarray(values[rows, first] * (1.0 - share) + values[rows, first + 1] * share)
