"""The passive helm: a timetable of decisions (004, III-E.2)."""

import math
from collections.abc import Sequence

from narcine.autonomy.bus import Bus
from narcine.autonomy.helm.helm import ALIVE
from narcine.autonomy.helm.legs import Leg

SOURCE = "passive_helm"
INSTEAD = {"depth": "glide_angle", "speed": "thrust"}
"""What a leg takes back when it gives the key: a depth ends gliding at an angle, a speed a fixed thrust."""


class PassiveHelm:
    """Publishes the decisions of each leg when its time has come; what a leg does not say stays as it is."""

    def __init__(self, legs: Sequence[Leg]) -> None:
        self._legs = legs
        self._next = 0

    def decide(self, bus: Bus, mission_time: float) -> None:
        """Publish the legs that have begun since the last call, in order."""
        while self._next < len(self._legs) and mission_time >= self._legs[self._next].start_time - 1e-9:
            self._begin(bus, self._legs[self._next])
            self._next += 1
        bus.publish(ALIVE, True, SOURCE)

    def _begin(self, bus: Bus, leg: Leg) -> None:
        bus.publish("helm_leg", float(self._next + 1), SOURCE)
        if leg.mode:
            bus.publish("vehicle_mode", leg.mode, SOURCE)
        for key, value in leg.decisions.items():
            bus.publish(f"desired_{key}", value, SOURCE)
            other = f"desired_{INSTEAD.get(key, '')}"
            if math.isfinite(bus.number(other)):
                bus.publish(other, math.nan, SOURCE)
        for key, value in leg.gains.items():
            bus.publish(f"gain.{key}", value, SOURCE)
