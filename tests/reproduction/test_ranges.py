"""Ranges of assumed numbers: which are found, and what variants come of them."""

import numpy as np
import pytest

from narcine.description.load import describe_text, load_description
from narcine.reproduction.assumptions import assumptions_of
from narcine.reproduction.variants import draws, shares_of_draws, variant
from tests.reproduction.falling import DRAGS, MASSES, row, sphere_file

FILE = """
name: odd
bodies:
  a:
    shape: {sphere: 0.1}
    mass: {value: 4000 g, assumed: x, range: [3.5 kg, 4500]}
    displaced_volume: {value: 4 l, source: y, range: [3.9, 4100 ml]}
    centre_of_gravity: {value: [0, 0, 1 cm], assumed: z, range: [[0, 0, 5 mm], [0, 0, 2 cm]]}
    trapped_water: {value: 0.1, assumed: w, range: [low, high]}
"""


def test_units_of_values_and_ends_go_together():
    found = assumptions_of(describe_text(FILE))
    table = {each.name: (each.value, each.low, each.high, each.unit) for each in found.moved}
    assert table == {
        "bodies.a.mass": (4000.0, 3500.0, 4500.0, "g"),
        "bodies.a.displaced_volume": (4.0, 3.9, pytest.approx(4.1), "l"),
        "bodies.a.centre_of_gravity[2]": (1.0, pytest.approx(0.5), pytest.approx(2.0), "cm"),
    }
    assert found.not_understood == ("bodies.a.trapped_water",)
    assert [each.reason for each in found.moved] == ["x", "y", "z"]


def test_a_line_that_stands_in_several_places_is_one_number():
    found = {each.name: each for each in assumptions_of(load_description("raybot")).moved}
    planes = next(each for name, each in found.items() if "front_starboard.mass" in name)
    assert len(planes.paths) == 4
    assert planes.at(1.0) == dict.fromkeys(planes.paths, f"{planes.high} kg")
    assert any(name.startswith("gait.frequency") for name in found)
    assert not any(name.startswith("gaits.") for name in found)


def test_what_is_set_or_fixed_is_not_moved():
    description = load_description("raybot", {"gait.frequency": 2, "bodies.disc.drag.coefficients[0]": 0.2})
    names = [each.name for each in assumptions_of(description, ["bodies.disc.mass", "foils"]).moved]
    gone = ("gait.frequency", "bodies.disc.drag.coefficients[0]", "bodies.disc.mass", "foils")
    assert not any(name.startswith(gone) for name in names)
    assert "bodies.disc.drag.coefficients[1]" in names
    assert "gait.amplitude" in names


def test_a_block_that_is_set_brings_its_ranges():
    friction = {"value": 0.4, "assumed": "wet", "range": [0.3, 0.6]}
    found = assumptions_of(load_description("raybot", {"run.world": {"seabed": 5, "contact": {"friction": friction}}}))
    [found] = [each for each in found.moved if each.name.startswith("run.world")]
    assert (found.name, found.low, found.high) == ("run.world.contact.friction", 0.3, 0.6)


def test_draws_fill_every_range_evenly_and_repeat(tmp_path):
    shares = shares_of_draws(3, 20)
    assert np.array_equal(shares, shares_of_draws(3, 20))
    for column in shares.T:
        assert sorted(np.floor(20 * column)) == list(range(20))
    moved = assumptions_of(load_description(str(sphere_file(tmp_path)))).moved
    masses = [float(each["bodies.ball.mass"].split()[0]) for each in draws(moved, 20)]
    assert MASSES[0] <= min(masses) < max(masses) <= MASSES[1]
    assert draws([], 20) == []


def test_a_variant_runs_with_its_numbers_and_what_is_tied_to_them(tmp_path):
    file = sphere_file(tmp_path)
    moved = {each.name: each for each in assumptions_of(load_description(str(file))).moved}
    drag = moved["bodies.ball.drag.coefficients[2]"].at(1.0)
    ball = variant(row(file), drag).simulation.scenario.vehicles["sphere"].vehicle.bodies["ball"]
    assert ball.drag.coefficients == (0.5, 0.5, DRAGS[1])
    tied = row(file, tied=lambda description: {"bodies.ball.mass": "4.9 kg"})
    assert variant(tied, drag).simulation.scenario.vehicles["sphere"].vehicle.bodies["ball"].mass == 4.9
    assert variant(tied, {}).simulation.scenario.vehicles["sphere"].vehicle.bodies["ball"].mass == 5.0
    assert "bodies.ball.mass" in variant(row(file), {"bodies.ball.mass": "-1 kg"}).problem
