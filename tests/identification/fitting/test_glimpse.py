"""What the first samples tell of a start."""

import numpy as np
import pytest

from narcine.identification.fitting.glimpse import glimpse
from narcine.identification.motion.motion import Motion


def moving(noise: float, lost: int = 0, seed: int = 0) -> Motion:
    time = np.arange(0.0, 3.0, 0.05)
    place = np.stack([1.0 + 0.5 * time + 0.2 * time**2, np.sin(2.0 * time), np.zeros(len(time))], axis=1)
    place += np.random.default_rng(seed).normal(0.0, noise, place.shape)
    place[:lost] = np.nan
    return Motion("made", time, position=place)


def test_without_noise_place_and_velocity_are_those_of_the_curve():
    seen = glimpse(moving(0.0), 0.0)
    assert seen.position == pytest.approx([1.0, 0.0, 0.0], abs=1e-5)
    assert seen.velocity == pytest.approx([0.5, 2.0, 0.0], abs=1e-3)


@pytest.mark.parametrize("lost", [0, 1])
def test_noise_is_not_followed(lost):
    """A line through nine samples of 20 mm over 0.4 s has 0.05 m/s, and a quartic at its end fifty times that.

    What is left is mostly that the curves bend away from a line, by some 0.3 m/s.
    """
    errors = [glimpse(moving(0.02, lost, seed), 0.0).velocity - np.array([0.5, 2.0, 0.0]) for seed in range(40)]
    assert np.abs(errors).max() < 1.5
    assert np.median(np.abs(errors)) < 0.2
