"""Repeating a run from its input log, and comparing it with the states that the log keeps."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narcine.description.fastening import fastenings
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import suggestion
from narcine.simulation.arithmetic import arithmetic, arithmetic_differences
from narcine.simulation.failure import RunStopped
from narcine.simulation.log_reading import Entry, LoggedRun
from narcine.simulation.memory import check_memory
from narcine.simulation.simulation import Simulation
from narcine.simulation.stepper import Stepper
from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class Difference:
    """The state that is farthest off at a checkpoint."""

    step: int
    time: float
    state: str
    logged: float
    repeated: float
    size: float
    """over the largest value of this state in the log, or over 1 where it is smaller"""


@dataclass(frozen=True)
class Replay:
    """A run that was repeated, and how it compares."""

    run: Stepper
    checkpoints: int
    elsewhere: tuple[str, ...]
    """in words, what of the arithmetic is not as it was; only where nothing is, all bits must be the same"""
    differences: tuple[Difference, ...]
    """of each checkpoint whose bits are not all the same"""
    stopped: RunStopped | None
    """why it could not be repeated to its end"""

    @property
    def identical(self) -> bool:
        """Whether all checkpoints are the same bit for bit."""
        return not self.differences and self.stopped is None

    @property
    def largest(self) -> Difference | None:
        """The largest difference of all checkpoints."""
        return max(self.differences, key=lambda each: each.size, default=None)

    def first_beyond(self, tolerance: float) -> Difference | None:
        """Return the first difference that is larger than a tolerance."""
        return next((each for each in self.differences if not each.size <= tolerance), None)

    def agrees(self, tolerance: float) -> bool:
        """Say whether it is the same: bit for bit where the arithmetic is, else within a tolerance."""
        if self.elsewhere:
            return self.stopped is None and self.first_beyond(tolerance) is None
        return self.identical


def logged_simulation(log: LoggedRun) -> Simulation:
    """Return the simulation that a log describes, once all its lines fit to it."""
    try:
        simulation = Simulation(log.header["description"])
        model = simulation.model
    except DescriptionError as error:
        place = Place(log.file, 1, 1)
        problems = [Problem(("description", *each.path), each.message, place, each.value) for each in error.problems]
        raise DescriptionError(problems) from None
    inputs, couplings = [each.name for each in model.inputs], list(fastenings(simulation.scenario))
    for entry in log.entries:
        named = ((name, inputs, "input") for name in entry.set)
        docked = ((name, couplings, "coupling") for name in (entry.dock, entry.undock) if name is not None)
        for name, known, kind in (*named, *docked):
            if name not in known:
                there_are = f"there are {', '.join(known) or 'none'}"
                log.refuse(entry.line, f"there is no {kind} {name!r}{suggestion(name, known)}; {there_are}")
        if entry.state is not None and len(entry.state) != model.states:
            log.refuse(entry.line, f"must have {model.states} numbers, has {len(entry.state)}", ("state",))
    return simulation


def replay(log: LoggedRun, simulation: Simulation, progress: Callable[[float], None] | None = None) -> Replay:
    """Repeat the run of a log; `progress` is told the fraction done."""
    step, every = log.header["step"], log.header["every"]
    try:
        run = simulation.start(step, log.header["integrator"], every * step)
    except ValueError as error:
        log.refuse(1, str(error))
    check_memory(run.model, log.steps // every)
    run.forget_schedule()
    reached: list[tuple[Entry, Array]] = []
    stopped = None
    try:
        for entry in log.entries:
            run.step(entry.step - run.steps)
            _act(log, entry, run)
            if entry.state is not None:
                reached.append((entry, run.state.copy()))
            if entry.ended is not None:
                run.keep_now()
            if progress is not None:
                progress(entry.step / max(1, log.steps))
        run.keep_now()
    except RunStopped as failure:
        stopped = failure
    elsewhere = arithmetic_differences(log.header["arithmetic"], arithmetic(run.model))
    return Replay(run, len(reached), tuple(elsewhere), _compare(reached, run), stopped)


def _act(log: LoggedRun, entry: Entry, run: Stepper) -> None:
    """Do to a run what a line of its log says."""
    for name, value in entry.set.items():
        run.command[name] = value
    try:
        if entry.dock is not None:
            run.dock(entry.dock)
        if entry.undock is not None:
            run.undock(entry.undock)
    except ValueError as error:
        log.refuse(entry.line, str(error))


def _compare(reached: list[tuple[Entry, Array]], run: Stepper) -> tuple[Difference, ...]:
    """Return the worst state of each checkpoint that is not the same bit for bit."""
    if not reached:
        return ()
    logged = np.array([entry.state for entry, _ in reached])
    repeated = np.array([state for _, state in reached])
    scale = np.fmax(1.0, np.nanmax(np.abs(logged), axis=0, initial=0.0))
    with np.errstate(invalid="ignore"):
        sizes = np.abs(repeated - logged) / scale
    same = logged.view(np.int64) == repeated.view(np.int64)
    sizes = np.where(same, -1.0, np.where(np.isnan(sizes), np.inf, sizes))
    found = []
    for (entry, _), there, here, row in zip(reached, logged, repeated, sizes, strict=True):
        k = int(np.argmax(row))
        if row[k] >= 0.0:
            time, name = entry.step * run.step_size, run.model.state_names[k]
            found.append(Difference(entry.step, time, name, float(there[k]), float(here[k]), float(row[k])))
    return tuple(found)
