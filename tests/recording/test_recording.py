"""The run file: its names are a contract, it is written whole or not at all, and its summary is right."""

import json

import numpy as np
import pytest
import xarray

import narcine
from narcine.description.load import describe_text
from narcine.description.template import template
from narcine.recording.dataset import euler_angles
from narcine.recording.summary import summarise
from narcine.recording.write import read_run, whole_file, write_run
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from tests.conftest import simulate

# the contract of docs/run_file.md: changing it needs an entry in the CHANGELOG
VARIABLES = {
    "position": ("time", "body", "world_axis"),
    "attitude": ("time", "body", "quaternion"),
    "velocity": ("time", "body", "body_axis"),
    "angular_velocity": ("time", "body", "body_axis"),
    "joint_position": ("time", "joint"),
    "joint_velocity": ("time", "joint"),
    "drive_effort": ("time", "joint"),
    "spring_effort": ("time", "joint"),
    "command": ("time", "input"),
    "actuator_state": ("time", "actuator"),
    "propeller_power": ("time", "propeller"),
    "motor_power": ("time", "motor"),
    "power": ("time", "term"),
    "kinetic_energy": ("time",),
    "anchor_power": ("time",),
    "roll_angle": ("time", "vehicle"),
    "pitch_angle": ("time", "vehicle"),
    "heading": ("time", "vehicle"),
    "depth": ("time", "vehicle"),
    "speed": ("time", "vehicle"),
    "water_velocity": ("time", "vehicle", "world_axis"),
    "tail_tip": ("time", "vehicle", "world_axis"),
    "gait_frequency": ("time", "vehicle"),
    "contact_force": ("time", "vehicle", "obstacle"),
    "contact_impulse": ("time", "vehicle", "obstacle"),
    "reading": ("time", "sensor"),
    "obstacle_position": ("time", "obstacle", "world_axis"),
    "coupling_force": ("time", "coupling", "body_axis"),
    "coupling_moment": ("time", "coupling", "body_axis"),
    "coupling_drift": ("time", "coupling"),
    "docked": ("time", "coupling"),
}
ATTRIBUTES = {
    "Conventions",
    "title",
    "summary",
    "source",
    "narcine_version",
    "description",
    "settings",
    "integrator",
    "step",
    "seed",
    "density",
    "gravity",
    "current",
    "surface",
    "ended",
    "warnings",
}


@pytest.fixture(scope="module")
def run():
    return narcine.load("raybot", gait__frequency=1.5).run(duration=10.0)


def test_the_names_are_the_documented_ones(run):
    assert {name: variable.dims for name, variable in run.data_vars.items()} == VARIABLES
    assert set(run.attrs) == ATTRIBUTES
    for name in VARIABLES:
        assert run[name].attrs["long_name"]
    assert run.attrs["Conventions"] == "CF-1.11"
    assert run.time.attrs["units"] == "s"
    assert run.depth.attrs["standard_name"] == "depth"


def test_a_file_keeps_everything(run, tmp_path):
    file = tmp_path / "run.nc"
    write_run(run, file)
    again = read_run(file)
    xarray.testing.assert_identical(again.drop_attrs(), run.drop_attrs())
    assert again.attrs.keys() == run.attrs.keys()
    assert all(np.array_equal(again.attrs[key], run.attrs[key]) for key in run.attrs)
    assert [path.name for path in tmp_path.iterdir()] == ["run.nc"]


def test_the_file_describes_its_own_vehicle(run):
    """What made a run can be made again from the file alone."""
    again = narcine.Simulation(json.loads(run.attrs["description"])).run(duration=1.0)
    assert again.gait_frequency.values[0, 0] == 1.5
    same = run.sel(time=slice(0.0, 1.0 + 1e-9))
    assert np.array_equal(again.position.values, same.position.values)
    assert json.loads(run.attrs["settings"]) == {"gait.frequency": 1.5}


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    file = tmp_path / "deep" / "numbers.txt"
    with whole_file(file) as unfinished:
        unfinished.write_text("old")

    def fail():
        with whole_file(file) as unfinished:
            unfinished.write_text("half of the n")
            raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        fail()
    assert file.read_text() == "old"
    assert [path.name for path in file.parent.iterdir()] == ["numbers.txt"]


def test_euler_angles_are_those_that_made_the_rotation():
    rng = np.random.default_rng(2)
    for roll, pitch, yaw in rng.uniform(-1.5, 1.5, (20, 3)):
        quaternion = quaternion_from_matrix(rotation_from_euler(roll, pitch, yaw))
        assert np.array(euler_angles(quaternion)) == pytest.approx([roll, pitch, yaw], abs=1e-12)


def test_quaternions_do_not_jump(run):
    steps = np.linalg.norm(np.diff(run.attitude.values, axis=0), axis=-1)
    assert steps.max() < 0.2


def test_the_summary_of_raybot(run):
    summary = summarise(run)[0]
    assert summary.frequency == pytest.approx(1.5, rel=1e-6)
    start, end = summary.window
    assert (end - start) * 1.5 == pytest.approx(round((end - start) * 1.5), abs=0.05)  # whole beats, to one record
    way = run.position.sel(body="disc").interp(time=[start, end]).values
    # it still gathers speed and weaves a little: the way is longer than its ends are apart
    assert summary.speed == pytest.approx(np.linalg.norm(way[1] - way[0]) / (end - start), rel=0.01)
    assert summary.strouhal == pytest.approx(summary.frequency * summary.sweep / summary.speed, rel=1e-12)
    assert summary.cost_of_transport == pytest.approx(summary.power / (5.5 * 9.81 * summary.speed), rel=1e-9)
    assert 0.05 < summary.sweep < 0.3


def test_a_straight_runner_has_no_strouhal_number():
    summary = summarise(narcine.load("remus100").run(duration=30.0))[0]
    assert np.isnan(summary.strouhal)
    assert summary.power > 10.0


def swimmer(turning=0.0, current=(0.0, 0.0, 0.0), frequency=1.25, sweep=0.2, speed=0.4, duration=40.0):
    """Return a made-up run of known speed and sweep: a point on a line or circle, its tail tip swinging across."""
    time = np.arange(0.0, duration, 0.02)
    heading = turning * time
    integral = [np.sin(heading), 1.0 - np.cos(heading)] if turning else [time, 0.0 * time]
    way = np.stack([*integral, 0.0 * time], axis=1) * (speed / turning if turning else speed)
    way += time[:, None] * np.array(current)
    across = np.stack([-np.sin(heading), np.cos(heading), 0.0 * time], axis=1)
    beat = np.sin(2.0 * np.pi * frequency * time)[:, None]
    run = narcine.load("raybot").run(duration=0.1)
    wave = {
        "position": (way + 0.1 * sweep * beat * across)[:, None],
        "tail_tip": (way + 0.5 * sweep * beat * across)[:, None],
        "heading": (heading + 0.2 * beat[:, 0])[:, None],
    }
    run = run.isel(time=np.zeros(len(time), int), body=[0]).assign_coords(time=time)
    run = run.assign(gait_frequency=(("time", "vehicle"), np.full((len(time), 1), frequency)))
    wave["water_velocity"] = np.broadcast_to(current, (len(time), 1, 3))
    return run.assign({name: (run[name].dims, values) for name, values in wave.items()})


@pytest.mark.parametrize("turning", [0.0, 0.05, -0.3])
@pytest.mark.parametrize("current", [(0.0, 0.0, 0.0), (0.3, -0.2, 0.0)])
def test_speed_and_sweep_are_those_of_the_swimmer_whether_it_turns_or_drifts(turning, current):
    """Records every 20 ms miss the peak of a beat by at most 0.3 %; averaging a circle of 0.3 rad/s loses 0.2 %."""
    summary = summarise(swimmer(turning, current))[0]
    assert summary.speed == pytest.approx(0.4, rel=5e-3)
    assert summary.sweep == pytest.approx(0.2, rel=1e-2)
    assert summary.strouhal == pytest.approx(1.25 * 0.2 / 0.4, rel=1e-2)
    assert summary.heading_change == pytest.approx(turning * (40.0 - 1 / 1.25), abs=0.02)
    assert summary.turn_rate == pytest.approx(turning, abs=1e-3)
    assert summary.unsteadiness < 1e-3
    if current[0] and not turning:
        assert summary.ground_speed == pytest.approx(np.hypot(0.7, 0.2), rel=5e-3)


def test_a_swimmer_that_gathers_speed_or_sinks_shows_it():
    """At 0.4 m/s + 0.01 m/s2 t; a beat has the speed of its middle."""
    run = swimmer()
    time = run.time.values
    run["position"].values[:, 0, 0] += 0.005 * time**2
    run["depth"].values[:, 0] = 2.0 + 0.03 * time + 0.01 * np.sin(2.0 * np.pi * 1.25 * time)
    summary = summarise(run)[0]
    start, end = summary.window
    first, last = (0.4 + 0.01 * each for each in (start + 0.4, end - 0.4))
    assert summary.unsteadiness == pytest.approx((last - first) / last, rel=1e-3)
    assert summary.sink_rate == pytest.approx(0.03, rel=1e-3)


def test_forward_is_where_the_bow_points_through_the_water():
    """A ball without drag goes east at 0.5 m/s in water that goes at 0.2, its bow to the east, then to the west."""
    for bow, forward in (("90 deg", 0.3), ("-90 deg", -0.3)):
        start = {"attitude": [0, 0, bow], "velocity": [0.5 if forward > 0.0 else -0.5, 0, 0]}
        ball = simulate(
            bodies={"ball": {"shape": {"sphere": 0.1}, "mass": 4.19, "displaced_volume": 4.19e-3}},
            run={"start": start, "water": {"current": [0, 0.2, 0]}},
        )
        summary = summarise(ball.run(duration=1.0))[0]
        assert summary.forward_speed == pytest.approx(forward, rel=1e-9)
        assert (summary.speed, summary.ground_speed) == pytest.approx((0.3, 0.5), rel=1e-9)


def test_a_servo_that_cannot_follow_shows_in_the_summary():
    weak = narcine.Simulation(describe_text(template("fish").replace("prescribed", "servo, rate: 6, torque: 0.005")))
    strong = narcine.Simulation(describe_text(template("fish").replace("prescribed", "servo, rate: 6, torque: 5")))
    errors = [np.degrees(summarise(each.run(duration=10.0))[0].servo_error) for each in (weak, strong)]
    assert errors[0] > 10.0
    assert errors[1] < 2.0
