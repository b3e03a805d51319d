"""The bus keeps the last of each variable, and tells subscribers in one order."""

import math

import numpy as np
import pytest

from narcine.autonomy.bus import Bus, Entry


def test_it_keeps_the_last_value_with_source_and_time():
    bus = Bus()
    bus.advance(1.5)
    bus.publish("depth", 2.0, "depth_driver")
    bus.advance(2.0)
    assert bus.latest("depth") == Entry(2.0, "depth_driver", 1.5)
    assert bus.latest("speed") is None
    assert [*bus] == ["depth"]
    assert "depth" in bus
    assert len(bus) == 1


def test_numbers_that_are_not_there_too_old_or_no_numbers_are_none():
    bus = Bus()
    bus.publish("depth", 2.0, "a")
    bus.publish("state", "idle", "a")
    bus.publish("armed", True, "a")
    bus.publish("heading", math.nan, "a")
    bus.advance(1.0)
    assert bus.number("depth", within=1.0) == 2.0
    assert all(math.isnan(bus.number(name)) for name in ("speed", "state", "armed", "heading"))
    assert math.isnan(bus.number("depth", within=0.9))
    assert bus.flag("armed")
    assert not bus.flag("depth")
    assert bus.text("state") == "idle"
    assert bus.text("armed", "none") == "none"


def test_subscribers_hear_in_the_order_in_which_they_subscribed_and_all_see_one_order():
    bus = Bus()
    heard: list[tuple[str, str, object]] = []

    def answer(name: str, entry: Entry) -> None:
        heard.append(("first", name, entry.value))
        if name == "question":
            bus.publish("answer", 1.0, "first")

    bus.subscribe(answer, "question", "answer")
    bus.subscribe(lambda name, entry: heard.append(("all", name, entry.value)))
    bus.subscribe(lambda name, entry: heard.append(("last", name, entry.value)), "question")
    bus.publish("question", "why", "test")
    assert heard == [
        ("first", "question", "why"),
        ("last", "question", "why"),
        ("all", "question", "why"),
        ("first", "answer", 1.0),
        ("all", "answer", 1.0),
    ]


def test_whoever_subscribes_to_all_hears_old_and_new_names():
    bus = Bus()
    bus.publish("old", 1.0, "test")
    heard: list[str] = []
    bus.subscribe(lambda name, _: heard.append(name))
    bus.publish("new", 1.0, "test")
    bus.publish("old", 2.0, "test")
    assert heard == ["new", "old"]


@pytest.mark.parametrize("value", [np.float64(2.0), np.float32(2.0), 2, np.int64(2)])
def test_numbers_of_all_kinds_become_floats(value):
    bus = Bus()
    bus.publish("depth", value, "test")
    assert type(bus.latest("depth").value) is float


def test_truths_of_numpy_are_flags():
    bus = Bus()
    bus.publish("armed", np.bool_(True), "test")
    assert bus.latest("armed").value is True


def test_a_variable_keeps_its_kind_and_its_name_is_one():
    bus = Bus()
    bus.publish("depth", 2.0, "depth_driver")
    with pytest.raises(TypeError, match="depth is a float, as depth_driver published it; test says 'deep'"):
        bus.publish("depth", "deep", "test")
    with pytest.raises(TypeError, match="must be a number, a text or a flag"):
        bus.publish("track", [1.0], "test")
    with pytest.raises(ValueError, match="is no name"):
        bus.publish("my depth", 1.0, "test")


@pytest.mark.parametrize("time", [0.5, math.nan, math.inf])
def test_time_goes_forward_only(time):
    bus = Bus()
    bus.advance(1.0)
    with pytest.raises(ValueError, match="its time cannot become"):
        bus.advance(time)
    assert bus.time == 1.0


def test_a_subscriber_that_fails_leaves_the_bus_working():
    bus = Bus()
    heard: list[str] = []

    def fail(name: str, entry: Entry) -> None:
        if entry.value == 1.0:
            raise RuntimeError("broken")

    bus.subscribe(fail, "depth")
    bus.subscribe(lambda name, _: heard.append(name), "depth")
    with pytest.raises(RuntimeError):
        bus.publish("depth", 1.0, "test")
    bus.publish("depth", 2.0, "test")
    assert heard == ["depth"]
