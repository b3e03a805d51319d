"""The waves that a scenario has, for the eye."""

import numpy as np

from narcine.description.scenario import Scenario
from narcine.recording.trajectory import Array
from narcine.water.swell import swell_rows


def sea_of(scenario: Scenario) -> Array:
    """Return amplitude (m), wave number north and east (1/m), frequency met at rest (rad/s) and phase of each wave."""
    water, seabed = scenario.water, scenario.world.seabed
    if water.waves is None:
        return np.zeros((0, 5))
    seed = scenario.seed if water.waves.seed is None else water.waves.seed
    depth = seabed.depth if water.waves.depth is None and seabed is not None else water.waves.depth
    rows = [row.numbers for row in swell_rows(water.waves, water.gravity, water.current, seed, depth)]
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
    )


def elevation(sea: Array, north: Array, east: Array, time: float) -> Array:
    """Return the height of the surface above depth zero: the sum of a cos(k . x - w t + phase)."""
    amplitude, k_north, k_east, frequency, phase = sea.T[:, :, None]
    psi = k_north * north.ravel() + k_east * east.ravel() - frequency * time + phase
    return np.asarray(np.sum(amplitude * np.cos(psi), axis=0).reshape(north.shape))
