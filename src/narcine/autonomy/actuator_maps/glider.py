"""A hybrid glider: stern surfaces and propeller, or buoyancy and a mass that moves (004, III-G.1)."""

import math
from typing import TYPE_CHECKING

from narcine.autonomy.actuator_maps.cruciform import CruciformMap
from narcine.autonomy.actuator_maps.outputs import Output
from narcine.autonomy.control.commands import Correctives, Situation

if TYPE_CHECKING:
    from narcine.description.frontseat import GliderMap as Settings

FULL = math.radians(5.0)
"""Desired pitch from which the buoyancy engine does all that the share of thrust asks; since pumping takes long, it
goes over smoothly from one way to the other."""


class GliderMap:
    """Propelled as a cruciform vehicle; where it glides, the rudders still steer.

    Gliding, the pitch corrective moves the mass (forward for nose down), the share of thrust is that of the buoyancy
    engine, lighter where the desired pitch is nose up and heavier where it is nose down, and the propeller stands.
    """

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._stern = CruciformMap(settings)
        self.propeller = self._stern.propeller
        engine, mass = settings.buoyancy_engine, settings.moving_mass
        self.outputs: dict[str, Output] = {
            **self._stern.outputs,
            engine.actuator: Output(-engine.limit, engine.limit, afloat=engine.limit),
            mass.actuator: Output(-mass.limit, mass.limit),
        }
        self._ways = dict.fromkeys(settings.gliding, self._glide)

    @property
    def fins_deployed(self) -> bool:
        """Whether fins that morph are told to be out."""
        return self._stern.fins_deployed

    def drives(self, mode: str) -> str:
        """Say by which kind of actuators a mode is driven."""
        return "gliding" if mode in self._ways else "propelled"

    def update(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        """Return the command of every actuator for one more tick."""
        return self._ways.get(situation.mode, self._propel)(correctives, situation)

    def rest(self) -> None:
        """Forget what it holds."""
        self._stern.rest()

    def _propel(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        commands = self._stern.update(correctives, situation)
        return {**commands, self._settings.buoyancy_engine.actuator: 0.0, self._settings.moving_mass.actuator: 0.0}

    def _glide(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        engine, mass = self._settings.buoyancy_engine, self._settings.moving_mass
        commands = self._stern.update(correctives._replace(pitch=0.0, thrust=0.0), situation)
        way = situation.desired_pitch / FULL if math.isfinite(situation.desired_pitch) else 0.0
        volume = engine.limit * min(max(correctives.thrust, 0.0), 1.0) * min(max(way, -1.0), 1.0)
        place = min(max(-mass.ratio * correctives.pitch, -mass.limit), mass.limit)
        return {**commands, engine.actuator: volume, mass.actuator: place}
