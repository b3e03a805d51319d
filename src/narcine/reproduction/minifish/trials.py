"""Trials in the pool: where lamp and fish begin, how the fish fares, and what it touches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.load import load_description
from narcine.description.moving import Walk
from narcine.recording.lamps import NEAR
from narcine.recording.summary import touches
from narcine.simulation.batch import recorded
from narcine.simulation.simulation import Simulation

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]
SCENARIO = "minifish_light"
FISH, LAMP = "fish", "lamp"
AWAY = 0.5
"""From the lamp, where the fish begins (m)."""
CLEARANCE = 0.3
"""From the walls, where the fish begins at least (m): it can turn before it reaches one."""
DURATION = 120.0
RECORD = 0.2
"""Time between records (s), in which the fish swims a tenth of its length."""


@dataclass(frozen=True)
class Trial:
    """How one fish fared."""

    time: Array
    fish: Array
    """(time, 2), north and east (m)"""
    lamp: Array
    touched: dict[str, int]
    """how often it touched what"""

    @property
    def distance(self) -> Array:
        """From the fish's centre to the lamp's, seen from above (m)."""
        return np.asarray(np.linalg.norm(self.fish - self.lamp, axis=1))

    @property
    def first_approach(self) -> float:
        """When it is first with the lamp (s); infinite if never."""
        near = self.distance < NEAR
        return float(self.time[np.argmax(near)]) if near.any() else np.inf

    @property
    def share_near(self) -> float:
        """Part of the time after the first approach that it is with the lamp."""
        after = self.time >= self.first_approach
        return float(np.mean(self.distance[after] < NEAR)) if after.any() else 0.0

    @property
    def touches(self) -> int:
        """How often it touched anything."""
        return sum(self.touched.values())


def placed(seed: int, length: float, width: float, walk: Walk) -> dict[str, Any]:
    """Return the settings of a trial, drawn by its seed.

    They are where lamp and fish are at first, where the fish looks, and how fast the lamp goes: up to its speed.
    """
    draw = np.random.default_rng(seed)
    size = np.array([length, width])
    while True:
        lamp = draw.uniform(walk.margin, size - walk.margin)
        around, heading = draw.uniform(-np.pi, np.pi, 2)
        fish = lamp + AWAY * np.array([np.cos(around), np.sin(around)])
        if np.all((fish > CLEARANCE) & (fish < size - CLEARANCE)):
            break
    return {
        "seed": seed,
        f"world.lamps.{LAMP}.walk.speed": float(draw.uniform(0.0, walk.speed)),
        f"world.lamps.{LAMP}.at.0": float(lamp[0]),
        f"world.lamps.{LAMP}.at.1": float(lamp[1]),
        f"vehicles.{FISH}.start.position.0": float(fish[0]),
        f"vehicles.{FISH}.start.position.1": float(fish[1]),
        f"vehicles.{FISH}.start.attitude.2": float(heading),
    }


def trials(seeds: Sequence[int], settings: dict[str, Any] | None = None) -> list[Simulation]:
    """Return the simulations of trials."""
    plain = load_description(SCENARIO, settings or {}).scenario
    pool, walk = plain.world.pool, plain.world.lamps[LAMP].walk
    assert pool is not None
    assert walk is not None
    return [
        Simulation(load_description(SCENARIO, {**(settings or {}), **placed(seed, pool.length, pool.width, walk)}))
        for seed in seeds
    ]


def swum(simulations: Sequence[Simulation], duration: float = DURATION) -> list[Trial]:
    """Return how trials went, swum side by side."""
    return [trial_of(run) for run in recorded(simulations, duration, record=RECORD)]


def trial_of(run: "xarray.Dataset") -> Trial:
    """Return how the trial that a run holds went."""
    return Trial(
        run["time"].values,
        run["position"].sel(body=str(run["root"].values[0])).values[:, :2],
        run["obstacle_position"].sel(obstacle=LAMP).values[:, :2],
        {each.obstacle: each.times for each in touches(run, 0)},
    )
