"""Accelerations of forests with loops, held to the world and to each other, against the papers' formula, dense."""

from functools import cache

import numpy as np
import pytest

from tests.multibody.mechanisms import under
from tests.validation.dense_udwadia_kalaba import Constraint, FreeBody, accelerations

ROUNDING = 1e-11
"""Of the largest acceleration: two solvers of the same equations, whose condition number is below 1e5."""


def unit(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def knot(seed, twice=False):
    """Return a vehicle of three trees with every joint, tied by every coupling, and the same as free bodies."""
    rng = np.random.default_rng(seed)
    names = [f"b{k}" for k in range(8)]
    bodies = {
        name: {
            "mass": rng.uniform(0.5, 2.0),
            "centre_of_gravity": rng.uniform(-0.1, 0.1, 3).tolist(),
            "inertia": rng.uniform(0.01, 0.02, 3).tolist(),
        }
        for name in names
    }

    def joint(kind, parent, child, **more):
        spot = {key: rng.uniform(-0.3, 0.3, 3).tolist() for key in ("at", "to")}
        attitude = rng.uniform(-1.0, 1.0, 3).tolist()
        return {"type": kind, "parent": parent, "child": child, **spot, "attitude": attitude, **more}

    joints = {
        "j1": joint("hinge", "b0", "b1", axis=unit(rng).tolist()),
        "j2": joint("ball", "b1", "b2"),
        "j3": joint("universal", "b0", "b3", axes={"one": unit(rng).tolist(), "two": unit(rng).tolist()}),
        "j4": joint("free", "world", "b4"),
        "j5": joint("slider", "b4", "b5", axis=unit(rng).tolist()),
        "j6": joint("ball", "world", "b6"),
        "j7": joint("fixed", "b5", "b7"),
    }
    to = {f"c{k}": rng.uniform(-0.3, 0.3, 3).tolist() for k in range(5)}
    couplings = {
        "c0": {"type": "ball", "first": "b2", "second": "b3", "to": to["c0"]},
        "c1": {"type": "hinge", "first": "b3", "second": "b4", "to": to["c1"], "axis": unit(rng).tolist()},
        "c2": {"type": "distance", "first": "b2", "second": "b6", "to": to["c2"], "at": [0.1, 0.2, 0.3]},
        "c3": {"type": "slider", "first": "world", "second": "b7", "to": to["c3"], "axis": unit(rng).tolist()},
    }
    start = {
        "velocity": rng.normal(size=3).tolist(),
        "angular_velocity": rng.normal(size=3).tolist(),
        "attitude": rng.uniform(-1.0, 1.0, 3).tolist(),
        "joints": {"j1": 0.4, "j3.one": -0.5, "j3.two": 0.3, "j5": 0.2},
        "rates": {name: rng.normal() for name in ("j1", "j3.one", "j3.two", "j5")},
    }
    vehicle = {"name": "knot", "bodies": bodies, "joints": joints}
    vehicle["run"] = {"water": {"density": 0.0}, "start": start}
    seen = under(vehicle, "reduced").start().observe()
    link_of = {body.name: body.link for body in under(vehicle, "reduced").model.bodies}
    ends = []
    for name, key in (("b2", "at"), ("b6", "to")):
        i = link_of[name]
        ends.append(seen.place[0, i] + seen.attitude[0, i].reshape(3, 3) @ np.array(couplings["c2"][key]))
    couplings["c2"]["length"] = float(np.linalg.norm(ends[0] - ends[1]))
    if twice:
        couplings |= {f"{name}_again": dict(coupling) for name, coupling in couplings.items()}
    return {**vehicle, "couplings": couplings}


@cache
def found_and_expected(seed, formulation, twice):
    vehicle = knot(seed, twice)
    simulation = under(vehicle, formulation)
    seen, model = simulation.start().observe(), simulation.model
    link_of = {body.name: body.link for body in model.bodies}
    names = list(vehicle["bodies"])
    free = []
    for name in names:
        i, body = link_of[name], vehicle["bodies"][name]
        R, motion = seen.attitude[0, i].reshape(3, 3), seen.motion[0, i]
        numbers = (np.array(body["centre_of_gravity"]), np.array(body["inertia"]), seen.place[0, i], R)
        free.append(FreeBody(body["mass"], *numbers, motion[:3], motion[3:]))

    def index(name):
        return -1 if name == "world" else names.index(name)

    def unit_of(axis):
        return np.array(axis) / np.linalg.norm(axis)

    constraints = []
    for joint in vehicle["joints"].values():
        if joint["type"] != "free":
            axes = [joint["axis"]] if "axis" in joint else list(joint.get("axes", {}).values())
            ends = index(joint["parent"]), index(joint["child"]), np.array(joint["at"]), np.array(joint["to"])
            constraints.append(Constraint(joint["type"], *ends, tuple(unit_of(axis) for axis in axes)))
    for coupling in vehicle["couplings"].values():
        first, second = index(coupling["first"]), index(coupling["second"])
        to = np.array(coupling["to"])
        place = free[second].place + free[second].R @ to
        at = coupling.get("at", place if first < 0 else free[max(first, 0)].R.T @ (place - free[max(first, 0)].place))
        axes = (unit_of(coupling["axis"]),) if "axis" in coupling else ()
        constraints.append(Constraint(coupling["type"], first, second, np.array(at), to, axes))
    found = np.array([seen.acceleration[0, link_of[name]] for name in names])
    return found, accelerations(free, constraints, 9.81), model, constraints


@pytest.mark.parametrize("twice", [False, True], ids=["once", "twice"])
@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba", "impulse"])
@pytest.mark.parametrize("seed", range(4))
def test_accelerations_of_a_tied_forest(seed, formulation, twice):
    """Impulses are judged by what is read off a state, which is Udwadia and Kalaba's for them as well."""
    found, expected, _, _ = found_and_expected(seed, formulation, twice)
    assert found == pytest.approx(expected, abs=ROUNDING * np.abs(expected).max())


def test_the_forest_is_tied_and_still_moves():
    """48 freedoms of eight bodies less the rows of joints (26) and couplings (15): seven are left."""
    _, expected, model, _ = found_and_expected(0, "reduced", False)
    assert model.velocities == 6 + 1 + 3 + 2 + 6 + 1 + 3
    assert np.abs(expected).min(axis=1).max() > 0.1
