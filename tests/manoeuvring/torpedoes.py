"""Vehicles that tests steer: a clean torpedo whose parts meet the flow past them, and the same with fins that slide."""

from typing import Any

from narcine.simulation.simulation import Simulation


def torpedo(**changes: Any) -> Simulation:
    """Return a spheroid with linear drag, a cruciform tail and a screw without torque."""
    tail = {"type": "surface", "body": "hull", "area": 0.0133, "slope": 3.0, "limit": "15 deg", "lag": 0.1}
    actuators: dict[str, Any] = {
        "rudder": {**tail, "at": [-0.75, 0, 0], "normal": "starboard"},
        "elevator": {**tail, "at": [-0.75, 0, 0], "normal": "up"},
        "propeller": {
            "type": "propeller",
            "body": "hull",
            "at": [-0.8, 0, 0],
            "diameter": 0.14,
            "thrust": [0.45, -0.4],
            "limit": "1500 rpm",
        },
    }
    hull = {
        "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}},
        "mass": 31.029384975800244,
        "centre_of_gravity": [0, 0, 0.02],
        "drag": {"linear": [3.0, 20.0, 20.0, 0.5, 6.0, 6.0], "quadratic": [4.0, 0, 0, 0, 0, 0]},
    }
    actuators |= changes.pop("actuators", {})
    run = {
        "water": {"density": 1026.0},
        "commands": {"propeller": "900 rpm"},
        "step": "20 ms",
        **changes.pop("run", {}),
    }
    return Simulation(
        {"name": "torpedo", "bodies": {"hull": {**hull, **changes.pop("hull", {})}}, "actuators": actuators, "run": run}
    )


def with_fins(place: float = 0.4, **changes: Any) -> Simulation:
    """Return the torpedo with fins above and below its bow that slide out."""
    fin = {
        "type": "surface",
        "body": "hull",
        "area": 0.004,
        "slope": 3.0,
        "normal": "starboard",
        "limit": "20 deg",
        "scale": [{"quantity": "area", "with": "fins", "table": [[0, 0], [1, 1]]}],
    }
    fins = {
        "upper_fin": {**fin, "at": [place, 0, -0.12]},
        "lower_fin": {**fin, "at": [place, 0, 0.12]},
        "fins": {"type": "deployment", "time": "0.8 s"},
    }
    return torpedo(actuators=fins, **changes)
