"""The physics audit: what a vehicle weighs, how it floats, what moves it, and whether its energy adds up."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan

import numpy as np

from narcine.description.body import Body
from narcine.description.scenario import Scenario
from narcine.multibody.assembly import Link, assemble
from narcine.recording.trajectory import Trajectory
from narcine.simulation.failure import RunStopped
from narcine.simulation.floating import Floating, find_floating
from narcine.simulation.forces import ForceHistory, force_history
from narcine.simulation.momentum import settled
from narcine.simulation.record import TERM_NAMES, observation
from narcine.simulation.simulation import Simulation
from narcine.spatial.inertias import INERTIA_SIZE, unpack_inertia
from narcine.spatial.vectors import Array

HEAVY_WATER = 20.0
"""Added mass over own mass from which on an audit points at it."""
TRIFLE, STANDARD_GRAVITY = 1e-6, 9.81
"""Height (m) to which the energy that an audit cares for would lift the vehicle, and the gravity for that (m/s2)."""
CENTRED = 1e-9
"""Distance (m) of the centres of gravity and buoyancy below which they are one."""
AUDIT_DURATION = 5.0
"""Length of the audit's run (s), or the scenario's own when that is shorter."""


@dataclass(frozen=True)
class BodyAudit:
    """What one body weighs, and what water moves with it."""

    name: str
    mass: float
    volume: float
    trapped_water: float
    added_mass: tuple[float, ...]
    """eigenvalues of the added mass (kg)"""
    added_inertia: tuple[float, ...]
    """eigenvalues of the added moment of inertia about the body's origin (kg m2)"""
    coriolis: tuple[float, ...]
    """share of the added momentum's coupling with rotation about each axis, as `coriolis` of the body settles it"""


@dataclass(frozen=True)
class Trim:
    """How a vehicle hangs in the water, in the axes of its root, joints as they start."""

    vehicle: str
    mass: float
    volume: float
    trapped_water: float
    centre_of_gravity: tuple[float, ...]
    centre_of_buoyancy: tuple[float, ...]
    net_buoyancy: float
    """buoyancy, at the depth where it starts, less weight (N); positive floats"""
    roll: float
    pitch: float
    """attitude in which weight and buoyancy balance about the centre of gravity (rad); nan where all do"""
    righting_moment: float
    """moment of weight and buoyancy per angle that brings it back there (N m / rad); zero means that it stays as put"""
    free: bool
    ballast: tuple[float, float, float] | None
    """what it lacks in mass, as weighed under water (kg), and where forward and starboard (m) that would make it level;
    None where it lacks none"""


@dataclass(frozen=True)
class TermAudit:
    """What one force does during the audit's run, on all bodies together."""

    name: str
    largest_force: float
    """on one body (N)"""
    largest_moment: float
    """about that body's origin (N m)"""
    mean_power: float
    """W, in the frame of the water"""


@dataclass(frozen=True)
class EnergyBalance:
    """Kinetic energy gained against work done, in the frame of the water (J)."""

    duration: float
    gained: float
    work: dict[str, float]
    """by each force, by drives, by motors, by springs, dampers and plates, and by joints to the world"""
    residual: float
    """what is missing over the largest work or kinetic energy; weight and buoyancy, which nearly cancel, are one"""


@dataclass(frozen=True)
class Audit:
    """All of it."""

    bodies: tuple[BodyAudit, ...]
    trims: tuple[Trim, ...]
    terms: tuple[TermAudit, ...]
    balance: EnergyBalance | None
    """None when the run exploded"""
    stopped: str
    """why the run exploded; empty when it did not"""
    doubts: tuple[str, ...]
    """what is possible and improbable, and what the step is too long for"""
    floating: tuple[Floating, ...]
    """how vehicles that are lighter than water lie at its surface, where it has one"""
    unsourced: tuple[str, ...]
    """paths of numbers that say neither source nor assumption"""
    forces: ForceHistory
    """the curves of the run"""


def audit(simulation: Simulation, step: float | None = None) -> Audit:
    """Return the audit of a scenario; runs it for a few seconds, with its own step or another.

    Beats that servos are sent in points are sent smoothly here: efforts that jump within a step have no balance.
    """
    scenario = simulation.scenario
    links = assemble({name: placed.vehicle for name, placed in scenario.vehicles.items()})
    duration = min(scenario.duration, AUDIT_DURATION)
    step = simulation.scenario.step if step is None else step
    run = simulation.with_smooth_beats().start(step=step, record=step)
    pairs = max(1, round(duration / run.step_size / 2.0))
    balance, stopped = None, ""
    try:
        simulation.swim(run, 2 * pairs * run.step_size)
        balance = energy_balance(run.trajectory())
    except RunStopped as failure:
        stopped = str(failure)
    tree = simulation.reduced()
    bodies = tuple(_audit_body(tree, index, link) for index, link in enumerate(links) if link.body is not None)
    trims = tuple(_trim(tree, links, name) for name in scenario.vehicles)
    return Audit(
        bodies=bodies,
        trims=trims,
        terms=_audit_terms(simulation, run.states, run.commands),
        balance=balance,
        stopped=stopped,
        doubts=(*run.doubts(), *_advice(scenario, bodies, trims)),
        floating=tuple(_floating(tree, links, trims)),
        unsourced=tuple(simulation.description.unsourced()),
        forces=force_history(simulation.model, run.times, run.states, run.commands),
    )


def _advice(scenario: Scenario, bodies: tuple[BodyAudit, ...], trims: tuple[Trim, ...]) -> Iterator[str]:
    """Yield what a specialist would point at: possible, and worth a second look."""
    for body in bodies:
        own = body.mass + body.trapped_water
        if own > 0.0 and max(body.added_mass) > HEAVY_WATER * own:
            yield (
                f"{body.name} carries {max(body.added_mass) / own:.0f} times its own mass of water along: its motion "
                "hangs on the added inertia"
            )
    for trim in trims:
        height = trim.centre_of_gravity[2] - trim.centre_of_buoyancy[2]
        floats = scenario.water.has_surface and trim.net_buoyancy > 0.0
        if trim.free and trim.volume > 0.0 and height < -CENTRED and not floats:
            yield (
                f"{trim.vehicle}: the centre of buoyancy lies {-1e3 * height:.3g} mm under the centre of gravity; "
                "it turns over"
            )
    for placed in scenario.vehicles.values():
        for name, foil in placed.vehicle.foils.items():
            record = placed.vehicle.bodies[foil.body]
            if (record.shape is None and record.added_inertia is None) or (
                record.added_inertia is not None and record.added_inertia.rule == "none"
            ):
                yield f"foil {name}: its body {foil.body} has no added inertia; a flapping fin lives on it"
            elif any(each.quantity == "area" for each in foil.scale) and _has_plates_water(record):
                yield (
                    f"foil {name}: its area changes, the added inertia of its plate {foil.body} does not; where that "
                    "counts, let the plate be a part that does not stretch"
                )


def _has_plates_water(body: Body) -> bool:
    """Say whether the added inertia of a body is that of its own plate."""
    return body.is_plate and (body.added_inertia is None or body.added_inertia.rule not in (None, "none"))


def _audit_body(simulation: Simulation, index: int, link: Link) -> BodyAudit:
    body = link.body
    assert body is not None, "only links with bodies come here"
    columns = simulation.model.link_columns
    start = columns.added + INERTIA_SIZE * index
    added = unpack_inertia(simulation.model.parameters[start : start + INERTIA_SIZE])
    return BodyAudit(
        link.name,
        body.mass,
        body.volume,
        body.trapped_water,
        tuple(float(value) for value in np.linalg.eigvalsh(added[:3, :3])),
        tuple(float(value) for value in np.linalg.eigvalsh(added[3:, 3:])),
        tuple(simulation.model.parameters[columns.coriolis + 3 * index :][:3].tolist()),
    )


def _trim(simulation: Simulation, links: list[Link], vehicle: str) -> Trim:
    model, water = simulation.model, simulation.scenario.water
    seen = observation(model, settled(model, model.initial_state)[None], model.commands[None])
    own = [(index, link.body) for index, link in enumerate(links) if link.vehicle == vehicle and link.body is not None]
    mass = sum(body.mass for _, body in own)
    volume = sum(body.volume for _, body in own)
    root = next(entry.root for entry in model.vehicles if entry.name == vehicle)
    R = seen.attitude[0, root].reshape(3, 3)

    def in_root(index: int, point: tuple[float, ...]) -> Array:
        world = seen.place[0, index] + seen.attitude[0, index].reshape(3, 3) @ np.array(point)
        return np.asarray(R.T @ (world - seen.place[0, root]))

    gravity = sum((body.mass * in_root(index, body.gravity_centre) for index, body in own), np.zeros(3))
    buoyancy = sum((body.volume * in_root(index, body.buoyancy_centre) for index, body in own), np.zeros(3))
    arm = _over(gravity, mass) - _over(buoyancy, volume)
    depth = float((seen.place[0, root] + R @ _over(buoyancy, volume))[2])
    density = water.density + water.density_gradient * depth
    lift = density * water.gravity * volume
    return Trim(
        vehicle,
        mass,
        volume,
        sum(body.trapped_water for _, body in own),
        tuple(_over(gravity, mass).tolist()),
        tuple(_over(buoyancy, volume).tolist()),
        water.gravity * (density * volume - mass),
        float(np.arctan2(arm[1], arm[2])) if np.any(np.abs(arm) > CENTRED) else nan,
        float(-np.arctan2(arm[0], np.hypot(arm[1], arm[2]))) if np.any(np.abs(arm) > CENTRED) else nan,
        float(lift * np.linalg.norm(arm)),
        links[root].parent < 0 and links[root].freedoms == 6,
        _ballast(density * buoyancy - gravity, density * volume - mass),
    )


def _ballast(moment: Array, lacking: float) -> tuple[float, float, float] | None:
    """Return the mass that a vehicle lacks, and where it brings the centre of gravity under that of buoyancy."""
    return (lacking, float(moment[0] / lacking), float(moment[1] / lacking)) if lacking > 0.0 else None


def floating_vehicles(simulation: Simulation) -> tuple[Floating, ...]:
    """Return how vehicles that are lighter than water lie at its surface."""
    tree = simulation.reduced()
    links = assemble({name: placed.vehicle for name, placed in simulation.scenario.vehicles.items()})
    return tuple(_floating(tree, links, tuple(_trim(tree, links, name) for name in simulation.scenario.vehicles)))


def _floating(simulation: Simulation, links: list[Link], trims: tuple[Trim, ...]) -> Iterator[Floating]:
    """Yield how vehicles float that are free and lighter than water with a surface."""
    for entry, trim in zip(simulation.model.vehicles, trims, strict=True):
        if simulation.scenario.water.has_surface and trim.free and trim.net_buoyancy > 0.0:
            own = (link.body.volume if link.body and link.vehicle == entry.name else 0.0 for link in links)
            weight = trim.mass * simulation.scenario.water.gravity
            found = find_floating(simulation.model, entry, np.array(list(own)), weight)
            if found is not None:
                yield found


def _over(moment: Array, weight: float) -> Array:
    return moment / weight if weight else np.zeros(3)


def _audit_terms(simulation: Simulation, states: Array, commands: Array) -> tuple[TermAudit, ...]:
    seen = observation(simulation.model, states, commands)
    force = np.linalg.norm(seen.wrench[..., :3], axis=-1).max(axis=(0, 2))
    moment = np.linalg.norm(seen.wrench[..., 3:], axis=-1).max(axis=(0, 2))
    power = seen.power.mean(axis=0)
    return tuple(
        TermAudit(name, float(force[k]), float(moment[k]), float(power[k])) for k, name in enumerate(TERM_NAMES)
    )


def integral(values: Array, interval: float) -> float:
    """Return the integral of evenly spaced samples by Simpson's rule; their number is odd."""
    weights = np.ones(len(values))
    weights[1:-1:2], weights[2:-1:2] = 4.0, 2.0
    return float(interval / 3.0 * np.sum(weights * values))


def energy_balance(run: Trajectory) -> EnergyBalance:
    """Return the balance of a run that was recorded at every step, an even number of them.

    The work of contacts, which last a few steps, is integrated beside the state; that of all else by Simpson's rule.
    """
    interval = float(run.time[1] - run.time[0])
    gained = float(run.kinetic_energy[-1] - run.kinetic_energy[0])
    work = {name: integral(run.power[:, k], interval) for k, name in enumerate(run.terms)}
    work["docking"] = float(run.docking_work[-1] - run.docking_work[0])
    work["contact"] = float(run.contact_work[-1] - run.contact_work[0])
    work["drives"] = integral(np.sum(run.drive_effort * run.joint_velocity, axis=1), interval)
    work["motors"] = integral(np.sum(run.motor_power, axis=1), interval)
    work["springs and dampers"] = integral(run.spring_power, interval)
    work["joints to the world"] = integral(run.anchor_power, interval)
    together = {**work, "weight": work["weight"] + work["buoyancy"], "buoyancy": 0.0}
    trifle = TRIFLE * sum(run.masses) * STANDARD_GRAVITY
    largest = max(float(run.kinetic_energy.max()), *(abs(value) for value in together.values()), trifle)
    return EnergyBalance(float(run.time[-1] - run.time[0]), gained, work, abs(gained - sum(work.values())) / largest)
