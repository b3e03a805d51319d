"""Couplings: two vehicles as one body, loops closed, and what cannot hold."""

import numpy as np
import pytest

import narcine
from narcine.simulation.derivatives import differentiate
from narcine.simulation.record import observation
from narcine.simulation.settling import DRIFT, SLIP
from narcine.simulation.simulation import Simulation
from narcine.spatial.rotations import rotation_from_euler, skew
from tests.conftest import simulate
from tests.simulation.rovs import ARM, STILL, TOTAL, accelerations, pair, rov, thrusting

ROUNDING = 1e-12
"""Relative: K of two bodies has a condition number of about 100."""
RIGID = {"type": "rigid", "at": list(ARM), "attitude": [0, 0, 0]}
FORMULATIONS = ("reduced", "udwadia_kalaba")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_push_on_one_of_two_moves_both(closed_forms, formulation):
    """A14: accelerations of both, and the wrench that the link carries."""
    case = closed_forms["A14_two_BlueROV_rigid_link_rB=(0,.6,.05)_10N_surge_on_A_at_rest"]
    model = pair(RIGID, thrusting(rov(), 10.0), formulation=formulation).model
    state = model.initial_state.copy()
    state[model.state_names.index("a.screw.speed")] = 2.0 * np.pi * 10.0
    seen = observation(model, state[None], model.commands[None])
    assert seen.acceleration[0, 0] == pytest.approx(case["acc_A_composite"], abs=1e-12)
    assert seen.acceleration[0, 1] == pytest.approx(case["acc_B_UK"], abs=1e-12)
    assert seen.coupling_wrench[0, 0] == pytest.approx(case["wrench_on_B"], abs=1e-12)


def composite_acceleration(motion: np.ndarray, arm: np.ndarray, R: np.ndarray) -> np.ndarray:
    """Return nu_dot of two bodies welded together, by Kirchhoff's equations of the one body that they are.

    M_c = M + X^T M X with X the motion of the second body over that of the first; M_c nu_dot = -nu x* (M_c nu).
    """
    X = np.zeros((6, 6))
    X[:3, :3] = X[3:, 3:] = R.T
    X[:3, 3:] = -R.T @ skew(arm)
    M = TOTAL + X.T @ TOTAL @ X
    momentum = M @ motion
    spin, velocity = motion[3:], motion[:3]
    turned = np.concatenate(
        [np.cross(spin, momentum[:3]), np.cross(velocity, momentum[:3]) + np.cross(spin, momentum[3:])]
    )
    return np.linalg.solve(M, -turned)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("attitude", [(0.0, 0.0, 0.0), (0.0, 0.0, np.pi / 3.0), (0.4, -0.7, 2.0)])
def test_two_rigidly_coupled_vehicles_are_one_body(attitude, formulation):
    """Also when they are not parallel, where eq 22 of Nielsen et al. 2018 as printed would hold equal body rates."""
    R, arm = rotation_from_euler(*attitude), np.array(ARM)
    rng = np.random.default_rng(1)
    motion = rng.uniform(-1.0, 1.0, 6)
    other = np.concatenate([R.T @ (motion[:3] + np.cross(motion[3:], arm)), R.T @ motion[3:]])
    simulation = pair(
        {"type": "rigid"},
        rov(velocity=motion[:3].tolist(), angular_velocity=motion[3:].tolist()),
        rov(
            position=list(ARM),
            attitude=list(attitude),
            velocity=other[:3].tolist(),
            angular_velocity=other[3:].tolist(),
        ),
        formulation=formulation,
    )
    model = simulation.model
    expected = composite_acceleration(motion, arm, R)
    assert accelerations(model, model.initial_state)[0] == pytest.approx(expected, rel=ROUNDING, abs=1e-11)


def test_sixty_seconds_of_turning_at_full_thrust_leave_no_drift():
    """With the drag of Nielsen et al. 2018, table 3, and twice the thrust of a T200 at full power, off the centre."""
    drag = {"quadratic": [34.96, 103.25, 74.23, 0.084, 0.028, 0.43], "linear": [0.0, 0.26, 0.19, 0.895, 0.287, 4.64]}
    vehicles = [thrusting(rov(), 100.0, (0.0, -0.1, 0.1)), rov(position=list(ARM))]
    for placed in vehicles:
        placed["vehicle"]["bodies"]["hull"]["drag"] = drag
    run = pair(RIGID, *vehicles, water={**STILL, "current": [0.1, 0.2, 0.0]}).start()
    for _ in range(60):
        run.step(200)
        seen = run.observe()
        R = seen.attitude[0].reshape(-1, 3, 3)
        assert R[0].T @ (seen.place[0, 1] - seen.place[0, 0]) == pytest.approx(ARM, abs=DRIFT)
        assert R[0].T @ R[1] == pytest.approx(np.eye(3), abs=DRIFT)
    assert np.linalg.norm(seen.motion[0, 0, 3:]) > 0.5, "it turns"


KINDS = {
    "rigid": {"type": "rigid"},
    "ball": {"type": "ball", "to": [0.0, -0.3, 0.0]},
    "hinge": {"type": "hinge", "to": [0.0, -0.3, 0.0], "axis": [1, 2, 2]},
    "slider": {"type": "slider", "axis": [1, 2, 2]},
    "distance": {"type": "distance", "length": float(np.linalg.norm(ARM))},
}


@pytest.mark.parametrize("kind", KINDS)
def test_momentum_and_energy_stay_with_any_coupling(kind):
    """A coupling between two vehicles does no work and gives no momentum: over 10 s, to the error of the integrator."""
    from narcine.simulation.momentum import total_momentum

    first = rov(velocity=[0.3, 0.1, 0.0], angular_velocity=[0.2, 0.1, -0.3])
    second = rov(position=list(ARM), velocity=[0.1, -0.2, 0.1], angular_velocity=[0.0, 0.3, 0.1])
    simulation = pair(KINDS[kind], first, second)
    run = simulation.start()
    before, energy = total_momentum(simulation.model, run.observe(), [0, 1], np.zeros(3)), run.observe().kinetic[0]
    run.step(2000)
    after = total_momentum(simulation.model, run.observe(), [0, 1], np.zeros(3))
    assert after == pytest.approx(before, abs=1e-8)
    assert run.observe().kinetic[0] == pytest.approx(energy, rel=1e-8)
    assert run.observe().coupling_drift[0, 0] < DRIFT


def test_a_distance_is_a_pendulum():
    """A bob on a light rod from the world: the period of a plane pendulum by its elliptic integral."""
    from scipy.special import ellipk

    length, angle, gravity = 0.7, 1.0, 9.81
    bob = {"mass": 2.0, "inertia": [1e-3, 1e-3, 1e-3], "added_inertia": "none"}
    pendulum = simulate(
        bodies={"bob": bob},
        couplings={"rod": {"type": "distance", "first": "world", "second": "bob", "length": length}},
        run={
            "water": {"density": 0.0},
            "start": {"position": [length * np.sin(angle), 0.0, length * np.cos(angle)]},
        },
    )
    period = 4.0 * np.sqrt(length / gravity) * ellipk(np.sin(angle / 2.0) ** 2)
    step = period / 400
    run = pendulum.start(step=step)
    run.step(400)
    assert run.observe().place[0, 0] == pytest.approx([length * np.sin(angle), 0.0, length * np.cos(angle)], abs=1e-7)
    run.step(100)
    tension = -run.observe().coupling_wrench[0, 0, 2]
    speed = np.linalg.norm(run.observe().motion[0, 0, :3])
    assert tension == pytest.approx(2.0 * (gravity + speed**2 / length), rel=1e-6)


FOUR_BAR = {
    "bodies": {
        name: {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "added_inertia": "none"}
        for name in ("crank", "coupler", "rocker")
    },
    "joints": {
        "crank": {"type": "hinge", "parent": "world", "child": "crank", "axis": "down", "to": [-0.25, 0, 0]},
        "elbow": {
            "type": "hinge",
            "parent": "crank",
            "child": "coupler",
            "axis": "down",
            "at": [0.25, 0, 0],
            "to": [-0.9, 0, 0],
        },
        "rocker": {
            "type": "hinge",
            "parent": "world",
            "child": "rocker",
            "axis": "down",
            "at": [2.0, 0, 0],
            "to": [-0.75, 0, 0],
        },
    },
    "couplings": {
        "pin": {
            "type": "hinge",
            "first": "coupler",
            "second": "rocker",
            "at": [0.9, 0, 0],
            "to": [0.75, 0, 0],
            "axis": "down",
        }
    },
}


def four_bar(**run) -> Simulation:
    return simulate(**FOUR_BAR, run={"water": STILL, **run})


def test_a_four_bar_closes_by_the_joints_that_are_free(closed_forms):
    """A13: angles and velocity ratios with the crank at 60 deg."""
    case = closed_forms["A13_fourbar_kin_60deg"]
    simulation = four_bar(start={"joints": {"crank": "60 deg"}, "rates": {"crank": 1.0}})
    state = dict(zip(simulation.model.state_names, simulation.model.initial_state, strict=True))
    assert np.degrees(state["crank"] + state["elbow"]) == pytest.approx(case["theta3_deg"], abs=1e-7)
    assert np.degrees(state["rocker"]) == pytest.approx(case["theta4_deg"], abs=1e-7)
    assert state["elbow.rate"] / state["crank.rate"] + 1.0 == pytest.approx(case["w3_over_w2"], abs=1e-9)
    assert state["rocker.rate"] / state["crank.rate"] == pytest.approx(case["w4_over_w2"], abs=1e-9)


@pytest.mark.slow
def test_saying_a_coupling_twice_changes_nothing():
    """Rows that say nothing new are left out, derivatives included; only the closing of the start rounds otherwise."""
    once = four_bar(start={"joints": {"crank": 1.0}, "rates": {"crank": 2.0}}, duration=1.0)
    couplings = {**FOUR_BAR["couplings"], "pin_again": FOUR_BAR["couplings"]["pin"]}
    twice = simulate(**{**FOUR_BAR, "couplings": couplings}, run=once.description.plain["run"])
    runs = [simulation.run() for simulation in (once, twice)]
    assert runs[0].joint_position.values == pytest.approx(runs[1].joint_position.values, abs=1e-11)
    slopes = [differentiate(simulation, ["bodies.coupler.mass", "joints.rocker.at.0"]) for simulation in (once, twice)]
    assert slopes[0].derivatives[..., :6] == pytest.approx(slopes[1].derivatives[..., :6], rel=1e-9, abs=1e-12)
    assert runs[1].coupling_force.values[:, 1] == pytest.approx(0.0), "what the first holds needs no second"


@pytest.mark.slow
def test_derivatives_of_a_loop_are_exact():
    """Against central differences, whose own error at this step is about 1e-8 of the slope."""

    def at(mass: float) -> Simulation:
        bodies = {**FOUR_BAR["bodies"], "coupler": {**FOUR_BAR["bodies"]["coupler"], "mass": mass}}
        return simulate(
            **{**FOUR_BAR, "bodies": bodies},
            run={"water": STILL, "start": {"joints": {"crank": 1.0}, "rates": {"crank": 2.0}}, "duration": 1.0},
        )

    exact = differentiate(at(1.0), ["bodies.coupler.mass"]).derivatives[0, -1, :6]
    h = 1e-4
    ends = [simulation.start() for simulation in (at(1.0 + h), at(1.0 - h))]
    for run in ends:
        run.step(200)
    assert exact == pytest.approx((ends[0].state[:6] - ends[1].state[:6]) / (2.0 * h), rel=1e-5, abs=1e-7)


def test_what_cannot_hold_is_named():
    short = {**FOUR_BAR["couplings"]["pin"], "at": [4.0, 0, 0]}
    with pytest.raises(narcine.DescriptionError, match=r"couplings\.pin: does not close.*stays 0\.\d+ m off"):
        _ = simulate(**{**FOUR_BAR, "couplings": {"pin": short}}, run={"water": STILL}).model
    with pytest.raises(narcine.DescriptionError, match=r"3 m apart; it takes hold within 0\.05 m"):
        _ = pair(RIGID, second=rov(position=[0.0, 3.6, 0.05])).model
    with pytest.raises(narcine.DescriptionError, match=r"there is no body 'c\.hull'; did you mean '[ab]\.hull'"):
        pair({**RIGID, "first": "c.hull"})
    with pytest.raises(narcine.DescriptionError, match="couples a body to itself"):
        pair({**RIGID, "first": "b.hull"})


def test_a_loop_that_is_driven_too_far_stops_the_run_and_keeps_it():
    """The rocker of this four-bar cannot turn round; a drive that turns it stops where the loop is stretched."""
    vehicle = {**FOUR_BAR, "drives": {"rocker": {"type": "prescribed", "command": "100.8 deg", "response": "1 s"}}}
    simulation = simulate(**vehicle, run={"water": STILL, "commands": {"rocker": [[0, "100.8 deg"], [0.5, "20 deg"]]}})
    with pytest.raises(narcine.RunStopped, match="coupling pin does not hold") as stopped:
        simulation.run(duration=5.0)
    assert stopped.value.body == "pin"
    assert 0.5 < stopped.value.dataset.time.values[-1] < 2.0


def test_velocities_agree_after_each_step():
    run = pair(KINDS["hinge"], rov(angular_velocity=[0.0, 0.0, 3.0]), integrator="semi_implicit").start()
    for _ in range(20):
        run.step(5)
        seen = run.observe()
        R = seen.attitude[0].reshape(-1, 3, 3)
        ends = [np.zeros(3), np.array(KINDS["hinge"]["to"])]
        ends[0] = R[0].T @ (seen.place[0, 1] + R[1] @ ends[1] - seen.place[0, 0])
        speeds = [R[i] @ (seen.motion[0, i, :3] + np.cross(seen.motion[0, i, 3:], ends[i])) for i in range(2)]
        assert speeds[0] == pytest.approx(speeds[1], abs=2.0 * SLIP)


def test_a_coupling_that_is_half_a_turn_off_does_not_hold():
    """Its sine vanishes there; what can turn turns, what cannot is told."""
    arm = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "added_inertia": "none"}
    weld = {"type": "rigid", "first": "world", "second": "arm", "at": [0, 0, 0], "attitude": [0, 0, "180 deg"]}
    joint = {"parent": "world", "child": "arm", "axis": "down"}
    turning = simulate(bodies={"arm": arm}, joints={"pin": {**joint, "type": "hinge"}}, couplings={"weld": weld})
    assert abs(turning.model.initial_state[0]) == pytest.approx(np.pi, abs=1e-6)
    limited = {**joint, "type": "hinge", "limits": "90 deg"}
    fixed = {"type": "fixed", "parent": "world", "child": "arm"}
    for pin, told in (
        (limited, r"starts at -?3\.14159 rad, beyond its limits"),
        (fixed, "attitudes are 180 deg apart"),
    ):
        with pytest.raises(narcine.DescriptionError, match=told):
            _ = simulate(bodies={"arm": arm}, joints={"pin": pin}, couplings={"weld": weld}).model


def test_a_loop_leaves_said_starts_and_limits_alone():
    said = {"crank": "90 deg", "elbow": "-60 deg", "rocker": "100 deg"}
    with pytest.raises(
        narcine.DescriptionError, match=r"closes only if joint crank starts at .* not at 1\.5708 as is said"
    ):
        _ = four_bar(start={"joints": said}).model
    joints = {name: {**joint, "limits": "5 deg"} for name, joint in FOUR_BAR["joints"].items()}
    with pytest.raises(narcine.DescriptionError, match=r"does not close|beyond its limits"):
        _ = simulate(**{**FOUR_BAR, "joints": joints}, run={"water": STILL}).model


def test_heavy_bodies_are_held_by_light_ones():
    """Two hulls of 20 t and a pin of a gram between them: the pin's K is 1e7 times that of what it holds."""
    hull = {"mass": 2e4, "inertia": [1e4, 1e4, 1e4], "added_inertia": "none"}
    pin = {"mass": 1e-3, "inertia": [1e-7, 1e-7, 1e-7], "added_inertia": "none"}
    placed = {
        name: {"vehicle": {"name": name, "bodies": {"body": body}}, "start": {"position": place, "velocity": speed}}
        for name, body, place, speed in (
            ("one", hull, [0, 0, 0], [0.1, 0, 0]),
            ("pin", pin, [1, 0, 0], [0, 0, 0]),
            ("two", hull, [2, 0, 0], [0, 0, 0]),
        )
    }
    ties = {
        "left": {"type": "rigid", "first": "one.body", "second": "pin.body"},
        "right": {"type": "rigid", "first": "pin.body", "second": "two.body"},
    }
    simulation = Simulation(
        {"name": "heavy", "water": {"density": 0, "gravity": 0}, "vehicles": placed, "couplings": ties}
    )
    run = simulation.start()
    run.step(200)
    assert run.observe().motion[0, :, 0] == pytest.approx(0.05, rel=1e-6), "momentum is shared"
