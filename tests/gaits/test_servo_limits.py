"""What a servo can follow: eqs 3 to 5 against the points themselves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import narcine
from narcine.gaits.servo_limits import (
    ServoLimits,
    asked_rate,
    can_follow,
    highest_frequency,
    largest_amplitude,
    left_amplitude,
    rate_per_beat,
    step_per_amplitude,
)

LIMITS = ServoLimits(8.0, -1.0, 1.0, 20)
EXACT = 1e-12
points = st.integers(3, 200)
angles = st.floats(0.01, 1.5)


@given(points)
def test_the_largest_step_is_that_of_the_points(resolution):
    sent = np.sin(2.0 * np.pi * np.arange(resolution + 1) / resolution)
    assert step_per_amplitude(resolution) == pytest.approx(np.abs(np.diff(sent)).max(), rel=1e-9)


def test_many_points_ask_for_the_rate_of_a_sine():
    assert rate_per_beat(2000) == pytest.approx(rate_per_beat(None), rel=1e-5)
    assert rate_per_beat(None) == 2.0 * np.pi


@given(points, angles)
def test_eq_5_is_the_edge_of_eq_3(resolution, amplitude):
    limits = ServoLimits(8.0, -2.0, 2.0, resolution)
    frequency = float(highest_frequency(amplitude, limits))
    assert float(asked_rate(amplitude, frequency, resolution)) == pytest.approx(8.0, rel=EXACT)
    assert float(largest_amplitude(frequency, limits)) == pytest.approx(amplitude, rel=1e-9)
    assert can_follow(amplitude, 0.999 * frequency, 0.0, limits)
    assert not can_follow(amplitude, 1.001 * frequency, 0.0, limits)


@given(angles, st.floats(0.1, 5.0), st.floats(-1.0, 1.0))
def test_both_sides_are_alike(amplitude, frequency, turn):
    assert can_follow(amplitude, frequency, turn, LIMITS) == can_follow(amplitude, frequency, -turn, LIMITS)


def test_turning_takes_from_the_amplitude():
    assert can_follow(0.4, 1.0, 0.6, LIMITS)
    assert not can_follow(0.4, 1.0, 0.61, LIMITS)
    assert float(largest_amplitude(1.0, LIMITS, 0.7)) == pytest.approx(0.3)
    assert float(largest_amplitude(1.0, LIMITS, 1.2)) == 0.0


def test_a_whole_set_of_actions_is_sorted_at_once():
    amplitudes, frequencies, turns = np.meshgrid([0.2, 0.5], [1.0, 4.0], [0.0, 0.6], indexing="ij")
    found = can_follow(amplitudes, frequencies, turns, LIMITS)
    assert found.tolist() == [[[True, True], [True, True]], [[True, False], [False, False]]]


def test_a_servo_behind_its_rate_is_left_with_a_triangle():
    assert float(left_amplitude(0.7, 4.0, 8.0)) == 0.5
    assert float(left_amplitude(0.2, 1.0, 8.0)) == 0.2


def test_the_servo_is_sent_held_points():
    """With M = 8 the signal takes eight values a beat; the target of a fast servo without lag shows them."""
    fish = narcine.load(
        "minifish", gait__resolution=8, gait__start="full", gait__frequency=1.0, drives__tail__rate=1e4,
        drives__tail__lag=1e-4, run__step=1e-4,
    )  # fmt: skip
    run = fish.start(step=1e-4, record=1e-4)
    run.step(10000)
    target = run.states[:, fish.model.state_names.index("tail.target")]
    amplitude = run.states[:, fish.model.state_names.index("gait.amplitude")]
    resting = np.abs(np.diff(target)) < 1e-6
    levels = np.unique(np.round((target[1:] / amplitude[1:])[resting & (np.arange(len(target) - 1) > 5000)], 3))
    assert set(levels) <= {-1.0, -0.707, 0.0, -0.0}


def test_a_gait_that_asks_too_much_says_so():
    with pytest.warns(UserWarning, match=r"asks tail for 17.3 rad/s, its servo turns at 8: .* up to 2.97 Hz"):
        narcine.load("minifish", gait__frequency=6.4, run__duration=0.1).run()
