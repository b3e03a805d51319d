"""Buttons steer to the side that they say, whatever the signs of a vehicle's own file."""

import numpy as np
import pytest

import narcine
from narcine.viewing.live.helm import round_step, wheels_of
from narcine.viewing.live.numbers import LATELY, Progress
from narcine.viewing.live.running import Live
from narcine.viewing.live.steering import Steering, can_be_steered
from narcine.viewing.moment import Observer
from tests.viewing.live.test_page import until


def steered(name, **settings):
    """Return a paused run and what steers it, once that is known."""
    live = Live(narcine.load(name, **settings), paused=True)
    steering = Steering(live, 0)
    until(lambda: steering._wheels is not None, 60.0)
    return live, steering


def commanded(live, name):
    return live.sample[2][[each.name for each in live.model.inputs].index(name)]


def pressed(live, steering, way, direction):
    wheel = steering._wheels[way].name
    before = commanded(live, wheel)
    steering.press(way, direction)
    until(lambda: commanded(live, wheel) != before)


@pytest.mark.parametrize("name", ["perambulator", "raybot"])
def test_left_is_to_port_and_down_is_deeper(name):
    """Their turns have opposite signs: a snake's is to starboard, a ray's swings the tail."""
    simulation = narcine.load(name)
    live, steering = steered(name)
    turn, dive = steering._wheels["turn"], steering._wheels["dive"]
    live.stop()
    assert turn.sense == (1 if name == "perambulator" else -1)
    observer = Observer(simulation.model)
    ends = []
    for away in (-1.0, 1.0):
        run = simulation.start()
        run.command[turn.name] += 2.0 * away * turn.sense * turn.step
        run.command[dive.name] += away * dive.sense * dive.step
        run.step(round(15.0 / run.step_size))
        ends.append(observer.see(run.time, run.state, run.command.values_array))
    assert ends[0].place[0, 1] < 0.0 < ends[1].place[0, 1]
    assert ends[0].place[0, 2] < ends[1].place[0, 2]


def test_presses_add_up_and_lead_back():
    live, steering = steered("raybot")
    step = steering._wheels["turn"].step
    steering.press("turn", 1)
    steering.press("turn", 1)
    until(lambda: abs(commanded(live, "gait.turn") + 2.0 * step) < 1e-9)
    pressed(live, steering, "turn", 0)
    assert commanded(live, "gait.turn") == 0.0
    pressed(live, steering, "pace", 1)
    assert commanded(live, "gait.frequency") == pytest.approx(1.3)
    for _ in range(40):
        steering.press("pace", 1)
    until(lambda: commanded(live, "gait.frequency") == pytest.approx(3.0))
    live.stop()


def test_a_hold_is_steered_by_what_it_holds():
    """Straight on and level keep the mean heading and depth of the modules, where the vehicle is."""
    start = {"run.start.attitude": ["0 deg", "0 deg", "30 deg"], "run.start.position": [0.0, 0.0, 0.9]}
    live, steering = steered("perambulator_held", **start)
    assert {way: wheel.name for way, wheel in steering._wheels.items()} == {
        "turn": "heading",
        "dive": "depth",
        "pace": "gait.frequency",
    }
    pressed(live, steering, "turn", -1)
    assert np.degrees(commanded(live, "heading")) == pytest.approx(-10.0)
    pressed(live, steering, "turn", 0)
    assert np.degrees(commanded(live, "heading")) == pytest.approx(30.0)
    pressed(live, steering, "dive", 0)
    assert commanded(live, "depth") == pytest.approx(0.9)
    for _ in range(16):
        steering.press("turn", 1)
    until(lambda: abs(np.degrees(commanded(live, "heading")) + 170.0) < 1e-6)
    live.stop()


def test_gaits_that_roll_it_over_have_no_left_and_right():
    assert set(wheels_of(narcine.load("perambulator", gait="rolling"), 0)) == {"pace"}


def test_what_has_neither_gait_nor_hold_is_not_steered():
    assert not can_be_steered(narcine.load("remus100"), 0)
    assert can_be_steered(narcine.load("bluerov"), 0)


@pytest.mark.parametrize(
    ("value", "step"), [(1.25, 1.0), (4.0, 5.0), (0.048, 0.05), (0.26, 0.2), (8.0, 10.0), (0.0, 0.0)]
)
def test_steps_are_round(value, step):
    assert round_step(value) == pytest.approx(step)


def test_the_way_made_good_leaves_the_swaying_out():
    """A head that sways by 0.4 m twice a second and goes on at 0.25 m/s makes 0.25 m/s good."""
    simulation = narcine.load("perambulator")
    run = simulation.start()
    still = Observer(simulation.model).see(0.0, run.state, run.command.values_array)
    progress = Progress()
    for time in np.arange(0.0, 12.0, 0.05):
        place = np.array([[0.25 * time, 0.4 * np.sin(4.0 * np.pi * time), 0.0]])
        moment = type(still)(**{**vars(still), "time": float(time), "place": place})
        progress.note(moment)
    assert np.all(Progress().made_good(moment) == 0.0), "after a reset nothing has been made good"
    assert progress.made_good(moment)[0] == pytest.approx([0.25, 0.0, 0.0], abs=0.4 * 4.0 * np.pi * 0.05 / LATELY)
