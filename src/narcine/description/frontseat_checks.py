"""Whether the frontseat of a vehicle fits its actuators and its modes."""

from collections.abc import Iterator
from math import degrees

from narcine.description.frontseat import BangBangMap, BuoyancyEngine, GliderMap
from narcine.description.names import Finding, known
from narcine.description.problems import Path
from narcine.description.vehicle import Vehicle

STERN = ("upper_rudder", "lower_rudder", "port_elevator", "starboard_elevator")
ROUNDING = 1e-3
"""Angle (rad) by which a limit that is not written may exceed that of its surface: defaults have four digits."""


def check_frontseat(vehicle: Vehicle) -> Iterator[Finding]:
    """Yield names of actuators and modes that there are not, those named twice, and limits beyond their actuators'."""
    if vehicle.frontseat is None:
        return
    actuators = vehicle.frontseat.map
    here: Path = ("frontseat", "map")
    seen: dict[str, Path] = {}
    keys = ("rudder", "elevator") if isinstance(actuators, BangBangMap) else STERN
    surfaces = [((*here, key), getattr(actuators, key), actuators.limit) for key in keys]
    others: list[tuple[Path, str, tuple[str, ...]]] = []
    if not isinstance(actuators, BangBangMap) and actuators.fins is not None:
        fins = actuators.fins
        surfaces += [((*here, "fins", "surfaces", i), name, fins.limit) for i, name in enumerate(fins.surfaces)]
        others.append(((*here, "fins", "deployment"), fins.deployment, ("deployment",)))
    if actuators.propeller is not None:
        others.append(((*here, "propeller", "actuator"), actuators.propeller.actuator, ("propeller",)))
    for path, name, limit in surfaces:
        yield from _check_type(path, name, ("surface",), vehicle)
        actuator = vehicle.actuators.get(name)
        if actuator is not None and actuator.type == "surface" and limit > actuator.limit + ROUNDING:
            told = f"{name!r} turns by {degrees(actuator.limit):g} deg at most; the map would turn it by"
            yield path, f"{told} {degrees(limit):.4g} deg"
    for path, name, types in others:
        yield from _check_type(path, name, types, vehicle)
    names = [(path, name) for path, name, _ in (*surfaces, *others)]
    if isinstance(actuators, GliderMap):
        engine, mass = actuators.buoyancy_engine, actuators.moving_mass
        names += [((*here, "buoyancy_engine", "actuator"), engine.actuator)]
        names += [((*here, "moving_mass", "actuator"), mass.actuator)]
        yield from _check_engine(here, engine, vehicle)
        yield from known((*here, "moving_mass", "actuator"), mass.actuator, vehicle.drives, "drive")
        for place, mode in enumerate(actuators.gliding):
            yield from known((*here, "gliding", place), mode, vehicle.frontseat.modes, "mode")
    for path, name in names:
        if name in seen:
            yield path, f"{name!r} has a part in the map already"
        seen[name] = path


def _check_engine(here: Path, engine: BuoyancyEngine, vehicle: Vehicle) -> Iterator[Finding]:
    yield from _check_type((*here, "buoyancy_engine", "actuator"), engine.actuator, ("buoyancy_engine",), vehicle)
    actuator = vehicle.actuators.get(engine.actuator)
    if actuator is not None and actuator.type == "buoyancy_engine":
        least, most = actuator.volume
        if engine.limit > min(-least, most):
            told = f"{engine.actuator!r} goes from {1e3 * least:g} to {1e3 * most:g} l"
            yield (*here, "buoyancy_engine", "limit"), f"{told}; {1e3 * engine.limit:g} l either way is too much"


def _check_type(path: Path, name: str, types: tuple[str, ...], vehicle: Vehicle) -> Iterator[Finding]:
    there = [each for each, actuator in vehicle.actuators.items() if actuator.type in types]
    if name not in vehicle.actuators:
        yield from known(path, name, there, f"actuator of type {types[0]}")
    elif name not in there:
        yield path, f"{name!r} is an actuator of type {vehicle.actuators[name].type}; here it must be {types[0]}"
