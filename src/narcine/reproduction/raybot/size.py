"""How long a vehicle is, as its file has it."""

import numpy as np

from narcine.simulation.simulation import Simulation


def length_of(simulation: Simulation) -> float:
    """Return the length along its forward axis of a vehicle whose joints are straight (m)."""
    [placed] = simulation.scenario.vehicles.values()
    vehicle = placed.vehicle
    forward = dict.fromkeys(vehicle.bodies, 0.0)
    for joint in vehicle.joints.values():
        if joint.parent in forward:
            forward[joint.child] = forward[joint.parent] + joint.at[0] - joint.to[0]
    shaped = [(name, body.shape) for name, body in vehicle.bodies.items() if body.shape is not None]
    ends = [forward[name] + shape.geometry.bounds[:, 0] for name, shape in shaped]
    return float(np.ptp(np.concatenate(ends)))
