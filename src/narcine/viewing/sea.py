"""The waves that a scenario has, for the eye."""

import numpy as np

from narcine.description.scenario import Scenario
from narcine.recording.trajectory import Array
from narcine.simulation.swell import swell_of


def sea_of(scenario: Scenario) -> Array:
    """Return amplitude (m), wave number north and east (1/m), frequency met at rest (rad/s) and phase of each wave."""
    rows = [row.numbers for row in swell_of(scenario)]
    return np.array(
        [
            [
                row["amplitude"],
                row["wave_number"] * row["north"],
                row["wave_number"] * row["east"],
                row["encounter"],
                row["phase"],
            ]
            for row in rows
        ],
        float,
    ).reshape(-1, 5)


def elevation(sea: Array, north: Array, east: Array, time: float) -> Array:
    """Return the height of the surface above depth zero: the sum of a cos(k . x - w t + phase)."""
    amplitude, k_north, k_east, frequency, phase = sea.T[:, :, None]
    psi = k_north * north.ravel() + k_east * east.ravel() - frequency * time + phase
    return np.asarray(np.sum(amplitude * np.cos(psi), axis=0).reshape(north.shape))
