"""Holds that have nothing to act with."""

import pytest

import narcine
from narcine.simulation.doubts import doubts_about_holds


@pytest.mark.parametrize(("gait", "told"), [("serpentine", []), ("dive", ["before 2 s and 2.9 s later has let go"])])
def test_a_hold_on_joints_that_bend_only_at_given_times_is_told(gait, told):
    scenario = narcine.load("perambulator_held", gait=gait).scenario
    said = list(doubts_about_holds(scenario))
    assert len(said) == len(told)
    assert all(words in each and "hold depth" in each for words, each in zip(told, said, strict=True))
