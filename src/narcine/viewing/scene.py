"""What there is to see: the bodies of vehicles by their shapes, fins, screws, and the world around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from narcine.description.actuator import Propeller, Surface, Thruster
from narcine.description.body import Body
from narcine.description.foil import Foil
from narcine.description.scenario import Scenario
from narcine.description.shapes.ellipsoid import Ellipsoid
from narcine.description.vehicle import Vehicle
from narcine.description.world import SEABED, World
from narcine.hydrodynamics.foils.table import foil_frame
from narcine.multibody.root import root_body
from narcine.recording.trajectory import Array
from narcine.spatial.rotations import rotation_from_euler
from narcine.viewing.solids import Solid, patch, plate, ring, solid_of

Colour = tuple[float, float, float]
Kind = Literal["body", "foil", "actuator", "obstacle", "seabed", "surface"]

VEHICLES = ("#e06c10", "#c0334a", "#4f9a34", "#7a56c7", "#d9a400", "#96591c", "#d1588c", "#6f7c7d")
"""Colours of vehicles, which stand out from the blue of the water."""
SAND: Colour = (0.66, 0.57, 0.40)
STONE: Colour = (0.45, 0.44, 0.41)
WATER: Colour = (0.36, 0.66, 0.84)
METAL: Colour = (0.20, 0.24, 0.28)
PALE = 0.35
"""How far the colour of what hangs on a vehicle's first body goes towards white."""
FAR = 200.0
"""Half the width of what has no end (m)."""
UNKNOWN_SIZE = 0.3
"""Of a vehicle that shows nothing (m)."""
WALL = 5.0
"""Half the width of the piece of a wall that is shown (m)."""
FOIL_THICKNESS = 0.03
"""Of a foil that no shape shows, over its chord."""
SURFACE_ASPECT = 1.5
"""Span over chord of a control surface, of which a file says the area alone."""
SEE_THROUGH = 0.55
"""Opacity of a body that would hide its thrusters."""
DUCT = 0.45
"""Length of a thruster's duct over its diameter."""


@dataclass(frozen=True)
class Turn:
    """How something turns on its body: about an axis through a point, by an angle that a run calls by this name."""

    angle: str
    axis: tuple[float, float, float]
    at: tuple[float, float, float]


@dataclass(frozen=True)
class Thing:
    """Something to see, on a body or fixed in the world."""

    name: str
    kind: Kind
    body: int | None
    """index among the bodies of a run; None: fixed in the world"""
    vertices: NDArray[np.float32]
    """(n, 3) in body axes, or north, east, down (m)"""
    faces: NDArray[np.uint32]
    normals: NDArray[np.float32]
    colour: Colour
    opacity: float = 1.0
    turn: Turn | None = None


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
    water = scenario.water
    surface = "waves" if water.waves is not None else water.surface
    depth = max((placed.begins.position[2] for placed in scenario.vehicles.values()), default=0.0)
    floor = scenario.world.ground.depth if scenario.world.ground is not None else depth + max(2.0 * max(sizes), 0.5)
    things += _surroundings(scenario.world, surface != "none")
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
            yield _thing(prefix + name, "body", index[name], mesh, tint, opacity)
    for name, foil in vehicle.foils.items():
        shown = _foil_solid(foil, vehicle.bodies[foil.body])
        if shown is not None:
            yield _thing(f"{prefix}{name} (foil)", "foil", index[foil.body], shown, pale)
    for name, actuator in vehicle.actuators.items():
        turn = None
        if isinstance(actuator, Propeller | Thruster):
            length = DUCT if isinstance(actuator, Thruster) else DUCT / 4.0
            mesh = ring(actuator.diameter / 2.0, length * actuator.diameter, _thrust_direction(actuator))
        elif isinstance(actuator, Surface):
            mesh = _surface_solid(actuator)
            axis = tuple(np.cross(actuator.normal, actuator.forward).tolist())
            turn = Turn(f"{prefix}{name}.angle", axis, actuator.at)
        else:
            continue
        mesh = mesh.placed(np.eye(3), np.array(actuator.at))
        yield replace(_thing(prefix + name, "actuator", index[actuator.body], mesh, METAL), turn=turn)


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


def _thing(name: str, kind: Kind, body: int | None, mesh: Solid, colour: Colour, opacity: float = 1.0) -> Thing:
    return Thing(name, kind, body, mesh.vertices, mesh.faces, mesh.normals, colour, opacity)


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


def _surface_solid(surface: Surface) -> Solid:
    chord = float(np.sqrt(surface.area / SURFACE_ASPECT))
    mesh = plate(chord, SURFACE_ASPECT * chord, FOIL_THICKNESS * 2.0 * chord, 1)
    return mesh.placed(_axes(np.array(surface.forward), np.array(surface.normal)), np.zeros(3))


def _axes(forward: Array, down: Array) -> Array:
    """Return the rotation whose columns are forward, starboard and down."""
    forward, down = forward / np.linalg.norm(forward), down / np.linalg.norm(down)
    return np.stack([forward, np.cross(down, forward), down], axis=1)


def _surroundings(world: World, has_surface: bool) -> Iterator[Thing]:
    if world.ground is not None:
        mesh = patch(np.array([0.0, 0.0, world.ground.depth]), np.array(world.ground.normal), FAR)
        yield _thing(SEABED, "seabed", None, mesh, SAND)
    for name, obstacle in world.solids.items():
        at = np.array(obstacle.at)
        if obstacle.wall is not None:
            yield _thing(name, "obstacle", None, patch(at, np.array(obstacle.wall.normal), WALL), STONE, 0.5)
        elif (geometry := obstacle.geometry) is not None:
            turned = solid_of(geometry).placed(rotation_from_euler(*obstacle.attitude), at)
            yield _thing(name, "obstacle", None, turned, STONE)
    if has_surface:
        yield _thing("surface", "surface", None, patch(np.zeros(3), np.array([0.0, 0.0, -1.0]), FAR), WATER, 0.25)
