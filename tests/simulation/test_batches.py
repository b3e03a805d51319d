"""Batches: what each run records is what it records alone."""

import numpy as np
import pytest

import narcine
from narcine.simulation.batch import record_batch


@pytest.fixture(scope="module")
def ray():
    return narcine.load("raybot_tendon", run__record="50 ms")


def test_each_run_records_what_it_records_alone(ray):
    """Bit for bit: the same kernels take the same steps."""
    faster = narcine.load("raybot_tendon", run__record="50 ms", gait__frequency=2.0)
    alone = [ray.run(2.0), faster.run(2.0)]
    together = record_batch([ray, faster], 2.0)
    for one, other in zip(alone, together, strict=True):
        assert set(one.variables) == set(other.variables)
        for name in one.variables:
            np.testing.assert_array_equal(one[name].values, other[name].values, err_msg=name)
        assert one.attrs == other.attrs


def test_the_first_and_the_last_record_are_those_of_a_run_alone():
    """Prescribed joints stand where their gait has them from the start, and the end need not be a record's time."""
    turned = {"gait.turn": [[0.05, "10 deg"], [0.073, "0 deg"]]}
    ray = narcine.load("raybot", gait__start="full", run__commands=turned)
    alone = ray.run(0.11)
    [batched] = record_batch([ray], 0.11)
    assert np.abs(alone["joint_position"].sel(joint="tail_bend").values[0]) > 0.1
    for name in alone.variables:
        np.testing.assert_array_equal(alone[name].values, batched[name].values, err_msg=name)


def test_commands_hold_from_the_start_to_the_end(ray):
    slow, fast = record_batch([ray] * 2, 2.0, [{"gait.frequency": 0.5}, {"gait.frequency": 2.0}])
    for run, frequency in ((slow, 0.5), (fast, 2.0)):
        assert np.all(run["command"].sel(input="gait.frequency") == frequency)
        assert run["gait_frequency"].values[-1, 0] == pytest.approx(frequency, rel=0.05)  # 2 s behind a filter of 1 s


def test_a_run_that_explodes_ends_there(ray):
    mad = narcine.load("raybot_tendon", run__record="50 ms", transmissions__tendon_port__stiffness=1e9)
    sound, exploded = record_batch([ray, mad], 2.0)
    assert sound.attrs["ended"] == "at its full duration"
    assert exploded.attrs["ended"].startswith("exploded after")
    assert exploded.sizes["time"] < sound.sizes["time"]
    assert np.all(np.isfinite(exploded["position"]))


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ([{"gait.frequenc": 1.0}], r"did you mean 'gait\.frequency'"),
        ([{"gait.frequency": float("nan")}], "must be a finite number"),
        ([{"gait.frequency": "2 Hz"}], "must be a finite number in SI units"),
        ([{}, {}], "1 runs and commands of 2"),
    ],
)
def test_bad_commands_are_told(ray, commands, message):
    with pytest.raises(ValueError, match=message):
        record_batch([ray], 1.0, commands)


@pytest.mark.parametrize(("setting", "value"), [("step", 0.001), ("integrator", "semi_implicit"), ("record", 0.1)])
def test_runs_that_differ_in_more_than_a_batch_has_are_refused(ray, setting, value):
    """One step, integrator and interval hold for all of a batch: none of the others is dropped in silence."""
    other = narcine.load("raybot_tendon", **{"run__record": "50 ms", f"run__{setting}": value})
    with pytest.raises(ValueError, match=f"differ in {setting}"):
        record_batch([ray, other], 1.0)
    assert len(record_batch([ray, other], 0.2, **{setting: value})) == 2


def test_a_batch_shorter_than_a_step_is_refused(ray):
    with pytest.raises(ValueError, match="shorter than one step"):
        record_batch([ray], 0.0005)
