"""A neutral chain of cylinders, far from any surface, in water that drags it quadratically alone."""

from math import pi
from typing import Any

RADIUS, LENGTH, LINKS = 0.03, 0.2, 4
MASS = 1000.0 * pi * RADIUS**2 * LENGTH
BENDS = [f"bend_{k}" for k in range(1, LINKS)]


def chain(**gait: Any) -> dict[str, Any]:
    """Return the chain as a description, with some numbers of its gait."""
    link = {
        "shape": {"cylinder": {"radius": RADIUS, "length": LENGTH}},
        "mass": MASS,
        "displaced_volume": MASS / 1000.0,
        "drag": {"coefficients": [0.1, 1.0, 1.0]},
    }
    wave = {"type": "tail_beat", "drives": BENDS, "frequency": 1.0, "amplitude": "30 deg", "lag": "60 deg"}
    return {
        "name": "chain",
        "bodies": {f"link_{k}": link for k in range(1, LINKS + 1)},
        "joints": {
            name: {
                "type": "hinge",
                "parent": f"link_{k}",
                "child": f"link_{k + 1}",
                "at": [-LENGTH / 2.0, 0, 0],
                "to": [LENGTH / 2.0, 0, 0],
                "axis": "down",
                "limits": "50 deg",
            }
            for k, name in enumerate(BENDS, start=1)
        },
        "drives": {name: {"type": "prescribed"} for name in BENDS},
        "gait": {**wave, **gait},
        "run": {"duration": 6, "step": "10 ms"},
    }
