"""Worlds as files write them: what is right, what a scenario takes over, and what is told when it is wrong."""

import json

import pytest

from narcine import Simulation
from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError
from narcine.viewing.path import draw_path

BALL = """
name: ball
bodies: {ball: {mass: 5, shape: {sphere: 0.1}}}
run:
  duration: 1 s
  world:
    seabed: {depth: 10 m, slope: 5 deg, towards: 90 deg}
    obstacles:
      pier: {cylinder: {radius: 50 cm, length: 8 m}, at: [5, 0, 4]}
      crate: {box: [1, 1, 1], at: [3, 3, 0], attitude: [0, 0, 30 deg]}
      rock: {ellipsoid: [0.6, 0.4, 0.3], at: [-3, 0, 0]}
      stone: {sphere: 0.2, at: [-3, 3, 0]}
      end_wall: {wall: {normal: [-1, 0, 0]}, at: [9, 0, 0]}
    contact: {stiffness: 2 N/mm, damping: 1 s/m, friction: 0.3, slip: 2 mm/s}
"""


def problems_of(world):
    text = BALL.split("  world:")[0] + "  world:\n" + world
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "ball.yaml")
    return str(caught.value)


def test_a_world_is_read_in_si_units():
    world = describe_text(BALL).scenario.world
    assert world.names == ("seabed", "pier", "crate", "rock", "stone", "end_wall")
    assert world.seabed.depth == 10.0
    assert world.seabed.normal == pytest.approx((0.0, 0.08716, -0.99619), abs=1e-5)
    assert world.obstacles["pier"].cylinder.axis == "down"
    assert world.contact.stiffness == 2000.0
    assert world.contact.slip == 0.002
    assert (
        describe_text(BALL.replace("{depth: 10 m, slope: 5 deg, towards: 90 deg}", "10 m")).scenario.world.seabed.depth
        == 10
    )


def test_a_scenario_takes_over_what_it_does_not_say():
    vehicle = describe_text(BALL).plain
    scenario = {"name": "there", "vehicles": {"ball": {"vehicle": vehicle}}}
    assert len(Simulation(scenario).scenario.world.names) == 6
    own = Simulation({**scenario, "world": {"obstacles": {}}}).scenario.world
    assert own.names == ("seabed",)
    assert own.contact.friction == 0.3


@pytest.mark.parametrize(
    ("world", "told"),
    [
        ("    obstacles: {pier: {cylinder: {radius: -1, length: 8}, at: [5, 0, 4]}}", "pier.cylinder.radius"),
        ("    obstacles: {pier: {cylinder: {radius: [1, 2], length: 8}, at: [5, 0, 4]}}", "round: give one radius"),
        ("    obstacles: {crate: {box: [1, 0, 1], at: [5, 0, 4]}}", "crate.box"),
        ("    obstacles: {crate: {box: [1, 1, 1], sphere: 1, at: [5, 0, 4]}}", "exactly one of"),
        ("    obstacles: {crate: {at: [5, 0, 4]}}", "exactly one of"),
        ("    obstacles: {crate: {box: [1, 1, 1]}}", "crate.at: is missing"),
        ("    obstacles: {end: {wall: {normal: [0, 0, 0]}, at: [5, 0, 4]}}", "zero axis"),
        ("    obstacles: {end: {wall: {normal: [1, 0, 0]}, at: [5, 0, 4], attitude: [1, 0, 0]}}", "no attitude"),
        ("    obstacles: {seabed: {sphere: 1, at: [5, 0, 4]}}", "no obstacle may be called seabed"),
        ("    seabed: {slope: 5 deg}", "depth: is missing"),
        ("    seabed: 10 kg", "'kg' is a unit of mass"),
        ("    contact: {frction: 0.3}", "did you mean 'friction'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(world, told):
    message = problems_of(world)
    assert told in message
    assert "ball.yaml:" in message


def test_a_start_inside_something_names_body_obstacle_and_depth():
    for position, told in (("[0, 0, 9.97]", "0.07 m inside seabed"), ("[4.9, 0, 1]", "inside pier")):
        text = BALL.replace("slope: 5 deg, ", "") + f"  start: {{position: {position}}}\n"
        with pytest.raises(DescriptionError, match=f"body ball starts .*{told.split(' m ')[-1]}") as caught:
            _ = Simulation(describe_text(text, "ball.yaml")).model
        assert "ball.yaml:" in str(caught.value)
        assert told in str(caught.value)


def test_a_run_keeps_its_world_and_its_picture_shows_it():
    run = Simulation(describe_text(BALL)).run()
    kept = json.loads(run.attrs["description"])
    assert set(kept["run"]["world"]["obstacles"]) == {"pier", "crate", "rock", "stone", "end_wall"}
    figure = draw_path(run)
    without = draw_path(Simulation(describe_text(BALL.split("  world:")[0])).run())
    for shown, plain in zip(figure.axes, without.axes, strict=True):
        assert shown.get_xlim() == pytest.approx(plain.get_xlim())
        assert len(shown.collections) == len(plain.collections) + 1
    assert len(figure.axes[1].lines) > len(without.axes[1].lines)
