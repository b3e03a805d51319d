"""Planners in a vehicle file: picked by name as gaits are, and refused with clear words where they do not fit."""

from pathlib import Path

import jsonschema
import pytest

from narcine.description.load import describe, describe_records
from narcine.description.problems import DescriptionError
from narcine.description.schema import json_schema
from narcine.description.tree import read_tree
from narcine.simulation.simulation import Simulation
from tests.description.test_errors import GOOD
from tests.planning.fish import FISH


def fish(text=FISH, **settings):
    described = describe(read_tree(text, "fish.yaml"), Path("fish.yaml"), settings)
    return next(iter(described.scenario.vehicles.values())).vehicle


def problems(text=FISH, **settings):
    with pytest.raises(DescriptionError) as caught:
        fish(text, **settings)
    return [str(problem) for problem in caught.value.problems]


def test_a_planner_is_picked_by_name_and_can_be_left_out():
    assert fish().planner.type == "light_tracking"
    assert fish(planner="avoid").planner.type == "obstacle_avoidance"
    assert fish(planner="~").planner is None
    assert fish(**{"planner.period": "2 s"}).planner.period == 2.0
    again = next(iter(describe_records(fish(planner="search")).scenario.vehicles.values())).vehicle
    assert again.planner == fish().planners["search"]


def test_an_unknown_planner_is_said_once_with_what_there_is():
    said = "there is no planner 'trak'; did you mean 'track'?; there are avoid, search, track"
    assert problems(planner="trak") == [f"set planner=trak: planner = trak: {said}"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"planner.actions.turn": "[]"}, "must not be empty"),
        ({"planner.actions.frequency": "[2 Hz, 1 Hz]"}, "must grow from each value to the next"),
        ({"planner.actions.turn": "[-20 deg, 0, 30 deg]"}, "about 0: -0.349066 rad has no counterpart"),
        ({"planner.actions.turn": "[-20 deg, 20 deg]"}, "must hold 0, with which it swims straight on"),
        ({"planner.actions.frequency": "[0.4 Hz]"}, "is shorter than half a beat at 0.4 Hz"),
        ({"planner.weak": "100 lx"}, "must be less than strong, 90 lx"),
        ({"planner.weak": "5 lx"}, "must be at least ambient, 12 lx"),
        ({"planner.strong": "90 cd"}, "'cd' is a unit of luminous intensity"),
        ({"planner.infrared": "[ir_left, ir_right]"}, "must name three infrared switches"),
        ({"planner.photocells": "[eye_1]"}, "needs at least 2 entries"),
        ({"planner.photocells": "[eye_1, eye_9]"}, "no sensor of type photocell 'eye_9'; did you mean"),
        ({"planner.photocells": "[eye_2, eye_1]"}, "from port to starboard: bearings that grow; they are -60, -90 deg"),
        ({"planner.infrared": "[ir_left, ir_right, ir_middle]"}, "from left over middle to right"),
        ({"planner.infrared": "[ir_left, eye_4, ir_right]"}, "'eye_4' is a sensor of type photocell; here it must be"),
        ({"planner.history": "3"}, "must be at most 2"),
        ({"planner.wieghts": "[1, 1, 1]"}, "did you mean 'weights'"),
    ],
)
def test_what_does_not_fit_is_refused(settings, message):
    found = problems(**settings)
    assert len(found) == 1, found
    assert message in found[0]
    assert "planner." in found[0].split(": ")[1] + found[0].split(": ")[0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"planner.actions.amplitude": "[70 deg]"},
            "holds no action that the tail's servo can follow (8 rad/s, -60 to 60 deg",
        ),
        ({"drives.root.rate": "1 rad/s"}, "holds no action that the tail's servo can follow (1 rad/s"),
    ],
)
def test_actions_that_no_servo_can_follow_are_refused(settings, message):
    described = describe(read_tree(FISH, "fish.yaml"), Path("fish.yaml"), settings)
    with pytest.raises(DescriptionError) as caught:
        _ = Simulation(described).model
    assert all(message in str(problem) for problem in caught.value.problems)


def test_a_planner_needs_a_tail_beat():
    found = problems(GOOD + FISH[FISH.index("planner:") :])
    assert any("needs a gait of type tail_beat" in each and "there is none" in each for each in found)


def test_the_schema_knows_planners():
    from ruamel.yaml import YAML

    plain = YAML(typ="safe").load(FISH)
    jsonschema.validate(plain, json_schema("vehicle"))
    plain["planners"]["track"]["bearing"] = 3
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(plain, json_schema("vehicle"))
