"""Simulated twins of the instruments that drivers read; each looks at the truth and reads it with its own faults.

A twin is told a moment (`sense`) and answers a `read` once; what a driver asks for in between is not there.
"""

from abc import ABC, abstractmethod
from collections import deque
from math import asin, atan2, sqrt
from typing import Generic, TypeVar

import numpy as np

from narcine.autonomy.drivers.battery import BatteryReading
from narcine.autonomy.drivers.depth import PressureReading
from narcine.autonomy.drivers.hull_pressure import HullPressureReading
from narcine.autonomy.drivers.imu import ImuReading
from narcine.description.sensor import Battery, DepthSensor, HullPressure, Imu
from narcine.description.settings import Water
from narcine.mission.moment import Moment
from narcine.mission.noise import Noise
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import rotation_from_euler


def euler_of(turn: Array) -> tuple[float, float, float]:
    """Return roll, pitch and heading (-pi to pi) of a rotation from body to world."""
    roll = atan2(turn[2, 1], turn[2, 2])
    pitch = asin(min(max(-float(turn[2, 0]), -1.0), 1.0))
    return roll, pitch, atan2(turn[1, 0], turn[0, 0])


Reading = TypeVar("Reading")


class Twin(ABC, Generic[Reading]):
    """An instrument whose readings come some ticks after they were taken."""

    def __init__(self, noise: Noise, delay: int = 0) -> None:
        """Take readings with noise, and hold each back for so many more."""
        self.noise = noise
        self._delay = delay
        self._readings: deque[Reading] = deque()

    @abstractmethod
    def measure(self, moment: Moment, noise: list[float]) -> Reading:
        """Return what the instrument reads at a moment."""

    def sense(self, moment: Moment) -> None:
        """Look at a moment."""
        self._readings.append(self.measure(moment, self.noise.next().tolist()))

    def read(self) -> Reading | None:
        """Return what came since the last call."""
        return self._readings.popleft() if len(self._readings) > self._delay else None


class ImuTwin(Twin[ImuReading]):
    """Attitude and rates of a body, in axes that may stand askew in it."""

    def __init__(self, record: Imu, link: int, noise: Noise, delay: int = 0) -> None:
        super().__init__(noise, delay)
        self._link = link
        self._mounting = np.array(rotation_from_euler(*record.mounting)) if any(record.mounting) else None

    def measure(self, moment: Moment, noise: list[float]) -> ImuReading:
        """Return roll, pitch, heading and the rates about the instrument's own axes."""
        turn, rates = moment.turn[self._link], moment.motion[self._link, 3:]
        if self._mounting is not None:
            turn, rates = turn @ self._mounting, rates @ self._mounting
        exact = (*euler_of(turn), *rates.tolist())
        return ImuReading(*(value + error for value, error in zip(exact, noise, strict=True)))


class PressureTwin(Twin[PressureReading]):
    """Pressure of still water where a sensor sits, that of the air above it, and the temperature."""

    def __init__(self, record: DepthSensor, link: int, water: Water, noise: Noise, delay: int = 0) -> None:
        super().__init__(noise, delay)
        self._record, self._link, self._water = record, link, water
        self._at = np.array(record.at)

    def measure(self, moment: Moment, noise: list[float]) -> PressureReading:
        """Return pressure and temperature."""
        depth = float(moment.place[self._link, 2] + moment.turn[self._link, 2] @ self._at)
        pressure = self._record.atmosphere + still_pressure(self._water, max(depth, 0.0))
        return PressureReading(pressure + noise[0], self._record.temperature + noise[1])


def still_pressure(water: Water, depth: float) -> float:
    """Return what water at rest adds to the pressure of the air at a depth: its weight above (Pa)."""
    return water.gravity * depth * (water.density + 0.5 * water.density_gradient * depth)


class BatteryTwin(Twin[BatteryReading]):
    """Terminal voltage and current of a battery that shafts and electronics empty."""

    def __init__(self, record: Battery, noise: Noise) -> None:
        super().__init__(noise)
        self._record = record
        self._before: tuple[float, float] | None = None
        self.drawn = 0.0
        """charge drawn since the start (C)"""

    def measure(self, moment: Moment, noise: list[float]) -> BatteryReading:
        """Return voltage and current; the current of the moment before has flown since."""
        if self._before is not None:
            time, current = self._before
            self.drawn = min(self.drawn + current * (moment.time - time), self._record.capacity)
        load = self._record.hotel + max(moment.shaft_power, 0.0) / self._record.efficiency
        voltage, current = under_load(self.open_voltage, self._record.resistance, load)
        self._before = (moment.time, current)
        return BatteryReading(voltage + noise[0], current + noise[1])

    @property
    def open_voltage(self) -> float:
        """Return the voltage without load: it falls evenly from full to empty."""
        record = self._record
        return record.voltage + (record.voltage_when_empty - record.voltage) * self.drawn / record.capacity


def under_load(voltage: float, resistance: float, power: float) -> tuple[float, float]:
    """Return terminal voltage and current at which a source behind a resistance gives a power, or all that it can."""
    if resistance == 0.0:
        return voltage, power / voltage
    left = max(voltage * voltage - 4.0 * resistance * power, 0.0)
    current = (voltage - sqrt(left)) / (2.0 * resistance)
    return voltage - resistance * current, current


class HullPressureTwin(Twin[HullPressureReading]):
    """Pressure inside a hull that is tight."""

    def __init__(self, record: HullPressure, noise: Noise) -> None:
        super().__init__(noise)
        self._record = record

    def measure(self, moment: Moment, noise: list[float]) -> HullPressureReading:
        """Return the pressure."""
        return HullPressureReading(self._record.inside + noise[0])
