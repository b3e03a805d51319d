"""The barometer inside the hull, which is pumped low: a rise is a leak (004, III-C.5)."""

from typing import NamedTuple, Protocol

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.reading import read_good

SOURCE = "hull_pressure_driver"


class HullPressureReading(NamedTuple):
    """What the barometer measures."""

    pressure: float
    """absolute (Pa)"""


class HullPressureDevice(Protocol):
    """A barometer inside the hull."""

    def read(self) -> HullPressureReading | None:
        """Return what was measured since the last call, None where nothing was; an OSError counts as None."""


class HullPressureDriver:
    """Publishes `hull_pressure`."""

    def __init__(self, device: HullPressureDevice) -> None:
        self._device = device

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good."""
        reading = read_good(self._device.read)
        if reading is not None:
            bus.publish("hull_pressure", reading.pressure, SOURCE)
