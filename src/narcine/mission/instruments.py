"""Simulated twins of the instruments that drivers read; each looks at the truth and reads it with its own faults.

A twin is told a moment (`sense`) and answers the next `read` once; what a driver asks for in between is not there.
"""

from collections.abc import Callable
from math import asin, atan2, sqrt

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


class ImuTwin:
    """Attitude and rates of a body, in axes that may stand askew in it."""

    def __init__(self, record: Imu, link: int, noise: Noise) -> None:
        self._link, self._noise = link, noise
        self._mounting = np.array(rotation_from_euler(*record.mounting)) if any(record.mounting) else None
        self._reading: ImuReading | None = None

    def sense(self, moment: Moment) -> None:
        """Look at a moment."""
        turn, rates = moment.turn[self._link], moment.motion[self._link, 3:]
        if self._mounting is not None:
            turn, rates = turn @ self._mounting, rates @ self._mounting
        wrong = self._noise.next().tolist()
        exact = (*euler_of(turn), *rates.tolist())
        self._reading = ImuReading(*(value + error for value, error in zip(exact, wrong, strict=True)))

    def read(self) -> ImuReading | None:
        """Return what was measured since the last call."""
        reading, self._reading = self._reading, None
        return reading


class PressureTwin:
    """Pressure of still water where a sensor sits, that of the air above it, and the temperature."""

    def __init__(self, record: DepthSensor, link: int, water: Water, noise: Noise) -> None:
        self._record, self._link, self._water, self._noise = record, link, water, noise
        self._at = np.array(record.at)
        self._reading: PressureReading | None = None

    def sense(self, moment: Moment) -> None:
        """Look at a moment."""
        depth = float(moment.place[self._link, 2] + moment.turn[self._link, 2] @ self._at)
        wrong = self._noise.next().tolist()
        pressure = self._record.atmosphere + still_pressure(self._water, max(depth, 0.0))
        self._reading = PressureReading(pressure + wrong[0], self._record.temperature + wrong[1])

    def read(self) -> PressureReading | None:
        """Return what was measured since the last call."""
        reading, self._reading = self._reading, None
        return reading


def still_pressure(water: Water, depth: float) -> float:
    """Return what water at rest adds to the pressure of the air at a depth: its weight above (Pa)."""
    return water.gravity * depth * (water.density + 0.5 * water.density_gradient * depth)


class BatteryTwin:
    """Terminal voltage and current of a battery that shafts and electronics empty."""

    def __init__(self, record: Battery, noise: Noise) -> None:
        self._record, self._noise = record, noise
        self._reading: BatteryReading | None = None
        self._before: tuple[float, float] | None = None
        self.drawn = 0.0
        """charge drawn since the start (C)"""

    def sense(self, moment: Moment) -> None:
        """Look at a moment; the current of the moment before has flown since."""
        if self._before is not None:
            time, current = self._before
            self.drawn = min(self.drawn + current * (moment.time - time), self._record.capacity)
        load = self._record.hotel + max(moment.shaft_power, 0.0) / self._record.efficiency
        voltage, current = under_load(self.open_voltage, self._record.resistance, load)
        self._before = (moment.time, current)
        wrong = self._noise.next().tolist()
        self._reading = BatteryReading(voltage + wrong[0], current + wrong[1])

    @property
    def open_voltage(self) -> float:
        """Return the voltage without load: falls evenly from full to empty."""
        record = self._record
        return record.voltage + (record.voltage_when_empty - record.voltage) * self.drawn / record.capacity

    def read(self) -> BatteryReading | None:
        """Return what was measured since the last call."""
        reading, self._reading = self._reading, None
        return reading


def under_load(voltage: float, resistance: float, power: float) -> tuple[float, float]:
    """Return terminal voltage and current at which a source behind a resistance gives a power, or all that it can."""
    if resistance == 0.0:
        return voltage, power / voltage
    left = max(voltage * voltage - 4.0 * resistance * power, 0.0)
    current = (voltage - sqrt(left)) / (2.0 * resistance)
    return voltage - resistance * current, current


class HullPressureTwin:
    """Pressure inside a hull that is tight."""

    def __init__(self, record: HullPressure, noise: Noise) -> None:
        self._record, self._noise = record, noise
        self._reading: HullPressureReading | None = None

    def sense(self, moment: Moment) -> None:
        """Look at a moment."""
        self._reading = HullPressureReading(self._record.inside + float(self._noise.next()[0]))

    def read(self) -> HullPressureReading | None:
        """Return what was measured since the last call."""
        reading, self._reading = self._reading, None
        return reading


class ServoTwin:
    """What goes where it is told: the input of an actuator."""

    def __init__(self, command: Callable[[float], None]) -> None:
        self._command = command

    def move(self, position: float) -> None:
        """Go to a position."""
        self._command(position)


class MotorTwin:
    """A motor behind a gate: while it is closed, the screw is told to stand still."""

    def __init__(self, command: Callable[[float], None], full: float) -> None:
        self._command, self._full = command, full
        self.armed = False

    def arm(self, armed: bool) -> None:
        """Open or close the gate."""
        self.armed = armed
        if not armed:
            self._command(0.0)

    def drive(self, thrust: float) -> None:
        """Turn with a share of full drive."""
        self._command(self._full * thrust if self.armed else 0.0)


class StrobeTwin:
    """Lights that nobody sees."""

    def __init__(self) -> None:
        self.on = False

    def light(self, on: bool) -> None:
        """Switch on or off."""
        self.on = on
