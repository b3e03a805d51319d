"""Maps: what stands at each point, what cannot swim, and what is kept."""

import json
from dataclasses import replace

import numpy as np
import pytest
import xarray

import narcine
from narcine.campaign import swims
from narcine.campaign.best import best_points, best_rows, problems_of, run_command
from narcine.campaign.dataset import NOT_SWUM, map_dataset
from narcine.campaign.keeping import Kept
from narcine.campaign.mapping import swim_map
from narcine.campaign.plan import plan_map
from narcine.campaign.swims import QUANTITIES, swim_points
from narcine.description.problems import DescriptionError
from narcine.recording.summary import summarise
from narcine.recording.write import read_run, write_run
from tests.campaign.chain import chain

AMPLITUDES = "20 deg,40 deg,60 deg"
"""The last is more than the joints allow."""


@pytest.fixture(scope="module")
def swum():
    return swim_map(chain(), {"gait.amplitude": AMPLITUDES, "gait.frequency": [1.0, 2.0]}, {"gait.lag": "50 deg"})


def test_a_point_has_the_numbers_of_a_run_alone(swum):
    """Bit for bit: the same description, the same kernels, the same summary."""
    vehicle = chain(amplitude="40 deg", frequency=2.0, lag="50 deg")
    alone = summarise(narcine.Simulation(vehicle).run())[0]
    for name in QUANTITIES:
        np.testing.assert_array_equal(swum[name].values[1, 1], getattr(alone, name), err_msg=name)


def test_a_point_that_cannot_be_built_says_why(swum):
    assert np.all(np.isnan(swum.speed.values[2]))
    assert np.all(np.isfinite(swum.speed.values[:2]))
    [(reason, points)] = problems_of(swum).items()
    assert "allowed: -50 deg to 50 deg" in reason
    assert points == [{"gait.amplitude": "60 deg", "gait.frequency": each} for each in ("1", "2")]


def test_a_point_that_explodes_says_when():
    stiff = chain()
    stiff["joints"]["bend_3"] |= {"stiffness": 0.0}
    del stiff["drives"]["bend_3"]
    stiff["gait"]["drives"] = ["bend_1", "bend_2"]
    swum = swim_map(stiff, {"joints.bend_3.stiffness": [1.0, 1e9]}, duration=2.0)
    assert np.isfinite(swum.speed.values[0])
    assert np.isnan(swum.speed.values[1])
    assert swum.problem.values[1].startswith("exploded after")


def test_the_file_tells_all_that_it_takes_to_repeat_it(swum, tmp_path):
    write_run(swum, tmp_path / "map.nc")
    read = read_run(tmp_path / "map.nc")
    xarray.testing.assert_equal(read, swum)
    assert read.speed.dims == ("gait.amplitude", "gait.frequency")
    assert read["gait.amplitude"].attrs["units"] == "rad"
    assert read["gait.frequency"].attrs["units"] == "Hz"
    for name, (unit, _) in QUANTITIES.items():
        assert read[name].attrs["units"] == unit
        assert read[name].attrs["long_name"]
    again = swim_map(
        json.loads(read.attrs["description"]), json.loads(read.attrs["over"]), duration=read.attrs["duration"]
    )
    xarray.testing.assert_equal(again, swum)


def test_best_points_come_with_their_commands(swum, tmp_path):
    fastest, cheapest = best_points(swum)
    assert fastest.settings == {"gait.amplitude": "40 deg", "gait.frequency": "2"}
    assert fastest.readings["speed"] == swum.speed.max()
    assert cheapest.readings["cost_of_transport"] == swum.cost_of_transport.min()
    assert fastest.command == ""
    filed = swum.assign_attrs(swum="chain.yaml")
    assert run_command(filed, (1, 1)) == (
        "narcine run chain.yaml --set 'gait.lag=50 deg' "
        "--set 'gait.amplitude=40 deg' --set gait.frequency=2 --duration 6"
    )
    rows = best_rows(swum, [fastest, cheapest])
    assert rows[0] == ["", "fastest", "cheapest"]
    assert rows[1] == ["gait.amplitude", "40 deg", cheapest.settings["gait.amplitude"]]
    assert rows[2][1] == "2 Hz"
    assert rows[-1][1].startswith("ahead")


def test_a_wave_that_runs_forward_swims_astern():
    swum = swim_map(chain(), {"gait.lag": "-60 deg,-50 deg"})
    [fastest, _] = best_points(swum)
    assert best_rows(swum, [fastest])[-1][1].startswith("astern")
    assert fastest.readings["forward_speed"] < 0.0 < fastest.readings["speed"]


def test_vehicles_of_different_layout_and_step_share_a_map(swum):
    """Further strips are further rows of tables: such swims are batches of their own."""
    crossed = chain()
    for link in crossed["bodies"].values():
        link |= {"drag": {"coefficients": [0.1, 0, 0]}, "crossflow": {"coefficient": 1.0, "strips": 4}}
    over = {"bodies.link_1.crossflow.strips": "3:5:3", "run.step": "5 ms,10 ms"}
    speeds = swim_map(crossed, over).speed.values
    assert np.all(np.isfinite(speeds))
    np.testing.assert_allclose(speeds, speeds.mean(), rtol=0.05)  # all resolve the same flow
    assert len(np.unique(speeds)) == speeds.size


def test_little_memory_changes_nothing(swum, monkeypatch):
    monkeypatch.setattr(swims, "LARGEST_RECORDS", 1)
    over = {"gait.amplitude": AMPLITUDES, "gait.frequency": [1.0, 2.0]}
    xarray.testing.assert_equal(swim_map(chain(), over, {"gait.lag": "50 deg"}), swum)


def test_progress_is_told_and_ends_at_one():
    told: list[float] = []
    swim_map(chain(), {"gait.frequency": "1:2:5"}, duration=1.0, progress=told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("over", "more", "message"),
    [
        ({}, {}, "a map needs an axis"),
        ({"gait.frequenc": [1.0, 2.0]}, {}, "did you mean 'frequency'"),
        ({"bodies.link_9.mass": [1.0, 2.0]}, {}, "there is no 'link_9' in bodies"),
        ({"gait.frequency": [1.0, 2.0]}, {"settings": {"gait.frequency": 3.0}}, "is set twice"),
        ({"gait.frequency": [1.0, 2.0]}, {"duration": -1.0}, "a run lasts at least one step"),
        ({"run.duration": [1.0, 2.0]}, {"duration": 3.0}, "the duration is given beside it"),
        ({"gait.frequency": [1.0, 2.0]}, {"vehicle": "chian"}, "did you mean 'chain'"),
        ({"gait.frequency": "1:2:10000", "gait.lag": "1:2:1000"}, {}, "at most 1000000"),
        ({"gait.amplitude": [2.0, 3.0]}, {}, "takes the prescribed joint"),
    ],
)
def test_what_holds_for_all_points_is_refused_at_once(over, more, message):
    with pytest.raises(DescriptionError, match=message):
        plan_map(chain(), over, **more)


def test_of_several_vehicles_one_is_named():
    over = {"water.density": [1000.0, 1025.0]}
    with pytest.raises(DescriptionError, match="there are pair_1, pair_2"):
        plan_map("bluerov_pair", over)
    assert plan_map("bluerov_pair", over, vehicle="pair_2").vehicle_number == 1


def test_what_has_swum_is_kept_and_further_values_swim_alone(tmp_path):
    file = tmp_path / "points.jsonl"
    plan = plan_map(chain(), {"gait.frequency": [1.0, 2.0, 3.0]}, duration=1.0)
    kept = Kept(file, plan)
    assert not kept.is_current
    kept.begin()
    for part in swim_points(plan, plan.points[:2]):
        kept.add(part)
    with file.open("a") as handle:
        handle.write('{"at": {"gait.frequency": "3"}, "readi')  # the process ended in the middle of a line
    again = Kept(file, plan)
    assert again.is_current
    xarray.testing.assert_equal(map_dataset(plan, again.swims), map_dataset(plan, kept.swims))
    again.begin()
    for part in swim_points(plan, plan.points[2:]):
        again.add(part)
    assert set(Kept(file, plan).swims) == set(plan.points)
    finer = plan_map(chain(), {"gait.frequency": "1:3:5"}, duration=1.0)
    assert set(Kept(file, finer).swims) == {("1",), ("2",), ("3",)}
    partly = map_dataset(finer, Kept(file, finer).swims)
    assert list(partly.problem.values) == ["", NOT_SWUM, "", NOT_SWUM, ""]
    for other in (
        plan_map(chain(), {"gait.frequency": [1.0, 2.0]}, {"gait.lag": 1.0}, duration=1.0),
        plan_map(chain(lag=1.0), {"gait.frequency": [1.0, 2.0]}, duration=1.0),
        replace(plan, duration=2.0),
    ):
        assert not Kept(file, other).is_current
        assert Kept(file, other).swims == {}


def test_settings_that_nothing_else_can_tell_apart_are_in_the_fingerprint(tmp_path):
    """A file that a description names counts with all that is in it."""
    plan = plan_map(chain(), {"gait.frequency": [1.0, 2.0]})
    (tmp_path / "hull.stl").write_bytes(b"one")
    named = replace(plan, description=replace(plan.description, plain={"mesh": str(tmp_path / "hull.stl")}))
    Kept(tmp_path / "points.jsonl", named).begin()
    assert Kept(tmp_path / "points.jsonl", named).is_current
    (tmp_path / "hull.stl").write_bytes(b"other")
    assert not Kept(tmp_path / "points.jsonl", named).is_current
