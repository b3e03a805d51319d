"""The mission manager: states of a mission and its safety envelope (004, III-E.1).

    idle -> waiting -> countdown -> executing -> ended
              |          |            +--> safe
              +----------+---------------> safe

The motor is armed in `executing` alone, and in `safe` while the vehicle comes up under power. A rule that is broken
ends the mission for good; only a graver safe mode (`stop`) follows on `surface`.
"""

import math
from typing import TYPE_CHECKING, NamedTuple

from narcine.autonomy.bus import Bus
from narcine.autonomy.frontseat.rules import Watch

if TYPE_CHECKING:
    from narcine.description.frontseat import Rules

SOURCE = "frontseat"
COUNTDOWN = 10.0
"""Seconds before actuators engage in which the strobe says so."""
IDLE, WAITING, COUNTING, EXECUTING, ENDED, SAFE = "idle", "waiting", "countdown", "executing", "ended", "safe"
SURFACE, STOP = "surface", "stop"
ROUNDING = 1e-9


class Cruise(NamedTuple):
    """What holds for one mission, in seconds after its launch."""

    start_delay: float
    """before which the motor does not start"""
    end_time: float
    """at which the helm's lease ends"""
    cruise_depth: float | None = None
    """beyond which the vehicle may not go in these waters (m)"""


class Manager:
    """Goes from state to state; publishes `frontseat_state`, `safe_mode`, `safe_reason` and `leds`."""

    def __init__(self, rules: "Rules", bus: Bus) -> None:
        self._rules = rules
        self._bus = bus
        self._launched = math.nan
        self._cruise = Cruise(math.inf, math.inf)
        self._watch: Watch | None = None
        self._safe_since = math.nan
        self.safe_mode = ""
        """surface or stop; nothing while all is well"""
        self.reason = ""
        """of the first safe mode, and of the graver one that followed"""
        self.state = ""
        self._enter(IDLE)

    @property
    def mission_time(self) -> float:
        """Seconds since the launch."""
        return self._bus.time - self._launched

    @property
    def leases(self) -> bool:
        """Whether the helm has control."""
        return self.state == EXECUTING

    @property
    def surfacing(self) -> bool:
        """Whether the vehicle comes up under power."""
        return self.state == SAFE and self.safe_mode == SURFACE

    @property
    def armed(self) -> bool:
        """Whether the motor may turn."""
        return self.leases or self.surfacing

    @property
    def over(self) -> bool:
        """Whether the mission is over and actuators are secured."""
        return self.state == ENDED or (self.state == SAFE and self.safe_mode == STOP)

    def launch(self, cruise: Cruise) -> None:
        """Begin a mission."""
        if self.state != IDLE:
            raise ValueError(f"a mission is launched from {IDLE}, not from {self.state}")
        if not 0.0 <= cruise.start_delay < cruise.end_time:
            raise ValueError(
                f"a mission ends after it starts: start_delay {cruise.start_delay:g} s, end_time {cruise.end_time:g} s"
            )
        self._cruise = cruise
        self._launched = self._bus.time
        self._watch = Watch(self._rules, cruise.cruise_depth, self._bus.time)
        self._enter(WAITING)
        self._go_on()

    def update(self, helm_lost: str = "") -> None:
        """Go on to the state of this time; `helm_lost` says why the helm has lost its lease."""
        if self._watch is None or self.over:
            return
        under_way = self.leases or self.surfacing
        for breach in self._watch.breaches(self._bus, under_way):
            self.break_off(breach.rule, breach.reason)
        if helm_lost and self.leases:
            self.break_off("helm", helm_lost)
        if self.surfacing:
            self._come_up()
        else:
            self._go_on()

    def break_off(self, rule: str, reason: str) -> None:
        """Enter the safe mode of a rule; one that is entered stays, unless this is a graver one."""
        under_way = self.leases or self.surfacing
        mode = getattr(self._rules.safe_modes, rule) if under_way else STOP
        if self.over or (self.state == SAFE and mode == self.safe_mode):
            return
        if self.state == SAFE and mode == SURFACE:
            return
        self.reason = f"{self.reason}; {rule}: {reason}" if self.reason else f"{rule}: {reason}"
        self._make_safe(mode)

    def _go_on(self) -> None:
        """Go on by the clock."""
        time = self.mission_time + ROUNDING
        if self.state == WAITING and time >= self._cruise.start_delay - COUNTDOWN:
            self._enter(COUNTING)
        if self.state == COUNTING and time >= self._cruise.start_delay:
            self._enter(EXECUTING)
        if self.state == EXECUTING and time >= self._cruise.end_time:
            self._enter(ENDED)

    def _come_up(self) -> None:
        """Stop the motor when the vehicle is up, or when it should long have been."""
        surfacing = self._rules.surfacing
        up = self._bus.number("depth", self._rules.silence) <= surfacing.depth
        late = self._bus.time - self._safe_since >= surfacing.time
        if up or late:
            self.reason += "; up" if up else f"; not up after {surfacing.time:g} s"
            self._make_safe(STOP)

    def _make_safe(self, mode: str) -> None:
        self.safe_mode = mode
        self._safe_since = self._bus.time
        self._bus.publish("safe_mode", mode, SOURCE)
        self._bus.publish("safe_reason", self.reason, SOURCE)
        if self.state != SAFE:
            self._enter(SAFE)

    def _enter(self, state: str) -> None:
        self.state = state
        self._bus.publish("frontseat_state", state, SOURCE)
        self._bus.publish("leds", "off" if state == IDLE else state, SOURCE)
