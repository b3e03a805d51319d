"""REMUS 100 against Fossen's model integrated to convergence, and its straight-line speeds (A17)."""

import numpy as np
import pytest

import narcine
from tests.conftest import read_csv

TOLERANCE = 1e-3
"""Relative to the largest value of each quantity, as the reference asks; ours agree to about 1e-7."""
CLOSED_FORM = 1e-6
"""Relative tolerance of the closed forms."""
CASES = {
    "remus100_rudder_step": "remus100_rudder_step.csv",
    "remus100_steps": "remus100_depth_heading_step.csv",
}


@pytest.mark.parametrize("scenario", CASES)
def test_the_trajectory_is_the_reference(scenario):
    reference = read_csv(CASES[scenario])
    run = narcine.load(scenario).run()
    assert run.time.values == pytest.approx(reference["t"], abs=1e-9)
    found = {
        **dict(zip("xyz", run.position.values[:, 0].T, strict=True)),
        **dict(zip("uvw", run.velocity.values[:, 0].T, strict=True)),
        **dict(zip("pqr", run.angular_velocity.values[:, 0].T, strict=True)),
        "phi": run.roll_angle.values[:, 0],
        "theta": run.pitch_angle.values[:, 0],
        "psi": np.unwrap(run.heading.values[:, 0]),
    }
    for name, values in found.items():
        assert np.abs(values - reference[name]).max() <= TOLERANCE * np.abs(reference[name]).max(), name


def test_the_actuators_follow_the_reference():
    reference = read_csv("remus100_depth_heading_step.csv")
    run = narcine.load("remus100_steps").run()
    states = {str(name): run.actuator_state.values[:, k] for k, name in enumerate(run.actuator.values)}
    assert states["rudder.angle"] == pytest.approx(reference["delta_r"], abs=1e-6)
    assert states["stern_plane.angle"] == pytest.approx(reference["delta_s"], abs=1e-6)
    assert states["propeller.speed"] * 30.0 / np.pi == pytest.approx(reference["rpm"], abs=1e-3)


@pytest.mark.parametrize("rpm", [1200, 1400, 1525])
def test_the_straight_line_speed_balances_thrust_and_drag(closed_forms, rpm):
    vehicle = narcine.load("remus100", run__commands={"propeller": f"{rpm} rpm"})
    run = vehicle.run(duration=200.0, record=1.0)
    expected = closed_forms["A17_REMUS_PVS_force_balance"][f"U_{rpm}"]
    assert run.speed.values[-1, 0] == pytest.approx(expected, rel=CLOSED_FORM)
