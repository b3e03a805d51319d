"""Rows of the joined vehicles and of the towing tank."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.rov import drag_fit, straight, table, thruster, turn
from narcine.reproduction.rov.trials import SCENARIO


def test_runs_are_as_many_as_published() -> None:
    assert len(drag_fit.speeds("surge")) == 128
    assert len(np.unique(drag_fit.speeds("surge"))) == 42
    assert len(drag_fit.speeds("heave")) == 61
    assert len(np.unique(drag_fit.speeds("heave"))) == 20


def test_the_truth_is_what_the_vehicle_carries() -> None:
    (placed,) = narcine.load("bluerov").scenario.vehicles.values()
    drag = placed.vehicle.bodies["hull"].drag
    for axis, index in (("surge", 0), ("heave", 2)):
        assert drag_fit.PUBLISHED[axis] == (drag.quadratic[index][index], drag.linear[index][index])


@pytest.mark.parametrize(("least", "most", "agrees"), [(93.0, 97.0, True), (91.0, 97.0, False), (93.0, 99.0, False)])
def test_intervals_must_hold_neither_too_seldom_nor_too_often(least, most, agrees) -> None:
    names = [f"{axis} c{k} {what}" for axis in ("surge", "heave") for k in (1, 2) for what in ("held", "half width")]
    readings = {"least held": least, "most held": most, **dict.fromkeys(names, 95.0)}
    assert drag_fit.judge(readings).ok is agrees


def test_a_circle_is_found_and_a_square_is_none() -> None:
    angle = np.linspace(0.0, 5.0, 60)
    radius, out = turn.radius_of(2.0 + 3.0 * np.cos(angle), -1.0 + 3.0 * np.sin(angle))
    assert radius == pytest.approx(3.0, rel=1e-9)
    assert out < 1e-9
    side = np.linspace(-1.0, 1.0, 20)
    corner = np.concatenate([side, np.ones(20)]), np.concatenate([np.ones(20), side])
    assert turn.radius_of(*corner)[1] > turn.ROUND


@pytest.mark.slow
@pytest.mark.parametrize("row", [straight, turn], ids=["straight", "turn"])
def test_the_pair_is_near_its_twin(row) -> None:
    [readings] = row.measure([narcine.load(SCENARIO)])
    verdict = row.judge(readings)
    assert verdict.ok, verdict.note


@pytest.mark.slow
def test_intervals_hold_the_drag_of_the_vehicle() -> None:
    [readings] = drag_fit.measure([narcine.load("bluerov")])
    verdict = drag_fit.judge(readings)
    assert verdict.ok, verdict.note


@pytest.mark.slow
@pytest.mark.parametrize("check", [table, thruster], ids=["table", "thruster"])
def test_checks_hold(check) -> None:
    finding = check.find()
    assert finding.ok, finding.note
