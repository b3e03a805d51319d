"""A vehicle in the grip of a carriage: the description of the same vehicle on six stages that move as they are told.

A carriage runs along north, a cross slide along east, a post up and down, and a table turns about down. Two hinges that
never move stand between table and vehicle, as the axes of a six-component balance do; the vehicle is held on them by
its root's origin. Stages weigh nothing, so that what their drives exert is what the vehicle takes.
"""

from typing import Any

from narcine.description.load import copied
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.simulation.simulation import Simulation

PREFIX = "carriage_"
STAGES = ("north", "east", "down", "turn", "tilt", "cradle")
"""From the world to the vehicle; the last two stand still and measure."""
MOVED = STAGES[:4]
"""What a path gives: three ways, and the angle of the table."""
_AXES = ("forward", "starboard", "down", "down", "starboard", "forward")
RESPONSE = 10.0
"""Time in which a stage would follow a changed command (s): long, since stages are told their acceleration instead."""
TURNED: dict[str, tuple[float, float, float]] = {
    "upright": (0.0, 0.0, 0.0),
    "on_its_side": (90.0, 0.0, 0.0),
    "nose_down": (0.0, -90.0, 0.0),
}
"""How a vehicle is mounted (roll, pitch, yaw in deg): on its side the table turns it in pitch, nose down in roll."""


def root_of(simulation: Simulation) -> str:
    """Return the body that a carriage grips, or say why it cannot grip any."""
    name = simulation.scenario.name
    if len(simulation.scenario.vehicles) != 1 or simulation.description.kind != "vehicle":
        raise _refused(name, "a carriage carries one vehicle; name the file of a vehicle, not of a scenario")
    vehicle = next(iter(simulation.scenario.vehicles.values())).vehicle
    held = [joint.child for joint in vehicle.joints.values() if joint.type != "free"]
    free = [body for body in vehicle.bodies if body not in held]
    if not free:
        raise _refused(name, "moves on joints to the world; a carriage carries a vehicle with a free body")
    anchored = [each for each, tether in vehicle.tethers.items() if tether.anchor is not None]
    if anchored or any("world" in (each.first, each.second) for each in vehicle.couplings.values()):
        raise _refused(name, "is held to the world by a tether or a coupling; leave that out")
    return free[0]


def mounted(simulation: Simulation, mount: str = "upright", beating: bool = False) -> Simulation:
    """Return a vehicle on the stages of a carriage, in its own water and at its own depth.

    Holds, planners, commands and things to touch are left out, screws stand still, and so does a gait unless it is
    `beating`.
    """
    root = root_of(simulation)
    vehicle = next(iter(simulation.scenario.vehicles.values())).vehicle
    plain = bare(simulation, beating)
    depth = vehicle.run.start.position[2]
    bodies, joints, drives = (
        plain.setdefault("bodies", {}),
        plain.setdefault("joints", {}),
        plain.setdefault("drives", {}),
    )
    before = "world"
    for stage, axis in zip(STAGES, _AXES, strict=True):
        name = f"{PREFIX}{stage}"
        bodies[name] = {"mass": 0.0, "displaced_volume": 0.0}
        kind = "slider" if stage in STAGES[:3] else "hinge"
        joints[name] = {"type": kind, "parent": before, "child": name, "axis": axis}
        drives[name] = {"type": "prescribed", "response": RESPONSE}
        before = name
    joints[f"{PREFIX}north"]["at"] = [0.0, 0.0, depth]
    attitude = [f"{angle} deg" for angle in TURNED[mount]]
    joints[f"{PREFIX}mount"] = {"type": "fixed", "parent": before, "child": root, "attitude": attitude}
    return Simulation(plain)


def bare(simulation: Simulation, beating: bool) -> dict[str, Any]:
    """Return the description of a vehicle that is not told to do anything, its free joint left out."""
    plain: dict[str, Any] = copied(simulation.description.plain)
    for key in ("holds", "planner"):
        plain.pop(key, None)
    if not beating:
        plain.pop("gait", None)
    for actuator in (plain.get("actuators") or {}).values():
        if isinstance(actuator, dict) and actuator.get("type") in ("propeller", "thruster"):
            actuator.pop("command", None)
    joints = plain.get("joints") or {}
    for name in [name for name, joint in joints.items() if isinstance(joint, dict) and joint.get("type") == "free"]:
        del joints[name]
    run = plain.get("run") or {}
    start = {key: value for key, value in (run.get("start") or {}).items() if key in ("joints", "rates")}
    kept = {key: run[key] for key in ("step", "integrator", "record", "seed", "water") if key in run}
    plain["run"] = {**kept, **({"start": start} if start else {})}
    return plain


def _refused(name: str, message: str) -> DescriptionError:
    return DescriptionError([Problem((), message, Place(name))])
