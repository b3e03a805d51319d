"""Planners at the helm: sensors are read and planners asked at their periods, for one run or for many side by side.

Light is the mean of the samples since the last decision; an infrared switch counts if it saw something in any of them.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import gcd
from typing import TYPE_CHECKING, Any

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

    def of_rows(self, rows: NDArray[np.int64]) -> "Pilot":
        """Return the same for some rows."""
        return replace(self, history=self.history[rows], seen=self.seen[rows], light=self.light[rows])

    def decide(self, step: int, readings: Array, command: Array) -> Array:
        """Take a sample; return the commands of its inputs (row, 3), new ones where a decision is due."""
        samples = self.light.shape[1]
        number = step // self.every
        self.seen[:, number % samples] = readings[:, self.infrared] > 0.5
        self.light[:, number % samples] = readings[:, self.photocells]
        if number % samples:
            return command[:, self.inputs]
        taken = min(number + 1, samples)
        sight = sight_of(self.planner, *pooled(self.seen[:, :taken], self.light[:, :taken]))
        action = self.lookup.choose(sight, self.history)
        if self.history.shape[1]:
            self.history[:, :-1] = self.history[:, 1:]
            self.history[:, -1] = action
        return self.motion.actions[action]


class Crew:
    """The planners of runs that have the same vehicles, sensors and things around, wherever these are."""

    def __init__(
        self,
        simulation: "Simulation",
        rows: NDArray[np.int64],
        parameters: Array,
        seeds: NDArray[np.int64],
        step: float,
    ) -> None:
        self.rows = rows
        self._layout = simulation.model.layout
        self._links = simulation.model.link_columns.rows
        self._parameters, self._seeds, self._step = parameters, seeds, step
        self._sensing = Sensing(simulation.model, simulation.scenario)
        self._pilots = tuple(_pilots(simulation, self._sensing, len(rows), step))

    @property
    def strides(self) -> list[int]:
        """Steps from sample to sample of all its planners."""
        return [pilot.every for pilot in self._pilots]

    def of_rows(self, rows: slice) -> "Crew":
        """Return its part of some rows, by their numbers among these."""
        part, own = copy(self), np.flatnonzero((self.rows >= rows.start) & (self.rows < rows.stop))
        part.rows = self.rows[own] - rows.start
        part._parameters, part._seeds = self._parameters[own], self._seeds[own]
        part._pilots = tuple(pilot.of_rows(own) for pilot in self._pilots)
        return part

    def begin(self) -> None:
        """Forget what was seen and done."""
        for pilot in self._pilots:
            pilot.history[:], pilot.seen[:], pilot.light[:] = pilot.motion.straight, False, 0.0

    def act(self, step: int, states: Array, command: Array) -> None:
        """Let those whose time has come read their sensors in the states of all rows, and change commands of theirs."""
        due = [pilot for pilot in self._pilots if step % pilot.every == 0]
        if not due or not len(self.rows):
            return
        places, attitudes = poses(self._parameters, self._layout, states[self.rows], self._links)
        times = np.full(len(self.rows), step * self._step)
        around = obstacle_places(self._parameters, self._layout, times)
        readings = self._sensing.read(places, attitudes, around, times, self._seeds)
        for pilot in due:
            command[np.ix_(self.rows, pilot.inputs)] = pilot.decide(step, readings, command[self.rows])


class Pilots:
    """All planners of runs of one layout side by side."""

    def __init__(self, simulations: "Sequence[Simulation]", parameters: Array, step: float) -> None:
        seeds = np.array([each.scenario.seed for each in simulations], np.int64)
        self._crews = tuple(
            Crew(simulations[rows[0]], rows, parameters[rows], seeds[rows], step) for rows in _alike(simulations)
        )
        self._stride = gcd(*(stride for crew in self._crews for stride in crew.strides))
        self._noted: list[tuple[int, slice, Array]] = []
        self._rows = slice(0, len(simulations))

    def of_rows(self, rows: slice) -> "Pilots":
        """Return the same for some rows."""
        part = copy(self)
        part._rows, part._crews = rows, tuple(crew.of_rows(rows) for crew in self._crews)
        return part

    def next_due(self, step: int) -> int:
        """Return the next step after this one at which sensors are read."""
        return (step // self._stride + 1) * self._stride

    def act(self, step: int, states: Array, command: Array) -> None:
        """Let all whose time has come read their sensors in these states (row, state), and change the commands."""
        for crew in self._crews:
            crew.act(step, states, command)

    def begin(self) -> None:
        """Forget all that was seen and done."""
        self._noted.clear()
        for crew in self._crews:
            crew.begin()

    def note(self, step: int, command: Array) -> None:
        """Note the commands in force from a step on."""
        self._noted.append((step, self._rows, command.copy()))

    def noted(self, row: int) -> tuple[NDArray[np.int64], Array]:
        """Return the steps at which commands of a run were noted, and these (step, input)."""
        own = [(step, values[row - rows.start]) for step, rows, values in self._noted if rows.start <= row < rows.stop]
        return np.array([step for step, _ in own], np.int64), np.array([command for _, command in own])


def _alike(simulations: "Sequence[Simulation]") -> list[NDArray[np.int64]]:
    """Return the numbers of simulations in groups in which planners see and decide by the same numbers."""
    groups: list[tuple[tuple[Any, ...], list[int]]] = []
    for number, simulation in enumerate(simulations):
        known = _known_to_planners(simulation.scenario)
        group = next((rows for other, rows in groups if other == known), None)
        if group is None:
            groups.append((known, [number]))
        else:
            group.append(number)
    return [np.array(rows, np.int64) for _, rows in groups]


def _known_to_planners(scenario: Scenario) -> tuple[Any, ...]:
    """Return all that planners and what they learned hang on: not where vehicles and obstacles are."""
    moving = {"at": (0.0, 0.0, 0.0), "path": None, "path_file": None, "walk": None}
    lamps = {name: lamp.model_copy(update=moving) for name, lamp in scenario.world.lamps.items()}
    obstacles = {name: each.model_copy(update=moving) for name, each in scenario.world.obstacles.items()}
    vehicles = {
        name: placed.vehicle.model_copy(update={"run": None, "gaits": None, "planners": None})
        for name, placed in scenario.vehicles.items()
    }
    world = scenario.world.model_copy(update={"lamps": lamps, "obstacles": obstacles})
    return vehicles, world, scenario.water, scenario.step, scenario.integrator


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
