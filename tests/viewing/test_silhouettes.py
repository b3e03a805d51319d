"""Outlines: as large as their shapes, convex, and told apart."""

import numpy as np
import pytest

from narcine.description.shapes.shape import Shape
from narcine.spatial.rotations import rotation_from_euler
from narcine.viewing.silhouettes import convex_hull, outline, overlap


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


def test_an_ellipsoid_reaches_as_far_as_its_projection():
    R = rotation_from_euler(0.3, -0.5, 0.8)
    axes = np.array([0.8, 0.1, 0.3])
    corners = outline(Shape(ellipsoid=list(axes)), R, np.zeros(3), (0, 2))
    directions = np.stack([np.cos(np.linspace(0, np.pi, 7)), np.sin(np.linspace(0, np.pi, 7))], axis=1)
    reach = np.linalg.norm(directions @ R[[0, 2]] * axes, axis=1)
    coarse = 1.0 - np.cos(np.pi / 36)  # what 36 corners miss of a circle
    assert (corners @ directions.T).max(axis=0) == pytest.approx(reach, rel=coarse)


def test_overlap_is_the_share_that_is_covered():
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    assert overlap(square, square) == 1.0
    assert overlap(square, square[::-1]) == 1.0
    sideways = np.array([1.0, 0.0])
    assert overlap(square, square + 1.2 * sideways) == 0.0
    assert 0.3 < overlap(square, square + 0.4 * sideways) < 0.7
    assert overlap(square, 0.5 + 0.2 * square) == 1.0
