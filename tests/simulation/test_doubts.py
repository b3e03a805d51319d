"""What runs warn of before anybody looks at them."""

import pytest

import narcine
from narcine.simulation.doubts import doubts_about_gaits, doubts_about_holds


@pytest.mark.parametrize(("amplitude", "told"), [("60 deg", []), ("80 deg", ["80 deg; its target ends at 60 deg"])])
def test_a_gait_that_asks_for_more_than_a_motor_may_turn_is_told(amplitude, told):
    scenario = narcine.load("raybot_tendon", gait__amplitude=amplitude).scenario
    assert list(doubts_about_gaits(scenario)) == [f"the gait asks tail for {each}" for each in told]


@pytest.mark.parametrize(("gait", "told"), [("serpentine", []), ("dive", ["before 2 s and 2.9 s later has let go"])])
def test_a_hold_on_joints_that_bend_only_at_given_times_is_told(gait, told):
    scenario = narcine.load("perambulator_held", gait=gait).scenario
    said = list(doubts_about_holds(scenario))
    assert len(said) == len(told)
    assert all(words in each and "hold depth" in each for words, each in zip(told, said, strict=True))
