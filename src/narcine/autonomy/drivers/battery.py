"""The battery: its voltage, and the current of the main motor (004, III-C.4)."""

from typing import NamedTuple, Protocol

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.reading import read_good

SOURCE = "battery_driver"


class BatteryReading(NamedTuple):
    """What the power board measures."""

    voltage: float
    """V"""
    current: float
    """A"""


class BatteryDevice(Protocol):
    """A power board."""

    def read(self) -> BatteryReading | None:
        """Return what was measured since the last call, None where nothing was; an OSError counts as None."""


class BatteryDriver:
    """Publishes `voltage` and `current`."""

    def __init__(self, device: BatteryDevice) -> None:
        self._device = device

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good."""
        reading = read_good(self._device.read)
        if reading is not None:
            bus.publish("voltage", reading.voltage, SOURCE)
            bus.publish("current", reading.current, SOURCE)
