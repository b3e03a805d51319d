"""From the planner of a vehicle's file to one that plans: bearings of its sensors, actions that its servos follow."""

from collections.abc import Iterator

import numpy as np

from narcine.description.inputs import drive_limits, joint_limits
from narcine.description.names import Finding
from narcine.description.planner import LightTracking, ObstacleAvoidance
from narcine.description.planner import Planner as PlannerRecord
from narcine.description.problems import Path
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle
from narcine.gaits.servo_limits import ServoLimits
from narcine.planning.actions import STEERED, TURN, action_set, admissible, mirrored_actions
from narcine.planning.planner import Planner
from narcine.spatial.vectors import Array

ROUNDING = 1e-6
"""Part of a step by which a time may miss one."""
ALWAYS = (1.0,)
"""Weight of the light where nothing stands against it."""


def planner_of(vehicle: Vehicle) -> Planner:
    """Return the planner of a vehicle that has one."""
    record = asked(vehicle)

    def bearings(names: tuple[str, ...]) -> tuple[float, ...]:
        return tuple(float(vehicle.eyes[name].bearing) for name in names)

    if isinstance(record, ObstacleAvoidance):
        return Planner(infrared=bearings(record.infrared))
    return Planner(
        infrared=bearings(record.infrared) if isinstance(record, LightTracking) else (),
        photocells=bearings(record.photocells),
        ambient=record.ambient,
        zones=(record.weak, record.strong) if isinstance(record, LightTracking) else (),
        weights=record.weights if isinstance(record, LightTracking) else ALWAYS,
        bearings=record.bearings,
    )


def asked(vehicle: Vehicle) -> PlannerRecord:
    """Return the record of a vehicle's planner."""
    if vehicle.planner is None:
        raise ValueError(f"{vehicle.name} has no planner; its file may name one: planner: NAME")
    return vehicle.planner


def actions_of(vehicle: Vehicle, planner: PlannerRecord) -> Array:
    """Return the actions of a planner (action, 3) that the tail's servos can follow to both sides (eqs 3-5, 10)."""
    named = planner.actions
    actions = action_set(named.amplitude, named.frequency, named.turn)
    can = admissible(actions, servo_limits(vehicle))
    return actions[can & can[mirrored_actions(actions)]]


def servo_limits(vehicle: Vehicle) -> list[ServoLimits]:
    """Return how far and how fast the servos of a tail beat turn; other drives follow whatever they are asked for."""
    gait = vehicle.gait
    if gait is None or gait.type != "tail_beat":
        return []
    found = []
    for name, (share, _) in gait.weights.items():
        drive = vehicle.drives[name]
        if (drive.type == "servo" or drive.type == "motor") and share:
            lower, upper = drive_limits(vehicle, name)
            lowest, highest = joint_limits(vehicle.joints, name) if name in vehicle.joints else (lower, upper)
            lower, upper = max(lower, lowest), min(upper, highest)
            found.append(ServoLimits(drive.rate, lower, upper, gait.resolution))
    return found


def steered(scenario: Scenario) -> tuple[str, ...]:
    """Return the inputs that planners command."""
    return tuple(
        f"{name}.gait.{key}" if len(scenario.vehicles) > 1 else f"gait.{key}"
        for name, placed in scenario.vehicles.items()
        for key in STEERED
        if placed.vehicle.planner is not None
    )


def planner_faults(scenario: Scenario, alone: bool) -> Iterator[Finding]:
    """Yield what planners cannot do, and commands that they would overrule; `alone`: a vehicle's own file is run."""
    for name, placed in scenario.vehicles.items():
        own: Path = () if alone else ("vehicles", name, "vehicle")
        yield from unfollowable(placed.vehicle, own)
        if placed.vehicle.planner is not None:
            yield from _out_of_step(placed.vehicle.planner, scenario.step, (*own, "planner"))
            yield from _too_large(placed.vehicle, (*own, "planner"))
    for key in steered(scenario):
        if key in scenario.commands:
            path: Path = ("run", "commands") if alone else ("commands",)
            yield (*path, key), "is what the planner commands; leave it out here, or the planner (`planner: ~`)"


def _out_of_step(planner: PlannerRecord, step: float, path: Path) -> Iterator[Finding]:
    """Yield a period whose samples do not fall on steps: it would not be the one that was learned."""
    between = planner.period / planner.samples / step
    whole = max(1, round(between))
    if abs(between - whole) > ROUNDING * whole:
        near = whole * planner.samples * step
        each = f"{planner.samples} samples of whole steps" if planner.samples > 1 else "whole steps"
        yield (*path, "period"), f"must be {each} of {step:g} s; {near:g} s would be"


def _too_large(vehicle: Vehicle, path: Path) -> Iterator[Finding]:
    """Yield a planner whose lookup table is over its budget."""
    record, planner = asked(vehicle), planner_of(vehicle)
    size = len(actions_of(vehicle, record)) ** record.history * planner.patterns * planner.lights
    if size > record.budget:
        told = f"is less than the {size} bytes that its lookup table takes"
        yield (*path, "budget"), f"{told}; allow more, or leave actions, bearings or history out"


def unfollowable(vehicle: Vehicle, path: Path = ()) -> Iterator[Finding]:
    """Yield that a vehicle's planner has no action that can be followed, or none straight on."""
    if vehicle.planner is None:
        return
    here = (*path, "planner", "actions")
    actions = actions_of(vehicle, vehicle.planner)
    if not len(actions):
        told = "; ".join(
            f"{each.rate:g} rad/s, {np.degrees(each.lower):g} to {np.degrees(each.upper):g} deg"
            for each in servo_limits(vehicle)
        )
        yield here, f"holds no action that the tail's servo can follow ({told}; eqs 3 to 5)"
    elif not np.any(actions[:, TURN] == 0.0):
        yield here, "holds no action straight on that the tail's servo can follow"
