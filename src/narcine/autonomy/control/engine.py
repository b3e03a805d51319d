"""The control engine: correctives in heading, pitch, roll and thrust from what is desired and measured (004, III-G.1).

Heading, roll and speed have one loop each. The depth loop makes a desired pitch, and the pitch loop follows it; a
desired glide angle stands in its place. Each mode of the vehicle has a set of loops of its own.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from narcine.autonomy.bus import Bus, Entry
from narcine.autonomy.control.commands import Commands, Correctives, Situation
from narcine.autonomy.control.loops import LOOPS, Loops
from narcine.autonomy.control.pid import TERMS

if TYPE_CHECKING:
    from narcine.description.frontseat import Control, Mode

SOURCE = "control_engine"
HORIZONTAL = 1e-6
"""Smallest cosine of the pitch angle: rates of heading and roll are not defined with the nose straight up."""


class ControlEngine:
    """Sets of loops, one for each mode, of which the one runs that the commands name.

    `drives` says by which kind of actuators each mode is driven. On a change of mode loops start anew; where the new
    mode is driven alike, the integrals, which hold the trim of the vehicle, go with it, so that the output goes on as
    far as the gains let it. Elsewhere they start at none, for the trim of an elevator is none of a sliding mass.
    """

    def __init__(
        self, control: "Control", modes: "Mapping[str, Mode]", bus: Bus, drives: Mapping[str, str] | None = None
    ) -> None:
        self._bus = bus
        self._modes = modes
        self._drives = drives or {}
        self._stale = control.stale
        self._sets = {name: Loops(mode) for name, mode in modes.items()}
        self.mode = next(iter(modes))
        self._loops = self._sets[self.mode]
        self._changes: list[Callable[[], None]] = []
        bus.subscribe(self._change_gain, *(f"gain.{loop}_{term}" for loop in LOOPS for term in TERMS))
        if control.gain_changes == "leg":
            bus.subscribe(self._restore_gains, "helm_leg")

    def update(self, commands: Commands, period: float) -> tuple[Correctives, Situation]:
        """Return the correctives, and publish them; what is not known or not asked for is left alone."""
        bus, stale = self._bus, self._stale
        self.change_mode(commands.mode or next(iter(self._sets)))
        for change in self._changes:
            change()
        self._changes.clear()
        loops = self._loops
        roll, pitch = bus.number("roll", stale), bus.number("pitch", stale)
        heading, depth = bus.number("heading", stale), bus.number("depth", stale)
        roll_rate, pitch_rate, heading_rate = self._rates(roll, pitch)
        desired_pitch, depth_corrective = commands.glide_angle, math.nan
        if not math.isfinite(desired_pitch) and math.isfinite(commands.depth):
            depth_corrective = desired_pitch = -loops.depth.update(commands.depth, depth, period)
        correctives = Correctives(
            heading=loops.heading.update(commands.heading, heading, period, heading_rate),
            pitch=loops.pitch.update(desired_pitch, pitch, period, pitch_rate),
            roll=loops.roll.update(0.0, roll, period, roll_rate),
            thrust=self._thrust(commands, period),
        )
        situation = Situation(self.mode, roll, loops.heading.error(commands.heading, heading), desired_pitch, period)
        bus.publish("heading_error", situation.heading_error, SOURCE)
        bus.publish("heading_corrective", correctives.heading, SOURCE)
        bus.publish("depth_corrective", depth_corrective, SOURCE)
        bus.publish("desired_pitch", desired_pitch, SOURCE)
        bus.publish("pitch_corrective", correctives.pitch, SOURCE)
        bus.publish("roll_corrective", correctives.roll, SOURCE)
        bus.publish("thrust_corrective", correctives.thrust, SOURCE)
        return correctives, situation

    def change_mode(self, mode: str) -> None:
        """Go over to the loops of a mode, as the class says."""
        if mode == self.mode:
            return
        alike = self._drives.get(mode) == self._drives.get(self.mode)
        before, self._loops, self.mode = self._loops, self._sets[mode], mode
        for old, new in zip(before, self._loops, strict=True):
            new.reset(old.integral if alike else 0.0)

    def rest(self) -> None:
        """Forget what the loops hold: nothing is controlled."""
        for loop in self._loops:
            loop.reset()

    def _thrust(self, commands: Commands, period: float) -> float:
        """Return the share of full thrust: as commanded, or the factor times the speed and what the loop adds."""
        if math.isfinite(commands.thrust):
            return min(max(commands.thrust, 0.0), 1.0)
        if not math.isfinite(commands.speed):
            return 0.0
        speed = self._bus.number("speed", self._stale)
        share = self._loops.speed_factor * commands.speed + self._loops.speed.update(commands.speed, speed, period)
        return min(max(share, 0.0), 1.0)

    def _rates(self, roll: float, pitch: float) -> tuple[float, float, float]:
        """Return the rates of roll, pitch and heading angle: body rates through the inverse of Euler's matrix."""
        bus, stale = self._bus, self._stale
        p, q, r = bus.number("roll_rate", stale), bus.number("pitch_rate", stale), bus.number("yaw_rate", stale)
        if not (math.isfinite(roll) and math.isfinite(pitch)) or abs(math.cos(pitch)) < HORIZONTAL:
            return p, q, r
        turning = (q * math.sin(roll) + r * math.cos(roll)) / math.cos(pitch)
        return p + math.sin(pitch) * turning, q * math.cos(roll) - r * math.sin(roll), turning

    def _change_gain(self, name: str, entry: Entry) -> None:
        """Set a gain of the mode that runs from the next update on; one that is no gain is refused."""
        gain = entry.value
        if not isinstance(gain, float) or not math.isfinite(gain) or gain < 0.0:
            self._bus.publish("control_notice", f"{name} = {gain!r} is no gain; it stays as it is", SOURCE)
            return
        loop, _, term = name.removeprefix("gain.").rpartition("_")
        self._changes.append(lambda: setattr(getattr(self._loops, loop), term, gain))

    def _restore_gains(self, _: str, __: Entry) -> None:
        """Set all gains back to those of the settings: a leg begins, whose own changes come after this."""
        for name, loops in self._sets.items():
            self._changes.append(partial(loops.restore, self._modes[name]))
