"""Clusters move as the rigid body that they are, and fly apart as its pieces would."""

from typing import Any

import numpy as np
import pytest

from narcine.description.importing.frames import rotation_of
from narcine.simulation.simulation import Simulation

FRAME: dict[str, Any] = {"shape": {"box": [0.4, 0.3, 0.2]}, "mass": 24.0}
POD: dict[str, Any] = {"name": "pod", "bodies": {"frame": FRAME}}
BAR: dict[str, Any] = {"name": "bar", "bodies": {"bar": {"shape": {"sphere": 0.05}, "mass": 0.8}}}
SPACING = np.array([0.7, 0.6, 0.0])
SPIN = np.array([0.0, 0.0, 0.8])
START: dict[str, Any] = {"position": [1.0, 2.0, 3.0], "attitude": [0.3, -0.2, 1.0], "velocity": [0.3, -0.1, 0.2]}
PLACE, TURN, SPEED = np.array(START["position"]), rotation_of(*START["attitude"]), np.array(START["velocity"])
STEPS = 1e-7
"""m: what RK4 at 10 ms leaves of a turn of 4 rad on a radius of a metre."""


def free_space(**cluster: Any) -> Simulation:
    """Return a spinning cluster without water or weight."""
    raft = {"vehicle": POD, "spacing": SPACING.tolist(), "start": {**START, "angular_velocity": SPIN.tolist()}}
    events = cluster.pop("events", [])
    water = {"density": 0.0, "gravity": 0.0}
    whole = {"name": "rafts", "clusters": {"raft": {**raft, **cluster}}, "water": water, "step": 0.01, "events": events}
    return Simulation(whole)


def flown(offsets: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray]:
    """Return places and velocities of equal masses that turn together about their middle, which moves straight on."""
    middle = offsets.mean(axis=0)
    drift = TURN @ (SPEED + np.cross(SPIN, middle))
    turned = TURN @ rotation_of(*(SPIN * time))
    places = PLACE + TURN @ middle + drift * time + (offsets - middle) @ turned.T
    return places, drift + np.cross(SPIN, offsets - middle) @ turned.T


def places(run: Any, count: int) -> np.ndarray:
    """Return where the vehicles are at the end."""
    return run.position.sel(body=[f"raft_{k + 1}.frame" for k in range(count)]).values[-1]


GRIDS = {
    "row": (3, [[0, 0, 0], [1, 1, 0], [2, 2, 0]]),
    "square": ([2, 2], [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]),
    "grid": ([2, 3], [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 2, 0], [1, 2, 0]]),
}


@pytest.mark.parametrize("shape", GRIDS)
def test_a_cluster_in_free_space_turns_steadily_about_its_middle(shape):
    """Torque-free motion about a principal axis; grids close loops of couplings that say more than is needed."""
    count, steps = GRIDS[shape]
    offsets = np.array(steps) * SPACING
    run = free_space(count=count).run(duration=5.0)
    assert places(run, len(offsets)) == pytest.approx(flown(offsets, 5.0)[0], abs=STEPS)


def test_a_connector_flies_along_halfway():
    run = free_space(count=2, connector=BAR).run(duration=5.0)
    offsets = np.array([[0, 0, 0], [1, 1, 0]]) * SPACING
    assert places(run, 2) == pytest.approx(flown(offsets, 5.0)[0], abs=STEPS)
    between = run.position.sel(body="raft_connector_1_2.bar").values[-1]
    assert between == pytest.approx(places(run, 2).mean(axis=0), abs=STEPS)


def test_what_is_let_go_flies_straight_on():
    """Each half keeps the velocity that it had on its circle."""
    offsets = np.array([[0, 0, 0], [1, 1, 0]]) * SPACING
    run = free_space(count=2, events=[{"time": 2.0, "undock": "raft_1_2"}]).run(duration=5.0)
    place, velocity = flown(offsets, 2.0)
    assert places(run, 2) == pytest.approx(place + 3.0 * velocity, abs=STEPS)


def test_a_raft_under_way_is_one_vehicle_of_fixed_bodies():
    """Held by couplings and by fixed joints, in water, pushed off its middle: the same path."""
    wet = {**FRAME, "drag": {"linear": [4, 9, 9, 0.5, 0.5, 0.5], "quadratic": [20, 60, 60, 1, 1, 1]}}
    jet = {"type": "propeller", "body": "frame", "at": [-0.2, 0, 0], "diameter": 0.1, "limit": 300, "command": 60.0}
    jet |= {"thrust": [0.4, -0.3], "torque": [0.05, -0.03]}
    pod = {"name": "pod", "bodies": {"frame": wet}, "actuators": {"jet": jet}}
    raft = {"vehicle": pod, "count": 3, "spacing": [0, 0.5, 0]}
    commands = {"raft_2.jet": 0.0, "raft_3.jet": 0.0}
    coupled = Simulation({"name": "rafts", "clusters": {"raft": raft}, "commands": commands}).run(duration=6.0)
    bodies = {"frame": wet, "second": wet, "third": wet}
    joints = {
        name: {"type": "fixed", "parent": "frame", "child": name, "at": [0, 0.5 * k, 0]}
        for k, name in enumerate(("second", "third"), 1)
    }
    single = Simulation({"name": "one", "bodies": bodies, "joints": joints, "actuators": {"jet": jet}}).run(
        duration=6.0
    )
    expected = single.position.sel(body=["frame", "second", "third"]).values[-1]
    assert places(coupled, 3) == pytest.approx(expected, abs=1e-7)
    assert np.linalg.norm(expected[0]) > 0.3
    assert single.heading.values[-1, 0] > 0.1
