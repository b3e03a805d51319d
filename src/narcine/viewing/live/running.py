"""A simulation under way in its own thread: paced by the clock, steered by commands that come at any time."""

import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from math import isfinite
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from narcine.simulation.failure import RunStopped
from narcine.simulation.piloting import Pilots, is_piloted
from narcine.simulation.simulation import SAVED, Simulation
from narcine.simulation.stepper import Stepper
from narcine.spatial.vectors import Array

if TYPE_CHECKING:
    import xarray

Answer = TypeVar("Answer")
Sample = tuple[float, Array, Array]
"""time, state and commands"""

TICK = 0.008
"""Time between looks at the clock (s)."""
LONGEST_DEBT = 0.25
"""Time (s) by which the simulation may trail the clock before it is let trail."""
MOST_RECORDS = 100_000
"""Records that are kept: the last half hour at the usual 20 ms."""
PACE_WINDOW = 0.5
"""Time (s) over which the pace is taken."""
ROUNDING = 1e-9
LONGEST_CALL = 0.02
"""Time (s) that one call of the engine may take, so that commands and pauses act at once."""


class Live:
    """A run that goes on by itself; whoever looks at it or steers it does not hold it up."""

    def __init__(self, simulation: Simulation, log: Callable[[], Path] | None = None, paused: bool = False) -> None:
        self.simulation = simulation
        self.model = simulation.model
        self.speed = 1.0
        """simulated time over the clock's"""
        self.paused = paused
        self.failure = ""
        """why the run cannot go on, if it cannot"""
        self.pace = 0.0
        """what became of `speed` lately"""
        self._log = log
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._single = 0
        self._stopping = threading.Event()
        self._by_hand: dict[str, float] = {}
        self._clock = time.perf_counter()
        self._owed = 0.0
        self._unpaced = 0.0
        self._most = 1
        self.planner_steers = is_piloted(simulation.scenario)
        """whether planners are at the helm; else what is commanded by hand holds"""
        self._pilots: Pilots | None = None
        self._run = self._begin()
        self.sample: Sample = self._sampled()
        self._thread = threading.Thread(target=self._go_on, name="simulation", daemon=True)
        self._thread.start()

    @property
    def is_under_way(self) -> bool:
        """Whether it goes on by itself now."""
        return not (self.paused or self.failure or self._stopping.is_set())

    @property
    def by_hand(self) -> dict[str, float]:
        """What was commanded since it was made (SI), by input."""
        return dict(self._by_hand)

    def _begin(self) -> Stepper:
        run = self.simulation.start()
        self._pilots = run.pilots
        if not self.planner_steers:
            run.pilots = None
        run.command.update(self._by_hand)
        if self._log is not None:
            run.log_inputs(self._log())
        return run

    def _sampled(self) -> Sample:
        return self._run.time, self._run.state.copy(), self._run.command.values_array.copy()

    def command(self, name: str, value: float) -> None:
        """Command an input from the next step on."""
        if name not in self._run.command or not isfinite(value):
            raise ValueError(f"{name} = {value} is no command of this run")

        def wish() -> None:
            self._by_hand[name] = value
            self._run.command[name] = value

        self._wishes.put(wish)

    def let_planner_steer(self, steers: bool) -> None:
        """Leave the helm to planners, or take it from them; what they last said stays until a hand changes it."""

        def wish() -> None:
            if steers and not self.planner_steers and self._pilots is not None:
                self._pilots.begin()  # what it saw and did before hands took over is past
            self.planner_steers = steers
            self._run.pilots = self._pilots if steers else None

        self._wishes.put(wish)

    def step(self, count: int = 1) -> None:
        """Pause, and take some steps; a run that has failed takes none."""

        def wish() -> None:
            self.paused = True
            self._single += 0 if self.failure else count

        self._wishes.put(wish)

    def halt(self) -> Array:
        """Pause between two steps, and return the state."""

        def wish() -> Array:
            self.paused = True
            return self._run.state.copy()

        return self.ask(wish).result()

    def reset(self) -> None:
        """Begin again; what was commanded by hand stays so, what the scenario schedules begins anew."""

        def wish() -> None:
            if self._stopping.is_set():
                raise RuntimeError("the run has ended")
            with suppress(OSError):
                self._run.close_log()
            self._run = self._begin()
            self.failure = ""

        self.ask(wish).result()

    def ask(self, question: Callable[[], Answer]) -> "Future[Answer]":
        """Have something done between two steps; the Future holds what it returns or raises."""
        answer: Future[Answer] = Future()

        def wish() -> None:
            try:
                answer.set_result(question())
            except BaseException as error:
                answer.set_exception(error)

        self._wishes.put(wish)
        if self._stopping.is_set():
            self._thread.join()
            self._grant()
        return answer

    def recorded(self) -> "xarray.Dataset":
        """Return what was recorded so far; the simulation goes on meanwhile."""
        run = self.ask(lambda: self._run.standing()).result()
        return run.dataset(f"{SAVED} {run.time:g} s")

    def stop(self) -> None:
        """End the run."""
        self._stopping.set()
        self._thread.join()
        self._grant()
        with suppress(OSError):
            self._run.close_log()

    def _go_on(self) -> None:
        while not self._stopping.wait(TICK):
            try:
                self._catch_up()
            except Exception as error:
                traceback.print_exc()
                self.failure = f"{type(error).__name__}: {error}"

    def _catch_up(self) -> None:
        """Grant what was wished, and take the steps that the clock is ahead by."""
        self._grant()
        now = time.perf_counter()
        passed, self._clock = now - self._clock, now
        self._unpaced += passed
        idle = self.paused or bool(self.failure)
        self._owed = 0.0 if idle else min(self._owed + passed * self.speed, LONGEST_DEBT * self.speed)
        h = self._run.step_size
        steps = min(int(self._owed / h + ROUNDING), self._most) + self._single
        self._single = 0
        if steps == 0:
            return
        took = self._advance(steps)
        self._owed = max(self._owed - steps * h, 0.0)
        self.pace += min(self._unpaced / PACE_WINDOW, 1.0) * (steps * h / self._unpaced - self.pace)
        self._unpaced = 0.0
        self._most = max(1, min(2 * self._most, int(LONGEST_CALL / took * steps)))

    def _grant(self) -> None:
        with suppress(Empty):
            while True:
                self._wishes.get_nowait()()
        self.sample = self._sampled()

    def _advance(self, steps: int) -> float:
        """Step, and return the time that it took."""
        started = time.perf_counter()
        try:
            self._run.step(steps)
        except RunStopped as stopped:
            self.failure = str(stopped)
        except OSError as error:
            self.failure = f"the log of inputs cannot be written: {error.strerror or error}"
        if len(self._run) > MOST_RECORDS:
            self._run.forget(MOST_RECORDS * 9 // 10)
        self.sample = self._sampled()
        return max(time.perf_counter() - started, 1e-9)
