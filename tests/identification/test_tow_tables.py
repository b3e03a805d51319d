"""Tables of towing runs and of points: what they hold, and what is wrong with them, by row and column."""

from math import cos, nan, radians

import numpy as np
import pytest

from narcine.description.problems import DescriptionError
from narcine.identification.towing.points import Point, read_points, write_points
from narcine.identification.towing.tow_file import has_samples, read_runs

HEAD = "run,axis,time [s],speed [m/s],m1 [N],m2 [N],m3 [N]"
ROWS = ["a,surge,0,0,5,6,3", "a,surge,0.1,0.5,7,8,4", "a,surge,0.2,0.5,7,8,4"]


def written(folder, head, *rows):
    file = folder / "table.csv"
    file.write_text("\n".join([head, *rows]) + "\n")
    return file


def test_load_cells_are_combined_by_hand(tmp_path):
    file = written(tmp_path, HEAD, *ROWS)
    (run,) = read_runs(file)
    assert run.force == pytest.approx([5 + 6 - 3 * cos(radians(47)), *2 * [7 + 8 - 4 * cos(radians(47))]])
    (other,) = read_runs(file, wire_angle=radians(60.0))
    assert other.force == pytest.approx([9.5, 13.0, 13.0])
    assert (run.name, run.axis, run.driven) == ("a", "surge", False)


def test_units_and_turning_axes_are_read(tmp_path):
    file = written(tmp_path, "run,time [ms],rate [deg/s],moment [mN m]", "b,0,0,0", "b,100,90,50", "b,200,90,51")
    (run,) = read_runs(file, axis="pitch")
    assert run.time == pytest.approx([0.0, 0.1, 0.2])
    assert run.speed == pytest.approx([0.0, np.pi / 2, np.pi / 2])
    assert run.force == pytest.approx([0.0, 0.05, 0.051])


def test_axes_of_both_kinds_may_stand_in_one_table(tmp_path):
    head = "run,axis,time,speed,rate,force,moment,pulse,shaft [rpm]"
    turned = [f"b,yaw,{k},,0.3,,0.2,," for k in range(3)]
    driven = [f"a,surge,{k},0.5,,9,,1600,{600 + k}" for k in range(3)]
    first, second = read_runs(written(tmp_path, head, *driven, *turned))
    assert first.driven
    assert first.shaft[0] == pytest.approx(20.0 * np.pi)
    assert not second.driven
    assert second.pulse is None


@pytest.mark.parametrize(
    ("head", "rows", "told"),
    [
        ("run,axis,speed,force", ["a,surge,1,2"], "table.csv:1:1: there is no column 'time'"),
        (HEAD.replace("[m/s]", "[N]"), ROWS, "table.csv:1:19: speed: unknown unit 'N'; allowed: m/s"),
        (HEAD, [*ROWS[:2], "a,surge,0.2,fast,7,8,4"], "table.csv:4:13: speed = fast: must be a number"),
        (HEAD, [*ROWS[:2], "a,surge,nan,0.5,7,8,4"], "table.csv:4:9: time = nan: must be a number"),
        (
            HEAD,
            [*ROWS[:2], "a,surge,0.2,0.5,7,,4"],
            "table.csv:4:19: m2: is empty; every sample of the run must have it",
        ),
        (HEAD, [*ROWS[:2], "a,surge,0.05,0.5,7,8,4"], "table.csv:4:9: time = 0.05: times must grow within run a"),
        (
            HEAD,
            [*ROWS, "b,surge,0,0.5,7,8,4", "b,surge,1,0.5,7,8,4"],
            "table.csv:5:1: run = b: has 2 samples; a run takes 3",
        ),
        (HEAD, ROWS[:2], "has 2 rows below its first line; it takes 3 at least"),
        (HEAD, [*ROWS, "b,surge,0,1,7,8,4", "a,surge,1,1,7,8,4"], "table.csv:6:1: run = a: began in line 2 already"),
        (HEAD, [*ROWS[:2], "a,heave,0.2,0.5,7,8,4"], "table.csv:4:3: axis = heave: run a began along surge"),
        (HEAD, [*ROWS[:2], "a,serge,0.2,0.5,7,8,4"], "table.csv:4:3: axis = serge: must be one of"),
        (HEAD.replace(",m3 [N]", ",m4"), ROWS, "line 2: a run takes the columns m1, m2, m3, or force; there is m1, m2"),
        ("run,axis,time,rate,force", [f"a,surge,{k},1,2" for k in range(3)], "surge takes a column 'speed'"),
        ("run,time,speed,force", ["a,0,1,2"] * 3, "there is no column 'axis'; say it with --axis: surge"),
        (
            HEAD,
            [f"a,surge,{k},{0.5 if k < 9 else -0.5},7,8,4" for k in range(20)],
            "table.csv:11:11: speed = -0.5: run a changes its direction here; a run goes one way",
        ),
    ],
)
def test_what_is_wrong_with_runs_is_told_by_row_and_column(tmp_path, head, rows, told):
    with pytest.raises(DescriptionError) as caught:
        read_runs(written(tmp_path, head, *rows))
    assert told in str(caught.value)


def test_an_axis_is_said_once(tmp_path):
    with pytest.raises(DescriptionError, match="the file says the axis itself"):
        read_runs(written(tmp_path, HEAD, *ROWS), axis="surge")


POINTS = [
    Point("surge", 0.5, 8.7412345, 0.11, "", 3, 0.4),
    Point("surge", -0.1, -0.4, 0.12, "below the sensitivity, as seen", 2, 0.5),
    Point("pitch", 1.5, 0.45, 0.02, "", 1, nan),
    Point("pitch", 0.5, nan, nan, "no steady segment: 3 samples at one speed, it takes 20", 1, nan, name="p7"),
]


def test_points_are_read_as_they_are_written(tmp_path):
    file = tmp_path / "points.csv"
    write_points(POINTS, file)
    assert not has_samples(file)
    read = read_points(file)
    for before, after in zip(POINTS[:3], read, strict=False):
        for key in ("axis", "speed", "force", "sigma", "excluded", "count"):
            assert getattr(after, key) == getattr(before, key)
    assert read[3].excluded == "run p7: no steady segment: 3 samples at one speed, it takes 20"


def test_points_picked_by_hand_need_little(tmp_path):
    (point,) = read_points(written(tmp_path, "speed [cm/s],force", "50,8.7"), axis="surge")
    assert (point.axis, point.speed, point.force, point.excluded) == ("surge", 0.5, 8.7, "")
    assert np.isnan(point.sigma)


@pytest.mark.parametrize(
    ("head", "rows", "told"),
    [
        ("axis,speed,force,sigma", ["surge,1,2,0.1", "surge,2,8,"], "table.csv:3:11: sigma: is empty; give it for all"),
        ("axis,speed,force,sigma", ["surge,1,2,0"], "table.csv:2:11: sigma = 0: must be greater than 0"),
        ("axis,speed,force", ["surge,,2"], "table.csv:2:7: speed: is empty"),
        ("axis,speed,force", ["surge,1,"], "table.csv:2:9: force: is empty; `excluded` may say why"),
        ("axis,speed,force", ["pitch,1,2"], "line 2: pitch takes a column 'rate'"),
    ],
)
def test_what_is_wrong_with_points_is_told_by_row_and_column(tmp_path, head, rows, told):
    with pytest.raises(DescriptionError) as caught:
        read_points(written(tmp_path, head, *rows))
    assert told in str(caught.value)
