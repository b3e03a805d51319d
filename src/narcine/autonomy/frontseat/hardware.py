"""The devices of a vehicle, real or simulated, by what they are for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from narcine.autonomy.drivers.battery import BatteryDevice
from narcine.autonomy.drivers.depth import PressureDevice
from narcine.autonomy.drivers.gps import GpsDevice
from narcine.autonomy.drivers.hull_pressure import HullPressureDevice
from narcine.autonomy.drivers.imu import ImuDevice
from narcine.autonomy.drivers.leds import StrobeDevice
from narcine.autonomy.drivers.modem import ModemDevice
from narcine.autonomy.drivers.propeller import MotorDevice
from narcine.autonomy.drivers.servo import ServoDevice
from narcine.autonomy.drivers.speed import SpeedDevice


@dataclass(frozen=True)
class Hardware:
    """What a frontseat reads and moves; a vehicle cannot be steered without an IMU."""

    imu: ImuDevice
    depth: PressureDevice | None = None
    battery: BatteryDevice | None = None
    hull_pressure: HullPressureDevice | None = None
    speed: SpeedDevice | None = None
    gps: GpsDevice | None = None
    modem: ModemDevice | None = None
    strobe: StrobeDevice | None = None
    motor: MotorDevice | None = None
    servos: Mapping[str, ServoDevice] = field(default_factory=dict)
    """all that moves but the motor, by the name of the actuator: surfaces, deployments, buoyancy engines, masses"""
