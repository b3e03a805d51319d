"""Identified numbers stand in a file on top of the vehicle, with where they come from, and load as they were."""

import pytest

import narcine
from narcine.description.load import load_description
from narcine.description.problems import DescriptionError
from narcine.identification.writing import Identified, write_identified
from narcine.simulation.derivatives import number_at

QUADRATIC = "bodies.hull.drag.quadratic"
TOWED = "towing tank, surge: 36 points of runs.csv (narcine identify tow)"
NUMBERS = (
    Identified(f"{QUADRATIC}.0", 35.123456789012345, (34.2, 36.1), TOWED),
    Identified(f"{QUADRATIC}.1", 104.5, (100.0, 109.0), "from heave by added inertia", assumed=True),
    Identified("bodies.hull.mass", 7.4, (7.3, 7.5), "scales"),
    Identified("actuators.lateral.speed.forward.1", 0.61, None, "bollard test"),
    Identified("actuators.lateral.lag", 0.2, (0.1, 0.3), "like another thruster", assumed=True),
)


def test_numbers_load_as_they_were_identified(tmp_path):
    write_identified(tmp_path / "my_rov.yaml", "bluerov", NUMBERS)
    loaded = narcine.load(tmp_path / "my_rov.yaml")
    assert [number_at(loaded, number.path) for number in NUMBERS] == [
        35.12346,
        *(number.value for number in NUMBERS[1:]),
    ]
    before = narcine.load("bluerov")
    for kept in (f"{QUADRATIC}.2", f"{QUADRATIC}.5", "actuators.lateral.speed.forward.0", "bodies.hull.drag.linear.4"):
        assert number_at(loaded, kept) == number_at(before, kept)
    assert list(loaded.scenario.vehicles) == ["my_rov"]


def test_intervals_and_sources_stand_beside_the_numbers(tmp_path):
    write_identified(tmp_path / "my_rov.yaml", "bluerov", NUMBERS, name="barge")
    description = load_description(str(tmp_path / "my_rov.yaml"))
    assert list(description.scenario.vehicles) == ["barge"]
    said = description.provenance
    mass = said["bodies", "hull", "mass"]
    assert (mass.kind, mass.text, mass.range) == ("source", "scales", (7.3, 7.5))
    lag = said["actuators", "lateral", "lag"]
    assert (lag.kind, lag.range) == ("assumed", (0.1, 0.3))
    drag = said["bodies", "hull", "drag", "quadratic"]
    assert drag.kind == "source"
    assert drag.text == (
        f"entry 0: {TOWED}; entry 1: extrapolated, not measured: from heave by added inertia; "
        "entries 2, 3, 4, 5: as in bluerov (source: table 3)"
    )
    assert drag.range == (
        [34.2, 100.0, 74.23, 0.084, 0.028, 0.43],
        [36.1, 109.0, 74.23, 0.0874, 0.028, 0.453],
    )


def test_a_list_of_one_origin_needs_no_counting(tmp_path):
    numbers = [Identified(f"bodies.hull.drag.linear.{k}", 0.5 * k, None, "guess", assumed=True) for k in range(6)]
    write_identified(tmp_path / "rov.yaml", "bluerov", numbers)
    linear = load_description(str(tmp_path / "rov.yaml")).provenance["bodies", "hull", "drag", "linear"]
    assert (linear.kind, linear.text, linear.range) == ("assumed", "guess", None)


def test_what_stands_on_a_file_is_found_from_elsewhere(tmp_path):
    (tmp_path / "vehicles").mkdir()
    write_identified(tmp_path / "vehicles" / "first.yaml", "bluerov", NUMBERS[2:3])
    again = [Identified(f"{QUADRATIC}.2", 70.0, (69.0, 71.0), "tank")]
    write_identified(tmp_path / "results" / "deep" / "second.yaml", str(tmp_path / "vehicles" / "first.yaml"), again)
    second = narcine.load(tmp_path / "results" / "deep" / "second.yaml")
    assert number_at(second, "bodies.hull.mass") == 7.4
    assert number_at(second, f"{QUADRATIC}.2") == 70.0


def test_a_body_without_drag_gets_it(tmp_path):
    (tmp_path / "ball.yaml").write_text("name: ball\nbodies:\n  hull: {shape: {sphere: 0.2}, mass: 33.5}\n")
    write_identified(tmp_path / "towed.yaml", str(tmp_path / "ball.yaml"), NUMBERS[:1])
    hull = narcine.load(tmp_path / "towed.yaml").scenario.vehicles["towed"].vehicle.bodies["hull"]
    assert [row[k] for k, row in enumerate(hull.drag.quadratic)] == [35.12346, 0, 0, 0, 0, 0], "seven digits"


def test_units_of_the_vehicle_stay_with_its_own_numbers(tmp_path):
    (tmp_path / "ball.yaml").write_text(
        "name: ball\nbodies:\n  hull:\n    shape: {sphere: 0.2}\n    mass: 33.5\n"
        "    centre_of_gravity: {value: [1, 2, 3], unit: mm, assumed: ballast, range: [[0, 1, 2], [2, 3, 4]]}\n"
    )
    place = "bodies.hull.centre_of_gravity"
    write_identified(
        tmp_path / "hung.yaml", str(tmp_path / "ball.yaml"), [Identified(f"{place}.2", 0.02, (0.01, 0.03), "hung up")]
    )
    hull = narcine.load(tmp_path / "hung.yaml").scenario.vehicles["hung"].vehicle.bodies["hull"]
    assert hull.centre_of_gravity == pytest.approx((0.001, 0.002, 0.02))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("bodies.hul.mass", "bodies.hul: there is no entry of bodies 'hul'; did you mean 'hull'?"),
        ("bodies.hull.weight", "what was identified does not fit bluerov: bodies.hull.weight"),
        (f"{QUADRATIC}.6", "bodies.hull.drag.quadratic[6]: there is no such number"),
        ("bodies.hull.shape.sphere.1", "bluerov has no list of numbers here"),
    ],
)
def test_numbers_that_the_vehicle_has_not_are_refused_and_nothing_is_written(tmp_path, path, message):
    with pytest.raises(DescriptionError) as caught:
        write_identified(tmp_path / "rov.yaml", "bluerov", [Identified(path, 1.0, None, "test")])
    assert message in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_vehicle_is_not_overwritten_nor_hidden(tmp_path):
    own = tmp_path / "own.yaml"
    write_identified(own, "bluerov", NUMBERS[2:3])
    text = own.read_text()
    with pytest.raises(DescriptionError, match="exists already and is left as it is"):
        write_identified(own, str(own), NUMBERS[:1])
    assert own.read_text() == text
    with pytest.raises(DescriptionError, match="would stand in for the vehicle bluerov that ships"):
        write_identified(tmp_path / "bluerov.yaml", "bluerov", NUMBERS[:1])
    with pytest.raises(DescriptionError, match="is a scenario"):
        write_identified(tmp_path / "pair.yaml", "bluerov_pair", NUMBERS[:1])


def test_a_number_is_identified_once(tmp_path):
    with pytest.raises(DescriptionError, match="identified twice"):
        write_identified(tmp_path / "rov.yaml", "bluerov", [NUMBERS[0], NUMBERS[0]])
