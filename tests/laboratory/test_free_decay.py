"""Free decay against closed forms of oscillators, and what cameras make of a motion."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import narcine
from narcine.identification.motion.motion import Motion
from narcine.laboratory.free_decay import RIG, Rig, decaying, swings
from narcine.laboratory.motion_capture import MotionCapture, captured
from narcine.simulation.simulation import Simulation

NOTHING = [0.0] * 6
NEUTRAL = 7.31e-3
"""Volume with which a BlueROV neither sinks nor rises (m3)."""


def decay(rig, duration, **settings):
    rov = narcine.load("bluerov", **settings)
    run = Simulation(decaying(rov, rig, duration)).run(record=0.01)
    return run.time.values, run.joint_position.sel(joint=RIG).values


@pytest.mark.parametrize(
    ("axis", "mass", "damping", "spring"), [("heave", 20.61, 0.19, 40.0), ("sway", 25.81, 0.26, 60.0)]
)
def test_linear_damping_decays_as_an_oscillator_does(axis, mass, damping, spring):
    time, place = decay(
        Rig(axis, 0.1, spring), 20.0, bodies__hull__drag__quadratic=NOTHING, bodies__hull__displaced_volume=NEUTRAL
    )
    rate = 0.5 * damping / mass
    w = np.sqrt(spring / mass - rate**2)
    expected = 0.1 * np.exp(-rate * time) * (np.cos(w * time) + rate / w * np.sin(w * time))
    assert place == pytest.approx(expected, abs=1e-8)
    found = swings(time, place)
    # parabolas through samples 10 ms apart
    assert found.period == pytest.approx(2.0 * np.pi / w, rel=1e-5)
    assert found.decrements == pytest.approx(np.full(len(found.decrements), rate * 2.0 * np.pi / w), rel=1e-3)


def test_quadratic_damping_shrinks_each_half_swing_by_its_square():
    """A - A' = 4 q A^2 / (3 m) to first order; exactly (1 + x) exp(-x) alike at both ends, x = -+2 q A / m."""
    q, m, first = 74.23, 20.61, 0.02
    time, place = decay(
        Rig("heave", first, 40.0), 20.0, bodies__hull__drag__linear=NOTHING, bodies__hull__displaced_volume=NEUTRAL
    )
    sizes = np.abs(swings(time, place).place)
    assert len(sizes) > 6
    x = 2.0 * q / m * sizes
    # the first integral of x'' + (q/m)|x'|x' + w^2 x = 0 over a half swing: (1 + x0) exp(-x0) = (1 - x1) exp(x1)
    assert (1.0 + x[:-1]) * np.exp(-x[:-1]) == pytest.approx((1.0 - x[1:]) * np.exp(x[1:]), rel=1e-5)
    # and the amplitude decay law that it follows from, of small swings
    assert 1.0 / sizes[5] - 1.0 / sizes[4] == pytest.approx(4.0 * q / (3.0 * m), rel=0.05)


def test_righting_moment_makes_a_pendulum():
    time, place = decay(
        Rig("pitch", 0.01), 10.0, bodies__hull__drag__linear=NOTHING, bodies__hull__drag__quadratic=NOTHING
    )
    w = np.sqrt(7.29e-3 * 1000.0 * 9.81 * 0.02 / (0.11 + 0.0173))
    assert place == pytest.approx(0.01 * np.cos(w * time), abs=4e-6)  # a phase of q^2 / 16 in w t = 33


def test_an_arm_makes_a_pendulum_of_weight_and_righting_moment():
    length, mass = 1.5, 9.0
    time, place = decay(
        Rig("surge", 0.01, arm=length),
        10.0,
        bodies__hull__mass=mass,
        bodies__hull__drag__linear=NOTHING,
        bodies__hull__drag__quadratic=NOTHING,
    )
    weight, buoyancy = mass * 9.81, 7.29 * 9.81
    righting = weight * length - buoyancy * (length - 0.02)
    inertia = 0.11 + 0.0173 + (mass + 2.6) * length**2
    assert place == pytest.approx(0.01 * np.cos(np.sqrt(righting / inertia) * time), abs=2e-6)


def test_a_creeping_return_has_no_period():
    time = np.arange(0.0, 5.0, 0.01)
    assert swings(time, np.exp(-time)).period is None


@pytest.fixture(scope="module")
def still():
    time = np.arange(20000) / 20.0
    turned = Rotation.from_euler("ZYX", [0.5, 0.3, -0.2]).as_quat()
    attitude = np.repeat(np.roll(turned, 1)[None], len(time), axis=0)
    return Motion("test", time, np.full((len(time), 3), 2.0), attitude, joints={"tail": np.zeros(len(time))})


def test_cameras_err_as_they_are_told(still):
    seen = captured(still, MotionCapture(joints=0.01), seed=1)
    # 20000 samples: half a percent, four times
    assert (seen.position - 2.0).std(axis=0) == pytest.approx(np.full(3, 0.001), rel=0.02)
    known = Rotation.from_quat(np.roll(still.attitude, -1, axis=1))
    off = (known.inv() * Rotation.from_quat(np.roll(seen.attitude, -1, axis=1))).as_rotvec()
    assert off.std(axis=0) == pytest.approx(np.full(3, np.radians(0.2)), rel=0.02)
    assert seen.joints["tail"].std() == pytest.approx(0.01, rel=0.02)
    assert seen.velocity is None
    assert captured(still, MotionCapture()).joints == {}


def test_markers_beside_the_origin_are_where_the_attitude_puts_them(still):
    seen = captured(still, replace(MotionCapture(), position=0.0, attitude=0.0, lever=(0.1, 0.2, -0.3)))
    turned = Rotation.from_quat(np.roll(still.attitude[0], -1))
    assert seen.position[0] == pytest.approx(2.0 + turned.apply([0.1, 0.2, -0.3]), abs=1e-12)


def test_gaps_are_as_many_and_as_long_as_told(still):
    seen = captured(still, MotionCapture(lost=0.1, gap=0.5), seed=2)
    lost = np.isnan(seen.position[:, 0])
    assert np.array_equal(lost, np.isnan(seen.attitude[:, 0]))
    # some 200 gaps in 1000 s: their share is known to a tenth, four times is less than half of it
    assert lost.mean() == pytest.approx(0.1, rel=0.4)
    gaps = int(np.sum(lost[1:] & ~lost[:-1]))
    assert lost.sum() / 20.0 / gaps == pytest.approx(0.5, rel=0.4)
