"""A towing tank that is not there: what load cells on its carriage would read of a described vehicle.

What the carriage exerts is found once for each speed (`towing_truth`); campaigns with errors are then drawn from it
(`towing_runs`), hundreds in a few seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from narcine.identification.towing.axes import AXES, TURNING
from narcine.identification.towing.tow_runs import TowRun, combine_cells
from narcine.laboratory.captive import Captive
from narcine.laboratory.carriage import MOUNTS, Carriage
from narcine.laboratory.load_cells import LoadCells, misread, off_as_a_whole, shared
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

CABLE_DRAG = 0.12
"""Drag of a cable that streams behind, over its length and the square of the speed (kg/m2; Nielsen et al. 2018,
4.2.1)."""


@dataclass(frozen=True)
class TowTank:
    """Carriage and cells, and what is towed beside the vehicle."""

    carriage: Carriage = field(default_factory=Carriage)
    cells: LoadCells = field(default_factory=LoadCells)
    bracket: float = 0.0
    """drag of what holds the vehicle, over the square of the speed (kg/m)"""
    tether: float = 0.0
    """length of the cable that streams behind (m)"""
    speed_noise: float = 0.001
    """of the carriage's speed, each sample (m/s, rad/s)"""
    shaft_noise: float = 0.5
    """of the speed of a shaft, each sample (rad/s)"""


@dataclass(frozen=True)
class Truth:
    """What a carriage exerts in runs without errors."""

    axis: str
    nominal: Array
    """(run,): speed along the axis (m/s, rad/s)"""
    time: Array
    """(sample,)"""
    speed: Array
    """(run, sample)"""
    force: Array
    """(run, sample): along the axis (N, N m), with the sign of the speed where it is drag"""
    pulse: Array | None = None
    """(run, sample): of the thrusters that turn (us)"""
    shaft: Array | None = None
    """(run, sample): mean speed of their shafts (rad/s)"""

    @property
    def turning(self) -> bool:
        """Whether it is a moment."""
        return self.axis in TURNING


@dataclass(frozen=True)
class TowingRuns:
    """A campaign as it was measured."""

    axis: str
    names: tuple[str, ...]
    nominal: Array
    """(run,)"""
    time: Array
    """(sample,)"""
    speed: Array
    """(run, sample)"""
    readings: Array
    """(run, sample, channel): cells m1, m2, m3 (N), or one moment (N m)"""
    pulse: Array | None = None
    shaft: Array | None = None
    odd: frozenset[str] = field(default_factory=frozenset)
    """runs that are off as a whole; nobody in a laboratory knows them"""

    def runs(self, wire_angle: float) -> list[TowRun]:
        """Return the runs as those that identify drag take them."""
        force = self.readings[..., 0]
        if self.readings.shape[2] > 1:
            first, second, wire = np.moveaxis(self.readings, 2, 0)
            force = combine_cells(first, second, wire, wire_angle)
        return [
            TowRun(
                name,
                self.axis,
                self.time,
                self.speed[k],
                force[k],
                None if self.pulse is None else self.pulse[k],
                None if self.shaft is None else self.shaft[k],
            )
            for k, name in enumerate(self.names)
        ]


def towing_truth(
    simulation: Simulation,
    axis: str,
    speeds: Sequence[float] | Array,
    tank: TowTank | None = None,
    pulses: Sequence[float] = (),
    thrusters: Sequence[str] = (),
    beating: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Truth:
    """Return what the carriage exerts at each speed, and with thrusters at each speed and pulse.

    Thrusters turn from when the carriage begins to move, so that cells find their zero before.
    """
    tank = tank or TowTank()
    settings = list(product(map(float, speeds), map(float, pulses))) if thrusters else [(float(u), 0.0) for u in speeds]
    nominal = np.array([speed for speed, _ in settings])
    pulse = np.array([length for _, length in settings])
    carriage = tank.carriage
    captive = Captive(simulation, MOUNTS.get(axis, "upright"), beating)
    time = carriage.times(nominal)
    commands: Mapping[str, Array] = dict.fromkeys(thrusters, pulse)
    seen = captive.measure(carriage.path(axis, nominal), time, commands, carriage.rest, progress)
    index = AXES.index(axis)
    speed, force = seen.motion[..., index], seen.wrench[..., index]
    if axis not in TURNING:
        force = force + (tank.bracket + CABLE_DRAG * tank.tether) * np.abs(speed) * speed
    if not thrusters:
        return Truth(axis, nominal, time, speed, force)
    shafts = np.mean([seen.outputs[f"{name}.speed"] for name in thrusters], axis=0)
    told = seen.outputs[f"{thrusters[0]}.pulse"]
    return Truth(axis, nominal, time, speed, force, told, shafts)


def towing_runs(truth: Truth, tank: TowTank | None = None, repeats: int = 3, seed: int = 0) -> TowingRuns:
    """Return a campaign of so many runs at each setting, as it is measured with errors drawn from a seed."""
    tank = tank or TowTank()
    rng = np.random.default_rng(seed)
    rows = np.tile(np.arange(len(truth.nominal)), repeats)
    off = off_as_a_whole(tank.cells, len(rows), rng)
    force = truth.force[rows] * off[:, None]
    loads = force[..., None] if truth.turning else shared(tank.cells, force)
    scale = tank.cells.arm if truth.turning else 1.0
    names = tuple(f"{truth.axis}_{number:03d}" for number in range(1, len(rows) + 1))
    shaft = truth.shaft
    if shaft is not None:
        shaft = shaft[rows] + (shaft[rows] != 0.0) * rng.normal(0.0, tank.shaft_noise, shaft[rows].shape)
    return TowingRuns(
        truth.axis,
        names,
        truth.nominal[rows],
        truth.time,
        truth.speed[rows] + rng.normal(0.0, tank.speed_noise, truth.speed[rows].shape),
        misread(tank.cells, loads, truth.time, scale, rng),
        None if truth.pulse is None else truth.pulse[rows],
        shaft,
        frozenset(name for name, factor in zip(names, off, strict=True) if factor != 1.0),
    )
