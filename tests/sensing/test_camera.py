import numpy as np
from scipy import stats

from narcine.sensing.camera import Camera, filmed

TIMES = np.linspace(0.0, 400.0, 4001)
WAY = np.stack([0.05 * TIMES, 1.0 - 0.02 * TIMES], axis=1)
UNLIKELY = 1e-3
"""Chance at which a test of honest noise fails; the seed is fixed, so that it does so always or never."""


def test_a_perfect_camera_sees_the_way_at_each_frame():
    seen = filmed(Camera(25.0), TIMES, WAY, 0)
    assert len(seen.time) == 10001
    np.testing.assert_allclose(np.diff(seen.time), 0.04, rtol=1e-9)
    np.testing.assert_allclose(seen.place, np.stack([0.05 * seen.time, 1.0 - 0.02 * seen.time], axis=1), atol=1e-12)


def test_noise_is_normal_and_frames_are_lost_as_asked():
    seen = filmed(Camera(25.0, noise=0.002, dropout=0.2), TIMES, WAY, 7)
    off = (seen.place - np.stack([0.05 * seen.time, 1.0 - 0.02 * seen.time], axis=1)) / 0.002
    for column in off.T:
        assert stats.kstest(column, "norm").pvalue > UNLIKELY
    assert stats.binomtest(10001 - len(seen.time), 10001, 0.2).pvalue > UNLIKELY


def test_the_same_seed_sees_the_same_and_another_does_not():
    camera = Camera(25.0, noise=0.002, dropout=0.2)
    first, again, other = (filmed(camera, TIMES, WAY, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.place, again.place)
    assert len(first.time) != len(other.time) or not np.array_equal(first.place, other.place)


def test_pixels_round():
    seen = filmed(Camera(25.0, pixel=0.005), TIMES, WAY, 0)
    np.testing.assert_allclose(seen.place / 0.005, np.rint(seen.place / 0.005), atol=1e-9)
    assert np.abs(seen.place[:, 0] - 0.05 * seen.time).max() <= 0.0025 + 1e-12
