"""The fit of a thruster finds what made the data, and what ships is what the maker's data give."""

import numpy as np
import pytest

import narcine
from narcine.description.library import SAMPLES
from narcine.identification.thruster import fit_thruster

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


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say():
    """500 noisy tests; of a share of 0.95 the count of 500 spreads by 0.0097: 0.92 to 0.98 are three of these."""
    rng = np.random.default_rng(5)
    covered = np.zeros(3)
    for _ in range(500):
        speed = fit_thruster(*synthetic(rng, 1.0)).forward.speed
        covered += np.abs(np.array(speed.values) - (11.0, 0.6, -50.0)) <= speed.half_widths
    assert np.all((covered / 500 > 0.92) & (covered / 500 < 0.98)), covered / 500


def test_data_that_cannot_be_fitted_are_refused():
    pulse, speed, force, power = maker()
    with pytest.raises(ValueError, match="must stand still at the neutral pulse"):
        fit_thruster(pulse, speed, force, power, neutral=1700.0)
    few = (pulse >= 1460) & (pulse <= 1900)
    with pytest.raises(ValueError, match="fewer than 4 pulses below"):
        fit_thruster(pulse[few], speed[few], force[few], power[few])
