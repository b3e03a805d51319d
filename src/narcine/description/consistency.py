"""Whether the records of a vehicle fit each other: names, the tree of joints, inertias, inputs and starts."""

from collections.abc import Generator, Iterable, Iterator
from itertools import pairwise
from typing import Any

from narcine.description.foil import Foil
from narcine.description.inputs import InputSpec, coordinates, drive_dimension, vehicle_inputs
from narcine.description.joint import WORLD
from narcine.description.problems import Path, path_text
from narcine.description.quantities import UNITS, fits, suggestion
from narcine.description.settings import RunSettings, Schedule, Start
from narcine.description.vehicle import Vehicle

Finding = tuple[Path, str]


def check_vehicle(vehicle: Vehicle, broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield what does not fit; `broken` names entries of each section that have problems of their own already."""
    bodies = set(vehicle.bodies) | broken.get("bodies", set())
    if WORLD in vehicle.bodies:
        yield ("bodies", WORLD), "no body may be called world: that is what stands still"
    yield from _check_tree(vehicle, bodies, bool(broken.get("joints") or broken.get("bodies")))
    for name, foil in vehicle.foils.items():
        yield from _known(("foils", name, "body"), foil.body, bodies, "body")
        if foil.body in vehicle.bodies:
            yield from _check_foil(("foils", name), foil, vehicle)
    for name, actuator in vehicle.actuators.items():
        yield from _known(("actuators", name, "body"), actuator.body, bodies, "body")
        if name in vehicle.drives or name == "gait":
            yield ("actuators", name), "the name is taken by a drive or the gait; commands need one name each"
    if vehicle.tail_tip is not None:
        yield from _known(("tail_tip", "body"), vehicle.tail_tip.body, bodies, "body")
    drives_fit = yield from _check_drives(vehicle, broken)
    if drives_fit and not any(broken.get(section) for section in ("drives", "joints", "actuators", "gait")):
        yield from check_start(("run", "start"), vehicle.run.start, vehicle)
        yield from check_commands(("run", "commands"), vehicle.run, vehicle_inputs(vehicle))
    yield from check_times(("run",), vehicle.run)


def check_broken_names(raw: dict[str, Any], broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield unknown bodies in entries that have problems of their own."""
    bodies = set(raw["bodies"]) if isinstance(raw.get("bodies"), dict) else set()
    for section, keys in (("joints", ("parent", "child")), ("foils", ("body",)), ("actuators", ("body",))):
        for name in broken.get(section, ()):
            entry = raw[section].get(name) if isinstance(raw.get(section), dict) else None
            if not isinstance(entry, dict):
                continue
            for key in keys:
                if isinstance(entry.get(key), str):
                    allowed = bodies | {WORLD} if key == "parent" else bodies
                    yield from _known((section, name, key), entry[key], allowed, "body")


def _known(path: Path, name: str, known: Iterable[str], what: str) -> Iterator[Finding]:
    options = sorted(known)
    if name not in options:
        listed = f"; there are {', '.join(options)}" if options else "; there are none"
        yield path, f"there is no {what} {name!r}{suggestion(name, options)}{listed}"


def _check_tree(vehicle: Vehicle, bodies: set[str], incomplete: bool) -> Iterator[Finding]:
    joint_of: dict[str, str] = {}
    for name, joint in vehicle.joints.items():
        yield from _known(("joints", name, "parent"), joint.parent, bodies | {WORLD}, "body")
        yield from _known(("joints", name, "child"), joint.child, bodies, "body")
        if joint.parent == joint.child:
            yield ("joints", name), "connects a body to itself"
        elif joint.child in joint_of:
            yield (
                ("joints", name, "child"),
                f"hangs on joint {joint_of[joint.child]!r} already; a body hangs on one joint",
            )
        else:
            joint_of[joint.child] = name
    parent_of = {child: vehicle.joints[name].parent for child, name in joint_of.items()}
    in_loop: set[str] = set()
    for body in parent_of:
        chain = [body]
        while chain[-1] in parent_of and parent_of[chain[-1]] not in chain:
            chain.append(parent_of[chain[-1]])
        if parent_of.get(chain[-1]) == body and body not in in_loop:
            in_loop |= set(chain)
            route = " on ".join([*chain, body])
            yield ("joints", joint_of[body]), f"closes a loop: {route}; joints must form a tree"
    parents = set(parent_of.values())
    for name, record in vehicle.bodies.items():
        massless = record.mass == 0.0 and record.trapped_water == 0.0
        added = record.added_inertia
        carried_along = record.shape is not None or (added is not None and added.matrix is not None)
        if name not in parents and massless and not carried_along and not incomplete:
            yield (
                ("bodies", name, "mass"),
                "is a massless leaf: a body on which nothing hangs needs mass or added inertia",
            )
    hanging_on_nothing = [body for body in vehicle.bodies if body not in joint_of]
    if len(hanging_on_nothing) > 1 and not incomplete:
        for body in hanging_on_nothing[1:]:
            yield (
                ("bodies", body),
                f"hangs on no joint, and {hanging_on_nothing[0]!r} is the free body already; connect it, or give it a "
                "joint of type free, fixed or other to the world",
            )


def _check_foil(path: Path, foil: Foil, vehicle: Vehicle) -> Iterator[Finding]:
    shape = vehicle.bodies[foil.body].shape
    if shape is None or shape.plate is None:
        missing = [key for key in ("normal", "chord", "span") if getattr(foil, key) is None]
        if missing:
            yield path, f"needs {', '.join(missing)}: its body {foil.body!r} is no plate to take them from"
    elif foil.normal is None and abs(foil.leading_edge[1 if shape.plate.normal == "starboard" else 2]) > 1e-6:
        yield (*path, "leading_edge"), "points along the plate's normal"


def _check_drives(vehicle: Vehicle, broken: dict[str, set[str]]) -> Generator[Finding, None, bool]:
    """Yield what is wrong with drives and gait, and return whether all their names are known."""
    known = coordinates(vehicle.joints)
    fit = True
    for name, drive in vehicle.drives.items():
        path: Path = ("drives", name)
        joint = vehicle.joints.get(name)
        if name in known:
            dimension = drive_dimension(vehicle, name)
            yield from _fitting((*path, "command"), drive.command, dimension)
            if drive.type == "servo":
                for limit in drive.angle or ():
                    yield from _fitting((*path, "angle"), limit, dimension)
                turning = dimension == "angle"
                yield from _fitting((*path, "rate"), drive.rate, "rate" if turning else "speed")
                yield from _fitting((*path, "torque"), drive.torque, "torque" if turning else "force")
                for key in ("stiffness", "damping"):
                    kind = f"{'angular' if turning else 'linear'} {key}"
                    yield from _fitting((*path, key), getattr(drive, key), kind)
            continue
        fit = False
        if joint is not None and joint.type == "universal":
            names = " and ".join(f"{name}.{axis}" for axis in joint.axes)
            yield path, f"a universal joint is driven by its axes: {names}"
        elif joint is not None:
            yield path, f"a {joint.type} joint cannot be driven; hinges, sliders and the axes of universal joints can"
        elif name.split(".")[0] not in broken.get("joints", set()):
            yield from _known(path, name, known, "joint coordinate")
    if vehicle.gait is None:
        return fit
    drives = set(vehicle.drives) | broken.get("drives", set())
    for place, name in enumerate(vehicle.gait.drives):
        step: str | int = place if vehicle.gait.type == "tail_beat" else name
        missing = list(_known(("gait", "drives", step), name, drives, "drive"))
        fit = fit and not missing
        yield from missing
        if not missing and fit and vehicle.gait.type == "harmonic" and name in vehicle.drives:
            sine = vehicle.gait.drives[name]
            yield from _fitting(("gait", "drives", name, "amplitude"), sine.amplitude, drive_dimension(vehicle, name))
            yield from _fitting(("gait", "drives", name, "mean"), sine.mean, drive_dimension(vehicle, name))
    if fit and vehicle.gait.type == "tail_beat" and not broken.get("drives"):
        dimension = drive_dimension(vehicle, vehicle.gait.drives[0])
        for other in vehicle.gait.drives[1:]:
            if drive_dimension(vehicle, other) != dimension:
                yield ("gait", "drives"), "mixes drives of different dimensions; a harmonic gait can do that"
        yield from _fitting(("gait", "amplitude"), vehicle.gait.amplitude, dimension)
        yield from _fitting(("gait", "turn"), vehicle.gait.turn, dimension)
    return fit


def _fitting(path: Path, value: float, dimension: str) -> Iterator[Finding]:
    if not fits(value, dimension):
        units = ", ".join(UNITS[dimension])
        yield (
            path,
            f"is given in {getattr(value, 'unit', '')!r}, but is {_article(dimension)} {dimension}; allowed: {units}",
        )


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"


def check_start(path: Path, start: Start, vehicle: Vehicle) -> Iterator[Finding]:
    """Yield what is wrong with a start."""
    known = coordinates(vehicle.joints)
    for key, dimensions in (("joints", ("angle", "length")), ("rates", ("rate", "speed"))):
        for name, value in getattr(start, key).items():
            here = (*path, key, name)
            missing = list(_known(here, name, known, "joint coordinate"))
            yield from missing
            if missing:
                continue
            if name in vehicle.drives and vehicle.drives[name].type == "prescribed":
                yield here, "is prescribed: its drive says where it starts"
            yield from _fitting(here, value, dimensions[known[name] == "length"])
    hung = {joint.child for joint in vehicle.joints.values() if joint.type != "free"}
    free = [body for body in vehicle.bodies if body not in hung]
    if not free:
        for key in ("position", "attitude", "velocity", "angular_velocity"):
            if any(getattr(start, key)):
                yield (*path, key), "the vehicle hangs on the world by a joint; only a free vehicle starts elsewhere"
        if start.without_momentum:
            yield (*path, "without_momentum"), "the vehicle hangs on the world by a joint; only a free vehicle can be"


def check_commands(path: Path, settings: RunSettings, inputs: dict[str, InputSpec]) -> Iterator[Finding]:
    """Yield what is wrong with the commands of a run."""
    for name, schedule in settings.commands.items():
        here = (*path, name)
        missing = list(_known(here, name, inputs, "input"))
        yield from missing
        if not missing:
            yield from _check_schedule(here, schedule, inputs[name])


def _check_schedule(path: Path, schedule: Schedule, spec: InputSpec) -> Iterator[Finding]:
    for _, value in schedule:
        yield from _fitting(path, value, spec.dimension)
        if not spec.lower <= value <= spec.upper:
            yield path, f"commands {value:g} {spec.unit}; allowed: {spec.lower:g} to {spec.upper:g}"


def check_times(path: Path, settings: RunSettings) -> Iterator[Finding]:
    """Yield what is wrong with step, record interval and duration."""
    for (small, smaller), (large, larger) in pairwise(
        [("step", settings.step), ("record", settings.record), ("duration", settings.duration)]
    ):
        if smaller > larger * (1.0 + 1e-9):
            yield (*path, small), f"{smaller:g} s is longer than {path_text((*path, large))} = {larger:g} s"
