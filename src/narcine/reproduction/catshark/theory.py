"""Lighthill's elongated-body theory by hand: thrust at the end of the tail against friction, without the engine.

    T = m (<h_t^2> - U^2 <h_x^2>) / 2,   m = rho pi s^2 / 4,   D = rho S C_f U^2 / 2,   C_f as U^(-1/2)

at the end of the tail, with small slopes (Lighthill 1960). s is the depth of the tail, S the area that is wet.
"""

from math import pi, sqrt

import numpy as np
from scipy.optimize import brentq

from narcine.description.outline import Outline
from narcine.description.skin import Skin
from narcine.reproduction.catshark.trials import BODY_LENGTHS, Reading, Trial, trials
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

FASTEST = 10.0
"""Speed (m/s) at which drag exceeds any thrust here."""
STATIONS = 400


def theoretical_speeds(simulation: Simulation, reading: Reading = BODY_LENGTHS) -> Array:
    """Return the speed (m/s) of each trial at which thrust by Lighthill is friction of the vehicle's skin."""
    [placed] = simulation.scenario.vehicles.values()
    [chain] = placed.vehicle.chains.values()
    skin = Skin.model_validate(chain.module["drag"]["skin"])
    assert chain.outline is not None, "the animal has an outline"
    density = simulation.scenario.water.density
    return np.array([_speed(trial, reading, chain.outline, skin, density) for trial in trials()])


def wetted_area(outline: Outline) -> float:
    """Return the area of the sides of an outline over the square of its length."""
    stations, widths, heights = np.array(outline.sections).T
    s = (np.arange(STATIONS) + 0.5) / STATIONS
    a = 0.5 * outline.scale[0] * np.interp(s, stations, widths)
    b = 0.5 * outline.scale[1] * np.interp(s, stations, heights)
    angles = 2.0 * pi * (np.arange(STATIONS) + 0.5) / STATIONS
    around = np.hypot(np.outer(a, np.sin(angles)), np.outer(b, np.cos(angles))).mean(axis=1)
    return float(2.0 * pi * around.mean())


def _speed(trial: Trial, reading: Reading, outline: Outline, skin: Skin, density: float) -> float:
    depth = outline.sections[-1][2] * outline.scale[1] * trial.length
    water = 0.25 * density * pi * depth**2
    amplitude = 0.5 * trial.tail * trial.length
    (place, share), (last, whole) = reading.envelope(trial)[-2:]
    growth = 0.5 * trial.tail * (whole - share) / (last - place)
    rate = 2.0 * pi * trial.frequency * amplitude
    slope = np.hypot(2.0 * pi / reading.wavelength(trial) * amplitude, growth)
    area = wetted_area(outline) * trial.length**2

    def left_over(speed: float) -> float:
        friction = skin.friction * (sqrt(skin.speed / speed) if skin.speed is not None else 1.0)
        return float(0.25 * water * (rate**2 - (speed * slope) ** 2) - 0.5 * density * area * friction * speed**2)

    return float(brentq(left_over, 1e-6, FASTEST))
