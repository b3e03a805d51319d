"""The fit of drag against SciPy's, inside the bounds and on them."""

import re

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import curve_fit, least_squares

from narcine.identification.towing.drag_fit import fit_drag, terms

SPEED = np.concatenate([-np.linspace(0.1, 1.2, 15), np.linspace(0.1, 1.2, 15)])
SAME = 1e-6
"""SciPy's own steps end at 1e-8."""


def points(quadratic, linear, seed, noise=0.3):
    rng = np.random.default_rng(seed)
    error = noise * rng.uniform(0.5, 2.0, len(SPEED))
    return terms(SPEED) @ [quadratic, linear] + error * rng.standard_normal(len(SPEED)), error


def test_inside_the_bounds_it_is_curve_fit():
    force, error = points(30.0, 8.0, 0)
    fit = fit_drag(SPEED, force, error)
    values, covariance = curve_fit(lambda u, a, b: a * np.abs(u) * u + b * u, SPEED, force, (20.0, 5.0), error)
    assert (fit.quadratic, fit.linear) == pytest.approx(values, rel=SAME)
    half = stats.t.ppf(0.975, len(SPEED) - 2) * np.sqrt(np.diag(covariance))
    assert fit.quadratic_interval == pytest.approx((values[0] - half[0], values[0] + half[0]), rel=SAME)
    assert fit.linear_interval == pytest.approx((values[1] - half[1], values[1] + half[1]), rel=SAME)
    residual = (force - fit.curve(SPEED)) / error
    assert fit.chi_square == pytest.approx(residual @ residual / (len(SPEED) - 2))


def test_without_errors_all_points_count_alike():
    force, _ = points(30.0, 8.0, 1)
    expected = np.linalg.lstsq(terms(SPEED), force, rcond=None)[0]
    fit = fit_drag(SPEED, force)
    assert (fit.quadratic, fit.linear) == pytest.approx(expected)


def test_the_scale_of_errors_does_not_matter():
    force, error = points(30.0, 8.0, 2)
    first, second = fit_drag(SPEED, force, error), fit_drag(SPEED, force, 10.0 * error)
    assert second.quadratic_interval == pytest.approx(first.quadratic_interval)
    assert second.chi_square == pytest.approx(first.chi_square / 100.0)


@pytest.mark.parametrize(("quadratic", "linear"), [(35.0, -2.0), (-2.0, 10.0)])
def test_on_a_bound_it_is_bounded_least_squares(quadratic, linear):
    force, error = points(quadratic, linear, 3)
    fit = fit_drag(SPEED, force, error)
    found = least_squares(
        lambda c: (terms(SPEED) @ c - force) / error,
        (5.0, 5.0),
        bounds=(0.0, np.inf),
        xtol=1e-12,
        ftol=1e-14,
        gtol=1e-12,
    ).x
    assert (fit.quadratic, fit.linear) == pytest.approx(found, rel=1e-4, abs=1e-4)  # it stays inside, near the bound
    assert 0.0 in (fit.quadratic, fit.linear)
    for value, (low, high) in ((fit.quadratic, fit.quadratic_interval), (fit.linear, fit.linear_interval)):
        assert 0.0 <= low <= value < high


def test_a_curve_that_misses_widens_intervals():
    force, _ = points(30.0, 8.0, 4, noise=0.01)
    bent = force + 0.5 * np.sin(9.0 * SPEED)
    errors = np.full(len(SPEED), 0.01)
    widths = [np.diff(fit_drag(SPEED, each, errors).quadratic_interval)[0] for each in (force, bent)]
    assert widths[1] > 10.0 * widths[0]


def test_the_band_holds_the_curve_and_is_odd_like_it():
    force, error = points(35.0, 0.0, 5)
    fit = fit_drag(SPEED, force, error)
    speed = np.linspace(-1.2, 1.2, 49)
    low, high = fit.band(speed)
    assert np.all(low <= fit.curve(speed) + 1e-12)
    assert np.all(fit.curve(speed) <= high + 1e-12)
    assert low == pytest.approx(-high[::-1])


def test_points_without_noise_are_met():
    fit = fit_drag(SPEED, terms(SPEED) @ [34.96, 0.0])
    # residuals are rounding, over which there is an interval of some 1e-7
    assert fit.quadratic == pytest.approx(34.96, rel=1e-9)
    assert fit.linear == pytest.approx(0.0, abs=1e-6)
    assert fit.quadratic_interval == pytest.approx((34.96, 34.96), rel=1e-5)


@pytest.mark.parametrize(
    ("speed", "message"),
    [
        ([], "no points are left"),
        ([0.5, 1.0], "has 2 points; two coefficients and their intervals take 3"),
        ([0.5, 0.501, -0.5], "one speed only (0.501): quadratic and linear drag cannot be told apart"),
    ],
)
def test_too_few_points_say_what_they_cannot_tell(speed, message):
    speed = np.array(speed)
    with pytest.raises(ValueError, match=re.escape(message)):
        fit_drag(speed, 30.0 * speed)


def test_forces_of_the_wrong_sign_are_refused():
    with pytest.raises(ValueError, match="forces point against the speeds"):
        fit_drag(SPEED, -30.0 * SPEED)
