"""Towing runs that are drawn: cells give the force back, and err as they are told to."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2

import narcine
from narcine.identification.towing.tow_file import read_runs
from narcine.identification.towing.tow_runs import combine_cells
from narcine.laboratory.load_cells import LoadCells
from narcine.laboratory.noise import Noise, draw
from narcine.laboratory.tow_csv import write_towing_runs
from narcine.laboratory.tow_tank import TowTank, towing_runs, towing_truth

SPEEDS = [-1.0, -0.5, 0.25, 1.0]
QUIET = TowTank(cells=LoadCells(noise=Noise(), resolution=0.0), speed_noise=0.0, shaft_noise=0.0)


@pytest.fixture(scope="module")
def truth():
    return towing_truth(narcine.load("bluerov"), "surge", SPEEDS)


def test_the_plateau_shows_the_drag_of_the_file(truth):
    carriage = TowTank().carriage
    steady = (truth.time > carriage.rest + 1.0 / 0.3) & (truth.time < carriage.brakes(truth.nominal) - 0.1)
    drag = 34.96 * np.abs(truth.nominal) * truth.nominal
    assert truth.force[:, steady] == pytest.approx(np.repeat(drag[:, None], steady.sum(), axis=1), abs=1e-9)
    assert truth.speed[:, -1] == pytest.approx(np.zeros(len(SPEEDS)), abs=1e-12)


def test_the_carriage_is_where_its_speed_takes_it():
    carriage = TowTank().carriage
    speeds = np.array(SPEEDS)
    time = np.arange(0.0, carriage.times(speeds)[-1], 1e-3)
    moved = carriage.path("sway", speeds)(time)[:, :, 1]
    # rates by differences: 1 ms times the acceleration where it jumps
    assert np.gradient(moved[..., 0], time, axis=1) == pytest.approx(moved[..., 1], abs=3e-4)
    assert np.all(np.isin(np.round(moved[..., 2], 9), [-0.3, 0.0, 0.3]))


def test_cells_without_errors_give_the_force_back(truth):
    runs = towing_runs(truth, QUIET, repeats=2)
    first, second, wire = np.moveaxis(runs.readings, 2, 0)
    force = combine_cells(first, second, wire, QUIET.cells.angle)
    assert force == pytest.approx(np.tile(truth.force, (2, 1)), abs=1e-9)
    assert np.all(wire > 0.0)


def test_the_same_seed_gives_the_same_runs(truth):
    first, again, other = (towing_runs(truth, seed=seed).readings for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_bracket_and_tether_add_their_drag():
    tank = replace(QUIET, bracket=2.0, tether=5.0)
    towed = towing_truth(narcine.load("bluerov"), "surge", [0.5], tank)
    assert towed.force[0, 200] == pytest.approx((34.96 + 2.0 + 0.12 * 5.0) * 0.25, abs=1e-9)


def test_thrusters_push_as_their_file_says():
    """Carriage force = drag - 2 T with T = T_ww w^2 + T_wu w u (eq 12), w = a x^b + c (eq 39)."""
    rov = narcine.load("bluerov")
    towed = towing_truth(rov, "surge", [0.0, 0.6], QUIET, [1700.0], ["surge_port", "surge_starboard"])
    (placed,) = rov.scenario.vehicles.values()
    part = placed.vehicle.actuators["surge_port"]
    a, b, c = part.speed.forward
    w = a * 200.0**b + c
    for row, speed in enumerate((0.0, 0.6)):
        thrust = part.thrust[0] * w * w + part.advance[0] * w * speed
        # after 8 s of a lag of less than 0.5 s the shaft has come within 1e-6 of its speed
        assert towed.shaft[row, 220] == pytest.approx(w, rel=1e-5)
        assert towed.force[row, 220] == pytest.approx(34.96 * speed**2 - 2.0 * thrust, rel=1e-4)
    assert towed.pulse[0, 0] == 1500.0
    assert towed.force[0, 0] == pytest.approx(0.0, abs=1e-9)


def test_noise_that_lingers_has_the_variance_of_its_closed_form():
    noise = Noise(white=0.4, coloured=0.7, memory=0.5)
    time = np.arange(400) / 20.0
    errors = draw(noise, time, (2000,), np.random.default_rng(3))
    assert errors.var() == pytest.approx(0.4**2 + 0.7**2, rel=0.02)  # 2000 x 20 independent spans: 0.7 %
    means = errors[:, :240].mean(axis=1)
    ratio = means.var() / noise.mean_variance(240, 0.05) * 2000
    assert chi2.ppf(0.001, 2000) < ratio < chi2.ppf(0.999, 2000)


def test_offsets_and_drifts_are_those_of_runs():
    time = np.arange(100) / 20.0
    errors = draw(Noise(offset=2.0, drift=0.5), time, (3000,), np.random.default_rng(4))
    assert errors[:, 0].std() == pytest.approx(2.0, rel=0.05)  # 3000 runs: 1.3 %, four times
    assert (errors[:, -1] - errors[:, 0]).std() == pytest.approx(0.5, rel=0.05)
    assert np.diff(errors, axis=1) == pytest.approx(np.repeat(np.diff(errors, axis=1)[:, :1], 99, axis=1), abs=1e-12)


def test_insensitive_cells_do_not_see_small_forces(truth):
    dull = replace(QUIET, cells=replace(QUIET.cells, sensitivity=1.5))
    runs = towing_runs(truth, dull, 1)
    first, second, wire = np.moveaxis(runs.readings, 2, 0)
    force = combine_cells(first, second, wire, dull.cells.angle)
    slow = SPEEDS.index(0.25)
    assert force[slow, 150:200] == pytest.approx(np.zeros(50), abs=1e-9)  # 2.2 N, half of it on each cell
    assert force[-1, 200] == pytest.approx(34.96, abs=1.5 * np.cos(dull.cells.angle))  # but for the wire's share


def test_anomalies_and_spikes_come_as_often_as_told(truth):
    cells = replace(QUIET.cells, anomalies=0.2, spikes=0.01)
    runs = towing_runs(truth, replace(QUIET, cells=cells), 100, seed=5)
    assert 50 <= len(runs.odd) <= 110  # 80 of 400, standard deviation 8
    normal = [k for k, name in enumerate(runs.names) if name not in runs.odd]
    clean = towing_runs(truth, QUIET, 100, seed=5).readings[normal]
    struck = np.mean(np.abs(runs.readings[normal] - clean) > 1e-6)
    assert struck == pytest.approx(0.01, rel=0.05)  # of 400000 samples: 1.6 %


def test_a_table_is_read_back(truth, tmp_path):
    runs = towing_runs(truth, repeats=2, seed=6)
    file = tmp_path / "tow.csv"
    assert write_towing_runs([runs], file) == 8 * len(truth.time)
    found = read_runs(file)
    expected = runs.runs(TowTank().cells.angle)
    assert [run.name for run in found] == list(runs.names)
    for read, wrote in zip(found, expected, strict=True):
        assert read.force == pytest.approx(wrote.force, abs=0.02)  # written to 6 digits, or 0.01 N
        assert read.speed == pytest.approx(wrote.speed, abs=1e-4)
