"""Flights in software-in-the-loop: the same twice, ended in every way, and true to what was told."""

import os
import signal
import time
from dataclasses import replace
from textwrap import indent

import numpy as np
import pytest

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.depth import PressureDevice, PressureReading
from narcine.autonomy.reading import read_log
from narcine.mission.flying import fly
from narcine.mission.turns import wrapped
from narcine.simulation.pace import Pace
from tests.autonomy.helm.test_legs import PRINTED
from tests.mission.conftest import TEXT, flown, prepared

ROUNDING = 1e-9
"""Of angles that come from a matrix, there and back."""
QUIET = {
    "sensors__imu__attitude_noise": 0.0,
    "sensors__imu__rate_noise": 0.0,
    "sensors__depth__noise": 0.0,
    "frontseat__drivers__depth__window": 1,
}


def test_the_same_mission_twice_is_bit_identical(zig, tmp_path):
    first, folder = zig
    second = flown(tmp_path)
    assert (folder / "mission.mcap").read_bytes() == (tmp_path / "mission.mcap").read_bytes()
    assert first.run.identical(second.run)
    other = flown(tmp_path, seed=2)
    assert not np.array_equal(first.run["position"].values, other.run["position"].values)


def test_a_mission_goes_from_state_to_state_and_is_followed_a_while(zig):
    flight = zig[0].flight
    assert [(round(when, 6), state) for when, state in flight.states] == [
        (0.0, "idle"),
        (0.0, "waiting"),
        (0.0, "countdown"),
        (2.0, "executing"),
        (30.0, "ended"),
    ]
    assert flight.ended == "at its full duration"
    assert not flight.failure
    assert flight.course.time[-1] == pytest.approx(32.0)
    propeller = flight.number("propeller_command")
    assert not propeller[flight.course.time < 2.0].any()
    assert not propeller[flight.course.time >= 30.0].any()
    assert propeller[150] == pytest.approx(0.75)
    assert "cruise depth at most 6 m" in flight.bounds
    assert [leg.text for leg in flight.legs] == [
        "ADD_LEG: start_time=2, heading=20, speed=1.5, depth=1",
        "ADD_LEG: start_time=12, heading=80, speed=1.5, depth=2",
    ]


def test_the_log_holds_what_was_said_at_every_tick(zig):
    flown, folder = zig
    log = read_log(folder / "mission.mcap")
    assert log.complete
    np.testing.assert_array_equal(log.variables["heading_error"].value, flown.flight.number("heading_error")[20:300])
    assert len(log.variables["roll"].time) == len(flown.flight.course.time)


def test_what_was_commanded_is_what_the_engine_was_given(zig):
    """Between two ticks nothing but the frontseat commands: run.nc and bus agree, and no servo leaves its limits."""
    flown = zig[0]
    run, flight = flown.run, flown.flight
    rudder = run["command"].sel(input="upper_rudder").values
    np.testing.assert_array_equal(rudder[: len(flight.course.time)], flight.number("upper_rudder_command"))
    angles = run["actuator_state"].sel(actuator=["upper_rudder.angle", "port_elevator.angle"]).values
    assert np.abs(angles).max() <= np.radians(15.0) + ROUNDING
    full = run["command"].sel(input="propeller").values
    np.testing.assert_allclose(full, flight.number("propeller_command") * 1500.0 * np.pi / 30.0, atol=1e-12)


def test_without_noise_the_frontseat_reads_the_truth(tmp_path):
    flight = flown(tmp_path, **QUIET).flight
    course = flight.course
    assert np.abs(wrapped(flight.number("heading") - course.heading)).max() < ROUNDING
    assert np.abs(flight.number("pitch") - course.pitch).max() < ROUNDING
    nose = course.depth - 0.5 * np.sin(course.pitch)  # the sensor sits half a metre ahead
    told = flight.number("depth_raw")
    np.testing.assert_allclose(told[10:], np.maximum(nose, 0.0)[10:], atol=1e-9)


@pytest.mark.parametrize("latency", [0.03, 0.13])
def test_a_late_imu_tells_what_was(tmp_path, latency):
    late = flown(tmp_path, sensors__imu__latency=latency, record=0.01, **QUIET)
    run, flight = late.run, late.flight
    fine, heading = run["time"].values, run["heading"].values[:, 0]
    ticks = flight.course.time[5:]
    before = np.searchsorted(fine, ticks - latency + 1e-6) - 1
    assert np.abs(fine[before] - (ticks - latency)).max() < 1e-6
    assert np.abs(wrapped(flight.number("heading")[5:] - heading[before])).max() < ROUNDING


def test_a_broken_rule_ends_the_mission_safely(tmp_path):
    rules = {"frontseat__rules__maximum_depth": 2.2, "frontseat__rules__confirm": 0.0}
    done = flown(tmp_path, duration=60.0, cruise_depth=2.1, **rules)
    flight = done.flight
    assert [state for _, state in flight.states][-1] == "safe"
    assert "maximum_depth" in flight.ended
    assert "safe mode stop" in flight.ended
    assert flight.course.time[-1] < 60.0
    assert flight.course.depth[-1] < 0.6  # it came up, and is neutral
    assert flight.number("propeller_command")[-1] == 0.0
    assert done.run.attrs["ended"] == flight.ended
    assert read_log(tmp_path / "mission.mcap").complete


def test_an_interrupted_flight_keeps_all_until_then(tmp_path):
    (mission,) = prepared()

    def press(progress):
        if progress.time >= 5.0:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    done = fly(mission, tmp_path / "mission.mcap", tell=press)
    assert signal.getsignal(signal.SIGINT) is before
    assert done.interrupted
    assert done.flight.failure.startswith("interrupted at t = 5 s")
    assert done.flight.course.time[-1] == pytest.approx(5.0)
    assert done.run["time"].values[-1] == pytest.approx(5.0)
    log = read_log(tmp_path / "mission.mcap")
    assert log.complete
    assert log.variables["roll"].time[-1] == pytest.approx(5.0)


def test_a_run_that_explodes_says_so_and_keeps_the_log(tmp_path):
    """A lag of 1 ms cannot be stepped by 10 ms: the screw's speed leaves all bounds as soon as it is told to turn."""
    done = flown(tmp_path, actuators__propeller__lag=0.001)
    assert "the run stopped at t = " in done.flight.failure
    assert 2.0 <= done.flight.course.time[-1] < 10.0
    assert done.run.attrs["ended"] == done.flight.failure
    assert read_log(tmp_path / "mission.mcap").complete


def test_real_time_is_kept(tmp_path):
    (mission,) = prepared(TEXT.replace("start_time=12", "start_time=3"), duration=4.0, afterwards=0.0)
    began = time.perf_counter()
    fly(mission, tmp_path / "mission.mcap", Pace(8.0))
    took = time.perf_counter() - began
    assert took >= 0.5 - 0.02  # 4 s at eight times real time, and what a sleep may end early


def test_the_printed_listing_flies_and_its_third_leg_changes_the_gain(tmp_path):
    text = TEXT.split("legs: |")[0] + "legs: |\n" + indent(PRINTED, "  ")
    loop = {f"frontseat__modes__cruise__heading__{term}": 0.0 for term in ("ki", "kd")}
    done = flown(tmp_path, text, duration=610.0, start_delay=100.0, **loop)
    flight = done.flight
    assert flight.ended == "at its full duration"
    assert done.flight.wall < 6.1 * 5.0  # a hundred times real time, and room for other users of the machine
    error, corrective = flight.number("heading_error"), flight.number("heading_corrective")
    free = (flight.course.time > 130.0) & (np.abs(error) < 0.2) & (np.abs(error) > 1e-4) & (flight.course.time < 600.0)
    ratio = corrective[free] / error[free]
    before = flight.course.time[free] < 410.0 - ROUNDING
    np.testing.assert_allclose(ratio[before], 1.0, rtol=1e-9)
    np.testing.assert_allclose(ratio[~before], 0.8, rtol=1e-9)
    turned = np.degrees(flight.course.heading[[2300, 4000, 5900]])
    np.testing.assert_allclose(wrapped(np.radians(turned - [180.0, 250.0, 180.0])), 0.0, atol=np.radians(3.0))


class Square:
    """A helm of one's own: turns by 90 deg every ten seconds."""

    def decide(self, bus: Bus, mission_time: float) -> None:
        bus.publish("desired_heading", np.radians(90.0 * (mission_time // 10.0 % 4.0)), "square")
        bus.publish("desired_speed", 1.2, "square")
        bus.publish("desired_depth", 1.0, "square")
        bus.publish("helm_alive", True, "square")


class Askew:
    """A device of one's own: adds 0.2 m to the simulated one."""

    def __init__(self, device: PressureDevice) -> None:
        self._device = device

    def read(self) -> PressureReading | None:
        reading = self._device.read()
        return reading and reading._replace(pressure=reading.pressure + 0.2 * 1000.0 * 9.81)


def test_a_helm_and_a_device_of_ones_own_fly(tmp_path):
    """What the vehicle knows of its depth is off as the device is, in water of the density that it is set up for."""
    (mission,) = prepared(**QUIET)
    flight = fly(
        mission,
        tmp_path / "own.mcap",
        helm=Square(),
        devices=lambda hardware: replace(hardware, depth=Askew(hardware.depth)),
    ).flight
    assert flight.ended == "at its full duration"
    assert flight.legs == ()
    desired = np.degrees(flight.number("desired_heading"))
    assert [desired[150], desired[250]] == pytest.approx([90.0, 180.0])
    assert {each.name for each in flight.said if each.name == "helm_leg"} == set()
    plain = fly(prepared(**QUIET)[0], tmp_path / "plain.mcap", helm=Square()).flight
    told = mission.frontseat.drivers.depth
    more = 0.2 * 1000.0 * 9.81 / (told.density * told.gravity)
    assert flight.number("depth")[5] - plain.number("depth")[5] == pytest.approx(more, rel=2e-3)  # by its temperature
