"""Intervals of numbers that cannot be negative, against constructions of their own and by how often they hold."""

import numpy as np
import pytest
from scipy import stats

from narcine.identification.estimate import CONFIDENCE, quantile
from narcine.identification.towing.bounded import Quadrant, band, interval, reach

MANY = 100_000
"""Degrees of freedom that make Student's distribution a normal one."""
CORRELATED = np.array([[1.0, -0.95], [-0.95, 1.0]])
FAR = 1e3


def belt(mu: float) -> tuple[float, float]:
    """Return which x a number mu >= 0 is accepted at, by Feldman and Cousins' ordering on a grid."""
    x = np.linspace(mu - 8.0, mu + 8.0, 160_001)
    ratio = stats.norm.pdf(x - mu) / stats.norm.pdf(x - np.maximum(x, 0.0))
    order = np.argsort(-ratio, kind="stable")
    inside = order[: np.searchsorted(np.cumsum(stats.norm.pdf(x[order] - mu)) * (x[1] - x[0]), CONFIDENCE) + 1]
    return float(x[inside].min()), float(x[inside].max())


@pytest.mark.parametrize("mu", [0.05, 0.3, 1.0, 1.7, 2.5])
def test_reach_is_that_of_the_belt_by_likelihood_ratio(mu):
    grid = 2e-3  # the tails of the belt lie on a grid of 1e-4, and 5e-5 of probability each
    assert mu + reach(mu, MANY) == pytest.approx(belt(mu)[1], abs=grid)


def test_intervals_of_one_number_by_its_belt():
    """A limit at x is the number whose belt ends there."""
    for mu in (0.4, 1.2, 2.6):
        _, high = belt(mu)
        region = Quadrant(np.array([high, FAR]), np.eye(2), MANY)
        assert interval(region, 0)[0] == pytest.approx(mu, abs=0.01)
    for mu in (0.4, 1.2):
        low, _ = belt(mu)
        assert interval(Quadrant(np.array([low, FAR]), np.eye(2), MANY), 0)[1] == pytest.approx(mu, abs=0.01)


def test_far_from_bounds_it_is_the_usual_interval():
    for degrees in (1, 5, 40):
        region = Quadrant(np.array([FAR, 2 * FAR]), np.array([[4.0, -1.9], [-1.9, 1.0]]), degrees)
        half = 2.0 * stats.t.ppf(0.975, degrees)
        assert interval(region, 0) == pytest.approx((FAR - half, FAR + half))


def test_at_the_bound_it_begins_there_and_holds_the_best():
    region = Quadrant(np.array([50.0, -1.5]), CORRELATED, 40)
    assert region.best[1] == 0.0
    low, high = interval(region, 1)
    assert low == 0.0
    assert high > 0.0
    low, high = interval(region, 0)
    assert low < region.best[0] < high
    # to the side on which the other would have to be negative it is known as if the other were zero
    alone = np.sqrt(1.0 - 0.95**2)
    assert high - region.best[0] == pytest.approx(quantile(40) * alone, rel=1e-6)


@pytest.mark.parametrize("truth", [0.0, 0.3, 1.0, 3.0])
def test_intervals_hold_the_truth_as_often_as_they_say(truth):
    rng = np.random.default_rng(7)
    draws = np.array([FAR, truth]) + rng.standard_normal((1500, 2)) @ np.linalg.cholesky(CORRELATED).T
    held = np.zeros(2)
    for free in draws:
        region = Quadrant(free, CORRELATED, MANY)
        for index, value in enumerate((FAR, truth)):
            low, high = interval(region, index)
            held[index] += low <= value <= high
    # the bounded number by construction 95 %, the other 94.4 to 97.5 % (see the docstring); four deviations of 1500
    noise = 4 * np.sqrt(0.95 * 0.05 / 1500)
    assert held[1] / 1500 == pytest.approx(0.955, abs=noise + 0.005)
    assert 0.944 - noise < held[0] / 1500 < 0.975 + noise


def test_the_band_is_that_of_straight_functions():
    region = Quadrant(np.array([FAR, 2 * FAR]), np.array([[4.0, -1.9], [-1.9, 1.0]]), 12)
    rows = np.array([[1.0, 0.0], [0.2, 1.0], [3.0, 2.0]])
    low, high = band(region, rows)
    half = quantile(12) * np.sqrt(np.einsum("ri,ij,rj->r", rows, region.covariance, rows))
    # the edge is drawn with half a degree between its points
    assert high == pytest.approx(rows @ region.free + half, rel=1e-4)
    assert low == pytest.approx(rows @ region.free - half, rel=1e-4)


def test_the_band_of_a_number_at_its_bound_is_its_interval():
    region = Quadrant(np.array([50.0, -1.5]), CORRELATED, 40)
    low, high = band(region, np.array([[1.0, 0.0]]))
    assert (low[0], high[0]) == pytest.approx(interval(region, 0), rel=1e-4)
