"""The path in three views: all of it is inside, at one scale unless told, with round numbers at its axes."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from narcine.viewing.live.views import (
    BOTTOM,
    HEIGHT,
    LEFT,
    MOST_POINTS,
    RIGHT,
    TOP,
    WIDTH,
    drawn_views,
    frame_of,
    round_numbers,
    thinned,
)


def pictures(ways, done=None, has_surface=True):
    text = drawn_views(ways, done or [len(way) for way in ways], [1.0] * len(ways), has_surface)
    return list(ElementTree.fromstring(f"<div>{text}</div>"))


def lines(picture):
    return [
        np.array([[*map(float, pair.split(","))] for pair in each.get("points").split()])
        for each in picture.iter("polyline")
    ]


@pytest.mark.parametrize("span", [(0.0, 0.0), (5.0, 5.0), (30.0, 0.2), (0.1, 8.0), (1000.0, 1.0)])
def test_the_whole_way_is_inside_and_not_squeezed(span):
    low = np.array([3.0, -2.0])
    frame = frame_of(low, low + span, 0.5)
    corners = frame.at(np.array([low, low + span]))
    assert np.all(corners >= [LEFT - 1e-6, TOP - 1e-6])
    assert np.all(corners <= [WIDTH - RIGHT + 1e-6, HEIGHT - BOTTOM + 1e-6])
    assert frame.taller >= 1
    assert frame.taller == 1 or span[0] > span[1]


def test_north_is_to_the_right_east_and_depth_grow_downwards():
    way = np.linspace([0.0, 0.0, 0.0], [4.0, 3.0, 2.0], 20)
    above, side, behind = pictures([way])
    for picture in (above, side, behind):
        (line,) = lines(picture)
        assert np.all(np.diff(line, axis=0) > 0.0)
        head = picture.find("circle")
        assert [float(head.get("cx")), float(head.get("cy"))] == pytest.approx(line[-1])


def test_a_long_thin_way_says_how_it_is_stretched():
    north = np.linspace(0.0, 40.0, 200)
    way = np.stack([north, 0.3 * np.sin(north), np.full(200, 1.0)], axis=1)
    title = pictures([way])[0].find("text").text
    taller = int(re.search(r"east (\d+) times", title)[1])
    (line,) = lines(pictures([way])[0])
    wide, high = np.ptp(line, axis=0)
    assert high / wide == pytest.approx(taller * 0.6 / 40.0, rel=0.05)


def test_what_is_yet_to_come_is_faint_and_the_surface_shows():
    way = np.linspace([0.0, 0.0, 0.0], [2.0, 0.0, 1.0], 50)
    side = pictures([way], done=[10])[1]
    assert [each.get("opacity") for each in side.iter("polyline")] == ["0.25", "1"]
    assert [len(line) for line in lines(side)] == [50, 10]
    assert any(each.get("stroke") == "#2a8fc4" for each in side.iter("line"))
    dry = pictures([way], has_surface=False)[1]
    assert not any(each.get("stroke") == "#2a8fc4" for each in dry.iter("line"))


def test_a_long_way_is_thinned_and_keeps_its_ends():
    points = np.arange(10_000.0)[:, None] * np.ones(2)
    shown = thinned(points)
    assert len(shown) == MOST_POINTS
    assert (shown[0, 0], shown[-1, 0]) == (0.0, 9999.0)
    assert len(thinned(points[:7])) == 7


@pytest.mark.parametrize(
    ("least", "most", "numbers"), [(0.0, 4.0, [0.0, 1.0, 2.0, 3.0, 4.0]), (-0.7, 0.9, [-0.5, 0.0, 0.5])]
)
def test_axes_have_round_numbers(least, most, numbers):
    assert round_numbers(least, most, 4) == numbers
