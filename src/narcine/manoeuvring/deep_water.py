"""A vehicle alone in still water without a surface or a bottom, told what its file says, perhaps with fins added."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from narcine.description.load import copied
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.vehicle import Vehicle
from narcine.simulation.simulation import Simulation

KEPT_WATER = ("density", "density_gradient", "gravity")
KEPT_RUN = ("step", "integrator")


def refused(simulation: Simulation, message: str) -> DescriptionError:
    """Return the error of a vehicle that cannot be judged."""
    return DescriptionError([Problem((), message, Place(simulation.scenario.name))])


def vehicle_of(simulation: Simulation) -> Vehicle:
    """Return the vehicle of a vehicle file, or say that a scenario is none."""
    if len(simulation.scenario.vehicles) != 1 or simulation.description.kind != "vehicle":
        raise refused(simulation, "is a scenario; name the file of one vehicle")
    vehicle = next(iter(simulation.scenario.vehicles.values())).vehicle
    held = [joint.child for joint in vehicle.joints.values() if joint.type != "free"]
    if all(body in held for body in vehicle.bodies):
        raise refused(simulation, "moves on joints to the world; only a free vehicle has a straight run")
    return vehicle


def in_deep_water(simulation: Simulation, added: Mapping[str, Mapping[str, Any]] | None = None) -> Simulation:
    """Return a vehicle without current, waves, surface and obstacles, with actuators added to its own.

    Holds, planners, sensors and gaits are left out: what is judged is the vehicle, not who steers it. Commands of its
    actuators stay as its file ends with them.
    """
    vehicle = vehicle_of(simulation)
    plain: dict[str, Any] = copied(simulation.description.plain)
    for key in ("holds", "planner", "planners", "gait", "gaits", "sensors", "frontseat"):
        plain.pop(key, None)
    if added:
        plain["actuators"] = {**(plain.get("actuators") or {}), **{name: dict(each) for name, each in added.items()}}
    water = {key: getattr(vehicle.run.water, key) for key in KEPT_WATER}
    kept = {key: getattr(vehicle.run, key) for key in KEPT_RUN}
    commands = {name: rows[-1][1] for name, rows in vehicle.run.commands.items() if name in vehicle.actuators}
    start = {"position": list(vehicle.run.start.position)}
    plain["run"] = {**kept, "water": water, "commands": commands, "start": start}
    alone = Simulation(plain)
    return Simulation(replace(alone.description, file=simulation.description.file))
