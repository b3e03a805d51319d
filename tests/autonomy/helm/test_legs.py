"""Legs parse as printed, and every mistake is told with its line."""

import math

import pytest

from narcine.autonomy.helm.legs import BrokenLegs, parse_legs

PRINTED = """\
1 ADD_LEG: start_time=120, heading=180,
    speed=1.5, depth=1.5
2 ADD_LEG: start_time=240, heading=250,
    speed=1.5, depth=2.0
3 ADD_LEG: start_time=410, heading=250,
    speed=1.5, depth=2.0, heading_kp=0.8
4 ADD_LEG: start_time=420, heading=180,
    speed=1.5, depth=2.0
5 ADD_LEG: start_time=600, heading=250,
    speed=1.5, depth=1.5
"""
"""Listing 1 of paper 004."""


def test_the_printed_listing_is_understood():
    legs = parse_legs(PRINTED)
    assert [leg.start_time for leg in legs] == [120.0, 240.0, 410.0, 420.0, 600.0]
    assert [leg.line for leg in legs] == [1, 3, 5, 7, 9]
    assert legs[0].decisions == {"heading": math.pi, "speed": 1.5, "depth": 1.5}
    assert [leg.gains for leg in legs] == [{}, {}, {"heading_kp": 0.8}, {}, {}]


def test_comments_modes_and_our_own_keys_are_understood():
    legs = parse_legs(
        """
        // a timetable
        ADD_LEG: start_time=0, thrust=60, heading=-90   # to the west
        ADD_LEG: start_time=1e1,
          mode=glide,
          glide_angle=-20
        """,
        modes=("cruise", "glide"),
    )
    assert legs[0].decisions == {"thrust": 0.6, "heading": -0.5 * math.pi}
    assert legs[1].mode == "glide"
    assert legs[1].decisions == {"glide_angle": math.radians(-20.0)}
    assert legs[1].line == 4


def test_no_comma_is_needed_at_the_end_of_a_line():
    assert parse_legs("ADD_LEG: start_time=1\n  heading=0\n")[0].decisions == {"heading": 0.0}


def test_a_number_may_have_the_unit_of_its_key():
    legs = parse_legs("ADD_LEG: start_time=5 s, heading=90 deg, speed=1.2m/s, depth=2 m, heading_kp=0.8")
    assert legs[0].start_time == 5.0
    assert legs[0].decisions == {"heading": 0.5 * math.pi, "speed": 1.2, "depth": 2.0}
    assert parse_legs("ADD_LEG: start_time=5, thrust=40 %")[0].decisions == {"thrust": 0.4}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: there is no leg"),
        ("heading=5", "line 1: 'heading=5' stands before the first ADD_LEG:"),
        ("ADD_LEG: heading=5", "line 1: start_time is missing"),
        ("ADD_LEGG: start_time=5", "line 1: unknown word 'ADD_LEGG'; a leg begins with ADD_LEG:"),
        ("ADD_LEG: start_time=5, headin=5", "unknown key 'headin'; did you mean 'heading'?"),
        ("ADD_LEG: start_time=5, heading_kpp=5", "unknown key 'heading_kpp'; did you mean 'heading_kp'?"),
        ("ADD_LEG: start_time=5,\n heading=5,\n heading=6", "line 3: heading stands twice in one leg"),
        ("ADD_LEG: start_time=5, speed=fast", "speed = 'fast' must be a finite number in m/s"),
        ("ADD_LEG: start_time=5, depth=nan", "depth = 'nan' must be a finite number in m"),
        ("ADD_LEG: start_time=inf", "start_time = 'inf' must be a finite number in s"),
        ("ADD_LEG: start_time=-5", "start_time = -5 must be at least 0 s"),
        ("ADD_LEG: start_time=5, thrust=160", "thrust = 160 must be at least 0 and at most 100 %"),
        ("ADD_LEG: start_time=5, heading=720", "heading = 720 must be at least -360 and at most 360 deg"),
        ("ADD_LEG: start_time=5, pitch_kd=-1", "pitch_kd = -1 must be at least 0"),
        ("ADD_LEG: start_time=5, depth=31", "depth = 31 m is deeper than the vehicle may go in this mission, 30 m"),
        (
            "ADD_LEG: start_time=5, mode=glid",
            "the vehicle has no mode 'glid'; did you mean 'glide'?; it has cruise, glide",
        ),
        ("ADD_LEG: start_time=5, depth=5, glide_angle=3", "depth and glide_angle both command the pitch"),
        ("ADD_LEG: start_time=5, speed=1, thrust=3", "speed and thrust both command the propeller"),
        ("ADD_LEG: start_time=5, heading", "'heading' must be a key and its value"),
        ("ADD_LEG: start_time=5, depth=2 km", "depth = '2 km' must be a finite number in m"),
        ("ADD_LEG: start_time=5, heading=90 speed=1.2", "a comma is missing between 'heading=90' and 'speed=1.2'"),
        ("ADD_LEG start_time=5, heading=5", "line 1: a colon is missing: ADD_LEG:"),
        (
            "start_time=5, heading=5\nstart_time=9, heading=5\nADD_LEG: start_time=12",
            "line 1: the leg lacks ADD_LEG: at its beginning, as do others after it",
        ),
        ("ADD_LEG: start_time=5\nstart_time=9, heading=5", "line 2: the leg lacks ADD_LEG: at its beginning"),
        ("ADD_LEG: start_time=5,, heading=5", "nothing stands between two commas"),
        (
            "ADD_LEG: start_time=5\nADD_LEG: start_time=5",
            "line 2: start_time = 5 s is not later than that of a leg before it",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_its_reason(text, told):
    with pytest.raises(BrokenLegs) as error:
        parse_legs(text, modes=("cruise", "glide"), deepest=30.0)
    assert told in str(error.value)
    assert len(error.value.problems) == 1


def test_all_mistakes_are_told_at_once_in_their_order():
    with pytest.raises(BrokenLegs) as error:
        parse_legs("ADD_LEG: start_time=9, sped=1\nADD_LEG: start_time=4,\n depth=deep\nADD_LEG: heading=1, heading=2")
    assert [problem.line for problem in error.value.problems] == [1, 2, 3, 4, 4]
