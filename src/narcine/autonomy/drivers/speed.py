"""A sensor of speed through the water, of vehicles that have one."""

from typing import NamedTuple, Protocol

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.reading import read_good

SOURCE = "speed_driver"


class SpeedReading(NamedTuple):
    """What the sensor measures."""

    speed: float
    """forward, through the water (m/s)"""


class SpeedDevice(Protocol):
    """A log."""

    def read(self) -> SpeedReading | None:
        """Return what was measured since the last call, None where nothing was; an OSError counts as None."""


class SpeedDriver:
    """Publishes `speed`."""

    def __init__(self, device: SpeedDevice) -> None:
        self._device = device

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good."""
        reading = read_good(self._device.read)
        if reading is not None:
            bus.publish("speed", reading.speed, SOURCE)
