"""What is left out, as it is typed."""

import re

import pytest

from narcine.identification.towing.exclusion import Selection, parse_exclusion
from narcine.identification.towing.points import Point


def held(text, axis, speeds):
    exclusion = parse_exclusion(text)
    return [speed for speed in speeds if exclusion.holds(axis, speed)]


SPEEDS = (-1.0, -0.5, -0.1, 0.1, 0.5, 1.0)


@pytest.mark.parametrize(
    ("text", "axis", "left_out"),
    [
        ("surge < 0.15 m/s: too slow", "surge", [-0.1, 0.1]),
        ("surge<15cm/s: too slow", "surge", [-0.1, 0.1]),
        ("surge < 0.15: too slow", "heave", []),
        ("> 0.6 m/s: waves: high ones", "heave", [-1.0, 1.0]),
        ("surge -1.2..-0.4 m/s: anomalies", "surge", [-1.0, -0.5]),
        ("0.4 .. 0.6: anomalies", "surge", [0.5]),
        ("pitch < 10 deg/s: slow", "pitch", [-0.1, 0.1]),
    ],
)
def test_speeds(text, axis, left_out):
    assert held(text, axis, SPEEDS) == left_out


def test_reasons_go_with_points_and_runs():
    selection = Selection((parse_exclusion("run a1, a2: slipped"), parse_exclusion("< 0.2: slow")), sensitivity=0.5)
    assert selection.of_run("a2") == "slipped"
    assert selection.of_run("b") == ""
    assert selection.judged(Point("surge", 0.1, 3.0)).excluded == "slow"
    assert selection.judged(Point("surge", 0.5, 3.0)).excluded == ""
    assert selection.judged(Point("surge", 0.5, -0.4)).excluded == "below the sensitivity of the cells, 0.5 N"
    assert selection.judged(Point("surge", 0.5, 3.0, excluded="by hand")).excluded == "by hand"
    with pytest.raises(ValueError, match="there is no run 'a2' to leave out"):
        selection.check_names(["a1", "b"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("surge < 0.15 m/s", "must say why"),
        ("surge < 0.15 m/s:", "must say why"),
        ("serge < 0.15 m/s: slow", "there is no axis 'serge'; did you mean 'surge'?"),
        ("surge < 0.15 N: slow", "'N' is a unit of"),
        ("pitch < 0.15 m/s: slow", "'m/s' is a unit of"),
        ("surge < -0.15 m/s: slow", "compare magnitudes"),
        ("surge 0.5..0.2: slow", "must go from the smaller to the larger"),
        ("surge slow: slow", "is not understood"),
        ("run a,,b: slow", "a name is missing"),
    ],
)
def test_what_is_not_understood_is_told(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_exclusion(text)
