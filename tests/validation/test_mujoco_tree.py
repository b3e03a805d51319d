"""A tree of nine bodies and nine hinges without fluid against MuJoCo's accelerations, integrated by DOP853."""

import json
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from tests.conftest import DATA, read_csv, simulate

TOLERANCE = {"gentle": 1e-7, "grav": 1e-5}
"""Tolerances of the reference trajectories."""
FLIP = np.array([1.0, -1.0, -1.0])
"""MuJoCo's axes are x forward, y to port, z up; ours are turned by 180 deg about x."""


def vector(text):
    return np.array([float(word) for word in text.split()])


def tree(case):
    """Return the tree of the XML file as a vehicle, with the case's torques and start.

    The reference was made without the springs and dampers that the JSON file lists beside the torques.
    """
    cases = json.loads((DATA / "mujoco_tree_cases.json").read_text())
    root = ElementTree.parse(DATA / "mujoco_tree.xml").getroot().find("worldbody/body")
    bodies, joints = {}, {}

    def add(element, parent):
        inertial = element.find("inertial")
        name = element.get("name")
        bodies[name] = {
            "mass": float(inertial.get("mass")),
            "centre_of_gravity": FLIP * vector(inertial.get("pos")),
            "inertia": vector(inertial.get("diaginertia")),
        }
        hinges = element.findall("joint")
        axes = [FLIP * vector(hinge.get("axis")) for hinge in hinges]
        common = {"parent": parent, "child": name, "at": FLIP * vector(element.get("pos"))}
        if len(hinges) == 1:
            joints[hinges[0].get("name")] = {"type": "hinge", **common, "axis": axes[0]}
        elif len(hinges) == 2:
            names = [hinge.get("name") for hinge in hinges]
            joints["root"] = {"type": "universal", **common, "axes": dict(zip(names, axes, strict=True))}
        for child in element.findall("body"):
            add(child, name)

    add(root, None)
    coordinates = {name: f"root.{name}" if name in ("jTp", "jTy") else name for name in cases["joints"]}
    sines = {}
    for index, name in enumerate(cases["joints"]):
        # all frequencies are multiples of 0.1 Hz; 0.15 A cos(w t) is a sine a quarter ahead
        amplitude = cases["AMP"][index] * (0.15 if case == "gentle" else 1.0)
        phase = np.pi / 2.0 if case == "gentle" else cases["PH"][index]
        sines[coordinates[name]] = {"amplitude": amplitude, "phase": phase, "harmonic": cases["FRQ"][index] / 0.1}
    position, velocity = (np.array(row) for row in cases["ic"]["gentle" if case == "gentle" else "hard"])
    w, x, y, z = position[3:7]
    R = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    ours = np.diag(FLIP) @ R @ np.diag(FLIP)
    start = {
        "position": FLIP * position[:3],
        "attitude": [np.arctan2(ours[2, 1], ours[2, 2]), -np.arcsin(ours[2, 0]), np.arctan2(ours[1, 0], ours[0, 0])],
        "velocity": ours.T @ (FLIP * velocity[:3]),
        "angular_velocity": FLIP * velocity[3:6],
        "joints": {coordinates[name]: position[7 + index] for index, name in enumerate(cases["joints"])},
        "rates": {coordinates[name]: velocity[6 + index] for index, name in enumerate(cases["joints"])},
    }
    water = {"density": 0.0, "gravity": 9.81 if case == "grav" else 0.0}
    return simulate(
        bodies=bodies,
        joints=joints,
        drives={coordinate: {"type": "torque"} for coordinate in coordinates.values()},
        gait={"type": "harmonic", "frequency": 0.1, "start": "full", "drives": sines},
        run={"water": water, "start": start},
    ), coordinates


@pytest.mark.parametrize("case", TOLERANCE)
def test_the_tree_moves_as_in_mujoco(case):
    reference = read_csv(f"mujoco_tree_{case}.csv")
    simulation, coordinates = tree(case)
    run = simulation.run(duration=reference["t"][-1], step=0.00025 if case == "grav" else 0.0005, record=0.05)
    assert run.time.values == pytest.approx(reference["t"], abs=1e-9)
    joints = list(run.joint.values)
    position = run.position.values[:, 0] * FLIP
    for index, name in enumerate("xyz"):
        assert position[:, index] == pytest.approx(
            reference[name], abs=TOLERANCE[case] * max(1.0, np.ptp(reference[name]))
        )
    for name, coordinate in coordinates.items():
        scale = max(1.0, np.abs(reference[name]).max())
        found = run.joint_position.values[:, joints.index(coordinate)]
        assert found == pytest.approx(reference[name], abs=TOLERANCE[case] * scale), name
    for index, name in enumerate(("wx_b", "wy_b", "wz_b")):
        found = run.angular_velocity.values[:, 0, index] * FLIP[index]
        assert found == pytest.approx(reference[name], abs=TOLERANCE[case] * max(1.0, np.abs(reference[name]).max()))
