"""Gaits start smoothly, change smoothly, and travel from root to tip."""

import numpy as np
import pytest
from scipy.optimize import brentq

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


@pytest.mark.parametrize("parameter", ["frequency", "amplitude", "lag", "turn", "dive"])
def test_rate_and_acceleration_are_those_of_the_angle_while_a_parameter_changes(parameter):
    """Against differences of the joint's own angle and rate, in the middle of a change."""
    links = {f"b{k}": {"mass": 1.0, "inertia": [0.1] * 3} for k in range(3)}
    joints = {f"j{k}": {"type": "hinge", "parent": f"b{k - 1}", "child": f"b{k}", "axis": "down"} for k in (1, 2)}
    gait = {"type": "tail_beat", "drives": ["j1", "j2"], "frequency": 1.0, "amplitude": 0.3, "lag": 0.5}
    gait["dives"] = {"j2": -0.7}
    changed = {"frequency": 2.0, "amplitude": 0.6, "lag": 2.0, "turn": 0.4, "dive": 0.5}
    commands = {f"gait.{parameter}": [[0.5, changed[parameter]]]}
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


ANCHORED = {
    "bodies": {f"b{k}": {"mass": 1.0, "inertia": [0.1] * 3} for k in range(4)},
    "joints": {
        f"j{k}": {"type": "hinge", "parent": f"b{k - 1}", "child": f"b{k}", "axis": "down"} for k in range(1, 4)
    },
    "drives": {f"j{k}": {"type": "prescribed"} for k in range(1, 4)},
}
BEATS = {
    "tail_beat": {"drives": ["j1", "j2"], "amplitude": 0.3},
    "harmonic": {"drives": {"j1": {"amplitude": 0.3, "mean": 0.1}, "j2": {"amplitude": 0.2}}},
    "undulation": {"drives": {"j1": {"place": 0}, "j2": {"place": 1, "slope": 0.5}}, "amplitude": 0.3},
}
SIX_DIGITS = 5e-8
"""Share of a step by which a response differs whose natural frequency has six digits, 5.32232; RK4 leaves 1e-9."""


def third_order(time, response=1.0):
    """Return how far a critically damped follower of third order is that is 90 % there after `response`."""
    s = brentq(lambda s: (1.0 + s + 0.5 * s**2) * np.exp(-s) - 0.1, 1.0, 10.0) * np.maximum(time, 0.0) / response
    return 1.0 - (1.0 + s + 0.5 * s**2) * np.exp(-s)


@pytest.mark.parametrize("kind", BEATS)
def test_a_dive_adds_its_share_to_drives_of_the_gait_and_to_others(kind):
    """Against the same gait without it, and the response of the filter in closed form."""
    gait = {"type": kind, "frequency": 1.0, "response": 1.0, **BEATS[kind]}
    level = simulate(**ANCHORED, gait=gait).run(duration=3.0, record=0.05)
    gait |= {"dives": {"j2": 0.5, "j3": -2.0}}
    commands = {"commands": {"gait.dive": [[0.0, 0.1], [1.0, "20 deg"]]}}
    diving = simulate(**ANCHORED, gait=gait, run=commands).run(duration=3.0, record=0.05)
    time = level.time.values
    dive = 0.1 * third_order(time) + (np.radians(20.0) - 0.1) * third_order(time - 1.0)
    for name, share in (("j1", 0.0), ("j2", 0.5), ("j3", -2.0)):
        assert joint(diving, name)[0] - joint(level, name)[0] == pytest.approx(share * dive, abs=SIX_DIGITS)
    assert dive[-1] > 0.3


def test_a_gait_that_starts_at_full_stroke_starts_with_its_dive():
    gait = {"type": "tail_beat", "frequency": 1.0, **BEATS["tail_beat"], "dive": 0.2, "dives": {"j3": 1.0}}
    for start, angle in (("full", 0.2), ("smooth", 0.0)):
        run = simulate(**ANCHORED, gait={**gait, "start": start}).start()
        assert run.state[run.model.state_names.index("j3")] == angle


def test_what_moves_nothing_is_no_input_and_stays_zero():
    gait = {"type": "tail_beat", "frequency": 1.0, **BEATS["tail_beat"], "turn": 0.3}
    run = simulate(**ANCHORED, gait=gait).start()
    assert "gait.dive" not in run.command
    run.step(200)
    states = dict(zip(run.model.state_names, run.state, strict=True))
    assert states["gait.turn"] > 0.1
    assert [states[f"gait.dive{each}"] for each in ("", "_rate", "_acceleration")] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("gait", "message"),
    [
        ({"dives": {"j4": 1.0}}, "gait.dives.j4 = 1.0: there is no drive 'j4'"),
        ({"dives": {"j3": 1.0, "slide": 1.0}}, "gait.dives: mixes drives of different dimensions"),
        ({"dives": {"slide": 1.0}, "dive": "3 deg"}, "gait.dive = 3 deg: is given in 'deg', but is a length"),
        ({"dives": {"j3": "3 deg"}}, "gait.dives.j3 = 3 deg: .*'deg' is a unit of angle"),
        ({"dive": 0.1}, "gait: has a dive that moves nothing"),
        ({"dives": {"j3": 2.0}, "dive": 0.4}, "gait.dive = 0.4: takes the prescribed joint 'j3' to 45.84 deg"),
        ({"dives": {"j1": 1.0}, "dive": -0.4}, "gait.amplitude = 0.3: takes the prescribed joint 'j1' to -40.11 deg"),
    ],
)
def test_what_is_wrong_with_a_dive_is_said(gait, message):
    joints = {name: {**each, "limits": 0.6} for name, each in ANCHORED["joints"].items()}
    joints["slide"] = {"type": "slider", "parent": "b3", "child": "b4", "axis": "down"}
    vehicle = {
        "bodies": {**ANCHORED["bodies"], "b4": {"mass": 1.0, "inertia": [0.1] * 3}},
        "joints": joints,
        "drives": {**ANCHORED["drives"], "slide": {"type": "prescribed"}},
        "gait": {"type": "tail_beat", "frequency": 1.0, **BEATS["tail_beat"], **gait},
    }
    with pytest.raises(narcine.DescriptionError, match=message):
        simulate(**vehicle)


def test_a_command_that_dives_beyond_a_limit_is_said():
    joints = {name: {**each, "limits": 0.6} for name, each in ANCHORED["joints"].items()}
    gait = {"type": "tail_beat", "frequency": 1.0, **BEATS["tail_beat"], "dives": {"j3": 1.0}}
    with pytest.raises(narcine.DescriptionError, match=r"run.commands: takes the prescribed joint 'j3' to 40.11 deg"):
        simulate(**{**ANCHORED, "joints": joints}, gait=gait, run={"commands": {"gait.dive": [[1.0, 0.7]]}})


@pytest.mark.parametrize(("name", "angle"), [("raybot", "15 deg"), ("disc_ray", "10 deg")])
def test_a_positive_dive_takes_what_ships_down(name, angle):
    """Nose down and deeper within ten seconds, by more than the vehicle does by itself; upwards the other way."""
    level, down, up = (
        narcine.load(name, gait__dive=each).run(duration=10.0, record=0.1) for each in (0.0, angle, f"-{angle}")
    )
    depths = [float(run.depth.values[-1, 0]) for run in (up, level, down)]
    pitches = [float(run.pitch_angle.values[-20:, 0].mean()) for run in (down, level, up)]
    assert np.diff(depths).min() > 0.2
    assert np.degrees(np.diff(pitches)).min() > 5.0
