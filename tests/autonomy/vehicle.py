"""A frontseat with settings of its own, and devices that tests set and look at."""

import math
from typing import Any

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.battery import BatteryReading
from narcine.autonomy.drivers.depth import PressureReading
from narcine.autonomy.drivers.hull_pressure import HullPressureReading
from narcine.autonomy.drivers.imu import ImuReading
from narcine.autonomy.frontseat.frontseat import Frontseat
from narcine.autonomy.frontseat.hardware import Hardware
from narcine.autonomy.helm.legs import parse_legs
from narcine.autonomy.helm.passive import PassiveHelm
from narcine.description.frontseat import Frontseat as Settings

SURFACE = 101325.0
WATER = 1000.0 * 9.81
"""Weight of water (N/m3) at the temperature at which the driver has its density."""


class Sensor:
    """Returns what `reading` is, or raises it."""

    def __init__(self, reading: Any = None) -> None:
        self.reading = reading

    def read(self) -> Any:
        if isinstance(self.reading, Exception):
            raise self.reading
        return self.reading


class Servo:
    """Keeps where it was sent."""

    def __init__(self) -> None:
        self.positions: list[float] = []

    def move(self, position: float) -> None:
        self.positions.append(position)


class Motor:
    """Keeps whether it is armed and what drives it."""

    def __init__(self) -> None:
        self.armed: bool | None = None
        self.thrusts: list[float] = []

    def arm(self, armed: bool) -> None:
        self.armed = armed

    def drive(self, thrust: float) -> None:
        self.thrusts.append(thrust)


class Strobe:
    """Keeps whether it is lit."""

    def __init__(self) -> None:
        self.switched: list[bool] = []

    def light(self, on: bool) -> None:
        self.switched.append(on)


def pressure(depth: float) -> PressureReading:
    """Return what the depth sensor reads at a depth."""
    return PressureReading(SURFACE + WATER * depth, 15.0)


def mode(**changes: Any) -> dict[str, Any]:
    """Return loops of a mode."""
    loops = {
        "heading": {"kp": 0.8, "ki": 0.02, "kd": 0.3, "limit": "15 deg", "integral_limit": "3 deg"},
        "pitch": {"kp": 1.0, "ki": 0.1, "kd": 0.3, "limit": "15 deg", "integral_limit": "5 deg"},
        "depth": {"kp": 0.25, "ki": 0.01, "limit": "20 deg", "integral_limit": "5 deg"},
        "roll": {"kp": 0.3, "kd": 0.1, "limit": "5 deg"},
        "speed": {"factor": 0.5},
    }
    return {**loops, **changes}


def settings(**changes: Any) -> Settings:
    """Return settings of a vehicle with morphing fins."""
    written = {
        "modes": {"cruise": mode()},
        "map": {
            "type": "cruciform",
            "fins": {"surfaces": ["upper_fin", "lower_fin"], "deployment": "fins"},
            "propeller": {"actuator": "propeller", "full": "1500 rpm"},
        },
        "rules": {
            "maximum_depth": "30 m",
            "minimum_voltage": "38 V",
            "maximum_current": "20 A",
            "maximum_hull_pressure": "95 kPa",
        },
    }
    return Settings.model_validate({**written, **changes})


SERVOS = ("upper_rudder", "lower_rudder", "port_elevator", "starboard_elevator", "upper_fin", "lower_fin", "fins")


class Vehicle:
    """A frontseat on a bus, with its devices at hand."""

    def __init__(self, legs: str, settings_: Settings | None = None, servos: tuple[str, ...] = SERVOS) -> None:
        self.imu = Sensor(ImuReading(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        self.depth = Sensor(pressure(1.0))
        self.battery = Sensor(BatteryReading(44.0, 3.0))
        self.hull = Sensor(HullPressureReading(80e3))
        self.motor, self.strobe = Motor(), Strobe()
        self.servos = {name: Servo() for name in servos}
        self.bus = Bus()
        chosen = settings_ or settings()
        self.frontseat = Frontseat(
            chosen,
            Hardware(
                imu=self.imu,
                depth=self.depth,
                battery=self.battery,
                hull_pressure=self.hull,
                motor=self.motor,
                strobe=self.strobe,
                servos=self.servos,
            ),
            PassiveHelm(parse_legs(legs, tuple(chosen.modes))),
            self.bus,
        )
        self.ticks = 0

    def run(self, until: float) -> None:
        """Tick at 10 Hz up to a time."""
        while self.ticks <= math.floor(until * 10.0 + 1e-6):
            self.frontseat.tick(self.ticks / 10.0)
            self.ticks += 1
