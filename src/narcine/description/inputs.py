"""What can be commanded: the parameters of the gait, the drives, and the actuators of a vehicle, in this order."""

from dataclasses import dataclass
from math import inf

from narcine.description.joint import Joint
from narcine.description.vehicle import Vehicle

SI_UNITS = {
    "frequency": "Hz",
    "angle": "rad",
    "length": "m",
    "torque": "N m",
    "force": "N",
    "rate": "rad/s",
    "ratio": "1",
}
COORDINATE_DIMENSIONS = {"hinge": "angle", "universal": "angle", "slider": "length"}
GAIT_PARAMETERS = ("frequency", "amplitude", "lag", "turn")


@dataclass(frozen=True)
class InputSpec:
    """An input: what it measures, its value when nobody commands it, and its limits."""

    dimension: str
    default: float
    lower: float = -inf
    upper: float = inf

    @property
    def unit(self) -> str:
        """Return the SI unit."""
        return SI_UNITS[self.dimension]


def coordinates(joints: dict[str, Joint]) -> dict[str, str]:
    """Return the dimension of each coordinate that a drive can move, by its name."""
    found: dict[str, str] = {}
    for name, joint in joints.items():
        if joint.type == "universal":
            found |= {f"{name}.{axis}": "angle" for axis in joint.axes}
        elif joint.type in COORDINATE_DIMENSIONS:
            found[name] = COORDINATE_DIMENSIONS[joint.type]
    return found


def drive_dimension(vehicle: Vehicle, name: str) -> str:
    """Return what a drive is commanded in."""
    dimension = coordinates(vehicle.joints)[name]
    if vehicle.drives[name].type == "torque":
        return "torque" if dimension == "angle" else "force"
    return dimension


def vehicle_inputs(vehicle: Vehicle) -> dict[str, InputSpec]:
    """Return the inputs of a vehicle whose names are consistent."""
    inputs: dict[str, InputSpec] = {}
    gait = vehicle.gait
    if gait is not None:
        first = next(iter(gait.drives))
        dimensions = {"frequency": "frequency", "lag": "angle"}
        wave = drive_dimension(vehicle, first) if gait.type == "tail_beat" else "ratio"
        for parameter in GAIT_PARAMETERS:
            inputs[f"gait.{parameter}"] = InputSpec(dimensions.get(parameter, wave), getattr(gait, parameter))
    for name, drive in vehicle.drives.items():
        limits = (-inf, inf)
        if drive.type == "servo" and drive.angle is not None:
            limits = drive.angle
        elif drive.type == "torque" and drive.torque is not None:
            limits = (-drive.torque, drive.torque)
        inputs[name] = InputSpec(drive_dimension(vehicle, name), drive.command, *limits)
    for name, actuator in vehicle.actuators.items():
        dimension = "rate" if actuator.type == "propeller" else "angle"
        inputs[name] = InputSpec(dimension, actuator.command, -actuator.limit, actuator.limit)
    return inputs
