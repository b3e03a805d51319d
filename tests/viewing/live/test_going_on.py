"""Another gait goes on where the vehicle is: the same place, attitude and motion, and joints that do not jump."""

from types import SimpleNamespace

import numpy as np
import pytest

import narcine
from narcine.viewing.live.choosing import Chooser
from narcine.viewing.live.going_on import NO_JUMP, at_rest, fade_out, jump, starting_here, why_not
from narcine.viewing.live.running import Live
from tests.viewing.live.served import made
from tests.viewing.live.test_page import until


@pytest.fixture
def swimming():
    live = Live(narcine.load("perambulator"))
    live.speed = 20.0
    until(lambda: live.sample[0] > 8.0, 30.0)
    yield live
    live.stop()


def test_a_gait_fades_out_and_the_next_begins_there(swimming):
    live = swimming
    live.command("gait.turn", 0.05)
    live.command("spine_joint_3.yaw", 0.2)
    until(lambda: live.by_hand.get("spine_joint_3.yaw") == 0.2)
    assert not at_rest(live.model, live.sample[1])
    before = fade_out(live)
    assert (before["gait.amplitude"], before["gait.turn"], before["spine_joint_3.yaw"]) == (0.64, 0.05, 0.2)
    state = live.halt()
    assert at_rest(live.model, state)
    there = narcine.load("perambulator", gait="dive", **starting_here(live.simulation, state)).start()
    assert jump(live.model, state, there.state) < NO_JUMP
    assert np.linalg.norm(there.state[:2]) > 0.5
    there.step(50)
    assert np.isfinite(there.state).all()


def test_joints_that_are_bent_would_jump(swimming):
    state = swimming.halt()
    there = narcine.load("perambulator", gait="eel", **starting_here(swimming.simulation, state)).start()
    assert jump(swimming.model, state, there.state) > 0.05


class HastyPage:
    """Takes up at once what is wanted, and keeps what it is told."""

    told = ""

    def want(self, make):
        try:
            make()
        except ValueError as error:
            self.told = str(error)


class Client:
    def add_notification(self, *_, **__):
        return SimpleNamespace(remove=lambda: None)


def test_joints_that_a_hold_keeps_bending_are_told_and_the_gait_goes_on():
    chooser = Chooser(["perambulator_held"], "perambulator_held", made)
    live, page = chooser.act.live, HastyPage()
    live.speed, live.paused = 50.0, False
    until(lambda: live.sample[0] > 3.0, 30.0)
    chooser._go_on(page, {"gait": "eel"}, Client())
    assert "would jump" in page.told
    assert chooser.act.live is live
    assert not live.paused
    until(lambda: live.by_hand["gait.amplitude"] == 0.64)
    chooser.act.close()


def test_loose_joints_go_on_as_they_move():
    live = Live(narcine.load("raybot"))
    live.speed = 20.0
    until(lambda: live.sample[0] > 4.0, 30.0)
    live.command("front_port", 0.2)
    fade_out(live)
    state = live.halt()
    live.stop()
    settings = starting_here(live.simulation, state)
    assert "tail_root.pitch" in settings["run.start.joints"]
    there = narcine.load("raybot", gait="burst", **settings).start()
    assert jump(live.model, state, there.state) < NO_JUMP


def test_a_run_that_has_ended_is_not_waited_for(swimming):
    swimming.stop()
    fade_out(swimming)
    assert not swimming.is_under_way


def test_what_cannot_go_on_says_so():
    assert why_not(narcine.load("perambulator")) == ""
    assert "single vehicle" in why_not(narcine.load("bluerov_pair"))
    assert "gait" in why_not(narcine.load("remus100"))
    assert "freely" in why_not(narcine.load("fin")) or narcine.load("fin").scenario.vehicles["fin"].vehicle.gait is None
