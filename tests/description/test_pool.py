"""Pools, lamps and what moves, as files write them, and what is told when they are wrong."""

import json

import jsonschema
import pytest
from ruamel.yaml import YAML

from narcine import Simulation
from narcine.description.load import describe_plain, describe_records, describe_text
from narcine.description.path_file import read_path
from narcine.description.problems import DescriptionError
from narcine.description.schema import json_schema

BALL = """
name: ball
bodies: {ball: {mass: 5, shape: {sphere: 0.05}}}
run:
  start: {position: [0.3, 0.3, 0.2]}
  world:
    pool: {length: 1.80 m, width: 100 cm, depth: 0.40 m, corner: [-10 cm, 0]}
    ambient: 10 lx
    obstacles: {crate: {box: [0.1, 0.1, 0.1], path: [[0 s, 0.8, 0.3, 0.3], [10 s, 0.8, 60 cm, 0.3]]}}
    lamps:
      lamp: {radius: 2 cm, intensity: 500 mcd, path_file: lamp.csv}
      other: {at: [0.5, 0.5, 0.1], intensity: 5 cd, walk: {speed: 3.8 cm/s, margin: 0.25 m}}
"""
LAMP = "time [ms],north [cm],east,down\n0,120,0.5,0.06\n10000,150,0.5,0.06\n"


@pytest.fixture
def written(tmp_path):
    """Return a function that writes the vehicle with changes, and returns its path."""

    def write(*changes, lamp=LAMP):
        text = BALL
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / "lamp.csv").write_text(lamp)
        file = tmp_path / "ball.yaml"
        file.write_text(text)
        return file

    return write


def described(file):
    from narcine.description.load import load_description

    return load_description(str(file))


def test_a_pool_is_four_walls_and_a_seabed(written):
    world = described(written()).scenario.world
    walls = ("north_wall", "east_wall", "south_wall", "west_wall")
    assert world.names == ("seabed", *walls, "crate", "lamp", "other")
    assert world.ground.depth == 0.4
    assert [world.solids[name].wall.normal for name in walls] == [(-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0)]
    assert [world.solids[name].at[k] for name, k in zip(walls, (0, 1, 0, 1), strict=True)] == [1.7, 1.0, -0.1, 0.0]
    assert world.ambient == 10.0
    assert world.lamps["lamp"].intensity == 0.5
    assert world.moves


def test_paths_are_read_in_si_units_from_the_file_and_kept_by_the_run(written):
    description = described(written())
    world = description.scenario.world
    assert world.lamps["lamp"].path == ((0.0, 1.2, 0.5, 0.06), (10.0, 1.5, 0.5, 0.06))
    assert world.lamps["lamp"].at == (1.2, 0.5, 0.06)
    assert world.obstacles["crate"].path[1] == (10.0, 0.8, 0.6, 0.3)
    assert describe_plain(json.loads(json.dumps(description.plain))).scenario.world == world
    assert describe_records(description.scenario).scenario.world == world


def test_editors_accept_what_is_read():
    value = YAML(typ="safe").load(BALL)
    assert not list(jsonschema.Draft202012Validator(json_schema("vehicle")).iter_errors(value))


def test_a_scenario_has_one_ground(written):
    """A pool of its own takes the place of the vehicle's seabed, and the other way round."""
    vehicle = {"name": "ball", "bodies": {"ball": {"mass": 5, "shape": {"sphere": 0.05}}}}
    pool = {"length": 2, "width": 2, "depth": 1}
    for own, other in ({"pool": pool}, {"seabed": 3.0}), ({"seabed": 3.0}, {"pool": pool}):
        there = {**vehicle, "run": {"world": other, "start": {"position": [1, 1, 0.5]}}}
        scenario = {"name": "there", "vehicles": {"ball": {"vehicle": there}}, "world": own}
        world = Simulation(scenario).scenario.world
        assert (world.pool is None) == ("pool" not in own)
        assert (world.seabed is None) == ("seabed" not in own)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "ambient",
            "seabed: 3 m\n    ambient",
            "world.pool: has a floor of its own: give `pool` or `seabed`, not both",
        ),
        ("width: 100 cm", "width: -1", "pool.width = -1: must be greater than 0"),
        ("crate:", "north_wall:", "obstacles.north_wall: the name is taken by a wall of the pool"),
        ("crate:", "seabed:", "no obstacle may be called seabed"),
        ("crate:", "lamp:", "lamps.lamp: the name is taken by an obstacle"),
        ("[10 s,", "[-1 s,", "times must grow from row to row"),
        ("[0 s,", "[-1 s,", "begins before the run"),
        ("path: [[0", "at: [1, 1, 1], path: [[0", "`at` is not where its path begins"),
        ("path: [[0", "walk: {speed: 1}, path: [[0", "moves in one way: give path or walk, not both"),
        (
            "box: [0.1, 0.1, 0.1], path: [[0 s, 0.8, 0.3, 0.3], [10 s, 0.8, 60 cm, 0.3]]",
            "box: [1, 1, 1]",
            "at: is missing",
        ),
        ("speed:", "sped:", "did you mean 'speed'?"),
        ("margin: 0.25", "margin: 0.6", "leaves no room to walk in a pool of 1.8 x 1 m; it must be less than 0.5 m"),
        ("at: [0.5, 0.5", "at: [0.1, 0.5", "starts its walk within the margin of a wall: north must be 0.15 to 1.45 m"),
        ("margin: 0.25 m", "lasts: 1000 min, every: 1 ms", "takes 60000000 turns; at most 20000"),
        ("lamp.csv", "lamb.csv", "did you mean 'lamp.csv'?"),
        ("500 mcd", "5 lx", "'lx' is a unit of illuminance, not of luminous intensity"),
        ("10 lx", "-1 lx", "ambient = -1 lx: must be at least 0"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(written, old, new, told):
    with pytest.raises(DescriptionError, match=r"ball\.yaml:\d+:\d+: ") as caught:
        described(written((old, new)))
    assert told in str(caught.value)


def test_a_walk_needs_a_pool(written):
    pool = "    pool: {length: 1.80 m, width: 100 cm, depth: 0.40 m, corner: [-10 cm, 0]}\n"
    with pytest.raises(DescriptionError, match="needs a pool whose walls it stays away from"):
        described(written((pool, "")))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "lamp.csv: is empty"),
        ("time,north\n0,1\n", "lamp.csv:1:1: has 2 columns; a path has time, north, east, down"),
        ("time,north,east,down\n0,1,2,3\n", "lamp.csv:1:1: has 1 rows below its first line"),
        ("time,north,east,down\n0,1,2,3\n0,1,2,3\n", "lamp.csv:3:1: time = 0: times must grow from row to row"),
        ("time,north,east,down\n0,1,2,3\n1,2,x,3\n", "lamp.csv:3:5: east = x: must be a number"),
        ("time,north,east,down\n0,1,2,3\n1,2\n", "lamp.csv:3:1: has 2 cells, not 4"),
        ("time,north [kg],est,down\n0,1,2,3\n", "lamp.csv:1:6: north: unknown unit 'kg'; allowed: m, cm, mm, km"),
        ("time;north;east;down\n", "has semicolons between its cells"),
    ],
)
def test_what_is_wrong_in_a_path_file_is_told_with_its_cell(written, text, told):
    file = written(lamp=text)
    with pytest.raises(DescriptionError) as caught:
        read_path(file.parent / "lamp.csv")
    assert told in str(caught.value)
    with pytest.raises(DescriptionError) as caught:
        described(file)
    assert told in str(caught.value)
    assert "at: is missing" not in str(caught.value)


def test_a_text_may_hold_a_world_without_files():
    lamp = ("path_file: lamp.csv", "at: [1.2, 0.5, 0.06]")
    assert describe_text(BALL.replace(*lamp)).scenario.world.lamps["lamp"].at == (1.2, 0.5, 0.06)
