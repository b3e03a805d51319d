"""The whole tick, on devices that tests set: states, arming, safe modes, the lease, the log."""

import math
import time
from itertools import pairwise

import pytest

from narcine.autonomy.drivers.battery import BatteryReading
from narcine.autonomy.drivers.hull_pressure import HullPressureReading
from narcine.autonomy.drivers.imu import ImuReading
from narcine.autonomy.frontseat.frontseat import Frontseat
from narcine.autonomy.frontseat.hardware import Hardware
from narcine.autonomy.frontseat.manager import Cruise
from narcine.autonomy.helm.passive import PassiveHelm
from narcine.autonomy.log import Log
from narcine.autonomy.reading import read_log
from tests.autonomy.helm.test_legs import PRINTED
from tests.autonomy.vehicle import SERVOS, Sensor, Vehicle, mode, pressure, settings

LEGS = "ADD_LEG: start_time=20, heading=90, speed=1.5, depth=1.5"
CRUISE = Cruise(start_delay=20.0, end_time=60.0, cruise_depth=4.0)
TICK = 0.4e-3
"""Seconds that a tick with its log may cost, so that 600 s take 2.4 s at 10 Hz."""


def launched(legs=LEGS, cruise=CRUISE, **changes) -> Vehicle:
    vehicle = Vehicle(legs, settings(**changes) if changes else None)
    vehicle.frontseat.launch(cruise)
    return vehicle


def history(vehicle: Vehicle, name: str) -> list[tuple[float, object]]:
    found: list[tuple[float, object]] = []
    vehicle.bus.subscribe(lambda _, entry: found.append((entry.time, entry.value)), name)
    return found


def test_a_mission_goes_through_its_states_and_the_motor_turns_in_one():
    vehicle = Vehicle(LEGS)
    states, leds, armed = (history(vehicle, name) for name in ("frontseat_state", "leds", "propeller_armed"))
    vehicle.run(1.0)
    assert vehicle.bus.text("frontseat_state") == "idle"
    vehicle.frontseat.launch(CRUISE)
    vehicle.run(70.0)
    assert states == [(1.0, "waiting"), (11.0, "countdown"), (21.0, "executing"), (61.0, "ended")]
    assert leds == states
    assert armed == [(21.0, True), (61.0, False)]
    assert not any(vehicle.motor.thrusts[:205])
    assert vehicle.motor.thrusts[-1] == 0.0
    assert vehicle.motor.armed is False
    assert all(servo.positions[-1] == 0.0 for servo in vehicle.servos.values())


def test_it_turns_towards_the_desired_heading_with_its_fins_out():
    vehicle = launched()
    vehicle.run(25.0)
    assert vehicle.motor.thrusts[-1] == pytest.approx(0.75)
    fifteen = pytest.approx(math.radians(15.0), abs=1e-4)
    assert vehicle.servos["upper_rudder"].positions[-1] == fifteen
    assert -vehicle.servos["upper_fin"].positions[-1] == fifteen
    assert vehicle.servos["fins"].positions[-1] == 1.0
    assert vehicle.bus.number("upper_rudder_normalized") == pytest.approx(1.0, abs=1e-3)  # 15 deg of 15
    assert vehicle.bus.number("upper_fin_normalized") == pytest.approx(-0.75, abs=1e-3)  # 15 deg of 20
    assert vehicle.bus.flag("fins_deployed")
    vehicle.imu.reading = ImuReading(0.0, 0.0, math.radians(88.0), 0.0, 0.0, 0.0)
    vehicle.run(26.0)
    assert not vehicle.bus.flag("fins_deployed")
    assert vehicle.servos["fins"].positions[-1] == 0.0


def test_the_printed_listing_runs_and_its_third_leg_changes_the_gain():
    """With 250 deg desired and 240 deg measured: 10 deg times 0.5, and times 0.8 from 410 s on."""
    heading = {"kp": 0.5, "limit": "15 deg"}
    vehicle = launched(PRINTED, Cruise(100.0, 700.0), modes={"cruise": mode(heading=heading)})
    vehicle.imu.reading = ImuReading(0.0, 0.0, math.radians(240.0), 0.0, 0.0, 0.0)
    corrective = history(vehicle, "heading_corrective")
    vehicle.run(650.0)
    by_time = dict(corrective)
    assert by_time[405.0] == pytest.approx(math.radians(5.0))
    assert by_time[409.9] == pytest.approx(math.radians(5.0))
    assert by_time[410.0] == pytest.approx(math.radians(8.0))
    assert by_time[645.0] == pytest.approx(math.radians(8.0))


@pytest.mark.parametrize(
    ("broken", "rule", "safe"),
    [
        ({"depth": pressure(5.0)}, "cruise_depth: depth 5 m has been deeper than 4.5 m", "surface"),
        ({"depth": pressure(31.0)}, "maximum_depth: depth", "surface"),
        ({"battery": BatteryReading(30.0, 3.0)}, "minimum_voltage: voltage", "surface"),
        ({"battery": BatteryReading(44.0, 30.0)}, "maximum_current: current", "stop"),
        ({"battery": None}, "silence: no measurement of voltage", "surface"),
        ({"hull": None}, "silence: no measurement of hull_pressure", "surface"),
        ({"hull": HullPressureReading(97e3)}, "maximum_hull_pressure: hull_pressure 9.7e+04 Pa", "surface"),
        ({"depth": None}, "silence: no measurement of depth", "surface"),
        ({"imu": OSError("no answer")}, "attitude", "stop"),
        ({"imu": ImuReading(math.nan, 0.0, 0.0, 0.0, 0.0, 0.0)}, "attitude", "stop"),
    ],
)
def test_a_broken_rule_selects_its_safe_mode(broken, rule, safe):
    vehicle = launched()
    vehicle.run(30.0)
    assert vehicle.bus.text("frontseat_state") == "executing"
    for name, reading in broken.items():
        getattr(vehicle, name).reading = reading
    vehicle.run(35.0)
    assert vehicle.bus.text("frontseat_state") == "safe"
    assert vehicle.bus.text("leds") == "safe"
    assert rule in vehicle.bus.text("safe_reason")
    manager = vehicle.frontseat.manager
    assert manager.safe_mode == safe
    assert vehicle.motor.armed is (manager.safe_mode == "surface")


def test_coming_up_it_goes_nose_up_under_power_until_it_is_up():
    vehicle = launched()
    vehicle.run(30.0)
    vehicle.battery.reading = BatteryReading(30.0, 3.0)
    vehicle.run(32.0)
    assert vehicle.frontseat.manager.surfacing
    assert vehicle.motor.thrusts[-1] == 0.6
    assert vehicle.servos["port_elevator"].positions[-1] > 0.2
    assert vehicle.servos["upper_rudder"].positions[-1] == 0.0
    vehicle.depth.reading = pressure(0.1)
    vehicle.run(36.0)
    assert vehicle.frontseat.manager.over
    assert vehicle.motor.armed is False
    assert vehicle.servos["port_elevator"].positions[-1] == 0.0


def test_the_safe_mode_is_latched_and_only_a_graver_one_follows():
    vehicle = launched()
    vehicle.run(30.0)
    vehicle.battery.reading = BatteryReading(30.0, 3.0)
    vehicle.run(32.0)
    vehicle.battery.reading = BatteryReading(44.0, 3.0)
    vehicle.run(40.0)
    assert vehicle.frontseat.manager.surfacing
    vehicle.battery.reading = BatteryReading(44.0, 50.0)
    vehicle.run(42.0)
    assert vehicle.bus.text("safe_mode") == "stop"
    assert vehicle.bus.text("safe_reason").startswith("minimum_voltage: voltage 30 V has been below 38 V for 1 s; max")
    vehicle.battery.reading = BatteryReading(44.0, 3.0)
    vehicle.run(59.0)
    assert vehicle.bus.text("frontseat_state") == "safe"


@pytest.mark.parametrize("seconds", [0.1, 0.9])
def test_a_spike_does_not_end_a_mission(seconds):
    vehicle = launched()
    vehicle.run(30.0)
    vehicle.battery.reading = BatteryReading(30.0, 90.0)
    vehicle.run(30.0 + seconds)
    vehicle.battery.reading = BatteryReading(44.0, 3.0)
    vehicle.run(40.0)
    assert vehicle.bus.text("frontseat_state") == "executing"


def test_before_the_motor_turns_a_broken_rule_keeps_it_from_turning():
    vehicle = launched()
    vehicle.battery.reading = BatteryReading(30.0, 3.0)
    vehicle.run(59.0)
    assert vehicle.bus.text("safe_mode") == "stop"
    assert "propeller_armed" not in vehicle.bus
    assert not any(vehicle.motor.thrusts)


def test_a_motor_that_never_gets_up_is_stopped():
    vehicle = launched(cruise=Cruise(0.0, 500.0))
    vehicle.run(10.0)
    vehicle.battery.reading = BatteryReading(30.0, 3.0)
    vehicle.run(135.0)
    assert vehicle.bus.text("safe_mode") == "stop"
    assert "not up after 120 s" in vehicle.bus.text("safe_reason")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("desired_heading", math.nan),
        ("desired_speed", -1.0),
        ("desired_depth", 25.0),
        ("desired_thrust", 1.5),
        ("desired_glide_angle", math.inf),
        ("vehicle_mode", "fly"),
    ],
)
def test_what_a_helm_may_not_ask_for_never_reaches_the_actuators(name, value):
    vehicle = launched()
    vehicle.run(30.0)
    kept = {key: servo.positions[-1] for key, servo in vehicle.servos.items()}
    thrust = vehicle.motor.thrusts[-1]
    vehicle.bus.publish(name, value, "payload")
    vehicle.run(30.5)
    for key, servo in vehicle.servos.items():
        assert servo.positions[-1] == pytest.approx(kept[key], abs=0.01)
    assert vehicle.motor.thrusts[-1] == thrust
    assert f"{name} " in vehicle.bus.text("lease_notice")
    vehicle.run(36.0)
    assert vehicle.bus.text("safe_mode") == "surface"
    assert f"helm: {name}" in vehicle.bus.text("safe_reason")


def test_a_helm_that_corrects_itself_keeps_its_lease():
    vehicle = launched()
    vehicle.run(30.0)
    vehicle.bus.publish("desired_depth", 25.0, "payload")
    vehicle.run(33.0)
    vehicle.bus.publish("desired_depth", 2.0, "payload")
    vehicle.run(45.0)
    assert vehicle.bus.text("frontseat_state") == "executing"


class Silent:
    """A helm that dies."""

    def __init__(self, helm: PassiveHelm, at: float) -> None:
        self._helm, self._at = helm, at

    def decide(self, bus, mission_time):
        if mission_time < self._at:
            self._helm.decide(bus, mission_time)


def test_a_silent_helm_loses_its_lease():
    vehicle = launched()
    vehicle.frontseat._helm = Silent(vehicle.frontseat._helm, 30.0)
    vehicle.run(34.8)
    assert vehicle.bus.text("frontseat_state") == "executing"
    vehicle.run(36.0)
    assert "the helm has been silent" in vehicle.bus.text("safe_reason")
    assert vehicle.frontseat.manager.surfacing


class Failing:
    """A helm with a fault in it."""

    def __init__(self, helm: PassiveHelm, at: float, fault) -> None:
        self._helm, self._at, self._fault = helm, at, fault

    def decide(self, bus, mission_time):
        self._helm.decide(bus, mission_time)
        if mission_time >= self._at:
            self._fault(bus)


def divides(*_):
    return 1 / 0


def says_text(bus):
    bus.publish("desired_heading", "north", "helm")


@pytest.mark.parametrize(("fault", "name"), [(divides, "ZeroDivisionError"), (says_text, "TypeError")])
def test_a_helm_that_fails_loses_its_lease_at_once(fault, name):
    vehicle = launched()
    vehicle.frontseat._helm = Failing(vehicle.frontseat._helm, 30.0, fault)
    vehicle.run(30.2)
    assert f"helm: it failed: {name}" in vehicle.bus.text("safe_reason")
    assert vehicle.frontseat.manager.surfacing


def test_a_tick_that_fails_stops_the_motor_first(monkeypatch):
    vehicle = launched()
    vehicle.run(30.0)
    assert vehicle.motor.armed
    monkeypatch.setattr(vehicle.frontseat._engine, "update", divides)
    with pytest.raises(ZeroDivisionError):
        vehicle.run(31.0)
    assert not vehicle.motor.armed
    assert vehicle.motor.thrusts[-1] == 0.0


def test_surfaces_never_exceed_angle_and_step():
    vehicle = Vehicle(LEGS, settings(drivers={"servos": {"step": "4 deg"}}))
    vehicle.frontseat.launch(Cruise(0.0, 100.0))
    for tick in range(300):
        swing = math.sin(0.9 * tick)
        vehicle.imu.reading = ImuReading(swing, 0.4 * swing, 3.0 + 3.0 * swing, swing, swing, swing)
        vehicle.run(tick / 10.0)
    for name in SERVOS[:6]:
        positions = [0.0, *vehicle.servos[name].positions]
        limit = math.radians(20.0 if "fin" in name else 15.0) + 1e-4
        assert max(map(abs, positions)) <= limit
        steps = [abs(b - a) for a, b in pairwise(positions)]
        assert max(steps) <= math.radians(4.0) + 1e-12


def test_nothing_is_steered_without_a_measured_attitude():
    vehicle = launched()
    vehicle.run(30.0)
    vehicle.imu.reading = None
    vehicle.run(31.5)
    assert vehicle.bus.text("frontseat_state") == "executing"
    assert vehicle.servos["upper_rudder"].positions[-1] == 0.0


def test_two_missions_are_not_launched_at_once_and_end_after_they_start():
    vehicle = launched()
    with pytest.raises(ValueError, match="launched from idle, not from waiting"):
        vehicle.frontseat.launch(CRUISE)
    with pytest.raises(ValueError, match="a mission ends after it starts"):
        Vehicle(LEGS).frontseat.launch(Cruise(60.0, 60.0))


def test_missing_devices_are_told_all_at_once():
    with pytest.raises(ValueError, match="lacks devices") as error:
        Frontseat(settings(), Hardware(imu=Sensor()), PassiveHelm(()), Vehicle(LEGS).bus)
    for what in ("'upper_rudder'", "'fins'", "motor for the propeller", "depth sensor", "the rule maximum_current"):
        assert what in str(error.value)


def test_the_same_mission_makes_the_same_bytes_of_log(tmp_path):
    for name in ("first", "second"):
        vehicle = Vehicle(LEGS)
        with Log(vehicle.bus, tmp_path / f"{name}.mcap"):
            vehicle.frontseat.launch(CRUISE)
            vehicle.run(30.0)
    assert (tmp_path / "first.mcap").read_bytes() == (tmp_path / "second.mcap").read_bytes()
    variables = read_log(tmp_path / "first.mcap").variables
    assert variables["upper_rudder_command"].value[-1] == vehicle.servos["upper_rudder"].positions[-1] > 0.26


def test_a_tick_with_its_log_costs_less_than_half_a_millisecond(tmp_path):
    vehicle = launched()
    with Log(vehicle.bus, tmp_path / "log.mcap"):
        vehicle.run(21.0)
        best = math.inf
        for part in range(6):
            began = time.perf_counter()
            vehicle.run(26.0 + 5.0 * part)
            best = min(best, (time.perf_counter() - began) / 50.0)
    assert best < TICK
