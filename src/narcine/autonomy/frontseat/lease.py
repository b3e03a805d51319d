"""The lease of control: what a helm asks for reaches the control engine only while it is fresh and within bounds.

What is refused leaves the last that was allowed in force. A helm that is silent, or asks for something that it may not,
for longer than the lease, has lost it.
"""

import math
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from narcine.autonomy.bus import Bus
from narcine.autonomy.control.commands import Commands
from narcine.autonomy.helm.helm import ALIVE

if TYPE_CHECKING:
    from narcine.description.frontseat import Rules

SOURCE = "frontseat"
STEEPEST = math.radians(85.0)
OPTIONAL = ("glide_angle", "thrust")
"""What may be no number: it is not asked for then."""


class Lease:
    """Holds the commands that are allowed."""

    def __init__(self, rules: "Rules", modes: Collection[str], deepest: float, granted: float) -> None:
        self._rules = rules
        self._modes = modes
        self._bounds = {
            "heading": (-2.0 * math.pi, 2.0 * math.pi),
            "speed": (0.0, math.inf),
            "depth": (0.0, deepest),
            "glide_angle": (-STEEPEST, STEEPEST),
            "thrust": (0.0, 1.0),
        }
        self._granted = granted
        self._allowed = Commands()
        self._refused: dict[str, tuple[float, str]] = {}
        """since when and why, by what was asked for"""

    def commands(self, bus: Bus) -> Commands:
        """Return what the helm may have at this time."""
        changes: dict[str, Any] = {}
        for key, (lowest, highest) in self._bounds.items():
            entry = bus.latest(f"desired_{key}")
            if entry is None or entry.time < self._granted:
                continue
            value = entry.value
            none = isinstance(value, float) and math.isnan(value) and key in OPTIONAL
            if none or (isinstance(value, float) and lowest <= value <= highest and math.isfinite(value)):
                changes[key] = value
                self._refused.pop(key, None)
            else:
                self._refuse(bus, key, value, f"from {lowest:.4g} to {highest:.4g}")
        mode = bus.latest("vehicle_mode")
        if mode is not None and mode.time >= self._granted:
            if mode.value in self._modes:
                changes["mode"] = mode.value
                self._refused.pop("mode", None)
            else:
                self._refuse(bus, "mode", mode.value, f"one of {', '.join(self._modes)}")
        self._allowed = self._allowed._replace(**changes)
        return self._allowed

    def lost(self, bus: Bus) -> str:
        """Return why the lease is lost; nothing while it lasts."""
        lease = self._rules.lease
        alive = bus.latest(ALIVE)
        heard = max(alive.time, self._granted) if alive is not None else self._granted
        if bus.time - heard > lease:
            return f"the helm has been silent for {bus.time - heard:.3g} s"
        for since, why in self._refused.values():
            if bus.time - since > lease:
                return why
        return ""

    def _refuse(self, bus: Bus, key: str, value: object, allowed: str) -> None:
        if key not in self._refused:
            shown = f"{value:.4g}" if isinstance(value, float) else repr(value)
            why = f"{'vehicle_mode' if key == 'mode' else f'desired_{key}'} {shown} refused; allowed: {allowed}"
            self._refused[key] = (bus.time, why)
            bus.publish("lease_notice", why, SOURCE)
