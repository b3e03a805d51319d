import numpy as np
from scipy import stats

from narcine.sensing.noise import standard_normals

UNLIKELY = 1e-3
"""Chance at which a test of honest noise fails; the seeds are fixed, so that it does so always or never."""


def test_it_is_normal_over_seeds_sensors_and_times():
    one, zero = np.ones(20000), np.zeros(20000, int)
    many = np.arange(20000)
    for drawn in (
        standard_normals(many, np.array([3]), one)[:, 0],
        standard_normals(zero[:1], many, one[:1])[0],
        standard_normals(zero, np.array([0]), 0.01 * many)[:, 0],
    ):
        assert stats.kstest(drawn, "norm").pvalue > UNLIKELY
        assert stats.pearsonr(drawn[1:], drawn[:-1]).pvalue > UNLIKELY


def test_neighbours_share_nothing():
    times = 0.02 * np.arange(5000)
    drawn = standard_normals(np.zeros(5000, int), np.arange(8), times)
    other = standard_normals(np.ones(5000, int), np.arange(8), times)
    between = np.corrcoef(np.concatenate([drawn, other], axis=1).T) - np.eye(16)
    assert np.abs(between).max() < 4.5 / np.sqrt(5000)  # 120 pairs: one beyond 4.5 sigma in a thousand such tests


def test_it_hangs_on_nothing_but_seed_sensor_and_time():
    seeds, numbers, times = np.array([5, 0, 9]), np.array([0, 4]), np.array([0.1, 2.0, 0.1])
    whole = standard_normals(seeds, numbers, times)
    for row in range(3):
        for column in range(2):
            alone = standard_normals(seeds[[row]], numbers[[column]], times[[row]])
            assert alone[0, 0] == whole[row, column]
    np.testing.assert_array_equal(standard_normals(seeds[::-1], numbers, times[::-1]), whole[::-1])
    assert len(np.unique(whole)) == whole.size


def test_rounding_of_the_time_changes_nothing():
    step = 0.004
    counted, summed = step * np.arange(1000), np.cumsum(np.full(1000, step)) - step
    seeds = np.zeros(1000, int)
    np.testing.assert_array_equal(
        standard_normals(seeds, np.array([1]), counted), standard_normals(seeds, np.array([1]), summed)
    )
