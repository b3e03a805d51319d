"""The loops of one mode of a vehicle."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from narcine.autonomy.control.pid import TERMS, Pid

if TYPE_CHECKING:
    from narcine.description.frontseat import Mode

LOOPS = ("heading", "pitch", "depth", "roll", "speed")


class Loops:
    """Heading, pitch, depth, roll and speed."""

    def __init__(self, mode: "Mode") -> None:
        self.heading = Pid(mode.heading, circular=True)
        self.pitch = Pid(mode.pitch)
        self.depth = Pid(mode.depth)
        self.roll = Pid(mode.roll)
        self.speed = Pid(mode.speed)
        self.speed_factor = mode.speed.factor

    def __iter__(self) -> Iterator[Pid]:
        return iter((self.heading, self.pitch, self.depth, self.roll, self.speed))

    def restore(self, mode: "Mode") -> None:
        """Set the gains to those of the settings; integrals stay."""
        for name in LOOPS:
            for term in TERMS:
                setattr(getattr(self, name), term, getattr(getattr(mode, name), term))
