"""What simulated instruments read, against the truth they look at."""

from math import radians

import numpy as np
import pytest
from scipy.optimize import brentq

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.depth import DepthDriver
from narcine.autonomy.drivers.imu import ImuDriver
from narcine.description.frontseat import DepthDriver as DepthSettings
from narcine.description.frontseat import ImuDriver as ImuSettings
from narcine.description.sensor import Battery, DepthSensor, HullPressure, Imu
from narcine.description.settings import Water
from narcine.mission.instruments import BatteryTwin, HullPressureTwin, ImuTwin, PressureTwin, under_load
from narcine.mission.moment import Moment
from narcine.mission.noise import CHANNELS, INSTRUMENTS, Noise
from narcine.sensing.noise import standard_normals
from narcine.spatial.rotations import rotation_from_euler

ATTITUDE = (0.1, -0.2, 0.7)


def moment(time=0.0, place=(0.0, 0.0, 3.0), attitude=ATTITUDE, rates=(0.01, -0.02, 0.3), power=0.0):
    turn = np.array(rotation_from_euler(*attitude))
    motion = np.array([1.0, 0.1, 0.0, *rates])
    return Moment(time, np.array([place]), turn[None], motion[None], np.zeros((1, 3)), power)


def silent(channels):
    return Noise(0, 0, (0.0,) * channels, 0.0, 0.1)


def test_an_imu_in_the_axes_of_the_body_reads_the_truth():
    twin = ImuTwin(Imu(type="imu", body="hull"), 0, silent(6))
    twin.sense(moment())
    np.testing.assert_allclose(twin.read(), (*ATTITUDE, 0.01, -0.02, 0.3), atol=1e-15)
    assert twin.read() is None


@pytest.mark.parametrize(
    "mounting", [(0.0, 0.0, radians(90.0)), (0.05, -0.03, radians(2.0)), (radians(180.0), 0.0, 0.0)]
)
def test_the_driver_takes_out_how_an_imu_is_mounted(mounting, tmp_path):
    """The offsets that the driver takes from a level vehicle that points north are those of the mounting."""
    twin = ImuTwin(Imu(type="imu", body="hull", mounting=mounting), 0, silent(6))
    bus = Bus()
    driver = ImuDriver(ImuSettings(offsets_file=str(tmp_path / "offsets.txt")), twin, bus)
    for poke in ("imu_zero_roll", "imu_zero_pitch", "imu_zero_heading"):
        bus.publish(poke, True, "test")
    twin.sense(moment(attitude=(0.0, 0.0, 0.0)))
    driver.read(bus)
    twin.sense(moment())
    driver.read(bus)
    told = [bus.number(name) for name in ("roll", "pitch", "heading", "roll_rate", "pitch_rate", "yaw_rate")]
    np.testing.assert_allclose(told, (*ATTITUDE, 0.01, -0.02, 0.3), atol=1e-12)


def test_the_depth_driver_finds_the_depth_of_the_sensor_not_of_the_vehicle():
    water = Water(density=1025.0)
    record = DepthSensor(type="depth", body="hull", at=(0.5, 0.0, 0.1), temperature=15.0)
    twin = PressureTwin(record, 0, water, silent(2))
    bus = Bus()
    driver = DepthDriver(DepthSettings(density=1025.0, consistent=1, window=1), twin)
    twin.sense(moment())
    driver.read(bus)
    turn = rotation_from_euler(*ATTITUDE)
    assert bus.number("depth") == pytest.approx(3.0 + (turn @ (0.5, 0.0, 0.1))[2], rel=1e-12)


def test_pressure_grows_with_the_density_and_ends_at_the_surface():
    twin = PressureTwin(
        DepthSensor(type="depth", body="hull"), 0, Water(density=1000.0, density_gradient=2.0), silent(2)
    )
    twin.sense(moment(place=(0.0, 0.0, 10.0)))
    depths = np.linspace(0.0, 10.0, 100_001)
    weight = float(np.trapezoid(9.81 * (1000.0 + 2.0 * depths), depths))
    assert twin.read().pressure == pytest.approx(101325.0 + weight, rel=1e-12)
    twin.sense(moment(place=(0.0, 0.0, -1.0)))
    assert twin.read().pressure == 101325.0


def test_readings_come_late_by_whole_ticks():
    twin = ImuTwin(Imu(type="imu", body="hull"), 0, silent(6), delay=2)
    told = []
    for tick in range(5):
        twin.sense(moment(attitude=(0.0, 0.0, 0.1 * tick)))
        told.append(twin.read())
    assert told[:2] == [None, None]
    np.testing.assert_allclose([each.heading for each in told[2:]], [0.0, 0.1, 0.2], atol=1e-15)


def test_a_battery_under_load_obeys_ohm():
    """The current is the smaller root of (E - R I) I = P, found here by bisection."""
    voltage, resistance, power = 50.0, 0.4, 300.0
    found = under_load(voltage, resistance, power)
    current = brentq(lambda i: (voltage - resistance * i) * i - power, 0.0, voltage / (2.0 * resistance))
    assert found == pytest.approx((voltage - resistance * current, current))
    assert under_load(voltage, 0.0, power) == (50.0, 6.0)
    assert under_load(voltage, resistance, 1e6) == pytest.approx((25.0, 62.5))  # all that it can give


def test_a_battery_falls_with_what_is_drawn():
    record = Battery(type="battery", voltage=50.0, empty=40.0, capacity=1000.0, hotel=100.0)
    twin = BatteryTwin(record, silent(2))
    charge, time = 0.0, 0.0
    for _ in range(100):
        twin.sense(moment(time=time, power=50.0))
        reading = twin.read()
        assert reading.voltage == pytest.approx(50.0 - 10.0 * charge / 1000.0)
        assert reading.voltage * reading.current == pytest.approx(150.0)
        charge, time = charge + reading.current, time + 1.0
    assert charge > 300.0


def test_noise_is_that_of_all_sensors_whatever_the_block():
    noise = Noise(7, 3, (1.0, 2.0), 0.08, 0.1)
    told = np.array([noise.next() for _ in range(2500)])
    numbers = INSTRUMENTS + 3 * CHANNELS + np.arange(2)
    exact = standard_normals(np.full(2500, 7), numbers, 0.08 + 0.1 * np.arange(2500)) * (1.0, 2.0)
    np.testing.assert_array_equal(told, exact)
    assert abs(told[:, 0].std() - 1.0) < 4.0 / np.sqrt(2.0 * 2500)  # four standard errors of a standard deviation
    again = Noise(8, 3, (1.0, 2.0), 0.08, 0.1)
    assert not np.any(told[0] == again.next())


def test_a_tight_hull_keeps_its_pressure():
    twin = HullPressureTwin(HullPressure(type="hull_pressure", inside=80000.0), silent(1))
    twin.sense(moment())
    assert twin.read().pressure == 80000.0
