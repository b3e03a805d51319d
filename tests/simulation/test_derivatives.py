"""Derivatives of whole runs."""

import numpy as np
import pytest

import narcine
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import changed, number_at
from tests.conftest import simulate


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


def slope_by_differences(simulation, path, value, reach, steps):
    ends = []
    for sign in (1.0, -1.0):
        run = changed(simulation, path, value + sign * reach).start()
        run.step(steps)
        ends.append(run.state.copy())
    return (ends[0] - ends[1]) / (2.0 * reach)


BODY = {"mass": 1.0, "inertia": [0.02, 0.03, 0.04], "displaced_volume": 0.0}
ARM = {"type": "hinge", "parent": "world", "child": "bob", "to": [0, 0, -0.5], "axis": [3, 1, 2]}


@pytest.mark.parametrize("path", ["joints.arm.axis.0", "joints.arm.stiffness", "joints.arm.damping", "joints.arm.to.2"])
def test_numbers_as_they_are_written_and_numbers_that_are_not_written(path):
    """An axis that is no unit vector, and a spring that the file does not have."""
    pendulum = simulate(bodies={"bob": BODY}, joints={"arm": ARM}, run={"start": {"joints": {"arm": 0.5}}})
    exact = differentiate(pendulum, [path], duration=0.5, record=0.5).derivatives[0, -1]
    value = {"joints.arm.axis.0": 3.0, "joints.arm.to.2": -0.5}.get(path)
    if value is None:  # a spring cannot be negative: look upwards only
        base, far, farther = (changed(pendulum, path, x).start() for x in (0.0, 1e-5, 2e-5))
        for run in (base, far, farther):
            run.step(100)
        expected = (4.0 * far.state - 3.0 * base.state - farther.state) / 2e-5
    else:
        expected = slope_by_differences(pendulum, path, value, 1e-5, 100)
    assert exact == pytest.approx(expected, rel=1e-6, abs=1e-8)
    assert np.abs(exact).max() > 1e-3


def test_a_word_and_a_limit_and_a_fade_have_derivatives():
    down = simulate(
        bodies={"bob": {**BODY, "drag": {"linear": [2] * 6, "linear_fade": [0] * 6}}},
        joints={"arm": {**ARM, "to": [0.1, 0.2, -0.5], "axis": "starboard", "limits": "20 deg"}},
        run={"start": {"joints": {"arm": 0.3}, "rates": {"arm": 2.0}}},
    )
    for path, value, reach in (
        ("joints.arm.axis.0", 0.0, 1e-5),
        ("joints.arm.limits", np.radians(20.0), 1e-5),
        ("bodies.bob.drag.linear_fade.0", 0.0, None),
    ):
        exact = differentiate(down, [path], duration=0.4, record=0.4).derivatives[0, -1]
        if reach is None:
            far, near = (changed(down, path, x).start() for x in (1e-5, 0.0))
            far.step(80)
            near.step(80)
            expected = (far.state - near.state) / 1e-5
        else:
            expected = slope_by_differences(down, path, value, reach, 80)
        assert exact == pytest.approx(expected, rel=1e-3, abs=1e-5), path
        assert np.abs(exact).max() > 1e-3, path


def test_a_number_at_its_upper_limit_has_a_derivative():
    """REMUS at its largest propeller speed, where only slower can be tried."""
    fast = narcine.load("remus100_steps")
    exact = differentiate(fast, ["commands.propeller"], duration=1.0, record=1.0).derivatives[0, -1]
    limit = 1525.0 * np.pi / 30.0
    near, far = (changed(fast, "commands.propeller", x).start() for x in (limit, limit - 1e-3))
    for run in (near, far):
        run.step(round(1.0 / run.step_size))
    assert exact[7] == pytest.approx((near.state[7] - far.state[7]) / 1e-3, rel=1e-4)


def test_a_kink_of_the_model_has_no_derivative():
    """A body of revolution: its drag in roll grows whichever semi-axis does."""
    hull = {"mass": 1.0, "shape": {"ellipsoid": [0.3, 0.1, 0.1]}, "drag": {"coefficients": [0.2, 1, 1]}}
    simulation = simulate(bodies={"hull": hull}, run={"start": {"angular_velocity": [3, 0, 0]}})
    with pytest.raises(ValueError, match="has a kink"):
        differentiate(simulation, ["bodies.hull.shape.ellipsoid.1"], duration=0.1)


def test_a_number_at_which_an_effect_begins_says_so():
    matrix = np.eye(6).tolist()
    simulation = simulate(bodies={"bob": {**BODY, "drag": {"linear": matrix}}})
    with pytest.raises(ValueError, match="is where an effect begins to exist"):
        differentiate(simulation, ["bodies.bob.drag.linear.1.5"], duration=0.1)


def test_what_has_no_derivative_says_so():
    raybot = narcine.load("raybot")
    with pytest.raises(ValueError, match="moves nothing"):
        differentiate(raybot, ["run.duration"], duration=0.1)
    with pytest.raises(ValueError, match="is no number"):
        differentiate(raybot, ["bodies.disc.shape"], duration=0.1)
