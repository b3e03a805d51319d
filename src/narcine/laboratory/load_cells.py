"""Load cells between bracket and carriage, and a strain gauge in a wire: how they share a force, and misread it.

f = m1 + m2 - m3 cos(phi)                                    (Nielsen et al. 2018, eq 35)
"""

from dataclasses import dataclass
from math import cos

import numpy as np

from narcine.identification.towing.tow_runs import WIRE_ANGLE
from narcine.laboratory.noise import Noise, draw
from narcine.spatial.vectors import Array

CELLS = ("m1", "m2", "m3")
CELL_NOISE = Noise(white=0.5, coloured=0.2, memory=0.5, offset=1.0, drift=0.1)
"""Of a cheap cell for some 200 N (N)."""


@dataclass(frozen=True)
class LoadCells:
    """How a force reaches the cells, and what they make of it."""

    angle: float = WIRE_ANGLE
    """of the wire, phi"""
    pretension: float = 20.0
    """of the wire (N); it pulls and never pushes"""
    wire: float = 0.1
    """share of the force that stretches the wire"""
    split: float = 0.5
    """share of the first cell in what both carry"""
    noise: Noise = CELL_NOISE
    """of each cell (N)"""
    resolution: float = 0.01
    """to which readings are rounded (N)"""
    sensitivity: float = 0.0
    """changes of a load, from the first sample on, that are smaller than this do not show (N)"""
    spikes: float = 0.0
    """share of samples in which a cell is off by some `spike`"""
    spike: float = 20.0
    """standard deviation of what such a sample is off by (N)"""
    anomalies: float = 0.0
    """share of runs that are off as a whole: a bracket that touches, a wire that is caught"""
    anomaly: float = 0.3
    """standard deviation of what the force of such a run is off by, over the force"""
    arm: float = 0.25
    """lever at which one such cell measures the moment of a table (m)"""


def shared(cells: LoadCells, force: Array) -> Array:
    """Return what each cell carries (..., 3) of a force, without errors; eq 35 gives the force back."""
    wire = np.maximum(cells.pretension + cells.wire * force, 0.0)
    both = force + wire * cos(cells.angle)
    return np.stack([cells.split * both, (1.0 - cells.split) * both, wire], axis=-1)


def misread(cells: LoadCells, loads: Array, time: Array, scale: float, rng: np.random.Generator) -> Array:
    """Return what cells read of loads (run, sample, channel); amounts in N are multiplied by a scale."""
    least = scale * cells.sensitivity
    if least > 0.0:
        change = loads - loads[:, :1]
        loads = loads[:, :1] + np.where(np.abs(change) < least, 0.0, change)
    runs, _, channels = loads.shape
    readings = loads + np.moveaxis(draw(cells.noise.scaled(scale), time, (runs, channels), rng), 1, 2)
    if cells.spikes > 0.0:
        struck = rng.random(loads.shape) < cells.spikes
        readings = readings + struck * rng.normal(0.0, scale * cells.spike, loads.shape)
    if cells.resolution > 0.0:
        step = scale * cells.resolution
        readings = np.round(readings / step) * step
    return np.asarray(readings)


def off_as_a_whole(cells: LoadCells, runs: int, rng: np.random.Generator) -> Array:
    """Return by which factor the force of each run is off (run,): 1 but for anomalous runs."""
    struck = rng.random(runs) < cells.anomalies
    return np.asarray(1.0 + struck * rng.normal(0.0, cells.anomaly, runs))
