"""Filter and smoother against closed forms, dense linear algebra, and what they claim of themselves."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import solve_discrete_are
from scipy.spatial.transform import Rotation
from scipy.stats import chi2, multivariate_normal

import narcine
from narcine.identification.comparing.kinematic_model import KinematicModel
from narcine.identification.comparing.linear_smoother import SPREAD, kalman_filter, smooth_back
from narcine.identification.comparing.noise_tuning import log_likelihoods, tune
from narcine.identification.comparing.rotation_smoother import filter_turning, smooth_turning_back
from narcine.identification.comparing.smoothing import SmoothingSettings, smooth, smooth_path, smooth_turning
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_run import motion_of_run
from narcine.identification.motion.quaternions import turns_between
from narcine.recording.dataset import rotation_matrices

JERK, ACCELERATION = KinematicModel("jerk"), KinematicModel("acceleration")
ONE_IN = 1e-4
"""Chance that a band of chi square misses what it should hold; seeds are fixed, so that it does so always or never."""


def in_band(total, freedoms):
    return chi2.ppf(ONE_IN / 2, freedoms) < total < chi2.ppf(1 - ONE_IN / 2, freedoms)


def uneven_times(rng, count, step=0.02):
    """Return times that jitter, with a gap of half a second."""
    times = step * np.arange(count) + rng.uniform(-0.3, 0.3, count) * step
    return np.where(np.arange(count) > count // 2, times + 0.5, times)


def as_rotation(attitudes):
    return Rotation.from_quat(np.roll(attitudes, -1, axis=-1))


def as_quaternions(rotation):
    return np.roll(rotation.as_quat(), 1, axis=-1)


def walk(rng, model, times, noise, density, spread=SPREAD):
    """Return states (sample, order, 3) and noisy positions as the model says that they come about."""
    x = np.zeros((model.order, 3))
    x[1:] = rng.normal(size=(model.order - 1, 3)) * np.array(spread[: model.order - 1])[:, None]
    steps = np.diff(times)
    states = [x]
    for F, Q in zip(model.transitions(steps), density * model.gathered(steps), strict=True):
        states.append(F @ states[-1] + np.linalg.cholesky(Q) @ rng.normal(size=x.shape))
    states = np.array(states)
    return states, states[:, 0] + noise * rng.normal(size=(len(times), 3))


@pytest.mark.parametrize("index", [0.01, 0.3, 5.0])
def test_gains_of_the_constant_velocity_filter_are_those_of_the_alpha_beta_filter(index):
    """Bar-Shalom, Li and Kirubarajan 2001, section 6.5.4, for continuous white noise; index^2 = q T^3 / s^2.

    The gain settles by a factor per sample; 2000 samples leave nothing of it at these indices but rounding.
    """
    step, noise = 0.1, 0.02
    density = index**2 * noise**2 / step**3
    times = step * np.arange(2000)
    filtered = kalman_filter(times, np.zeros((2000, 1)), np.ones(2000, bool), ACCELERATION, noise, density)
    P = filtered.predicted_covariance[-1]
    alpha, beta = P[:, 0] / (P[0, 0] + noise**2) * [1.0, step]
    root = np.sqrt(1 / 3 + np.sqrt(1 / 12 + 4 / index**2))
    expected_beta = 12.0 / (6.0 * (root**2 + root) + 1.0)
    assert beta == pytest.approx(expected_beta, rel=1e-9)
    assert alpha == pytest.approx(expected_beta * root, rel=1e-9)


@pytest.mark.parametrize("model", [ACCELERATION, JERK])
def test_the_settled_covariance_solves_the_riccati_equation(model):
    step, noise, density = 0.02, 0.003, 0.7
    times = step * np.arange(1500)
    filtered = kalman_filter(times, np.zeros((1500, 1)), np.ones(1500, bool), model, noise, density)
    F, Q = model.transitions(np.array([step]))[0], density * model.gathered(np.array([step]))[0]
    expected = solve_discrete_are(F.T, np.eye(model.order)[:, :1], Q, np.array([[noise**2]]))
    assert filtered.predicted_covariance[-1] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("model", [ACCELERATION, JERK])
def test_the_smoother_is_a_low_pass_of_the_bandwidth_that_it_is_asked_for(model):
    """At its bandwidth half of a motion is left, at a third and at three times what 1 / (1 + (f / f_n)^2n) says.

    Samples every 1/100 of a period: the discrete filter differs from the continuous one by some (w T)^2, 0.4 %.
    """
    bandwidth, step = 1.0, 0.01
    times = np.arange(0.0, 30.0, step)
    for share in (1 / 3, 1.0, 3.0):
        wave = np.sin(2 * np.pi * share * bandwidth * times)
        settings = SmoothingSettings(model, position_noise=10.0, bandwidth=bandwidth)
        found = smooth_path(times, np.stack([wave] * 3, axis=1), settings)
        inner = slice(len(times) // 3, 2 * len(times) // 3)
        gain = found.position[inner, 0] @ wave[inner] / (wave[inner] @ wave[inner])
        assert gain == pytest.approx(1.0 / (1.0 + share ** (2 * model.order)), abs=0.005), share


@pytest.mark.parametrize("model", [ACCELERATION, JERK])
def test_errors_of_positions_are_as_large_as_they_are_told(model):
    """Over 60 walks of the model itself, with jitter, a gap and lost samples: NEES and NIS inside their bands."""
    rng = np.random.default_rng(1)
    noise, density, count, walks = 0.01, 2.0, 120, 60
    times = uneven_times(rng, count)
    used = rng.random(count) > 0.1
    used[0] = True
    filtered_nees, smoothed_nees, nis = np.zeros(count), np.zeros(count), 0.0
    for _ in range(walks):
        states, samples = walk(rng, model, times, noise, density)
        filtered = kalman_filter(times, samples, used, model, noise, density)
        smoothed = smooth_back(filtered)
        filtered_nees += nees(states - filtered.updated, filtered.updated_covariance)
        smoothed_nees += nees(states - smoothed.states, smoothed.covariance)
        nis += np.nansum(filtered.surprise)
    assert in_band(nis, walks * 3 * (used.sum() - 1))
    for row in (5, 30, 59, 60, 61, 90, 119):
        assert in_band(filtered_nees[row], walks * 3 * model.order), row
        assert in_band(smoothed_nees[row], walks * 3 * model.order), row
    assert np.all(smoothed.covariance[:, 0, 0] <= filtered.updated_covariance[:, 0, 0] * (1 + 1e-9))


def nees(errors, covariances):
    """Return the square of errors (sample, state, coordinate) in units of their covariance."""
    return np.einsum("tsk,tsk->t", errors, np.linalg.solve(covariances, errors))


@pytest.mark.parametrize("model", [ACCELERATION, JERK])
def test_errors_of_attitudes_are_as_large_as_they_are_told(model):
    """Body rates that walk as the model says, integrated in steps ten times as fine, at turn rates of 1 rad/s and more.

    The filter is of first order in its errors: with noise of half a degree they are small.
    """
    rng = np.random.default_rng(2)
    noise, count, walks, fine = 0.01, 90, 20, 10
    densities = np.array([0.5, 2.0, 1.0])
    times = uneven_times(rng, count)
    used = rng.random(count) > 0.1
    used[0] = True
    filtered_nees, smoothed_nees, nis = np.zeros(count), np.zeros(count), 0.0
    grid = np.concatenate([np.linspace(a, b, fine, endpoint=False) for a, b in pairwise(times)] + [times[-1:]])
    for _ in range(walks):
        unit, _ = walk(rng, model, grid, 0.0, 1.0, (2.0, 5.0))
        rates = unit[:, 1:] * np.sqrt(densities)
        turns = np.diff(unit[:, 0] * np.sqrt(densities), axis=0)
        attitude = Rotation.random(random_state=rng)
        truth = [attitude]
        for k, turn in enumerate(turns):
            attitude = attitude * Rotation.from_rotvec(turn)
            if (k + 1) % fine == 0:
                truth.append(attitude)
        truth, rates = Rotation.concatenate(truth), rates[::fine]
        samples = as_quaternions(truth * Rotation.from_rotvec(noise * rng.normal(size=(count, 3))))
        filtered = filter_turning(times, samples, used, model, noise, densities)
        smoothed = smooth_turning_back(filtered)
        for total, attitudes, known, covariance in (
            (filtered_nees, filtered.updated, filtered.updated_rates, filtered.updated_covariance),
            (smoothed_nees, smoothed.attitudes, smoothed.rates, smoothed.covariance),
        ):
            off = turns_between(np.array(attitudes), as_quaternions(truth))
            errors = np.concatenate([off, (rates - known).reshape(count, -1)], axis=1)[:, :, None]
            total += nees(errors, covariance)
        nis += np.nansum(filtered.surprise[10:])
    assert in_band(nis, walks * 3 * used[10:].sum())
    for row in (20, 44, 45, 46, 70, 89):
        assert in_band(filtered_nees[row], walks * 3 * model.order), row
        assert in_band(smoothed_nees[row], walks * 3 * model.order), row


@pytest.mark.parametrize("model", [ACCELERATION, JERK])
def test_the_likelihood_of_innovations_is_that_of_all_samples_at_once(model):
    """Against the density of a normal vector with the covariance that the model gives all samples together."""
    rng = np.random.default_rng(3)
    times, noise = np.sort(rng.uniform(0.0, 1.0, 25)), 0.05
    values = rng.normal(size=(25, 1)) * 0.05
    bandwidths = np.array([0.3, 1.0, 3.0])
    found, _ = log_likelihoods(times, values, model, bandwidths, np.median(np.diff(times)), noise)
    expected = []
    start = np.diag([noise**2, *(np.array(SPREAD[: model.order - 1]) ** 2)])
    for bandwidth in bandwidths:
        density = model.density(bandwidth, noise, float(np.median(np.diff(times))))
        covariance = noise**2 * np.eye(24)
        for i in range(24):
            for j in range(24):
                first, last = sorted((times[i + 1], times[j + 1]))
                ahead = model.transitions(np.array([last - first]))[0]
                to_first = model.transitions(np.array([first - times[0]]))[0]
                grown = to_first @ start @ to_first.T + density * model.gathered(np.array([first - times[0]]))[0]
                covariance[i, j] += (ahead @ grown)[0, 0]
        expected.append(multivariate_normal(np.full(24, values[0, 0]), covariance).logpdf(values[1:, 0]))
    assert np.diff(found) == pytest.approx(np.diff(expected), rel=1e-6)


def test_noise_and_bandwidth_are_found_again():
    """Over 20 walks the mean of what is most likely lies within four of its standard errors of the truth."""
    rng = np.random.default_rng(4)
    noise, density, times = 0.002, 0.3, 0.01 * np.arange(300)
    found = []
    for _ in range(20):
        _, samples = walk(rng, JERK, times, noise, density, (0.3, 0.1))
        found.append(tune(times, samples, JERK))
    for values, truth in (
        (np.log([each.noise for each in found]), np.log(noise)),
        (np.log([each.bandwidth for each in found]), np.log(JERK.bandwidth(density, noise, 0.01))),
    ):
        assert abs(np.mean(values) - truth) < 4.0 * np.std(values) / np.sqrt(len(values))
    assert np.std(np.log([each.noise for each in found])) < 0.05


def spun(rng, count=400, noise=0.002, rate=1.5):
    """Return times and attitudes of a body that turns about all axes, through half turns, and its rates."""
    times = 0.01 * np.arange(count)
    rates = np.array([0.2, -0.1, rate])
    truth = Rotation.from_euler("ZYX", [3.0, 0.2, -0.1]) * Rotation.from_rotvec(times[:, None] * rates)
    samples = truth * Rotation.from_rotvec(noise * rng.normal(size=(count, 3)))
    return times, as_quaternions(samples), rates


def test_the_sign_of_a_quaternion_means_nothing():
    rng = np.random.default_rng(5)
    times, samples, rates = spun(rng)
    flipped = samples * np.where(rng.random(len(times)) < 0.5, -1.0, 1.0)[:, None]
    one, other = (smooth_turning(times, each, SmoothingSettings()) for each in (samples, flipped))
    assert other.rates == pytest.approx(one.rates, abs=1e-9)
    assert np.abs(np.sum(one.attitude * other.attitude, axis=1)) == pytest.approx(np.ones(len(times)), abs=1e-12)
    assert np.min(np.sum(other.attitude[1:] * other.attitude[:-1], axis=1)) > 0.99
    assert np.linalg.norm(other.attitude, axis=1) == pytest.approx(np.ones(len(times)), abs=1e-12)
    errors = np.sqrt(np.diagonal(one.rates_covariance, axis1=1, axis2=2))
    assert np.all(np.abs(one.rates - rates) < 5.0 * errors + 1e-3)  # errors of constant rates fall with time


def test_outliers_are_left_out_alone_and_in_bursts_and_gaps_are_bridged():
    rng = np.random.default_rng(6)
    times, attitudes, _ = spun(rng)
    position = np.stack([0.5 * times, 0.2 * np.sin(2.0 * times), np.zeros_like(times)], axis=1)
    position += 0.001 * rng.normal(size=position.shape)
    position[[50, 200]] += 0.5
    position[300:310] -= 0.2
    position[120:140] = np.nan
    attitudes[150:153] = [0.6, 0.8, 0.0, 0.0]
    found = smooth(Motion("captured", times, position, attitudes))
    assert list(np.flatnonzero(found.path.known & ~found.path.used)) == [50, 200, *range(300, 310)]
    assert list(np.flatnonzero(found.turning.known & ~found.turning.used)) == [150, 151, 152]
    assert found.path.tuning.noise == pytest.approx(0.001, rel=0.1)
    off = np.abs(found.path.position[:, 0] - 0.5 * times)
    assert np.all(off < 5.0 * found.path.position_error)
    assert found.path.position_error[130] > 1.5 * found.path.position_error[90]


def test_a_manoeuvre_is_no_outlier():
    """A body that is at rest and then at once at full acceleration, told to a hundredth of a millimetre."""
    rng = np.random.default_rng(7)
    times = 0.01 * np.arange(400)
    way = np.where(times > 2.0, 0.5 * 0.8 * (times - 2.0) ** 2, 0.0)
    samples = np.stack([way, way, way], axis=1) + 1e-5 * rng.normal(size=(400, 3))
    found = smooth_path(times, samples, SmoothingSettings())
    assert found.used.all()


def test_nothing_is_told_before_the_first_and_after_the_last_sample():
    times = 0.01 * np.arange(100)
    samples = np.stack([times] * 3, axis=1)
    samples[:7] = samples[90:] = np.nan
    found = smooth_path(times, samples, SmoothingSettings(position_noise=0.001))
    assert np.isnan(found.velocity[:7]).all()
    assert np.isnan(found.velocity[90:]).all()
    assert np.isfinite(found.velocity[7:90]).all()


def test_two_samples_tell_no_motion():
    samples = np.full((5, 3), np.nan)
    samples[:2] = 0.0
    with pytest.raises(ValueError, match="2 positions tell no motion"):
        smooth_path(np.arange(5.0), samples, SmoothingSettings())


def test_velocities_of_a_known_run_come_out_of_its_poses():
    """1 mm and 0.2 deg at 100 Hz: the root mean square of errors is that which is told, but for starts and stops.

    White jerk has no sudden starts; they add as much again as noise does, not more.
    """
    run = narcine.load("bluerov").run(duration=8.0, record=0.01)
    motion = motion_of_run(run, "bluerov")
    rng = np.random.default_rng(8)
    position = motion.position + 0.001 * rng.normal(size=motion.position.shape)
    turns = Rotation.from_rotvec(np.radians(0.2) * rng.normal(size=motion.position.shape))
    measured = Motion("captured", motion.time, position, as_quaternions(as_rotation(motion.attitude) * turns))
    found = smooth(measured)
    assert found.path.tuning.noise == pytest.approx(0.001, rel=0.05)
    assert found.turning.tuning[0].noise == pytest.approx(np.radians(0.2), rel=0.05)
    told = np.sqrt(np.mean(np.trace(found.body_velocity_covariance, axis1=1, axis2=2)) / 3.0)
    error = np.sqrt(np.mean((found.body_velocity - motion.velocity) ** 2))
    assert error < 2.0 * told < 0.012
    assert np.sqrt(np.mean((found.turning.rates - motion.angular_velocity) ** 2, axis=0)) == pytest.approx(
        np.zeros(3), abs=np.radians(1.0)
    )
    over_ground = np.einsum("tij,tj->ti", rotation_matrices(motion.attitude), motion.velocity)
    assert found.path.velocity[500] == pytest.approx(over_ground[500], abs=4.0 * found.path.velocity_error[500])
