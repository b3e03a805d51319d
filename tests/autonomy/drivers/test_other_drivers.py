"""Drivers of the motor, servos, strobe, battery, barometer, GPS and modem, by sequences made by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.battery import BatteryDriver, BatteryReading
from narcine.autonomy.drivers.gps import Fix, GpsDriver
from narcine.autonomy.drivers.hull_pressure import HullPressureDriver, HullPressureReading
from narcine.autonomy.drivers.leds import PATTERNS, StrobeDriver, is_on
from narcine.autonomy.drivers.modem import ModemDriver, ShortMessage
from narcine.autonomy.drivers.propeller import PropellerDriver
from narcine.autonomy.drivers.servo import ServoDriver
from narcine.autonomy.drivers.speed import SpeedDriver, SpeedReading
from tests.autonomy.vehicle import Motor, Sensor, Servo, Strobe


def test_the_motor_turns_only_while_it_is_armed():
    bus, motor = Bus(), Motor()
    driver = PropellerDriver(motor)
    assert (motor.armed, motor.thrusts) == (False, [0.0])
    driver.drive(0.5, False, bus)
    assert "propeller_armed" not in bus
    driver.drive(0.5, True, bus)
    assert motor.armed
    driver.drive(2.0, True, bus)
    driver.drive(-1.0, True, bus)
    driver.drive(math.nan, True, bus)
    driver.drive(0.7, True, bus)
    driver.drive(0.7, False, bus)
    assert not motor.armed
    assert motor.thrusts == [0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.7, 0.0, 0.0]
    assert bus.latest("propeller_armed").value is False


def test_servos_go_in_increments_and_stay_where_there_is_no_command():
    servo = Servo()
    driver = ServoDriver(servo, -0.25, 0.25, step=0.1)
    for command in (0.15, 0.15, math.nan, 1.0, 1.0, -1.0):
        driver.drive(command)
    assert servo.positions == pytest.approx([0.1, 0.15, 0.15, 0.25, 0.25, 0.15])


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=50), st.floats(0.001, 1.0))
def test_servos_never_go_beyond_their_ends_nor_faster_than_their_step(commands, step):
    servo = Servo()
    driver = ServoDriver(servo, -0.2618, 0.2618, step)
    for command in commands:
        driver.drive(command)
    assert all(-0.2618 <= position <= 0.2618 for position in servo.positions)
    pairs = zip([0.0, *servo.positions], servo.positions, strict=False)
    assert all(abs(b - a) <= step * (1.0 + 1e-12) + 1e-12 for a, b in pairs)  # rounding of sums


def test_the_four_patterns_of_the_paper_are_told_apart():
    assert {"waiting", "countdown", "executing", "ended"} < set(PATTERNS)
    shown = {name: [is_on(name, 0.1 * tick) for tick in range(40)] for name in PATTERNS}
    assert len({tuple(lights) for lights in shown.values()}) == len(PATTERNS)
    assert shown["waiting"][:20] == [True] * 10 + [False] * 10
    assert shown["countdown"][:4] == [True, False, True, False]
    assert not any(shown["off"])


def test_the_strobe_switches_when_its_pattern_does():
    strobe = Strobe()
    driver = StrobeDriver(strobe)
    for tick in range(25):
        driver.drive("waiting", 3.0 + tick / 10.0)
    assert strobe.switched == [False, True, False, True]
    driver.drive("off", 6.0)
    assert strobe.switched[-1] is False


@pytest.mark.parametrize(
    ("driver", "reading", "names"),
    [
        (BatteryDriver, BatteryReading(44.4, 3.0), ("voltage", "current")),
        (HullPressureDriver, HullPressureReading(8e4), ("hull_pressure",)),
        (SpeedDriver, SpeedReading(1.5), ("speed",)),
        (GpsDriver, Fix(0.7, -1.2), ("gps_latitude", "gps_longitude")),
    ],
)
def test_readings_are_published_and_those_that_are_none_are_not(driver, reading, names):
    bus, sensor = Bus(), Sensor(reading)
    made = driver(sensor)
    made.read(bus)
    assert tuple(bus.number(name) for name in names) == tuple(reading)
    for broken in (None, reading._replace(**{reading._fields[0]: math.nan}), OSError("no answer")):
        bus.advance(bus.time + 1.0)
        sensor.reading = broken
        made.read(bus)
        assert all(bus.latest(name).time == 0.0 for name in names)


@pytest.mark.parametrize("fix", [Fix(2.0, 0.0), Fix(0.0, 4.0)])
def test_a_fix_that_is_not_on_earth_is_none(fix):
    bus = Bus()
    GpsDriver(Sensor(fix)).read(bus)
    assert len(bus) == 0


class Modem:
    """Receives what is put in, sends what it can."""

    def __init__(self) -> None:
        self.incoming: list[ShortMessage] = []
        self.sent: list[ShortMessage] = []
        self.covered = True

    def receive(self) -> list[ShortMessage]:
        received, self.incoming = self.incoming, []
        return received

    def send(self, message: ShortMessage) -> None:
        if not self.covered:
            raise OSError("no network")
        self.sent.append(message)


def test_messages_come_from_allowed_numbers_alone():
    bus, modem = Bus(), Modem()
    driver = ModemDriver(("+1555",), modem, bus)
    modem.incoming = [ShortMessage("+1666", "come home"), ShortMessage("+1555", "status please")]
    driver.read(bus)
    assert bus.text("sms_received") == "+1555 status please"
    assert bus.text("sms_refused") == "+1666"


def test_messages_wait_for_the_network_and_keep_their_order():
    bus, modem = Bus(), Modem()
    driver = ModemDriver((), modem, bus)
    modem.covered = False
    bus.publish("sms_send", "+1555 surfaced at 42.36 -71.09", "helm")
    bus.publish("sms_send", "+1555 done", "helm")
    bus.publish("sms_send", "nonsense", "helm")
    driver.read(bus)
    assert modem.sent == []
    modem.covered = True
    driver.read(bus)
    driver.read(bus)
    assert modem.sent == [ShortMessage("+1555", "surfaced at 42.36 -71.09"), ShortMessage("+1555", "done")]
