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
    alone = [ray.run(2.0), narcine.load("raybot_tendon", run__record="50 ms", gait__frequency=2.0).run(2.0)]
    faster = narcine.load("raybot_tendon", gait__frequency=2.0)
    together = record_batch([ray, faster], 2.0)
    for one, other in zip(alone, together, strict=True):
        assert set(one.variables) == set(other.variables)
        for name in one.variables:
            np.testing.assert_array_equal(one[name].values, other[name].values, err_msg=name)
        assert {**one.attrs, "settings": ""} == {**other.attrs, "settings": ""} | {
            "description": one.attrs["description"]
        }


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


def test_an_unknown_command_is_told(ray):
    with pytest.raises(ValueError, match=r"gait\.frequenc"):
        record_batch([ray], 1.0, [{"gait.frequenc": 1.0}])


def test_commands_are_as_many_as_runs(ray):
    with pytest.raises(ValueError, match="1 commands for 2 runs"):
        record_batch([ray] * 2, 1.0, [{"gait.frequency": 1.0}])
