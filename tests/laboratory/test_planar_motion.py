"""The planar motion mechanism: its paths, and what it tells of a described vehicle."""

import numpy as np
import pytest

import narcine
from narcine.identification.captive.pmm import PLANES, Coefficient, fit_pmm
from narcine.identification.captive.pmm_numbers import numbers_of, why_not_written, without_vehicle
from narcine.identification.writing import write_identified
from narcine.identification.written import read_vehicle, record_of
from narcine.laboratory.planar_motion import (
    Balance,
    Oscillation,
    oscillation_paths,
    planar_runs,
    planar_truth,
    standing_inertia,
)
from tests.conftest import simulate

RUNS = [
    Oscillation(motion, size, 0.2, 0.0 if motion == "turn" else 0.5, 0.1 if motion == "drift" else 0.0)
    for motion, sizes in {
        "surge": (0.3,),
        "sway": (0.15, 0.3),
        "yaw": (0.3,),
        "drift": (0.3,),
        "turn": (0.25, 0.5),
    }.items()
    for size in sizes
]
ADDED = (2.6, 18.5, 13.3, 0.054, 0.0173, 0.28)
LINEAR = (0, 0.26, 0.19, 0.895, 0.287, 4.64)
QUADRATIC = (34.96, 103.25, 74.23, 0.084, 0.028, 0.43)


@pytest.fixture(scope="module")
def truths():
    rov = narcine.load("bluerov")
    return {plane: planar_truth(rov, plane, RUNS, Balance()) for plane in PLANES}


@pytest.mark.parametrize("plane", PLANES)
def test_a_rov_gives_its_own_numbers_back(plane, truths):
    fit = fit_pmm(plane, truths[plane])
    total, water = standing_inertia(narcine.load("bluerov"), plane)
    found = without_vehicle(fit, total - water)
    assert not fit.untold
    for each, number in found.items():
        file = {"inertia": ADDED, "linear": LINEAR, "quadratic": QUADRATIC}[each.kind]
        expected = file[each.row] if each.row == each.column else 0.0
        assert number.value == pytest.approx(expected, abs=1e-9)


def test_noise_widens_intervals_that_hold_the_truth(truths):
    exact = fit_pmm("horizontal", truths["horizontal"]).found
    fit = fit_pmm("horizontal", planar_runs(truths["horizontal"], Balance(), seed=3))
    held = [abs(number.value - exact[each].value) <= number.half_width for each, number in fit.found.items()]
    assert sum(held) >= 10  # of 12 at 95 %: fewer come by a chance of 2 %
    assert all(number.half_width > 1e-4 for number in fit.found.values())


def test_rates_of_paths_are_their_derivatives():
    time = np.arange(0.0, 5.0, 2e-3)
    moved = oscillation_paths(RUNS)(time)
    inner = slice(2, -2)
    for order in (0, 1):
        change = np.gradient(moved[..., order], time, axis=1)[:, inner]
        # central differences of 2 ms: (2 ms)^2 / 6 of a third derivative of some 3 per second cubed
        assert np.abs(change - moved[:, inner, :, order + 1]).max() < 1e-5


def test_yaw_keeps_the_flow_from_ahead(truths):
    (yaw,) = [run for run in truths["horizontal"] if run.motion == "yaw"]
    assert np.abs(yaw.velocity[:, 1]).max() < 1e-12
    assert yaw.velocity[:, 0].min() == pytest.approx(0.5, abs=1e-3)
    (pitch,) = [run for run in truths["vertical"] if run.motion == "pitch"]
    assert np.abs(pitch.velocity[:, 1]).max() < 1e-12


def test_inertia_at_rest_is_that_of_all_bodies():
    """Two bodies in a row, held stiff: parallel axes."""
    part = {"shape": {"sphere": 0.1}, "mass": 5.0, "added_inertia": "none"}
    joint = {"type": "fixed", "parent": "a", "child": "b", "at": [-0.4, 0, 0]}
    total, water = standing_inertia(simulate(bodies={"a": part, "b": part}, joints={"stiff": joint}), "horizontal")
    own = 0.4 * 5.0 * 0.01
    assert total == pytest.approx(np.array([[10, 0, 0], [0, 10, -2], [0, -2, 2 * own + 0.8]]), abs=1e-9)
    assert not water.any()


def test_what_was_told_is_written_and_read(truths, tmp_path):
    fit = fit_pmm("horizontal", planar_runs(truths["horizontal"], Balance(), seed=1))
    total, water = standing_inertia(narcine.load("bluerov"), "horizontal")
    found = without_vehicle(fit, total - water)
    numbers, left = numbers_of(read_vehicle("bluerov"), "hull", found, "test")
    assert {(each.row, each.column) for each in left} == {(1, 5), (5, 1)}
    write_identified(tmp_path / "mine.yaml", "bluerov", numbers)
    (placed,) = narcine.load(str(tmp_path / "mine.yaml")).scenario.vehicles.values()
    matrix = np.diag(placed.vehicle.bodies["hull"].added_inertia.matrix)
    assert matrix[1] == pytest.approx(found[Coefficient("inertia", 1, 1)].value)
    assert matrix[2] == 13.3


def test_vehicles_of_many_parts_are_not_written():
    assert "several bodies" in why_not_written(record_of(read_vehicle("raybot")))
    assert "foils" in why_not_written(record_of(read_vehicle("remus100")))
    assert why_not_written(record_of(read_vehicle("bluerov"))) is None
