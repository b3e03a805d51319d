"""What drives a model, and how it starts."""

import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.identification.fitting.experiment import experiment_of
from narcine.identification.fitting.glimpse import glimpse
from narcine.identification.fitting.start import told_state
from narcine.identification.fitting.trial import Trial, commanded, read_trial, trial_of
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_run import motion_of_run
from narcine.recording.write import write_run
from tests.identification.fitting.made import DEEP, FREE, excitation, rov_model

TIMES = 5.0 + np.arange(40) * 0.1
STILL = np.zeros((40, 3))


def test_commands_of_samples_hold_from_their_samples_on():
    pulses = np.where(np.arange(40) < 10, 1500.0, 1650.0)
    trial = trial_of(Motion("x.csv", TIMES, STILL, commands={"lateral": pulses}))
    assert trial.schedule["lateral"] == ((5.0, 1500.0), (6.0, 1650.0))
    _, changes, commands = commanded(rov_model(), trial)
    assert changes == pytest.approx([0.0, 1.0])
    index = [each.name for each in rov_model().model.inputs].index("lateral")
    assert list(commands[:, index]) == [1500.0, 1650.0]


def test_a_vehicle_without_commands_drifts_and_a_scenario_does_as_it_says():
    """The run of a vehicle's file is an example, that of a scenario is the experiment."""
    trial = Trial(Motion("x.csv", TIMES - 5.0, STILL), {})
    rov = rov_model()
    _, changes, commands = commanded(rov, trial)
    assert list(changes) == [0.0]
    assert commands[0] == pytest.approx(rov.model.commands)
    steps = narcine.load("remus100_rudder_step")
    _, changes, _ = commanded(steps, trial)
    assert len(changes) == len({time for told in steps.scenario.commands.values() for time, _ in told} | {0.0})


def test_what_was_commanded_before_the_first_sample_holds():
    trial = Trial(Motion("x.csv", TIMES, STILL), {"lateral": ((0.0, 1500.0), (4.0, 1600.0), (7.5, 1500.0))})
    started, changes, commands = commanded(rov_model(), trial)
    assert changes == pytest.approx([0.0, 2.5])
    index = [each.name for each in started.model.inputs].index("lateral")
    assert list(commands[:, index]) == [1600.0, 1500.0]


def test_a_run_brings_its_commands_at_their_own_times(tmp_path):
    """Records every 50 ms; the commands change between them."""
    schedule = excitation(duration=4.0)
    run = narcine.load("bluerov", run__commands=schedule, **DEEP, **FREE).run(duration=4.0, record=0.05)
    write_run(run, tmp_path / "run.nc")
    trial = read_trial(tmp_path / "run.nc")
    assert trial.schedule["lateral"] == tuple(map(tuple, schedule["lateral"]))
    assert not trial.sampled


@pytest.mark.parametrize(
    ("schedule", "message"),
    [
        ({"lateral": ((0.0, 2500.0),)}, "allowed: 1100 us to 1900 us"),
        ({"latteral": ((0.0, 1500.0),)}, "did you mean 'lateral'"),
    ],
)
def test_commands_that_the_model_does_not_take_are_told(schedule, message):
    with pytest.raises(DescriptionError, match=r"x\.csv: its commands do not fit the model") as caught:
        commanded(rov_model(), Trial(Motion("x.csv", TIMES, STILL), schedule))
    assert message in str(caught.value)


def test_a_moment_is_told_by_the_samples_around_it():
    """The state of a run in the middle, by poses alone, against the run itself.

    A polynomial of fourth degree over 0.4 s leaves of motions of 1 Hz less than a hundredth of their velocity.
    """
    rov = narcine.load("bluerov", **DEEP, **FREE)
    run = rov.start(record=0.02)
    run.command["surge_port"] = 1650.0
    run.step(600)
    motion = motion_of_run(run.dataset(), "x.csv")
    poses = Motion("x.csv", motion.time, motion.position, motion.attitude)
    found = told_state(rov.model, rov.model.initial_state, rov.model.vehicles[0].root, glimpse(poses, 2.0))
    size = rov.model.positions + rov.model.velocities
    expected = run.states[100][:size]
    assert found[:size] == pytest.approx(expected, abs=5e-3)
    assert np.abs(expected[7:]).max() > 0.3


def test_joints_are_put_where_a_pose_has_them():
    """The pendulum's bob is measured, its hinge is not."""
    pendulum = narcine.load("pendulum")
    motion = motion_of_run(pendulum.run(duration=2.0, record=0.02), "x.csv")
    poses = Motion("x.csv", motion.time, motion.position, motion.attitude)
    model = pendulum.model
    found = told_state(model, model.initial_state, model.vehicles[0].root, glimpse(poses, 1.0))
    assert found[0] == pytest.approx(motion.joints["arm"][50], abs=1e-4)
    rate = np.gradient(motion.joints["arm"], motion.time)[50]
    assert found[1] == pytest.approx(rate, abs=2e-3)


def test_what_cannot_be_fitted_is_told():
    short = Trial(Motion("x.csv", TIMES[:2], STILL[:2]), {})
    with pytest.raises(DescriptionError, match=r"x\.csv: has 2 samples"):
        experiment_of(short, rov_model(), None, False)
    nothing = Trial(Motion("x.csv", TIMES), {})
    with pytest.raises(DescriptionError, match="nothing was measured"):
        experiment_of(nothing, rov_model(), None, False)
    trial = Trial(Motion("x.csv", TIMES, STILL), {})
    with pytest.raises(DescriptionError, match="attitude was not measured; there are position"):
        experiment_of(trial, rov_model(), ["attitude"], False)
    joints = Trial(Motion("x.csv", TIMES, joints={"tail": STILL[:, 0]}), {})
    with pytest.raises(DescriptionError, match="no joint coordinate 'tail'"):
        experiment_of(joints, rov_model(), None, False)
    with pytest.raises(DescriptionError, match="couplings hold together"):
        experiment_of(trial, narcine.load("bluerov_pair"), None, False)
    with pytest.raises(DescriptionError, match="several vehicles; name one with --vehicle"):
        experiment_of(trial, narcine.load("bluerov_pair"), None, True)
