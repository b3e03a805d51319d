"""The page of a fish in a pool: beams, light, contacts and who is at the helm."""

from dataclasses import replace

import numpy as np
import pytest

import narcine
from narcine.viewing.live.act import History
from narcine.viewing.live.guard import Guard, guarded_server, stop_quietly
from narcine.viewing.live.numbers import Progress, numbers_table
from narcine.viewing.live.operating import piloted_inputs
from narcine.viewing.live.page import Page
from narcine.viewing.live.playback import Playback
from narcine.viewing.live.readout import Contacts, Readout
from narcine.viewing.live.running import Live
from narcine.viewing.live.stage import Stage
from narcine.viewing.live.views import drawn_views
from narcine.viewing.moment import Observer
from narcine.viewing.scene import scene_of
from tests.viewing.live.test_page import until
from tests.viewing.runs import in_a_pool, pool


@pytest.fixture(scope="module")
def server():
    server = guarded_server(Guard("127.0.0.1"), 0)
    yield server
    stop_quietly(server)


@pytest.fixture(scope="module")
def seen():
    """Return a simulation, its scene and its first moment."""
    simulation = pool()
    run = simulation.start()
    moment = Observer(simulation.model, simulation.scenario).see(0.0, run.state, run.command.values_array)
    return simulation, scene_of(simulation.scenario, [body.name for body in simulation.model.bodies]), moment


def test_a_moment_tells_what_the_file_tells(seen):
    moment = seen[2]
    run = in_a_pool()
    assert moment.reading == pytest.approx(run["reading"].values[0], rel=1e-9)
    assert moment.obstacles == pytest.approx(run["obstacle_position"].values[0], abs=1e-9)
    assert moment.impulse.shape == run["contact_impulse"].shape[1:]


def test_beams_turn_red_and_arrows_follow_the_light(server, seen):
    simulation, scene, moment = seen
    stage = Stage(server, scene, simulation.model, np.zeros((0, 5)))
    assert stage.camera == stage.cameras[0] == "pool"
    switch = next(eye.number for eye in scene.eyes if eye.kind == "infrared")
    for value in (0.0, 1.0):
        reading = moment.reading.copy()
        reading[switch] = value
        stage.show(replace(moment, reading=reading), everything=True)
        assert [beam.visible for beam in stage.eyes._beams[switch]] == [not value, bool(value)]
    arrows = stage.eyes._arrows.points
    long = np.linalg.norm(arrows[:, 1] - arrows[:, 0], axis=1)
    cells = [eye for eye in scene.eyes if eye.kind == "photocell"]
    assert long == pytest.approx([float(eye.petal(moment.reading[eye.number])) for eye in cells], abs=1e-5)
    stage.show_kind("sensors", False)
    stage.show(moment, everything=True)
    assert not stage.eyes._arrows.visible
    assert not any(beam.visible for beams in stage.eyes._beams.values() for beam in beams)


def test_lamps_leave_a_way(server, seen):
    simulation, scene, moment = seen
    stage = Stage(server, scene, simulation.model, np.zeros((0, 5)))
    lamp = scene.lamps[0]
    for step in range(4):
        places = moment.obstacles.copy()
        places[lamp, 0] += 0.1 * step
        stage.show(replace(moment, obstacles=places), everything=True)
    (way,) = stage.movers.so_far(replace(moment, obstacles=places))
    assert np.ptp(way[:, 0]) == pytest.approx(0.3)
    stage.forget_trails()
    assert not stage.movers.ways[0]


def test_contacts_are_counted_as_they_begin(seen):
    moment = seen[2]
    contacts = Contacts(None)
    for grown in (0.0, 0.0, 1.0, 2.0, 2.0, 3.0, 3.0):
        impulse = np.zeros_like(moment.impulse)
        impulse[0, 1] = grown
        contacts.note(replace(moment, impulse=impulse))
    assert contacts.of(0, moment) == 2
    known = History(
        np.array([0.0, 1.0]), np.zeros((2, 1)), np.zeros((2, 1, 3)), np.zeros((2, 1, 3)), np.array([[0], [4]])
    )
    assert [Contacts(known).of(0, replace(moment, time=time)) for time in (0.5, 1.5)] == [0, 4]


def test_the_readout_tells_sensors_action_lamp_and_contacts(seen):
    simulation, scene, moment = seen
    told = Readout(scene, simulation.scenario, simulation.model).html(0, moment, 3, steers=False)
    for eye in scene.eyes:
        assert eye.label in told
    away = np.linalg.norm(moment.place[0] - moment.obstacles[scene.lamps[0]])
    assert f"{away:.2f} m" in told
    inputs = [each.name for each in simulation.model.inputs]
    assert f"{np.degrees(moment.command[inputs.index('gait.amplitude')]):.0f} deg" in told
    assert "contacts so far" in told
    assert told.count("<circle") == 3


def test_the_path_shows_the_pool_and_the_lamp():
    fish, lamp = np.array([[0.3, 0.1, 0.0], [0.5, 0.1, 0.0]]), np.array([[1.2, 0.5, 0.06], [1.1, 0.5, 0.06]])
    pool_box = (np.array([0.0, 0.0, -0.05]), np.array([1.8, 1.0, 0.4]))
    text = drawn_views([fish, lamp], [2, 2], [0.15], True, pool_box)
    assert text.count("<rect") == text.count("<circle") == text.count("<path d=") == 3


def test_a_school_has_a_line_for_each_fish(seen):
    moment = seen[2]
    many = replace(
        moment,
        **{key: np.repeat(getattr(moment, key), 5, axis=0) for key in ("speed", "place", "heading", "roll", "pitch")},
    )
    names = tuple(f"fish_{k}" for k in range(5))
    lines = numbers_table(names, many, Progress(), 0.0, "", True).splitlines()
    assert [line.split(" | ")[0] for line in lines if line.startswith("| fish")] == [f"| {name}" for name in names]


def test_a_run_is_played_back_with_its_lamps_and_readings(server):
    run = in_a_pool()
    playback = Playback(run, narcine.Simulation(pool().description))
    page = Page(server, playback)
    page.frame()
    moment = playback.at(100)
    assert moment.reading == pytest.approx(run["reading"].values[100])
    assert moment.obstacles == pytest.approx(run["obstacle_position"].values[100])
    assert "photocells (lx)" in [panel.title for panel in page.curves._lines.panels]
    assert len(page.stage.movers.ways[0]) > 100


def test_the_planner_is_at_the_helm_until_a_hand_takes_it():
    simulation = narcine.load("minifish_light")
    live = Live(simulation, paused=True)
    try:
        assert live.planner_steers
        assert piloted_inputs(simulation) == {"gait.amplitude", "gait.frequency", "gait.turn"}
        inputs = [each.name for each in simulation.model.inputs]
        turn = inputs.index("gait.turn")
        live.let_planner_steer(False)
        live.command("gait.turn", 0.123)
        live.step(500)
        until(lambda: live.sample[0] >= 500 * simulation.scenario.step)
        assert live.sample[2][turn] == 0.123
        live.reset()
        assert not live.planner_steers
        live.let_planner_steer(True)
        live.step(500)
        until(lambda: live.sample[0] >= 500 * simulation.scenario.step)
        assert live.sample[2][turn] != 0.123
    finally:
        live.stop()
