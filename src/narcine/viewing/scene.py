"""What there is to see: the bodies of vehicles by their shapes, fins, screws, and the world around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from narcine.description.actuator import Propeller, Surface, Thruster
from narcine.description.body import Body
from narcine.description.foil import Foil
from narcine.description.scenario import Scenario
from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.vehicle import Vehicle
from narcine.hydrodynamics.foils.table import foil_frame
from narcine.multibody.root import root_body
from narcine.recording.trajectory import Array
from narcine.viewing.eyes import Eye, eye_things, eyes_of
from narcine.viewing.solids import Solid, plate, ring, solid_of
from narcine.viewing.things import Colour, Thing, Turn, thing_of
from narcine.viewing.world_things import pool_box, world_things
from narcine.world.rows import placed_obstacles

VEHICLES = (
    "#e06c10",
    "#c0334a",
    "#4f9a34",
    "#7a56c7",
    "#d9a400",
    "#96591c",
    "#d1588c",
    "#6f7c7d",
    "#2b2b2b",
    "#a9c52f",
)
"""Colours of vehicles, which stand out from the blue of the water."""
METAL: Colour = (0.20, 0.24, 0.28)
PALE = 0.35
"""How far the colour of what hangs on a vehicle's first body goes towards white."""
UNKNOWN_SIZE = 0.3
"""Of a vehicle that shows nothing (m)."""
FOIL_THICKNESS = 0.03
"""Of a foil that no shape shows, over its chord."""
SURFACE_ASPECT = 1.5
"""Span over chord of a control surface, where a file says the area alone."""
SEE_THROUGH = 0.55
"""Opacity of a body that would hide its thrusters."""
DUCT = 0.45
"""Length of a thruster's duct over its diameter."""


@dataclass(frozen=True)
class Scene:
    """All that there is to see."""

    things: tuple[Thing, ...]
    bodies: tuple[str, ...]
    """by the names and in the order of a run"""
    vehicles: tuple[str, ...]
    roots: tuple[int, ...]
    """the body of each vehicle from which its own numbers are taken"""
    sizes: tuple[float, ...]
    """length of each vehicle (m)"""
    colours: tuple[Colour, ...]
    """of each vehicle"""
    surface: Literal["none", "calm", "waves"]
    floor: float
    """depth of a plane below all that starts, for a grid to stand on: the seabed where there is one (m)"""
    middles: tuple[tuple[int, ...], ...]
    """the bodies of each vehicle in the middle of which a camera looks: its root, with the modules of its chains"""
    eyes: tuple[Eye, ...] = ()
    """sensors, in the order of a run"""
    places: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """of all that can be touched, as it starts (obstacle, 3)"""
    movers: tuple[int, ...] = ()
    """which of them move"""
    lamps: tuple[int, ...] = ()
    """which of them are lamps"""
    pool: tuple[Array, Array] | None = None
    """the lowest and the highest north, east and down of a pool with its rim"""


def scene_of(scenario: Scenario, bodies: Sequence[str]) -> Scene:
    """Return what there is to see of a scenario whose bodies a run names in this order."""
    several = len(scenario.vehicles) > 1
    index = {name: place for place, name in enumerate(bodies)}
    things: list[Thing] = []
    roots, sizes, colours, middles = [], [], [], []
    for number, (name, placed) in enumerate(scenario.vehicles.items()):
        vehicle = placed.vehicle
        prefix = f"{name}." if several else ""
        places = {body: index[prefix + body] for body in vehicle.bodies}
        colour = colour_of(VEHICLES[number % len(VEHICLES)])
        own = list(_vehicle_things(vehicle, prefix, places, colour))
        things += own
        roots.append(places[root_body(vehicle)])
        rows = [[places[each] for each in chain.modules(key)] for key, chain in vehicle.chains.items()]
        sizes.append(_size(own, rows))
        colours.append(colour)
        middles.append((roots[-1], *(body for row in rows for body in row if body != roots[-1])))
    water, world = scenario.water, scenario.world
    surface = "waves" if water.waves is not None else water.surface
    depth = max((placed.begins.position[2] for placed in scenario.vehicles.values()), default=0.0)
    floor = world.ground.depth if world.ground is not None else depth + max(2.0 * max(sizes), 0.5)
    things += world_things(world, surface != "none")
    eyes = eyes_of(scenario, index, tuple(sizes))
    things += eye_things(eyes)
    return Scene(
        tuple(things),
        tuple(bodies),
        tuple(scenario.vehicles),
        tuple(roots),
        tuple(sizes),
        tuple(colours),
        surface,
        floor,
        tuple(middles),
        eyes,
        np.array([each.at for each in placed_obstacles(world)]).reshape(-1, 3),
        tuple(k for k, name in enumerate(world.names) if name in world.solids and world.solids[name].moves),
        tuple(k for k, name in enumerate(world.names) if name in world.lamps),
        None if world.pool is None else pool_box(world.pool),
    )


def colour_of(code: str) -> Colour:
    """Return a colour written as #rrggbb."""
    return (int(code[1:3], 16) / 255.0, int(code[3:5], 16) / 255.0, int(code[5:7], 16) / 255.0)


def _size(things: list[Thing], rows: list[list[int]]) -> float:
    """Return about how long a vehicle is: its three longest things in a row, or its longest chain."""
    lengths = [float(np.ptp(thing.vertices, axis=0).max()) for thing in things]
    chains = [sum(long for long, thing in zip(lengths, things, strict=True) if thing.body in row) for row in rows]
    return max([sum(sorted(lengths)[-3:]), *chains]) or UNKNOWN_SIZE


def _vehicle_things(vehicle: Vehicle, prefix: str, index: dict[str, int], colour: Colour) -> Iterator[Thing]:
    root = index[root_body(vehicle)]
    pale: Colour = tuple(part + PALE * (1.0 - part) for part in colour)  # type: ignore[assignment]
    foils = {foil.body for foil in vehicle.foils.values()}
    for name, body in vehicle.bodies.items():
        mesh = _body_solid(body, name in foils)
        if mesh is not None:
            tint = colour if index[name] == root else pale
            opacity = SEE_THROUGH if _hides_thrusters(vehicle, name, mesh) else 1.0
            yield thing_of(prefix + name, "body", index[name], mesh, tint, opacity)
    for name, foil in vehicle.foils.items():
        shown = _foil_solid(foil, vehicle.bodies[foil.body])
        if shown is not None:
            yield thing_of(f"{prefix}{name} (foil)", "foil", index[foil.body], shown, pale)
    for name, actuator in vehicle.actuators.items():
        turn = None
        if isinstance(actuator, Propeller | Thruster):
            length = DUCT if isinstance(actuator, Thruster) else DUCT / 4.0
            mesh = ring(actuator.diameter / 2.0, length * actuator.diameter, _thrust_direction(actuator))
        elif isinstance(actuator, Surface):
            mesh = _surface_solid(actuator)
            axis = tuple(np.cross(actuator.normal, actuator.forward).tolist())
            out = next((each.along for each in actuator.scale if each.quantity == "area"), None)
            deployment = f"{prefix}{out}.deployment" if out in vehicle.actuators else None
            turn = Turn(f"{prefix}{name}.angle", axis, actuator.at, deployment, _way_in(actuator))
        else:
            continue
        mesh = mesh.placed(np.eye(3), np.array(actuator.at))
        yield replace(thing_of(prefix + name, "actuator", index[actuator.body], mesh, METAL), turn=turn)


def _thrust_direction(screw: Propeller | Thruster) -> Array:
    return np.array(screw.direction if isinstance(screw, Propeller) else screw.thrust_direction)


def _hides_thrusters(vehicle: Vehicle, body: str, mesh: Solid) -> bool:
    """Say whether the middle of a thruster lies inside a body, which is convex."""
    corners, normals = mesh.vertices[mesh.faces[:, 0]], mesh.normals[mesh.faces[:, 0]]
    return any(
        bool(np.all(np.einsum("ti,ti->t", np.array(each.at) - corners, normals) < 0.0))
        for each in vehicle.actuators.values()
        if isinstance(each, Thruster) and each.body == body
    )


def _body_solid(body: Body, has_foil: bool) -> Solid | None:
    """Return what a body looks like; without a shape a ball of its volume, unless a foil shows it."""
    if body.shape is not None:
        return solid_of(body.shape.geometry).placed(np.eye(3), np.array(body.shape.centre))
    if has_foil or body.mass <= 0.0:
        return None
    radius = float(np.cbrt(3.0 * body.mass / (4.0 * np.pi * 1000.0)))
    return solid_of(Ellipsoid(semi_axes=(radius, radius, radius))).placed(np.eye(3), np.array(body.gravity_centre))


def _foil_solid(foil: Foil, body: Body) -> Solid | None:
    """Return a foil as a thin plate, where the engine has it; none where the shape of its body is the foil."""
    if (body.shape is not None and foil.centre is None) or foil.lift == "linear_polar":
        return None
    frame = foil_frame(foil, body)
    mesh = plate(frame["chord"], frame["span"], FOIL_THICKNESS * frame["chord"], 1)
    return mesh.placed(_axes(np.array(foil.leading_edge), np.array(frame["normal"])), np.array(frame["centre"]))


def _surface_span(surface: Surface) -> float:
    return float(np.sqrt(surface.area * SURFACE_ASPECT)) if surface.span is None else surface.span


def _way_in(surface: Surface) -> tuple[float, float, float]:
    """Return the way of a surface that slides into its body: across its chord, towards the middle, by its span."""
    along = np.cross(surface.forward, surface.normal)
    inwards = -np.sign(along @ np.array(surface.at)) * along
    x, y, z = (_surface_span(surface) * inwards).tolist()
    return x, y, z


def _surface_solid(surface: Surface) -> Solid:
    span = _surface_span(surface)
    chord = surface.area / span
    mesh = plate(chord, span, FOIL_THICKNESS * 2.0 * chord, 1)
    return mesh.placed(_axes(np.array(surface.forward), np.array(surface.normal)), np.zeros(3))


def _axes(forward: Array, down: Array) -> Array:
    """Return the rotation whose columns are forward, starboard and down."""
    forward, down = forward / np.linalg.norm(forward), down / np.linalg.norm(down)
    return np.stack([forward, np.cross(down, forward), down], axis=1)
