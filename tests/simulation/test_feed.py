"""Feeds: a run that other processes follow over TCP."""

import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest

import narcine
from narcine.simulation.feed import Feed
from narcine.simulation.feed_messages import parse_address
from narcine.simulation.follower import Follower
from narcine.simulation.pace import Pace

SOON = 10.0
"""Longest wait for what takes milliseconds (s): the machine may be busy with other tests."""
LARGEST_LATENCY = 0.05
"""Median time from `send` to a follower that waits (s): 0.2 ms on an idle machine, two scheduler turns of 10 ms on a
busy one; a page draws every 20 ms."""
LARGEST_COST = 1e-3
"""Median time that `send` takes, with a follower that does not read (s): 5 us on an idle machine; waiting for the
follower would take for ever."""


def until(condition):
    """Wait until something holds, and say whether it does."""
    deadline = time.monotonic() + SOON
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.005)
    return condition()


def read_message(connected):
    """Return kind and content of a message, by what docs/feed.md says alone."""

    def exactly(size):
        data = b""
        while len(data) < size:
            part = connected.recv(size - len(data))
            assert part, "hung up"
            data += part
        return data

    (length,) = struct.unpack(">I", exactly(4))
    whole = exactly(length)
    return whole[:1], whole[1:]


@pytest.fixture
def remus():
    return narcine.load("remus100").start(step=0.01)


def test_the_protocol_is_what_the_document_says(remus):
    with Feed(remus, port=0) as feed, socket.create_connection(parse_address(feed.address), timeout=SOON) as connected:
        kind, content = read_message(connected)
        told = json.loads(content.decode())
        assert kind == b"D"
        assert (told["format"], told["version"], told["step"]) == ("narcine feed", 1, 0.01)
        assert told["states"] == list(remus.model.state_names)
        assert told["inputs"] == list(remus.command)
        assert (told["state_count"], told["input_count"]) == (len(told["states"]), len(told["inputs"]))
        assert narcine.Simulation(told["description"]).model.state_names == remus.model.state_names
        remus.command["rudder"] = 0.1
        remus.step(7)
        feed.send()
        kind, content = read_message(connected)
        assert kind == b"S"
        numbers = struct.unpack(f"<{len(content) // 8}d", content)
        n = told["state_count"]
        assert numbers[0] == 0.07
        assert list(numbers[1 : 1 + n]) == remus.state.tolist()
        assert dict(zip(told["inputs"], numbers[1 + n :], strict=True)) == dict(remus.command)


def test_followers_come_and_go_and_get_what_is_newest(remus):
    with Feed(remus, port=0) as feed:
        remus.step(5)
        feed.send()
        first, second = Follower(feed.address), Follower(parse_address(feed.address))
        assert until(lambda: first.latest() and second.latest()), "also while the run rests"
        assert first.connected
        assert first.description["description"] == remus.description
        assert feed.followers == 2
        remus.step(5)
        feed.send()
        assert until(lambda: first.latest()[0] == second.latest()[0] == 0.1)
        assert np.array_equal(second.latest()[1], remus.state)
        assert np.array_equal(second.latest()[2], remus.command.values_array)
        second.close()
        assert until(lambda: feed.followers == 1)
        remus.step(5)
        feed.send()
        assert until(lambda: first.latest()[0] == 0.15)
    assert until(lambda: not first.connected)
    assert first.latest()[0] == 0.15, "what came last stays"
    assert not first.wait(0.05), "and is no news"
    first.close()


def test_closing_leaves_no_sample_behind(remus):
    with Feed(remus, port=0) as feed:
        follower = Follower(feed.address)
        assert until(lambda: follower.connected)
        remus.step(3)
        feed.send()
    assert until(lambda: follower.latest() is not None)
    assert follower.latest()[0] == 0.03
    follower.close()


def test_a_follower_finds_a_sender_that_comes_later_or_comes_back(remus):
    with Feed(remus, port=0) as feed:
        address = feed.address
    with Follower(address) as follower:
        assert until(lambda: "refused" in follower.problem)
        with Feed(remus, *reversed(parse_address(address))) as feed:
            remus.step(5)
            feed.send()
            assert until(lambda: follower.latest() is not None)
            assert follower.problem == ""
            before = follower.description
        assert until(lambda: not follower.connected)
        other = narcine.load("bluerov").start()
        with Feed(other, *reversed(parse_address(address))):
            assert until(lambda: follower.connected)
            assert follower.description is not before
            assert follower.snapshot() == (follower.description, None), "no sample of the other vehicle"
            assert follower.description["title"] == "bluerov"


def test_a_follower_that_does_not_read_slows_nothing_and_gets_the_newest_afterwards(remus):
    with Feed(remus, port=0) as feed, socket.socket() as lazy, Follower(feed.address) as keen:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.settimeout(SOON)
        lazy.connect(parse_address(feed.address))
        assert until(lambda: feed.followers == 2)
        costs = []
        for _ in range(5000):
            remus.step(1)
            started = time.perf_counter()
            feed.send()
            costs.append(time.perf_counter() - started)
        print(f"send: median {1e6 * np.median(costs):.1f} us")
        assert np.median(costs) < LARGEST_COST
        last = remus.time
        assert until(lambda: keen.latest() is not None and keen.latest()[0] == last)
        assert read_message(lazy)[0] == b"D"
        times = []
        while not times or times[-1] < last:
            kind, content = read_message(lazy)
            assert kind == b"S"
            times.append(struct.unpack("<d", content[:8])[0])
        assert times == sorted(times)
        assert len(times) < 4000, "samples were left out, not kept"
        assert times[-1] == last


def test_a_port_that_is_taken_is_said(remus):
    with Feed(remus, port=0) as feed:
        host, port = parse_address(feed.address)
        with pytest.raises(OSError, match=f"no feed at {feed.address}: another program has this port"):
            Feed(remus, port, host)
    with pytest.raises(OSError, match=r"10\.255\.255\.1 is no address of this machine"):
        Feed(remus, 9000, "10.255.255.1")
    with pytest.raises(ValueError, match="a port from 0 to 65535"):
        Feed(remus, 70000)


@pytest.mark.parametrize("text", ["", "x", "host:", "host:-1", "host:70000", "host:9 000"])
def test_what_is_no_address_is_said(text):
    with pytest.raises(ValueError, match="an address is a port from 0 to 65535 or HOST:PORT"):
        Follower(text)


def test_addresses():
    assert parse_address("9000") == ("127.0.0.1", 9000)
    assert parse_address("ship:9000") == ("ship", 9000)
    assert parse_address("[::1]:9000") == ("::1", 9000)


GOOD = {"format": "narcine feed", "version": 1, "step": 0.1, "states": ["x"], "inputs": [], "description": {}}


def framed(kind, content):
    return struct.pack(">I", 1 + len(content)) + kind + content


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "a message of 1213486160 bytes"),
        (struct.pack(">I", 0), "a message of 0 bytes"),
        (framed(b"S", bytes(16)), "a message of kind b'S'; D first"),
        (framed(b"D", b"{"), "is no JSON"),
        (framed(b"D", b"\xff"), "is no JSON"),
        (framed(b"D", b"[" * 100_000), "is no JSON"),
        (framed(b"D", b'{"format": "other"}'), "this is no narcine feed"),
        (framed(b"D", json.dumps({**GOOD, "version": 2}).encode()), "version 2; this narcine reads up to version 1"),
        (framed(b"D", json.dumps({**GOOD, "states": 3}).encode()), "`states` of the feed must be a list"),
        (framed(b"D", json.dumps({**GOOD, "step": 0}).encode()), "`step` of the feed must be a positive number"),
        (framed(b"D", json.dumps(GOOD).encode()) + framed(b"S", bytes(24)), "a sample has 24 bytes"),
        (framed(b"D", json.dumps(GOOD).encode()) + framed(b"X", b""), "a message of kind b'X'"),
    ],
)
def test_what_is_no_feed_is_refused_and_does_not_end_the_follower(sent, problem):
    """A sender of rubbish, and then of a feed, at one address."""
    rubbish = [sent]

    def serve(listener):
        while True:
            try:
                connected, _ = listener.accept()
            except OSError:
                return
            with connected:
                good = framed(b"D", json.dumps(GOOD).encode()) + framed(b"S", struct.pack("<2d", 1.5, 2.5))
                connected.sendall(rubbish[0] if rubbish else good)
                with suppress(ConnectionError):
                    connected.recv(1)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,), daemon=True)
        thread.start()
        with Follower(listener.getsockname()) as follower:
            assert until(lambda: problem in follower.problem), follower.problem
            rubbish.clear()
            assert until(lambda: follower.latest() is not None)
            assert follower.latest()[0] == 1.5
            assert follower.latest()[1].tolist() == [2.5]
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(SOON)


SENDER = """
import sys, time, narcine
from narcine.simulation.feed import Feed
run = narcine.load("raybot").start()
with Feed(run, port=0) as feed:
    print(feed.address, flush=True)
    while not feed.followers:
        time.sleep(0.01)
    for _ in range(200):
        run.step(4)
        sent = time.monotonic()
        feed.send()
        print(run.time, sent, flush=True)
        time.sleep(0.005)
    sys.stdin.read()
"""


def test_latency_from_process_to_process():
    """Both read the one monotonic clock of the machine."""
    process = subprocess.Popen(
        [sys.executable, "-c", SENDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
    )
    with process:
        came = {}
        with Follower(process.stdout.readline().strip()) as follower:
            while follower.wait(SOON):
                now = time.monotonic()
                came.setdefault(follower.latest()[0], now)
                if len(came) >= 150:
                    break
            process.stdin.close()
        sent = dict(map(float, line.split()) for line in process.stdout)
    latencies = [came[when] - sent[when] for when in came]
    print(f"latency: median {1e3 * np.median(latencies):.2f} ms, largest {1e3 * max(latencies):.2f} ms")
    assert len(latencies) >= 150
    assert min(latencies) > 0.0, "the clocks are one"
    assert np.median(latencies) < LARGEST_LATENCY


def test_a_run_keeps_pace_and_does_not_race_to_catch_up():
    """At twice real time 0.2 s take 0.1 s; after a halt of 0.3 s, 0.2 s take 0.1 s again and not less."""
    pace = Pace(2.0)
    pace.keep(0.0)
    started = time.perf_counter()
    pace.keep(0.2)
    assert time.perf_counter() - started >= 0.1
    time.sleep(0.3)
    pace.keep(0.2)
    started = time.perf_counter()
    pace.keep(0.4)
    assert time.perf_counter() - started >= 0.1 - 1e-3


def narcine_run(*words, folder):
    command = [sys.executable, "-m", "narcine", "run", *words, "--no-plots"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_publishes_a_run_at_its_pace(tmp_path):
    with narcine_run("pendulum", "--duration", "3", "--feed", "0", "--pace", "2", folder=tmp_path) as process:
        line = process.stderr.readline()
        assert line.startswith("follow it with: narcine view 127.0.0.1:")
        with Follower(line.split()[-1]) as follower:
            assert follower.wait(SOON)
            first, started = follower.latest()[0], time.monotonic()
            assert follower.description["title"] == "pendulum"
            while follower.connected:
                time.sleep(0.01)
            last, took = follower.latest()[0], time.monotonic() - started
        assert process.wait(60) == 0
    assert last == pytest.approx(3.0)
    assert took >= 0.5 * (last - first) - 0.1, "not faster than twice real time"
    assert took < 0.5 * (last - first) + SOON


def test_the_command_says_what_is_wrong(tmp_path, remus):
    with Feed(remus, port=0) as feed:
        for words, message in (
            (("--feed", feed.address), f"no feed at {feed.address}: another program has this port"),
            (("--feed", "here"), "--feed: an address is a port from 0 to 65535 or HOST:PORT, not 'here'"),
            (("--pace", "2"), "--pace 2: says how fast a run goes that --feed publishes"),
            (("--feed", "0", "--pace", "0"), "--pace 0: must be a positive number"),
        ):
            with narcine_run("pendulum", *words, folder=tmp_path) as process:
                _, said = process.communicate(timeout=60)
            assert process.returncode == 2, said
            assert said.startswith(message)
            assert "Traceback" not in said
    assert not (tmp_path / "runs").exists()
