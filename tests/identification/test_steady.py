"""Steady segments of towing runs: where they lie, what they come to, how well that is known."""

from dataclasses import replace

import numpy as np
import pytest

from narcine.identification.towing.steady import FEWEST, steady_parts
from tests.identification.towing import RAMP, RATE, REST, SURGE, campaign

SPEEDS = np.repeat([0.3, 0.6, -0.9], 10)


@pytest.fixture(scope="module")
def runs():
    return campaign("surge", SURGE, np.random.default_rng(0), SPEEDS)


def test_segments_lie_on_the_plateau(runs):
    steady = steady_parts(runs)
    begin = (REST + RAMP) * RATE
    assert np.all(steady.first >= begin)
    assert np.all(steady.first + steady.samples == len(runs[0].time))
    assert not any(steady.reason)
    # the speed record has a noise of 1 mm/s, of which 60 samples or more are averaged
    assert steady.speed == pytest.approx(SPEEDS, abs=5 * 0.001 / np.sqrt(60))


def test_a_carriage_that_slows_down_again_is_steady_before(runs):
    stopped = []
    for run in runs:
        course = np.interp(run.time, [REST, REST + RAMP, 13.0, 15.0], [0.0, 1.0, 1.0, 0.0])
        top = np.median(run.speed[60:])
        stopped.append(replace(run, speed=top * course, force=SURGE[0] * np.abs(top * course) * top * course))
    steady = steady_parts(stopped)
    assert np.all((steady.first + steady.samples) / RATE <= 13.0)
    # nothing of the ramps is left; the top of a speed is a median of noisy samples
    assert steady.force == pytest.approx(SURGE[0] * np.abs(SPEEDS) * SPEEDS, rel=0.002)


def test_errors_are_those_that_means_have():
    """Over many campaigns, what a mean is off by has the size that its error says."""
    off = []
    for seed in range(20):
        runs = campaign("surge", SURGE, np.random.default_rng(seed), SPEEDS, drift=0.0, settling=0.0)
        steady = steady_parts(runs)
        off.append((steady.force - SURGE[0] * np.abs(SPEEDS) * SPEEDS) / steady.error)
    # 600 runs tell the ratio to 1 / sqrt(1200) = 3 %; picking the cut by the data and short zeros add some 15 %
    assert np.sqrt(np.mean(np.square(off))) == pytest.approx(1.0, abs=0.25)


def test_the_zero_of_the_cells_is_taken_off(runs):
    lifted = [replace(run, force=run.force + 100.0) for run in runs]
    assert steady_parts(lifted).force == pytest.approx(steady_parts(runs).force, abs=1e-9)
    kept = steady_parts(lifted, tare=False)
    assert np.all(np.isnan(kept.zero))
    assert np.all(kept.force > steady_parts(runs).force + 90.0)


def test_a_run_that_never_stood_has_no_zero(runs):
    late = [replace(run, time=run.time[60:], speed=run.speed[60:], force=run.force[60:]) for run in runs]
    steady = steady_parts(late)
    assert np.all(np.isnan(steady.zero))
    assert not any(steady.reason)


def test_single_samples_that_are_far_off_do_not_count(runs):
    struck = runs[0].force.copy()
    struck[[90, 130]] += 40.0
    before, after = (steady_parts([first, *runs[1:]]) for first in (runs[0], replace(runs[0], force=struck)))
    assert after.spikes[0] == 2
    # two of some 100 samples fewer
    assert after.force[0] == pytest.approx(before.force[0], abs=0.5 * before.error[0])
    assert after.error[0] < 1.2 * before.error[0]


def test_runs_without_a_steady_segment_say_why(runs):
    time = runs[0].time
    ramp = replace(runs[0], speed=time / time[-1])
    still = replace(runs[1], speed=0.001 * np.random.default_rng(0).standard_normal(len(time)))
    wandering = replace(runs[2], force=runs[2].force + 2.0 * np.maximum(time - 5.0, 0.0))
    short = replace(runs[3], time=time[:60], speed=runs[3].speed[:60], force=runs[3].force[:60])
    steady = steady_parts([ramp, still, wandering, short, *runs[4:]])
    assert f"it takes {FEWEST}" in steady.reason[0]
    assert steady.reason[1] == "the carriage does not move"
    assert "the force drifts by" in steady.reason[2]
    assert f"it takes {FEWEST}" in steady.reason[3]
    assert np.all(np.isnan(steady.force[:4]))
    assert not any(steady.reason[4:])


def test_runs_of_different_lengths_are_as_they_are_alone(runs):
    shorter = replace(runs[0], time=runs[0].time[:140], speed=runs[0].speed[:140], force=runs[0].force[:140])
    mixed = steady_parts([*runs, shorter])
    assert mixed.first[-1] + mixed.samples[-1] == 140
    assert mixed.force[-1] == pytest.approx(mixed.force[0], abs=4 * mixed.error[-1])
