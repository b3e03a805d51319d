"""A C-turn: the beat stops, the tail bends to one side, and beats on."""

import numpy as np
import pytest

import narcine
from narcine.description.load import describe_plain
from narcine.description.problems import DescriptionError
from tests.conftest import simulate

BEAT = {"drives": ["j"], "frequency": 1.0, "amplitude": 0.3, "start": "full"}
TURN = {"type": "c_turn", "bend": 0.8, "at": 0.5, "rise": 0.1, "hold": 0.2, "back": 0.2}


def vehicle(drive="prescribed", limits=1.0, **gait):
    drives = {"prescribed": {"type": "prescribed"}, "servo": {"type": "servo", "rate": 8, "torque": 1}}
    return {
        "name": "test",
        "bodies": {name: {"mass": 1.0, "inertia": [0.1] * 3} for name in ("a", "b")},
        "joints": {"j": {"type": "hinge", "parent": "a", "child": "b", "axis": "down", "limits": limits}},
        "drives": {"j": drives.get(drive, {"type": drive})},
        "gait": {**BEAT, **gait},
    }


def test_it_takes_the_place_of_the_beat_and_leaves_it():
    turning, beating = (
        simulate(**vehicle(**gait)).run(duration=2.0, record=0.01) for gait in (TURN, {"type": "tail_beat"})
    )
    time, angle, beat = turning.time.values, turning.joint_position.values[:, 0], beating.joint_position.values[:, 0]
    held = (time > 0.6 + 1e-9) & (time < 0.8 - 1e-9)
    apart = (time < 0.5) | (time > 1.0 + 1e-9)
    assert angle[held] == pytest.approx(0.8)
    assert angle[apart] == pytest.approx(beat[apart])


def test_rate_and_acceleration_are_those_of_the_angle():
    run = simulate(**vehicle(**TURN)).start(step=1e-4)
    for until in (5400, 9000):
        run.step(until - round(run.time / 1e-4))
        angles, rates, accelerations = [], [], []
        for _ in range(3):
            run.step(1)
            angles.append(run.state[7])
            rates.append(run.state[14])
            accelerations.append(run.observe().rates[0, 14])
        assert rates[1] == pytest.approx((angles[2] - angles[0]) / 2e-4, rel=1e-4)
        assert accelerations[1] == pytest.approx((rates[2] - rates[0]) / 2e-4, rel=1e-4)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"bend": 1.2}, "takes the prescribed joint 'j' to 68.75 deg; allowed: -57.3 deg to 57.3 deg"),
        ({"resolution": 8}, "'j' is of type prescribed and would jump"),
        ({"drive": "servo", "resolution": 2}, "must be at least 3"),
        ({"drive": "servo", "resolution": 3.5}, "must be a whole number"),
        ({"hold": -1.0}, "at least 0"),
        ({"drive": "torque"}, "is an angle; 'j' is asked for torque"),
    ],
)
def test_what_cannot_be_is_refused(change, said):
    with pytest.raises(DescriptionError) as caught:
        describe_plain(vehicle(**{**TURN, **change}))
    assert said in str(caught.value)


def test_the_fish_turns_to_either_side():
    """It turns to the side of its bend, farther than a beat with the same mean would in that time, and swims on."""
    fish = {sign: narcine.load("minifish", gait="c_turn", gait__bend=sign * 0.96) for sign in (1.0, -1.0)}
    ends = {sign: each.run(duration=9.0).heading.values[-36:, 0].mean() for sign, each in fish.items()}
    assert np.degrees(ends[1.0]) == pytest.approx(34.0, abs=6.0)  # a rough value; sides differ by where the beat stops
    assert ends[-1.0] == pytest.approx(-ends[1.0], rel=0.15)
