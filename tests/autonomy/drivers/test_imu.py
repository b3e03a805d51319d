"""The IMU: what is published is the attitude of the vehicle, however the sensor is mounted."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.imu import ImuDriver, ImuReading
from narcine.autonomy.drivers.mounting import BrokenOffsets, Mounting, read_mounting, write_mounting
from narcine.description.frontseat import ImuDriver as Settings
from tests.autonomy.vehicle import Sensor

NAMES = ImuReading._fields


def read(bus: Bus) -> list[float]:
    return [bus.number(name) for name in NAMES]


def mounted(attitude: Rotation, rates: np.ndarray, mounting: Rotation) -> ImuReading:
    """Return what a sensor measures that is turned by `mounting` in the body."""
    heading, pitch, roll = (attitude * mounting).as_euler("ZYX")
    return ImuReading(roll, pitch, heading % (2.0 * math.pi), *mounting.inv().apply(rates))


def test_without_offsets_readings_pass_as_they_are():
    bus, sensor = Bus(), Sensor(ImuReading(0.1, -0.2, -0.3, 0.4, 0.5, 0.6))
    ImuDriver(Settings(), sensor, bus).read(bus)
    assert read(bus) == [0.1, -0.2, -0.3 + 2.0 * math.pi, 0.4, 0.5, 0.6]


@given(
    st.tuples(st.floats(-3.0, 3.0), st.floats(-1.2, 1.2), st.floats(-3.0, 3.0)),
    st.tuples(st.floats(-1.4, 1.4), st.floats(-1.2, 1.2), st.floats(-3.0, 3.0)),
    st.tuples(*[st.floats(-2.0, 2.0)] * 3),
)
@settings(max_examples=50)
def test_after_zeroing_level_and_north_the_attitude_is_the_vehicles(mounting, attitude, rates):
    bus, sensor = Bus(), Sensor()
    driver = ImuDriver(Settings(), sensor, bus)
    turned = Rotation.from_euler("ZYX", mounting[::-1])
    sensor.reading = mounted(Rotation.identity(), np.zeros(3), turned)
    for name in ("imu_zero_heading", "imu_zero_roll", "imu_zero_pitch"):
        bus.publish(name, True, "operator")
    driver.read(bus)
    true = Rotation.from_euler("ZYX", attitude[::-1])
    sensor.reading = mounted(true, np.array(rates), turned)
    driver.read(bus)
    roll, pitch, heading, *turning = read(bus)
    found = Rotation.from_euler("ZYX", [heading, pitch, roll])
    assert (found.inv() * true).magnitude() < 1e-6  # angles near the pole of Euler's angles lose half the digits
    np.testing.assert_allclose(turning, rates, atol=1e-9)


def test_a_small_heading_offset_is_subtracted_as_in_the_paper():
    bus, sensor = Bus(), Sensor(ImuReading(0.0, 0.0, 0.2, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(), sensor, bus)
    bus.publish("imu_zero_heading", 1.0, "operator")
    driver.read(bus)
    sensor.reading = ImuReading(0.0, 0.0, 1.2, 0.0, 0.0, 0.0)
    driver.read(bus)
    assert bus.number("heading") == pytest.approx(1.0)


def test_a_sensor_turned_by_a_quarter_tells_roll_from_pitch():
    """Subtracting angles would call this roll of the vehicle a pitch."""
    bus = Bus()
    sensor = Sensor(ImuReading(0.0, 0.0, 0.5 * math.pi, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(), sensor, bus)
    bus.publish("imu_zero_heading", True, "operator")
    driver.read(bus)
    sensor.reading = mounted(Rotation.from_euler("X", 0.3), np.zeros(3), Rotation.from_euler("Z", 0.5 * math.pi))
    assert abs(sensor.reading.pitch) > 0.25
    driver.read(bus)
    assert bus.number("roll") == pytest.approx(0.3)
    assert bus.number("pitch") == pytest.approx(0.0, abs=1e-12)


def test_offsets_are_kept_in_a_file_and_read_at_the_start(tmp_path):
    file = tmp_path / "imu.txt"
    bus, sensor = Bus(), Sensor(ImuReading(0.01, -0.02, 0.5, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(offsets_file=str(file)), sensor, bus)
    bus.publish("imu_zero_roll", True, "operator")
    driver.read(bus)
    assert read_mounting(file) == Mounting(0.01, 0.0, 0.0)
    bus.publish("imu_zero_heading", True, "operator")
    bus.publish("imu_zero_pitch", True, "operator")
    driver.read(bus)
    assert bus.text("imu_offsets") == "heading and pitch taken"
    assert read_mounting(file) == Mounting(0.01, -0.02, 0.5)
    assert [path.name for path in tmp_path.iterdir()] == ["imu.txt"]
    again = Bus()
    ImuDriver(Settings(offsets_file=str(file)), sensor, again).read(again)
    np.testing.assert_allclose(read(again)[:2], 0.0, atol=1e-12)
    assert math.cos(again.number("heading")) == pytest.approx(1.0)


def test_offsets_wait_for_a_reading_that_is_one():
    bus, sensor = Bus(), Sensor(ImuReading(math.nan, 0.0, 0.0, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(), sensor, bus)
    bus.publish("imu_zero_roll", True, "operator")
    driver.read(bus)
    assert len(bus) == 1
    sensor.reading = ImuReading(0.3, 0.0, 0.0, 0.0, 0.0, 0.0)
    driver.read(bus)
    assert bus.number("roll") == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("state", ["countdown", "executing", "safe"])
def test_offsets_are_not_taken_under_way(state):
    bus, sensor = Bus(), Sensor(ImuReading(0.3, 0.0, 0.0, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(), sensor, bus)
    bus.publish("frontseat_state", state, "frontseat")
    bus.publish("imu_zero_roll", True, "operator")
    driver.read(bus)
    assert bus.number("roll") == 0.3
    assert bus.text("imu_offsets") == "roll not taken during a mission"


def test_a_folder_that_is_not_there_leaves_the_offsets_as_they_were(tmp_path):
    bus, sensor = Bus(), Sensor(ImuReading(0.3, 0.0, 0.0, 0.0, 0.0, 0.0))
    driver = ImuDriver(Settings(offsets_file=str(tmp_path / "none" / "imu.txt")), sensor, bus)
    bus.publish("imu_zero_roll", True, "operator")
    driver.read(bus)
    assert bus.number("roll") == 0.3
    assert "not taken" in bus.text("imu_offsets")


@pytest.mark.parametrize("reading", [None, OSError("no answer"), ImuReading(0.0, 0.0, math.inf, 0.0, 0.0, 0.0)])
def test_readings_that_are_none_are_left_out(reading):
    bus = Bus()
    ImuDriver(Settings(), Sensor(reading), bus).read(bus)
    assert len(bus) == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("roll = 0.1\npitch = 0\nheading = north\n", "imu.txt:3: heading = 'north' is no angle in radians"),
        ("roll = 0.1\npitch = 0\nheading = 180\n", "imu.txt:3: heading = '180' is no angle in radians"),
        ("roll = 0.1\npitch = 0\n", "imu.txt: heading is missing"),
        ("roll = 0.1\nroll = 0.2\npitch = nan\nheading = 0\n", "imu.txt:2: 'roll' stands here twice"),
        ("yaw = 0.1\nroll = 0\npitch = 0\nheading = 0\n", "imu.txt:1: 'yaw' is no offset"),
        ("", "roll is missing"),
    ],
)
def test_a_broken_file_of_offsets_is_told(tmp_path, text, told):
    (tmp_path / "imu.txt").write_text(text)
    with pytest.raises(BrokenOffsets) as error:
        ImuDriver(Settings(offsets_file=str(tmp_path / "imu.txt")), Sensor(), Bus())
    assert told in str(error.value)
    assert "remove it and take the offsets of the IMU anew" in str(error.value)


@given(st.tuples(*[st.floats(-6.0, 6.0)] * 3))
@settings(max_examples=25)
def test_offsets_are_read_as_they_were_written(tmp_path_factory, angles):
    file = tmp_path_factory.mktemp("offsets") / "imu.txt"
    write_mounting(file, Mounting(*angles))
    assert read_mounting(file) == Mounting(*angles)
