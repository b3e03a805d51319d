"""Mechanisms that tests of the formulations share, and one state in the coordinates of each formulation."""

from dataclasses import replace
from typing import Any

import numpy as np

from narcine.simulation.freeing import freed
from narcine.simulation.model import Model
from narcine.simulation.momentum import settled
from narcine.simulation.observe import Observation
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation

FORMULATIONS = ("reduced", "udwadia_kalaba", "impulse")
VACUUM: dict[str, Any] = {"density": 0.0}
CURVE = {"deflections": [-0.5, -0.1, 0.0, 0.2, 0.5], "efforts": [-0.3, -0.03, 0.0, 0.08, 0.4]}
GAIT = {
    "type": "harmonic",
    "frequency": 1.1,
    "start": "full",
    "drives": {"beat": {"amplitude": 0.3, "phase": 0.4, "mean": 0.1}, "wrist.roll": {"amplitude": 0.2, "harmonic": 2}},
}


def hull(mass: float, size: float) -> dict[str, Any]:
    """Return a body with water around it, its centre of gravity off its origin."""
    return {
        "mass": mass,
        "shape": {"ellipsoid": [size, 0.5 * size, 0.4 * size]},
        "centre_of_gravity": [0.1 * size, 0.05 * size, 0.2 * size],
        "drag": {"coefficients": [0.2, 1.0, 1.1]},
    }


def menagerie(anchored: bool = False, smooth: bool = False) -> dict[str, Any]:
    """Return a branched tree with every kind of joint, spring, stop and drive, free or on a hinge of the world.

    A smooth one has no stops, no curves and no servo that its limits stop.
    """
    bodies = {"hull": hull(2.0, 0.2)}
    bodies |= {name: hull(0.4 + 0.1 * k, 0.08 + 0.01 * k) for k, name in enumerate("abcdefgh")}

    def joint(kind: str, parent: str, child: str, k: int, **more: Any) -> dict[str, Any]:
        at = [-0.15 + 0.06 * k, 0.1 * (-1) ** k, 0.02 * k]
        to = [0.08, 0.02 * (-1) ** k, -0.03]
        attitude = [0.2 * k, -0.3 + 0.1 * k, 0.5 - 0.2 * k]
        return {"type": kind, "parent": parent, "child": child, "at": at, "to": to, "attitude": attitude, **more}

    curved = {"stiffness": 1.0} if smooth else {"stiffness_curve": CURVE}
    stopped = {} if smooth else {"limits": 0.05}
    oblique = {"bend": {"axis": [0.2, 1, 0.3], "stiffness": 0.7, **stopped}, "twist": [1, 0.4, 0]}
    joints = {
        "root": joint("hinge", "hull", "a", 0, axis=[0.1, 0, 1], damping=0.05, **curved),
        "elbow": joint("universal", "a", "b", 1, axes=oblique),
        "rail": joint("slider", "hull", "c", 2, axis=[1, 0.2, 0], stiffness=30, damping=2, **stopped),
        "socket": joint("ball", "c", "d", 3, stiffness=0.5, damping=0.02, **stopped),
        "weld": joint("fixed", "hull", "e", 4),
        "beat": joint("hinge", "e", "f", 5, axis="down", damping=0.01, stiffness=0.2),
        "wrist": joint("universal", "hull", "g", 1, axes={"roll": "forward", "yaw": {"axis": "down", "damping": 0.01}}),
        "motor": joint("hinge", "g", "h", 2, axis=[0, 1, 1], damping=0.02),
    }
    if anchored:
        joints["post"] = joint("hinge", "world", "hull", 1, axis=[0.3, 0, 1])
    drives: dict[str, Any] = {
        "beat": {"type": "prescribed"},
        "wrist.roll": {"type": "prescribed"},
        "wrist.yaw": {"type": "servo", "command": 0.2, "rate": 30.0 if smooth else 3.0, "torque": 50.0},
        "motor": {"type": "torque", "command": 0.05, "torque": 0.1},
    }
    start: dict[str, Any] = {"joints": {"root": 0.2, "rail": 0.03}, "rates": {"root": 1.0, "elbow.twist": -0.5}}
    if not anchored:
        start |= {"velocity": [0.6, 0.1, -0.2], "angular_velocity": [0.3, -0.4, 0.5], "attitude": [0.2, 0.1, 0.4]}
    run = {"start": start, "step": 0.004, "record": 0.02, "duration": 1.0}
    return {"name": "menagerie", "bodies": bodies, "joints": joints, "drives": drives, "gait": GAIT, "run": run}


def chain(links: int) -> dict[str, Any]:
    """Return a free chain of hinges about two axes in turn, bent and moving."""
    bodies = {f"b{k}": hull(1.0, 0.15) for k in range(links)}
    joints = {
        f"j{k}": {
            "type": "hinge",
            "parent": f"b{k - 1}",
            "child": f"b{k}",
            "at": [-0.15, 0, 0],
            "to": [0.15, 0, 0],
            "axis": "down" if k % 2 else "starboard",
        }
        for k in range(1, links)
    }
    start = {"velocity": [0.5, 0.1, 0], "joints": dict.fromkeys(joints, 0.2), "rates": dict.fromkeys(joints, 0.5)}
    return {"name": "chain", "bodies": bodies, "joints": joints, "run": {"start": start, "record": 0.1}}


CRANK, COUPLER, ROCKER, GROUND = 0.5, 1.8, 1.5, 2.0
"""Lengths (m) of the four-bar of A13."""


def rod(length: float, mass: float) -> dict[str, Any]:
    """Return a slender rod along forward, its origin at its middle."""
    inertia = mass * length**2 / 12.0
    return {"mass": mass, "inertia": [1e-3, inertia, inertia], "displaced_volume": 0.0}


def four_bar(
    closure: str = "ball", angle: float = np.pi / 3.0, rate: float = 0.0, twice: bool = False, **more: Any
) -> dict[str, Any]:
    """Return A13's four-bar in the vertical plane: angles from forward towards up, loop closed at the rocker's tip.

    Where the loop starts to close from (`rest`) chooses between its two ways to close.
    """
    masses = {"crank": 0.5, "coupler": 1.8, "rocker": 1.5}
    lengths = {"crank": CRANK, "coupler": COUPLER, "rocker": ROCKER}
    bodies = {name: rod(lengths[name], masses[name]) for name in masses}
    hinge = {"type": "hinge", "axis": "starboard"}
    joints = {
        "crank": {**hinge, "parent": "world", "child": "crank", "to": [-CRANK / 2, 0, 0]},
        "coupler": {
            **hinge,
            "parent": "crank",
            "child": "coupler",
            "at": [CRANK / 2, 0, 0],
            "to": [-COUPLER / 2, 0, 0],
            "rest": -0.4,
        },
        "rocker": {
            **hinge,
            "parent": "world",
            "child": "rocker",
            "at": [GROUND, 0, 0],
            "to": [-ROCKER / 2, 0, 0],
            "rest": 1.8,
        },
    }
    ends = {"at": [COUPLER / 2, 0, 0], "to": [ROCKER / 2, 0, 0]}
    closed = {"type": closure, "first": "coupler", "second": "rocker", **ends}
    if closure == "hinge":
        closed |= {"axis": "starboard", "attitude": [0, 0, 0]}
    couplings = {"loop": closed, **({"again": closed} if twice else {})}
    start = {"joints": {"crank": angle}, "rates": {"crank": rate}}
    run = {"water": {"density": 0.0}, "start": start, **more.pop("run", {})}
    return {"name": "four_bar", "bodies": bodies, "joints": joints, "couplings": couplings, "run": run, **more}


def under(vehicle: dict[str, Any], formulation: str, **run: Any) -> Simulation:
    """Return a vehicle with its run under a formulation."""
    return Simulation({**vehicle, "run": {**vehicle.get("run", {}), "formulation": formulation, **run}})


def random_state(model: Model, seed: int) -> np.ndarray:
    """Return a state of lively motion, prescribed joints where their drives put them."""
    rng = np.random.default_rng(seed)
    state = model.initial_state.copy()
    state[: model.positions] = rng.uniform(-0.8, 0.8, model.positions)
    state[model.positions :][: model.velocities] = rng.normal(size=model.velocities)
    for k, name in enumerate(model.state_names):
        if name.endswith(".attitude_w"):
            state[k : k + 4] /= np.linalg.norm(state[k : k + 4])
    return settled(model, state)


def at_state(reduced: Model, free: Model, state: np.ndarray) -> tuple[Observation, Observation]:
    """Return what both models say of one state."""
    reduced = replace(reduced, initial_state=state)
    free = freed(reduced, free)
    return tuple(observation(each, each.initial_state[None], each.commands[None]) for each in (reduced, free))  # type: ignore[return-value]


def poses(run: Any) -> np.ndarray:
    """Return where all bodies of a run are at its end, in one vector."""
    seen = run.observe()
    links = [body.link for body in run.model.bodies]
    return np.concatenate([seen.place[0, links].ravel(), seen.attitude[0, links].ravel()])


def end(simulation: Simulation, step: float, duration: float, integrator: str = "rk4") -> np.ndarray:
    """Return where all bodies are after some time."""
    run = simulation.start(step=step, integrator=integrator, record=duration)
    run.step(round(duration / step))
    return poses(run)
