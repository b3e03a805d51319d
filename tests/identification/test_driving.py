"""Models that are started and commanded as an experiment was."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import narcine
from narcine.identification.comparing.comparison import ComparisonSettings, compare
from narcine.identification.comparing.driving import Setting, driven
from narcine.identification.comparing.smoothing import SmoothingSettings, smooth
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_run import motion_of_run

NEAR = SmoothingSettings(position_noise=1e-4, attitude_noise=1e-4)


def turned(motion, yaw, way, late=0.0):
    """Return a motion as a capture with another origin, north and clock tells it, without error."""
    turn = Rotation.from_euler("z", yaw)
    body = Rotation.from_quat(np.roll(motion.attitude, -1, axis=1))
    return Motion(
        "captured.csv",
        motion.time + late,
        turn.apply(motion.position) + way,
        np.roll((turn * body).as_quat(), 1, axis=1),
        commands=motion.commands,
    )


def only(motion, part):
    return {name: values for name, values in motion.commands.items() if part in name}


@pytest.mark.parametrize(("first", "near"), [(0, 0.005), (250, 0.1)])
def test_a_vehicle_repeats_its_own_run_wherever_it_starts(first, near):
    """From rest, and from 5 s on, when it moves.

    Smoothed starts are known to some mm/s. Propellers start at rest in either case, and spin up in some 0.2 s, in which
    it falls behind at a fraction of 1 m/s.
    """
    run = narcine.load("bluerov").run(duration=9.0)
    whole = motion_of_run(run, "bluerov")
    rows = slice(first, None)
    part = Motion("", whole.time[rows], whole.position[rows], whole.attitude[rows], commands=_cut(whole, rows))
    measured = turned(part, 2.0, [5.0, 3.0, 0.0], late=100.0)
    setting = Setting("bluerov", {})
    found = driven(setting, measured, smooth(measured, NEAR))
    compared = compare(found.motion, measured, ComparisonSettings(smoothing=NEAR, align="none"))
    assert compared.rms["position"] < near
    assert compared.rms["heading"] < 0.005
    assert compared.rms["speed"] < 2.0 * near
    assert found.motion.time[0] == pytest.approx(100.0 + whole.time[first])
    assert found.run["time"].values[0] == 0.0
    assert ("with its velocity" if first else "at rest") in found.words[1]


def _cut(motion, rows):
    return {name: values[rows] for name, values in only(motion, "surge").items()}


def test_vehicles_that_are_held_together_start_as_one_body():
    run = narcine.load("bluerov_pair").run(duration=6.0)
    whole = motion_of_run(run, "pair", "pair_2")
    measured = turned(whole, -1.0, [2.0, 1.0, 0.0])
    measured = Motion("", measured.time, measured.position, measured.attitude, commands=only(whole, "surge"))
    found = driven(Setting("bluerov_pair", {}, "pair_2"), measured, smooth(measured, NEAR))
    assert float(found.run["coupling_drift"].values[0].max()) < 1e-6
    compared = compare(found.motion, measured, ComparisonSettings(smoothing=NEAR, align="none"))
    assert compared.rms["position"] < 0.005


def test_what_the_experiment_does_not_command_stays_as_it_starts():
    """The file of bluerov tells both surge thrusters to start at 3 s; an experiment that tells of one moves one."""
    whole = motion_of_run(narcine.load("bluerov").run(duration=5.0), "bluerov")
    measured = Motion("", whole.time, whole.position, whole.attitude, commands=only(whole, "surge_port"))
    found = driven(Setting("bluerov", {}), measured, smooth(measured, NEAR))
    assert np.ptp(found.run["command"].sel(input="surge_starboard").values) == 0.0
    assert np.ptp(found.run["command"].sel(input="surge_port").values) == 200.0
    assert "held as they start: surge_starboard" in found.words[-1]


def test_settings_change_the_model():
    whole = motion_of_run(narcine.load("bluerov").run(duration=2.0), "bluerov")
    measured = Motion("", whole.time, whole.position, whole.attitude, commands=only(whole, "surge"))
    found = driven(Setting("bluerov", {"bodies.hull.mass": "9 kg"}), measured, smooth(measured, NEAR))
    assert float(found.run["mass"].values[0]) == pytest.approx(9.0)


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ({}, "has no columns command.NAME.*surge_starboard"),
        ({"surge_prt": np.full(101, 1500.0)}, "commands 'surge_prt', which the model does not know.*surge_port"),
    ],
)
def test_commands_that_drive_nothing_are_refused(commands, said):
    time = np.linspace(0.0, 1.0, 101)
    measured = Motion("", time, np.zeros((101, 3)), np.tile([1.0, 0, 0, 0], (101, 1)), commands=commands)
    with pytest.raises(ValueError, match=said):
        driven(Setting("bluerov", {}), measured, smooth(measured, NEAR))
