"""Fields of a gait: what no slider moves, in the file's units, and back again unchanged."""

import pytest

import narcine
from narcine.description.library import shipped_vehicles
from narcine.viewing.live.parameters import gait_parameters


def parameters(name, **settings):
    description = narcine.load(name, **settings).description
    vehicle = next(iter(description.scenario.vehicles.values())).vehicle
    return {each.label: each for each in gait_parameters(vehicle, description.plain.get("gait", {}), "gait")}


def gait(name, **settings):
    return next(iter(narcine.load(name, **settings).scenario.vehicles.values())).vehicle.gait


def test_a_dive_has_its_times_as_the_file_has_them():
    fields = parameters("perambulator", gait="dive")
    assert fields["starts"].text == "2 s, 2.75 s, 3.5 s, 4.25 s, 5 s"
    assert fields["starts"].hint.startswith("T_i: when each pitch joint bends")
    assert (fields["surface"].text, fields["surface"].optional) == ("", True)
    assert fields["start"].options == ("smooth", "full")
    assert {"frequency", "amplitude", "lag", "turn", "dive", "dives", "chain", "type"}.isdisjoint(fields)
    assert list(fields)[-2:] == ["response", "start"]


def test_several_numbers_are_set_in_brackets_and_nothing_as_nothing():
    fields = parameters("perambulator", gait="dive")
    assert fields["starts"].setting(" 1 s, 2 s ") == "[1 s, 2 s]"
    assert fields["starts"].setting("[1 s]") == "[1 s]"
    assert fields["surface"].setting("") == "null"
    assert fields["rise"].setting("0.3 s") == "0.3 s"
    shares = parameters("raybot")["dives"]
    assert shares.setting("pelvic_port: 1") == "{pelvic_port: 1}"
    changed = gait("perambulator", gait="dive", **{"gait.starts": fields["starts"].setting("1 s, 1500 ms")})
    assert changed.starts == (1.0, 1.5)
    assert gait("perambulator", gait="dive", **{"gait.release": fields["release"].setting("")}).release is None


@pytest.mark.parametrize("name", shipped_vehicles())
def test_what_is_shown_is_what_is_there(name):
    """Each text, set again, gives the gait that it was read from."""
    there = gait(name)
    fields = parameters(name)
    if there is None:
        assert fields == {}
        return
    assert gait(name, **{each.path: each.setting(each.text) for each in fields.values()}) == there


def test_each_sine_of_a_harmonic_gait_has_its_fields():
    fields = parameters("three_link_swimmer")
    assert fields["front_joint phase"].text == "-90 deg"
    changed = gait("three_link_swimmer", **{fields["front_joint phase"].path: "-80 deg"})
    assert changed.drives["front_joint"].phase == pytest.approx(-1.3962634)
