"""A motion that is known, captured as an experiment would be, and held against itself."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from narcine.identification.comparing.alignment import Capture, axes_matrix
from narcine.identification.comparing.comparison import ComparisonSettings, compare
from narcine.identification.motion.motion import Motion

LEVER, MARKERS, AXES = (0.1, 0.3, -0.2), (0.0, 0.0, np.pi / 2), ("x", "-y", "-z")
CAPTURE = Capture(LEVER, MARKERS, AXES)
NOISE = 0.001


def quaternions(rotation):
    return np.roll(rotation.as_quat(), 1, axis=-1)


def simulated(rate=50.0, span=12.0):
    """Return a vehicle that rests for 3 s, then goes round in circles of 1 m with a time constant of 0.5 s."""
    time = np.arange(0.0, span + 1e-9, 1.0 / rate)
    since = np.maximum(time - 3.0, 0.0)
    yaw = 0.6 * (since - 0.5 * (1.0 - np.exp(-2.0 * since)))
    yaw_rate = 0.6 * (1.0 - np.exp(-2.0 * since))
    still = np.zeros_like(time)
    return Motion(
        "run.nc",
        time,
        np.stack([np.sin(yaw), 1.0 - np.cos(yaw), 0.5 + still], axis=1),
        quaternions(Rotation.from_euler("z", yaw[:, None])),
        np.stack([yaw_rate, still, still], axis=1),
        np.stack([still, still, yaw_rate], axis=1),
        commands={"surge": np.where(time >= 3.0, 1700.0, 1500.0)},
    )


def captured(motion, seed=0, noise=NOISE, origin=(4.0, 2.0, 1.0), yaw=0.7):
    """Return what a capture with its own origin and north tells of a motion."""
    rng = np.random.default_rng(seed)
    into = Rotation.from_euler("z", yaw) * Rotation.from_matrix(axes_matrix(AXES)).inv()
    body = Rotation.from_quat(np.roll(motion.attitude, -1, axis=1))
    position = into.apply(motion.position + body.apply(LEVER)) + origin
    attitude = into * body * Rotation.from_euler("ZYX", MARKERS[::-1])
    attitude = attitude * Rotation.from_rotvec(noise * rng.normal(size=position.shape))
    position += noise * rng.normal(size=position.shape)
    return Motion("captured.csv", motion.time, position, quaternions(attitude), commands=motion.commands)


def test_a_motion_is_found_alike_to_itself_whatever_the_capture_does_to_it():
    """Of noise of 1 mm the smoother leaves less; the heading at the start is told to 0.5 mrad or so."""
    found = compare(simulated(), captured(simulated(rate=100.0)), ComparisonSettings(CAPTURE))
    assert found.name == "captured"
    assert found.dtw["position"] < 2.0 * NOISE
    assert found.dtw["speed"] < 0.005
    assert found.dtw["heading"] < 2.0 * NOISE
    assert found.dtw["yaw_rate"] < 0.02
    assert min(found.pearson.values()) > 0.999
    assert found.rms["position"] < 3.0 * NOISE
    assert abs(found.final["heading"]) < 3.0 * NOISE
    assert found.lag == pytest.approx(0.0, abs=0.02)
    assert (found.engaged, found.released) == (pytest.approx(3.0), None)
    ours, theirs = found.rises
    assert ours.time == pytest.approx(0.5 * np.log(9.0), rel=0.01)
    assert theirs.time == pytest.approx(ours.time, rel=0.1)
    assert theirs.steady == pytest.approx(0.6, rel=0.01)
    assert found.shift.yaw == pytest.approx(0.7, abs=0.005)
    assert not found.doubts
    assert np.array_equal(found.simulated.time, found.measured.time)


@pytest.mark.parametrize("align", ["start", "fit"])
def test_both_alignments_find_where_the_capture_stands(align):
    found = compare(simulated(), captured(simulated(100.0)), ComparisonSettings(CAPTURE, align=align))
    assert found.rms["position"] < 4.0 * NOISE
    assert found.shift.yaw == pytest.approx(0.7, abs=0.005)
    assert any(f"aligned {'at the start' if align == 'start' else 'by the path'}" in line for line in found.applied)


def test_without_alignment_the_capture_stays_where_it_is():
    measured = captured(simulated(100.0), origin=(0.0, 0.0, 0.0), yaw=0.0)
    found = compare(simulated(), measured, ComparisonSettings(CAPTURE, align="none"))
    assert found.rms["position"] < 3.0 * NOISE
    assert "not aligned" in found.applied


def test_a_delay_is_told_and_taken_off_when_asked():
    late = captured(simulated(100.0))
    late = replace(late, time=late.time + 0.3)
    told = compare(simulated(), late, ComparisonSettings(CAPTURE))
    assert told.lag == pytest.approx(0.3, abs=0.02)
    assert told.rms["position"] > 0.1
    assert any("0.3 s at the end of the experiment" in line for line in told.applied)
    off = compare(simulated(), late, ComparisonSettings(CAPTURE, delay=0.3))
    assert off.lag == pytest.approx(0.0, abs=0.02)
    assert off.rms["position"] < 3.0 * NOISE
    assert any("put back by 0.3 s" in line for line in off.applied)


def test_gaps_tell_nothing():
    measured = captured(simulated(100.0))
    measured.position[500:600] = np.nan
    found = compare(simulated(), measured, ComparisonSettings(CAPTURE))
    assert not np.any((found.measured.time > 5.0) & (found.measured.time < 5.98))
    assert any("1 gap of the experiment, up to 1.01 s long" in line for line in found.applied)
    assert found.dtw["position"] < 2.0 * NOISE


def test_positions_alone_are_compared_as_far_as_they_go():
    whole = captured(simulated(100.0), origin=(0.0, 0.0, 0.0), yaw=0.0)
    places = Motion("places.csv", whole.time, simulated(100.0).position)
    found = compare(simulated(), places)
    assert set(found.dtw) == {"position", "speed"}
    assert found.dtw["speed"] < 0.002
    attitudes = replace(places, position=None, attitude=simulated(100.0).attitude)
    assert set(compare(simulated(), attitudes).dtw) == {"heading", "yaw_rate"}


def test_commands_that_differ_are_told():
    measured = captured(simulated(100.0))
    other = replace(measured, commands={"surge": np.full(len(measured.time), 1500.0)})
    found = compare(simulated(), other, ComparisonSettings(CAPTURE))
    (doubt,) = found.doubts
    assert doubt.endswith("are not those of the simulation for up to 75 % of the time: surge")


def test_a_capture_with_z_up_that_nobody_told_of_is_suspected():
    measured = captured(simulated(100.0))
    found = compare(simulated(), measured, ComparisonSettings(Capture(LEVER, MARKERS)))
    assert any("--axes x,-y,-z" in line for line in found.doubts)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda motion: replace(motion, time=motion.time + 100.0), r"no time in common.*--delay 100 "),
        (lambda motion: replace(motion, time=1000.0 * motion.time), "in milliseconds"),
        (lambda motion: replace(motion, position=None, attitude=None), "tells no poses"),
        (lambda motion: replace(motion, commands={"rudder": motion.commands["surge"]}), "is of another vehicle"),
        (lambda motion: replace(motion, time=motion.time + 11.95), "3 samples in common"),
        (lambda motion: replace(motion, position=np.full_like(motion.position, np.nan)), "0 positions tell no motion"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(change, said):
    with pytest.raises(ValueError, match=said):
        compare(simulated(), change(captured(simulated(100.0))), ComparisonSettings(CAPTURE))


def test_a_simulation_without_velocities_is_smoothed_too():
    bare = replace(simulated(100.0), velocity=None, angular_velocity=None)
    found = compare(bare, captured(simulated(100.0)), ComparisonSettings(CAPTURE))
    assert found.dtw["speed"] < 0.005


@pytest.mark.parametrize(("rate", "doubted"), [(2.0, True), (20.0, False)])
def test_samples_too_far_apart_for_the_motion_are_doubted(rate, doubted):
    """It rolls once in 5 s by 30 deg: between two samples half a second apart by half of that; twenty a second tell."""
    time = np.arange(0.0, 40.0, 1.0 / rate)
    rng = np.random.default_rng(1)
    roll = 0.5 * np.sin(2.0 * np.pi * 0.2 * time) + rng.normal(0.0, 0.003, len(time))
    still = np.zeros((len(time), 3))
    motion = Motion(
        "run.nc",
        time,
        rng.normal(0.0, NOISE, still.shape),
        quaternions(Rotation.from_euler("x", roll[:, None])),
        still,
        still,
    )
    found = compare(motion, replace(motion, velocity=None, angular_velocity=None), ComparisonSettings(align="none"))
    assert any("say it with --attitude-noise" in each for each in found.doubts) is doubted
