"""The picture of the path: one scale in all directions, outlines and labels that do not collide."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

import narcine
from narcine.viewing.figures import COLOURS
from narcine.viewing.path import MOST_OUTLINES, draw_path
from tests.viewing.runs import changed, circling, real, two_vehicles

ROUNDING = 1e-9


def pixels_per_metre(axes):
    """Return the scales of a panel across and up."""
    return np.diag(axes.transData.transform([[1.0, 0.0], [0.0, 1.0]]) - axes.transData.transform([[0.0, 0.0]] * 2))


def outlines_in(axes):
    """Return the collections of polygons of a panel, one for each vehicle and moment."""
    return [collection for collection in axes.collections if isinstance(collection, PolyCollection)]


def corners_of(shown, axes):
    """Return all corners of the polygons of a collection, in pixels."""
    return axes.transData.transform(np.concatenate([path.vertices for path in shown.get_paths()]))


def labels_in(axes):
    """Return the boxes of the labels of a panel, in pixels."""
    return [text.get_window_extent() for text in axes.texts]


@pytest.mark.parametrize("radius", [0.5, 5.0, 200.0])
def test_a_circle_is_drawn_round(radius):
    figure = draw_path(circling(radius))
    scales = np.abs([pixels_per_metre(axes) for axes in figure.axes])
    assert scales == pytest.approx(np.full((2, 2), scales[0, 0]), rel=ROUNDING)
    way = max(figure.axes[0].lines, key=lambda line: len(line.get_xdata()))
    drawn = np.ptp(figure.axes[0].transData.transform(way.get_xydata()), axis=0)
    assert drawn[0] == pytest.approx(drawn[1], rel=ROUNDING)


@pytest.mark.parametrize("name", ["raybot", "pendulum", "fin", "three_link_swimmer"])
def test_all_runs_have_one_scale_and_show_all_outlines(name):
    figure = draw_path(real(name))
    scales = np.abs([pixels_per_metre(axes) for axes in figure.axes])
    assert scales == pytest.approx(np.full((2, 2), scales[0, 0]), rel=ROUNDING)
    for axes in figure.axes:
        assert outlines_in(axes)
        for shown in outlines_in(axes):
            corners = corners_of(shown, axes)
            assert axes.bbox.count_contains(corners) == len(corners)


@pytest.mark.parametrize(
    "run", [lambda: real("pendulum", 10.0), lambda: real("fin"), lambda: circling(3.0, 3.0), two_vehicles]
)
def test_labels_collide_with_nothing(run):
    figure = draw_path(run())
    figure.canvas.draw()
    for axes in figure.axes:
        labels = labels_in(axes)
        assert labels
        assert not any(first.overlaps(second) for first, second in combinations(labels, 2))
        for label in labels:
            assert not any(label.count_contains(corners_of(shown, axes)) for shown in outlines_in(axes))


def test_a_vehicle_that_comes_round_again_is_not_drawn_over_itself():
    above = draw_path(circling(3.0, 3.0)).axes[0]
    centres = [corners_of(shown, above).mean(axis=0) for shown in outlines_in(above)]
    assert 3 <= len(centres) <= MOST_OUTLINES
    apart = min(np.linalg.norm(first - second) for first, second in combinations(centres, 2))
    assert apart > 0.9 * pixels_per_metre(above)[0]  # the torpedo is 1.6 m long, and outlines may touch at an angle


def test_a_vehicle_that_stays_is_drawn_once():
    resting = narcine.load("fin", run__start={"position": [0, 0, 1]}).run(duration=1.0)
    assert [len(outlines_in(axes)) for axes in draw_path(resting).axes] == [1, 1]


def test_a_vehicle_that_is_tiny_on_its_way_is_drawn_as_dots():
    above = draw_path(circling(200.0)).axes[0]
    assert not outlines_in(above)
    assert sum(line.get_marker() == "o" for line in above.lines) == MOST_OUTLINES - 1  # the end falls on the start


def test_outlines_and_tail_tips_have_the_colour_of_their_vehicle():
    above = draw_path(two_vehicles()).axes[0]
    assert {to_hex(shown.get_facecolor()[0]) for shown in outlines_in(above)} == set(COLOURS[:2])
    tips = changed(two_vehicles(), tail_tip=[[[0.0, 0.0, 0.0], [1.0, 3.0, 1.0]]])
    faint = [line.get_color() for line in draw_path(tips).axes[0].lines if line.get_alpha()]
    assert faint == list(COLOURS[:2])
