"""A chain of four modules without water against MuJoCo: root motion and drive torques of prescribed gaits."""

import mujoco
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from narcine.spatial.rotations import quaternion_from_matrix
from tests.conftest import simulate

COUNT = 4
RADIUS, LENGTH, MASS = 0.04, 0.2, 0.9
FLIP = np.array([1.0, -1.0, -1.0])
"""MuJoCo's axes are x forward, y to port, z up; ours are turned by 180 deg about x."""
ROUNDING = 1e-9
"""Relative difference of two solvers of the same equations; the condition number of the chain is below 1e5."""
WAVE = {"chain": "spine", "amplitude": 0.5, "frequency": 1.3, "lag": 0.9, "turn": 0.2, "dive": 0.3}
GAITS = {
    "serpentine": {},
    "helical": {"share": 0.7},
    "concertina": {"fold": 2},
    "dive": {"starts": [0.05, 0.2, 0.33], "rise": 0.4},
}
START = {
    "attitude": [0.4, -0.3, 0.8],
    "velocity": [0.5, -0.2, 0.3],
    "angular_velocity": [0.7, 0.4, -0.6],
}


def text(vector):
    return " ".join(repr(float(value)) for value in vector)


def mujoco_chain():
    """Return the chain in MuJoCo: solid cylinders, hinges about starboard then down where two of them meet."""
    across = MASS * (3.0 * RADIUS**2 + LENGTH**2) / 12.0
    inertial = f'<inertial pos="0 0 0" mass="{MASS}" diaginertia="{text([MASS * RADIUS**2 / 2.0, across, across])}"/>'
    body = ""
    for k in range(COUNT, 0, -1):
        fore = f'pos="{LENGTH / 2.0} 0 0"'
        hinges = f'<joint name="pitch{k - 1}" axis="0 -1 0" {fore}/><joint name="yaw{k - 1}" axis="0 0 -1" {fore}/>'
        joint = "<freejoint/>" if k == 1 else hinges
        place = "0 0 0" if k == 1 else f"{-LENGTH} 0 0"
        body = f'<body pos="{place}">{joint}{inertial}{body}</body>'
    xml = (
        '<mujoco><compiler angle="radian"/>'
        '<option gravity="0 0 -9.81"><flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{body}</worldbody></mujoco>"
    )
    return mujoco.MjModel.from_xml_string(xml)


def our_chain(kind):
    shape = {"cylinder": {"radius": RADIUS, "length": LENGTH}}
    chain = {"count": COUNT, "module": {"shape": shape, "mass": MASS}}
    gait = {"type": kind, **WAVE, **GAITS[kind]}
    run = {"water": {"density": 0.0}, "start": START, "step": 0.001}
    return simulate(chains={"spine": chain}, gait=gait, run=run)


def hybrid(model, data, joint_acceleration):
    """Return the root's acceleration and the joints' torques that go with the joints' accelerations.

    M_rr a_r = -c_r - M_rj a_j, since nothing holds the root; tau = c_j + M_jr a_r + M_jj a_j.
    """
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    for row, unit in zip(M, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, row, unit)
    root = np.linalg.solve(M[:6, :6], -data.qfrc_bias[:6] - M[:6, 6:] @ joint_acceleration)
    return root, data.qfrc_bias[6:] + M[6:, :6] @ root + M[6:, 6:] @ joint_acceleration


def joints_of(run):
    """Return where the coordinates lie among positions and velocities, in MuJoCo's order: pitch and yaw of each."""
    by_name = {each.name: each for each in run.model.coordinates}
    ours = [by_name[f"spine_joint_{k}.{axis}"] for k in range(1, COUNT) for axis in ("pitch", "yaw")]
    return [each.position for each in ours], [run.model.positions + each.velocity for each in ours]


def put(run, data, positions, rates):
    """Put MuJoCo where our run stands; its free joint has velocities over ground and turns in its own axes."""
    R = run.observe().attitude[0, 0].reshape(3, 3)
    first = run.model.positions
    data.qpos[:3] = FLIP * run.state[:3]
    data.qpos[3:7] = quaternion_from_matrix(FLIP[:, None] * R * FLIP)
    data.qvel[:3] = FLIP * (R @ run.state[first : first + 3])
    data.qvel[3:6] = FLIP * run.state[first + 3 : first + 6]
    data.qpos[7:], data.qvel[6:] = run.state[positions], run.state[rates]
    return R


@pytest.mark.parametrize("kind", GAITS)
def test_accelerations_and_torques_agree_all_along(kind):
    """At ten moments of a second in free fall, turning, while the gait comes up and bends rise."""
    run, model = our_chain(kind).start(), mujoco_chain()
    data = mujoco.MjData(model)
    positions, rates = joints_of(run)
    first = run.model.positions
    largest = 0.0
    for _ in range(10):
        run.step(100)
        R = put(run, data, positions, rates)
        seen = run.observe()
        root, torque = hybrid(model, data, seen.rates[0, rates])
        v, w = run.state[first : first + 3], run.state[first + 3 : first + 6]
        over_ground = R @ (seen.rates[0, first : first + 3] + np.cross(w, v))
        scale = np.abs(root).max()
        assert FLIP * over_ground == pytest.approx(root[:3], abs=ROUNDING * scale)
        assert FLIP * seen.rates[0, first + 3 : first + 6] == pytest.approx(root[3:], abs=ROUNDING * scale)
        ours = seen.drive[0, np.array(rates) - first]
        assert ours == pytest.approx(torque, abs=ROUNDING * max(1.0, np.abs(torque).max()))
        largest = max(largest, np.abs(torque).max())
    assert largest > 0.1


def test_the_way_of_the_root_agrees():
    """MuJoCo's accelerations of a serpentine at full stroke, its sines written out, integrated by DOP853.

    Both integrators are good to 1e-9 over a second; RK4 at 1 ms leaves (0.01)^4 / 120 of some metres.
    """
    simulation = our_chain("serpentine")
    plain = simulation.description.plain
    run = simulate(**{**plain, "gait": {**plain["gait"], "start": "full"}}).start()
    model = mujoco_chain()
    data = mujoco.MjData(model)
    positions, rates = joints_of(run)
    put(run, data, positions, rates)
    omega, place = 2.0 * np.pi * WAVE["frequency"], np.arange(COUNT - 1)

    def joints(t):
        """Return angles, rates and accelerations of all joints: pitch stays at the dive, yaw waves about the turn."""
        phase = omega * t - place * WAVE["lag"]
        yaw = [WAVE["amplitude"] * np.sin(phase) - WAVE["turn"]]
        yaw += [WAVE["amplitude"] * omega * np.cos(phase), -WAVE["amplitude"] * omega**2 * np.sin(phase)]
        pitch = [np.full(COUNT - 1, WAVE["dive"]), np.zeros(COUNT - 1), np.zeros(COUNT - 1)]
        return [np.stack(pair, axis=1).ravel() for pair in zip(pitch, yaw, strict=True)]

    def slope(t, y):
        """Return the rates of the root's place, quaternion and velocities."""
        data.qpos[:7], data.qvel[:6] = y[:7], y[7:]
        data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
        data.qpos[7:], data.qvel[6:], acceleration = joints(t)
        turning = np.zeros(4)
        mujoco.mju_mulQuat(turning, data.qpos[3:7].copy(), np.array([0.0, *y[10:13]]) / 2.0)
        root, _ = hybrid(model, data, acceleration)
        return np.concatenate([y[7:10], turning, root])

    begin = np.concatenate([data.qpos[:7], data.qvel[:6]])
    peer = solve_ivp(slope, (0.0, 1.0), begin, method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    run.step(1000)
    put(run, data, positions, rates)
    assert data.qpos[:3] == pytest.approx(peer[:3], abs=1e-8)
    turned = peer[3:7] / np.linalg.norm(peer[3:7])
    assert abs(data.qpos[3:7] @ turned) == pytest.approx(1.0, abs=1e-12)
    assert data.qvel[:6] == pytest.approx(peer[7:], abs=1e-7)
    assert np.abs(peer[10:] - begin[10:]).max() > 0.1
