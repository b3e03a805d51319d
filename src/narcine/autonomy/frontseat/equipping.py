"""Which drivers a vehicle has, by its settings and its hardware."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from narcine.autonomy.actuator_maps.maps import make_map
from narcine.autonomy.actuator_maps.outputs import ActuatorMap
from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.battery import BatteryDriver
from narcine.autonomy.drivers.depth import DepthDriver
from narcine.autonomy.drivers.gps import GpsDriver
from narcine.autonomy.drivers.hull_pressure import HullPressureDriver
from narcine.autonomy.drivers.imu import ImuDriver
from narcine.autonomy.drivers.leds import StrobeDriver
from narcine.autonomy.drivers.modem import ModemDriver
from narcine.autonomy.drivers.propeller import PropellerDriver
from narcine.autonomy.drivers.servo import ServoDriver
from narcine.autonomy.drivers.speed import SpeedDriver
from narcine.autonomy.frontseat.hardware import Hardware

if TYPE_CHECKING:
    from narcine.description.frontseat import Frontseat as Settings


class SensorDriver(Protocol):
    """A driver that publishes what a device measures."""

    def read(self, bus: Bus) -> None:
        """Read the device once and publish what is good."""


def sensor_drivers(settings: "Settings", hardware: Hardware, bus: Bus) -> list[SensorDriver]:
    """Return the drivers of the sensors that there are, in the order in which they are read."""
    drivers: list[SensorDriver] = [ImuDriver(settings.drivers.imu, hardware.imu, bus)]
    if hardware.depth is not None:
        drivers.append(DepthDriver(settings.drivers.depth, hardware.depth))
    if hardware.battery is not None:
        drivers.append(BatteryDriver(hardware.battery))
    if hardware.hull_pressure is not None:
        drivers.append(HullPressureDriver(hardware.hull_pressure))
    if hardware.speed is not None:
        drivers.append(SpeedDriver(hardware.speed))
    if hardware.gps is not None:
        drivers.append(GpsDriver(hardware.gps))
    if hardware.modem is not None:
        drivers.append(ModemDriver(settings.drivers.modem.allowed, hardware.modem, bus))
    return drivers


def actuator_drivers(
    settings: "Settings", hardware: Hardware, actuators: ActuatorMap
) -> tuple[dict[str, ServoDriver], PropellerDriver | None, StrobeDriver | None]:
    """Return the drivers of servos by name, of the motor and of the strobe."""
    step = settings.drivers.servos.step or math.inf
    servos = {
        name: ServoDriver(hardware.servos[name], output.lowest, output.highest, step if output.servo else math.inf)
        for name, output in actuators.outputs.items()
        if name != actuators.propeller
    }
    motor = PropellerDriver(hardware.motor) if hardware.motor is not None else None
    return servos, motor, StrobeDriver(hardware.strobe) if hardware.strobe is not None else None


def check_equipment(settings: "Settings", hardware: Hardware) -> None:
    """Raise a ValueError that says which devices are missing for the map and the rules."""
    missing = [*_missing(settings, hardware)]
    if missing:
        raise ValueError(f"the vehicle lacks devices: {'; '.join(missing)}")


def _missing(settings: "Settings", hardware: Hardware) -> Iterator[str]:
    actuators = make_map(settings.map)
    for name in actuators.outputs:
        if name != actuators.propeller and name not in hardware.servos:
            yield f"a servo for the actuator {name!r}"
    if actuators.propeller is not None and hardware.motor is None:
        yield f"a motor for the propeller {actuators.propeller!r}"
    if hardware.depth is None:
        yield "a depth sensor, without which it does not know when it is up"
    for rule, device in (
        ("minimum_voltage", "battery"),
        ("maximum_current", "battery"),
        ("maximum_hull_pressure", "hull_pressure"),
    ):
        if getattr(settings.rules, rule) is not None and getattr(hardware, device) is None:
            yield f"{device}, which the rule {rule} needs"
