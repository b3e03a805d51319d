"""The main motor behind its arming gate (004, III-H.1)."""

import math
from typing import Protocol

from narcine.autonomy.bus import Bus

SOURCE = "propeller_driver"


class MotorDevice(Protocol):
    """A motor whose electrical gate must be triggered before it turns."""

    def arm(self, armed: bool) -> None:
        """Open or close the gate; called when it changes, and closed once at the start."""

    def drive(self, thrust: float) -> None:
        """Turn with a share of full drive, 0 to 1."""


class PropellerDriver:
    """Drives the motor while it is armed, which the mission envelope alone decides; publishes `propeller_armed`."""

    def __init__(self, device: MotorDevice) -> None:
        self._device = device
        self._armed = False
        self.secure()

    def drive(self, thrust: float, armed: bool, bus: Bus) -> None:
        """Pass a share of full drive on to the motor, or none where it is not armed or the number is none."""
        if armed is not self._armed:
            if not armed:
                self._device.drive(0.0)
            self._armed = armed
            self._device.arm(armed)
            bus.publish("propeller_armed", armed, SOURCE)
        good = armed and math.isfinite(thrust)
        self._device.drive(min(max(thrust, 0.0), 1.0) if good else 0.0)

    def secure(self) -> None:
        """Stop the motor and close its gate, whatever else has failed."""
        self._armed = False
        self._device.drive(0.0)
        self._device.arm(False)
