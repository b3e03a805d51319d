"""The stage shows what the engine computes: forces, velocities, waves, and nothing of another moment."""

import numpy as np
import pytest

import narcine
from narcine.description.load import describe_text
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.guard import Guard, guarded_server, stop_quietly
from narcine.viewing.live.page import Page
from narcine.viewing.live.playback import Playback
from narcine.viewing.live.stage import Stage
from narcine.viewing.moment import Observer, terms_of
from narcine.viewing.scene import scene_of
from narcine.viewing.sea import elevation, sea_of

SINGLE = 1e-5
"""Points of arrows and surfaces go to the browser in single precision."""
WAVES = """
name: sea
bodies: {ball: {shape: {sphere: 0.2}, mass: 20}}
run:
  duration: 2 s
  water: {surface: calm, waves: {height: 0.3 m, period: 2 s, towards: 40 deg}}
  start: {position: [1, 2, 0.5]}
"""


@pytest.fixture(scope="module")
def server():
    server = guarded_server(Guard("127.0.0.1"), 0)
    yield server
    stop_quietly(server)


def staged(server, simulation) -> Stage:
    names = [body.name for body in simulation.model.bodies]
    return Stage(server, scene_of(simulation.scenario, names), simulation.model, sea_of(simulation.scenario))


def test_arrows_are_the_forces_on_the_bodies(server):
    """Weights of all bodies add to m g down; a sinking ball's arrow of velocity is its velocity."""
    simulation = narcine.load("raybot")
    run = simulation.start()
    run.step(200)
    moment = Observer(simulation.model).see(run.time, run.state, run.command.values_array)
    stage = staged(server, simulation)
    stage.switch(force_scale=0.1, show_velocity=True)
    stage.switch_term("weight", True)
    stage.show(moment, everything=True)
    arrows = stage._forces["weight"].points
    total = (arrows[:, 1] - arrows[:, 0]).sum(axis=0) / 0.1
    mass = sum(vehicle.mass for vehicle in simulation.model.vehicles)
    assert total == pytest.approx([0.0, 0.0, mass * simulation.scenario.water.gravity], abs=SINGLE / 0.1 * len(arrows))
    assert arrows[:, 0] == pytest.approx(moment.position, abs=SINGLE)
    later = simulation.start()
    later.step(201)
    way = later.observe().place[0, 0] - moment.position[0]
    velocity = stage._velocity.points[0, 1] - stage._velocity.points[0, 0]
    assert velocity * run.step_size == pytest.approx(way, abs=1e-5)
    stage.switch_term("weight", False)
    stage.show(moment, everything=True)
    assert not stage._forces["weight"].visible


def test_only_terms_that_can_act_are_offered():
    assert set(terms_of(narcine.load("raybot").model)) == {
        "weight",
        "buoyancy",
        "added_inertia",
        "drag",
        "crossflow",
        "foils",
    }
    assert "thrusters" in terms_of(narcine.load("bluerov").model)


def test_the_surface_is_that_of_airys_waves(server):
    simulation = Simulation(describe_text(WAVES, "sea.yaml"))
    sea = sea_of(simulation.scenario)
    north, east, time = np.array([0.3]), np.array([-1.2]), 0.7
    k = (2.0 * np.pi / 2.0) ** 2 / simulation.scenario.water.gravity
    along = np.cos(np.radians(40.0)) * north + np.sin(np.radians(40.0)) * east
    expected = 0.15 * np.cos(k * along - np.pi * time + sea[0, 4])
    assert elevation(sea, north, east, time) == pytest.approx(expected, abs=1e-9)
    stage = staged(server, simulation)
    run = simulation.start()
    run.step(20)
    moment = Observer(simulation.model).see(run.time, run.state, run.command.values_array)
    stage.show(moment, everything=True)
    surface = stage._meshes[("surface", "surface")]
    points = surface.vertices.astype(float) + surface.position
    assert -points[:, 2] == pytest.approx(elevation(sea, points[:, 0], points[:, 1], run.time), abs=SINGLE)
    assert np.ptp(points[:, 2]) > 0.2


def test_bodies_screws_and_obstacles_of_one_name_are_all_shown(server):
    text = """
name: twins
bodies: {pod: {shape: {sphere: 0.2}, mass: 20}}
actuators: {pod: {type: propeller, body: pod, at: [-0.3, 0, 0], diameter: 0.1, thrust: [0.4, 0], limit: 100 rad/s}}
run: {world: {obstacles: {surface: {sphere: 0.3, at: [5, 0, 1]}}}, water: {surface: calm}, start: {position: [0, 0, 1]}}
"""
    stage = staged(server, Simulation(describe_text(text, "twins.yaml")))
    assert len(stage._meshes) == len(stage.scene.things) == 4
    assert len({handle.name for handle in stage._meshes.values()}) == 4


def test_a_held_moment_is_drawn_whole(server):
    """After each scrub arrows and curves are those of the moment that is shown, and switches act at once."""
    simulation = narcine.load("raybot")
    run = simulation.run(duration=3.0)
    playback = Playback(run, narcine.load("raybot"))
    playback.play(False)
    page = Page(server, playback)
    stage = page.stage
    stage.switch(show_velocity=True)
    for record in (10, 75, 31, 120):
        playback.go_to(float(playback.times[record]))
        for _ in range(30):
            page.frame()
        assert stage._velocity.points[0, 0] == pytest.approx(run["position"].values[record, 0], abs=SINGLE)
        page.curves.draw(page._latest.time)
        times, past, whole = page.curves._handles[0].data
        assert np.array_equal(np.isfinite(past), times <= playback.times[record])
        assert whole == pytest.approx(run["speed"].values[np.searchsorted(playback.times, times), 0], abs=1e-9)
    stage.switch(show_velocity=False)
    for _ in range(3):
        page.frame()
    assert not stage._velocity.visible
