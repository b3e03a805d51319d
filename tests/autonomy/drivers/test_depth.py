"""Pressure to depth: density by temperature, outliers, re-acquisition, the moving average."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narcine.autonomy.bus import Bus
from narcine.autonomy.drivers.depth import DepthDriver, OutlierGate, PressureReading
from narcine.autonomy.drivers.water_density import density_at, pure_water
from narcine.description.frontseat import DepthDriver as Settings
from tests.autonomy.vehicle import SURFACE, Sensor, pressure

PERIOD = 0.1


@pytest.mark.parametrize(
    ("temperature", "density"),
    [(0.0, 999.8396), (4.0, 999.9720), (10.0, 999.6996), (20.0, 998.2041), (25.0, 997.0449), (30.0, 995.6473)],
)
def test_the_density_of_water_is_that_of_published_tables(temperature, density):
    """Values of handbooks; 0.004 kg/m3 is how far apart those of different years are (scales of temperature, mass)."""
    assert pure_water(temperature) == pytest.approx(density, abs=4e-3)


def test_the_configured_density_holds_at_its_temperature():
    assert density_at(15.0, 1025.0, 15.0) == 1025.0
    assert density_at(25.0, 1000.0, 15.0) == pytest.approx(1000.0 * 997.0449 / 999.1016, abs=4e-3)
    assert density_at(-5.0, 1000.0, 15.0) == density_at(0.0, 1000.0, 15.0)


def fed(depths, **settings):
    """Return what is published of readings one after the other: pairs of raw and averaged depth, None where nothing."""
    bus, sensor = Bus(), Sensor()
    driver = DepthDriver(Settings(**settings), sensor)
    told = []
    for tick, depth in enumerate(depths):
        bus.advance(tick * PERIOD)
        sensor.reading = pressure(depth) if isinstance(depth, int | float) else depth
        driver.read(bus)
        raw, mean = bus.latest("depth_raw"), bus.latest("depth")
        told.append((raw.value, mean.value) if raw is not None and raw.time == bus.time else None)
    return told


def test_depth_is_pressure_over_weight():
    assert fed([7.0], consistent=1)[0][0] == pytest.approx(7.0, abs=1e-9)


def test_warm_water_is_lighter_so_that_the_same_pressure_is_deeper():
    warm = fed([PressureReading(SURFACE + 9810.0 * 10.0, 25.0)], consistent=1)[0][0]
    assert warm == pytest.approx(10.0 * 999.1016 / 997.0449, abs=1e-4)


def test_the_average_is_over_the_last_readings():
    depths = [0.1 * tick for tick in range(40)]
    told = fed(depths, consistent=1, window=20)
    assert told[4][1] == pytest.approx(sum(depths[:5]) / 5.0)
    assert told[39][1] == pytest.approx(sum(depths[20:]) / 20.0)


def test_a_spike_is_rejected_and_what_follows_is_not():
    told = fed([1.0, 1.1, 30.0, 1.2, 1.3], consistent=1, window=1)
    # with one consistent reading the spike is believed at once, and so is the way back
    assert all(told)
    told = fed([1.0, 1.0, 1.1, 30.0, 1.2, 1.3], consistent=2, window=1)
    assert [bool(each) for each in told] == [False, True, True, False, True, True]
    assert told[-1][0] == pytest.approx(1.3)


def test_it_is_acquired_and_re_acquired_after_consistent_readings():
    """By hand: 5 m/s at 10 Hz are 0.5 m from one reading to the next, and so much more after those left out."""
    depths = [1.0] * 5 + [1.4] + [9.0, 9.1, 9.2, 9.3, 9.4, 9.5]
    told = fed(depths, consistent=5, window=20)
    assert [bool(each) for each in told] == [False] * 4 + [True] * 2 + [False] * 4 + [True] * 2
    assert told[5][1] == pytest.approx((1.0 + 1.4) / 2.0)
    assert told[10][1] == pytest.approx(9.4)  # the average forgets where it was not
    assert told[11][1] == pytest.approx((9.4 + 9.5) / 2.0)


def test_rejected_readings_that_do_not_agree_are_never_believed():
    told = fed([1.0] * 5 + [20.0, 50.0, 25.0, 80.0, 30.0, 45.0] * 3, consistent=5)
    assert not any(told[5:])


@pytest.mark.parametrize(
    "broken",
    [PressureReading(math.nan, 15.0), PressureReading(2e5, math.inf), None, OSError("no answer on the bus")],
)
def test_readings_that_are_none_are_left_out(broken):
    told = fed([1.0, 1.0, 1.0, broken, broken, 1.1], consistent=2)
    assert [bool(each) for each in told] == [False, True, True, False, False, True]


@given(st.lists(st.floats(-100.0, 100.0), min_size=1, max_size=60), st.integers(1, 6))
def test_what_passes_is_near_what_passed_or_agrees_with_those_before(values, needed):
    gate = OutlierGate(5.0, needed)
    last = None
    for tick, value in enumerate(values):
        time = tick * PERIOD
        if not gate.accepts(value, time):
            continue
        near = last is not None and abs(value - last[0]) <= 5.0 * (time - last[1])
        run = values[tick - needed + 1 : tick + 1]
        agree = len(run) == needed and all(abs(b - a) <= 5.0 * PERIOD + 1e-9 for a, b in pairwise(run))
        assert near or agree
        assert gate.anew != near
        last = (value, time)
