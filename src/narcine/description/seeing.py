"""Whether sensors sit where they say: on bodies that there are, on or in their shapes."""

from collections.abc import Iterable, Iterator

import numpy as np

from narcine.description.body import Body
from narcine.description.names import Finding, known
from narcine.description.sensor import Battery, DepthSensor, HullPressure, Imu, Looking
from narcine.description.shapes.outside import distance_outside
from narcine.description.vehicle import Vehicle

STANDS_OUT = 0.02
"""How far a sensor may stand out of its body, over the body's length: windows do, and places are read off
drawings."""


def check_sensors(vehicle: Vehicle, bodies: Iterable[str]) -> Iterator[Finding]:
    """Yield sensors on bodies that there are not, and those outside of theirs."""
    for name, sensor in vehicle.sensors.items():
        if isinstance(sensor, Battery | HullPressure):
            continue
        yield from known(("sensors", name, "body"), sensor.body, bodies, "body")
        if sensor.body in vehicle.bodies:
            yield from _check_place(name, sensor, vehicle.bodies[sensor.body])


def _check_place(name: str, sensor: Looking | Imu | DepthSensor, body: Body) -> Iterator[Finding]:
    if body.shape is None:
        return
    geometry = body.shape.geometry
    allowed = STANDS_OUT * float(np.max(np.ptp(geometry.bounds, axis=0)))
    away = distance_outside(geometry, np.array(sensor.at) - np.array(body.shape.centre))
    if away > allowed:
        yield (
            ("sensors", name, "at"),
            f"the sensor lies {1e3 * away:.3g} mm outside the body {sensor.body!r}; it may stand out by "
            f"{1e3 * allowed:.3g} mm, {100.0 * STANDS_OUT:g} % of the body's length",
        )
