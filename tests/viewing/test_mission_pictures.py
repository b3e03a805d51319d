"""Pictures and page of flights: they are there, and hold what they should."""

import re

import numpy as np
import pytest

from narcine.mission.tables import CLOSED, flight_table, leg_table, turn_table
from narcine.viewing.mission_control import near
from narcine.viewing.mission_page import write_mission_page
from narcine.viewing.mission_pictures import control_picture, pictures_together, write_pictures
from tests.mission.example import zigzag

FINS, PLAIN = zigzag("fins", radius=1.5, fins=True), zigzag("plain", radius=2.5)


def curves(axes):
    """Return the curves of a panel as arrays (n, 2)."""
    return [np.array(line.get_xydata(), float) for line in axes.get_lines()]


def test_the_track_is_to_scale_and_north_is_up():
    (track, *_) = pictures_together("zigzag", [FINS, PLAIN])
    (axes,) = track.figure.axes
    box = axes.get_window_extent()
    wide, high = np.ptp(axes.get_xlim()), np.ptp(axes.get_ylim())
    assert box.width / wide == pytest.approx(box.height / high, rel=1e-6)
    assert axes.get_ylim()[0] < axes.get_ylim()[1]
    found = [curve for curve in curves(axes) if len(curve) == len(FINS.course.time)]
    np.testing.assert_allclose(found[0], np.stack([FINS.course.east, FINS.course.north], axis=1))
    legs = [curve[0] for curve in curves(axes) if len(curve) == 1]
    np.testing.assert_allclose(legs[3], FINS.course.path[200, ::-1])  # start, end, and the second leg at 20 s
    assert [text.get_text() for text in axes.texts].count("2") >= 1


def test_the_first_leg_begins_where_the_flight_does():
    (track, *_) = pictures_together("zigzag", [FINS])
    legs = [curve[0] for curve in curves(track.figure.axes[0]) if len(curve) == 1]
    np.testing.assert_allclose(legs[2], FINS.course.path[0, ::-1])


def test_control_shows_what_was_desired_and_what_was():
    picture = control_picture(FINS)
    heading, pitch, depth, rudders, elevators = picture.figure.axes
    desired, actual = curves(heading)[:2]
    np.testing.assert_allclose(actual[:, 1], np.degrees(np.unwrap(FINS.course.heading)))
    assert set(np.round(desired[~np.isnan(desired[:, 1]), 1])) == {0.0, 90.0, -90.0}
    roll, *_ = curves(pitch)
    np.testing.assert_allclose(roll[:, 1], np.degrees(FINS.course.roll))
    np.testing.assert_allclose(curves(depth)[1][:, 1], FINS.course.depth)
    assert depth.get_ylim()[0] > depth.get_ylim()[1]
    fins, rudder = curves(rudders)[:2]
    np.testing.assert_allclose(fins[:, 1], -rudder[:, 1])
    assert len(curves(elevators)) == 4  # one curve and three levels
    assert len(heading.patches) == 4  # fins came out in each turn


def test_starboard_turns_stand_above_port_turns():
    rates = next(each for each in pictures_together("zigzag", [FINS, PLAIN]) if each.name == "turn_rate")
    starboard, port = rates.figure.axes
    above = [curve for curve in curves(starboard) if len(curve) > 2]
    below = [curve for curve in curves(port) if len(curve) > 2]
    assert (len(above), len(below)) == (4, 4)
    assert max(curve[:, 1].max() for curve in above) == pytest.approx(np.degrees(1.0))
    assert min(curve[:, 1].min() for curve in below) == pytest.approx(-np.degrees(1.0))
    assert all(curve[curve[:, 0] < -0.05, 1] == pytest.approx(0.0) for curve in above)


def test_turns_begin_in_one_place_and_go_to_their_sides():
    turns = next(each for each in pictures_together("zigzag", [PLAIN]) if each.name == "turns")
    ways = [curve for curve in curves(turns.figure.axes[0]) if len(curve) > 2]
    for way, turn in zip(ways, PLAIN.turns, strict=True):
        np.testing.assert_allclose(way[0], 0.0, atol=1e-12)
        assert np.sign(way[-1, 0]) == np.sign(turn.angle)
        assert way[:, 1].max() == pytest.approx(2.5, abs=0.1)


def test_a_flight_without_turns_has_a_track_alone():
    straight = zigzag("straight", headings=(0.0, 0.0))
    assert [picture.name for picture in pictures_together("straight", [straight])] == ["track"]
    assert turn_table([straight]).rows == ()


def test_headings_that_go_round_stand_beside_what_was_desired():
    actual = np.array([350.0, 350.0, 358.0, 366.0, 370.0])
    np.testing.assert_array_equal(near(np.array([np.nan, 10.0, 10.0, 10.0, 10.0]), actual)[1:], 370.0)


def test_tables_tell_radius_times_rate():
    told = turn_table([FINS])
    radius, closure = (told.headings.index(each) for each in ("radius (m)", "closure"))
    assert {row[radius] for row in told.rows} == {"1.5"}
    assert all(abs(float(row[closure]) - 1.0) < CLOSED for row in told.rows)
    assert len(turn_table([FINS, PLAIN]).headings) == len(told.headings) + 1
    legs = leg_table([PLAIN])
    assert [row[legs.headings.index("heading (deg)")] for row in legs.rows] == ["0", "90", "0", "270", "0"]
    assert "100" in flight_table([PLAIN]).rows[0][2] or "99.9" in flight_table([PLAIN]).rows[0][2]


def test_the_page_stands_alone_and_says_everything(tmp_path):
    together, apart = pictures_together("zigzag", [FINS, PLAIN]), [control_picture(each) for each in (FINS, PLAIN)]
    write_mission_page(tmp_path / "mission.html", "zigzag <b>", "about & such", [FINS, PLAIN], together, apart)
    page = (tmp_path / "mission.html").read_text()
    assert page.count("<svg") == 5
    assert "zigzag &lt;b&gt;" in page
    assert "about &amp; such" in page
    assert page.count("start_time=20, heading=90") == 2
    assert "executing" in page
    assert not re.search(r'(src|href)="http', page)
    written = write_pictures([*together, apart[0]], tmp_path)
    assert {file.name for file in written} == {"track.png", "turns.png", "turn_rate.png", "control.png"}
    assert all(file.stat().st_size > 5000 for file in written)
