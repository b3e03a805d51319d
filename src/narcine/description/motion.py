"""Whether what is asked of a vehicle can be done: drives, travel, holds, start and commands."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import pairwise
from math import degrees, inf, isfinite, pi
from typing import Any

from narcine.description.drive import Drive
from narcine.description.hold import GAINS, HELD, Hold
from narcine.description.inputs import (
    SI_UNITS,
    InputSpec,
    Limits,
    coordinates,
    current_inputs,
    drive_dimension,
    joint_limits,
    vehicle_inputs,
)
from narcine.description.names import Finding, known
from narcine.description.problems import Path, path_text
from narcine.description.quantities import UNITS, article, fits
from narcine.description.settings import RunSettings, Start, Table, Water
from narcine.description.transmissions import check_shaft_name
from narcine.description.vehicle import Vehicle

ROUNDING = 1e-9
"""Part of a limit by which a value may pass it: what is lost when degrees become radians."""
STEEPEST_RAMP = 35.0 / 16.0
"""Steepest slope of a bend over its mean slope."""
MOST_SAID = 10
"""Values of one schedule that are said to lie beyond its limits: a log may have thousands."""


def check_drives(vehicle: Vehicle, broken: dict[str, set[str]]) -> Generator[Finding, None, bool]:
    """Yield what is wrong with drives, and return whether all their names are known."""
    movable = coordinates(vehicle.joints)
    shafts = {transmission.motor for transmission in vehicle.transmissions.values()}
    fit = True
    for name, drive in vehicle.drives.items():
        path: Path = ("drives", name)
        joint = vehicle.joints.get(name)
        if drive.type == "motor" or (name not in movable and name in shafts and drive.type == "torque"):
            nameless = list(check_shaft_name(path, name, vehicle))
            yield from nameless
            fit = fit and not nameless
            if not nameless and name not in shafts and not broken.get("transmissions"):
                yield path, "moves nothing: name it as `motor` of a transmission"
            yield from fitting((*path, "command"), drive.command, drive_dimension(vehicle, name))
            yield from _fitting_limit(path, drive, vehicle, name)
        elif name in movable:
            dimension = drive_dimension(vehicle, name)
            yield from fitting((*path, "command"), drive.command, dimension)
            yield from _fitting_limit(path, drive, vehicle, name)
            if drive.type == "servo":
                for limit in drive.angle or ():
                    yield from fitting((*path, "angle"), limit, dimension)
                turning = dimension == "angle"
                yield from fitting((*path, "rate"), drive.rate, "rate" if turning else "speed")
                yield from fitting((*path, "torque"), drive.torque, "torque" if turning else "force")
                for key in ("stiffness", "damping"):
                    kind = f"{'angular' if turning else 'linear'} {key}"
                    yield from fitting((*path, key), getattr(drive, key), kind)
        else:
            fit = False
            if joint is not None and joint.type == "universal":
                names = " and ".join(f"{name}.{axis}" for axis in joint.axes)
                yield path, f"a universal joint is driven by its axes: {names}"
            elif joint is not None:
                yield (
                    path,
                    f"a {joint.type} joint cannot be driven; hinges, sliders and the axes of universal joints can",
                )
            elif name.split(".")[0] not in broken.get("joints", set()) and not (
                drive.type == "torque" and broken.get("transmissions")
            ):
                yield from known(path, name, movable, "joint coordinate")
    return fit


def _fitting_limit(path: Path, drive: Drive, vehicle: Vehicle, name: str) -> Iterator[Finding]:
    """Yield that the largest effort of a torque drive is in a unit of another dimension than its command."""
    if drive.type == "torque" and drive.torque is not None:
        yield from fitting((*path, "torque"), drive.torque, drive_dimension(vehicle, name))


def check_holds(vehicle: Vehicle, bodies: set[str], broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield what is wrong with holds: what they look at and act on, their units and their names."""
    thrusters = {name for name, actuator in vehicle.actuators.items() if actuator.type == "thruster"}
    for name, hold in vehicle.holds.items():
        path: Path = ("holds", name)
        if hold.body is not None:
            yield from known((*path, "body"), hold.body, bodies, "body")
        if hold.chain is not None:
            yield from known((*path, "chain"), hold.chain, {*vehicle.chains, *broken.get("chains", set())}, "chain")
        dimension = HELD[hold.of]
        for key in ("offset", "command"):
            yield from fitting((*path, key), getattr(hold, key), dimension)
        steering = "steering " if hold.acts_on == "gait" else ""
        for key, kind in GAINS.items():
            kind = f"{_ways(dimension)} {kind.replace('gain', f'{steering}gain')}"
            yield from fitting((*path, key), getattr(hold, key), kind)
        if hold.limit is not None:
            yield from fitting((*path, "limit"), hold.limit, "angle" if steering else "pulse")
        for each in hold.thrusters:
            here = (*path, "thrusters", each)
            if each in vehicle.actuators and each not in thrusters:
                yield here, f"is a {vehicle.actuators[each].type}: a hold acts on thrusters"
            elif each not in broken.get("actuators", set()):
                yield from known(here, each, thrusters, "thruster")
        yield from _check_steering((*path, "gait"), hold, vehicle, broken)
        if name in vehicle.drives or name in vehicle.actuators or name == "gait":
            yield path, "the name is taken by a drive, an actuator or the gait; commands need one name each"


def _check_steering(path: Path, hold: Hold, vehicle: Vehicle, broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield why a hold cannot act on the gait."""
    if not hold.gait or broken.get("gait") or broken.get("gaits"):
        return
    gait = vehicle.gait
    if gait is None:
        yield path, "acts on a gait, and the vehicle runs none"
    elif not gait.lacks_drives:
        turned = [drive for drive, (_, mean) in gait.weights.items() if mean]
        for parameter in hold.gait:
            moved, lack = (turned, "turns no drive") if parameter == "turn" else (list(gait.diving), "has no `dives`")
            dimension = drive_dimension(vehicle, moved[0]) if moved and moved[0] in vehicle.drives else "angle"
            if not moved:
                yield (*path, parameter), f"moves nothing: the gait {lack}"
            elif gait.type == "harmonic" and parameter == "turn":
                yield (*path, parameter), "acts on an angle; of a harmonic gait turn is a ratio"
            elif dimension != "angle":
                yield (*path, parameter), f"acts on an angle; {moved[0]!r} is asked for a {dimension}"


def _ways(dimension: str) -> str:
    return "angular" if dimension == "angle" else "linear"


def fitting(path: Path, value: float, dimension: str) -> Iterator[Finding]:
    """Yield that a number was written in a unit of another dimension."""
    if not fits(value, dimension):
        units = ", ".join(UNITS[dimension])
        yield (
            path,
            f"is given in {getattr(value, 'unit', '')!r}, but is {article(dimension)} {dimension}; allowed: {units}",
        )


def _within(path: Path, says: str, value: float, dimension: str, limits: Limits) -> Iterator[Finding]:
    lower, upper = limits
    slack = ROUNDING * max(abs(lower), abs(upper)) if isfinite(upper - lower) else 0.0
    if not lower - slack <= value <= upper + slack:
        allowed = f"at least {shown(lower, dimension)}" if upper == inf else ""
        allowed = allowed or f"{shown(lower, dimension)} to {shown(upper, dimension)}"
        yield path, f"{says} {shown(value, dimension)}; allowed: {allowed}"


def shown(value: float, dimension: str) -> str:
    """Return a number as people write it: angles in degrees."""
    return (
        f"{degrees(value):.4g} deg" if dimension == "angle" else f"{value:.4g} {SI_UNITS[dimension]}".removesuffix(" 1")
    )


def check_defaults(vehicle: Vehicle, inputs: dict[str, InputSpec]) -> Iterator[Finding]:
    """Yield commands in drives and actuators that lie beyond their own limits."""
    sections: dict[str, Mapping[str, Any]] = {"drives": vehicle.drives, "actuators": vehicle.actuators}
    for section, entries in sections.items():
        for name, entry in entries.items():
            spec = inputs[name]
            limits = (spec.lower, spec.upper)
            yield from _within((section, name, "command"), "commands", entry.command, spec.dimension, limits)


def check_travel(
    path: Path, settings: RunSettings, vehicle: Vehicle, owner: Path = (), prefix: str = ""
) -> Iterator[Finding]:
    """Yield prescribed joints that gait and commands (at `path`) would take beyond their limits of travel and rate.

    Of several that go equally far for the same reason, the first is told.
    `owner` is the path of the vehicle, `prefix` what stands before the names of its inputs.
    """
    gait = vehicle.gait
    if gait is None:
        return

    def extremes(name: str, default: float) -> Limits:
        schedule = settings.commands.get(prefix + name, ())
        values = [value for _, value in schedule]
        if not schedule or schedule[0][0] > 0.0:
            values.append(default)
        return min(values), max(values)

    beats = max(map(abs, extremes("gait.amplitude", gait.amplitude)))
    turns = extremes("gait.turn", gait.turn)
    dives = extremes("gait.dive", gait.dive)
    fastest = 2.0 * pi * max(extremes("gait.frequency", gait.frequency))
    weights = {**dict.fromkeys(gait.diving, (0.0, 0.0)), **gait.weights}
    said: set[tuple[Path, float]] = set()
    for name, (stroke, mean) in weights.items():
        drive = vehicle.drives[name]
        if drive.type != "prescribed":
            continue
        cause = "amplitude" if stroke else "dive" if name in gait.diving else "turn"
        where = path if _commanded(settings, prefix, name) else (*owner, "gait", cause)
        harmonic = gait.drives[name].harmonic if gait.type == "harmonic" and name in gait.drives else 1.0
        bend = gait.bent.get(name)
        asked = abs(stroke * harmonic) * beats * fastest
        if bend is not None and gait.type == "c_turn":
            asked += STEEPEST_RAMP * (abs(bend) + abs(stroke) * beats) / min(gait.rise, gait.back)
        if drive.rate is not None and asked > drive.rate * (1.0 + ROUNDING) and (where, asked) not in said:
            yield where, f"moves the prescribed joint {name!r} at up to {asked:.3g} rad/s; allowed: {drive.rate:.3g}"
            said.add((where, asked))
        lower, upper = joint_limits(vehicle.joints, name)
        if upper == inf:
            continue
        held = extremes(name, drive.command)
        means = sorted(mean * turn for turn in turns)
        dips = sorted(share * dive for dive in dives for share in gait.diving.get(name, (0.0,)))
        reach = (
            held[0] + means[0] + dips[0] - abs(stroke) * beats,
            held[1] + means[-1] + dips[-1] + abs(stroke) * beats,
        )
        if bend is not None:
            reach = (min(reach[0], bend), max(reach[1], bend))
        furthest = max(reach, key=lambda end: max(end - upper, lower - end))
        dimension = drive_dimension(vehicle, name)
        found = list(_within(where, f"takes the prescribed joint {name!r} to", furthest, dimension, (lower, upper)))
        if found and (where, furthest) not in said:  # a chain has many alike
            yield from found
        said.add((where, furthest))


def _commanded(settings: RunSettings, prefix: str, name: str) -> bool:
    """Say whether commands set some of what a gait asks of a drive."""
    causes = ("gait.amplitude", "gait.frequency", "gait.turn", "gait.dive", name)
    return any(prefix + each in settings.commands for each in causes)


def check_start(path: Path, start: Start, vehicle: Vehicle) -> Iterator[Finding]:
    """Yield what is wrong with a start."""
    movable = coordinates(vehicle.joints)
    for key, dimensions in (("joints", ("angle", "length")), ("rates", ("rate", "speed"))):
        for name, value in getattr(start, key).items():
            here = (*path, key, name)
            missing = list(known(here, name, movable, "joint coordinate"))
            yield from missing
            if missing:
                continue
            if name in vehicle.drives and vehicle.drives[name].type == "prescribed":
                yield here, "is prescribed: its drive says where it starts"
            yield from fitting(here, value, dimensions[movable[name] == "length"])
            if key == "joints":
                yield from _within(here, "starts at", value, movable[name], joint_limits(vehicle.joints, name))
    if not vehicle.is_free:
        for key in ("position", "attitude", "velocity", "angular_velocity"):
            if any(getattr(start, key)):
                yield (*path, key), "the vehicle hangs on the world by a joint; only a free vehicle starts elsewhere"
        if start.without_momentum:
            yield (*path, "without_momentum"), "the vehicle hangs on the world by a joint; only a free vehicle can be"


def check_commands(path: Path, settings: RunSettings, inputs: dict[str, InputSpec]) -> Iterator[Finding]:
    """Yield what is wrong with the commands of a run."""
    for name, schedule in settings.commands.items():
        here = (*path, name)
        missing = list(known(here, name, inputs, "input"))
        yield from missing
        if not missing:
            yield from _check_schedule(here, schedule, inputs[name])


def _check_schedule(path: Path, schedule: Table, spec: InputSpec) -> Iterator[Finding]:
    unfit: set[str] = set()
    beyond = 0
    for row, (_, value) in enumerate(schedule):
        here = (*path, row) if len(schedule) > 1 else path
        if not fits(value, spec.dimension):
            if getattr(value, "unit", "") not in unfit:
                yield from fitting(here, value, spec.dimension)
            unfit.add(getattr(value, "unit", ""))
        elif beyond < MOST_SAID and not spec.lower <= value <= spec.upper:
            found = list(_within(here, "commands", value, spec.dimension, (spec.lower, spec.upper)))
            beyond += len(found)
            yield from found


def check_current(path: Path, water: Water, taken: Iterable[str]) -> Iterator[Finding]:
    """Yield inputs of a steered current whose names are taken."""
    names = set(taken)
    for name in current_inputs(water):
        if name in names:
            yield (
                (*path, "current_response"),
                f"makes the input {name}, a name that is taken; commands need one name each",
            )


def taken_names(vehicle: Vehicle) -> set[str]:
    """Return what the inputs, coordinates and places of a vehicle are called."""
    places = {f"{body}.{axis}" for body in vehicle.bodies for axis in ("north", "east", "down")}
    return {*vehicle_inputs(vehicle), *coordinates(vehicle.joints), *places}


def check_times(path: Path, settings: RunSettings) -> Iterator[Finding]:
    """Yield what is wrong with step, record interval and duration."""
    for (small, smaller), (large, larger) in pairwise(
        [("step", settings.step), ("record", settings.record), ("duration", settings.duration)]
    ):
        if smaller > larger * (1.0 + 1e-9):
            yield (*path, small), f"{smaller:g} s is longer than {path_text((*path, large))} = {larger:g} s"
