"""Headings and depths that were not held, in flights whose every number is known."""

from dataclasses import replace

import numpy as np
import pytest

from narcine.mission.straying import doubts_about_flight
from narcine.mission.tables import leg_table
from tests.mission.example import zigzag

HELD = zigzag(headings=(0.0, 90.0, 0.0))


def changed(**course):
    """Return the flight with another course."""
    return replace(HELD, course=HELD.course._replace(**course))


def test_what_was_held_is_not_told():
    assert list(doubts_about_flight(HELD)) == []


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        (np.pi, "legs 1 (off by 180 deg), 2 (off by 90 deg), 3 (off by 180 deg)"),
        (0.5 * HELD.course.time % (2.0 * np.pi), "legs 1 (swings by 357 deg)"),
    ],
)
def test_headings_that_are_not_followed_are_told(heading, said):
    """Rudders the wrong way round turn a vehicle away, or round and round."""
    (told,) = doubts_about_flight(changed(heading=np.broadcast_to(heading, HELD.course.time.shape)))
    assert told.startswith(f"zigzag: it does not follow its heading on {said}")
    assert "are its rudders mounted so that positive angles turn to starboard" in told


def test_depths_are_told_where_the_vehicle_does_not_come_nearer():
    (told,) = doubts_about_flight(changed(depth=np.zeros_like(HELD.course.time)))
    assert told.startswith("zigzag: it does not follow its depth on legs 1 (off by 2.0 m), 2 (off by 2.0 m), 3")
    assert "are its elevators mounted so that positive angles raise the nose" in told
    slowly = 2.0 + 30.0 * np.exp(-HELD.course.time / 40.0)
    assert list(doubts_about_flight(changed(depth=slowly))) == []


def test_a_star_marks_speeds_that_are_missed():
    slow = leg_table([changed(speed=np.full(len(HELD.course.time), 1.1))])
    column = slow.headings.index("speed (m/s)")
    assert [row[column] for row in slow.rows] == ["1.10*"] * 3
    assert [row[column] for row in leg_table([HELD]).rows] == ["1.50"] * 3
