"""Friction on the sides of a cylinder."""

import numpy as np
import pytest
from scipy.special import ellipe

from narcine.hydrodynamics.skin import ellipse_perimeter
from narcine.simulation.record import TERM_NAMES
from tests.conftest import simulate

RADIUS, LENGTH, FRICTION = (0.02, 0.05), 0.3, 0.01


def force(ahead, direction=(1.0, 0.0, 0.0), **skin):
    shape = {"cylinder": {"radius": list(RADIUS), "length": LENGTH}, "centre": [0.1, 0, 0]}
    body = {"shape": shape, "mass": 1.0, "drag": {"skin": {"friction": FRICTION, **skin}}}
    run = {"start": {"velocity": [ahead * each for each in direction]}, "water": {"density": 1000.0}}
    seen = simulate(bodies={"body": body}, run=run).start().observe()
    return seen.wrench[0, TERM_NAMES.index("drag"), 0]


def test_perimeters_of_ellipses():
    """Against the elliptic integral; Ramanujan's is worst for the flattest."""
    for a, b in ((1.0, 1.0), (1.0, 0.5), (0.02, 0.05), (1.0, 0.01)):
        exact = 4.0 * max(a, b) * ellipe(1.0 - (min(a, b) / max(a, b)) ** 2)
        assert ellipse_perimeter(a, b) == pytest.approx(exact, rel=4e-4)


def test_a_turbulent_layer_has_its_friction_at_all_speeds():
    area = ellipse_perimeter(*RADIUS) * LENGTH
    for speed in (0.01, 0.7, -2.0):
        expected = -0.5 * 1000.0 * FRICTION * area * abs(speed) * speed
        assert force(speed) == pytest.approx([expected, 0, 0, 0, 0, 0], rel=1e-12)
    assert force(1.0, (0.0, 1.0, 0.0)) == pytest.approx(np.zeros(6), abs=1e-15)


def test_a_laminar_layer_follows_the_power_three_halves_about_its_speed():
    whole = force(0.2)[0]
    assert force(0.2, speed=0.2)[0] == pytest.approx(whole, rel=1e-12)
    slope = (force(0.2002, speed=0.2)[0] - force(0.1998, speed=0.2)[0]) / 0.0004
    assert slope == pytest.approx(1.5 * whole / 0.2, rel=1e-6)
    for ratio in (0.5, 2.0):
        assert force(0.2 * ratio, speed=0.2)[0] == pytest.approx(1.06 * whole * ratio**1.5, rel=1e-3)
