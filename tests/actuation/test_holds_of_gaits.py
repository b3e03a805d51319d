"""Holds that steer a gait: against transfer functions, means over a chain by hand, and a snake that keeps both."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.signal import lsim, lti

import narcine
from tests.conftest import simulate
from tests.gaits.test_gaits import SIX_DIGITS, third_order

MODULE = {"shape": {"cylinder": {"radius": 0.03, "length": 0.2}}, "mass": 0.6}
RESPONSE = 0.4
W = brentq(lambda s: (1.0 + s + 0.5 * s**2) * np.exp(-s) - 0.1, 1.0, 10.0) / RESPONSE
"""rad/s: of the follower that is 90 % there after the response."""
ROUNDING = 1e-12
UPRIGHT = 1e-11
"""rad/s: rates of headings are those of a body whose cosine of pitch is at least 1e-6."""


def on_a_post(hold, count=1, axis="down", command=(), gait=None, **run):
    """Return modules on the world whose one gait has no waves, so that its turn is what their first joint does.

    A positive turn bends joints to negative angles: the heading of the module is minus the turn.
    """
    name = {"down": "yaw", "starboard": "pitch"}[axis]
    chain = {"count": count, "body": "world", "at": [0, 0, 3], "module": MODULE, "axes": {name: axis}}
    still = {"chain": "post", "amplitude": 0.0, "frequency": 1.0, "response": RESPONSE}
    drives = {f"post_joint_{k + 1}": {"command": angle} for k, angle in enumerate(command)}
    gait = {"type": "serpentine" if name == "yaw" else "rectilinear", **still, **(gait or {})}
    run = {"step": 0.005, "record": 0.05, **run}
    return simulate(chains={"post": chain}, drives=drives, gait=gait, holds={"course": hold}, run=run)


def actuator(run, name):
    return run.actuator_state.sel(actuator=name).values


def test_a_hold_on_a_turn_moves_as_its_transfer_function():
    """(d/dt + w)^3 q = w^3 u with u = P e + y - D q', y' = I e, and q the heading, for the share is -1.

    q / command = w^3 (P s + I) / (s (s + w)^3 + w^3 (D s^2 + P s + I)).
    """
    P, I, D, command = 0.5, 1.5, 0.1, 0.3
    gains = {"proportional": P, "integral": I, "derivative": D, "limit": 1.0, "command": command}
    hold = {"of": "heading", "chain": "post", "gait": {"turn": -1}, **gains}
    run = on_a_post(hold).run(duration=8.0)
    time = run.time.values
    follower = np.polymul([1.0, 0.0], np.poly([-W] * 3))
    system = lti(W**3 * np.array([P, I]), np.polyadd(follower, W**3 * np.array([D, P, I])))
    expected = lsim(system, np.full_like(time, command), time)[1]
    assert run.joint_position.values[:, 0] == pytest.approx(expected, abs=SIX_DIGITS)
    output = actuator(run, "course.output")
    assert output[0] == pytest.approx(P * command)
    assert output[-1] == pytest.approx(command, rel=0.02)


def test_a_hold_adds_to_what_the_gait_is_told():
    """Without integral, a proportional hold leans against a commanded turn c: q = -c / (1 + P) in the end."""
    hold = {"of": "heading", "chain": "post", "gait": {"turn": -1}, "proportional": 0.5, "limit": 1.0}
    run = on_a_post(hold, gait={"turn": 0.3}).run(duration=10.0)
    assert run.joint_position.values[-1, 0] == pytest.approx(-0.3 / 1.5, abs=SIX_DIGITS)


def held(of, angles, axis, **more):
    hold = {"of": of, "chain": "post", "gait": {"turn" if axis == "down" else "dive": 0}, "limit": 100.0, **more}
    return on_a_post(hold, len(angles), axis, angles).start()


def test_a_heading_of_a_chain_is_the_mean_of_its_modules():
    """Errors are averaged, not headings: two modules at 170 and -170 deg look 10 and -10 deg past south."""
    angles = np.radians([20.0, 30.0, -80.0])
    mean = np.cumsum(angles).mean()
    output = held("heading", angles, "down", proportional=2.0, command=1.0).observe().output[0, 0]
    assert output == pytest.approx(2.0 * (1.0 - mean), abs=ROUNDING)
    south = held("heading", np.radians([170.0, 20.0]), "down", proportional=1.0, command=np.pi).observe().output[0, 0]
    assert south == pytest.approx(0.0, abs=ROUNDING)


def test_a_depth_of_a_chain_is_the_mean_of_the_middles_of_its_modules():
    """Each hangs by its forward end, and pitches its nose up: what is aft lies deeper."""
    angles = np.radians([20.0, 30.0, -10.0])
    pitch, depth, ends = np.cumsum(angles), [], 3.0
    for each in pitch:
        depth.append(ends + 0.1 * np.sin(each))
        ends += 0.2 * np.sin(each)
    output = held("depth", angles, "starboard", proportional=2.0, command=4.0, offset=0.5).observe().output[0, 0]
    assert output == pytest.approx(2.0 * (4.0 - 0.5 - np.mean(depth)), abs=ROUNDING)


def test_the_rate_of_a_chain_is_the_mean_too():
    """While the first joint turns at a rate r and the second at s: (r + r + s) / 2, damped by D."""
    hold = {"of": "heading", "chain": "post", "gait": {"turn": 0}, "derivative": 1.5, "limit": 100.0}
    commands = {"post_joint_1": [[0.0, 0.0], [0.1, 0.4]], "post_joint_2": [[0.0, 0.0], [0.1, -0.3]]}
    run = on_a_post(hold, 2, commands=commands).start()
    run.step(60)
    first, second = run.state[run.model.positions : run.model.positions + 2]
    assert abs(first) > 0.1
    assert run.observe().output[0, 0] == pytest.approx(-1.5 * (2.0 * first + second) / 2.0, abs=UPRIGHT)


def test_at_its_limit_a_hold_moves_the_gait_so_far_and_no_further_and_turns_back_at_once():
    """What it acts on cannot change its error, 1 rad: y' = 0.1 / s until 0.2 + y reaches the limit of 0.3 rad.

    From then on the turn is the follower's answer to it; when the command changes its sign y falls at once.
    """
    still = {"of": "heading", "body": "post_1", "gait": {"turn": 1}, "proportional": 0.2, "integral": 0.1, "limit": 0.3}
    chain = {"count": 2, "body": "world", "module": MODULE, "axes": {"yaw": "down"}}
    gait = {"type": "serpentine", "yaw": ["post_joint_2"], "amplitude": 0.0, "frequency": 1.0, "response": RESPONSE}
    commands = {"course": [[0.0, 1.0], [6.0, -1.0]]}
    run = {"step": 0.005, "record": 0.05, "commands": commands}
    result = simulate(chains={"post": chain}, gait=gait, holds={"course": still}, run=run).run(duration=7.0)
    time, part, output = result.time.values, actuator(result, "course.integral"), actuator(result, "course.output")
    before = time < 6.0 - 1e-9
    one_step = 0.1 * 0.005
    assert part[before] == pytest.approx(np.minimum(0.1 * time[before], 0.1), abs=one_step)
    assert part[~before] == pytest.approx(part[before][-1] - 0.1 * (time[~before] - 6.0), abs=1e-9)
    assert np.abs(output).max() <= 0.3
    turned = result.joint_position.sel(joint="post_joint_2").values
    assert turned[before][-1] == pytest.approx(-0.3, abs=1e-6)  # the ramp of 1 s and the follower have died out


def test_the_limit_is_ten_degrees_when_nothing_is_said():
    hold = {"of": "heading", "chain": "post", "gait": {"turn": 0}, "proportional": 1.0, "command": 3.0}
    run = on_a_post(hold).run(duration=2.0)
    assert actuator(run, "course.output") == pytest.approx(np.radians(10.0))
    share = on_a_post({**hold, "gait": {"turn": -0.5}, "command": 2.0}).run(duration=2.0)
    expected = 0.5 * np.radians(10.0) * third_order(share.time.values, RESPONSE)
    assert share.joint_position.values[:, 0] == pytest.approx(expected, abs=SIX_DIGITS)


BEAT = 2.0 * np.pi / 3.0
"""s, of the shipped gait of 3 rad/s."""
SETTLED = 60.0
"""s: three times the 20 s (proportional over integral gain) in which the slower hold takes out what is left."""


def chain_headings(run):
    w, x, y, z = np.moveaxis(run.attitude.values, -1, 0)
    return np.unwrap(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)), axis=0).mean(axis=1)


def test_the_held_snake_that_ships_comes_to_its_heading_and_depth_and_stays():
    """Over each beat the mean is what it was told: 60.1 deg and 1.000 m when written, from 0 deg and the surface.

    Within a beat the mean of its modules swings by 6.5 deg and 6 mm with the gait, which no hold takes out. The way
    that it makes is 60 deg too: a snake whose modules look there on the mean swims there.
    """
    commands = {"heading": "60 deg", "depth": "1 m"}
    run = narcine.load("perambulator_held", run__commands=commands).run(duration=SETTLED + 10.0 * BEAT)
    heading, depth = np.degrees(chain_headings(run)), run.position.values[..., 2].mean(axis=1)
    assert heading[0] == 0.0
    assert depth[0] < 0.03
    for beat in range(10):
        since = run.time.values - SETTLED - beat * BEAT
        now = (since >= 0.0) & (since < BEAT)
        assert heading[now].mean() == pytest.approx(60.0, abs=1.0)
        assert depth[now].mean() == pytest.approx(1.0, abs=0.01)
        assert np.abs(heading[now] - 60.0).max() < 8.0
        assert np.abs(depth[now] - 1.0).max() < 0.01
    late = run.position.values[run.time.values >= SETTLED].mean(axis=1)
    north, east, _ = late[-1] - late[0]
    assert np.degrees(np.arctan2(east, north)) == pytest.approx(60.0, abs=1.0)
    assert np.hypot(north, east) > 4.0


def test_a_held_snake_takes_the_other_commands_too():
    """To port, and at half a metre: the same bands, so that the first did not come about by chance."""
    commands = {"heading": "-100 deg", "depth": "0.5 m"}
    run = narcine.load("perambulator_held", run__commands=commands).run(duration=SETTLED + BEAT)
    late = run.time.values >= SETTLED
    assert np.degrees(chain_headings(run)[late].mean()) == pytest.approx(-100.0, abs=1.5)
    assert run.position.values[late, :, 2].mean() == pytest.approx(0.5, abs=0.01)
