"""Sliding and rolling in a vacuum against closed forms and against MuJoCo."""

import mujoco
import numpy as np
import pytest

from tests.conftest import simulate

GRAVITY, FRICTION, SPEED = 9.81, 0.3, 2.0
OWN = 2e-3
"""Ours against Coulomb: below the slip speed (1 mm/s) and the grip (mu g h / 0.5, 3 mm/s) the last way is crept."""
PEER = 1e-2
"""MuJoCo against Coulomb: its contacts are soft across, too, and its friction cone gives way by about 1 / impratio."""


def mujoco_slide(geom, duration):
    """Return where the body is and how it moves after some time on MuJoCo's plane."""
    xml = (
        f'<mujoco><option timestep="0.0005" gravity="0 0 -{GRAVITY}" cone="elliptic" impratio="100"/><worldbody>'
        f'<geom type="plane" size="50 50 1" friction="{FRICTION} 0 0" condim="3"/>'
        f'<body pos="0 0 0.1"><freejoint/><geom {geom} mass="5" friction="{FRICTION} 0 0" condim="3"/></body>'
        "</worldbody></mujoco>"
    )
    model = mujoco.MjModel.from_xml_string(xml)
    data = mujoco.MjData(model)
    data.qvel[0] = SPEED
    while data.time < duration:
        mujoco.mj_step(model, data)
    return data.qpos.copy(), data.qvel.copy()


def slide(shape, duration, depth):
    """Return the same of ours, started as deep as it rests."""
    run = {
        "step": 0.0005,
        "water": {"density": 0.0},
        "world": {"seabed": 0.1, "contact": {"friction": FRICTION, "stiffness": 5.0 * GRAVITY / depth}},
        "start": {"position": [0, 0, depth], "velocity": [SPEED, 0, 0]},
    }
    started = simulate(bodies={"thing": {"mass": 5.0, "shape": shape}}, run=run).start()
    started.step(round(duration / 0.0005))
    return started


def test_a_block_slides_as_far_as_coulomb_and_mujoco_say():
    """v^2 / (2 mu g); the block is low and long, so that it does not tip."""
    exact = SPEED**2 / (2.0 * FRICTION * GRAVITY)
    run = slide({"box": [0.4, 0.3, 0.2]}, 1.5, 1e-4)
    assert run.state[0] == pytest.approx(exact, rel=OWN)
    assert abs(run.state[7]) < 1e-3
    place, motion = mujoco_slide('type="box" size="0.2 0.15 0.1"', 1.5)
    assert place[0] == pytest.approx(exact, rel=PEER)
    assert abs(motion[0]) < 1e-2
    assert run.state[0] == pytest.approx(place[0], rel=PEER + OWN)


def test_a_sphere_that_slips_ends_rolling_as_in_mujoco():
    """5/7 of its speed, after 2 v / (7 mu g), on 12 v^2 / (49 mu g): angular momentum about the line of contact."""
    slips_for = 2.0 * SPEED / (7.0 * FRICTION * GRAVITY)
    way = 12.0 * SPEED**2 / (49.0 * FRICTION * GRAVITY) + 5.0 / 7.0 * SPEED * (1.0 - slips_for)
    run = slide({"sphere": 0.1}, 1.0, 1e-4)
    velocity = run.observe().attitude[0, 0].reshape(3, 3) @ run.state[7:10]
    assert velocity[0] == pytest.approx(5.0 / 7.0 * SPEED, rel=OWN)
    assert run.state[0] == pytest.approx(way, rel=OWN)
    place, motion = mujoco_slide('type="sphere" size="0.1"', 1.0)
    assert motion[0] == pytest.approx(5.0 / 7.0 * SPEED, rel=PEER)
    assert place[0] == pytest.approx(way, rel=PEER)
    assert np.abs(run.state[0] - place[0]) < PEER * way


def test_a_block_dropped_flat_lands_and_stays_as_in_mujoco():
    """Both come to rest on the plane, sunk in by less than a millimetre, level."""
    run = {"step": 0.001, "water": {"density": 0.0}, "world": {"seabed": 0.1}, "start": {"position": [0, 0, -0.3]}}
    block = simulate(bodies={"thing": {"mass": 5.0, "shape": {"box": [0.4, 0.3, 0.2]}}}, run=run)
    ours = block.start()
    ours.step(4000)
    place, motion = mujoco_slide('type="box" size="0.2 0.15 0.1"', 4.0)
    assert place[2] == pytest.approx(0.1, abs=1e-3)
    assert -ours.state[2] == pytest.approx(0.0, abs=1e-3)
    assert ours.state[3] == pytest.approx(1.0, abs=1e-6)
    assert np.abs(motion).max() < 1e-2
    assert np.abs(ours.state[7:13]).max() < 1e-2
