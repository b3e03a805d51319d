"""Towing campaigns from samples to drag: what is found, what is left out, and how often intervals hold the truth."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from narcine.identification.towing.exclusion import Selection, parse_exclusion
from narcine.identification.towing.points import read_points, write_points
from narcine.identification.towing.tow import identify_points, identify_runs
from tests.identification.tow_coverage import tow_coverage
from tests.identification.towing import HEAVE, SURGE, campaign

TRUTH = {"surge": SURGE, "heave": HEAVE}


def paper(number):
    """Return a campaign as the paper's: 128 runs of surge over 42 speeds, 61 of heave over 20."""
    rng = np.random.default_rng([2018, number])
    return [*campaign("surge", SURGE, rng), *campaign("heave", HEAVE, rng)]


@pytest.fixture(scope="module")
def runs():
    return paper(0)


def test_a_campaign_tells_the_drag_that_made_it(runs):
    surge, heave = identify_runs(runs)
    assert (surge.axis, len(surge.used), len(surge.points)) == ("surge", 42, 42)
    assert (heave.axis, len(heave.used), len(heave.points)) == ("heave", 20, 20)
    assert sum(point.count for point in surge.used) == 128
    # the intervals of this seed hold the truth, and are as narrow as 1 % and some tenths of kg/s
    for found in (surge, heave):
        low, high = found.fit.quadratic_interval
        assert low <= TRUTH[found.axis][0] <= high
        assert high - low < 0.02 * TRUTH[found.axis][0]
        low, high = found.fit.linear_interval
        assert low <= TRUTH[found.axis][1] <= high < 1.0


def test_points_are_fused_as_the_paper_says(runs):
    """Eq 37 weighs each run by the error of its mean, with what differs from run to run."""
    (surge,) = identify_runs([run for run in runs if run.axis == "surge"])
    steady, between = surge.fusing.steady, surge.fusing.between
    point = surge.used[0]
    own = np.flatnonzero(np.abs(steady.speed - point.speed) < 0.01)
    weights = 1.0 / (steady.error[own] ** 2 + between**2)
    assert point.force == pytest.approx(np.average(steady.force[own], weights=weights))
    assert point.sigma == pytest.approx(1.0 / np.sqrt(weights.sum()))
    assert point.deviation == pytest.approx(1.0 / np.sqrt(np.sum(1.0 / steady.variance[own])))


def test_what_is_odd_is_left_out_by_name_and_changes_little(runs):
    surge = [run for run in runs if run.axis == "surge"]
    odd = list(surge)
    odd[10] = replace(odd[10], force=1.6 * odd[10].force)
    odd[20] = replace(odd[20], speed=odd[20].time / odd[20].time[-1])
    odd[30] = replace(odd[30], shaft=np.full(len(odd[30].time), 100.0))
    (found,) = identify_runs(odd)
    reasons = {point.name: point.excluded for point in found.points if point.excluded}
    assert set(reasons) == {"surge_010", "surge_020", "surge_030"}
    assert "from the median of" in reasons["surge_010"]
    assert "no steady segment" in reasons["surge_020"]
    assert reasons["surge_030"] == "its thrusters turn"
    (clean,) = identify_runs(surge)
    half = np.ptp(clean.fit.quadratic_interval) / 2
    assert found.fit.quadratic == pytest.approx(clean.fit.quadratic, abs=half)


def test_points_and_runs_are_left_out_on_request(runs):
    selection = Selection(
        (
            parse_exclusion("surge < 0.13 m/s: below the sensitivity"),
            parse_exclusion("run heave_003: the wire slipped"),
        ),
        sensitivity=1.0,
    )
    surge, heave = identify_runs(runs, selection)
    slow = [point for point in surge.points if point.excluded == "below the sensitivity"]
    assert len(slow) == 4
    assert len(surge.used) == 42 - 4 - len([p for p in surge.points if "1 N" in p.excluded])
    assert [point.name for point in heave.points if point.excluded == "the wire slipped"] == ["heave_003"]
    assert all(abs(point.force) >= 1.0 for point in heave.used)


def test_fused_points_read_again_tell_the_same(runs, tmp_path):
    found = identify_runs(runs, Selection((parse_exclusion("surge < 0.13 m/s: slow"),)))
    write_points([point for each in found for point in each.points], tmp_path / "points.csv")
    again = identify_points(read_points(tmp_path / "points.csv"))
    written = 1e-7  # nine digits
    for before, after in zip(found, again, strict=True):
        assert len(after.used) == len(before.used)
        assert after.fit.quadratic == pytest.approx(before.fit.quadratic, rel=written)
        assert after.fit.quadratic_interval == pytest.approx(before.fit.quadratic_interval, rel=written)
        assert after.fit.linear_interval == pytest.approx(before.fit.linear_interval, rel=1e-5, abs=1e-6)


def test_an_axis_that_tells_nothing_says_why_and_others_go_on(runs):
    one_speed = campaign("sway", SURGE, np.random.default_rng(0), np.full(5, 0.5))
    few = campaign(
        "yaw", (0.4, 4.0), np.random.default_rng(0), np.array([0.3, 0.6]), white=0.01, coloured=0.0, drift=0.0
    )
    found = {each.axis: each for each in identify_runs([*runs[:128], *one_speed, *few])}
    assert found["surge"].fit is not None
    assert "has one speed only (0.5" in found["sway"].problem
    assert "has 2 points; two coefficients and their intervals take 3" in found["yaw"].problem


def test_cells_without_noise_give_the_drag_itself():
    silent = {"white": 0.0, "coloured": 0.0, "offset": 0.0, "drift": 0.0, "settling": 0.0, "inertia": 0.0}
    (found,) = identify_runs(campaign("surge", SURGE, np.random.default_rng(0), **silent))
    # the speed record alone is noisy, by 1 mm/s
    assert found.fit.quadratic == pytest.approx(SURGE[0], rel=1e-3)


def check(coverage, campaigns, sure):
    """Check that shares are those of intervals that hold the truth in 95 % or, beside a bound, up to 97.5 %."""
    low, high = stats.binom.ppf(sure, campaigns, 0.944), stats.binom.ppf(1.0 - sure, campaigns, 0.975)
    for axis, held in coverage.items():
        for count in (held.quadratic, held.linear):
            assert low <= count <= high, (axis, held.shares)


def test_intervals_hold_the_truth_in_a_few_campaigns():
    check(tow_coverage(paper, TRUTH, 40), 40, 1e-4)


@pytest.mark.slow
def test_intervals_hold_the_truth_in_95_percent_of_300_campaigns():
    coverage = tow_coverage(paper, TRUTH, 300)
    for axis, held in coverage.items():
        for share in held.shares:
            assert 0.92 <= share <= 0.98, (axis, held.shares)


@pytest.mark.slow
@pytest.mark.parametrize("noise", [{"coloured": 1.0}, {"drift": 0.5}, {"settling": 0.0, "white": 0.3}], ids=str)
def test_so_they_do_with_other_noise(noise):
    def draw(number):
        return campaign("heave", HEAVE, np.random.default_rng([2019, number]), **noise)

    check(tow_coverage(draw, {"heave": HEAVE}, 300), 300, 1e-3)
