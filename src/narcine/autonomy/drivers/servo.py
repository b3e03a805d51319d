"""Servos that move in increments until they are where they should be (004, III-H.2)."""

import math
from typing import Protocol


class ServoDevice(Protocol):
    """What goes where it is told: a servo, a solenoid, a slider, a buoyancy engine."""

    def move(self, position: float) -> None:
        """Go to a position: rad, m, m3, or a share of the travel."""


class ServoDriver:
    """Moves a servo by at most `step` in each tick, between its ends, whatever it is asked for."""

    def __init__(self, device: ServoDevice, lowest: float, highest: float, step: float = math.inf) -> None:
        self.position = min(max(0.0, lowest), highest)
        self._device = device
        self._lowest, self._highest = lowest, highest
        self._step = step

    def drive(self, command: float) -> float:
        """Go on towards a command; stay where that is no number. Return where it was sent."""
        if math.isfinite(command):
            wanted = min(max(command, self._lowest), self._highest)
            self.position += min(max(wanted - self.position, -self._step), self._step)
            if abs(wanted - self.position) < 1e-12:
                self.position = wanted
        self._device.move(self.position)
        return self.position
