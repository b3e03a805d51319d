"""Sensors of whole models: names, batches, and what run files keep."""

import numpy as np
import pytest

import narcine
from narcine.description.load import describe_text
from narcine.simulation.record import observation
from narcine.simulation.sensing import Sensing
from narcine.simulation.simulation import Simulation
from narcine.world.rows import placed_obstacles

FISH = """
name: fish
bodies:
  hull: {shape: {ellipsoid: [0.05, 0.02, 0.02]}, mass: 0.084}
  fin: {shape: {plate: {chord: 2 cm, span: 4 cm, thickness: 1 mm, normal: starboard}}, mass: 0.001}
joints:
  tail: {type: hinge, parent: hull, child: fin, at: [-0.05, 0, 0], to: [0.01, 0, 0], axis: up}
sensors:
  nose: {type: infrared, body: hull, at: [0.05, 0, 0], range: 25 cm, beam: 15 deg}
  left: {type: photocell, body: hull, at: [0, -0.02, 0], bearing: -90 deg, noise: 2 %, floor: 0.1 lx}
  right: {type: photocell, body: hull, at: [0, 0.02, 0], bearing: 90 deg, noise: 2 %, floor: 0.1 lx}
  back: {type: photocell, body: fin, at: [-0.01, 0, 0], bearing: 180 deg}
run:
  duration: 1 s
  start: {position: [1, 0.5, 0.1], velocity: [0.3, 0, 0]}
  world: {pool: {length: 1.8, width: 1, depth: 0.4}, ambient: 10, lamps: {lamp: {at: [1.0, 0.9, 0.1], intensity: 5 cd}}}
"""
POOL = """
name: two
world: {pool: {length: 1.8, width: 1, depth: 0.4}, ambient: 10, lamps: {lamp: {at: [1.0, 0.9, 0.1], intensity: 5 cd}}}
vehicles:
  one: {vehicle: FILE, start: {position: [1, 0.2, 0.1]}}
  other: {vehicle: FILE, start: {position: [1, 0.5, 0.1]}}
"""


def read_start(simulation, sensing, time=0.0, seed=None):
    """Return what sensors read at the start of a simulation."""
    model, scenario = simulation.model, simulation.scenario
    seen = observation(model, model.initial_state[None], model.commands[None])
    standing = np.array([each.at for each in placed_obstacles(scenario.world)])[None]
    seeds = np.array([scenario.seed if seed is None else seed])
    return sensing.read(seen.place, seen.attitude.reshape(1, -1, 3, 3), standing, np.array([time]), seeds)[0]


@pytest.fixture(scope="module")
def simulation():
    return Simulation(describe_text(FISH))


def test_a_fish_beside_a_lamp_reads_it(simulation):
    sensing = Sensing(simulation.model, simulation.scenario)
    assert sensing.names == ("nose", "left", "right", "back")
    assert sensing.units == ("1", "lx", "lx", "lx")
    np.testing.assert_array_equal(sensing.of("fish"), [0, 1, 2, 3])
    nose, left, right, back = read_start(simulation, sensing)
    lamp = 10.0 + 5.0 / 0.38**2
    assert (nose, back) == (0.0, 10.0)
    assert abs(left - 10.0) < 5.0 * np.hypot(0.2, 0.1)
    assert abs(right - lamp) < 5.0 * np.hypot(0.02 * lamp, 0.1)


def test_several_vehicles_have_their_own_noise_and_cast_shadows(tmp_path):
    file = tmp_path / "fish.yaml"
    file.write_text(FISH)
    two = Simulation(describe_text(POOL.replace("FILE", str(file))))
    sensing = Sensing(two.model, two.scenario)
    assert sensing.names[4:] == ("other.nose", "other.left", "other.right", "other.back")
    np.testing.assert_array_equal(sensing.of("other"), [4, 5, 6, 7])
    readings = read_start(two, sensing)
    assert abs(readings[2] - 10.0) < 5.0 * np.hypot(0.2, 0.1)  # the other fish stands between it and the lamp
    assert readings[6] > 30.0
    assert readings[1] != readings[5]


def test_a_run_file_keeps_what_sensors_read(simulation):
    run = simulation.run()
    assert list(run["sensor"].values) == ["nose", "left", "right", "back"]
    assert list(run["sensor_unit"].values) == ["1", "lx", "lx", "lx"]
    reading = run["reading"].values
    assert set(reading[:, 0]) <= {0.0, 1.0}
    sensing = Sensing(simulation.model, simulation.scenario)
    np.testing.assert_array_equal(reading[0], read_start(simulation, sensing))
    again = simulation.run()
    np.testing.assert_array_equal(again["reading"].values, reading)


def test_rows_of_a_batch_read_what_single_runs_read(simulation):
    """In any order, and whatever stands in the other rows."""
    sensing = Sensing(simulation.model, simulation.scenario)
    rng = np.random.default_rng(3)
    rows, links = 40, 1 + max(body.link for body in simulation.model.bodies)
    places = rng.uniform([0.0, 0.0, 0.0], [1.8, 1.0, 0.4], (rows, links, 3))
    turns = np.linalg.qr(rng.normal(size=(rows, links, 3, 3)))[0]
    turns *= np.linalg.det(turns)[..., None, None]
    standing = np.array([each.at for each in placed_obstacles(simulation.scenario.world)])
    obstacles = np.repeat(standing[None], rows, axis=0)
    obstacles[:, -1] += rng.uniform(-0.5, 0.5, (rows, 3))
    times, seeds = rng.uniform(0.0, 100.0, rows), rng.integers(0, 1000, rows)
    whole = sensing.read(places, turns, obstacles, times, seeds)
    assert 0.0 < whole[:, 0].mean() < 1.0
    for row in range(rows):
        one = slice(row, row + 1)
        alone = sensing.read(places[one], turns[one], obstacles[one], times[one], seeds[one])
        np.testing.assert_array_equal(alone[0], whole[row])
    order = rng.permutation(rows)
    shuffled = sensing.read(places[order], turns[order], obstacles[order], times[order], seeds[order])
    np.testing.assert_array_equal(shuffled, whole[order])


def test_without_sensors_there_are_no_readings():
    raybot = narcine.load("raybot")
    sensing = Sensing(raybot.model, raybot.scenario)
    assert sensing.names == ()
    turns, nothing = np.zeros((2, 5, 3, 3)), np.zeros((2, 0, 3))
    assert sensing.read(turns[..., 0], turns, nothing, np.zeros(2), np.zeros(2, int)).shape == (2, 0)


def test_check_tells_what_sensors_read_at_the_start(simulation, capsys):
    from rich.console import Console

    from narcine.cli.check import show_readings, start_readings

    readings = start_readings(simulation)
    assert readings["nose"] == (0.0, "1")
    assert readings["back"] == (10.0, "lx")
    show_readings(readings, Console(width=100))
    told = capsys.readouterr().out
    assert "nothing" in told
    assert "10 lx" in told
    assert start_readings(narcine.load("raybot")) == {}


def test_a_run_file_follows_a_lamp_that_moves():
    """A lamp that comes nearer at 10 cm/s, abeam of a cell without noise: intensity over the square of its distance."""
    still = FISH.replace("velocity: [0.3, 0, 0]", "velocity: [0, 0, 0]").replace("noise: 2 %, floor: 0.1 lx", "lobe: 0")
    moving = still.replace("at: [1.0, 0.9, 0.1]", "path: [[0 s, 1.0, 0.9, 0.1], [1 s, 1.0, 0.8, 0.1]]")
    run = Simulation(describe_text(moving)).run()
    place = run["obstacle_position"].sel(obstacle="lamp").values
    eye = run["position"].sel(body="hull").values
    away = np.linalg.norm(place - eye - [0.0, 0.02, 0.0], axis=1)
    turned = 1e-3  # of a fish that starts at rest, in a second
    np.testing.assert_allclose(run["reading"].sel(sensor="right").values, 10.0 + 5.0 / away**2, rtol=turned)
    assert away[0] - away[-1] == pytest.approx(0.1, abs=turned)
