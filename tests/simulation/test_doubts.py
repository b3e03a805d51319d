"""What runs warn of before anybody looks at them."""

import pytest

import narcine
from narcine.simulation.doubts import doubts_about_gaits


@pytest.mark.parametrize(("amplitude", "told"), [("60 deg", []), ("80 deg", ["80 deg; its target ends at 60 deg"])])
def test_a_gait_that_asks_for_more_than_a_motor_may_turn_is_told(amplitude, told):
    scenario = narcine.load("raybot_tendon", gait__amplitude=amplitude).scenario
    assert list(doubts_about_gaits(scenario)) == [f"the gait asks tail for {each}" for each in told]
