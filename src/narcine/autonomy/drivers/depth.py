"""The depth sensor: pressure and temperature to depth, without outliers, and averaged (004, III-C.1)."""

import math
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Protocol

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.reading import read_good
from narcine.autonomy.drivers.water_density import density_at

if TYPE_CHECKING:
    from narcine.description.frontseat import DepthDriver as Settings

SOURCE = "depth_driver"


class PressureReading(NamedTuple):
    """What the sensor measures."""

    pressure: float
    """absolute (Pa)"""
    temperature: float
    """of the water (deg C)"""


class PressureDevice(Protocol):
    """A sensor of pressure and temperature of the water outside."""

    def read(self) -> PressureReading | None:
        """Return what was measured since the last call, None where nothing was; an OSError counts as None."""


class DepthDriver:
    """Publishes `pressure`, `temperature`, `depth_raw` (outliers left out) and `depth` (averaged)."""

    def __init__(self, settings: "Settings", device: PressureDevice) -> None:
        self._settings = settings
        self._device = device
        self._gate = OutlierGate(settings.outlier_rate, settings.consistent)
        self._window: deque[float] = deque(maxlen=settings.window)

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good."""
        reading = read_good(self._device.read)
        if reading is None:
            return
        bus.publish("pressure", reading.pressure, SOURCE)
        bus.publish("temperature", reading.temperature, SOURCE)
        depth = self.depth_of(reading)
        if not self._gate.accepts(depth, bus.time):
            bus.publish("depth_rejected", depth, SOURCE)
            return
        if self._gate.anew:
            self._window.clear()
        self._window.append(depth)
        bus.publish("depth_raw", depth, SOURCE)
        bus.publish("depth", math.fsum(self._window) / len(self._window), SOURCE)

    def depth_of(self, reading: PressureReading) -> float:
        """Return the depth p / (rho g) of the pressure above that of the surface."""
        settings = self._settings
        density = density_at(reading.temperature, settings.density, settings.temperature)
        return (reading.pressure - settings.surface_pressure) / (density * settings.gravity)


class OutlierGate:
    """Lets values pass that change no faster than a rate; after some consistent values elsewhere it follows them.

    A value is compared with the last that passed, over the time since then. Values that do not pass are compared with
    each other: as soon as so many in a row agree, they are the truth and what passed before was not. So it begins, too.
    """

    def __init__(self, rate: float, consistent: int) -> None:
        self.anew = False
        """whether what passed last did so because it agreed with those before it, not with what had passed"""
        self._rate = rate
        self._needed = consistent
        self._passed = (math.nan, math.nan)
        self._candidate = (math.nan, math.nan)
        self._agreeing = 0

    def accepts(self, value: float, time: float) -> bool:
        """Say whether a value passes."""
        if self._near(value, time, self._passed):
            self._pass(value, time, anew=False)
            return True
        self._agreeing = self._agreeing + 1 if self._agreeing and self._near(value, time, self._candidate) else 1
        self._candidate = (value, time)
        if self._agreeing < self._needed:
            return False
        self._pass(value, time, anew=True)
        return True

    def _pass(self, value: float, time: float, anew: bool) -> None:
        self._passed = (value, time)
        self._agreeing = 0
        self.anew = anew

    def _near(self, value: float, time: float, other: tuple[float, float]) -> bool:
        return abs(value - other[0]) <= self._rate * (time - other[1])
