"""Whether vehicles start clear of the world and of each other, and its parts of each other."""

from collections.abc import Iterator

import numpy as np

from narcine.description.body import Body
from narcine.description.names import Finding
from narcine.description.problems import Path
from narcine.description.scenario import Scenario
from narcine.multibody.assembly import assemble
from narcine.simulation.layout import read_columns
from narcine.simulation.model import BodyEntry, Model
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation
from narcine.spatial.vectors import Array
from narcine.tables import Table
from narcine.world.depth import depths
from narcine.world.hull import Hull, form_of
from narcine.world.motion import courses_of
from narcine.world.overlap import overlaps, too_fast
from narcine.world.rows import Placed, hulls_of_links, placed_obstacles
from narcine.world.table import HullKind, ObstacleKind

RESTING = 2.0
"""Depth at the start, over that to which the whole weight presses a body in, that passes for resting."""
ROUNDING = 1e-9
"""Depth (m) that is none."""
RINGS, AROUND = 25, 48


def starts_inside(model: Model, scenario: Scenario, alone: bool) -> Iterator[Finding]:
    """Yield bodies that start inside something; `alone` says that a vehicle's own file is run."""
    world = scenario.world
    if world.is_empty:
        return
    links = assemble({name: placed.vehicle for name, placed in scenario.vehicles.items()})
    seen = observation(model, settled(model, model.initial_state)[None], model.commands[None])
    columns = read_columns(model.layout, Table.HULLS)
    weights = {vehicle.name: scenario.water.gravity * vehicle.mass for vehicle in model.vehicles}
    for index, (link, hulls) in enumerate(zip(links, hulls_of_links(world, links), strict=True)):
        if not hulls:
            continue
        rows = [row for row in range(columns.rows) if model.layout[columns.link + row] == index]
        stiffness = float(model.parameters[columns.stiffness + rows[0]])
        allowed = ROUNDING + RESTING * weights[link.vehicle] / stiffness
        R = seen.attitude[0, index].reshape(3, 3)
        points = seen.place[0, index] + np.concatenate([_surface(hull) for hull in hulls]) @ R.T
        assert link.body is not None, "what has hulls has a body"
        form = _placed(form_of(link.body), R, seen.place[0, index])
        reach = float(np.linalg.norm(points - form.at, axis=1).max())
        for name, obstacle in zip(world.names, placed_obstacles(world), strict=True):
            if obstacle.kind != ObstacleKind.PLANE and np.linalg.norm(obstacle.at - form.at) > reach + obstacle.reach:
                continue
            deepest = max(float(depths(obstacle, points).max()), _swallowed(form, obstacle))
            if deepest > allowed:
                path: Path = ("run", "start") if alone else ("vehicles", link.vehicle, "start")
                yield path, f"body {link.name} starts {deepest:.3g} m inside {name}; place the vehicle clear of it"


def _placed(form: Hull, R: Array, place: Array) -> Placed:
    """Return the form of a body as an obstacle where the body is."""
    return Placed(ObstacleKind.ELLIPSOID, R, place + R @ form.centre, form.size, form.reach)


def _swallowed(form: Placed, obstacle: Placed) -> float:
    """Return how deep an obstacle is in a body that holds its centre, else less than nothing."""
    if obstacle.kind == ObstacleKind.PLANE:
        return -1.0
    depth = float(depths(form, obstacle.at[None])[0])
    return depth + obstacle.half_width if depth > 0.0 else depth


def _surface(hull: Hull) -> Array:
    """Return points all over a hull, in body axes."""
    if hull.kind == HullKind.POINTS:
        return np.asarray(hull.centre + hull.points)
    polar, around = np.meshgrid(np.linspace(0.0, np.pi, RINGS), np.linspace(0.0, 2.0 * np.pi, AROUND, endpoint=False))
    unit = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1)
    return np.asarray(hull.centre + unit.reshape(-1, 3) * hull.size)


def world_faults(model: Model, scenario: Scenario, alone: bool) -> Iterator[Finding]:
    """Yield what in a world is inside something else, at the start or later, or moves too fast to be touched."""
    world = scenario.world
    moving = courses_of(model.parameters, model.layout)
    for name, message in (*overlaps(world, moving), *too_fast(world, moving, scenario.step)):
        section = "lamps" if name in world.lamps else "obstacles"
        yield (*(("run",) if alone else ()), "world", section, name), message


def starts_together(model: Model, scenario: Scenario) -> Iterator[Finding]:
    """Yield vehicles that start inside others."""
    if not scenario.vehicles_touch:
        return
    seen = observation(model, settled(model, model.initial_state)[None], model.commands[None])
    forms = [(body, form_of(_record(scenario, body))) for body in model.bodies]
    placed = [
        _placed(form, seen.attitude[0, body.link].reshape(3, 3), seen.place[0, body.link]) for body, form in forms
    ]
    for one, (first, form) in enumerate(forms):
        for other in range(one):
            second = forms[other][0]
            apart = float(np.linalg.norm(placed[one].at - placed[other].at))
            if first.vehicle == second.vehicle or apart > placed[one].reach + placed[other].reach:
                continue
            points = placed[one].at + (_surface(form) - form.centre) @ placed[one].turn.T
            deepest = max(float(depths(placed[other], points).max()), _swallowed(placed[one], placed[other]))
            if deepest > ROUNDING:
                said = f"body {first.name} starts {deepest:.3g} m inside {second.name}; place the vehicles apart"
                yield ("vehicles", first.vehicle, "start"), said


def _record(scenario: Scenario, body: BodyEntry) -> Body:
    """Return the record of a body."""
    return scenario.vehicles[body.vehicle].vehicle.bodies[body.name.removeprefix(f"{body.vehicle}.")]
