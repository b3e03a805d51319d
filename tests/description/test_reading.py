"""Trees, quantities, provenance, parts and settings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import narcine
from narcine.description.load import describe_text, load_description
from narcine.description.problems import DescriptionError
from narcine.description.provenance import provenance_of
from narcine.description.quantities import UNITS, parse_number
from narcine.description.tree import read_tree

BALL = "name: ball\nsource: a book\nbodies:\n  ball: {shape: {sphere: 0.1}, mass: %s}\n"


def mass_of(text: str) -> float:
    return describe_text(BALL % text, "ball.yaml").scenario.vehicles["ball"].vehicle.bodies["ball"].mass


@pytest.mark.parametrize(
    ("text", "kilograms"),
    [
        ("2", 2.0),
        ("2.5 kg", 2.5),
        ("300 g", 0.3),
        ("1e-1", 0.1),
        ("{value: 40, unit: g, source: scales}", 0.04),
        ("+3", 3.0),
    ],
)
def test_a_mass_can_be_written_in_many_ways(text, kilograms):
    assert mass_of(text) == pytest.approx(kilograms, rel=1e-15)


@given(st.sampled_from(sorted(UNITS)), st.floats(-1e6, 1e6, allow_nan=False))
def test_every_unit_scales_by_its_factor(dimension, number):
    for unit, factor in UNITS[dimension].items():
        assert parse_number(f"{number!r} {unit}", dimension) == pytest.approx(number * factor, rel=1e-12, abs=1e-300)


def test_units_that_people_know():
    assert parse_number("180 deg", "angle") == pytest.approx(math.pi)
    assert parse_number("60 rpm", "rate") == pytest.approx(2.0 * math.pi)
    assert parse_number("1 kn", "speed") == pytest.approx(0.514444, rel=1e-5)
    assert parse_number("2 l", "volume") == 0.002


def test_provenance_is_kept_by_path_and_inherited_from_blocks():
    text = BALL % "{value: 2, assumed: by eye, range: [1, 3]}"
    description = describe_text(text, "ball.yaml")
    own = provenance_of(("bodies", "ball", "mass"), description.provenance)
    inherited = provenance_of(("bodies", "ball", "shape", "sphere"), description.provenance)
    assert (own.kind, own.text, own.range) == ("assumed", "by eye", (1, 3))
    assert (inherited.kind, inherited.text) == ("source", "a book")
    assert description.unsourced() == []
    bare = describe_text((BALL % "2").replace("source: a book\n", ""), "ball.yaml")
    assert bare.unsourced() == ["bodies.ball.shape.sphere", "bodies.ball.mass"]


def test_scalars_follow_the_core_schema():
    tree = read_tree("[1, 0x1f, 1.5, 1e3, .5, yes, true, ~, 012, 2026-01-01]", "t")
    assert tree.value == [1, 31, 1.5, 1000.0, 0.5, "yes", True, None, 12, "2026-01-01"]


def test_parts_of_other_files_take_changes(tmp_path):
    (tmp_path / "parts.yaml").write_text(
        "ball:\n  shape: {sphere: 0.1}\n  mass: 2\n  drag: {linear: [1, 1, 1, 1, 1, 1]}\n"
    )
    main = tmp_path / "main.yaml"
    main.write_text("name: main\nbodies:\n  a: {use: parts.yaml#ball, mass: 3}\n")
    body = load_description(str(main)).scenario.vehicles["main"].vehicle.bodies["a"]
    assert body.mass == 3.0
    assert body.shape.sphere == 0.1
    assert body.drag.linear[0][0] == 1.0


def test_an_error_in_a_part_names_the_file_of_the_part(tmp_path):
    (tmp_path / "parts.yaml").write_text("ball:\n  shape: {sphere: -0.1}\n  mass: 2\n")
    main = tmp_path / "main.yaml"
    main.write_text("name: main\nbodies:\n  a: {use: parts.yaml#ball}\n")
    with pytest.raises(DescriptionError) as caught:
        load_description(str(main))
    assert str(caught.value).startswith(f"{tmp_path / 'parts.yaml'}:2:19: bodies.a.shape.sphere = -0.1")


def test_parts_that_go_round_are_found(tmp_path):
    (tmp_path / "a.yaml").write_text("x: {use: b.yaml#y}\n")
    (tmp_path / "b.yaml").write_text("y: {use: a.yaml#x}\n")
    main = tmp_path / "main.yaml"
    main.write_text("name: main\nbodies:\n  a: {use: a.yaml#x}\n")
    with pytest.raises(DescriptionError, match="goes round in circles"):
        load_description(str(main))


def test_settings_reach_into_sourced_values_and_names_with_dots():
    plain = load_description(
        "raybot", {"bodies.disc.drag.coefficients.0": "0.3", "drives.tail_root.pitch.command": "5 deg"}
    )
    vehicle = plain.scenario.vehicles["raybot"].vehicle
    assert vehicle.bodies["disc"].drag.coefficients == (0.3, 0.9, 1.1)
    assert vehicle.drives["tail_root.pitch"].command == pytest.approx(math.radians(5.0))


def test_a_scenario_reads_its_vehicles_beside_itself(tmp_path):
    (tmp_path / "ball.yaml").write_text(BALL % "2")
    scenario = tmp_path / "two.yaml"
    scenario.write_text(
        "name: two\nvehicles:\n  one: {vehicle: ball.yaml}\n  other: {vehicle: pendulum}\nduration: 1 s\n"
    )
    description = load_description(str(scenario), {"vehicles.one.vehicle.bodies.ball.mass": "4 kg"})
    assert description.scenario.vehicles["one"].vehicle.bodies["ball"].mass == 4.0
    assert description.kind == "scenario"


def test_a_broken_vehicle_of_a_scenario_names_its_own_file(tmp_path):
    (tmp_path / "ball.yaml").write_text(BALL % "-2")
    scenario = tmp_path / "one.yaml"
    scenario.write_text("name: one\nvehicles:\n  one: {vehicle: ball.yaml}\n")
    with pytest.raises(DescriptionError) as caught:
        load_description(str(scenario))
    expected = f"{tmp_path / 'ball.yaml'}:4:38: vehicles.one.vehicle.bodies.ball.mass = -2: must be at least 0"
    assert str(caught.value) == expected


@pytest.mark.parametrize("name", ["raybot", "remus100", "three_link_swimmer", "pendulum", "fin"])
def test_records_made_in_python_run_as_their_file_does(name):
    described = load_description(name)
    record = next(iter(described.scenario.vehicles.values())).vehicle
    from_file, from_record = narcine.Simulation(described).model, narcine.Simulation(record).model
    assert from_record.parameters == pytest.approx(from_file.parameters, rel=1e-12, abs=0.0)
    assert np.array_equal(from_record.layout, from_file.layout)


def test_a_setting_reaches_lists_and_inputs():
    settings = {"run.start.position[2]": 3.0, "run.start.position.1": 4.0, "run.commands.gait.turn": 0.1}
    scenario = load_description("raybot", settings).scenario
    assert scenario.vehicles["raybot"].start.position[1:] == (4.0, 3.0)
    assert scenario.commands["gait.turn"] == ((0.0, 0.1),)


@pytest.mark.parametrize(
    "path", ["bodies.disc.mass.foo", "bodies.disc.mass.", "gait.drives.0.x", "run.start.position.0.0"]
)
def test_a_setting_below_a_value_is_a_problem(path):
    with pytest.raises(DescriptionError, match=r"set .*: "):
        load_description("raybot", {path: "1"})


def test_a_scenario_takes_what_it_does_not_say_from_its_vehicles(tmp_path):
    boat = (
        "name: boat\nbodies: {hull: {mass: 1, shape: {sphere: 0.1}}}\n"
        "actuators: {fin: {type: surface, body: hull, at: [0, 0, 0], normal: down, area: 0.01, slope: 3, limit: 1}}\n"
        "run: {step: 1 ms, duration: 3 s, water: {density: 1025}, commands: {fin: [[1, 0.1]]}}\n"
    )
    (tmp_path / "boat.yaml").write_text(boat)
    alone, two = tmp_path / "alone.yaml", tmp_path / "two.yaml"
    alone.write_text("name: alone\nvehicles: {only: {vehicle: boat.yaml}}\n")
    two.write_text(
        "name: two\nduration: 2\nvehicles: {a: {vehicle: boat.yaml}, b: {vehicle: boat.yaml}}\ncommands: {b.fin: 0.2}\n"
    )
    scenario = load_description(str(alone)).scenario
    assert (scenario.step, scenario.duration, scenario.water.density) == (0.001, 3.0, 1025.0)
    assert scenario.commands == {"fin": ((1.0, 0.1),)}
    scenario = load_description(str(two)).scenario
    assert (scenario.step, scenario.duration) == (0.001, 2.0)
    assert scenario.commands == {"a.fin": ((1.0, 0.1),), "b.fin": ((0.0, 0.2),)}


def test_a_scenario_that_says_part_of_the_water_keeps_the_rest(tmp_path):
    file = tmp_path / "calm.yaml"
    file.write_text("name: calm\nwater: {surface: calm}\nvehicles: {tube: {vehicle: remus100}}\n")
    water = load_description(str(file)).scenario.water
    assert (water.density, water.surface) == (1026.0, "calm")
    changed = load_description(str(file), {"vehicles.tube.vehicle.run.water.density": 1010}).scenario.water
    assert changed.density == 1010.0
