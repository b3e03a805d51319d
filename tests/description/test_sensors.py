import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError
from narcine.description.shapes.outside import distance_outside
from narcine.description.shapes.shape import Shape
from narcine.simulation.simulation import Simulation
from narcine.viewing.eyes import eyes_of
from narcine.viewing.live.sensor_lines import SensorLines

TEXT = """
name: eye
bodies:
  hull: {shape: {ellipsoid: [0.05, 0.02, 0.02]}, mass: 0.08}
sensors:
  ir: {type: infrared, body: hull, at: [0.05, 0, 0], range: 25 cm, beam: 15 deg}
  eye: {type: photocell, body: hull, at: [0, -0.02, 0], bearing: -90 deg, elevation: 30 deg, noise: 2 %, floor: 0.1 lx}
"""


def test_sensors_are_read_with_their_units():
    sensors = describe_text(TEXT).scenario.vehicles["eye"].vehicle.sensors
    assert (sensors["ir"].range, sensors["eye"].noise, sensors["eye"].floor) == (0.25, 0.02, 0.1)
    assert (sensors["ir"].unit, sensors["eye"].unit) == ("1", "lx")
    assert sensors["ir"].axis == (1.0, 0.0, 0.0)
    np.testing.assert_allclose(sensors["eye"].axis, (0.0, -np.sqrt(0.75), -0.5), atol=1e-15)


INSTRUMENTS = """
  imu: {type: imu, body: hull, mounting: [2 deg, 0, 0], attitude_noise: 0.1 deg, rate_noise: 0.1 deg/s, latency: 20 ms}
  depth: {type: depth, body: hull, at: [0.05, 0, 0], noise: 2 mbar, temperature: 12 degC}
  battery: {type: battery, voltage: 48 V, resistance: 100 mohm, capacity: 5 A h, hotel: 15 W}
  inside: {type: hull_pressure, inside: 80 kPa}
"""


def test_instruments_are_told_from_what_looks():
    vehicle = describe_text(TEXT + INSTRUMENTS.strip("\n") + "\n").scenario.vehicles["eye"].vehicle
    assert list(vehicle.eyes) == ["ir", "eye"]
    assert list(vehicle.instruments) == ["imu", "depth", "battery", "inside"]
    depth, battery = vehicle.sensors["depth"], vehicle.sensors["battery"]
    assert (depth.noise, depth.temperature, depth.atmosphere) == (200.0, 12.0, 101325.0)
    assert (battery.resistance, battery.capacity, battery.voltage_when_empty) == (0.1, 18000.0, 48.0)


def test_runs_and_pictures_leave_instruments_aside():
    simulation = Simulation(describe_text(TEXT + INSTRUMENTS.strip("\n") + "\n"))
    run = simulation.run(duration=0.05)
    assert list(run["sensor"].values) == ["ir", "eye"]
    assert len(eyes_of(simulation.scenario, {"hull": 0}, (0.1,))) == 2
    lines = SensorLines(simulation.scenario)
    assert [panel.lines for panel in lines.panels] == [("eye",), ("ir",)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("at: [0.05, 0, 0], noise", "at: [0.06, 0, 0], noise", "sensors.depth.at: the sensor lies 10 mm outside"),
        ("imu, body: hull", "imu, body: hul", "there is no body 'hul'; did you mean 'hull'?"),
        ("48 V", "48 A", "'A' is a unit of current, not of voltage"),
        (", capacity: 5 A h", "", "sensors.battery.capacity: is missing"),
        ("20 ms", "-1 ms", "sensors.imu.latency = -1 ms: must be at least 0"),
        ("inside: 80 kPa", "outside: 80 kPa", "unknown key; allowed: type, inside, noise"),
    ],
)
def test_bad_instruments_are_told(old, new, message):
    text = (TEXT + INSTRUMENTS.strip("\n") + "\n").replace(old, new, 1)
    with pytest.raises(DescriptionError) as caught:
        describe_text(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("at: [0.05, 0, 0]", "at: [0.06, 0, 0]", "text:6:40: sensors.ir.at: the sensor lies 10 mm outside the body"),
        ("body: hull, at: [0.05", "body: hul, at: [0.05", "there is no body 'hul'; did you mean 'hull'?"),
        ("2 %", "2 m", "'m' is a unit of length, not of share; allowed for a share: %"),
        ("2 %", "[1]", "must be a number in parts of one"),
        ("15 deg", "95 deg", "sensors.ir.beam = 95 deg: must be at most"),
        ("infrared", "sonar", "must be one of infrared, photocell"),
        ("range: 25 cm, ", "", "sensors.ir.range"),
    ],
)
def test_bad_sensors_are_told(old, new, message):
    with pytest.raises(DescriptionError) as caught:
        describe_text(TEXT.replace(old, new, 1))
    assert message in str(caught.value)


SHAPES = (
    {"ellipsoid": [0.3, 0.1, 0.2]},
    {"box": [0.4, 0.2, 0.1]},
    {"cylinder": {"radius": 0.1, "length": 0.4}},
    {"capsule": {"radius": 0.1, "length": 0.5, "axis": "down"}},
    {"plate": {"chord": 0.3, "span": 0.2, "thickness": 0.01}},
    {"extrusion": {"section": [[-0.1, 0.0], [0.0, -0.05], [0.2, 0.0], [0.0, 0.05]], "span": 0.3}},
)


@pytest.mark.parametrize("plain", SHAPES, ids=lambda plain: next(iter(plain)))
@settings(max_examples=30, deadline=None)
@given(st.tuples(*[st.floats(-1.0, 1.0)] * 3))
def test_the_distance_outside_is_that_to_the_nearest_point(plain, direction):
    """Against a plain search over the shape's convex hull, from a point twice as far out as its surface."""
    from scipy.optimize import minimize

    unit = np.array(direction)
    if np.linalg.norm(unit) < 0.1:
        return
    geometry = Shape.model_validate(plain).geometry
    corners = geometry.hull_points
    point = unit / np.linalg.norm(unit) * 0.05 + corners[np.argmax(corners @ unit)]
    away = distance_outside(geometry, point + geometry.centroid)
    nearest = _to_hull(corners, point, minimize)
    first_order = 0.2 * nearest + 1e-3
    assert abs(away - nearest) < (first_order if geometry.cut.kind == "ellipsoid" else 3e-3)
    assert distance_outside(geometry, geometry.centroid + 0.9 * corners[np.argmax(corners @ unit)]) == 0.0


def _to_hull(corners, point, minimize):
    """Return the distance of a point from the convex hull of points, by the dual: the best separating direction."""
    best = max(
        float(-minimize(lambda n: -(point @ n - (corners @ n).max()) / np.linalg.norm(n), start).fun)
        for start in (point, point - corners[np.argmin(np.linalg.norm(corners - point, axis=1))])
    )
    return max(best, 0.0)


def test_editors_know_sensors():
    import jsonschema

    from narcine.description.schema import json_schema
    from narcine.description.tree import read_tree

    schema = jsonschema.Draft202012Validator(json_schema("vehicle"))
    plain = read_tree(TEXT, "text").value
    assert schema.is_valid(plain)
    plain["sensors"]["ir"]["rang"] = 1.0
    assert not schema.is_valid(plain)


def test_numbers_of_sensors_need_a_source():
    unsourced = describe_text(TEXT).unsourced()
    assert {"sensors.ir.range", "sensors.eye.noise", "sensors.eye.floor"} <= set(unsourced)
