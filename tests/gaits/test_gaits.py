"""Gaits start smoothly, change smoothly, and travel from root to tip."""

import numpy as np
import pytest

import narcine
from tests.conftest import simulate


@pytest.fixture(scope="module")
def run():
    return narcine.load("raybot").run(duration=6.0, record=0.005)


def joint(run, name):
    k = list(run.joint.values).index(name)
    return run.joint_position.values[:, k], run.joint_velocity.values[:, k]


def test_it_starts_from_rest_without_a_spike(run):
    angle, rate = joint(run, "tail_root.yaw")
    assert angle[0] == 0.0
    assert rate[0] == 0.0
    assert np.abs(run.drive_effort.values[:20]).max() < np.abs(run.drive_effort.values[-400:]).max()


def test_it_reaches_amplitude_frequency_and_lag(run):
    root, _ = joint(run, "tail_root.yaw")
    bend, _ = joint(run, "tail_bend")
    settled = run.time.values > 6.0 - 3.0 / 1.2 + 1e-9  # three whole beats
    assert np.degrees(root[settled].max()) == pytest.approx(22.0, rel=1e-3)
    time = run.time.values[settled]
    basis = np.exp(-2j * np.pi * 1.2 * time)
    phase = np.angle(np.sum(root[settled] * basis) / np.sum(bend[settled] * basis))
    assert np.degrees(phase) == pytest.approx(70.0, abs=0.1)  # the bend trails the root


def test_rates_are_the_derivatives_of_angles(run):
    for name in ("tail_root.yaw", "tail_bend"):
        angle, rate = joint(run, name)
        assert rate[1:-1] == pytest.approx(np.gradient(angle, run.time.values)[1:-1], abs=2e-3)


def test_a_changed_frequency_keeps_the_motion_smooth():
    """A step from 1 to 2 Hz in mid-stroke: neither angle nor rate jumps."""
    raybot = narcine.load("raybot", run__commands={"gait.frequency": [[0, "1 Hz"], [3.1, "2 Hz"]]})
    run = raybot.run(duration=8.0, record=0.005)
    _, rate = joint(run, "tail_root.yaw")
    largest_acceleration = np.radians(22.0) * (2.0 * np.pi * 2.0) ** 2
    assert np.abs(np.diff(rate)).max() < 1.3 * largest_acceleration * 0.005
    assert run.gait_frequency.values[-1, 0] == pytest.approx(2.0, abs=1e-3)


def test_turning_bends_the_mean_and_the_path():
    straight = narcine.load("raybot").run(duration=12.0)
    turning = narcine.load("raybot", gait__turn="10 deg").run(duration=12.0)
    angle, _ = joint(turning, "tail_root.yaw")
    assert np.degrees(angle[300:].max() + angle[300:].min()) / 2.0 == pytest.approx(10.0, abs=0.2)
    assert abs(turning.heading.values[-1, 0] - straight.heading.values[-1, 0]) > np.radians(30.0)


@pytest.mark.parametrize("parameter", ["frequency", "amplitude", "lag", "turn"])
def test_rate_and_acceleration_are_those_of_the_angle_while_a_parameter_changes(parameter):
    """Against differences of the joint's own angle and rate, in the middle of a change."""
    links = {f"b{k}": {"mass": 1.0, "inertia": [0.1] * 3} for k in range(3)}
    joints = {f"j{k}": {"type": "hinge", "parent": f"b{k - 1}", "child": f"b{k}", "axis": "down"} for k in (1, 2)}
    gait = {"type": "tail_beat", "drives": ["j1", "j2"], "frequency": 1.0, "amplitude": 0.3, "lag": 0.5}
    commands = {f"gait.{parameter}": [[0.5, {"frequency": 2.0, "amplitude": 0.6, "lag": 2.0, "turn": 0.4}[parameter]]]}
    drives = {name: {"type": "prescribed"} for name in joints}
    run = simulate(bodies=links, joints=joints, drives=drives, gait=gait, run={"commands": commands}).start(step=1e-4)
    run.step(6500)
    angles, rates, accelerations = [], [], []
    for _ in range(3):
        run.step(1)
        seen = run.observe()
        angles.append(run.state[7:9].copy())
        rates.append(run.state[15:17].copy())
        accelerations.append(seen.rates[0, 15:17].copy())
    assert (angles[2] - angles[0]) / 2e-4 == pytest.approx(rates[1], rel=1e-5, abs=1e-5)
    assert (rates[2] - rates[0]) / 2e-4 == pytest.approx(accelerations[1], rel=1e-5, abs=1e-4)
