"""What runs warn of before anybody looks at them."""

import pytest

import narcine
from narcine.description.load import load_description
from narcine.simulation.doubts import doubts_about_gaits
from narcine.simulation.simulation import Simulation
from tests.conftest import simulate


@pytest.mark.parametrize(("amplitude", "told"), [("60 deg", []), ("80 deg", ["80 deg; its target ends at 60 deg"])])
def test_a_gait_that_asks_for_more_than_a_motor_may_turn_is_told(amplitude, told):
    scenario = narcine.load("raybot_tendon", gait__amplitude=amplitude).scenario
    assert list(doubts_about_gaits(scenario)) == [f"the gait asks tail for {each}" for each in told]


@pytest.mark.parametrize(
    ("gait", "told"),
    [
        ({"type": "serpentine", "amplitude": "40 deg"}, []),
        ({"type": "serpentine", "amplitude": "60 deg"}, ["spine_joint_1.yaw for 60 deg; its target ends at 50 deg"]),
        ({"type": "serpentine", "amplitude": "45 deg", "turn": "10 deg"}, ["spine_joint_1.yaw for 55 deg"]),
        ({"type": "dive", "amplitude": 0.1, "starts": [1], "dive": "60 deg"}, ["spine_joint_1.pitch for 60 deg"]),
        ({"type": "rectilinear", "amplitude": "45 deg", "dive": "10 deg"}, ["spine_joint_1.pitch for 55 deg"]),
    ],
)
def test_a_gait_that_asks_the_servos_of_a_chain_for_too_much_is_told_once(gait, told):
    """Dives count as turns and waves do; of joints that are alike the first is named."""
    module = {"shape": {"cylinder": {"radius": 0.03, "length": 0.2}}, "mass": 0.5}
    drive = {"type": "servo", "rate": 50, "torque": 5, "angle": "50 deg"}
    chain = {"count": 4, "module": module, "drive": drive}
    snake = simulate(chains={"spine": chain}, gait={"chain": "spine", "frequency": 1.0, "start": "full", **gait})
    doubts = list(doubts_about_gaits(snake.scenario))
    assert len(doubts) == len(told)
    for doubt, said in zip(doubts, told, strict=True):
        assert said in doubt


def test_records_in_step_with_the_points_of_a_beat_are_doubted():
    """At 2.5 Hz and 20 points a beat every record of 20 ms falls on a point; power there is far too low."""
    settings = {"gait.frequency": 2.5, "gait.amplitude": "15 deg"}
    run = Simulation(load_description("minifish", settings)).start()
    assert any("fall on the points that tail is sent" in doubt for doubt in run.doubts())
    other = Simulation(load_description("minifish", {**settings, "run.record": "15 ms"})).start()
    assert not any("fall on the points" in doubt for doubt in other.doubts())
