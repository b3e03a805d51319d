"""Numbers of bluerov out of how it moved."""

from dataclasses import replace

import numpy as np
import pytest

from narcine.identification.fitting.experiment import experiment_of
from narcine.identification.fitting.fit import fit
from narcine.identification.fitting.parameters import read_parameters
from narcine.identification.fitting.problem import Problem
from narcine.identification.fitting.solving import in_pieces
from narcine.identification.fitting.trial import Trial
from narcine.simulation.numbers import number_at, with_numbers
from tests.identification.fitting.made import NOISE, assert_near, rov_model, rov_trial

ADDED = [f"bodies.hull.added_inertia.matrix.{k}" for k in range(6)]
DRAG = [*(f"bodies.hull.drag.quadratic.{k}" for k in range(3)), "bodies.hull.drag.linear.5"]
THRUST = ["actuators.*.thrust.0", "actuators.*.thrust.1"]
TWELVE = [*ADDED, *DRAG]
YAW = ("bodies.hull.inertia.2", "bodies.hull.added_inertia.matrix.5")
"""In yaw only their sum counts."""


def truth_of(found):
    return number_at(rov_model(), found.parameter.paths[0])


def wrong(model, paths, factor=1.5):
    """Return the model with numbers that are too large and too small by turns."""
    values = {path: number_at(model, path) * (factor if k % 2 else 1.0 / factor) for k, path in enumerate(paths)}
    return with_numbers(model, values)


@pytest.fixture(scope="module")
def trial():
    return rov_trial(duration=8.0)


def test_numbers_that_are_wrong_by_half_are_found(trial):
    paths = [ADDED[0], ADDED[1], DRAG[0], DRAG[2]]
    reports = []
    found = fit([trial], wrong(rov_model(), paths), paths, report=reports.append)
    assert found.converged
    assert not found.warnings
    for each in found.found:
        assert_near(each, truth_of(each))
        assert each.deviation < 0.02 * each.value
    assert found.noise["position"] == pytest.approx(NOISE["position"], rel=0.1)  # 480 numbers: 3.2 %
    assert {each.stage for each in reports} == {"in pieces", "roughly", "nearly", "exactly"}


def test_pieces_that_start_near_the_data_lead_near_the_truth(trial):
    """Two pieces of 4 s, numbers wrong by half, starts free: what whole runs go on from where they got stuck."""
    paths = [ADDED[0], DRAG[0]]
    model = wrong(rov_model(), paths)
    problem = Problem(read_parameters(model, paths), [experiment_of(trial, model, None, False)], NOISE)
    begin = problem.begin()
    values = problem.values(in_pieces(problem, begin, True, None))
    assert problem.values(begin) == pytest.approx([2.6 / 1.5, 34.96 * 1.5])
    assert values == pytest.approx([2.6, 34.96], rel=0.02)


def test_what_the_data_cannot_tell_apart_is_named_and_not_given(trial):
    found = fit([trial], rov_model(), [*YAW, DRAG[0]], noise=NOISE)
    assert [found[path].value for path in YAW] == [None, None]
    assert [found[path].interval for path in YAW] == [None, None]
    (untold,) = found.untold
    assert set(untold.names) == set(YAW)
    assert str(untold) == "bodies.hull.inertia.2 and bodies.hull.added_inertia.matrix.5: the data tell only their sum"
    assert_near(found[DRAG[0]], 34.96)
    assert np.isnan(found.covariance[0]).all()
    assert np.isfinite(found.covariance[2, 2])
    plain = found.plain()
    assert [each["value"] for each in plain["parameters"][:2]] == [None, None]


def test_what_was_known_beforehand_settles_it(trial):
    """The sum is told far better, so that the second is known as well as the first was beforehand."""
    found = fit([trial], rov_model(), YAW, noise=NOISE, priors={YAW[0]: (0.13, 0.01)})
    first, second = (found[path] for path in YAW)
    assert first.by_prior
    assert second.by_prior  # through the first
    spread = np.sqrt(found.covariance.sum())
    assert spread < 2e-3
    assert abs(first.value + second.value - 0.41) < 3.5 * spread
    assert first.deviation == pytest.approx(0.01, rel=0.01)
    assert second.deviation == pytest.approx(0.01, rel=0.05)
    assert "settled by what was known beforehand" in str(found.untold[0])
    assert found.correlation[0, 1] < -0.98


@pytest.mark.slow
def test_ranges_of_assumed_numbers_are_known_beforehand(trial):
    found = fit([trial], rov_model(), YAW, noise=NOISE, prior_ranges=True)
    assert found[YAW[0]].parameter.prior == pytest.approx((0.13, 0.25 * (0.20 - 0.09)))
    assert found[YAW[1]].parameter.prior is None  # it has a source
    assert found[YAW[0]].value is not None


def test_a_drag_of_nothing_stays_at_its_bound(trial):
    """Linear drag in surge is zero: what noise would make negative is held there, and its interval begins there."""
    found = fit([trial], rov_model(), ["bodies.hull.drag.linear.0", DRAG[0]], noise=NOISE)
    linear = found["bodies.hull.drag.linear.0"]
    assert linear.parameter.low == 0.0
    assert linear.interval[0] == 0.0 <= linear.value < 3.5 * linear.deviation
    assert_near(found[DRAG[0]], 34.96)


@pytest.mark.slow
def test_a_start_that_is_known_needs_no_estimate_and_tells_more(trial):
    schedule = {name: list(map(list, told)) for name, told in trial.schedule.items()}
    model = rov_model(run__commands=schedule, run__start__position=[0, 0, 10])
    known = fit([trial], model, [ADDED[0]], noise=NOISE, start="known")
    loose = fit([trial], model, [ADDED[0]], noise=NOISE)
    assert (known.unknowns, loose.unknowns) == (1, 13)
    assert_near(known[ADDED[0]], 2.6)
    assert known[ADDED[0]].deviation < loose[ADDED[0]].deviation


def test_lost_samples_are_left_out(trial):
    motion = replace(trial.motion, position=trial.motion.position.copy(), attitude=trial.motion.attitude.copy())
    motion.position[100:140] = np.nan
    motion.attitude[::3] = np.nan
    found = fit([Trial(motion, trial.schedule)], rov_model(), [DRAG[0]], noise=NOISE)
    assert found.samples == 3 * (161 - 40) + 3 * (161 - 54)
    assert_near(found[DRAG[0]], 34.96)


@pytest.mark.slow
def test_only_what_is_asked_for_counts(trial):
    found = fit([trial], rov_model(), [DRAG[0]], noise={"position": 1e-3}, measured=["position"])
    assert set(found.noise) == {"position"}
    assert found.samples == 3 * 161


@pytest.mark.slow
def test_twelve_numbers_of_a_minute_are_found_from_far_off():
    trial = rov_trial(duration=60.0)
    found = fit([trial], wrong(rov_model(), TWELVE), TWELVE, ties=THRUST)
    assert found.converged
    assert not found.untold
    for each in found.found:
        assert_near(each, truth_of(each))
        assert each.deviation < 0.01 * each.value


@pytest.mark.slow
def test_intervals_of_twelve_numbers_hold_the_truth_as_often_as_they_say():
    """40 runs of 20 s: 480 numbers, of a run not independent; three binomial deviations of 480 are 3 %."""
    inside, total = 0, 0
    for seed in range(40):
        found = fit([rov_trial(seed=1000 + seed, duration=20.0)], rov_model(), TWELVE, ties=THRUST)
        for each in found.found:
            inside += each.interval[0] < truth_of(each) < each.interval[1]
            total += 1
    assert 0.92 <= inside / total <= 0.98


@pytest.mark.slow
def test_a_number_that_starts_far_too_small_is_told(trial):
    """What counts is the size that was found, not that of the start."""
    small = rov_model(bodies__hull__drag__quadratic__0=0.01)
    found = fit([trial], small, [DRAG[0]], noise=NOISE)
    assert_near(found[DRAG[0]], 34.96)
