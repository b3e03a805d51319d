"""Whether the planners of a vehicle fit its gait and its sensors."""

import itertools
from collections.abc import Iterator
from math import degrees

from narcine.description.names import Finding, known
from narcine.description.planner import MOST_ACTIONS, LightTracking, Planner
from narcine.description.problems import Path
from narcine.description.vehicle import Vehicle

ORDERED = {
    "infrared": "must go from left over middle to right: bearings that grow",
    "photocell": "must go from port to starboard: bearings that grow",
}
ROUNDING = 1e-9
"""Part of a beat that is lost when numbers are written with few digits."""
KEYS = {"infrared": "infrared", "photocell": "photocells"}


def check_planners(vehicle: Vehicle, broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield what is wrong with the planner and with those that can be picked."""
    planners: dict[Path, Planner] = {("planners", name): planner for name, planner in vehicle.planners.items()}
    if vehicle.planner is not None and vehicle.planner not in vehicle.planners.values():
        planners["planner",] = vehicle.planner
    for path, planner in planners.items():
        yield from _check_numbers(path, planner)
        if not broken.get("sensors"):
            yield from _check_sensors(path, planner, vehicle)
    if vehicle.planner is not None and not broken.get("gait") and not broken.get("gaits"):
        yield from _check_gait(vehicle)


def _check_numbers(path: Path, planner: Planner) -> Iterator[Finding]:
    slowest = min(planner.actions.frequency)
    if planner.period * slowest < 0.5 - ROUNDING:
        least = 0.5 / slowest
        told = f"is shorter than half a beat at {slowest:g} Hz, in which the tail does not do what it is told"
        yield (*path, "period"), f"{told}; at least {least:g} s"
    if planner.actions.number > MOST_ACTIONS:
        yield (*path, "actions"), f"makes {planner.actions.number} actions; a lookup table tells {MOST_ACTIONS} apart"
    if isinstance(planner, LightTracking):
        if not planner.weak < planner.strong:
            yield (*path, "weak"), f"must be less than strong, {planner.strong:g} lx"
        if planner.weak < planner.ambient:
            yield (*path, "weak"), f"must be at least ambient, {planner.ambient:g} lx: no light below it is seen"


def _check_sensors(path: Path, planner: Planner, vehicle: Vehicle) -> Iterator[Finding]:
    sensors = vehicle.sensors
    for kind, names in planner.sensors.items():
        here = (*path, KEYS[kind])
        bearings: list[float] = []
        for place, name in enumerate(names):
            if name not in sensors:
                there = [each for each, sensor in sensors.items() if sensor.type == kind]
                yield from known((*here, place), name, there, f"sensor of type {kind}")
            elif sensors[name].type != kind:
                yield (*here, place), f"{name!r} is a sensor of type {sensors[name].type}; here it must be {kind}"
            else:
                bearings.append(vehicle.eyes[name].bearing)
        sound = len(bearings) == len(names)
        if sound and any(not low < high for low, high in itertools.pairwise(bearings)):
            told = ", ".join(f"{degrees(bearing):.4g}" for bearing in bearings)
            yield here, f"{ORDERED[kind]}; they are {told} deg"


def _check_gait(vehicle: Vehicle) -> Iterator[Finding]:
    gait = vehicle.gait
    if gait is None:
        yield ("planner",), "needs a gait of type tail_beat, whose amplitude, frequency and turn it sets; there is none"
    elif gait.type != "tail_beat":
        yield (
            ("planner",),
            f"needs a gait of type tail_beat, whose amplitude, frequency and turn it sets, not {gait.type}",
        )
