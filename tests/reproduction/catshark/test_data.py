"""The table of catsharks is read in units that fit, and landmarks tell the length of a wave."""

import csv

import numpy as np
import pytest

from narcine.reproduction.catshark.landmarks import landmarks_of, read_points
from narcine.reproduction.catshark.trials import (
    BODY_LENGTHS,
    FOLDER,
    LANDMARKS,
    METRES,
    STRAIGHT,
    column,
    settings,
    trials,
)
from tests.conftest import DATA

WRITTEN = 1e-4
"""Digits of landmarks.csv."""


def test_the_table_holds_together():
    """Its own Reynolds numbers, Strouhal numbers and wavelengths follow from the units that it is read in."""
    with (FOLDER / "midline_kinematics.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len(trials()) == 51
    assert len({(trial.specimen, trial.flow) for trial in trials()}) == 51
    reynolds, wavespeed = (np.array([float(row[key]) for row in rows]) for key in ("Re", "wavespeed"))
    assert column("speed") * column("length") / 1e-6 == pytest.approx(reynolds, rel=1e-9)
    assert column("frequency") * column("tail") * column("length") / column("speed") == pytest.approx(
        column("strouhal"), rel=1e-9
    )
    assert wavespeed / column("frequency") == pytest.approx(column("wavelength"), rel=1e-9)


def test_landmarks_sweep_as_far_as_the_table_says_in_body_lengths():
    with (FOLDER / "landmarks.csv").open(newline="") as lines:
        sweeps = np.array([float(row["sweep5"]) for row in csv.DictReader(lines)])
    assert sweeps.mean() == pytest.approx(column("tail").mean(), rel=0.02)


def test_the_table_of_landmarks_is_what_the_authors_files_give():
    found = landmarks_of(read_points(DATA / "3Dcoords_catshark7_1BL_seq1_170623.csv"))
    with (FOLDER / "landmarks.csv").open(newline="") as lines:
        [row] = [row for row in csv.DictReader(lines) if (row["specimen"], row["speedBL"]) == ("catshark7", "1")]
    assert found.wavelength == pytest.approx(float(row["wavelength"]), abs=WRITTEN)
    assert found.sweeps == pytest.approx([float(row[f"sweep{k}"]) for k in range(1, 6)], abs=WRITTEN)
    assert found.places == pytest.approx([float(row[f"place{k}"]) for k in range(1, 6)], abs=WRITTEN)


@pytest.mark.parametrize("wavelength", [0.5, 0.7, 1.2])
def test_landmarks_find_the_wave_of_a_body_however_it_lies(wavelength):
    """A drifting body with a small wave, turned in space, at any scale."""
    x, phases = np.array([0.0, 0.16, 0.37, 0.46, 1.0]), np.linspace(0.0, 2.0 * np.pi, 40)
    sweep = 0.02 * np.array([0.1, 0.1, 0.25, 0.4, 1.0])
    y = 0.5 * sweep[:, None] * np.sin(phases - 2.0 * np.pi * x[:, None] / wavelength)
    flat = np.stack([-x[:, None] + 0.01 * phases, y, np.zeros_like(y)], axis=2)
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    found = landmarks_of(17.0 * flat @ turn)
    assert found.wavelength == pytest.approx(wavelength, rel=2e-3)
    assert found.sweeps == pytest.approx(sweep, rel=2e-3, abs=1e-6)


def test_readings_differ_in_what_they_say():
    trial = trials()[0]
    lengths = {reading.name: reading.wavelength(trial) for reading in (BODY_LENGTHS, LANDMARKS, METRES, STRAIGHT)}
    assert lengths["wavelength in body lengths"] == pytest.approx(0.16 * 0.401301942454082)
    assert lengths["wavelength in metres"] == pytest.approx(0.401301942454082)
    assert settings(trial, BODY_LENGTHS)["gait.amplitude"] == pytest.approx(0.5 * 0.174855028399186 * 0.16)
    assert settings(trial, STRAIGHT)["gait.envelope"][-1] == [1.0, 1.0]
