"""Planners at the helm: sensors are read and planners asked at their periods, for one run or for many side by side.

Light is the mean of the samples since the last decision; an infrared switch counts if it saw something in any of them.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import gcd
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import Scenario
from narcine.planning.actions import STEERED
from narcine.planning.lookup import Lookup, compile_lookup
from narcine.planning.motion import Motion
from narcine.planning.planner import Planner
from narcine.planning.sight import pooled, sight_of
from narcine.simulation.planners import planner_of
from narcine.simulation.poses import poses
from narcine.simulation.sensing import Sensing
from narcine.spatial.vectors import Array
from narcine.world.motion import obstacle_places

if TYPE_CHECKING:
    from narcine.simulation.simulation import Simulation


@dataclass(frozen=True)
class Pilot:
    """The planner of one vehicle, in runs side by side, and what it remembers."""

    planner: Planner
    motion: Motion
    lookup: Lookup
    infrared: NDArray[np.int64]
    photocells: NDArray[np.int64]
    """which readings it is told"""
    inputs: NDArray[np.int64]
    """which commands it gives: amplitude, frequency and turn of the gait"""
    every: int
    """steps from sample to sample"""
    history: NDArray[np.int64]
    """numbers of the last actions (row, n), the latest last"""
    seen: NDArray[np.bool_]
    """samples of the infrared switches (row, sample, switch)"""
    light: Array
    """samples of the photocells (row, sample, cell)"""

    def of_rows(self, rows: slice) -> "Pilot":
        """Return the same for some rows, whose memory it shares."""
        return replace(self, history=self.history[rows], seen=self.seen[rows], light=self.light[rows])

    def act(self, step: int, readings: Array, command: Array) -> None:
        """Take a sample; where a decision is due, command an action."""
        samples = self.light.shape[1]
        number = step // self.every
        self.seen[:, number % samples] = readings[:, self.infrared] > 0.5
        self.light[:, number % samples] = readings[:, self.photocells]
        if number % samples:
            return
        taken = min(number + 1, samples)
        sight = sight_of(self.planner, *pooled(self.seen[:, :taken], self.light[:, :taken]))
        action = self.lookup.choose(sight, self.history)
        command[:, self.inputs] = self.motion.actions[action]
        if self.history.shape[1]:
            self.history[:, :-1] = self.history[:, 1:]
            self.history[:, -1] = action


class Pilots:
    """All planners of runs of one layout side by side; they read the same sensors in the same pool."""

    def __init__(self, simulations: "Sequence[Simulation]", parameters: Array, step: float) -> None:
        first = simulations[0]
        self._layout = first.model.layout
        self._links = first.model.link_columns.rows
        self._parameters = parameters
        self._step = step
        self._seeds = np.array([each.scenario.seed for each in simulations], np.int64)
        self._sensing = Sensing(first.model, first.scenario)
        self._pilots = tuple(_pilots(first, self._sensing, len(simulations), step))
        self._stride = gcd(*(pilot.every for pilot in self._pilots))
        self._noted: list[tuple[int, slice, Array]] = []
        self._rows = slice(0, len(simulations))

    def of_rows(self, rows: slice) -> "Pilots":
        """Return the same for some rows, whose memory it shares."""
        part = copy(self)
        part._parameters, part._seeds, part._rows = self._parameters[rows], self._seeds[rows], rows
        part._pilots = tuple(pilot.of_rows(rows) for pilot in self._pilots)
        return part

    def next_due(self, step: int) -> int:
        """Return the next step after this one at which sensors are read."""
        return (step // self._stride + 1) * self._stride

    def act(self, step: int, states: Array, command: Array) -> None:
        """Let all whose time has come read their sensors in these states (row, state), and change the commands."""
        due = [pilot for pilot in self._pilots if step % pilot.every == 0]
        if not due:
            return
        places, attitudes = poses(self._parameters, self._layout, states, self._links)
        times = np.full(len(states), step * self._step)
        around = obstacle_places(self._parameters, self._layout, times)
        readings = self._sensing.read(places, attitudes, around, times, self._seeds)
        for pilot in due:
            pilot.act(step, readings, command)

    def begin(self) -> None:
        """Forget all that was seen and done."""
        self._noted.clear()
        for pilot in self._pilots:
            pilot.history[:] = pilot.motion.straight

    def note(self, step: int, command: Array) -> None:
        """Note the commands in force from a step on."""
        self._noted.append((step, self._rows, command.copy()))

    def noted(self, row: int) -> tuple[NDArray[np.int64], Array]:
        """Return the steps at which commands of a run were noted, and these (step, input)."""
        own = [(step, values[row - rows.start]) for step, rows, values in self._noted if rows.start <= row < rows.stop]
        return np.array([step for step, _ in own], np.int64), np.array([command for _, command in own])


def _pilots(simulation: "Simulation", sensing: Sensing, rows: int, step: float) -> Iterator[Pilot]:
    """Yield the planners of all vehicles that have one."""
    from narcine.simulation.learning import motion_for  # it runs batches, which may have pilots

    scenario, model = simulation.scenario, simulation.model
    inputs = [each.name for each in model.inputs]
    for name, placed in scenario.vehicles.items():
        record = placed.vehicle.planner
        if record is None:
            continue
        prefix = f"{name}." if len(scenario.vehicles) > 1 else ""
        planner, motion = planner_of(placed.vehicle), motion_for(simulation, name)
        told = {
            kind: np.array([sensing.names.index(prefix + each) for each in record.sensors.get(kind, ())], np.int64)
            for kind in ("infrared", "photocell")
        }
        yield Pilot(
            planner=planner,
            motion=motion,
            lookup=compile_lookup(planner, motion, record.budget),
            infrared=told["infrared"],
            photocells=told["photocell"],
            inputs=np.array([inputs.index(f"{prefix}gait.{each}") for each in STEERED]),
            every=max(1, round(record.period / record.samples / step)),
            history=np.full((rows, record.history), motion.straight, np.int64),
            seen=np.zeros((rows, record.samples, len(told["infrared"])), bool),
            light=np.zeros((rows, record.samples, len(told["photocell"]))),
        )


def is_piloted(scenario: Scenario) -> bool:
    """Say whether a planner is at the helm of any vehicle."""
    return any(placed.vehicle.planner is not None for placed in scenario.vehicles.values())
