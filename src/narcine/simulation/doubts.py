"""What a run or a description makes one doubt, though nothing is wrong with its form."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from narcine.description.gait import Beat
from narcine.description.inputs import drive_dimension, drive_limits
from narcine.description.motion import shown
from narcine.description.scenario import Scenario
from narcine.description.vehicle import Vehicle
from narcine.gaits.servo_limits import asked_rate
from narcine.simulation.freeing import on_tree
from narcine.simulation.integrators import Integrator
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model, with_smooth_beats
from narcine.simulation.record import observation
from narcine.simulation.stability import find_instability, step_error
from narcine.spatial.vectors import Array
from narcine.tables import Table

MOMENTS = 9
"""States of a run at which the step is examined."""
MANY = 200
"""Entries of the state from which on fewer moments are examined."""
LARGEST_ERROR = 0.5
"""Relative difference of velocities after a few steps from which on a run depends on its step; sound ones passing
stall and stops reach 0.3."""
STRAYING, STRAYING_SHARE, UNUSED = 0.09, 0.3, 0.9
"""Error of a servo (rad; share of what its target sweeps) that is worth a word, and the share of its torque used up."""
ENTRIES, AFTER_ENTRY, ENTRY_PART = 3, 4, 4096
"""Entries into the water that are examined, steps after their record that are, states looked at in one go for them."""
ROUNDING = 1e-9
IN_STEP = 0.03
"""Part of the time between two points of a beat by which records drift along them in 33 records or more."""
FULLEST, EMPTIEST = 20.0, 0.02
"""Displaced volume over that of the shape beyond which one of them is likely mistyped."""
LARGEST_BODY = 30.0
"""Length (m) of a body from which on millimetres were likely taken for metres."""
HEAVIEST = 0.5
"""Net buoyancy over weight beyond which a number is likely mistyped: swimmers are trimmed to a few per cent."""
HIGHEST = 0.01
"""Height (m) of a vehicle's root above the surface from which on it counts as out of the water."""
LIGHTEST_WATER = 500.0
"""Density (kg/m3) below which, but for zero, water is likely mistyped, as in g/cm3."""


def doubts_about_scenario(scenario: Scenario) -> Iterator[str]:
    """Yield numbers that are possible and improbable."""
    water = scenario.water
    if 0.0 < water.density < LIGHTEST_WATER:
        yield f"the water's density is {water.density:g} kg/m3"
    if not water.has_surface and water.gravity > 0.0:
        for names in _groups(scenario):
            vehicles = [scenario.vehicles[name].vehicle for name in names]
            if all(vehicle.is_free for vehicle in vehicles):
                yield from _doubts_about_weight(" with ".join(names), vehicles, water.density)


def doubts_about_gaits(scenario: Scenario) -> Iterator[str]:
    """Yield servos and motors whose gait asks for more than their targets may take, and servos that are too slow."""
    for placed in scenario.vehicles.values():
        vehicle, gait = placed.vehicle, placed.vehicle.gait
        if gait is None:
            continue
        told: set[str] = set()
        for name, (stroke, mean) in {**dict.fromkeys(gait.diving, (0.0, 0.0)), **gait.weights}.items():
            drive = vehicle.drives[name]
            if drive.type not in ("servo", "motor"):
                continue
            middle, reach = drive.command + mean * gait.turn, abs(stroke * gait.amplitude)
            dips = [share * gait.dive for share in gait.diving.get(name, (0.0,))]
            lowest, highest = middle + min(dips) - reach, middle + max(dips) + reach
            bend = gait.bent.get(name, middle)
            lowest, highest = min(lowest, bend), max(highest, bend)
            lower, upper = drive_limits(vehicle, name)
            if max(highest - upper, lower - lowest) > ROUNDING * max(reach, 1.0):
                asked, limit = (highest, upper) if highest - upper >= lower - lowest else (-lowest, -lower)
                dimension = drive_dimension(vehicle, name)
                said = f"for {shown(asked, dimension)}; its target ends at {shown(limit, dimension)}"
                if said not in told:  # a chain has many alike
                    yield f"the gait asks {name} {said}"
                told.add(said)
            if isinstance(gait, Beat) and drive.type == "servo":
                yield from _doubts_about_rate(name, gait, reach, drive.rate)
                yield from _doubts_about_power(name, gait, scenario.record)


def _doubts_about_rate(name: str, gait: Beat, reach: float, rate: float) -> Iterator[str]:
    """Yield that a beat asks a servo to turn faster than it can (Zhou et al. 2007, eq 3)."""
    asked = float(asked_rate(reach, gait.frequency, gait.resolution))
    if asked > rate * (1.0 + ROUNDING):
        most = rate / asked * gait.frequency
        yield (
            f"the gait asks {name} for {asked:.3g} rad/s, its servo turns at {rate:.3g}: the beat gets smaller and "
            f"late; at this amplitude it follows up to {most:.3g} Hz"
        )


def _doubts_about_power(name: str, gait: Beat, record: float) -> Iterator[str]:
    """Yield that records meet the points that a servo is sent always at the same moment between two jumps."""
    points = record * gait.frequency * (gait.resolution or 0)
    if points > 1.0 - IN_STEP and abs(points - round(points)) < IN_STEP:
        better = 0.7 / (gait.frequency * gait.resolution) if gait.resolution else record
        yield (
            f"records of {record:g} s fall on the points that {name} is sent, {points:.3g} apart: what they tell of "
            f"torque and power is of one moment; set record to some {better:.2g} s"
        )


def doubts_about_holds(scenario: Scenario) -> Iterator[str]:
    """Yield holds on a dive that bends joints only at given times: at others they have nothing to act with."""
    for placed in scenario.vehicles.values():
        gait = placed.vehicle.gait
        if gait is None or gait.type != "dive":
            continue
        until = "" if gait.release is None else f" and {gait.release:g} s later has let go"
        for name, hold in placed.vehicle.holds.items():
            if "dive" in hold.gait:
                yield (
                    f"the hold {name} acts on joints that the gait bends one by one: it holds nothing before "
                    f"{gait.starts[0]:g} s{until}; other kinds of gait bend them at any time"
                )


def _groups(scenario: Scenario) -> list[list[str]]:
    """Return the vehicles in groups that are coupled from the start."""
    group = {name: [name] for name in scenario.vehicles}
    for coupling in scenario.couplings.values():
        ends = [end.split(".")[0] for end in (coupling.first, coupling.second)]
        if coupling.docked and all(end in group for end in ends) and group[ends[0]] is not group[ends[1]]:
            merged = group[ends[0]] + group[ends[1]]
            group |= dict.fromkeys(merged, merged)
    return list({id(names): names for names in group.values()}.values())


def _doubts_about_weight(name: str, vehicles: list[Vehicle], density: float) -> Iterator[str]:
    bodies = [body for vehicle in vehicles for body in vehicle.bodies.values()]
    mass = sum(body.mass for body in bodies)
    displaced = density * sum(body.volume for body in bodies)
    if displaced > 0.0 and abs(displaced - mass) > HEAVIEST * mass:
        verb = "rises" if displaced > mass else "sinks"
        yield (
            f"{name} weighs {mass:.3g} kg and displaces {displaced:.3g} kg of water: it {verb} fast; "
            "displaced_volume says what floats a body whose shape is larger or smaller"
        )


def doubts_about_added_inertia(scenario: Scenario) -> Iterator[str]:
    """Yield bodies whose added inertia is that of a stand-in for their mesh."""
    for name, placed in scenario.vehicles.items():
        for body_name, body in placed.vehicle.bodies.items():
            meshed = body.shape is not None and body.shape.mesh is not None
            if meshed and body.added_inertia is None:
                yield (
                    f"{name}: the added inertia of {body_name} is that of an ellipsoid like its mesh; "
                    "`narcine added-inertia` solves for it; say `added_inertia: from_shape` if the ellipsoid will do"
                )


def doubts_about_sizes(scenario: Scenario) -> Iterator[str]:
    """Yield bodies whose shape does not go with what they displace or weigh."""
    for name, placed in scenario.vehicles.items():
        for body_name, body in placed.vehicle.bodies.items():
            if body.shape is None:
                continue
            length = 2.0 * float(np.max(body.shape.geometry.half_extents))
            if length > LARGEST_BODY:
                scale = "; is its mesh drawn in mm? `scale: 0.001` says so" if body.shape.mesh is not None else ""
                yield f"{name}: {body_name} is {length:.3g} m long; plain lengths are in m{scale}"
            outer = body.shape.geometry.volume
            if body.displaced_volume and not EMPTIEST < body.displaced_volume / outer < FULLEST:
                yield (
                    f"{name}: the shape of {body_name} holds {1e3 * outer:.3g} l, its displaced_volume is "
                    f"{1e3 * body.displaced_volume:.3g} l; plain lengths are in m"
                )


def doubts_about_step(
    model: Model, states: Array, commands: Array, integrator: Integrator, step: float, every: int
) -> Iterator[str]:
    """Yield that the step is too long, if it is at one of the states: for what, or because results depend on it.

    Where joints are constraints, a state that is nudged breaks them: what grows is looked for with joints as
    coordinates. Beats that are sent in points count as smooth: when a servo hears of a point depends on steps, by less
    than one of them, and that is none of what grows.
    """
    model = with_smooth_beats(model)
    moments = np.unique(np.linspace(0, len(states) - 1, MOMENTS if model.states <= MANY else 3).astype(int))
    tree, on_joints = on_tree(model, states)
    for moment in moments:
        found = find_instability(tree, on_joints[moment], commands[moment], integrator, step)
        if found is not None:
            yield (
                f"the step of {step:g} s is too long for {found.state}: it moves, or would move once disturbed, as the "
                f"steps make it; set step to {found.short_enough:g} s or less, or make its servo or spring softer"
            )
            return
    errors = [step_error(model, states[moment], commands[moment], integrator, step) for moment in moments]
    for moment in _entries(model, states, commands):
        errors.append(step_error(model, states[moment], commands[moment], integrator, step, every + AFTER_ENTRY))
    worst = max(errors)
    if worst > LARGEST_ERROR:
        yield (
            f"the step of {step:g} s is too long: a few steps of a quarter of it move {100.0 * min(worst, 9.99):.0f} % "
            "otherwise; try shorter steps until results no longer change"
        )


def _entries(model: Model, states: Array, commands: Array) -> NDArray[np.int64]:
    """Return the moments before which bodies enter the water fastest: there a step may be too long for them alone."""
    if len(states) < 2 or not model.layout[read_columns(model.layout, Table.WATER).surface]:
        return np.zeros(0, np.int64)
    parts = range(0, len(states), ENTRY_PART)
    wet = np.concatenate(
        [observation(model, states[k : k + ENTRY_PART], commands[k : k + ENTRY_PART]).wet for k in parts]
    )
    growth = np.diff(wet, axis=0).max(axis=1)
    fastest = np.argsort(growth)[-ENTRIES:]
    return np.asarray(fastest[growth[fastest] > 0.0], np.int64)


def doubts_about_travel(model: Model, states: Array) -> Iterator[str]:
    """Yield prescribed joints that went beyond their limits, which a control law can bring about."""
    for each in model.coordinates:
        if each.drive == "prescribed":
            reached = states[:, each.position]
            furthest = float(max(reached.max() - each.upper, each.lower - reached.min()))
            if furthest > ROUNDING:
                amount = f"{np.degrees(furthest):.3g} deg" if each.unit == "rad" else f"{furthest:.3g} m"
                yield f"the prescribed joint {each.name} went {amount} beyond its limits"


def doubts_about_servos(model: Model, states: Array, commands: Array) -> Iterator[str]:
    """Yield servos that to the end stray from their targets and do not use up their torque: the water is stiffer."""
    later = slice(len(states) - len(states) // 4, None)
    drives = read_columns(model.layout, Table.DRIVES)
    positions = list(model.layout[drives.position : drives.position + drives.rows])
    for each in model.coordinates:
        if each.drive != "servo" or each.unit != "rad" or len(states) < 4:
            continue
        asked = states[later, model.state_names.index(f"{each.name}.target")]
        error = float(np.abs(asked - states[later, each.position]).max())
        if error < max(STRAYING, STRAYING_SHARE * np.ptp(asked)):
            continue
        limit = float(model.parameters[drives.torque + positions.index(each.position)])
        used = float(np.abs(observation(model, states[later], commands[later]).drive[:, each.velocity]).max())
        if used < UNUSED * limit:
            yield (
                f"{each.name} strays {np.degrees(error):.3g} deg from its target with {used:.3g} N m: its servo is "
                "softer than the water; raise its bandwidth, or move its hinge towards the quarter chord"
            )


def doubts_about_surface(model: Model, scenario: Scenario, states: Array) -> Iterator[str]:
    """Yield vehicles that left the water, which is taken to be everywhere."""
    for vehicle in model.vehicles:
        entries = [k for k in model.states_of(vehicle.name) if model.state_names[k].endswith(".down")]
        water = scenario.water
        if entries and not water.has_surface and water.density > 0.0 and water.gravity > 0.0:
            height = -float(states[:, entries].min())
            if height > HIGHEST:
                yield (
                    f"{vehicle.name} came {height:.3g} m above depth zero, where there is water too; "
                    "water.surface: calm gives it a surface"
                )
