"""A trial as the fit sees it: what drives the model, how it starts, and what was measured at which times."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from narcine.identification.columns import refuse_file
from narcine.identification.fitting.glimpse import glimpse
from narcine.identification.fitting.measured import Group, groups_of
from narcine.identification.fitting.start import KNOWN, Start, around, fixed, loose_start, told_state
from narcine.identification.fitting.trial import Trial, commanded
from narcine.identification.motion.motion import Motion
from narcine.simulation.model import Model
from narcine.simulation.schedule import coupling_events
from narcine.simulation.simulation import Simulation
from narcine.simulation.visiting import Leg, legs
from narcine.spatial.vectors import Array

PIECE = 4.0
"""Length of the pieces (s) into which runs are cut far from the solution: vehicles swing and speed up within some
seconds, and errors of a wrong model do not add up to turns of the vehicle in that time."""
SHORTEST = 10
"""Samples that a piece has at least."""


@dataclass(frozen=True)
class Experiment:
    """A trial, ready to be simulated."""

    name: str
    simulation: Simulation
    """with its first commands"""
    times: Array
    """of the samples, from the first on (s)"""
    changes: Array
    commands: Array
    """(change, input), each in force from its time on"""
    link: int
    """that was measured"""
    groups: tuple[Group, ...]
    start: Start
    motion: Motion
    sampled: bool
    """whether its commands are known at the times of samples alone"""
    route: tuple[Leg, ...]
    """of the simulated run, through all samples and commands"""

    @property
    def model(self) -> Model:
        """The model that everything but numbers comes from."""
        return self.simulation.model

    def until(self, end: float) -> "Experiment":
        """Return its beginning."""
        return self._part(0, max(2, int(np.searchsorted(self.times, end, side="right"))), self.start)

    def stepped(self, longest: float) -> "Experiment":
        """Return the same with steps of another length at most (s)."""
        return replace(self, route=tuple(legs(self.times, self.changes, longest)))

    def pieces(self, states: Array, loose: bool) -> "list[Experiment]":
        """Return it cut into pieces that start as measured, or near it.

        What was not measured then comes from simulated states.
        """
        count = max(1, round(float(self.times[-1]) / PIECE))
        bounds = np.unique(np.searchsorted(self.times, np.linspace(0.0, self.times[-1], count + 1)))
        found = []
        for first, last in pairwise(bounds):
            if last + 1 - first >= SHORTEST:
                told = glimpse(self.motion, float(self.motion.time[first]))
                state = told_state(self.model, states[first], self.link, told)
                start = around(self.model, self.link, state) if loose else fixed(state)
                found.append(self._part(int(first), int(last) + 1, start))
        return found

    def _part(self, first: int, last: int, start: Start) -> "Experiment":
        times = self.times[first:last]
        groups = tuple(replace(each, values=each.values[first:last]) for each in self.groups)
        longest = max(leg.step for leg in self.route)
        route = tuple(legs(times, self.changes, longest))
        return replace(self, times=times, groups=groups, start=start, route=route)


def experiment_of(
    trial: Trial,
    simulation: Simulation,
    measured: Sequence[str] | None,
    known_start: bool,
    vehicle: str | None = None,
    body: str | None = None,
) -> Experiment:
    """Return the experiment of a trial, or say why it cannot be fitted."""
    motion = trial.motion
    if len(motion.time) < 3:
        raise refuse_file(motion.file, f"has {len(motion.time)} samples; a run has 3 at least")
    if not known_start and simulation.coupled:
        message = "bodies that couplings hold together cannot start anywhere; let them start as in the file"
        raise refuse_file(motion.file, f"{message} (--start known)")
    names = list(simulation.scenario.vehicles)
    if vehicle is None and body is None and len(names) > 1:
        message = f"the model has several vehicles; name one with --vehicle: {', '.join(names)}"
        raise refuse_file(motion.file, message)
    started, changes, commands = commanded(simulation, trial)
    model = started.model
    if coupling_events(started.scenario, started.scenario.step):
        raise refuse_file(motion.file, "couplings that take hold or let go on the way cannot be fitted")
    try:
        link = measured_link(model, vehicle, body)
        groups = groups_of(motion, model, measured)
    except ValueError as error:
        raise refuse_file(motion.file, str(error)) from None
    if not groups:
        raise refuse_file(motion.file, "nothing was measured: it has neither poses nor rates nor joints")
    times = motion.time - motion.time[0]
    start = KNOWN if known_start else loose_start(model, link, glimpse(motion, float(motion.time[0])))
    route = tuple(legs(times, changes, started.scenario.step))
    return Experiment(
        motion.source, started, times, changes, commands, link, groups, start, motion, trial.sampled, route
    )


def measured_link(model: Model, vehicle: str | None, body: str | None) -> int:
    """Return the link that was measured: a named body, or the root of a vehicle."""
    if body is not None:
        found = [each.link for each in model.bodies if each.name == body]
        if not found:
            raise ValueError(f"the model has no body {body!r}; it has {', '.join(b.name for b in model.bodies)}")
        return found[0]
    names = [each.name for each in model.vehicles]
    if vehicle is not None and vehicle not in names:
        raise ValueError(f"the model has no vehicle {vehicle!r}; it has {', '.join(names)}")
    return model.vehicles[0 if vehicle is None else names.index(vehicle)].root
