"""What can be commanded: the parameters of the gait, drives, actuators and holds of each vehicle, then the current."""

from dataclasses import dataclass
from math import inf, pi
from typing import TypeVar

from narcine.description.chain_gait import ChainGait
from narcine.description.hold import HELD
from narcine.description.joint import Joint
from narcine.description.quantities import as_input
from narcine.description.scenario import Scenario
from narcine.description.settings import RunSettings, Water
from narcine.description.vehicle import Vehicle

SI_UNITS = {
    "frequency": "Hz",
    "angle": "rad",
    "length": "m",
    "torque": "N m",
    "force": "N",
    "rate": "rad/s",
    "speed": "m/s",
    "ratio": "1",
    "pulse": "us",
    "volume": "m3",
}
COORDINATE_DIMENSIONS = {"hinge": "angle", "universal": "angle", "slider": "length"}
GAIT_PARAMETERS = ("frequency", "amplitude", "lag", "turn")
QUARTER_TURN = 0.5 * pi
"""Angle (rad) from head to tail up to which people bend a chain to steer it."""
CURRENT = ("current.north", "current.east", "current.down")
"""Inputs of a current that is steered; they belong to the water, whatever vehicles there are."""

Limits = tuple[float, float]
Run = TypeVar("Run", bound=RunSettings)


@dataclass(frozen=True)
class InputSpec:
    """An input: what it measures, its value when nobody commands it, and its limits."""

    dimension: str
    default: float
    lower: float = -inf
    upper: float = inf
    usual: float = inf
    """how far people move it where it has no limits"""

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


def joint_limits(joints: dict[str, Joint], name: str) -> Limits:
    """Return the limits of a coordinate; infinite when it has none."""
    owner, _, axis = name.partition(".")
    joint = joints[owner]
    hinge = joint.axes[axis] if joint.type == "universal" else joint
    return getattr(hinge, "limits", None) or (-inf, inf)


def drive_limits(vehicle: Vehicle, name: str) -> Limits:
    """Return between which values a drive may be commanded."""
    drive = vehicle.drives[name]
    if drive.type == "torque":
        return (-drive.torque, drive.torque) if drive.torque is not None else (-inf, inf)
    if drive.type in ("servo", "motor") and drive.angle is not None:
        return drive.angle
    return (-inf, inf) if drive.type == "motor" else joint_limits(vehicle.joints, name)


def drive_dimension(vehicle: Vehicle, name: str) -> str:
    """Return what a drive is commanded in."""
    owner = name.partition(".")[0]
    own = {owner: vehicle.joints[owner]} if owner in vehicle.joints else {}
    dimension = coordinates(own).get(name, "angle")
    if vehicle.drives[name].type == "torque":
        return "torque" if dimension == "angle" else "force"
    return dimension


def scenario_inputs(scenario: Scenario, vehicle: str) -> dict[str, InputSpec]:
    """Return the inputs of one vehicle of a scenario, by the names that commands use."""
    prefix = f"{vehicle}." if len(scenario.vehicles) > 1 else ""
    return {prefix + name: spec for name, spec in vehicle_inputs(scenario.vehicles[vehicle].vehicle).items()}


def all_inputs(scenario: Scenario) -> dict[str, InputSpec]:
    """Return the inputs of all vehicles of a scenario, then those of its water."""
    vehicles = [scenario_inputs(scenario, name) for name in scenario.vehicles]
    return {name: spec for inputs in (*vehicles, current_inputs(scenario.water)) for name, spec in inputs.items()}


def current_inputs(water: Water) -> dict[str, InputSpec]:
    """Return the inputs of a current that is steered; under a surface, which stays, it does so horizontally."""
    if water.current_response is None:
        return {}
    names = CURRENT[:2] if water.has_surface else CURRENT
    return {name: InputSpec("speed", value) for name, value in zip(names, water.current, strict=False)}


def in_own_units(run: Run, inputs: dict[str, InputSpec]) -> Run:
    """Return a run whose commands are in SI units of their inputs; what does not fit them stays as it is."""
    commands = {
        name: tuple((time, as_input(value, inputs[name].dimension)) for time, value in schedule)
        if name in inputs
        else schedule
        for name, schedule in run.commands.items()
    }
    return run.model_copy(update={"commands": commands})


def vehicle_inputs(vehicle: Vehicle) -> dict[str, InputSpec]:
    """Return the inputs of a vehicle whose names are consistent."""
    inputs: dict[str, InputSpec] = {}
    gait = vehicle.gait
    if gait is not None:
        first = next(iter(gait.drives))
        dimensions = {"frequency": "frequency", "lag": "angle"}
        if gait.type == "midline":
            dimensions["amplitude"] = "length"
        wave = drive_dimension(vehicle, first) if gait.type != "harmonic" else "ratio"
        for parameter in GAIT_PARAMETERS:
            lower = 0.0 if parameter == "frequency" else -inf
            usual = QUARTER_TURN / max(len(gait.yaw), 1) if isinstance(gait, ChainGait) and parameter == "turn" else inf
            dimension = dimensions.get(parameter, wave)
            inputs[f"gait.{parameter}"] = InputSpec(dimension, getattr(gait, parameter), lower, usual=usual)
        if gait.diving:
            dimension = drive_dimension(vehicle, next(iter(gait.diving)))
            usual = QUARTER_TURN / len(gait.diving) if isinstance(gait, ChainGait) else inf
            inputs["gait.dive"] = InputSpec(dimension, gait.dive, usual=usual)
    for name, drive in vehicle.drives.items():
        inputs[name] = InputSpec(drive_dimension(vehicle, name), drive.command, *drive_limits(vehicle, name))
    for name, actuator in vehicle.actuators.items():
        if actuator.type == "deployment":
            inputs[name] = InputSpec("ratio", actuator.command, 0.0, 1.0)
            continue
        if actuator.type == "buoyancy_engine":
            inputs[name] = InputSpec("volume", actuator.command, *actuator.volume)
            continue
        if actuator.type == "thruster":
            inputs[name] = InputSpec("pulse", actuator.command, *actuator.limits)
            continue
        dimension = "rate" if actuator.type == "propeller" else "angle"
        inputs[name] = InputSpec(dimension, actuator.command, -actuator.limit, actuator.limit)
    for name, hold in vehicle.holds.items():
        inputs[name] = InputSpec(HELD[hold.of], hold.command)
    return inputs
