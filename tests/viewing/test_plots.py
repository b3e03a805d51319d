"""The pictures of a run: all there, none empty, nothing cut off, sensible axes whatever happens."""

import numpy as np
import pytest
from PIL import Image

from narcine.viewing.figures import span_values, stack, style
from narcine.viewing.plots import draw_actuators, draw_attitude, draw_joints, draw_path, draw_speed, plot_run
from tests.viewing.runs import circling, frozen, real, two_vehicles

EXPECTED = {
    "raybot": {"joints.png"},
    "remus100_rudder_step": {"actuators.png"},
    "pendulum": {"joints.png"},
    "fin": set(),
}
RUNS = {
    "ray": lambda: real("raybot"),
    "torpedo": lambda: real("remus100"),
    "fin": lambda: real("fin"),
    "three records": lambda: real("raybot", 0.04),
    "nothing moves": lambda: frozen(real("raybot")),
    "circles": lambda: circling(5.0, 2.0),
    "two vehicles": two_vehicles,
}


def pixels_of(file):
    """Return the grey values of a picture."""
    with Image.open(file) as picture:
        return np.asarray(picture.convert("L"))


def drawn(run):
    """Yield the figures of a run."""
    with style():
        for draw in (draw_path, draw_speed, draw_attitude):
            yield draw(run)
        if run.sizes["joint"]:
            yield draw_joints(run)
        if run.sizes["propeller"]:
            yield draw_actuators(run)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_picture_shows_something(name, tmp_path):
    files = plot_run(real(name), tmp_path)
    assert {file.name for file in files} == {"path.png", "speed.png", "attitude.png"} | EXPECTED[name]
    for file in files:
        pixels = pixels_of(file)
        assert (pixels < 250).mean() > 0.015  # the share that is not white
        assert pixels.shape[1] == 880


def test_a_picture_of_two_vehicles(tmp_path):
    assert len(plot_run(two_vehicles(), tmp_path)) == 5


@pytest.mark.parametrize("name", RUNS)
def test_nothing_is_cut_off_and_no_axis_has_an_offset(name):
    for figure in drawn(RUNS[name]()):
        figure.canvas.draw()
        assert figure.bbox_inches.count_contains(figure.get_tightbbox().corners()) == 4
        for axes in figure.axes:
            assert axes.xaxis.get_offset_text().get_text() == axes.yaxis.get_offset_text().get_text() == ""
            assert len(axes.get_yticks()) > 1


@pytest.mark.parametrize("count", [1, 4, 12, 30])
def test_the_key_stands_clear_of_the_panels(count):
    with style():
        figure, panels = stack("many", (1.0, 1.0), {f"a_rather_long_name_{number}": {} for number in range(count)})
        panels[0].set(title="title")
    figure.canvas.draw()
    key = figure.legends[0].get_window_extent()
    assert key.y0 >= panels[0].get_tightbbox().y1
    assert key.x1 <= figure.bbox.x1
    assert key.y1 <= figure.texts[0].get_window_extent().y0


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0.0, 1e-17], (-0.56, 0.56)), ([7.0, 7.0], (6.44, 7.56)), ([0.0, 10.0], (-0.6, 10.6)), ([np.nan], (-0.56, 0.56))],
)
def test_an_axis_spans_no_less_than_what_means_something(values, expected):
    _, (axes,) = stack("span", (1.0,))
    span_values(axes, np.array(values), least=1.0)
    assert axes.get_ylim() == pytest.approx(expected)
