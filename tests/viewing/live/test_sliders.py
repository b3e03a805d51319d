"""Sliders reach all that an input may be, in the units that people use."""

from math import inf, pi

import pytest

import narcine
from narcine.description.inputs import InputSpec, all_inputs
from narcine.description.library import shipped_scenarios, shipped_vehicles
from narcine.viewing.live.operating import groups_of, short_name
from narcine.viewing.live.sliders import slider_of


@pytest.mark.parametrize("name", [*shipped_vehicles(), *shipped_scenarios()])
def test_every_input_that_ships_has_a_slider_with_its_value_and_limits_on_it(name):
    simulation = narcine.load(name)
    specs = all_inputs(simulation.scenario)
    assert set(specs) == {each.name for each in simulation.model.inputs}
    for key, spec in specs.items():
        slider = slider_of(key, spec, spec.default)
        assert slider.lower <= slider.value <= slider.upper
        assert slider.lower < slider.upper
        assert 50 < (slider.upper - slider.lower) / slider.step < 5000
        rounding = 1e-9 * (slider.upper - slider.lower)
        assert slider.lower <= spec.lower * slider.factor + rounding or spec.lower == -inf
        assert slider.upper >= spec.upper * slider.factor - rounding or spec.upper == inf


def test_units_and_ends():
    turn = slider_of("gait.turn", InputSpec("angle", 0.0), 0.0)
    assert (turn.unit, turn.lower, turn.upper, turn.step) == ("deg", -60.0, 60.0, pytest.approx(0.1, rel=10))
    frequency = slider_of("gait.frequency", InputSpec("frequency", 1.2, 0.0), 1.2)
    assert (frequency.lower, frequency.upper) == (0.0, pytest.approx(3.0))
    pulse = slider_of("surge", InputSpec("pulse", 1500.0, 1100.0, 1900.0), 1500.0)
    assert (pulse.lower, pulse.upper, pulse.unit) == (1100.0, 1900.0, "us")
    propeller = slider_of("propeller", InputSpec("rate", 0.0, -100 * pi, 100 * pi), 0.0)
    assert (propeller.unit, propeller.upper) == ("rpm", pytest.approx(3000.0))
    beyond = slider_of("depth", InputSpec("length", 40.0), 40.0)
    assert beyond.upper >= 40.0


def test_inputs_of_several_vehicles_stand_in_groups_of_their_own():
    pair, ray = narcine.load("bluerov_pair"), narcine.load("raybot")
    groups = groups_of(pair)
    assert "pair_1: thrusters" in groups
    assert "pair_2: holds" in groups
    assert next(iter(groups_of(ray))) == "gait"
    assert short_name(pair, "pair_1.surge_port") == "surge_port"
    assert short_name(pair, "pair_1.roll") == "roll"
    assert short_name(ray, "gait.turn") == "turn"
    assert short_name(ray, "tail_root.yaw") == "tail_root.yaw"


def test_turn_and_dive_of_a_chain_bend_it_by_a_quarter_from_head_to_tail():
    inputs = all_inputs(narcine.load("perambulator").scenario)
    turn, dive = (slider_of(name, inputs[name], 0.0) for name in ("gait.turn", "gait.dive"))
    assert (turn.lower, turn.upper) == pytest.approx((-90.0 / 8, 90.0 / 8), abs=turn.step)
    assert (dive.lower, dive.upper) == pytest.approx((-90.0 / 5, 90.0 / 5), abs=dive.step)
