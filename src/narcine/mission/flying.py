"""Flying a mission in software-in-the-loop: physics, instruments and frontseat in one loop on simulation time.

In each tick instruments look, the frontseat reads, decides and moves, and the physics goes on under what it was told.
The order never changes and no clock is asked, so that the same mission twice leaves the same bytes.
"""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from narcine.autonomy.bus import Bus
from narcine.autonomy.frontseat.frontseat import Frontseat
from narcine.autonomy.frontseat.hardware import Hardware
from narcine.autonomy.helm.helm import Helm
from narcine.autonomy.helm.passive import PassiveHelm
from narcine.autonomy.log import Log
from narcine.description.frontseat import BangBangMap
from narcine.mission.flight import Flight, Leg, Surfaces
from narcine.mission.hardware import Sensed, simulated_hardware
from narcine.mission.interrupting import interrupts
from narcine.mission.moment import Moment, look
from narcine.mission.preparing import Prepared
from narcine.mission.recorder import Recorder
from narcine.simulation.failure import RunStopped
from narcine.simulation.memory import check_memory
from narcine.simulation.pace import Pace
from narcine.simulation.simulation import FULL_DURATION
from narcine.simulation.stepper import Stepper

if TYPE_CHECKING:
    import xarray


class Progress(NamedTuple):
    """How far a flight is."""

    time: float
    total: float
    """(s), as planned"""
    state: str
    """of the frontseat"""
    leg: int
    """that is flown, counted from 1; 0 before the first"""


Tell = Callable[[Progress], None]
Devices = Callable[[Hardware], Hardware]
"""Gets the simulated hardware and returns what is flown with."""


class Flown(NamedTuple):
    """What a flight leaves behind."""

    flight: Flight
    run: "xarray.Dataset"
    interrupted: bool


def fly(
    mission: Prepared,
    log: Path,
    pace: Pace | None = None,
    tell: Tell | None = None,
    helm: Helm | None = None,
    devices: Devices | None = None,
) -> Flown:
    """Fly a mission and return what came of it; what is published goes into the file `log`.

    `pace` holds it back to some times real time; `tell` hears of its progress once a second of its time. A `helm` of
    one's own decides in place of the legs; `devices` may put devices of one's own in the place of simulated ones.
    Ctrl-C, and a run that cannot go on, end it; all until then is kept.
    """
    run = mission.simulation.start()
    run.forget_schedule()
    most = _most_ticks(mission)
    check_memory(run.model, most * mission.steps // run.every)
    bus = Bus()
    recorder = Recorder(bus, run.model.vehicles[0].root, most)
    hardware, sensed = simulated_hardware(mission, run)
    began = time.perf_counter()
    failure, interrupted = "", False
    with Log(bus, log), interrupts() as asked:
        frontseat = Frontseat(
            mission.frontseat,
            devices(hardware) if devices is not None else hardware,
            helm if helm is not None else PassiveHelm(mission.legs),
            bus,
        )
        frontseat.launch(mission.cruise)
        loop = _Loop(mission, run, frontseat, recorder, sensed, pace, tell)
        try:
            interrupted = not loop.fly(most, asked)
        except RunStopped as stopped:
            failure = str(stopped)
    run.keep_now()
    if interrupted:
        failure = f"interrupted at t = {run.time:g} s; what was flown is kept"
    ended = _ended(frontseat)
    flight = Flight(
        title=mission.title,
        vehicle=mission.description.vehicle.name,
        course=recorder.course(),
        numbers=recorder.numbers(),
        said=tuple(recorder.said),
        legs=_written(mission) if helm is None else (),
        surfaces=_surfaces(mission),
        bounds=tuple(_bounds(mission)),
        ended=ended,
        failure=failure,
        wall=time.perf_counter() - began,
        settings=mission.description.settings,
    )
    return Flown(flight, run.dataset(failure or (ended if frontseat.manager.over else FULL_DURATION)), interrupted)


class _Loop:
    """The loop of a flight."""

    def __init__(
        self,
        mission: Prepared,
        run: Stepper,
        frontseat: Frontseat,
        recorder: Recorder,
        sensed: list[Sensed],
        pace: Pace | None,
        tell: Tell | None,
    ) -> None:
        self._mission, self._run, self._frontseat, self._recorder = mission, run, frontseat, recorder
        self._pace, self._tell = pace, tell
        self._at_tick = [each.twin for each in sensed if each.early == 0]
        self._early = {
            early: [each.twin for each in sensed if each.early == early]
            for early in sorted({each.early for each in sensed if each.early}, reverse=True)
        }
        """instruments by how many steps before a tick they look, the earliest first"""
        self._told = -math.inf

    def fly(self, most: int, asked: Callable[[], bool]) -> bool:
        """Fly to the end; return false where it was interrupted."""
        follow = math.inf
        for tick in range(most):
            if tick:
                self._go_on()
            self._tick(look(self._run))
            if self._frontseat.manager.over and follow == math.inf:
                follow = self._run.time + self._mission.description.mission.afterwards
            if self._run.time >= follow - 0.5 * self._frontseat.period:
                break
            if asked():
                return False
        return True

    def _tick(self, moment: Moment) -> None:
        for twin in self._at_tick:
            twin.sense(moment)
        self._frontseat.tick(moment.time)
        self._recorder.keep(moment)
        if self._pace is not None:
            self._pace.keep(moment.time)
        if self._tell is not None and moment.time >= self._told + 1.0:
            self._told = moment.time
            cruise, bus = self._mission.cruise, self._frontseat.bus
            leg = bus.number("helm_leg")
            state = self._frontseat.manager.state
            self._tell(Progress(moment.time, cruise.end_time, state, int(leg) if math.isfinite(leg) else 0))

    def _go_on(self) -> None:
        """Let the physics go on to the next tick; instruments that are early look on the way."""
        left = self._mission.steps
        for early, twins in self._early.items():
            self._run.step(left - early)
            left = early
            moment = look(self._run)
            for twin in twins:
                twin.sense(moment)
        self._run.step(left)


def _most_ticks(mission: Prepared) -> int:
    """Return how many ticks a flight takes at most: until the vehicle that surfaces at the last moment is followed."""
    longest = mission.cruise.end_time + mission.frontseat.rules.surfacing.time + mission.description.mission.afterwards
    return math.ceil(longest / mission.frontseat.control.period) + 2


def _ended(frontseat: Frontseat) -> str:
    manager = frontseat.manager
    if manager.state == "safe":
        return f"safe mode {manager.safe_mode}: {manager.reason}"
    return FULL_DURATION if manager.over else f"under way, {manager.state}"


def _written(mission: Prepared) -> tuple[Leg, ...]:
    """Return the legs as they were written, in one line each."""
    lines = mission.description.mission.legs.splitlines()
    ends = [*(leg.line - 1 for leg in mission.legs[1:]), len(lines)]
    return tuple(
        Leg(leg.start_time, " ".join(" ".join(lines[leg.line - 1 : end]).split()))
        for leg, end in zip(mission.legs, ends, strict=True)
    )


def _bounds(mission: Prepared) -> Iterator[str]:
    """Yield the rules of vehicle and cruise in words."""
    rules, cruise = mission.frontseat.rules, mission.cruise
    yield f"motor from {cruise.start_delay:g} s to {cruise.end_time:g} s after the launch"
    for limit, words, unit in (
        (cruise.cruise_depth, "cruise depth at most", "m"),
        (rules.maximum_depth, "depth at most", "m"),
        (rules.minimum_voltage, "voltage at least", "V"),
        (rules.maximum_current, "current at most", "A"),
        (rules.maximum_hull_pressure, "pressure inside at most", "Pa"),
    ):
        if limit is not None:
            yield f"{words} {limit:g} {unit}"


def _surfaces(mission: Prepared) -> Surfaces:
    settings = mission.frontseat.map
    if isinstance(settings, BangBangMap):
        return Surfaces((settings.rudder,), (settings.elevator,))
    fins = settings.fins.surfaces if settings.fins is not None else ()
    rudders = (settings.upper_rudder, settings.lower_rudder)
    return Surfaces(rudders, (settings.port_elevator, settings.starboard_elevator), fins)
