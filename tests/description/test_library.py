"""What ships: every file loads, every number has a source, editors accept it, and it swims."""

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import narcine
from narcine.description.library import (
    ABOUT,
    SAMPLES,
    VEHICLES,
    find_measurements,
    results_beside,
    shipped_samples,
    shipped_scenarios,
    shipped_vehicles,
)
from narcine.description.load import describe, describe_text, load_description
from narcine.description.schema import json_schema
from narcine.description.template import template
from narcine.description.tree import read_file, read_tree

SHIPPED = {**shipped_vehicles(), **shipped_scenarios()}


@cache
def editor(kind):
    """Return what an editor checks files with; the schema itself is checked once."""
    schema = json_schema(kind)
    checker = jsonschema.validators.validator_for(schema)
    checker.check_schema(schema)
    return checker(schema)


def test_the_vehicles_of_the_first_version_ship():
    assert {"raybot", "fin", "remus100", "three_link_swimmer", "pendulum"} <= set(shipped_vehicles())


@pytest.mark.parametrize("name", SHIPPED)
def test_it_loads_under_its_own_name(name):
    assert load_description(name).scenario.name == name


@pytest.mark.parametrize("name", SHIPPED)
def test_every_number_says_where_it_comes_from(name):
    assert load_description(name).unsourced() == []


@pytest.mark.parametrize("name", SHIPPED)
def test_editors_accept_it(name):
    editor("scenario" if name in shipped_scenarios() else "vehicle").validate(read_file(SHIPPED[name]).value)


def test_editors_refuse_what_the_reader_refuses():
    plain = read_file(SHIPPED["pendulum"]).value
    for path, value in (
        (("bodies", "bob", "mas"), 1),
        (("joints", "arm", "axis"), "sideways"),
        (("bodys",), {}),
        (("bodies", "bob", "mass"), -1),
    ):
        broken = json.loads(json.dumps(plain))
        block = broken
        for part in path[:-1]:
            block = block[part]
        block[path[-1]] = value
        with pytest.raises(jsonschema.ValidationError):
            editor("vehicle").validate(broken)


@pytest.mark.parametrize("kind", ["vehicle", "scenario"])
def test_editors_explain_every_key(kind):
    schema = json_schema(kind)
    own_words = {"source", "assumed", "use", "type", "lift"}
    for record in (*schema["$defs"].values(), schema):
        for key, field in record["properties"].items():
            explained = key in own_words or "description" in field or "description" in referred(field, schema)
            assert explained, f"{record['title']}.{key}"


def referred(field, schema):
    return schema["$defs"].get(field.get("$ref", "").removeprefix("#/$defs/"), {})


@pytest.mark.parametrize("name", SHIPPED)
def test_it_runs(name):
    run = narcine.load(name).run(duration=0.5)
    assert run.attrs["ended"] == "at its full duration"


@pytest.mark.parametrize("name", ["my_fish", "my fish", "2nd", "-"])
def test_the_template_is_a_vehicle_that_swims(name):
    description = describe_text(template(name), "my_fish.yaml")
    assert description.unsourced() == []
    run = narcine.Simulation(description).run(duration=8.0)
    assert run.position.values[-1, 0, 0] > 0.5


def test_a_part_of_the_same_file_can_be_set():
    text = template("fish").replace("mass: 0.06", "use: '#parts.tail'") + "\nparts:\n  tail: {mass: 0.05}\n"
    assert describe_text(text).scenario.vehicles["fish"].vehicle.bodies["tail"].mass == 0.05
    described = describe(read_tree(text, "fish.yaml"), Path("fish.yaml"), {"parts.tail.mass": "0.07"})
    assert described.scenario.vehicles["fish"].vehicle.bodies["tail"].mass == 0.07


FORMS = """
name: forms
bodies:
  a:
    mass: 1
    inertia: [{value: 0.1, source: x}, 0.1, 0.1]
    added_inertia:
      [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0],
       [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]
  b: {mass: {value: 1, unit: kg, assumed: y, range: [1, 2]}, inertia: [1, 1, 1], added_inertia: [1, 1, 1, 0, 0, 0]}
  c: {mass: 1, shape: {sphere: 10 cm}, added_inertia: {rule: none}, drag: {coefficients: [0.1, 0.1, 0.1]}}
joints:
  ab: {type: universal, parent: a, child: b, axes: {pitch: starboard, yaw: {axis: down, limits: 20 deg}}}
  bc: {type: hinge, parent: b, child: c, axis: [0, 1, 1], limits: [-10 deg, 20 deg]}
"""


def test_editors_accept_every_way_of_writing():
    editor("vehicle").validate(read_tree(FORMS, "forms.yaml").value)
    assert describe_text(FORMS).scenario.name == "forms"


def test_parts_are_shared_by_reference():
    raybot = load_description("raybot").scenario.vehicles["raybot"].vehicle
    assert raybot.bodies["front_port"] == raybot.bodies["rear_starboard"]
    assert (VEHICLES / "parts" / "raybot_fins.yaml").exists()


@pytest.mark.parametrize("modules", [5, 16, 40])
def test_a_new_snake_swims_whatever_its_number_of_modules(modules):
    """Head first, and with every gait that its file offers a vehicle that can be read."""
    description = describe_text(template("my_snake", "snake", modules), "my_snake.yaml")
    vehicle = description.scenario.vehicles["my_snake"].vehicle
    assert description.unsourced() == []
    assert len(vehicle.bodies) == modules
    run = narcine.Simulation(description).start()
    run.step(1600)
    assert run.state[run.model.state_names.index("spine_1.north")] > 0.5
    for name in vehicle.gaits:
        narcine.Simulation({**description.plain, "gait": name}).start().step(10)


def test_every_file_of_measurements_says_what_it_is():
    assert set(read_file(SAMPLES / ABOUT).value) == set(shipped_samples())


def test_measurements_that_ship_are_found_by_name_unless_there_is_a_file(tmp_path, monkeypatch):
    name = Path("t200_16V.csv")
    monkeypatch.chdir(tmp_path)
    assert find_measurements(name) == SAMPLES / name
    assert results_beside(find_measurements(name)) == Path()
    name.write_text("mine")
    assert find_measurements(name) == name
