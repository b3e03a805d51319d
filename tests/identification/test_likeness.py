"""Measures of likeness against SciPy and closed forms."""

import numpy as np
import pytest
from scipy.stats import pearsonr

from narcine.identification.comparing.course import HEADING, NORTH, SPEED, Course
from narcine.identification.comparing.likeness import correlations, hardly_varying, lag, pearson, rise

TIME = np.arange(0.0, 12.0, 0.01)


def speed_course(delay=0.0, constant=0.5, top=0.8):
    """Return the speed of a body that is engaged at 3 s and follows with one time constant."""
    since = TIME - 3.0 - delay
    return Course(TIME, {SPEED: np.where(since > 0.0, top * (1.0 - np.exp(-since / constant)), 0.0)})


def test_correlation_is_that_of_scipy():
    rng = np.random.default_rng(1)
    a = rng.normal(size=50)
    b = 0.5 * a + rng.normal(size=50)
    assert pearson(a, b) == pytest.approx(pearsonr(a, b).statistic, rel=1e-12)
    assert np.isnan(pearson(a, np.zeros(50)))


def test_headings_correlate_through_whole_turns():
    turning = np.linspace(0.0, 15.0, len(TIME))
    ours, theirs = Course(TIME, {HEADING: turning}), Course(TIME, {HEADING: turning + 0.1})
    assert correlations(ours, theirs)[HEADING] == pytest.approx(1.0)


@pytest.mark.parametrize("delay", [-0.4, 0.0, 0.2, 0.537])
def test_a_delay_is_found_within_a_tenth_of_a_step(delay):
    assert lag(speed_course(), speed_course(delay)) == pytest.approx(delay, abs=0.001)


@pytest.mark.parametrize("constant", [0.2, 0.5])
def test_a_first_order_rise_takes_its_time_constant_times_the_logarithm_of_nine(constant):
    """The last quarter of 9 s begins 6.75 s after the start: exp(-13) is left; lines between samples cost 1e-4."""
    found = rise(speed_course(constant=constant), 3.0, None)
    assert found.steady == pytest.approx(0.8, rel=1e-5)
    assert found.time == pytest.approx(constant * np.log(9.0), rel=1e-3)


def test_what_stays_at_rest_does_not_rise():
    still = Course(TIME, {SPEED: np.zeros_like(TIME)})
    assert np.isnan(rise(still, 3.0, None).time)
    assert rise(Course(TIME, {HEADING: TIME}), 3.0, None) is None


def test_what_stays_within_its_noise_is_named():
    rng = np.random.default_rng(2)
    noise = 0.01 * np.ones_like(TIME)
    moving, still = TIME, 0.01 * rng.normal(size=len(TIME))
    ours = Course(TIME, {NORTH: moving, HEADING: np.zeros_like(TIME)})
    theirs = Course(TIME, {NORTH: moving, HEADING: still}, {NORTH: noise, HEADING: noise})
    assert hardly_varying(ours, theirs) == (HEADING,)
