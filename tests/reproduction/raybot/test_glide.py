"""The glide of the live ray: against a balance of forces on paper, and over trim."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot import glide
from narcine.reproduction.raybot.fits import line, power
from narcine.reproduction.raybot.steady import steady_glides
from tests.reproduction.raybot.by_hand import glide_by_hand


@pytest.fixture(scope="module")
def ray():
    return narcine.load("electric_ray", gait="glide")


@pytest.fixture(scope="module")
def readings(ray):
    [found] = glide.measure([ray])
    return found


@pytest.mark.parametrize("attack", [4.0, 10.0, 14.0, 23.0, 32.0, 41.0])
def test_steady_glides_balance_on_paper(ray, attack):
    """Both stop searching at accelerations of 1e-7 m/s2; slopes are of the order of 1 m/s2 per m/s or rad."""
    [placed] = ray.scenario.vehicles.values()
    attacks = np.radians(np.linspace(14.0, attack, max(2, round(abs(attack - 14.0) / 3.0) + 1)))
    [found] = steady_glides([ray], attacks)[:, -1]
    expected = glide_by_hand(placed.vehicle, ray.scenario.water, np.radians(attack))
    assert found == pytest.approx(expected, abs=2e-6)


def test_every_glide_of_the_sweep_is_swum_as_it_balances(readings):
    assert np.all(readings["steady"] == 1.0)
    assert readings["attack"] == pytest.approx(glide.ATTACKS, abs=0.1)
    assert np.all(np.diff(readings["trim"]) > 0.0)


def test_speed_falls_as_the_descent_steepens_beyond_the_flattest_glide(readings):
    ok, note = glide.judge(readings)
    assert ok
    assert readings["exponent"] < 0.0
    assert "dives" in note


def test_dives_are_faster_the_steeper(readings):
    """The other side of the polar: little lift, and weight along the path drives it."""
    dives = np.asarray(readings["trim"]) < readings["trim_of_flattest"]
    order = np.argsort(readings["descent"][dives])
    assert np.all(np.diff(readings["speed"][dives][order]) > 0.0)
    assert readings["exponent_front"] > 0.0


def test_a_flatter_glide_would_need_less_drag(readings):
    """Descent is drag over lift, whatever the weight."""
    ratio = np.degrees(np.arctan2(readings["drag"], readings["lift"]))
    assert ratio == pytest.approx(readings["descent"], abs=1e-9)


def test_the_figure_says_which_side_is_which(readings):
    [(figure, caption)] = glide.draw(readings)
    assert len(figure.axes) == 4
    assert "flattest" in caption


def test_speed_goes_with_the_root_of_the_weight(ray):
    """Under twice the gravity all forces double at 1.41 times the speed, at the same trim; to the search's rounding."""
    heavier = narcine.load("electric_ray", gait="glide", run__water__gravity=2.0 * ray.scenario.water.gravity)
    attacks = np.radians([14.0])
    [[one]], [[two]] = steady_glides([ray], attacks), steady_glides([heavier], attacks)
    assert two == pytest.approx(one * [np.sqrt(2.0), 1.0, 1.0], abs=2e-6)


def test_fits_find_what_was_put_in():
    x = np.array([1.0, 2.0, 4.0, 7.0])
    assert line(x, 3.0 - 2.0 * x) == pytest.approx((3.0, -2.0, 1.0))
    assert power(x, 3.0 * x**-0.5) == pytest.approx((3.0, -0.5, 1.0))
