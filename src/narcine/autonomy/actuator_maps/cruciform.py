"""Four stern surfaces, fins that morph where there are any, and a propeller."""

import math
from typing import TYPE_CHECKING

from narcine.autonomy.actuator_maps.fins import MorphingFins
from narcine.autonomy.actuator_maps.outputs import Output
from narcine.autonomy.actuator_maps.stern import Stern, stern_angles
from narcine.autonomy.control.commands import Correctives, Situation

if TYPE_CHECKING:
    from narcine.description.frontseat import CruciformMap as Settings


class CruciformMap:
    """Equations 6 to 9 of paper 004 with limits, and fins against the rudder."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._names: list[str] = [getattr(settings, key) for key in Stern._fields]
        self._fins = MorphingFins(settings.fins) if settings.fins is not None else None
        self.propeller = settings.propeller.actuator if settings.propeller is not None else None
        limit = settings.limit
        self.outputs: dict[str, Output] = {name: Output(-limit, limit, servo=True) for name in self._names}
        if settings.fins is not None:
            turn = settings.fins.limit
            self.outputs |= {name: Output(-turn, turn, servo=True) for name in settings.fins.surfaces}
            self.outputs[settings.fins.deployment] = Output(0.0, 1.0)
        if self.propeller is not None:
            self.outputs[self.propeller] = Output(0.0, 1.0)

    @property
    def fins_deployed(self) -> bool:
        """Whether fins that morph are told to be out."""
        return self._fins is not None and self._fins.deployed

    def drives(self, mode: str) -> str:
        """Say by which kind of actuators a mode is driven: one for all."""
        return "cruciform"

    def update(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        """Return the command of every actuator for one more tick."""
        settings = self._settings
        angle = situation.roll if settings.roll_compensation and math.isfinite(situation.roll) else 0.0
        roll = min(max(correctives.roll, -settings.roll_limit), settings.roll_limit)
        wanted = stern_angles(correctives.heading, correctives.pitch, roll, angle)
        limit = settings.limit
        turned = Stern(*(min(max(each, -limit), limit) for each in wanted))
        commands = dict(zip(self._names, turned, strict=True))
        if self._fins is not None and settings.fins is not None:
            rudder = 0.5 * (turned.upper_rudder + turned.lower_rudder)
            fins = self._fins.update(situation.heading_error, rudder, situation.period)
            commands |= dict.fromkeys(settings.fins.surfaces, fins.angle)
            commands[settings.fins.deployment] = fins.deployment
        if self.propeller is not None:
            commands[self.propeller] = min(max(correctives.thrust, 0.0), 1.0)
        return commands

    def rest(self) -> None:
        """Forget what it holds."""
        if self._fins is not None:
            self._fins.rest()
