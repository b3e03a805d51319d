"""Pairs of small ROVs with the inertia of closed form A14, to be coupled."""

from typing import Any

import numpy as np

from narcine.simulation.model import Model
from narcine.simulation.record import observation
from narcine.simulation.simulation import Simulation

ADDED = (2.6, 18.5, 13.3, 0.054, 0.0173, 0.28)
OWN = (7.31, 7.31, 7.31, 0.09, 0.11, 0.13)
TOTAL = np.diag(np.add(OWN, ADDED))
"""M of A14: diag(9.91, 25.81, 20.61, 0.144, 0.1273, 0.41)"""
ARM = (0.0, 0.6, 0.05)
STILL: dict[str, Any] = {"gravity": 0.0}


def rov(**start: Any) -> dict[str, Any]:
    """Return a ROV without drag and weight that starts as said."""
    hull = {
        "mass": 7.31,
        "inertia": list(OWN[3:]),
        "added_inertia": {"matrix": list(ADDED)},
        "displaced_volume": 7.31e-3,
    }
    return {"vehicle": {"name": "rov", "bodies": {"hull": hull}}, "start": start}


def thrusting(
    placed: dict[str, Any], thrust: float, at: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> dict[str, Any]:
    """Return a placed ROV with a screw that pushes forward with this many newtons, once it turns: rho D^4 K_T n^2."""
    speed = 2.0 * np.pi * np.sqrt(thrust / 0.1)
    screw = {
        "type": "propeller",
        "body": "hull",
        "at": list(at),
        "diameter": 0.1,
        "thrust": [1.0, 0.0],
        "hull_torque": 0.0,
        "limit": 1e4,
        "lag": 0.01,
        "command": speed,
    }
    return {**placed, "vehicle": {**placed["vehicle"], "actuators": {"screw": screw}}}


def pair(coupling: dict[str, Any], first: Any = None, second: Any = None, **scenario: Any) -> Simulation:
    """Return two ROVs, `a` and `b`, and one coupling, `link`."""
    return Simulation(
        {
            "name": "pair",
            "water": STILL,
            "vehicles": {"a": first or rov(), "b": second or rov(position=list(ARM))},
            "couplings": {"link": {"first": "a.hull", "second": "b.hull", **coupling}},
            **scenario,
        }
    )


def accelerations(model: Model, state: np.ndarray) -> np.ndarray:
    """Return the accelerations of all links."""
    return observation(model, state[None], model.commands[None]).acceleration[0]
