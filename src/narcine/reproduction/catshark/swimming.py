"""Catsharks of all trials swum side by side until they are steady."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from narcine.description.load import copied, describe
from narcine.description.tree import Tree
from narcine.reproduction.catshark.trials import BODY_LENGTHS, Reading, settings, trials
from narcine.simulation.batch import side_by_side
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

DURATION = 10.0
"""Of each swim (s). Twice as long moves no speed by more than 0.2 %."""
BEATS = 6
"""At the end of it that count."""
RECORD = 0.01
"""Time between the moments that are looked at (s)."""
CHAIN = "spine"


@dataclass(frozen=True)
class Swims:
    """What came of each trial; those that exploded read nan."""

    speed: Array
    """m/s"""
    tail: Array
    head: Array
    """sweeps from side to side (body lengths)"""


NOTHING: Mapping[str, Any] = {}


def catsharks(
    simulation: Simulation, reading: Reading = BODY_LENGTHS, more: Mapping[str, Any] = NOTHING
) -> list[Simulation]:
    """Return the animals of all trials, with the other numbers as a vehicle has them; settings beside go to all."""
    plain = simulation.description.plain
    return [
        Simulation(describe(Tree(copied(plain)), Path("catshark"), {**settings(trial, reading), **more}))
        for trial in trials()
    ]


def swim(animals: Sequence[Simulation], step: float | None = None, duration: float = DURATION) -> Swims:
    """Return speeds and sweeps of the animals of all trials, some times over, in their last beats."""
    batch = side_by_side(animals, step, None)
    every = round(RECORD / batch.step)
    _, records, sound = batch.roll(duration, every, None)
    names = animals[0].model.state_names
    time = every * batch.step * np.arange(1, records.shape[1] + 1)
    found = np.full((3, len(animals)), np.nan)
    for row, animal in enumerate(animals):
        trial = trials()[row % len(trials())]
        if sound[row] * batch.step > duration - 0.5 * batch.step:
            late = time > duration - BEATS / trial.frequency
            head, tail = ends(animal, dict(zip(names, records[row, late].T, strict=True)))
            found[:, row] = _steady(time[late], head, tail, trial.frequency, trial.length)
    return Swims(*found)


def ends(animal: Simulation, states: dict[str, Array]) -> tuple[Array, Array]:
    """Return north and east (moment, 2) of the snout and of the end of the tail."""
    [placed] = animal.scenario.vehicles.values()
    chain = placed.vehicle.chains[CHAIN]
    assert chain.outline is not None, "the animal has an outline"
    module = chain.outline.module_length(chain.count)
    edge = chain.outline.length - chain.count * module
    heading = states["heading"]
    head = np.stack([states["north"], states["east"]], axis=1) + 0.5 * module * _ahead(heading)
    tail = head - module * _ahead(heading)
    for joint in chain.joints(CHAIN):
        heading = heading + states[joint]
        tail = tail - module * _ahead(heading)
    return head, tail - edge * _ahead(heading)


def _ahead(heading: Array) -> Array:
    return np.stack([np.cos(heading), np.sin(heading)], axis=1)


def _steady(time: Array, head: Array, tail: Array, frequency: float, length: float) -> tuple[float, float, float]:
    """Return the speed of the head beneath its beat, and the sweeps of tail and head across the way."""
    turns = 2.0 * np.pi * frequency * time[:, None] * np.array([1.0, 2.0])
    terms = np.concatenate([np.ones((len(time), 1)), time[:, None], np.cos(turns), np.sin(turns)], axis=1)
    drift = np.linalg.lstsq(terms, head, rcond=None)[0][1]
    speed = float(np.linalg.norm(drift))
    across = np.array([-drift[1], drift[0]]) / speed
    sweeps = []
    for place in (tail, head):
        y = place @ across
        sweeps.append(float(np.ptp(y - np.polyval(np.polyfit(time, y, 1), time))) / length)
    return speed, sweeps[0], sweeps[1]
