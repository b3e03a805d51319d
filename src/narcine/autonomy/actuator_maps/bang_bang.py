"""A rudder and an elevator that solenoids throw: hard over either way, or neutral (004, II-B)."""

from typing import TYPE_CHECKING

from narcine.autonomy.actuator_maps.outputs import Output
from narcine.autonomy.control.commands import Correctives, Situation

if TYPE_CHECKING:
    from narcine.description.frontseat import BangBangMap as Settings


class Throw:
    """Three positions with a dead band: thrown from `on`, back to neutral below `off`."""

    def __init__(self, on: float, off: float) -> None:
        self.side = 0
        """-1, 0 or 1"""
        self._on, self._off = on, off

    def update(self, corrective: float) -> int:
        """Return the side for a corrective; neutral for one that is no number."""
        if corrective >= self._on:
            self.side = 1
        elif corrective <= -self._on:
            self.side = -1
        elif not self.side * corrective >= self._off:
            self.side = 0
        return self.side


class BangBangMap:
    """Heading to the rudder, pitch to the elevator; nothing rights the vehicle."""

    fins_deployed = False

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._throws = {
            settings.rudder: Throw(settings.dead_band, settings.release),
            settings.elevator: Throw(settings.dead_band, settings.release),
        }
        self.propeller = settings.propeller.actuator if settings.propeller is not None else None
        self.outputs = {name: Output(-settings.limit, settings.limit) for name in self._throws}
        if self.propeller is not None:
            self.outputs[self.propeller] = Output(0.0, 1.0)

    def drives(self, mode: str) -> str:
        """Say by which kind of actuators a mode is driven: one for all."""
        return "bang_bang"

    def update(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        """Return the command of every actuator for one more tick."""
        wanted = (correctives.heading, correctives.pitch)
        commands = {
            name: throw.update(corrective) * self._settings.limit
            for (name, throw), corrective in zip(self._throws.items(), wanted, strict=True)
        }
        if self.propeller is not None:
            commands[self.propeller] = min(max(correctives.thrust, 0.0), 1.0)
        return commands

    def rest(self) -> None:
        """Forget what it holds."""
        for throw in self._throws.values():
            throw.side = 0
