"""Logs hold every publication, survive a kill, and are the same bytes for the same publications."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from mcap.reader import make_reader

from narcine.autonomy.bus import Bus
from narcine.autonomy.log import Log
from narcine.autonomy.reading import read_log

BUDGET = 12e-6
"""Seconds for each publication and its record: twice what it should cost, for machines that do other things too."""


def fly(path: Path, ticks: int, variables: int = 3) -> None:
    bus = Bus()
    with Log(bus, path):
        for tick in range(ticks):
            bus.advance(tick / 10.0)
            for number in range(variables):
                bus.publish(f"number_{number}", 0.1 * number + tick, "test")
            bus.publish("state", "idle" if tick < 5 else "executing", "manager")
            bus.publish("armed", tick >= 5, "manager")


def test_what_was_published_is_read_back(tmp_path):
    fly(tmp_path / "log.mcap", 25)
    variables, complete = read_log(tmp_path / "log.mcap")
    assert complete
    assert sorted(variables) == ["armed", "number_0", "number_1", "number_2", "state"]
    np.testing.assert_array_equal(variables["number_1"].time, np.arange(25) / 10.0)
    np.testing.assert_array_equal(variables["number_1"].value, 0.1 + np.arange(25))
    assert variables["state"].value[4:6].tolist() == ["idle", "executing"]
    assert set(variables["state"].source) == {"manager"}
    assert variables["armed"].value.dtype == bool
    assert not variables["armed"].value[4]
    assert variables["armed"].value[5]


def test_others_can_read_it(tmp_path):
    """The public reader of MCAP, and messages made from the schemas in the file alone."""
    fly(tmp_path / "log.mcap", 25)
    with (tmp_path / "log.mcap").open("rb") as file:
        reader = make_reader(file)
        summary = reader.get_summary()
        assert {channel.topic for channel in summary.channels.values()} >= {"number_0", "state", "armed"}
        assert summary.statistics.message_count == 125
        found = []
        for schema, channel, message in reader.iter_messages(topics=["number_2"]):
            described = descriptor_pb2.FileDescriptorSet.FromString(schema.data)
            pool = descriptor_pool.DescriptorPool()
            for each in described.file:
                pool.Add(each)
            made = message_factory.GetMessageClass(pool.FindMessageTypeByName(schema.name)).FromString(message.data)
            assert (schema.encoding, channel.message_encoding) == ("protobuf", "protobuf")
            assert message.log_time == round(made.time * 1e9)
            found.append((made.time, made.value, made.source))
    assert found == [(tick / 10.0, 0.1 * 2 + tick, "test") for tick in range(25)]


def test_the_same_publications_make_the_same_bytes(tmp_path):
    fly(tmp_path / "first.mcap", 50)
    time.sleep(0.01)
    fly(tmp_path / "second.mcap", 50)
    assert (tmp_path / "first.mcap").read_bytes() == (tmp_path / "second.mcap").read_bytes()


def test_not_a_number_is_logged(tmp_path):
    bus = Bus()
    with Log(bus, tmp_path / "log.mcap"):
        bus.publish("depth", float("nan"), "test")
        bus.publish("depth", -0.0, "test")
    values = read_log(tmp_path / "log.mcap").variables["depth"].value
    assert np.isnan(values[0])
    assert values[1] == 0.0
    assert len(values) == 2


def test_after_closing_nothing_is_logged(tmp_path):
    bus = Bus()
    log = Log(bus, tmp_path / "log.mcap")
    bus.publish("depth", 1.0, "test")
    log.close()
    log.close()
    bus.publish("depth", 2.0, "test")
    assert read_log(tmp_path / "log.mcap").variables["depth"].value.tolist() == [1.0]


KILLED = """
import sys, time
from narcine.autonomy.bus import Bus
from narcine.autonomy.log import Log
bus = Bus()
log = Log(bus, sys.argv[1])
for tick in range(10**6):
    bus.advance(tick / 10.0)
    for number in range(20):
        bus.publish(f"number_{number}", float(tick), "test")
    print(tick, flush=True)
"""


def test_the_log_of_a_killed_process_is_read_up_to_its_last_second(tmp_path):
    path = tmp_path / "log.mcap"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True) as process:
        told = 0
        while told < 205:
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = [line for line in process.stdout.read().splitlines() if line]
        told = int(rest[-1]) if rest else told
    assert process.returncode == -signal.SIGKILL
    variables, complete = read_log(path)
    assert not complete
    assert len(variables) == 20
    read = len(variables["number_19"].value)
    assert read > told - 10  # one second of ticks at 10 Hz
    np.testing.assert_array_equal(variables["number_19"].value, np.arange(read))


def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path):
    fly(tmp_path / "log.mcap", 45)
    whole = (tmp_path / "log.mcap").read_bytes()
    lengths = []
    for size in (0, 5, 8, 100, *range(200, len(whole), 97), len(whole) - 1):
        (tmp_path / "cut.mcap").write_bytes(whole[:size])
        variables, complete = read_log(tmp_path / "cut.mcap")
        assert not complete
        lengths.append(len(variables["number_0"].value) if "number_0" in variables else 0)
    assert lengths == sorted(lengths)
    assert {0, 10, 20, 30, 40, 45} >= set(lengths) >= {0, 10, 45}


def test_a_full_disk_ends_the_log_and_nothing_else(tmp_path, monkeypatch):
    bus = Bus()
    log = Log(bus, tmp_path / "log.mcap")

    def full() -> None:
        raise OSError(28, "No space left on device")

    bus.publish("depth", 1.0, "test")
    monkeypatch.setattr(log._writer, "flush", full)
    for second in range(5):
        bus.advance(float(second))
        bus.publish("depth", 1.0, "test")
    assert "No space left" in bus.text("log_notice")
    assert "No space left" in log.failure
    log.close()
    assert bus.latest("depth").time == 4.0


def test_a_block_that_was_spoilt_ends_the_log(tmp_path):
    fly(tmp_path / "log.mcap", 45)
    with (tmp_path / "log.mcap").open("rb") as file:
        third = make_reader(file).get_summary().chunk_indexes[2]
    whole = bytearray((tmp_path / "log.mcap").read_bytes())
    middle = third.chunk_start_offset + third.chunk_length // 2
    whole[middle : middle + 40] = bytes(40)
    (tmp_path / "log.mcap").write_bytes(whole)
    variables, complete = read_log(tmp_path / "log.mcap")
    assert not complete
    assert len(variables["number_0"].value) == 20


def test_another_file_is_told(tmp_path):
    (tmp_path / "log.mcap").write_text("time,depth\n0,1\n2,3\n")
    with pytest.raises(ValueError, match=r"log\.mcap is no MCAP log"):
        read_log(tmp_path / "log.mcap")


def test_a_publication_costs_microseconds(tmp_path):
    """Fifty variables at 10 Hz for 60 s, a tenth of a mission; the best of some, for other tests run beside it."""
    took = []
    for number in range(5):
        began = time.perf_counter()
        fly(tmp_path / f"log_{number}.mcap", 600, variables=48)
        took.append(time.perf_counter() - began)
    assert min(took) < 600 * 50 * BUDGET
