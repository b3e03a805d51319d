"""Fins that morph: out in large turns, turned against the rudder, in again (004, IV-B)."""

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from narcine.description.frontseat import Fins as Settings


ROUNDING = 1e-6
"""Seconds by which periods that are added up may miss a whole number of ticks."""


class FinCommand(NamedTuple):
    """What the fins are told."""

    deployment: float
    """1 out, 0 in"""
    angle: float


class MorphingFins:
    """They come out above one error in heading and go in below a smaller one, and turn only while they are out.

    Out and in are commands: nothing measures where they are. `travel` after the command to come out they may turn, and
    they are told to stand straight `centring` before they are told to go in, for they pass through slots in the hull.
    """

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self.deployed = False
        """whether the error in heading asks for them"""
        self._since = math.inf
        """seconds since that changed"""

    def update(self, heading_error: float, rudder: float, period: float) -> FinCommand:
        """Return the commands for one more tick; they go in, too, where the error is not known or nobody asks."""
        settings = self._settings
        size = abs(heading_error)
        self._since += period
        if settings.engaged and not self.deployed and size > settings.deploy_above:
            self.deployed, self._since = True, 0.0
        elif self.deployed and not size >= settings.retract_below:
            self.deployed, self._since = False, 0.0
        if self.deployed:
            turns = self._since >= settings.travel - ROUNDING
            return FinCommand(1.0, min(max(-rudder, -settings.limit), settings.limit) if turns else 0.0)
        return FinCommand(1.0 if self._since < settings.centring - ROUNDING else 0.0, 0.0)

    def rest(self) -> None:
        """Have them in."""
        self.deployed, self._since = False, math.inf
