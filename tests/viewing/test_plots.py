"""The pictures of a run: all there, none empty, shapes seen as they are."""

import numpy as np
import pytest
from PIL import Image

import narcine
from narcine.description.shapes import Shape
from narcine.spatial.rotations import rotation_from_euler
from narcine.viewing.plots import plot_run
from narcine.viewing.silhouettes import convex_hull, outline


def pixels_of(file):
    """Return the grey values of a picture."""
    with Image.open(file) as picture:
        return np.asarray(picture.convert("L"))


@pytest.mark.parametrize("name", ["raybot", "remus100_rudder_step", "pendulum", "fin"])
def test_every_picture_shows_something(name, tmp_path):
    files = plot_run(narcine.load(name).run(duration=3.0), tmp_path)
    expected = {"path.png", "speed.png", "attitude.png"} | ({"joints.png"} if name in ("raybot", "pendulum") else set())
    assert {file.name for file in files} == expected
    for file in files:
        pixels = pixels_of(file)
        assert (pixels < 250).mean() > 0.02  # the share that is not white
        assert pixels.shape[1] == 880


def test_a_picture_of_two_vehicles(tmp_path):
    vehicles = {"a": {"vehicle": narcine.load("raybot").description.plain}}
    vehicles["b"] = {"vehicle": narcine.load("remus100").description.plain, "start": {"position": [0, 3, 1]}}
    run = narcine.Simulation({"name": "two", "vehicles": vehicles}).run(duration=2.0)
    assert len(plot_run(run, tmp_path)) == 4


def test_outlines_are_as_large_as_their_shapes():
    R = rotation_from_euler(0.3, -0.5, 0.8)
    sphere = outline(Shape(sphere=0.4), R, np.array([1.0, 2.0, 3.0]), (0, 1))
    assert np.linalg.norm(sphere - [1.0, 2.0], axis=1) == pytest.approx(np.full(len(sphere), 0.4), rel=1e-12)
    plate = outline(Shape(plate={"chord": 2, "span": 1, "thickness": 0.1}), np.eye(3), np.zeros(3), (0, 1))
    assert np.ptp(plate, axis=0) == pytest.approx([2.0, 1.0])
    cylinder = outline(Shape(cylinder={"radius": 0.5, "length": 3}), np.eye(3), np.zeros(3), (0, 2))
    assert np.ptp(cylinder, axis=0) == pytest.approx([3.0, 1.0], rel=1e-2)


def test_a_hull_is_convex_and_holds_all_points():
    points = np.random.default_rng(4).normal(size=(200, 2))
    hull = convex_hull(points)
    edges = np.roll(hull, -1, axis=0) - hull
    for point in points:
        away = point - hull
        assert np.all(edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0] >= -1e-12)
