"""A recorded run on the page: scrubbed to a time it shows the recorded pose."""

import time

import numpy as np
import pytest

import narcine
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.playback import Playback
from tests.viewing.live.served import move_slider, opened, served

SINGLE = 2e-6
"""The browser keeps positions in double and quaternions in single precision."""


@pytest.fixture(scope="module")
def run():
    return narcine.load("raybot").run(duration=6.0)


def recorded(run) -> Playback:
    return Playback(run, narcine.load("raybot"))


def test_each_record_is_shown_as_it_is(run):
    playback = recorded(run)
    for record in (0, 100, len(playback.times) - 1):
        moment = playback.at(record)
        np.testing.assert_array_equal(moment.position, run["position"].values[record])
        np.testing.assert_array_equal(moment.attitude, run["attitude"].values[record])
        assert moment.speed == pytest.approx(run["speed"].values[record], abs=1e-12)
        assert moment.joints == pytest.approx(run["joint_position"].values[record], abs=1e-12)


def test_forces_of_playback_are_those_of_the_live_run(run):
    """The power of each term in the file is that of the forces and moments on restored states."""
    from narcine.simulation.record import observation
    from narcine.simulation.restoring import states_of_run

    simulation = narcine.load("raybot")
    states, commands = states_of_run(simulation.model, run)
    seen = observation(simulation.model, states, commands)
    np.testing.assert_allclose(seen.power, run["power"].values, atol=1e-9)


def test_time_goes_on_holds_steps_and_begins_again(run):
    playback = recorded(run)
    playback.play(False)
    playback.go_to(3.0)
    assert playback.moment().time == pytest.approx(3.0)
    assert playback.moment() is None
    playback.step(2)
    assert playback.moment().time == pytest.approx(3.04)
    playback.step(-1)
    assert playback.moment().time == pytest.approx(3.02)
    playback.speed = 10.0
    playback.play(True)
    time.sleep(0.1)
    assert playback.moment().time > 3.5
    playback.go_to(99.0)
    assert playback.moment().time == pytest.approx(6.0)
    playback.play(True)
    assert playback.began_anew
    assert playback.moment().time < 3.0


def test_a_scrubbed_slider_shows_the_recorded_pose_in_the_browser(run, browser, pictures):
    playback = recorded(run)
    playback.play(False)
    with served(playback) as shown, opened(browser, shown.guard.address) as page:
        page.resize(1200, 560)
        move_slider(page, "time (s)", 0.75)
        page.wait_until("window.__viserMutable.nodePoseData['/world/bodies/0'].position[0] > 0.5")
        time.sleep(0.5)
        record = playback.record
        assert playback.times[record] == pytest.approx(4.5, abs=0.3)
        (pictures / "live_playback.png").write_bytes(page.screenshot())
        for body in (0, 8):
            pose = page.evaluate(f"window.__viserMutable.nodePoseData['/world/bodies/{body}']")
            assert pose["position"] == pytest.approx(run["position"].values[record, body], abs=SINGLE)
            assert pose["wxyz"] == pytest.approx(run["attitude"].values[record, body], abs=SINGLE)


def test_a_run_whose_description_was_kept_plays_back(run):
    import json

    kept = Simulation(json.loads(run.attrs["description"]))
    assert Playback(run, kept).at(10).position == pytest.approx(run["position"].values[10])
