"""A long thin chain whose midline is a travelling wave, as Lighthill's elongated-body theory has it (A11).

Each segment carries the water of its own length of a flat body, rho pi s^2 / 4 per length across, nothing along. In an
ideal fluid such a closed chain has no mean thrust, whatever its wave: momentum comes back with every beat. What leaves
is shed at the trailing edge. The last segment, a strip of chord e, carries it as an unsteady foil with the lift slope
pi / 2 s / e of a slender wing, so that its lift is m U w whatever e, and with half the leading-edge suction, which is
what a slender wing has (R. T. Jones 1946: its induced drag is L alpha / 2). Together T = m (-U h_x w + w^2 / 2) =
m (h_t^2 - U^2 h_x^2) / 2 at the tail, with w = h_t + U h_x: Lighthill's.
"""

import numpy as np

from narcine.simulation.record import observation
from narcine.spatial.inertias import INERTIA_SIZE, unpack_inertia
from tests.conftest import simulate

DEPTH, STROKE, FREQUENCY, WAVELENGTH, SPEED = 0.1, 0.05, 1.5, 0.9, 0.8
LENGTH = 0.9
DENSITY = 1000.0
OMEGA = 2.0 * np.pi * FREQUENCY
WATER = DENSITY * np.pi * DEPTH**2 / 4.0
"""m, water that moves across with a unit of length."""


def swimmer(segments, tip, share=1.0, growth=0.0, shed=True, sled=None, speed=SPEED, steps=200):
    """Return a chain held in a stream, or drawing a sled through still water: share of the stroke, growth of it aft."""
    lengths = np.array([*[(LENGTH - tip) / segments] * segments, tip])
    ends = np.concatenate([[0.0], np.cumsum(lengths)])
    # y = Re(Y e^{i w t}) at the ends, starboard, a wave that runs aft; headings of the segments between them
    ends_y = share * (STROKE + growth * (ends - LENGTH)) * np.exp(-2j * np.pi / WAVELENGTH * ends)
    headings = -np.diff(ends_y) / lengths
    turns = np.diff(np.concatenate([[0.0], headings]))
    bodies = {"sled": sled or {"mass": 1.0}, "carrier": {"mass": 0.0}}
    rail = {"type": "slider", "axis": "forward"} if sled else {"type": "fixed"}
    joints = {
        "rail": {**rail, "parent": "world", "child": "sled"},
        "heave": {"type": "slider", "parent": "sled", "child": "carrier", "axis": "starboard"},
    }
    sines = {"heave": _sine(ends_y[0])}
    for number, length in enumerate(lengths):
        last = number == segments
        added = {"matrix": np.diag(WATER * np.array([0, length, 0, 0, 0, length**3 / 12.0]))}
        shape = {"plate": {"chord": length, "span": DEPTH, "thickness": 1e-4, "normal": "starboard"}}
        added["coriolis"] = "none" if last and shed else "full"
        bodies[f"s{number}"] = {"mass": 0.0, "displaced_volume": 0.0, "shape": shape, "added_inertia": added}
        joints[f"h{number}"] = {
            "type": "hinge",
            "parent": f"s{number - 1}" if number else "carrier",
            "child": f"s{number}",
            "axis": "down",
            "at": [-lengths[number - 1] / 2.0, 0, 0] if number else [0, 0, 0],
            "to": [length / 2.0, 0, 0],
        }
        sines[f"h{number}"] = _sine(turns[number])
    edge = {"body": f"s{segments}", "lift": "unsteady", "stall": "90 deg", "broadside_drag": 0.0, "suction": 0.5}
    edge["slope"] = np.pi / 2.0 * DEPTH / tip
    start = {"start": {"rates": {"rail": speed}}} if sled else {}
    return simulate(
        bodies=bodies,
        joints=joints,
        drives={name: {"type": "prescribed"} for name in sines},
        foils={"edge": edge} if shed else {},
        gait={"type": "harmonic", "frequency": FREQUENCY, "start": "full", "drives": sines},
        run={
            "water": {"gravity": 0.0, "density": DENSITY, "current": [0 if sled else -speed, 0, 0]},
            "step": 1.0 / FREQUENCY / steps,
            "record": 1.0 / FREQUENCY / steps,
            **start,
        },
    )


def _sine(wave):
    """Return amplitude and phase of Re(wave e^{i w t}) = amplitude sin(w t + phase)."""
    return {"amplitude": float(abs(wave)), "phase": float(np.angle(wave) + np.pi / 2.0)}


def mean_thrust_and_power(simulation, beats=3, steps=200):
    """Return the mean force of the water forwards, and the mean power of all drives, over the last beat."""
    run = simulation.start()
    run.step(beats * steps)
    last = slice(-steps - 1, -1)
    model = simulation.model
    seen = observation(model, run.states[last], run.commands[last])
    first, links = model.link_columns.added, seen.place.shape[1]
    thrust = np.zeros(steps)
    for link in range(links):
        packed = model.parameters[first + link * INERTIA_SIZE : first + (link + 1) * INERTIA_SIZE]
        water = seen.wrench[:, :, link].sum(axis=1) - seen.acceleration[:, link] @ unpack_inertia(packed)
        thrust += np.einsum("tij,tj->ti", seen.attitude[:, link].reshape(-1, 3, 3), water[:, :3])[:, 0]
    recorded = simulation.run(duration=beats / FREQUENCY)
    driven = recorded.drive_effort.values[last] * recorded.joint_velocity.values[last]
    return float(thrust.mean()), float(driven.sum(axis=1).mean())
