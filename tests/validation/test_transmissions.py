"""Tendons and plates against MuJoCo's, motors and slack against closed forms, energy against itself."""

import mujoco
import numpy as np
import pytest

from narcine.description.problems import DescriptionError
from narcine.simulation.audit import energy_balance
from narcine.simulation.record import observation
from tests.conftest import simulate

ROUNDING = 1e-9
"""Relative difference of two solvers of the same equations."""
STEP = 1e-3
SAME_STEPS = 1e-10
"""Both engines take the same Runge-Kutta steps of the same equations; rounding grows over a thousand of them."""
ROOT, BEND = np.array([-0.1, 0.0, 0.0]), np.array([-0.08, 0.0, 0.0])
GUIDES = {"base": [(-0.04, 0.035, 0.01), (-0.09, 0.03, 0.0)], "one": [(0.06, 0.028, 0.0), (-0.07, 0.02, -0.01)]}
END = (0.05, 0.012, 0.005)
JOINTS = {
    "base": {"type": "fixed", "parent": "world", "child": "base"},
    "root": {"type": "universal", "parent": "base", "child": "one", "at": ROOT, "to": [0.08, 0, 0]},
    "bend": {"type": "hinge", "parent": "one", "child": "two", "at": BEND, "to": [0.07, 0, 0], "axis": "down"},
}
JOINTS["root"]["axes"] = {"pitch": {"axis": "starboard", "stiffness": 0.4}, "yaw": {"axis": "down", "stiffness": 0.3}}
JOINTS["bend"] |= {"stiffness": 0.2, "damping": 0.004}
COORDINATES = ("root.pitch", "root.yaw", "bend")
FLIP = np.array([1.0, -1.0, -1.0])
"""MuJoCo's world looks up and to port."""


def body(mass, *moments):
    return {"mass": mass, "inertia": list(moments), "added_inertia": {"rule": "none"}}


def vehicle(**more):
    """Return three bodies in a row without water."""
    bodies = {"base": body(1, 0.01, 0.01, 0.01), "one": body(0.3, 2e-3, 3e-3, 4e-3), "two": body(0.2, 1e-3, 1e-3, 2e-3)}
    run = {"step": STEP, "integrator": "rk4", "record": 0.02, "water": {"gravity": 0}, **more.pop("run", {})}
    return simulate(bodies=bodies, joints=JOINTS, run=run, **more)


def tendon(**more):
    guides = [{"body": name, "at": at} for name, places in GUIDES.items() for at in places]
    guides.append({"body": "two", "at": END})
    return {"type": "tendon", "motor": "servo", "spool": 0.02, "stiffness": 3000, "guides": guides, **more}


def text(vector):
    return " ".join(repr(float(value)) for value in vector)


def twin(tendons="", actuators="", extra=""):
    """Return the same in MuJoCo."""

    def inertial(mass, *moments):
        return f'<inertial pos="0 0 0" mass="{mass}" diaginertia="{text(moments)}"/>'

    def sites(name):
        places = {**GUIDES, "two": [END]}[name]
        return "".join(f'<site name="{name}{k}" pos="{text(FLIP * at)}"/>' for k, at in enumerate(places))

    xml = f"""
    <mujoco><option timestep="{STEP}" integrator="RK4" gravity="0 0 0"><flag contact="disable"/></option><worldbody>
    <body>{inertial(1, 0.01, 0.01, 0.01)}{sites("base")}
      <body pos="{text(FLIP * (ROOT - [0.08, 0, 0]))}">{inertial(0.3, 2e-3, 3e-3, 4e-3)}{sites("one")}
        <joint name="root.pitch" axis="0 -1 0" pos="0.08 0 0" stiffness="0.4"/>
        <joint name="root.yaw" axis="0 0 -1" pos="0.08 0 0" stiffness="0.3"/>
        <body pos="{text(FLIP * (BEND - [0.07, 0, 0]))}">{inertial(0.2, 1e-3, 1e-3, 2e-3)}{sites("two")}
          <joint name="bend" axis="0 0 -1" pos="0.07 0 0" stiffness="0.2" damping="0.004"/></body></body></body>{extra}
    </worldbody><tendon>{tendons}</tendon><actuator>{actuators}</actuator></mujoco>"""
    model = mujoco.MjModel.from_xml_string(xml)
    return model, mujoco.MjData(model)


SITES = "".join(
    f'<site site="{name}{k}"/>' for name, count in (("base", 2), ("one", 2), ("two", 1)) for k in range(count)
)


def swing(model, data, seconds):
    for _ in range(round(seconds / STEP)):
        mujoco.mj_step(model, data)
    return np.array([data.joint(name).qpos[0] for name in COORDINATES])


@pytest.mark.parametrize("angles", [(0.0, 0.0, 0.0), (0.3, 0.5, -0.4), (-0.2, -0.7, 0.9), (0.1, 1.0, 1.1)])
def test_moment_arms_follow_the_angles(angles):
    """A constant tension accelerates each joint by MuJoCo's moment arms at those angles."""
    model, data = twin(f'<spatial name="line">{SITES}</spatial>', '<motor tendon="line" gear="1"/>')
    for name, angle in zip(COORDINATES, angles, strict=True):
        data.joint(name).qpos[0] = angle
    expected, found = [], []
    for tension in (0.0, 5.0):
        data.ctrl[0] = -tension
        mujoco.mj_forward(model, data)
        expected.append(data.qacc.copy())
        ours = vehicle(
            drives={"servo": {"type": "torque", "command": 0.02 * tension}},
            transmissions={"line": tendon()},
            run={"start": {"joints": dict(zip(COORDINATES, angles, strict=True))}},
        ).model
        seen = observation(ours, ours.initial_state[None], ours.commands[None])
        found.append(seen.rates[0, ours.positions : ours.positions + 3])
    assert np.abs(expected[1] - expected[0]).max() > 1.0
    np.testing.assert_allclose(found, expected, rtol=ROUNDING, atol=ROUNDING)


def test_a_constant_pull_swings_as_in_mujoco():
    model, data = twin(f'<spatial name="line">{SITES}</spatial>', '<motor tendon="line" gear="1"/>')
    data.ctrl[0] = -2.5
    expected = swing(model, data, 1.0)
    ours = vehicle(drives={"servo": {"type": "torque", "command": 0.05}}, transmissions={"line": tendon()})
    found = ours.run(1.0)["joint_position"].sel(joint=list(COORDINATES)).values[-1]
    assert np.abs(expected).max() > 0.1
    np.testing.assert_allclose(found, expected, atol=SAME_STEPS)


def test_a_stretched_tendon_lets_go_and_catches_as_in_mujoco():
    """Held at its spool, the tendon is a spring that does nothing when slack: MuJoCo's spring with a dead band."""
    start = (0.25, -0.6, -0.5)
    bare, at_zero = twin(f'<spatial name="line">{SITES}</spatial>')
    mujoco.mj_fwdPosition(bare, at_zero)
    slack = float(at_zero.ten_length[0]) - 6.0 / 3000
    model, data = twin(f'<spatial stiffness="3000" springlength="0 {slack!r}">{SITES}</spatial>')
    for name, angle in zip(COORDINATES, start, strict=True):
        data.joint(name).qpos[0] = angle
    held = {"type": "motor", "inertia": 1e9, "torque": 1, "rate": 1}
    ours = vehicle(
        drives={"servo": held},
        transmissions={"line": tendon(pretension=6.0)},
        run={"start": {"joints": dict(zip(COORDINATES, start, strict=True))}, "step": 2e-4, "record": 1e-3},
    )
    run = ours.run(0.6)
    tension = run["actuator_state"].sel(actuator="line.tension").values
    assert tension.max() > 15.0
    assert np.any(tension == 0.0)
    model.opt.timestep = 2e-4
    for _ in range(round(0.6 / 2e-4)):
        mujoco.mj_step(model, data)
    expected = np.array([data.joint(name).qpos[0] for name in COORDINATES])
    np.testing.assert_allclose(run["joint_position"].sel(joint=list(COORDINATES)).values[-1], expected, atol=SAME_STEPS)


def test_plates_and_their_motor_swing_as_in_mujoco():
    """The shaft is a hinge of MuJoCo's, and the plates' shear is a fixed tendon over it and the joints."""
    inertia = '<inertial pos="0 0 0" mass="1" diaginertia="0.002 0.002 0.002"/>'
    shaft = f'<body>{inertia}<joint name="servo" axis="0 0 -1"/></body>'
    shear = (
        '<joint joint="servo" coef="0.012"/><joint joint="root.yaw" coef="-0.018"/><joint joint="bend" coef="-0.006"/>'
    )
    model, data = twin(
        f'<fixed stiffness="30000" damping="25" springlength="0">{shear}</fixed>', '<motor joint="servo"/>', shaft
    )
    data.ctrl[0] = 0.25
    expected = swing(model, data, 1.0)
    plates = {"type": "plates", "motor": "servo", "pinion": 0.012, "stiffness": 30000, "damping": 25}
    joints = {"root.yaw": 0.018, "bend": 0.006}
    # a target far away and an idle speed beyond reach: the torque is the stall torque all along
    motor = {
        "type": "motor",
        "inertia": 0.002,
        "torque": 0.25,
        "rate": 1e9,
        "command": 1e6,
        "stiffness": 1.0,
        "damping": 1e-3,
    }
    ours = vehicle(drives={"servo": motor}, transmissions={"plates": {**plates, "joints": joints}})
    run = ours.run(1.0)
    found = run["joint_position"].sel(joint=list(COORDINATES)).values[-1]
    assert np.abs(expected).max() > 0.1
    # the motor's target is there within the first step, not from its start: stiffness times 1 ms of lag is missing
    np.testing.assert_allclose(found, expected, atol=1e-7)
    angle = run["actuator_state"].sel(actuator="servo.angle").values[-1]
    np.testing.assert_allclose(angle, data.joint("servo").qpos[0], atol=1e-7)


def test_plates_bend_joints_by_their_stiffness():
    """At rest the plates' force F bends joint j by d_j F / k_j, and s = sum of d_j q_j + F / k."""
    plates = {"type": "plates", "motor": "servo", "pinion": 0.01, "stiffness": 2e4, "damping": 100}
    joints = {"root.yaw": 0.02, "bend": 0.008}
    command = 0.8
    motor = {"type": "motor", "inertia": 0.002, "torque": 5, "rate": 6, "command": command, "stiffness": 1e3}
    ours = vehicle(drives={"servo": motor}, transmissions={"plates": {**plates, "joints": joints}})
    run = ours.run(20.0, step=5e-4)
    angle = run["actuator_state"].sel(actuator="servo.angle").values[-1]
    force = 0.01 * angle / (1.0 / 2e4 + 0.02**2 / 0.3 + 0.008**2 / 0.2)
    bent = run["joint_position"].sel(joint=["root.yaw", "bend"]).values[-1]
    # what still swings after 20 s, the plates' damping with it
    np.testing.assert_allclose(bent, [0.02 * force / 0.3, 0.008 * force / 0.2], atol=1e-6)
    assert angle == pytest.approx(command - 0.01 * force / 1e3, abs=1e-6)


def test_a_motor_runs_up_along_its_line():
    """With its torque on the line from stall to idle, speed = idle (1 - exp(-t stall / (J idle)))."""
    stall, idle, inertia = 0.4, 6.0, 0.01
    motor = {"type": "motor", "inertia": inertia, "torque": stall, "rate": idle, "command": 1e6, "stiffness": 1e6}
    # the tendon that makes it a motor of something hangs loose: nothing loads the shaft
    loose = tendon(spool=-1e-9)
    run = vehicle(drives={"servo": motor}, transmissions={"line": loose}).run(1.0)
    speed = run["actuator_state"].sel(actuator="servo.speed").values
    time = run["time"].values
    expected = idle * (1.0 - np.exp(-time * stall / (inertia * idle)))
    # (h stall / (J idle))^4 of the Runge-Kutta step is 2e-9
    np.testing.assert_allclose(speed, expected, atol=1e-8)


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_energy_of_motor_tendons_and_bodies_adds_up(formulation):
    motor = {"type": "motor", "inertia": 0.002, "torque": 1.0, "rate": 6.0, "command": 0.6}
    lines = {"line": tendon(damping=4.0, pretension=3.0)}
    ours = vehicle(drives={"servo": motor}, transmissions=lines, run={"formulation": formulation})
    run = ours.start(record=STEP)
    ours.swim(run, 1.0)
    balance = energy_balance(run.trajectory())
    assert balance.work["motors"] > 0.05
    # Simpson's rule on 1 ms over the kinks of a torque at its limit: h^2 of their jumps
    assert balance.residual < 1e-3


def test_formulations_agree():
    """A tendon is a force between bodies, whatever holds them together."""
    motor = {"type": "motor", "inertia": 0.002, "torque": 1.0, "rate": 6.0, "command": 0.6}
    found = {}
    for formulation in ("reduced", "udwadia_kalaba"):
        ours = vehicle(
            drives={"servo": motor},
            transmissions={"line": tendon(pretension=3.0)},
            run={"formulation": formulation, "step": 5e-4},
        )
        found[formulation] = ours.run(0.5)["joint_position"].sel(joint=list(COORDINATES)).values[-1]
    np.testing.assert_allclose(found["udwadia_kalaba"], found["reduced"], atol=1e-7)


TAIL = {"servo": {"type": "motor", "inertia": 0.002, "torque": 1.0, "rate": 6.0}}
TORQUE = {"servo": {"type": "torque"}}
PLATES = {"type": "plates", "motor": "servo", "pinion": 0.01, "joints": {"bend": 0.01}, "stiffness": 1e4}


def ends(first, second):
    return [{"body": body, "at": at} for body, at in (first, second)]


@pytest.mark.parametrize(
    ("drives", "transmissions", "message"),
    [
        (TAIL, {}, "moves nothing"),
        (TAIL, {"line": tendon(motor="srvo")}, "did you mean 'servo'"),
        (TAIL, {"line": tendon(motor="bend")}, "is a joint's name"),
        ({"bend": TAIL["servo"]}, {}, "a motor turns a shaft of its own"),
        (TAIL, {"line": tendon(spool=0)}, "would move nothing"),
        (
            TAIL,
            {"line": tendon(guides=[{"body": "one", "at": [0, 0, 0]}, {"body": "one", "at": [1, 0, 0]}])},
            "one body",
        ),
        (TAIL, {"line": tendon(guides=[{"body": "base", "at": [0, 0, 0]}, {"body": "tow", "at": [1, 0, 0]}])}, "'two'"),
        (TAIL, {"line": tendon(guides=[{"body": "base", "at": [0, 0, 0]}] * 2)}, "same place"),
        (
            TAIL,
            {"p": {"type": "plates", "motor": "servo", "pinion": 0.01, "joints": {"bnd": 0.01}, "stiffness": 1e4}},
            "did you mean 'bend'",
        ),
        (
            {**TAIL, "bend": {"type": "prescribed"}},
            {"p": {"type": "plates", "motor": "servo", "pinion": 0.01, "joints": {"bend": 0.01}, "stiffness": 1e4}},
            "is prescribed",
        ),
        (TAIL, {"line": tendon(guides=[{"body": "base", "at": [0, 0, 0]}])}, "needs at least 2 entries"),
        ({"root": TAIL["servo"]}, {"line": tendon(motor="root")}, "is a joint's name"),
        ({"root": TORQUE["servo"]}, {"line": tendon(motor="root")}, "is a joint's name"),
        ({"gait": TAIL["servo"]}, {"line": tendon(motor="gait")}, "taken by the gait"),
        ({"gait.turn": TAIL["servo"]}, {"line": tendon(motor="gait.turn")}, "is no name"),
        ({"servo": {"type": "torque", "torque": "1 N"}}, {"line": tendon()}, r"drives\.servo\.torque"),
        (TORQUE, {"line": tendon(), "other": tendon()}, "how they share it"),
        (TORQUE, {"line": tendon(), "plates": PLATES}, "how they share it"),
    ],
)
def test_mistakes_are_told(drives, transmissions, message):
    with pytest.raises(DescriptionError, match=message):
        vehicle(drives=drives, transmissions=transmissions)


@pytest.mark.parametrize("broken", [None, 5, "x"])
def test_a_broken_guide_is_the_only_thing_that_is_told(broken):
    with pytest.raises(DescriptionError) as told:
        vehicle(drives=TAIL, transmissions={"line": tendon(guides=[broken, {"body": "one", "at": [0, 0, 0]}])})
    assert [problem.path for problem in told.value.problems] == [("transmissions", "line", "guides", 0)]


def test_a_tendon_of_a_broken_transmission_does_not_make_its_torque_a_joint():
    with pytest.raises(DescriptionError) as told:
        vehicle(drives=TORQUE, transmissions={"line": tendon(spool="x")})
    assert [problem.path for problem in told.value.problems] == [("transmissions", "line", "spool")]


@pytest.mark.parametrize(
    ("joint", "guides", "message"),
    [
        ({"type": "fixed", "parent": "one"}, ends(("one", [0, 0, 0]), ("two", [0, 0.1, 0])), "crosses no joint"),
        ({"type": "free", "parent": "world"}, ends(("one", [0, 0, 0]), ("two", [0, 0.1, 0])), "float apart"),
        (JOINTS["bend"], ends(("base", [-0.1, 0.03, 0]), ("one", [0.08, 0.03, 0])), "no direction there"),
    ],
)
def test_tendons_that_lead_nowhere_are_told(joint, guides, message):
    bodies = {name: body(1, 0.01, 0.01, 0.01) for name in ("base", "one", "two")}
    joints = {"root": JOINTS["root"], "bend": {**joint, "child": "two"}}
    with pytest.raises(DescriptionError, match=message):
        _ = simulate(bodies=bodies, joints=joints, drives=TAIL, transmissions={"line": tendon(guides=guides)}).model


def test_one_torque_pulls_one_of_two_tendons():
    """A torque goes to the tendon that it pulls, whole, and not to the one on the other side of the spool."""
    for torque, pulled, idle in ((0.06, "one", "other"), (-0.06, "other", "one")):
        ours = vehicle(
            drives={"servo": {"type": "torque", "command": torque}},
            transmissions={"one": tendon(pretension=2.0), "other": tendon(pretension=2.0, spool=-0.02)},
        )
        tension = ours.run(0.02)["actuator_state"]
        np.testing.assert_allclose(tension.sel(actuator=f"{pulled}.tension"), 2.0 + 0.06 / 0.02, rtol=ROUNDING)
        np.testing.assert_allclose(tension.sel(actuator=f"{idle}.tension"), 2.0, rtol=ROUNDING)
