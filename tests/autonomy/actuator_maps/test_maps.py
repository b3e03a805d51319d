"""Maps from correctives to actuators: limits, fins by their hysteresis, solenoids, gliders."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from narcine.autonomy.actuator_maps.bang_bang import Throw
from narcine.autonomy.actuator_maps.fins import MorphingFins
from narcine.autonomy.actuator_maps.maps import MAPS, make_map
from narcine.autonomy.control.commands import Correctives, Situation
from narcine.description.frontseat import Fins, Map

STERN = ("upper_rudder", "lower_rudder", "port_elevator", "starboard_elevator")
FINS = {"surfaces": ["upper_fin", "lower_fin"], "deployment": "fins"}
PROPELLER = {"actuator": "propeller", "full": "1500 rpm"}
GLIDER = {
    "type": "glider",
    "buoyancy_engine": {"actuator": "buoyancy_engine", "limit": "0.2 l"},
    "moving_mass": {"actuator": "battery", "limit": "3 cm", "ratio": 0.2},
    "gliding": ["glide"],
    "propeller": PROPELLER,
}


def made(**settings):
    return make_map(TypeAdapter(Map).validate_python(settings))


def situation(roll=0.0, heading_error=0.0, mode="cruise", desired_pitch=0.0) -> Situation:
    return Situation(mode, roll, heading_error, desired_pitch, 0.1)


def test_every_type_of_a_file_has_its_map():
    types = {
        each.__args__[0] for each in (record.model_fields["type"].annotation for record in Map.__args__[0].__args__)
    }
    assert types == set(MAPS)


NUMBERS = st.floats(-10.0, 10.0)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.one_of(st.floats(-4.0, 4.0), st.just(math.nan)), NUMBERS)
def test_all_commands_lie_between_their_ends(heading, pitch, roll, thrust, angle, error):
    correctives = Correctives(heading, pitch, roll, thrust)
    for settings in ({"type": "cruciform", "fins": FINS, "propeller": PROPELLER}, {"type": "bang_bang"}, GLIDER):
        actuators = made(**settings)
        for mode in ("cruise", "glide"):
            commands = actuators.update(correctives, situation(angle, error, mode, pitch))
            assert commands.keys() == actuators.outputs.keys()
            for name, command in commands.items():
                assert actuators.outputs[name].lowest <= command <= actuators.outputs[name].highest


def test_ends_are_15_deg_of_stern_surfaces_20_of_fins():
    outputs = made(type="cruciform", fins=FINS).outputs
    assert outputs["upper_rudder"].highest == pytest.approx(math.radians(15.0), abs=1e-4)
    assert outputs["upper_fin"].lowest == pytest.approx(-math.radians(20.0), abs=1e-4)
    assert outputs["fins"][:2] == (0.0, 1.0)


def test_surfaces_are_offset_by_5_deg_at_most_to_right_the_vehicle():
    commands = made(type="cruciform").update(Correctives(0.0, 0.0, 0.5, 0.0), situation())
    five = math.radians(5.0)
    assert [commands[name] for name in STERN] == pytest.approx([-five, five, -five, five], abs=1e-4)


def test_roll_compensation_can_be_switched_off():
    correctives = Correctives(0.1, 0.0, 0.0, 0.0)
    on = made(type="cruciform").update(correctives, situation(roll=0.5))
    off = made(type="cruciform", roll_compensation=False).update(correctives, situation(roll=0.5))
    assert on["port_elevator"] == pytest.approx(0.1 * math.sin(0.5))
    assert [off[name] for name in STERN] == [0.1, 0.1, 0.0, 0.0]


def test_names_of_actuators_are_those_of_the_file():
    commands = made(type="cruciform", upper_rudder="top").update(Correctives(0.1, 0.0, 0.0, 0.0), situation())
    assert commands["top"] == 0.1
    assert "upper_rudder" not in commands


DEGREES = st.one_of(st.floats(-60.0, 60.0), st.sampled_from([30.0, 5.0, -30.0, -5.0, math.nan]))


@given(st.lists(st.tuples(DEGREES, st.floats(-0.5, 0.5)), max_size=60))
def test_fins_follow_their_hysteresis_exactly(inputs):
    """Against the sentence of the paper: out above 30 deg, opposite to the rudder while out, in below 5 deg."""
    fins = MorphingFins(Fins(**{**FINS, "deploy_above": "30 deg", "retract_below": "5 deg", "limit": "20 deg"}))
    out = False
    for degrees, rudder in inputs:
        found = fins.update(math.radians(degrees), rudder, 0.1)
        size = abs(math.radians(degrees))
        if not out:
            out = size > math.radians(30.0)
        elif size < math.radians(5.0) or math.isnan(degrees):
            out = False
        mirrored = max(-math.radians(20.0), min(math.radians(20.0), -rudder))
        assert fins.deployed is out
        assert found == ((1.0, mirrored) if out else (0.0, 0.0))


def test_fins_turn_once_they_are_out_and_go_in_once_they_stand_straight():
    fins = MorphingFins(Fins(**FINS, travel="0.25 s", centring="0.2 s"))
    told = [fins.update(error, 0.2, 0.1) for error in [1.0] * 5 + [0.0] * 4]
    assert [each.deployment for each in told] == [1.0] * 7 + [0.0] * 2
    assert [each.angle for each in told] == [0.0] * 3 + [-0.2] * 2 + [0.0] * 4


def test_fins_mirror_the_rudder_without_what_rights_the_vehicle():
    actuators = made(type="cruciform", fins=FINS)
    commands = actuators.update(Correctives(0.1, 0.0, 0.05, 0.0), situation(heading_error=1.0))
    assert commands["upper_rudder"] != commands["lower_rudder"]
    assert commands["upper_fin"] == commands["lower_fin"] == pytest.approx(-0.1)
    assert actuators.fins_deployed


def test_fins_that_are_not_engaged_stay_in():
    actuators = made(type="cruciform", fins={**FINS, "engaged": False})
    commands = actuators.update(Correctives(0.2, 0.0, 0.0, 0.0), situation(heading_error=2.0))
    assert [commands[name] for name in ("fins", "upper_fin", "lower_fin")] == [0.0, 0.0, 0.0]


def test_solenoids_throw_beyond_the_dead_band_and_release_within():
    throw = Throw(on=0.05, off=0.02)
    inputs = [0.0, 0.04, 0.05, 0.03, 0.02, 0.019, -0.04, -0.06, -0.02, 0.01, 0.2, -0.2, math.nan]
    assert [throw.update(each) for each in inputs] == [0, 0, 1, 1, 1, 0, 0, -1, -1, 0, 1, -1, 0]


def test_bang_bang_has_three_positions():
    actuators = made(type="bang_bang", limit="15 deg", propeller=PROPELLER)
    commands = actuators.update(Correctives(0.1, -0.1, 0.3, 0.6), situation(roll=0.4))
    hard = math.radians(15.0)
    assert commands == {"rudder": hard, "elevator": -hard, "propeller": 0.6}
    assert not actuators.outputs["rudder"].servo


def test_a_glider_flies_on_its_surfaces_and_glides_on_buoyancy_and_mass():
    actuators = made(**GLIDER)
    correctives = Correctives(0.1, 0.05, 0.0, 0.5)
    flown = actuators.update(correctives, situation(desired_pitch=0.3))
    assert (flown["port_elevator"], flown["propeller"], flown["buoyancy_engine"], flown["battery"]) == (
        0.05,
        0.5,
        0.0,
        0.0,
    )
    up = actuators.update(correctives, situation(mode="glide", desired_pitch=0.3))
    assert (up["upper_rudder"], up["port_elevator"], up["propeller"]) == (0.1, 0.0, 0.0)
    assert up["buoyancy_engine"] == pytest.approx(0.5 * 0.2e-3)
    assert up["battery"] == pytest.approx(-0.2 * 0.05)
    down = actuators.update(correctives._replace(pitch=-0.9), situation(mode="glide", desired_pitch=-0.3))
    assert down["buoyancy_engine"] == pytest.approx(-0.5 * 0.2e-3)
    assert down["battery"] == pytest.approx(0.03)
    assert (actuators.drives("cruise"), actuators.drives("glide")) == ("propelled", "gliding")
    assert actuators.outputs["buoyancy_engine"].afloat == pytest.approx(0.2e-3)


def test_at_rest_nothing_is_remembered():
    actuators = made(type="cruciform", fins=FINS)
    actuators.update(Correctives(0.2, 0.0, 0.0, 0.0), situation(heading_error=2.0))
    actuators.rest()
    assert not actuators.fins_deployed
