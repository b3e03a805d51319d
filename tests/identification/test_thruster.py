"""The fit of a thruster finds what made the data, and what ships is what the maker's data give."""

import numpy as np
import pytest
from scipy.stats import t

import narcine
from narcine.description.library import SAMPLES
from narcine.identification.thrusters.thruster import fit_curve, fit_thruster
from narcine.identification.thrusters.thruster_file import read_bollard

WRITTEN = 1e-4
"""The file gives five digits."""
RPM = 30.0 / np.pi


def maker():
    """Return Blue Robotics' bollard test of the T200 at 16 V: us, rad/s, N, W."""
    table = np.genfromtxt(SAMPLES / "t200_16V.csv", delimiter=",", skip_header=1)
    return table[:, 0], table[:, 1] / RPM, 9.80665 * table[:, 5], table[:, 4]


def test_the_t200_that_ships_is_the_fit_of_its_makers_data():
    fit = fit_thruster(*maker())
    t200 = narcine.load("bluerov").scenario.vehicles["bluerov"].vehicle.actuators["lateral"]
    assert t200.speed.dead_band == fit.dead_band
    for number, way in enumerate((fit.forward, fit.reverse)):
        curve = (t200.speed.forward, t200.speed.reverse)[number]
        assert curve == pytest.approx(way.speed.values, rel=WRITTEN)
        assert t200.thrust[number] == pytest.approx(way.thrust.values[0], rel=WRITTEN)
        assert t200.power[number] == pytest.approx(way.power.values[0], rel=WRITTEN)


def test_residuals_are_those_that_the_documents_tell():
    fit = fit_thruster(*maker())
    told = ((fit.forward, 15.5, 35.6, 0.60, 1.22), (fit.reverse, 11.7, 42.0, 0.60, 1.33))
    for way, rms, worst, newtons, worst_newtons in told:
        assert (RPM * way.speed.rms, RPM * way.speed.worst) == pytest.approx((rms, worst), abs=0.06)
        assert (way.thrust_by_pulse.rms, way.thrust_by_pulse.worst) == pytest.approx((newtons, worst_newtons), abs=6e-3)


def synthetic(rng, noise):
    pulse = np.arange(1100.0, 1901.0, 4.0)
    x = np.abs(pulse - 1500.0)
    forward, reverse = 11.0 * x**0.6 - 50.0, 13.0 * x**0.57 - 60.0
    speed = np.where(pulse > 1530, forward, np.where(pulse < 1470, reverse, 0.0))
    force = np.where(pulse > 1500, 3.6e-4, -2.9e-4) * speed**2
    shaken = speed + noise * rng.normal(size=len(pulse)) * (speed > 0.0)
    return pulse, shaken, force + noise * 0.1 * rng.normal(size=len(pulse)), 7e-6 * speed**3


def test_exact_data_give_exact_numbers():
    fit = fit_thruster(*synthetic(np.random.default_rng(0), 0.0))
    assert fit.dead_band == (1472.0, 1528.0)
    assert fit.forward.speed.values == pytest.approx((11.0, 0.6, -50.0), rel=1e-6)
    assert fit.reverse.speed.values == pytest.approx((13.0, 0.57, -60.0), rel=1e-6)
    assert fit.reverse.thrust.values == pytest.approx((2.9e-4,), rel=1e-12)


def wandering(rng, count, near):
    """Return errors of size one of which neighbours share as much as `near` says (AR(1))."""
    found = rng.normal(size=count)
    for k in range(1, count):
        found[k] = near * found[k - 1] + np.sqrt(1.0 - near**2) * found[k]
    return found


def coverage(near, sets, seed):
    """Return how often intervals hold a, b and c when the errors of neighbours are correlated."""
    rng = np.random.default_rng(seed)
    x = np.arange(32.0, 401.0, 4.0)
    covered = np.zeros(3)
    for _ in range(sets):
        speed = fit_curve(x, 11.0 * x**0.6 - 50.0 + wandering(rng, len(x), near)).speed
        covered += np.abs(np.array(speed.values) - (11.0, 0.6, -50.0)) <= speed.half_widths
    return covered / sets


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say():
    """400 noisy tests; of a share of 0.95 the count of 400 spreads by 0.011: 0.92 to 0.98 are nearly three of these."""
    share = coverage(0.0, 400, 5)
    assert np.all((share > 0.92) & (share < 0.98)), share


@pytest.mark.slow
@pytest.mark.parametrize("near", [0.5, 0.9])
def test_intervals_of_errors_that_hang_together_are_wide_enough(near):
    """Where independent errors would be covered by 0.7 and 0.4: 300 of 0.95 spread by 0.013; too wide is no harm."""
    assert np.all(coverage(near, 300, 6) > 0.91)


def test_independent_errors_would_leave_out_the_truth():
    """What the maker's data say of b over parts of the pulses spreads by more than an interval of independent ones."""
    pulse, speed, *_ = maker()
    distance = pulse - 1500.0
    whole = fit_curve(distance[pulse > 1528], speed[pulse > 1528]).speed
    parts = [
        fit_curve(distance[part], speed[part]).speed.values[1]
        for part in (pulse > 1600, (pulse > 1528) & (pulse < 1800))
    ]
    assert max(abs(b - whole.values[1]) for b in parts) > 4 * 0.012
    assert max(abs(b - whole.values[1]) for b in parts) < 1.5 * whole.half_widths[1]


def test_the_band_of_the_curve_is_that_of_its_numbers():
    """Against numbers drawn from their covariance: 4000 draws know a deviation to 1.1 %, 4 % are four of it."""
    curve = fit_curve(*(lambda p, s: (p[p > 1528] - 1500.0, s[p > 1528]))(*maker()[:2]))
    rng = np.random.default_rng(3)
    scale = 1e-3
    draws = rng.multivariate_normal(curve.speed.values, scale**2 * curve.spread.covariance, 4000)
    x = np.array([40.0, 150.0, 390.0])
    drawn = np.std(draws[:, :1] * x ** draws[:, 1:2] + draws[:, 2:], axis=0) / scale
    assert curve.half_band(x) == pytest.approx(drawn * t.ppf(0.975, curve.spread.degrees), rel=0.04)


@pytest.mark.slow
def test_repeats_of_a_pulse_count_as_one():
    pulse, speed, force, power = maker()
    once = fit_thruster(pulse, speed, force, power)
    twice = fit_thruster(*(np.tile(each, 2) for each in (pulse, speed, force, power)))
    assert twice.forward.speed.values == pytest.approx(once.forward.speed.values, rel=1e-6)
    assert twice.forward.thrust.half_widths == pytest.approx(once.forward.thrust.half_widths, rel=1e-6)


def test_the_makers_file_is_read_as_it_is_downloaded(tmp_path):
    read = read_bollard(SAMPLES / "t200_16V.csv")
    pulse, speed, force, power = maker()
    assert np.array_equal(read.pulse, pulse)
    assert read.shaft == pytest.approx(speed, rel=1e-12)
    assert read.force == pytest.approx(force, rel=1e-12)
    assert np.array_equal(read.power, power)
    assert read.unused == ("Current (A)", "Voltage (V)", "Efficiency (g/W)")
    file = tmp_path / "own.csv"
    rows = "".join(f"{p},{RPM * s},{f}\n" for p, s, f in zip(pulse, speed, force, strict=True))
    file.write_text(f"pulse [us],shaft [rpm],force [N]\n{rows}")
    own = read_bollard(file)
    assert own.force == pytest.approx(force, rel=1e-12)
    assert own.power is None
    fit = fit_thruster(own.pulse, own.shaft, own.force)
    assert fit.forward.power is None


def test_data_that_cannot_be_fitted_are_refused():
    pulse, speed, force, power = maker()
    with pytest.raises(ValueError, match="must stand still at the neutral pulse"):
        fit_thruster(pulse, speed, force, power, neutral=1700.0)
    with pytest.raises(ValueError, match="forces at pulses above 1500 us must be positive"):
        fit_thruster(pulse, speed, -force, power)
    few = (pulse >= 1460) & (pulse <= 1900)
    with pytest.raises(ValueError, match="fewer than 5 pulses below"):
        fit_thruster(pulse[few], speed[few], force[few], power[few])
