"""A live run keeps to the clock, takes commands at once, and its log repeats it bit for bit."""

import time

import numpy as np
import pytest

import narcine
from narcine.cli.main import app
from narcine.viewing.live.running import Live
from tests.viewing.live.test_page import assert_paced, paced, until

TOLD = 0.2
"""How far the told pace may be off: it is taken over half a second, in which a step of 50 ms is a tenth."""


@pytest.fixture
def live():
    run = Live(narcine.load("raybot"))
    yield run
    run.stop()


def test_it_runs_as_fast_as_the_clock_times_its_speed(live):
    assert_paced(live, 1.0)
    live.speed = 4.0
    assert_paced(live, 4.0)
    live.paused = True
    time.sleep(0.05)
    assert paced(live, 0.2) == 0.0


def test_a_speed_beyond_the_machine_runs_as_fast_as_it_can(live):
    live.speed = 1e6
    live.command("gait.turn", 0.1)
    until(lambda: live.sample[2][3] == 0.1)
    assert paced(live) > 20.0


def test_what_was_recorded_can_be_read_while_it_goes_on(live):
    until(lambda: live.sample[0] > 0.5)
    run = live.recorded()
    assert run["time"].values[-1] >= 0.5
    assert run.attrs["ended"].startswith("saved at")
    assert live.sample[0] > 0.5


def test_a_run_that_explodes_says_so_and_begins_again():
    live = Live(narcine.load("raybot", run__step="0.4 s", run__record="0.4 s"))
    live.speed = 1e3
    live.command("front_port", 1.0)
    until(lambda: live.failure, 20.0)
    assert "t = " in live.failure
    live.paused = True
    live.speed = 1.0
    live.reset()
    assert (live.failure, live.sample[0]) == ("", 0.0)
    live.stop()


def test_the_log_of_a_live_run_repeats_it_bit_for_bit(tmp_path, capsys):
    files = iter([tmp_path / "inputs.jsonl", tmp_path / "inputs_2.jsonl"])
    live = Live(narcine.load("raybot"), lambda: next(files))
    until(lambda: live.sample[0] > 0.3)
    for turn in (0.2, -0.1, 0.3):
        live.command("gait.turn", turn)
        live.command("gait.frequency", 1.0 + abs(turn))
        time.sleep(0.15)
    live.reset()
    until(lambda: live.sample[0] > 0.2)
    live.stop()
    for name in ("inputs.jsonl", "inputs_2.jsonl"):
        assert app(["replay", str(tmp_path / name)], result_action="return_value") == 0
        assert "bit for bit" in capsys.readouterr().out


def test_old_records_are_forgotten(monkeypatch):
    monkeypatch.setattr("narcine.viewing.live.running.MOST_RECORDS", 100)
    live = Live(narcine.load("raybot"))
    live.speed = 50.0
    until(lambda: live.sample[0] > 10.0, 10.0)
    times = live.recorded()["time"].values
    live.stop()
    assert len(times) <= 102
    assert np.diff(times)[:-1] == pytest.approx(0.02)
    assert times[0] > 5.0


def test_a_disk_that_is_full_is_told():
    live = Live(narcine.load("raybot"))
    until(lambda: live.sample[0] > 0.05)

    class Full:
        def next_checkpoint(self, step):
            return step + 100

        def note_commands(self, step, commands):
            raise OSError(28, "No space left on device")

        def close(self, *_):
            raise OSError(28, "No space left on device")

    live.ask(lambda: setattr(live._run, "_log", Full())).result()
    until(lambda: live.failure)
    assert "No space left on device" in live.failure
    live.stop()


def test_what_is_asked_of_a_run_that_has_ended_is_answered():
    live = Live(narcine.load("raybot"))
    until(lambda: live.sample[0] > 0.05)
    live.stop()
    assert live.recorded()["time"].values[-1] == pytest.approx(live.sample[0])


@pytest.mark.parametrize(("step", "speed"), [("5 ms", 0.1), ("50 ms", 1.0)])
def test_the_pace_that_is_told_is_the_one_that_is_kept(step, speed):
    live = Live(narcine.load("fin", run__step=step, run__record="100 ms"))
    live.speed = speed
    time.sleep(3.0)
    told = []
    while not told or abs(told[-1] - speed) > TOLD * speed:
        assert len(told) < 20, told
        time.sleep(0.3)
        told.append(live.pace)
    live.stop()


def test_what_is_no_command_is_refused_at_once(live):
    with pytest.raises(ValueError, match="no command"):
        live.command("gait.turn", float("nan"))
    with pytest.raises(ValueError, match="no command"):
        live.command("no_such_input", 0.0)


def test_an_unforeseen_failure_is_told_and_the_run_can_begin_again(live, capfd):
    live._wishes.put(lambda: 1 / 0)
    until(lambda: live.failure)
    assert "ZeroDivisionError" in live.failure
    assert "ZeroDivisionError" in capfd.readouterr().err
    live.reset()
    until(lambda: live.sample[0] > 0.05)


def test_a_run_that_has_ended_begins_no_more(tmp_path):
    files = iter([tmp_path / "1.jsonl", tmp_path / "2.jsonl"])
    live = Live(narcine.load("raybot"), lambda: next(files))
    live.stop()
    with pytest.raises(RuntimeError, match="has ended"):
        live.reset()
    assert [file.name for file in tmp_path.iterdir()] == ["1.jsonl"]
