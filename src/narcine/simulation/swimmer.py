"""One vehicle that swims many actions side by side, alone in open water."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil, floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.description.scenario import PlacedVehicle
from narcine.description.world import World
from narcine.planning.actions import AMPLITUDE, FREQUENCY, STEERED, TURN
from narcine.simulation.batch import roll_rows
from narcine.simulation.beats_of_rows import Tracks, earlier, joined, latest, speed_over
from narcine.simulation.integrators import Integrator
from narcine.simulation.planners import actions_of, asked
from narcine.simulation.schedule import command_table
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

SETTLING = 10.0
"""Time (s) after which it is looked whether all swim steadily."""
LONGEST_SETTLING = 60.0
STEADY = 0.01
"""Change of speed over half of that time, over the largest speed, below which a swim is steady."""
SAMPLES_OF_A_BEAT = 32
"""Samples of the fastest beat: its means are then good to about a thousandth of its amplitude."""
ROWS_AT_ONCE = 1024

Numbers = NDArray[np.int64]
Progress = Callable[[float], None]


class Rows(NamedTuple):
    """Runs side by side: their states, and the tracks that led there."""

    states: Array
    tracks: Tracks


def open_water(simulation: Simulation, name: str) -> Simulation:
    """Return the vehicle alone in calm water without bounds, its tail beating straight on, and nothing that plans."""
    scenario = simulation.scenario
    vehicle = scenario.vehicles[name].vehicle
    record = asked(vehicle)
    amplitude, frequency, turn = next(each for each in actions_of(vehicle, record) if each[TURN] == 0.0)
    assert vehicle.gait is not None
    gait = vehicle.gait.model_copy(update={"amplitude": amplitude, "frequency": frequency, "turn": turn})
    alone = vehicle.model_copy(update={"gait": gait, "gaits": {}, "planner": None, "planners": {}})
    still = {"current": (0.0, 0.0, 0.0), "current_profile": None, "current_history": None, "current_response": None}
    surface = "calm" if scenario.water.has_surface else "none"
    commands = {key: value for key, value in vehicle.run.commands.items() if not key.startswith("gait.")}
    changes = {
        "name": vehicle.name,
        "vehicles": {vehicle.name: PlacedVehicle.model_construct(vehicle=alone, start=vehicle.run.start)},
        "water": scenario.water.model_copy(update={**still, "waves": None, "surface": surface}),
        "world": World(),
        "formulation": "reduced",
        "commands": commands,
        "events": (),
        "couplings": {},
        "clusters": {},
    }
    return Simulation(replace(simulation.description, scenario=scenario.model_copy(update=changes)))


class Swimmer:
    """One vehicle that swims many actions side by side."""

    def __init__(self, simulation: Simulation, actions: Array, period: float) -> None:
        self.model = simulation.model
        self.actions = actions
        self.step = simulation.scenario.step
        self.integrator = Integrator.named(simulation.scenario.integrator)
        self.longest_beat = 1.0 / float(actions[:, FREQUENCY].min())
        self.period_steps = round(period / self.step)
        self.every = _divisor(self.period_steps, 1.0 / actions[:, FREQUENCY].max() / SAMPLES_OF_A_BEAT / self.step)
        _, values = command_table(simulation.scenario, self.model, self.step)
        self._commands = values[0]
        names = [each.name for each in self.model.inputs]
        self._inputs = [names.index(f"gait.{each}") for each in STEERED]
        self._north = next(k for k, each in enumerate(self.model.state_names) if each.endswith(".north"))

    def settled(self, chosen: Numbers, note: Progress) -> Rows:
        """Return rows that have swum one action each from rest until all swim steadily, and their last seconds."""
        states = np.repeat(self.model.initial_state[None], len(chosen), axis=0)
        steps = floor(SETTLING / self.step / self.every) * self.every
        beat = 1.0 / self.actions[chosen, FREQUENCY]
        swum, span = 0.0, 0.4 * SETTLING
        while True:
            rows = self.swum(states, chosen, steps)
            states, swum = rows.states, swum + SETTLING
            note(SETTLING * len(chosen))
            late, early = (speed_over(each, beat, span) for each in (rows.tracks, earlier(rows.tracks, span)))
            if np.all(np.abs(late - early) <= STEADY * late.max()) or swum >= LONGEST_SETTLING:
                return rows

    def followed(self, before: Rows, parents: Numbers, chosen: Numbers, note: Progress) -> Rows:
        """Return rows that have swum one action each for a period, each from where one of those before stands."""
        tail = latest(before.tracks, self.longest_beat)
        states, tracks = [], []
        for first in range(0, len(chosen), ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            own = parents[part]
            rows = self.swum(before.states[own], chosen[part], self.period_steps)
            past = tail._replace(places=tail.places[own], headings=tail.headings[own])
            states.append(rows.states)
            tracks.append(joined(past, rows.tracks))
            note(self.period_steps * self.step * len(own))
        places = np.concatenate([each.places for each in tracks])
        headings = np.concatenate([each.headings for each in tracks])
        return Rows(np.concatenate(states), tracks[0]._replace(places=places, headings=headings))

    def swum(self, states: Array, chosen: Numbers, steps: int) -> Rows:
        """Return rows that have swum one action each for some steps, and went on with it for half a beat."""
        reached, way = self._rolled(states, chosen, steps)
        on = ceil(0.5 * self.longest_beat / self.step / self.every) * self.every
        _, rest = self._rolled(reached, chosen, on)
        return Rows(reached, self.tracks(np.concatenate([states[:, None], way, rest], axis=1), on * self.step))

    def _rolled(self, states: Array, chosen: Numbers, steps: int) -> tuple[Array, Array]:
        """Return the states that rows reach in some steps, and those on their way."""
        commands = np.repeat(self._commands[None, None], len(chosen), axis=0)
        for column, index in zip((AMPLITUDE, FREQUENCY, TURN), self._inputs, strict=True):
            commands[:, 0, index] = self.actions[chosen, column]
        last, records, sound = roll_rows(
            np.repeat(self.model.parameters[None], len(chosen), axis=0),
            self.model.layout,
            states,
            np.zeros(1, np.int64),
            commands,
            self.integrator,
            self.step,
            steps,
            every=self.every,
            coupled=self.model.coupled,
        )
        if np.any(sound < steps):
            amplitude, frequency, turn = self.actions[chosen[np.argmin(sound)]]
            told = f"{np.degrees(amplitude):.3g} deg, {frequency:.3g} Hz, turn {np.degrees(turn):.3g} deg"
            raise ValueError(f"the action {told} makes the simulation explode; choose a shorter step")
        return last, records

    def tracks(self, states: Array, after: float = 0.0) -> Tracks:
        """Return the tracks that recorded states (row, sample, state) make, which end a time after now."""
        at = self._north
        w, x, y, z = (states[:, :, at + 3 + k] for k in range(4))
        headings = np.unwrap(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)), axis=1)
        return Tracks(self.every * self.step, after, states[:, :, at : at + 2], headings)


def _divisor(steps: int, most: float) -> int:
    """Return the largest divisor of a number of steps that is not larger than asked for, at least 1."""
    return max((each for each in range(1, max(1, floor(most)) + 1) if steps % each == 0), default=1)
