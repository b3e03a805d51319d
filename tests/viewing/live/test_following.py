"""The page follows a simulation in another process."""

import subprocess
import sys

import pytest

from narcine.simulation.feed_messages import FeedError
from narcine.simulation.follower import Follower
from narcine.viewing.live.following import Following
from tests.viewing.live.served import opened, served
from tests.viewing.live.test_page import until

SENDER = """
import sys, time, narcine
from narcine.simulation.feed import Feed
run = narcine.load(sys.argv[1]).start()
with Feed(run, port=int(sys.argv[2])) as feed:
    print(feed.address, flush=True)
    while True:
        run.step(4)
        feed.send()
        time.sleep(0.02)
"""


def sender(name: str, port: int = 0) -> tuple[subprocess.Popen, str]:
    process = subprocess.Popen([sys.executable, "-c", SENDER, name, str(port)], stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def stop(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
    process.stdout.close()


@pytest.mark.slow
def test_the_page_shows_what_another_process_simulates(browser, pictures):
    process, address = sender("raybot")
    try:
        follower = Follower(address)
        assert follower.wait(20.0)
        with served(Following(follower)) as shown, opened(browser, shown.guard.address) as page:
            page.wait_until("window.__viserMutable.nodePoseData['/world/bodies/0'].position[0] > 0.2", 60.0)
            (pictures / "live_following.png").write_bytes(page.screenshot())
            assert shown.act.status() == "receiving"
    finally:
        stop(process)


def test_a_sender_that_comes_back_with_something_else_is_shown():
    process, address = sender("raybot")
    follower = Follower(address)
    assert follower.wait(20.0)
    first = Following(follower)
    assert first.simulation.scenario.name == "raybot"
    assert first.successor() is None
    assert first.moment() is not None
    told = follower.description
    stop(process)
    process, _ = sender("fin", int(address.rpartition(":")[2]))
    try:
        until(lambda: follower.description is not told and follower.latest() is not None, 20.0)
        second = first.successor()
        assert second is not None
        assert second.simulation.scenario.name == "fin"
        assert second.moment() is not None
        assert first.moment() is None
    finally:
        stop(process)
        follower.close()


def test_a_feed_of_another_model_is_refused_before_it_is_computed():
    process, address = sender("raybot")
    try:
        follower = Follower(address)
        assert follower.wait(20.0)
        told = follower.description
        for key in ("states", "inputs"):
            follower._description = {**told, key: told[key][:-1]}
            with pytest.raises(FeedError, match="another version"):
                Following(follower)
        follower._description = told
        first = Following(follower)
        follower._description = {**told, "description": {**told["description"], "from_the_future": 1}}
        assert first.successor() is None
        assert "cannot be shown" in first.status()
        follower.close()
    finally:
        stop(process)
