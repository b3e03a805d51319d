"""The receiver of GPS."""

import math
from typing import NamedTuple, Protocol

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.reading import read_good

SOURCE = "gps_driver"


class Fix(NamedTuple):
    """A place on earth."""

    latitude: float
    """rad, north positive"""
    longitude: float
    """rad, east positive"""


class GpsDevice(Protocol):
    """A receiver, which has fixes at the surface only."""

    def read(self) -> Fix | None:
        """Return a fix that is newer than the last, None where there is none; an OSError counts as None."""


class GpsDriver:
    """Publishes `gps_latitude` and `gps_longitude`."""

    def __init__(self, device: GpsDevice) -> None:
        self._device = device

    def read(self, bus: Bus) -> None:
        """Read the device once and publish a fix that is one."""
        fix = read_good(self._device.read)
        if fix is None or abs(fix.latitude) > 0.5 * math.pi or abs(fix.longitude) > math.pi:
            return
        bus.publish("gps_latitude", fix.latitude, SOURCE)
        bus.publish("gps_longitude", fix.longitude, SOURCE)
