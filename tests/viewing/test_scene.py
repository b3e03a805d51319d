"""What there is to see of all that ships, and of a world."""

import numpy as np
import pytest

import narcine
from narcine.description.library import shipped_scenarios, shipped_vehicles
from narcine.description.load import describe_text
from narcine.simulation.simulation import Simulation
from narcine.viewing.scene import scene_of

WORLD = """
name: pool
water: {surface: calm}
world:
  seabed: {depth: 3 m, slope: 10 deg, towards: 90 deg}
  obstacles:
    rock: {ellipsoid: [0.5, 0.4, 0.3], at: [3, 1, 2.5]}
    post: {cylinder: {radius: 0.1, length: 3}, at: [2, -1, 1.5]}
    crate: {box: [0.6, 0.4, 0.2], at: [1, 2, 2], attitude: [0 deg, 0 deg, 90 deg]}
    ball: {sphere: 0.2, at: [5, 5, 1]}
    quay: {wall: {normal: [-1, 0, 0]}, at: [9, 0, 0]}
vehicles:
  one: {vehicle: raybot, start: {position: [0, 0, 1]}}
  two: {vehicle: bluerov, start: {position: [0, 3, 1]}}
"""


def shown(simulation: Simulation):
    return scene_of(simulation.scenario, [body.name for body in simulation.model.bodies])


@pytest.mark.parametrize("name", [*shipped_vehicles(), *shipped_scenarios()])
def test_every_vehicle_that_ships_shows_something_on_each_body(name):
    simulation = narcine.load(name)
    scene = shown(simulation)
    model = simulation.model
    assert scene.bodies == tuple(body.name for body in model.bodies)
    assert [model.bodies[root].link for root in scene.roots] == [vehicle.root for vehicle in model.vehicles]
    bodies = [body for placed in simulation.scenario.vehicles.values() for body in placed.vehicle.bodies.values()]
    carriers = sum(body.mass == 0.0 and body.shape is None for body in bodies)
    seen = {thing.body for thing in scene.things if thing.body is not None}
    assert len(seen) == len(model.bodies) - carriers
    assert set(scene.roots) <= seen
    for thing in scene.things:
        assert np.isfinite(thing.vertices).all()
        assert thing.faces.max() < len(thing.vertices)


def test_a_world_stands_where_the_file_puts_it():
    simulation = Simulation(describe_text(WORLD, "pool.yaml"))
    scene = shown(simulation)
    fixed = {thing.name: thing for thing in scene.things if thing.body is None}
    assert set(fixed) == {"seabed", "rock", "post", "crate", "ball", "quay", "surface"}
    middle = {name: (thing.vertices.min(axis=0) + thing.vertices.max(axis=0)) / 2.0 for name, thing in fixed.items()}
    assert middle["rock"] == pytest.approx([3, 1, 2.5], abs=1e-6)
    assert np.ptp(fixed["crate"].vertices, axis=0) == pytest.approx([0.4, 0.6, 0.2], abs=1e-6)
    assert np.ptp(fixed["post"].vertices, axis=0) == pytest.approx([0.2, 0.2, 3.0], abs=1e-6)
    seabed = fixed["seabed"].vertices
    assert seabed[:, 2] == pytest.approx(3.0 + np.tan(np.radians(10.0)) * seabed[:, 1], abs=1e-4)
    assert fixed["quay"].vertices[:, 0] == pytest.approx(9.0)
    assert fixed["surface"].opacity < 0.5
    assert scene.vehicles == ("one", "two")
    assert scene.colours[0] != scene.colours[1]
    assert scene.floor == 3.0


def test_a_body_without_a_shape_is_a_ball_of_its_mass_or_its_foil():
    text = """
name: bare
bodies:
  ball: {mass: 2, inertia: [0.1, 0.1, 0.1]}
  fin: {mass: 0.1, inertia: [0.1, 0.1, 0.1]}
joints: {hinge: {type: hinge, parent: ball, child: fin, at: [0, 0, 0], axis: down}}
foils: {fin: {body: fin, lift: thin_foil, stall: 20 deg, chord: 0.2, span: 0.5, normal: starboard}}
"""
    scene = shown(Simulation(describe_text(text, "bare.yaml")))
    ball, fin = scene.things
    radius = (3.0 * 0.002 / (4.0 * np.pi)) ** (1.0 / 3.0)
    assert np.linalg.norm(ball.vertices, axis=1) == pytest.approx(radius, rel=1e-5)
    assert np.ptp(fin.vertices, axis=0) == pytest.approx([0.2, 0.03 * 0.2, 0.5], rel=1e-5)


@pytest.mark.parametrize(
    ("normal", "own", "extent"),
    [
        ("starboard", "", [0.2, 0.006, 0.5]),
        ("down", "", [0.2, 0.5, 0.006]),
        ("starboard", ", chord: 0.1", [0.1, 0.003, 0.5]),
        ("starboard", ", span: 0.3", [0.2, 0.006, 0.3]),
        ("starboard", ", normal: down", [0.2, 0.5, 0.006]),
    ],
)
def test_a_foil_takes_from_its_plate_what_it_does_not_say(normal, own, extent):
    text = f"""
name: finned
bodies:
  keel: {{mass: 2, shape: {{plate: {{chord: 0.2, span: 0.5, thickness: 0.01, normal: {normal}}}}}}}
foils:
  whole: {{body: keel, lift: thin_foil, stall: 20 deg}}
  aside: {{body: keel, lift: thin_foil, stall: 20 deg, centre: [-0.3, 0.1, 0]{own}}}
"""
    keel, aside = shown(Simulation(describe_text(text, "finned.yaml"))).things
    assert (keel.name, aside.name) == ("keel", "aside (foil)")  # the plate is what shows the other
    assert np.ptp(aside.vertices, axis=0) == pytest.approx(extent, rel=1e-5)
    middle = (aside.vertices.min(axis=0) + aside.vertices.max(axis=0)) / 2.0
    assert middle == pytest.approx([-0.3, 0.1, 0.0], abs=1e-6)


def test_a_control_surface_turns_so_that_it_pushes_as_the_engine_says():
    """Positive deflections push against `normal`: the leading edge leans that way."""
    simulation = narcine.load("remus100")
    rudder = next(thing for thing in shown(simulation).things if thing.name == "rudder")
    described = simulation.scenario.vehicles["remus100"].vehicle.actuators["rudder"]
    assert rudder.turn.angle in simulation.model.actuator_states
    leading = np.cross(rudder.turn.axis, described.forward)
    assert leading == pytest.approx(-np.array(described.normal))


def test_a_hull_that_would_hide_its_thrusters_is_seen_through():
    opacity = {thing.name: thing.opacity for thing in shown(narcine.load("bluerov")).things}
    assert opacity["hull"] < 1.0
    assert {thing.opacity for thing in shown(narcine.load("raybot")).things} == {1.0}


def test_a_chain_is_as_long_as_its_modules_and_looked_at_in_its_middle():
    snake = shown(narcine.load("perambulator"))
    assert snake.sizes[0] == pytest.approx(9 * 0.18, rel=0.02)
    assert snake.middles == (tuple(range(9)),)
    assert shown(narcine.load("raybot")).middles == ((0,),)
