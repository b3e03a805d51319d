"""Axes: values as people type them, in the units of files."""

from math import radians

import pytest

from narcine.campaign.axis import read_axis, split_over
from narcine.description.load import load_description
from narcine.description.problems import DescriptionError


@pytest.fixture(scope="module")
def ray():
    return load_description("raybot")


def test_a_range_has_both_ends_and_the_digits_that_were_typed(ray):
    axis = read_axis("gait.frequency", "0.1:0.7:7", ray)
    assert axis.texts == ("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7")
    assert (axis.unit, axis.shown_unit, axis.label) == ("Hz", "Hz", "gait.frequency (Hz)")


def test_units_are_those_of_files_and_values_are_si(ray):
    axis = read_axis("gait.lag", "60 deg:20 deg:3", ray)
    assert axis.texts == ("20 deg", "40 deg", "60 deg")
    assert axis.values == pytest.approx([radians(each) for each in (20.0, 40.0, 60.0)])
    assert (axis.unit, axis.shown_unit) == ("rad", "deg")
    assert axis.shown == pytest.approx([20.0, 40.0, 60.0])
    litres = read_axis("bodies.disc.displaced_volume", "3.0 l,3.1 l", ray)
    assert litres.values == pytest.approx([3.0e-3, 3.1e-3])
    assert (litres.unit, litres.shown_unit) == ("m3", "l")
    assert litres.shown == pytest.approx([3.0, 3.1])
    turns = read_axis("gait.frequency", "6.283185307179586 rad/s, 12.566370614359172 rad/s", ray)
    assert turns.values == pytest.approx([1.0, 2.0])


def test_plain_angles_are_shown_in_degrees(ray):
    axis = read_axis("gait.amplitude", [0.2, 0.4], ray)
    assert axis.texts == ("0.2", "0.4")
    assert (axis.unit, axis.label) == ("rad", "gait.amplitude (deg)")
    assert axis.shown == pytest.approx([11.459, 22.918], rel=1e-4)


def test_numbers_without_a_known_unit_are_taken_as_they_are(ray):
    axis = read_axis("bodies.tail_1.drag.quadratic.0", "0.1,0.2", ray)
    assert (axis.values, axis.unit, axis.label) == ((0.1, 0.2), "", "bodies.tail_1.drag.quadratic.0")
    counts = read_axis("bodies.tail_1.crossflow.strips", "4:8:3", ray)
    assert counts.texts == ("4", "6", "8")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("1:2", "must read path=from:to:count"),
        ("1:2:1", "a whole number from 2 to 10000, not '1'"),
        ("1:2:2.5", "a whole number from 2 to 10000, not '2.5'"),
        ("1:1:3", "ends where it begins"),
        ("1 deg:2:3", "the same unit at both ends"),
        ("1 deg,2 rad", "write the same unit with each"),
        ("1 kg,2 kg", "'kg' is a unit of mass, not of angle; allowed for an angle: rad, deg"),
        ("fast,slow", "'fast' is no number"),
        ("1", "an axis has two or more, --set gait.lag=1 sets one"),
        ("1,1.0", "the same value twice"),
        ([1.0, float("nan")], "'nan' is no number"),
    ],
)
def test_what_is_no_axis_is_refused(values, message, ray):
    with pytest.raises(DescriptionError, match=r"over gait\.lag=") as refused:
        read_axis("gait.lag", values, ray)
    assert message in str(refused.value)


def test_a_word_without_values_is_refused():
    assert split_over(" gait.lag = 1:2:3 ") == ("gait.lag", "1:2:3")
    for text in ("gait.lag", "=1:2:3", "gait.lag="):
        with pytest.raises(DescriptionError, match="must read path=from:to:count"):
            split_over(text)
