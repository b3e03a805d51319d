"""Accelerations of random trees against MuJoCo itself: every kind of joint, anywhere on the tree."""

import mujoco
import numpy as np
import pytest

from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from tests.conftest import simulate

ROUNDING = 1e-9
"""Relative difference of two solvers of the same equations; the condition number of these trees is below 1e5."""
FLIP = np.array([1.0, -1.0, -1.0])


def text(vector):
    return " ".join(repr(float(value)) for value in vector)


def random_tree(seed):
    """Return the same random tree for both engines, with a random state.

    MuJoCo's frames stand at the joints; ours at the bodies, so `to` is the joint's place in the child.
    """
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(["hinge", "slider", "ball", "universal", "fixed", "hinge"])
    bodies, joints, elements = {}, {}, {}
    start = {"joints": {}, "rates": {}, "balls": {}}
    state = []
    for number in range(len(kinds) + 1):
        centre, moments = rng.uniform(-0.1, 0.1, 3), rng.uniform(0.01, 0.02, 3)
        mass = rng.uniform(0.5, 2.0)
        bodies[f"b{number}"] = {"mass": mass, "centre_of_gravity": FLIP * centre, "inertia": moments}
        inertial = f'<inertial pos="{text(centre)}" mass="{mass}" diaginertia="{text(moments)}"/>'
        if number == 0:
            elements[number] = [None, "0 0 0", f'<freejoint name="root"/>{inertial}']
            continue
        parent = int(rng.integers(number))
        at, to = rng.uniform(-0.3, 0.3, 3), rng.uniform(-0.3, 0.3, 3)
        kind = kinds[number - 1]
        name, other = f"j{number}", f"j{number}.two"
        attitude = rng.uniform(-1.0, 1.0, 3)
        turned = FLIP[:, None] * rotation_from_euler(*attitude) * FLIP
        joint = {"parent": f"b{parent}", "child": f"b{number}", "at": FLIP * at, "to": FLIP * to, "attitude": attitude}
        axes = [rng.normal(size=3) for _ in range(2)]
        axes = [axis / np.linalg.norm(axis) for axis in axes]
        place = f'pos="{text(to)}"'
        if kind in ("hinge", "slider"):
            joint |= {"type": kind, "axis": FLIP * axes[0]}
            word = "hinge" if kind == "hinge" else "slide"
            mjcf = f'<joint name="{name}" type="{word}" axis="{text(axes[0])}" {place}/>'
            state.append((name, [name]))
        elif kind == "universal":
            joint |= {"type": "universal", "axes": {"one": FLIP * axes[0], "two": FLIP * axes[1]}}
            mjcf = f'<joint name="{name}.one" type="hinge" axis="{text(turned.T @ axes[0])}" {place}/>'
            mjcf += f'<joint name="{other}" type="hinge" axis="{text(axes[1])}" {place}/>'
            state.append((f"{name}.one", [f"{name}.one"]))
            state.append((other, [other]))
        elif kind == "ball":
            joint |= {"type": "ball"}
            mjcf = f'<joint name="{name}" type="ball" {place}/>'
            start["balls"][name] = rng.normal(size=4), rng.normal(size=3)
        else:
            joint |= {"type": "fixed"}
            mjcf = ""
        joints[name] = joint
        orientation = f'" quat="{text(quaternion_from_matrix(turned))}'
        elements[number] = [parent, text(at - turned @ to) + orientation, mjcf + inertial]
    for name, _ in state:
        start["joints"][name], start["rates"][name] = rng.uniform(-1, 1), rng.normal()
    start |= {"velocity": rng.normal(size=3), "angular_velocity": rng.normal(size=3)}

    def element(number):
        inner = "".join(element(other) for other, entry in elements.items() if entry[0] == number)
        return f'<body name="b{number}" pos="{elements[number][1]}">{elements[number][2]}{inner}</body>'

    xml = (
        '<mujoco><compiler angle="radian"/>'
        '<option gravity="0 0 -9.81"><flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{element(0)}</worldbody></mujoco>"
    )
    run = {"water": {"density": 0.0}, "start": {key: value for key, value in start.items() if key != "balls"}}
    return simulate(bodies=bodies, joints=joints, run=run), mujoco.MjModel.from_xml_string(xml), start


@pytest.mark.parametrize("seed", range(12))
def test_accelerations_agree(seed):
    simulation, model, start = random_tree(seed)
    data = mujoco.MjData(model)
    data.qvel[:3] = FLIP * start["velocity"]
    data.qvel[3:6] = FLIP * start["angular_velocity"]
    for name, value in start["joints"].items():
        joint = model.joint(name)
        data.qpos[joint.qposadr[0]] = value
        data.qvel[joint.dofadr[0]] = start["rates"][name]
    run = simulation.start()
    place_of = {name: k for k, name in enumerate(simulation.model.state_names)}
    for name, (attitude, spin) in start["balls"].items():
        quaternion = attitude / np.linalg.norm(attitude)
        joint, first_rate = model.joint(name), place_of[f"{name}.roll_rate"]
        run.state[place_of[f"{name}.attitude_w"] :][:4] = quaternion
        run.state[first_rate : first_rate + 3] = spin
        data.qpos[joint.qposadr[0] :][:4] = quaternion * [1.0, 1.0, -1.0, -1.0]
        data.qvel[joint.dofadr[0] :][:3] = FLIP * spin
    mujoco.mj_forward(model, data)

    rates = run.observe().rates[0]
    first = simulation.model.positions
    # MuJoCo's base acceleration is the rate of world-frame velocity: ours in body axes, plus w x v
    spin, speed = start["angular_velocity"], start["velocity"]
    linear = rates[first : first + 3] + np.cross(spin, speed)
    scale = np.abs(data.qacc).max()
    assert FLIP * linear == pytest.approx(data.qacc[:3], abs=ROUNDING * scale)
    assert FLIP * rates[first + 3 : first + 6] == pytest.approx(data.qacc[3:6], abs=ROUNDING * scale)
    for coordinate in simulation.model.coordinates:
        found = rates[first + coordinate.velocity]
        assert found == pytest.approx(data.qacc[model.joint(coordinate.name).dofadr[0]], abs=ROUNDING * scale)
    for name in start["balls"]:
        found = FLIP * rates[place_of[f"{name}.roll_rate"] :][:3]
        assert found == pytest.approx(data.qacc[model.joint(name).dofadr[0] :][:3], abs=ROUNDING * scale)
