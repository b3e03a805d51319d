"""Repeats as one point: eqs 36 and 37 as they are printed, and what repeats tell beside that."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from narcine.identification.towing.fusion import (
    DISAGREE,
    fuse,
    fuse_repeats,
    outliers,
    same_speeds,
    variance_between,
)

ROUNDING = 1e-9


@given(
    st.lists(st.tuples(st.floats(-100.0, 100.0), st.floats(1e-3, 1e3)), min_size=1, max_size=6),
)
def test_fusion_is_the_closed_form(runs):
    means, variances = (np.array(column) for column in zip(*runs, strict=True))
    mean, variance = fuse(means, variances)
    # one after the other, as a Kalman filter would take them in
    x, p = means[0], variances[0]
    for mu, q in zip(means[1:], variances[1:], strict=True):
        gain = p / (p + q)
        x, p = x + gain * (mu - x), p * q / (p + q)
    assert variance == pytest.approx(p, rel=ROUNDING)
    assert mean == pytest.approx(x, rel=ROUNDING, abs=ROUNDING)


def test_two_runs_by_hand():
    assert fuse(np.array([10.0, 13.0]), np.array([1.0, 2.0])) == pytest.approx((11.0, 2.0 / 3.0))


def test_speeds_of_one_setting_are_repeats():
    speeds = np.array([0.5, -0.5, 0.502, 0.3, 0.499, 0.3004, 0.55])
    groups = [sorted(group.tolist()) for group in same_speeds(speeds)]
    assert groups == [[1], [3, 5], [0, 2, 4], [6]]


def test_a_row_of_close_speeds_is_not_one_speed():
    groups = same_speeds(np.linspace(0.5, 0.6, 51))
    assert max(len(group) for group in groups) <= 7  # 2 % of 0.51 m/s at 2 mm/s apart, both ends included


def test_chi_square_of_repeats_and_their_widening():
    forces, variances = np.array([10.0, 10.1, 13.0]), np.full(3, 0.04)
    point = fuse_repeats(np.full(3, 0.5), forces, variances, 0.0)
    chi_square = float(np.sum((forces - forces.mean()) ** 2) / 0.04)
    assert point.chi_square == pytest.approx(chi_square)
    assert point.chance == pytest.approx(stats.chi2.sf(chi_square, 2))
    assert point.chance < DISAGREE
    assert point.variance == pytest.approx(0.04 / 3 * chi_square / 2)


def test_repeats_at_slightly_other_speeds_do_not_disagree():
    speeds = np.array([1.0, 1.01, 0.99])
    forces = 35.0 * speeds**2
    point = fuse_repeats(speeds, forces, np.full(3, 1e-4), 70.0)
    # what is left is the bend of the curve, 35 du^2
    assert point.chance > 0.5
    assert fuse_repeats(speeds, forces, np.full(3, 1e-4), 0.0).chance < DISAGREE


def test_the_variance_from_run_to_run_is_found():
    rng = np.random.default_rng(0)
    groups = [np.arange(3 * k, 3 * k + 3) for k in range(400)]
    own = rng.uniform(0.1, 0.4, 1200)
    forces = np.repeat(rng.uniform(0, 50, 400), 3) + own * rng.standard_normal(1200) + 0.3 * rng.standard_normal(1200)
    # 800 degrees of freedom tell a variance to 5 %, of which a part is the runs' own
    assert np.sqrt(variance_between(groups, forces, own**2)) == pytest.approx(0.3, rel=0.1)
    assert variance_between([np.array([0]), np.array([1])], forces, own**2) == 0.0


def test_an_outlier_among_repeats_is_found_and_no_other():
    rng = np.random.default_rng(1)
    groups = [np.arange(3 * k, 3 * k + 3) for k in range(40)]
    forces = np.repeat(np.arange(40.0), 3) + 0.2 * rng.standard_normal(120)
    forces[31] += 4.0
    assert np.flatnonzero(outliers(groups, forces, np.full(120, 0.2))).tolist() == [31]


def test_of_two_nobody_knows_which_is_off():
    assert not outliers([np.array([0, 1])], np.array([1.0, 90.0]), np.full(2, 0.1)).any()


def test_errors_that_are_all_too_small_make_no_outliers():
    rng = np.random.default_rng(2)
    groups = [np.arange(3 * k, 3 * k + 3) for k in range(200)]
    forces = rng.standard_normal(600)
    assert not outliers(groups, forces, np.full(600, 0.05)).any()
