"""Towing runs with thrusters turning give back the thrust law that made them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t

from narcine.identification.thrusters.open_water import Screw, open_water, thrust_of_points
from narcine.identification.thrusters.thrust_law import Setting, fit_thrust
from narcine.identification.thrusters.thrust_loss import thrust_loss
from narcine.identification.thrusters.thrust_points import DrivenPoint
from narcine.identification.thrusters.thrust_tow import identify_thrusters, tell_drag
from narcine.identification.towing.exclusion import Selection, parse_exclusion
from tests.identification.driven import (
    DRAG,
    FORWARD,
    PULSES,
    REVERSE,
    SPEEDS,
    TRUTH,
    driven_campaign,
    shaft_of,
    thrust_of,
)

EXACT = 1e-4
"""Share by which means over a plateau without noise miss: samples of the ramp at its edge."""
SCREW = Screw(0.076)
ONE = Setting(2.0)


def points(noise=0.0, seed=0, setting=ONE, drag=DRAG, sigmas=0.2):
    """Return points by the law, with errors of the force that grow with the speed."""
    rng = np.random.default_rng(seed)
    found = []
    for pulse in PULSES:
        for speed in SPEEDS:
            shaft = shaft_of(pulse)
            inflow = float(setting.inflow(np.array(speed)))
            force = drag[0] * abs(speed) * speed + drag[1] * speed - setting.thrusters * float(thrust_of(shaft, inflow))
            sigma = sigmas * (1.0 + abs(speed))
            found.append(DrivenPoint("surge", pulse, shaft, speed, force + noise * sigma * rng.normal(), sigma, 0.0))
    return [point for point in found if point.driven or point.speed]


def test_exact_points_give_the_law_back():
    fit = fit_thrust(points(), ONE)
    assert set(fit.names) == set(TRUTH)
    for name, value in TRUTH.items():
        assert fit.value(name) == pytest.approx(value, rel=1e-9), name
    given = fit_thrust([point for point in points() if point.driven], replace(ONE, drag=DRAG))
    assert "c1" not in given.names
    assert given.value("forward.advance") == pytest.approx(FORWARD[1], rel=1e-9)


@pytest.mark.parametrize("setting", [Setting(-3.0, -1.0), Setting(2.8284271, 0.70710678), Setting(2.0, wake=0.3)])
def test_thrusters_that_push_back_or_askew_and_wakes(setting):
    fit = fit_thrust(points(setting=setting), setting)
    for name, value in TRUTH.items():
        assert fit.value(name) == pytest.approx(value, rel=1e-9), name


def test_numbers_and_intervals_are_those_of_weighted_least_squares():
    """Against the normal equations written out, of the forward points with known drag."""
    used = [point for point in points(noise=1.0, seed=3) if point.shaft > 0.0]
    fit = fit_thrust(used, replace(ONE, drag=DRAG))
    w, u, f, s = (np.array([getattr(p, name) for p in used]) for name in ("shaft", "speed", "force", "sigma"))
    y = DRAG[0] * u * abs(u) + DRAG[1] * u - f
    A, W = 2.0 * np.stack([w * w, w * u], axis=1), np.diag(1.0 / s**2)
    inverse = np.linalg.inv(A.T @ W @ A)
    numbers = inverse @ A.T @ W @ y
    left = y - A @ numbers
    variance = left @ W @ left / (len(y) - 2)
    assert fit.values == pytest.approx(numbers, rel=1e-9)
    assert fit.covariance == pytest.approx(variance * inverse, rel=1e-8)
    width = t.ppf(0.975, len(y) - 2) * np.sqrt(variance * inverse[1, 1])
    assert fit.half_width("forward.advance") == pytest.approx(width, rel=1e-9)


def test_coefficients_are_those_of_eqs_10_and_11_by_hand():
    """1 kN of water, D = 0.1 m, 100 rad/s, 5 N at 0.5 m/s: K_T = 5 x 39.4784 / (1000 x 1e-4 x 1e4), J = pi / 10."""
    screw = Screw(0.1, 1000.0)
    assert screw.thrust_coefficient(np.array(5.0), np.array(100.0)) == pytest.approx(0.197392, rel=1e-5)
    assert screw.advance_ratio(np.array(0.5), np.array(100.0)) == pytest.approx(0.314159, rel=1e-5)
    assert screw.thrust_coefficient(np.array(-5.0), np.array(-100.0)) == pytest.approx(0.197392, rel=1e-5)


def test_the_line_of_eq_13_is_a_straight_fit_of_its_points_and_eq_12():
    """Against NumPy's weighted straight line through K_T over J, each way of turning alone."""
    used = [point for point in points(noise=1.0, seed=4) if point.driven]
    fit = fit_thrust(used, replace(ONE, drag=DRAG))
    for line in open_water(fit, SCREW):
        slope, offset = np.polyfit(line.ratio, line.coefficient, 1, w=1.0 / line.error)
        assert line.line == pytest.approx((offset, slope), rel=1e-6)
        ww, wu = fit.value(f"{line.way}.thrust"), fit.value(f"{line.way}.advance")
        for J in (-0.3, 0.0, 0.6):
            w = 200.0 * (1.0 if line.way == "forward" else -1.0)
            inflow = J * w * SCREW.diameter / (2.0 * np.pi)
            by_eq_12 = ww * abs(w) * w + wu * abs(w) * inflow
            by_eq_13 = line.at(np.array(J)) * 1000.0 * SCREW.diameter**4 * w * abs(w) / (4.0 * np.pi**2)
            assert by_eq_13 == pytest.approx(by_eq_12, rel=1e-9)


@pytest.mark.slow
def test_bands_and_losses_are_those_of_drawn_data():
    """Against many sets of errors drawn anew: 1200 sets know a deviation to 2 %, 9 % are more than four of it."""
    fit = fit_thrust(points(noise=1.0, seed=5), ONE)
    loss = thrust_loss(fit)
    _, error = thrust_of_points(fit)
    line = open_water(fit, SCREW)[0]
    rng = np.random.default_rng(6)
    sigma = np.sqrt(fit.chi_square) * np.array([point.sigma for point in fit.points])
    losses, thrusts, bands = [], [], []
    for _ in range(1200):
        target = fit.design @ fit.values + sigma * rng.normal(size=len(sigma))
        values = np.linalg.lstsq(fit.design / sigma[:, None], target / sigma, rcond=None)[0]
        drawn = replace(fit, target=target, values=values)
        losses.append(thrust_loss(drawn).loss)
        thrusts.append(thrust_of_points(drawn)[0])
        bands.append(open_water(drawn, SCREW)[0].at(np.array([0.0, 0.7])))
    assert loss.half_width == pytest.approx(t.ppf(0.995, fit.degrees) * np.std(losses, axis=0), rel=0.09)
    assert error == pytest.approx(np.std(thrusts, axis=0), rel=0.09)
    assert line.half_band(np.array([0.0, 0.7])) == pytest.approx(line.quantile * np.std(bands, axis=0), rel=0.09)


def test_the_loss_is_what_the_inflow_takes():
    loss = thrust_loss(fit_thrust(points(), ONE))
    assert loss.measured.all()
    wanted = np.where(loss.shaft > 0.0, FORWARD[1], REVERSE[1]) * np.abs(loss.shaft) * loss.speed
    assert loss.loss == pytest.approx(wanted, rel=1e-9)
    assert loss.law == pytest.approx(wanted, rel=1e-9)
    moving = thrust_loss(fit_thrust([point for point in points() if point.speed], ONE))
    assert not moving.measured.any()
    assert moving.loss == pytest.approx(wanted, rel=1e-9)


def test_runs_without_noise_give_the_law_back():
    found = identify_thrusters(driven_campaign(np.random.default_rng(1), noise=1e-4), ONE)
    for name, value in TRUTH.items():
        assert found.fit.value(name) == pytest.approx(value, rel=EXACT), name
    assert found.curves["forward"].speed.values == pytest.approx((10.7, 0.615, -54.9), rel=EXACT)
    assert found.tared == found.runs == 118


def test_noisy_runs_give_the_law_within_its_intervals():
    """Six numbers at 95 %: all of them within 1.5 intervals but for a chance of one in a hundred, and this seed."""
    found = identify_thrusters(driven_campaign(np.random.default_rng(1)), ONE)
    for name, value in TRUTH.items():
        assert abs(found.fit.value(name) - value) < 1.5 * found.fit.half_width(name), name
    assert found.fit.chi_square < 2.0


def test_shafts_that_turn_before_the_carriage_moves_spoil_no_zero():
    found = identify_thrusters(driven_campaign(np.random.default_rng(2), noise=1e-4, early=True), ONE)
    assert found.fit.value("forward.thrust") == pytest.approx(FORWARD[0], rel=EXACT)
    assert found.tared == found.runs


def test_thrusters_that_push_against_the_axis():
    runs = driven_campaign(np.random.default_rng(2), noise=1e-4, way=-1.0)
    found = identify_thrusters(runs, Setting(-2.0, -1.0))
    assert found.fit.value("reverse.advance") == pytest.approx(REVERSE[1], rel=EXACT)
    with pytest.raises(ValueError, match="thrust points against the pulses"):
        identify_thrusters(runs, ONE)


def test_water_from_behind_is_told_and_judged():
    found = identify_thrusters(driven_campaign(np.random.default_rng(3)), ONE)
    assert {(point.pulse > 1500, point.speed > 0) for point in found.behind} == {(True, False), (False, True)}
    assert len(found.behind) == 6 + 15
    assert found.ahead is not None
    assert found.ahead.value("forward.advance") == pytest.approx(
        FORWARD[1], abs=2 * found.ahead.half_width("forward.advance")
    )


def test_what_is_left_out_says_why():
    runs = driven_campaign(np.random.default_rng(4))
    runs[7].force[:] += 60.0 * (np.arange(len(runs[7].force)) > 40)
    exclusions = ("surge -1..-0.1 m/s: waves", "run surge_008: the wire slipped")
    found = identify_thrusters(runs, ONE, Selection(tuple(parse_exclusion(text) for text in exclusions)))
    reasons = {point.name or point.speed: point.excluded for point in found.points if point.excluded}
    assert reasons["surge_008"] == "the wire slipped"
    assert sum(reason == "waves" for reason in reasons.values()) == len(PULSES)
    assert all(point.speed > -0.1 for point in found.fit.points)
    given = identify_thrusters(runs, replace(ONE, drag=DRAG))
    assert any("the drag is given" in point.excluded for point in given.points)


def test_a_pulse_that_changes_and_idle_runs_do_not_count():
    runs = driven_campaign(np.random.default_rng(5))
    runs[3].pulse[120:] = 1650.0
    idle = replace(runs[-1], name="idle", speed=0.0 * runs[-1].speed, shaft=0.0 * runs[-1].shaft)
    found = identify_thrusters([*runs, idle], ONE)
    reasons = {point.name: point.excluded for point in found.points if point.name}
    assert "pulse changes" in reasons["surge_003"]
    assert "neither the carriage nor the thrusters move" in reasons["idle"]


def test_runs_that_tell_too_little_are_refused():
    rng = np.random.default_rng(6)
    driven = driven_campaign(rng, pulses=(1600, 1700))
    assert not tell_drag(driven)
    with pytest.raises(ValueError, match="the drag is not known"):
        identify_thrusters(driven, ONE)
    with pytest.raises(ValueError, match="no run with thrusters turning"):
        identify_thrusters(driven_campaign(rng, pulses=(1500,)), ONE)
    with pytest.raises(ValueError, match="has no pulse or no shaft speed"):
        identify_thrusters([replace(driven[0], shaft=None)], ONE)
    with pytest.raises(ValueError, match="name one of them with --axis"):
        identify_thrusters([*driven, replace(driven[0], axis="sway")], ONE)
    with pytest.raises(ValueError, match="too few for 2 numbers"):
        identify_thrusters(driven_campaign(rng, pulses=(1600,), speeds=(0.3, 0.6)), replace(ONE, drag=DRAG))
    standing = identify_thrusters(driven_campaign(rng, speeds=(0.0,)), ONE)
    assert standing.fit.names == ("forward.thrust", "reverse.thrust")


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say():
    """300 campaigns from samples to numbers: a share of 0.95 spreads by 0.0126; 0.92 to 0.98 are 2.4 of these."""
    rng = np.random.default_rng(8)
    covered, losses = np.zeros(len(TRUTH)), []
    for _ in range(300):
        fit = identify_thrusters(driven_campaign(rng), ONE).fit
        covered += [abs(fit.value(name) - value) <= fit.half_width(name) for name, value in TRUTH.items()]
        loss = thrust_loss(fit)
        wanted = np.where(loss.shaft > 0.0, FORWARD[1], REVERSE[1]) * np.abs(loss.shaft) * loss.speed
        losses.append(np.mean(np.abs(loss.loss - wanted) <= loss.half_width))
    assert np.all((covered / 300 > 0.92) & (covered / 300 < 0.98)), covered / 300
    assert 0.98 < np.mean(losses) < 0.999
