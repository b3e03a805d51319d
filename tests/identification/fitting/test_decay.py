"""Free decay, from data that no simulator made: closed forms of damped oscillators."""

from dataclasses import replace

import numpy as np
import pytest

import narcine
from narcine.identification.fitting.fit import fit
from narcine.identification.fitting.trial import Trial
from narcine.identification.motion.motion import Motion
from tests.conftest import simulate
from tests.identification.fitting.made import assert_near

MASS, ARM, RADIUS = 1.413716694115407, 0.5, 0.05
VOLUME = 4.0 / 3.0 * np.pi * RADIUS**3
WEIGHT = (MASS - 1000.0 * VOLUME) * 9.81
"""in water, of the bob of the shipped pendulum (N)"""
ADDED, DAMPING = 0.9, 0.05
"""what is to be found: kg and N m s"""
NOISE = 2e-5
"""rad; small against 0.01 rad, at which the pendulum is linear to 6e-6"""


def decaying(inertia, damping, stiffness, amplitude, times):
    """Return x of inertia x'' + damping x' + stiffness x = 0 from rest at an amplitude."""
    decay = damping / (2.0 * inertia)
    omega = np.sqrt(stiffness / inertia - decay**2)
    return amplitude * np.exp(-decay * times) * (np.cos(omega * times) + decay / omega * np.sin(omega * times))


def pendulum():
    """Return the shipped pendulum with added inertia and damping that are 50 % off."""
    return narcine.load(
        "pendulum",
        bodies__bob__added_inertia={"matrix": [1.5 * ADDED, ADDED, ADDED, 0, 0, 0]},
        joints__arm__damping=0.5 * DAMPING,
    )


def swings(seed=1, noise=NOISE, added=ADDED, duration=12.0, start=0.3):
    """Return the angle of a swinging pendulum, from some time after its release on."""
    times = start + np.arange(0.0, duration, 0.04)
    inertia = (MASS + added) * ARM**2 + 0.4 * MASS * RADIUS**2
    angle = decaying(inertia, DAMPING, WEIGHT * ARM, 0.01, times)
    angle = angle + noise * np.random.default_rng(seed).normal(size=len(times))
    return Trial(Motion("swings.csv", times, joints={"arm": angle}), {})


PATHS = ("bodies.bob.added_inertia.matrix.0", "joints.arm.damping")


def test_a_pendulum_tells_added_inertia_by_its_period_and_damping_by_its_decay():
    found = fit([swings()], pendulum(), PATHS)
    assert found.converged
    assert not found.warnings
    for each, truth in zip(found.found, (ADDED, DAMPING), strict=True):
        assert_near(each, truth)
        assert abs(each.value - truth) < 0.01 * truth  # what is found is worth something
    assert found.noise["joint.arm"] == pytest.approx(NOISE, rel=0.15)  # 300 samples: 4 %, and three times that


def test_a_vehicle_on_a_spring_to_the_world_tells_its_added_mass():
    """A sphere on a slider with a spring, buoyant as it is heavy: m x'' + d x' + k x = 0."""
    mass, added, damping, stiffness = 2.0, 1.3, 0.8, 20.0
    body = {
        "shape": {"sphere": 0.1},
        "mass": mass,
        "displaced_volume": 2.0e-3,
        "added_inertia": {"matrix": [0.5, 1, 1, 0, 0, 0]},
        "drag": {"linear": [2.0, 0, 0, 0, 0, 0]},
    }
    rail = {"type": "slider", "parent": "world", "child": "hull", "axis": "forward", "stiffness": stiffness}
    sprung = simulate(bodies={"hull": body}, joints={"rail": rail}, run={"step": 0.01})
    times = np.arange(0.0, 10.0, 0.05)
    place = decaying(mass + added, damping, stiffness, 0.2, times)
    rng = np.random.default_rng(3)
    position = np.stack([place, 0.0 * place, 0.0 * place], axis=1) + 1e-3 * rng.normal(size=(len(times), 3))
    found = fit(
        [Trial(Motion("spring.csv", times, position=position), {})],
        sprung,
        ["bodies.hull.added_inertia.matrix.0", "bodies.hull.drag.linear.0"],
    )
    for each, truth in zip(found.found, (added, damping), strict=True):
        assert_near(each, truth)
        assert abs(each.value - truth) < 0.02 * truth


def test_gaps_and_uneven_samples_are_no_matter():
    trial = swings()
    times, angle = trial.motion.time.copy(), trial.motion.joints["arm"].copy()
    kept = np.sort(np.random.default_rng(2).choice(len(times), 200, replace=False))
    times, angle = times[kept], angle[kept]
    angle[40:70] = np.nan
    found = fit([Trial(Motion("gaps.csv", times, joints={"arm": angle}), {})], pendulum(), PATHS)
    assert found.samples == 170
    for each, truth in zip(found.found, (ADDED, DAMPING), strict=True):
        assert_near(each, truth)


def test_a_run_that_is_kept_out_is_predicted_and_a_wrong_one_is_not():
    """Another release of the same pendulum is predicted to its noise; one with 5 % more added mass is not."""
    same, other = swings(seed=8, start=0.9), swings(seed=9, added=1.05 * ADDED)
    other = replace(other, motion=replace(other.motion, source="other.csv"))
    found = fit([swings()], pendulum(), PATHS, holdout=[same, other])
    first, second = found.kept
    assert first.started == 5.0
    assert first.rms["joint.arm"] / first.noise["joint.arm"] == pytest.approx(1.0, abs=0.2)
    assert second.rms["joint.arm"] > 5.0 * second.noise["joint.arm"]


@pytest.mark.slow
def test_each_run_is_predicted_from_the_others():
    trials = [
        replace(each, motion=replace(each.motion, source=f"{k}.csv")) for k, each in enumerate(map(swings, (1, 2, 3)))
    ]
    found = fit(trials, pendulum(), PATHS, cross_validate=True)
    assert [each.run for each in found.kept] == ["0.csv", "1.csv", "2.csv"]
    for each in found.kept:
        assert each.rms["joint.arm"] / NOISE == pytest.approx(1.0, abs=0.2)
    single = fit(trials[:1], pendulum(), PATHS)
    ratio = single[PATHS[0]].deviation / found[PATHS[0]].deviation
    assert ratio == pytest.approx(np.sqrt(3.0), rel=0.15)  # three runs tell as much as three runs


def test_damping_that_the_file_does_not_have_is_found():
    """At zero a damper is not in the model at all: it is sought from next to nothing on."""
    undamped = narcine.load("pendulum", bodies__bob__added_inertia={"matrix": [ADDED, ADDED, ADDED, 0, 0, 0]})
    assert_near(fit([swings()], undamped, PATHS)["joints.arm.damping"], DAMPING)


def test_a_bound_that_the_data_would_cross_is_told():
    found = fit([swings()], pendulum(), PATHS, bounds={"joints.arm.damping": (0.0, 0.8 * DAMPING)})
    damping = found["joints.arm.damping"]
    assert damping.at_bound
    assert damping.value == pytest.approx(0.8 * DAMPING, rel=1e-4)
    assert any("joints.arm.damping is at its upper bound" in each for each in found.warnings)


def test_what_the_model_leaves_out_is_told_and_widens_intervals():
    """Damping that the model has at zero: residuals follow each other."""
    found = fit([swings(noise=NOISE)], narcine.load("pendulum", joints__arm__damping=0.0), ["bodies.bob.mass"])
    assert any("neighbouring residuals are correlated" in each for each in found.warnings)
    assert "Morelli and Klein" in found.method
    (left,) = found.leftovers
    assert left.neighbours > 0.9
    assert not left.white


def coverage(sets, noise_of):
    inside = 0
    for seed in range(sets):
        trial = swings(noise=0.0)
        angle = trial.motion.joints["arm"] + noise_of(np.random.default_rng(100 + seed), len(trial.motion.time))
        found = fit([replace(trial, motion=replace(trial.motion, joints={"arm": angle}))], pendulum(), PATHS)
        for each, truth in zip(found.found, (ADDED, DAMPING), strict=True):
            inside += each.interval[0] < truth < each.interval[1]
    return inside / (2 * sets)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say():
    """Of 200 numbers 95 % +- 3.1 % (two standard deviations of a binomial), with noise that is estimated."""
    assert 0.92 <= coverage(100, lambda rng, n: NOISE * rng.normal(size=n)) <= 0.985


@pytest.mark.slow
def test_intervals_hold_the_truth_with_noise_that_has_a_memory():
    """Noise correlated by 0.8 from sample to sample: intervals of white noise, three times too narrow, hold it in half.

    The correlation itself is estimated from 300 samples, so that a little less than 95 % is what can be had.
    """

    def coloured(rng, n):
        found = np.zeros(n)
        for k, kick in enumerate(NOISE * rng.normal(size=n)):
            found[k] = 0.8 * found[k - 1] + 0.6 * kick
        return found

    assert 0.85 <= coverage(100, coloured) <= 0.99
