"""Pictures of maps: nothing cut off, the best points marked, whatever is missing."""

from itertools import product

import numpy as np
import pytest

from narcine.campaign.dataset import map_dataset
from narcine.campaign.plan import plan_map
from narcine.campaign.swims import QUANTITIES, Swim
from narcine.viewing.maps import draw_map
from tests.campaign.chain import chain

AXES = {
    "gait.frequency": "0.5:2:4",
    "gait.amplitude": "10 deg:40 deg:4",
    "gait.lag": "20 deg:60 deg:3",
    "bodies.link_1.mass": "0.5 kg,0.6 kg",
}


def made_up(axes, unsettled=0.0, missing=(), flat=False):
    """Return a map on which speed grows along all axes, power with its cube, and some points are missing."""
    plan = plan_map(chain(), dict(list(AXES.items())[:axes]), {"gait.turn": 0.1})
    swims = {}
    for number, (point, place) in enumerate(
        zip(plan.points, product(*(range(len(axis.texts)) for axis in plan.axes)), strict=True)
    ):
        speed = 0.1 if flat else 0.1 + 0.1 * sum(place)
        readings = dict.fromkeys(QUANTITIES, 0.0) | {"speed": speed, "power": speed**3, "cost_of_transport": speed**2}
        readings["unsteadiness"] = unsettled
        swims[point] = Swim({}, "missing") if number in missing else Swim(readings)
    return map_dataset(plan, swims)


@pytest.mark.parametrize("axes", [1, 2, 3, 4])
@pytest.mark.parametrize("more", [{"unsettled": 0.1}, {"missing": range(3)}, {"flat": True}])
def test_nothing_is_cut_off(axes, more):
    figure = draw_map(made_up(axes, **more))
    figure.canvas.draw()
    assert figure.bbox_inches.count_contains(figure.get_tightbbox().corners()) == 4
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3].mean(axis=-1)
    assert (pixels < 250).mean() > 0.015


def test_axes_are_in_units_that_people_read():
    curves, contours, multiples, sliced = (draw_map(made_up(axes)) for axes in (1, 2, 3, 4))
    assert [axes.get_ylabel() for axes in curves.axes] == ["speed (m/s)", "power (W)", "cost of transport"]
    assert curves.axes[-1].get_xlabel() == "gait.frequency (Hz)"
    assert contours.axes[0].get_ylabel() == "gait.amplitude (deg)"
    assert contours.axes[0].get_ylim() == pytest.approx((10.0, 40.0))
    assert [axes.get_title("left") for axes in contours.axes[:3]] == ["speed (m/s)", "power (W)", "cost of transport"]
    assert [axes.get_title("left") for axes in multiples.axes[:3]] == [f"gait.lag {each} deg" for each in (20, 40, 60)]
    assert "gait.turn = 0.1" in [text.get_text() for text in curves.texts]
    assert "gait.turn = 0.1, bodies.link_1.mass = 0.6 kg" in [text.get_text() for text in sliced.texts]


def test_the_best_points_and_the_doubtful_ones_are_marked():
    figure = draw_map(made_up(2, missing=(15,)))
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["fastest", "cheapest", "no numbers"]
    panel = figure.axes[0]
    stars = [line for line in panel.lines if line.get_marker() == "*"]
    assert sorted(zip(*stars[0].get_data(), strict=True)) == [
        (pytest.approx(1.5), pytest.approx(40.0)),
        (pytest.approx(2.0), pytest.approx(30.0)),
    ]
    [cross] = [line for line in panel.lines if line.get_marker() == "x"]
    assert (*cross.get_xdata(), *cross.get_ydata()) == (pytest.approx(2.0), pytest.approx(40.0))
    unsettled = draw_map(made_up(1, unsettled=0.1))
    assert "not settled" in [text.get_text() for text in unsettled.legends[0].get_texts()]


def test_many_values_of_a_third_axis_are_thinned_out():
    plan = plan_map(chain(), {"gait.frequency": [1, 2], "gait.amplitude": [0.1, 0.2], "gait.lag": "0.1:1:40"})
    readings = dict.fromkeys(QUANTITIES, 1.0)
    figure = draw_map(map_dataset(plan, dict.fromkeys(plan.points, Swim(readings))))
    titles = [axes.get_title("left") for axes in figure.axes if axes.get_title("left")]
    assert len(titles) == 12
    assert titles[0].startswith("gait.lag 5.73 deg")
    assert titles[-1].startswith("gait.lag 57.3 deg")
