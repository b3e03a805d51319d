"""What `narcine stability` tells: closed forms beside the simulator, fins supposed and real, the verdict."""

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.manoeuvring.assessment import assess, fin_interval
from narcine.manoeuvring.steady import Aim
from narcine.manoeuvring.verdict import verdict
from tests.manoeuvring.torpedoes import torpedo, with_fins

EXACT = 1e-6
"""Relative: closed forms and coefficients of the same linearisation; trimmed fins stand at 1e-5 rad of incidence."""
COUPLED = 0.01
"""Roll, heave and surge, which theory leaves out, move the torpedo's turn by less."""


@pytest.fixture(scope="module")
def finned():
    return assess(with_fins(), Aim(speed=1.5))


def test_closed_forms_stand_beside_the_simulator(finned):
    for each in finned.compared:
        tolerance = EXACT if each.name.startswith("C") else COUPLED
        assert each.closed == pytest.approx(each.simulator, rel=tolerance), each.name
        if each.name.startswith("r / delta"):
            assert each.turned == pytest.approx(each.closed, rel=COUPLED), each.name


def test_curves_are_the_simulator_s(finned):
    for curve in (*finned.over_position, *finned.over_size, *finned.over_stern):
        at = np.searchsorted(curve.at, curve.seen_at)
        assert curve.seen_index == pytest.approx(curve.index[at], rel=1e-5, abs=1e-4), curve.name
        turned = np.isfinite(curve.seen_turn) & (curve.index[at] > 0.0)
        assert turned.any()
        assert curve.seen_turn[turned] == pytest.approx(curve.turn[at][turned], rel=2.0 * COUPLED), curve.name


def test_the_index_falls_between_the_places_that_theory_gives(finned):
    low, high = finned.out.steered.destabilising_places or (np.inf, np.inf)
    curve = next(each for each in finned.over_position if each.name == "fins x 1")
    lessened = curve.seen_index < finned.away.whole.stability_index
    assert lessened.tolist() == [bool(low < place < high) for place in curve.seen_at]


def test_the_rudder_that_keeps_it_stable_is_where_the_index_is_zero(finned):
    """Section C of the appendix: the threshold of A."""
    least = finned.least_stern
    assert least is not None
    steered = finned.away.steered.with_rudder(finned.away.steered.rudder * least)
    assert steered.stability_index_with_rudder == pytest.approx(0.0, abs=1e-6 * abs(finned.away.bare.stability_index))
    assert any("unstable" in each and f"{100.0 * least:.0f} %" in each for each in verdict(finned))


def test_a_vehicle_without_fins_is_supposed_to_have_some():
    found = assess(torpedo(), Aim(speed=1.5), fin_place=0.3)
    assert found.fitted.supposed
    assert found.out.steered.ahead == pytest.approx(0.3)
    assert found.out.steered.fins == pytest.approx(found.out.steered.rudder, rel=EXACT)
    assert "fins of the rudder's size" in " ".join(verdict(found))
    interval = fin_interval(found)
    assert interval is None or -0.8 <= interval[0] < interval[1] <= 0.8


def test_morpheus_has_fins_of_its_own():
    found = assess(narcine.load("morpheus"), Aim(speed=1.5))
    assert not found.fitted.supposed
    assert found.fitted.deploys == ("fins",)
    assert found.fitted.ends == pytest.approx((-0.45, 0.45), abs=1e-9)
    assert found.is_stable
    for each in found.compared:
        assert each.closed == pytest.approx(each.simulator, rel=COUPLED), each.name
    said = " ".join(verdict(found))
    assert "directionally stable" in said
    assert "of roll, by the torque of its propeller" in said


@pytest.mark.slow
def test_a_rudder_without_incidence_is_told():
    found = assess(narcine.load("remus100"), Aim(speed=1.5))
    assert found.away.steered.incidence == pytest.approx(0.0, abs=1e-12)
    said = " ".join(verdict(found))
    assert "inflow: hull" in said
    assert "directionally neutral" in said, "a disturbance takes 20 minutes to halve"
    assert " (-220)" not in said
    assert "lessen C from 0.2" in said


@pytest.mark.parametrize(
    ("vehicle", "message"),
    [("bluerov", "no control surfaces"), ("bluerov_pair", "is a scenario"), ("pendulum", "joints")],
)
def test_what_cannot_be_judged_says_why(vehicle, message):
    with pytest.raises(DescriptionError, match=message):
        assess(narcine.load(vehicle))


def test_a_vehicle_without_rudder_or_propeller_says_so():
    plain = torpedo().description.plain
    del plain["actuators"]["rudder"]
    with pytest.raises(DescriptionError, match=r"has no rudder.*elevator"):
        assess(type(torpedo())(plain))
    plain = torpedo().description.plain
    del plain["actuators"]["propeller"]
    del plain["run"]["commands"]
    with pytest.raises(DescriptionError, match="no propeller"):
        assess(type(torpedo())(plain))
