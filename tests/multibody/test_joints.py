"""Joints: springs, curves, stops, prescribed motion and the inertia that a joint feels."""

import subprocess
import sys

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from narcine.description.problems import DescriptionError
from narcine.simulation.audit import audit
from tests.conftest import simulate

WHEEL = {"mass": 1.0, "inertia": [0.5, 0.5, 0.5]}
AXLE = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down"}
VACUUM = {"density": 0.0, "gravity": 0.0}


def wheel(axle=None, start=None, **more):
    run = {"water": VACUUM, "start": start or {}, "step": 0.002}
    return simulate(bodies={"wheel": WHEEL}, joints={"axle": {**AXLE, **(axle or {})}}, run=run, **more)


def acceleration(simulation):
    return simulation.start().observe().rates[0, 1]


def test_a_spring_and_a_damper_push_back():
    start = {"joints": {"axle": 0.3}, "rates": {"axle": -2.0}}
    found = acceleration(wheel({"stiffness": 4.0, "rest": 0.1, "damping": 0.5}, start))
    assert found == pytest.approx((-4.0 * 0.2 + 0.5 * 2.0) / 0.5, rel=1e-12)


@pytest.mark.parametrize("angle", [-0.8, -0.3, 0.0, 0.05, 0.4, 0.5, 0.9])
def test_a_stiffness_curve_is_scipys_monotone_interpolant_and_straight_beyond(angle):
    deflections, efforts = [-0.5, -0.1, 0.0, 0.2, 0.5], [-0.3, -0.03, 0.0, 0.08, 0.4]
    curve = PchipInterpolator(deflections, efforts)
    inside = np.clip(angle, -0.5, 0.5)
    expected = curve(inside) + curve.derivative()(inside) * (angle - inside)
    simulation = wheel(
        {"stiffness_curve": {"deflections": deflections, "efforts": efforts}}, {"joints": {"axle": angle}}
    )
    assert acceleration(simulation) == pytest.approx(-expected / 0.5, rel=1e-12, abs=1e-15)


def test_a_stop_holds_a_joint_near_its_limit():
    run = wheel({"limits": [-1.0, 0.5]}, {"rates": {"axle": 2.0}}).run(duration=2.0)
    angle = run.joint_position.values[:, 0]
    assert 0.5 < angle.max() < 0.56
    assert angle.min() > -1.06
    assert abs(run.joint_velocity.values[-1, 0]) < 2.0  # the stop takes energy


def test_a_stop_as_described_pushes_as_described():
    run = wheel({"limits": 0.5, "stop": {"stiffness": 30.0}}).start()
    run.state[0] = 0.6
    found = run.observe().rates[0, 1]
    assert found == pytest.approx(-30.0 * 0.1 / 0.5, rel=1e-12)


def test_a_ball_joint_swings_about_any_axis_alike():
    """A heavy ball on a ball joint: small swings in two planes have the period of the hinge."""
    bob = {"mass": 2.0, "inertia": [0.02] * 3, "displaced_volume": 0.0}
    joint = {"type": "ball", "parent": "world", "child": "bob", "to": [0, 0, -1], "stiffness": 0.5}
    ball = simulate(bodies={"bob": bob}, joints={"pivot": joint}, run={"water": {"density": 0.0}})
    omega = np.sqrt((2.0 * 9.81 + 0.5) / (2.0 + 0.02))
    run = ball.start(step=0.001)
    first = ball.model.positions
    run.state[first : first + 2] = 1e-4, 2e-4
    run.step(1000)
    expected = np.array([1e-4, 2e-4]) * np.sin(omega) / omega
    assert 2.0 * run.state[1:3] == pytest.approx(expected, rel=1e-5)


def test_a_prescribed_joint_moves_exactly_and_reports_its_torque():
    """A wheel driven as A sin(w t): torque I q_ddot, whatever the step."""
    gait = {"type": "harmonic", "frequency": 0.8, "start": "full", "drives": {"axle": {"amplitude": 0.4}}}
    simulation = wheel(drives={"axle": {"type": "prescribed"}}, gait=gait)
    run = simulation.run(duration=2.0, step=0.02, record=0.02)
    phase = 2.0 * np.pi * 0.8 * run.time.values
    rate = 2.0 * np.pi * 0.8
    assert run.joint_position.values[:, 0] == pytest.approx(0.4 * np.sin(phase), abs=1e-9)
    assert run.joint_velocity.values[:, 0] == pytest.approx(0.4 * rate * np.cos(phase), abs=1e-8)
    assert run.drive_effort.values[:, 0] == pytest.approx(-0.5 * 0.4 * rate**2 * np.sin(phase), abs=1e-8)


def test_a_universal_joint_is_two_hinges():
    arm = {"mass": 1.0, "inertia": [0.1, 0.2, 0.3]}
    axes = {"pitch": [0, 1, 0], "yaw": [0, 0, 1]}
    joint = {"type": "universal", "parent": "world", "child": "arm", "axes": axes, "to": [0.2, 0, 0]}
    start = {"joints": {"root.pitch": 0.3, "root.yaw": -0.4}, "rates": {"root.pitch": 1.0, "root.yaw": 2.0}}
    one = simulate(bodies={"arm": arm}, joints={"root": joint}, run={"start": start})
    between = {"mass": 0.0, "inertia": [1e-12] * 3}
    two = simulate(
        bodies={"between": between, "arm": arm},
        joints={
            "pitch": {"type": "hinge", "parent": "world", "child": "between", "axis": "starboard"},
            "yaw": {"type": "hinge", "parent": "between", "child": "arm", "axis": "down", "to": [0.2, 0, 0]},
        },
        run={"start": {"joints": {"pitch": 0.3, "yaw": -0.4}, "rates": {"pitch": 1.0, "yaw": 2.0}}},
    )
    assert one.start().observe().rates[0] == pytest.approx(two.start().observe().rates[0], rel=1e-9)


def test_a_massless_body_between_others_is_no_problem_but_one_that_moves_alone_is():
    arm = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    joints = {
        "a": {"type": "hinge", "parent": "world", "child": "between", "axis": "down"},
        "b": {"type": "hinge", "parent": "between", "child": "arm", "axis": "starboard"},
    }
    assert simulate(bodies={"between": {"mass": 0.0}, "arm": arm}, joints=joints).start().observe()
    joints["b"]["axis"] = "down"
    with pytest.raises(DescriptionError, match=r"bodies.between: moves without effort in joint 'a'"):
        _ = simulate(bodies={"between": {"mass": 0.0}, "arm": arm}, joints=joints).model


@pytest.mark.filterwarnings("ignore:.*softer than the water")
def test_servos_sized_by_their_bandwidth_are_not_stiff_in_a_long_chain():
    """Twelve servos in a row at the default bandwidth: no mode is more than sqrt(12) times faster than one alone.

    Sized by the inertia that hangs on each joint they would be some fifty times faster, and RK4 at 5 ms would explode.
    """
    bodies = {f"b{k}": {"mass": 0.75, "shape": {"cylinder": {"radius": 0.038, "length": 0.18}}} for k in range(13)}
    joints = {
        f"j{k}": {
            "type": "hinge",
            "parent": f"b{k - 1}",
            "child": f"b{k}",
            "at": [-0.09, 0, 0],
            "to": [0.09, 0, 0],
            "axis": "down",
        }
        for k in range(1, 13)
    }
    drives = {name: {"type": "servo", "rate": 6.0, "torque": 3.0, "command": 0.2} for name in joints}
    start = {"joints": dict.fromkeys(joints, 0.0)}
    chain = simulate(bodies=bodies, joints=joints, drives=drives, run={"start": start})
    coarse, fine = (chain.run(duration=2.0, step=step).joint_position.values[-1] for step in (0.005, 0.001))
    assert coarse == pytest.approx(
        fine, abs=3e-4
    )  # truncation was 1e-4 when this was written; a mode too stiff, radians
    assert np.abs(fine).min() > 0.05  # they do bend


def test_narcine_loads_without_an_engine():
    """Describing needs no compiler: reading and checking a vehicle imports none."""
    script = (
        "import sys\nfrom narcine.description.load import load_description\nload_description('raybot')\n"
        "assert 'numba' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


ANCHORED = {
    "hinge": {"type": "hinge", "axis": "starboard"},
    "slider": {"type": "slider", "axis": "down"},
    "ball": {"type": "ball"},
    "universal": {"type": "universal", "axes": {"roll": "forward", "pitch": "starboard"}},
    "fixed": {"type": "fixed"},
}


@pytest.mark.parametrize("kind", ANCHORED)
def test_a_vehicle_that_hangs_on_the_world_by_any_joint_runs_and_is_audited(kind):
    joint = {"parent": "world", "child": "bob", "to": [0, 0, -0.5], **ANCHORED[kind]}
    bob = {"mass": 2.0, "shape": {"sphere": 0.05}}
    simulation = simulate(bodies={"bob": bob}, joints={"pivot": joint}, run={"duration": 1.0})
    assert simulation.run().attrs["ended"] == "at its full duration"
    assert list(simulation.run().root.values) == ["bob"]
    assert audit(simulation).balance.residual < 1e-9


def test_the_root_of_a_vehicle_is_its_free_body():
    buoy = {"mass": 1.0, "shape": {"sphere": 0.1}, "displaced_volume": 0.001}
    post = {"type": "hinge", "parent": "world", "child": "flag", "axis": "down"}
    vehicle = simulate(
        bodies={"flag": buoy, "boat": buoy}, joints={"post": post}, run={"start": {"velocity": [1.0, 0, 0]}}
    )
    run = vehicle.run(duration=0.1)
    assert list(run.root.values) == ["boat"]
    assert run.speed.values[0, 0] == 1.0


def test_free_bodies_of_one_vehicle_start_where_their_joints_put_them():
    """Two free bodies 2 m apart that start as one rigid body: turned by 90 deg to starboard, spinning at 0.5 rad/s."""
    buoy = {"mass": 1.0, "shape": {"sphere": 0.1}, "displaced_volume": 0.001}
    loose = {"type": "free", "parent": "world", "child": "b", "at": [2, 0, 0], "attitude": [0, 0, "90 deg"]}
    start = {
        "position": [0, 0, 5],
        "attitude": [0, 0, "90 deg"],
        "velocity": [1, 0, 0],
        "angular_velocity": [0, 0, 0.5],
    }
    run = simulate(bodies={"a": buoy, "b": buoy}, joints={"loose": loose}, run={"start": start}).start()
    seen = run.observe()
    assert seen.place[0, 1] == pytest.approx([0, 2, 5], abs=1e-12)
    assert seen.attitude[0, 1].reshape(3, 3)[:, 0] == pytest.approx([-1, 0, 0], abs=1e-12)
    assert seen.motion[0, 1] == pytest.approx([1, -1, 0, 0, 0, 0.5], abs=1e-12)


def test_the_semi_implicit_step_finds_the_stable_rest_of_a_spring_that_falls():
    """A bistable spring: released beside its unstable point, both integrators end at the same stable one."""
    curve = {"deflections": [-1.2, -0.8, 0.0, 0.8, 1.2], "efforts": [-40, 5, 0.0, -5, 40]}
    axle = {"stiffness_curve": curve, "damping": 0.03}
    body = {"mass": 0.1, "inertia": [1e-4] * 3}
    run = {"water": VACUUM, "start": {"joints": {"axle": 0.01}}}
    bistable = simulate(bodies={"wheel": body}, joints={"axle": {**AXLE, **axle}}, run=run)
    ends = []
    for step, integrator in ((0.0002, "rk4"), (0.01, "semi_implicit")):
        released = bistable.start(step=step, integrator=integrator)
        released.step(round(10.0 / step))
        ends.append(released.state[0])
    assert ends[0] == pytest.approx(ends[1], abs=1e-6)
    assert ends[0] > 0.8
