"""What a map commands: between which ends, and where its actuators are at rest."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from narcine.autonomy.control.commands import Correctives, Situation


class Output(NamedTuple):
    """The command of one actuator."""

    lowest: float
    highest: float
    servo: bool = False
    """whether it turns in increments: a servo, none that jumps, slides or pumps by itself"""
    afloat: float = 0.0
    """the command with which the vehicle, at rest, floats up best"""

    def clip(self, command: float) -> float:
        """Return a command between the ends; at rest where it is no number."""
        if command != command:
            return 0.0
        return min(max(command, self.lowest), self.highest)

    def normalized(self, command: float) -> float:
        """Return a command as a share of the end that is further away, from -1 to 1."""
        return command / max(-self.lowest, self.highest)


class ActuatorMap(Protocol):
    """Makes commands of actuators from correctives."""

    @property
    def outputs(self) -> Mapping[str, Output]:
        """The actuators that it commands, by name; at 0 each is at rest."""

    @property
    def propeller(self) -> str | None:
        """The actuator that gets the share of thrust."""

    @property
    def fins_deployed(self) -> bool:
        """Whether fins that morph are told to be out."""

    def drives(self, mode: str) -> str:
        """Say by which kind of actuators a mode is driven."""

    def update(self, correctives: Correctives, situation: Situation) -> dict[str, float]:
        """Return the command of every actuator for one more tick."""

    def rest(self) -> None:
        """Forget what it holds: the vehicle is not controlled."""
