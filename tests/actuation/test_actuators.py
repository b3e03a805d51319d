"""Drives and actuators keep their limits and follow their commands."""

import numpy as np
import pytest

import narcine
from narcine.simulation.step import Term
from tests.conftest import simulate

WHEEL = {"mass": 1.0, "inertia": [0.5, 0.5, 0.5]}
AXLE = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down"}


def driven(command, **drive):
    run = {"water": {"density": 0.0, "gravity": 0.0}, "commands": {"axle": command}, "step": 0.002, "record": 0.002}
    return simulate(bodies={"wheel": WHEEL}, joints={"axle": AXLE}, drives={"axle": drive}, run=run)


def test_a_servo_keeps_rate_angle_and_torque_limits():
    servo = driven(0.0, type="servo", rate=1.5, torque=4.0, angle=[-0.5, 0.8], bandwidth=10)

    def ask_for_too_much(run):
        run.command["axle"] = 2.0

    run = servo.run(duration=3.0, control=ask_for_too_much)
    target = run.actuator_state.values[:, 0]
    assert np.abs(np.diff(target)).max() <= 1.5 * 0.002 * (1.0 + 1e-9)
    assert target.max() <= 0.8
    assert np.abs(run.drive_effort.values).max() <= 4.0
    assert run.joint_position.values[-1, 0] == pytest.approx(0.8, abs=1e-3)


def test_a_servo_too_weak_saturates():
    run = driven(1.0, type="servo", rate=100.0, torque=0.01, bandwidth=10).run(duration=0.5)
    effort = run.drive_effort.values[50:, 0]
    assert np.all(effort == 0.01)
    assert run.joint_position.values[-1, 0] == pytest.approx(0.5 * 0.01 / 0.5 * 0.5**2, rel=0.05)


def test_a_servo_can_be_given_its_stiffness():
    weak = driven(0.0, type="servo", rate=10.0, torque=10.0, stiffness=2.0, damping=0.0)
    run = weak.start()
    run.state[0] = 0.1
    assert run.observe().drive[0, 0] == pytest.approx(-0.2)


def test_a_torque_drive_is_limited():
    run = driven([[0, 0.5], [1.0, 3.0]], type="torque", torque=3.0).run(duration=2.0)
    assert run.drive_effort.values[0, 0] == 0.5
    assert run.drive_effort.values[-1, 0] == 3.0


def test_a_prescribed_joint_follows_a_command_without_a_jump():
    """Position, velocity and acceleration (and the torque) are continuous; 90 % are there after the response time."""
    run = driven([[0, 0], [0.5, 1.0]], type="prescribed", response=0.4).run(duration=3.0)
    time, angle, rate = run.time.values, run.joint_position.values[:, 0], run.joint_velocity.values[:, 0]
    assert angle[time <= 0.5].max() == 0.0
    assert angle[np.searchsorted(time, 0.9)] == pytest.approx(0.9, abs=2e-3)
    assert np.abs(np.diff(rate)).max() < 0.3
    assert angle[-1] == pytest.approx(1.0, abs=1e-6)
    assert rate == pytest.approx(
        np.gradient(angle, time), abs=5e-3
    )  # largest third derivative, (5.3 / 0.4)^3, times h^2
    torque = run.drive_effort.values[:, 0]
    assert torque[np.searchsorted(time, 0.5)] == 0.0
    assert np.abs(np.diff(torque)).max() < 0.5 * (5.32232 / 0.4) ** 3 * 0.002  # largest jerk times inertia times h


def test_a_propeller_spins_up_with_its_lag_and_keeps_its_limit():
    remus = narcine.load("remus100", run__commands={"propeller": "1525 rpm"})
    run = remus.run(duration=5.0)
    speed = run.actuator_state.values[:, list(run.actuator.values).index("propeller.speed")]
    limit = 1525.0 * np.pi / 30.0
    assert speed == pytest.approx(limit * (1.0 - np.exp(-run.time.values)), rel=1e-6, abs=1e-6)
    assert speed.max() < limit


def test_a_control_surface_moves_within_its_rate():
    run = narcine.load("remus100", actuators__rudder__rate="5 deg/s", run__commands={"rudder": "10 deg"}).run(
        duration=4.0
    )
    angle = run.actuator_state.values[:, list(run.actuator.values).index("rudder.angle")]
    assert np.degrees(np.diff(angle) / np.diff(run.time.values)).max() <= 5.0 + 1e-6
    assert np.degrees(angle[-1]) == pytest.approx(10.0, abs=0.01)


def test_a_propeller_takes_its_shaft_power_from_torque_times_speed():
    run = narcine.load("remus100").run(duration=60.0)
    n = 1400.0 / 60.0
    speed = run.speed.values[-1, 0]
    torque = 1026.0 * 0.14**5 * (0.07 * n * n - 0.05850422195416164 * n * 0.944 * speed / 0.14)
    assert run.propeller_power.values[-1, 0] == pytest.approx(torque * 2.0 * np.pi * n, rel=1e-6)


RUDDER = {
    "type": "surface",
    "body": "hull",
    "at": [0, 0, 0],
    "normal": "starboard",
    "area": 0.01,
    "slope": 3.0,
    "limit": 1,
}
HULL = {"mass": 1.0, "inertia": [0.01] * 3, "displaced_volume": 0.001}


def rudder_force(velocity, angle, **more):
    run = {"start": {"velocity": list(velocity)}}
    boat = simulate(bodies={"hull": HULL}, actuators={"rudder": {**RUDDER, **more}}, run=run).start()
    boat.state[-1] = angle
    return boat.observe().wrench[0, Term.SURFACES - 1, 0, :3]


def test_a_rudder_lifts_by_its_slope_and_pushes_against_its_normal():
    """At a small angle F = -rho A a V^2 angle / 2, whether the rudder turns or the flow comes aslant."""
    expected = -0.5 * 1000.0 * 0.01 * 3.0 * 4.0 * 0.01
    assert rudder_force((2.0, 0, 0), 0.01)[1] == pytest.approx(expected, rel=1e-3)
    assert rudder_force((2.0, 0.02, 0), 0.0)[1] == pytest.approx(expected, rel=1e-3)
    assert rudder_force((2.0, -0.02, 0), 0.01) == pytest.approx([0, 0, 0], abs=1e-4)


def test_a_rudder_broadside_is_a_flat_plate():
    assert rudder_force((0, 1.5, 0), 0.0) == pytest.approx([0, -0.5 * 1000.0 * 0.01 * 1.2 * 2.25, 0], rel=1e-3)


def test_a_rudder_in_reversed_flow_does_not_jump():
    """Backing with the rudder amidships: the side force passes through zero with the flow."""
    sides = [rudder_force((-1.0, side, 0), 0.0)[1] for side in (-0.001, 0.0, 0.001)]
    assert sides[1] == 0.0
    assert sides[0] == -sides[2] == pytest.approx(0.5 * 1000.0 * 0.01 * 3.0 * 0.001, rel=1e-3)


def test_a_rudder_met_by_the_hulls_velocity_counts_its_angle_alone():
    assert rudder_force((2.0, 0.5, 0), 0.1, inflow="hull") == pytest.approx(
        -0.5 * 1000.0 * 4.25 * 0.01 * 3.0 * np.array([0.01, 0.1, 0.0]), rel=1e-12
    )


def test_a_saturated_servo_moves_alike_at_every_step():
    """A wheel of 0.5 kg m2 on a stiff, weak servo: bang-bang at 10 ms would shake it by radians per second."""
    wheel = driven([[0.1, 0.3]], type="servo", rate=5.0, torque=0.4, bandwidth=40)
    coarse = wheel.run(duration=2.0, step=0.01, record=0.01, integrator="semi_implicit")
    fine = wheel.run(duration=2.0, step=0.0005, record=0.01)
    assert coarse.joint_velocity.values == pytest.approx(fine.joint_velocity.values, abs=0.05)
    assert np.abs(fine.joint_velocity.values).max() > 0.2


def test_a_command_beyond_the_limits_of_a_prescribed_joint_stops_at_them():
    joint = {**AXLE, "limits": 0.5}
    wheel = simulate(bodies={"wheel": WHEEL}, joints={"axle": joint}, drives={"axle": {"type": "prescribed"}})
    run = wheel.start()
    run.command["axle"] = 2.0
    run.step(1000)
    assert run.state[0] == pytest.approx(0.5, abs=1e-6)
    assert run.doubts() == []


def test_a_control_surface_that_slides_out_grows_as_its_table_says():
    """Area and slope multiply: half out with 0.5 and 0.4 it pushes with a fifth, and nothing when it is in."""
    scale = [
        {"quantity": "area", "with": "out", "table": [[0, 0], [0.5, 0.5], [1, 1]]},
        {"quantity": "slope", "with": "out", "table": [[0, 0], [0.5, 0.4], [1, 1]]},
    ]
    fin = {"type": "surface", "body": "hull", "at": [0.2, 0, 0.1], "normal": "starboard", "area": 0.01, "slope": 3.0}
    actuators = {"fin": {**fin, "limit": 0.4, "scale": scale}, "out": {"type": "deployment", "time": 1.0}}
    hull = {"shape": {"sphere": 0.1}, "mass": 4.0}
    boat = simulate(bodies={"hull": hull}, actuators=actuators, run={"start": {"velocity": [1.0, 0, 0]}}).start()
    names = list(boat.model.state_names)
    boat.state[names.index("fin.angle")] = 0.01
    push = {}
    for out in (0.0, 0.5, 1.0):
        boat.state[names.index("out.deployment")] = out
        push[out] = boat.observe().wrench[0, Term.SURFACES - 1, 0, 1]
    assert push[0.0] == 0.0
    assert push[0.5] == pytest.approx(0.2 * push[1.0], rel=1e-12)
    assert push[1.0] == pytest.approx(-0.5 * 1e3 * 0.01 * 3.0 * 0.01, rel=1e-4)  # -rho U^2 A a d / 2, and d^2


def test_what_a_control_surface_cannot_scale_is_refused():
    fin = {"type": "surface", "body": "hull", "at": [0.2, 0, 0], "normal": "starboard", "area": 0.01, "slope": 3.0}
    scale = [{"quantity": "parasitic_drag", "with": "out", "table": [[0, 0], [1, 1]]}]
    actuators = {"fin": {**fin, "limit": 0.4, "scale": scale}, "out": {"type": "deployment", "time": 1.0}}
    with pytest.raises(narcine.DescriptionError, match="nothing that scales on a surface; allowed: area, slope"):
        simulate(bodies={"hull": {"shape": {"sphere": 0.1}, "mass": 4.0}}, actuators=actuators)
