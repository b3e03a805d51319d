"""Whether the records of a vehicle fit each other: the names of bodies, the tree of joints, foils."""

from collections.abc import Iterator
from typing import Any

from narcine.description.fastening import check_couplings, check_events
from narcine.description.foil import Foil
from narcine.description.frontseat_checks import check_frontseat
from narcine.description.inputs import coordinates, current_inputs, in_own_units, vehicle_inputs
from narcine.description.joint import WORLD
from narcine.description.motion import (
    check_commands,
    check_current,
    check_defaults,
    check_drives,
    check_holds,
    check_start,
    check_times,
    check_travel,
    taken_names,
)
from narcine.description.names import Finding, known
from narcine.description.planning import check_planners
from narcine.description.problems import Path
from narcine.description.rhythms import check_gaits
from narcine.description.rims import is_disc
from narcine.description.scaling import check_scales
from narcine.description.seeing import check_sensors
from narcine.description.transmissions import check_transmissions
from narcine.description.vehicle import Vehicle
from narcine.description.world_checks import check_world


def check_vehicle(vehicle: Vehicle, broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield what does not fit; `broken` names entries of each section that have problems of their own already."""
    bodies = set(vehicle.bodies) | broken.get("bodies", set())
    if WORLD in vehicle.bodies:
        yield ("bodies", WORLD), "no body may be called world: that is what stands still"
    yield from _check_tree(vehicle, bodies, bool(broken.get("joints") or broken.get("bodies")))
    yield from check_couplings(("couplings",), vehicle.couplings, bodies)
    if not broken.get("couplings") and not broken.get("run"):
        yield from check_events(("run", "events"), vehicle.run.events, vehicle.couplings)
    deploying = {name for name, actuator in vehicle.actuators.items() if actuator.type == "deployment"}
    changing = bool(broken.get("joints") or broken.get("actuators"))
    for name, foil in vehicle.foils.items():
        yield from known(("foils", name, "body"), foil.body, bodies, "body")
        if foil.body in vehicle.bodies:
            yield from _check_foil(("foils", name), foil, vehicle)
        if foil.scale and not changing:
            yield from check_scales(("foils", name), foil.lift, foil.scale, coordinates(vehicle.joints), deploying)
    for name, chain in vehicle.chains.items():
        if chain.body is not None:
            yield from known(("chains", name, "body"), chain.body, bodies | {WORLD}, "body")
    for name, rim in vehicle.rims.items():
        yield from known(("rims", name, "body"), rim.body, bodies, "body")
        if rim.body in vehicle.bodies and not is_disc(vehicle.bodies[rim.body].shape):
            yield ("rims", name, "body"), "is no disc: give it an ellipsoid, or a cylinder whose axis is down"
    for name, tether in vehicle.tethers.items():
        yield from known(("tethers", name, "body"), tether.body, bodies, "body")
    for name, actuator in vehicle.actuators.items():
        if actuator.type != "deployment":
            yield from known(("actuators", name, "body"), actuator.body, bodies, "body")
        if actuator.type == "surface" and actuator.scale and not changing:
            scales = actuator.scale
            yield from check_scales(("actuators", name), "surface", scales, coordinates(vehicle.joints), deploying)
        if name in vehicle.drives or name == "gait":
            yield ("actuators", name), "the name is taken by a drive or the gait; commands need one name each"
    yield from check_holds(vehicle, bodies, broken)
    yield from check_sensors(vehicle, bodies)
    if vehicle.tail_tip is not None and vehicle.tail_tip.chain is not None:
        yield from known(("tail_tip", "chain"), vehicle.tail_tip.chain, vehicle.chains, "chain")
    if vehicle.tail_tip is not None:
        yield from known(("tail_tip", "body"), vehicle.tail_tip.body, bodies, "body")
    yield from check_transmissions(vehicle, bodies, broken)
    drives_fit = yield from check_drives(vehicle, broken)
    gaits_fit = yield from check_gaits(vehicle, broken, drives_fit)
    yield from check_planners(vehicle, broken)
    if not broken.get("actuators") and not broken.get("drives") and not broken.get("frontseat"):
        yield from check_frontseat(vehicle)
    sections = ("drives", "joints", "actuators", "holds", "gait", "gaits")
    if drives_fit and gaits_fit and not any(broken.get(section) for section in sections):
        if not broken.get("bodies"):
            yield from check_start(("run", "start"), vehicle.run.start, vehicle)
        inputs = vehicle_inputs(vehicle)
        yield from check_defaults(vehicle, inputs)
        yield from check_current(("run", "water"), vehicle.run.water, taken_names(vehicle))
        inputs |= current_inputs(vehicle.run.water)
        run = in_own_units(vehicle.run, inputs)
        yield from check_commands(("run", "commands"), run, inputs)
        yield from check_travel(("run", "commands"), run, vehicle)
    yield from check_times(("run",), vehicle.run)
    if not broken.get("run"):
        yield from check_world(("run", "world"), vehicle.run.world)


def check_broken_names(raw: dict[str, Any], broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield unknown bodies in entries that have problems of their own."""
    bodies = set(raw["bodies"]) if isinstance(raw.get("bodies"), dict) else set()
    for section, keys in (
        ("joints", ("parent", "child")),
        ("couplings", ("first", "second")),
        ("foils", ("body",)),
        ("actuators", ("body",)),
        ("holds", ("body",)),
        ("sensors", ("body",)),
    ):
        for name in broken.get(section, ()):
            entry = raw[section].get(name) if isinstance(raw.get(section), dict) else None
            if not isinstance(entry, dict):
                continue
            for key in keys:
                if isinstance(entry.get(key), str):
                    allowed = bodies | {WORLD} if key in ("parent", "first") else bodies
                    yield from known((section, name, key), entry[key], allowed, "body")


def _check_tree(vehicle: Vehicle, bodies: set[str], incomplete: bool) -> Iterator[Finding]:
    joint_of: dict[str, str] = {}
    hung = {chain.joints(name)[0]: chain.body for name, chain in vehicle.chains.items() if chain.body is not None}
    for name, joint in vehicle.joints.items():
        if joint.parent != hung.get(name):  # else its chain says it
            yield from known(("joints", name, "parent"), joint.parent, bodies | {WORLD}, "body")
        yield from known(("joints", name, "child"), joint.child, bodies, "body")
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
            yield ("joints", joint_of[body]), f"closes a loop: {route}; joints must form a tree; close it by a coupling"
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
    if foil.lift == "unsteady" and (shape is None or shape.plate is None or foil.centre is not None):
        yield path, "an unsteady foil is the whole plate of its body: it needs one, and takes its centre from it"
        return
    if shape is None or shape.plate is None:
        missing = [key for key in ("normal", "chord", "span") if getattr(foil, key) is None]
        if missing:
            yield path, f"needs {', '.join(missing)}: its body {foil.body!r} is no plate to take them from"
    elif foil.normal is None and abs(foil.leading_edge[1 if shape.plate.normal == "starboard" else 2]) > 1e-6:
        yield (*path, "leading_edge"), "points along the plate's normal"
    elif abs(foil.leading_edge[0]) < 1.0 - 1e-9 and (foil.chord is None or foil.span is None):
        yield path, "needs chord and span: its leading_edge does not lie along the chord of the plate"
