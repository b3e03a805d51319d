"""Derivatives of whole runs."""

import numpy as np
import pytest

import narcine
from narcine.simulation.derivatives import changed, differentiate, number_at


def test_the_period_of_the_pendulum_moves_with_its_arm_as_in_closed_form():
    """A linear pendulum q = q0 cos(w t): dq/dq0 = cos(w t), from the initial state to the end."""
    pendulum = narcine.load("pendulum", run__start={"joints": {"arm": 1e-6}})
    found = differentiate(pendulum, ["run.start.joints.arm"], duration=1.0, step=0.005, record=0.005)
    omega = 3.2230521683151636  # A4 of tests/data/closed_forms.json
    assert found.derivatives[0, :, 0] == pytest.approx(np.cos(omega * found.time), abs=1e-8)


PATHS = ("bodies.disc.mass", "gait.amplitude", "bodies.tail_2.shape.plate.span", "bodies.disc.trapped_water")


def test_raybot_agrees_with_extrapolated_differences():
    """Through 200 steps with all hydrodynamics; |v| v and the stall ramp limit how smooth differences can be."""
    raybot = narcine.load("raybot")
    exact = differentiate(raybot, PATHS, duration=1.0, record=1.0)
    for number, path in enumerate(PATHS):
        value = number_at(raybot, path)
        estimates = []
        for reach in (2e-5, 1e-5):
            ends = []
            for sign in (1.0, -1.0):
                run = changed(raybot, path, value * (1.0 + sign * reach)).start()
                run.step(200)
                ends.append(run.state.copy())
            estimates.append((ends[0] - ends[1]) / (2.0 * reach * value))
        extrapolated = (4.0 * estimates[1] - estimates[0]) / 3.0
        assert exact.derivatives[number, -1] == pytest.approx(extrapolated, abs=1e-5 * np.abs(extrapolated).max()), path


def test_the_real_part_is_the_run_itself():
    raybot = narcine.load("raybot")
    exact = differentiate(raybot, ["gait.frequency"], duration=0.5, record=0.1)
    run = raybot.start(record=0.1)
    run.step(100)
    assert exact.states == pytest.approx(run.states[1:], rel=1e-12, abs=1e-14)


def test_commands_and_scheduled_values_have_derivatives():
    remus = narcine.load("remus100_rudder_step")
    found = differentiate(remus, ["commands.propeller"], duration=2.0, record=2.0)
    speeds = []
    for rpm in (1399.0, 1401.0):
        run = narcine.load("remus100_rudder_step", commands__propeller=f"{rpm} rpm").run(duration=2.0)
        speeds.append(run.velocity.values[-1, 0, 0])
    slope = (speeds[1] - speeds[0]) / (2.0 * 2.0 * np.pi / 60.0)
    assert found.derivatives[0, -1, 7] == pytest.approx(slope, rel=1e-5)


def test_what_has_no_derivative_says_so():
    raybot = narcine.load("raybot")
    with pytest.raises(ValueError, match="moves nothing"):
        differentiate(raybot, ["run.duration"], duration=0.1)
    with pytest.raises(ValueError, match="is no number"):
        differentiate(raybot, ["bodies.disc.shape"], duration=0.1)
