"""Whether vehicles start clear of the seabed and of obstacles."""

from collections.abc import Iterator

import numpy as np

from narcine.description.names import Finding
from narcine.description.problems import Path
from narcine.description.scenario import Scenario
from narcine.multibody.assembly import assemble
from narcine.simulation.layout import read_columns
from narcine.simulation.model import Model
from narcine.simulation.momentum import settled
from narcine.simulation.record import observation
from narcine.spatial.vectors import Array
from narcine.tables import Table
from narcine.world.depth import depths
from narcine.world.hull import Hull
from narcine.world.rows import hulls_of_links, placed_obstacles
from narcine.world.table import HullKind

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
        for name, obstacle in zip(world.names, placed_obstacles(world), strict=True):
            deepest = float(depths(obstacle, points).max())
            if deepest > allowed:
                path: Path = ("run", "start") if alone else ("vehicles", link.vehicle, "start")
                yield path, f"body {link.name} starts {deepest:.3g} m inside {name}; place the vehicle clear of it"


def _surface(hull: Hull) -> Array:
    """Return points all over a hull, in body axes."""
    if hull.kind == HullKind.POINTS:
        return np.asarray(hull.centre + hull.points)
    polar, around = np.meshgrid(np.linspace(0.0, np.pi, RINGS), np.linspace(0.0, 2.0 * np.pi, AROUND, endpoint=False))
    unit = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1)
    return np.asarray(hull.centre + unit.reshape(-1, 3) * hull.size)
