"""Speeds of all trials with half the step, twice the time and twice the modules (check catshark.convergence)."""

import numpy as np

import narcine
from narcine.reproduction.catshark.swimming import DURATION, catsharks, swim
from narcine.reproduction.experiment import Check, Finding
from narcine.spatial.vectors import Array

LARGEST = 0.005
"""Change of any speed by half the step, up to which it holds."""


def find() -> Finding:
    """Swim all trials again, finer and longer."""
    vehicle = narcine.load("catshark")
    animals = catsharks(vehicle)
    step, count = vehicle.scenario.step, 20
    speed = swim(animals).speed
    halved = _change(swim(animals, 0.5 * step).speed, speed)
    longer = _change(swim(animals, duration=2.0 * DURATION).speed, speed)
    finer = swim(catsharks(vehicle, more={"chains.spine.count": 2 * count})).speed
    shorter = swim(catsharks(vehicle, more={"chains.spine.outline.edge": 0.001}), 0.5 * step).speed
    note = (
        f"half the step of {1e3 * step:g} ms moves no speed by more than {100.0 * halved:.2g} %, twice the time by "
        f"{100.0 * longer:.2g} %; {2 * count} modules move them by {_mean(finer, speed):+.1f} % in the mean, "
        f"{100.0 * _change(finer, speed):.1f} % at most, and an edge half as long by {_mean(shorter, speed):+.1f} %"
    )
    return Finding(bool(halved < LARGEST), note)


def _change(speed: Array, reference: Array) -> float:
    return float(np.max(np.abs(speed / reference - 1.0)))


def _mean(speed: Array, reference: Array) -> float:
    return 100.0 * float(np.mean(speed / reference - 1.0))


CONVERGENCE = Check(
    id="catshark.convergence",
    title="Finer steps and modules",
    text=(
        f"Half the step may move no speed by more than {100.0 * LARGEST:g} %. What more modules and a shorter edge do "
        "is told."
    ),
    find=find,
)
