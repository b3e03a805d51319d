import numpy as np
import pytest

import narcine
from narcine.description.problems import DescriptionError
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_csv import write_motion_csv
from narcine.identification.motion.motion_file import read_motion
from narcine.recording.write import write_run


def written(tmp_path, text):
    file = tmp_path / "motion.csv"
    file.write_text(text)
    return file


def told(tmp_path, text):
    with pytest.raises(DescriptionError) as error:
        read_motion(written(tmp_path, text))
    return str(error.value.problems[0])


def test_a_motion_is_read_as_it_was_written(tmp_path):
    rng = np.random.default_rng(1)
    quaternions = rng.normal(size=(5, 4))
    motion = Motion(
        source=str(tmp_path / "motion.csv"),
        time=np.arange(5) * 0.1,
        position=rng.normal(size=(5, 3)),
        attitude=quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True),
        velocity=rng.normal(size=(5, 3)),
        angular_velocity=rng.normal(size=(5, 3)),
        joints={"tail_root.yaw": rng.normal(size=5)},
        commands={"surge_port": np.array([1500.0, 1500, 1700, 1700, 1500])},
    )
    motion.position[2] = np.nan
    write_motion_csv(motion, motion.file)
    again = read_motion(motion.file)
    for name in ("time", "position", "attitude", "velocity", "angular_velocity"):
        assert getattr(again, name) == pytest.approx(getattr(motion, name), rel=1e-8, nan_ok=True), name
    assert again.joints["tail_root.yaw"] == pytest.approx(motion.joints["tail_root.yaw"], rel=1e-8)
    assert np.array_equal(again.commands["surge_port"], motion.commands["surge_port"])


def test_angles_become_the_attitude_that_the_engine_gives_them(tmp_path):
    vehicle = narcine.load("pendulum")
    run = vehicle.run(duration=0.01)
    angles = np.degrees([run[name].values[0, 0] for name in ("roll_angle", "pitch_angle", "heading")])
    rows = "".join(f"{k},{angles[0]},{angles[1]},{angles[2]}\n" for k in range(3))
    motion = read_motion(written(tmp_path, f"time,roll [deg],pitch [deg],yaw [deg]\n{rows}"))
    assert motion.attitude[0] == pytest.approx(run["attitude"].values[0, 0], abs=1e-12)


def test_units_and_gaps(tmp_path):
    text = "time [ms],x [cm],y [mm],z,command.surge [us],battery\n0,100,1,2,1500,16\n10,,1,2,,16\n20,120,1,2,1600,16\n"
    motion = read_motion(written(tmp_path, text))
    assert motion.time == pytest.approx([0.0, 0.01, 0.02])
    assert motion.position[0] == pytest.approx([1.0, 0.001, 2.0])
    assert np.isnan(motion.position[1]).all()
    assert list(motion.commands["surge"]) == [1500.0, 1500.0, 1600.0]
    assert motion.unused == ("battery",)


def test_a_run_is_a_motion(tmp_path):
    run = narcine.load("pendulum").run(duration=0.1)
    write_run(run, tmp_path / "run.nc")
    motion = read_motion(tmp_path / "run.nc")
    assert np.array_equal(motion.position, run["position"].values[:, 0])
    assert np.array_equal(motion.joints["arm"], run["joint_position"].values[:, 0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t,x,y,z\n0,0,0,0\n", "there is no column 'time'"),
        ("time,x,y\n0,0,0\n1,0,0\n2,0,0\n", "there is no column 'z'"),
        ("time,x [kg],y,z\n0,0,0,0\n", "unknown unit 'kg'"),
        ("time,x,y,z\n0,0,0,0\n1,0,0,0\n", "it takes 3 at least"),
        ("time,x,y,z\n0,0,0,0\n2,0,0,0\n1,0,0,0\n", "motion.csv:4:1"),
        ("time,x,y,z\n0,0,0,0\nnan,0,0,0\n1,0,0,0\n", "motion.csv:3:1"),
        ("time,x,y,z\n0,0,0,0\n1,0,zero,0\n2,0,0,0\n", "motion.csv:3:5"),
        ("time,qw,qx,qy,qz\n0,1,0,0,0\n1,2,0,0,0\n2,1,0,0,0\n", "unit quaternion"),
        ("time,x,y,z\n0,0,0,0\n1,0,0\n2,0,0,0\n", "has 3 cells"),
        ("time,command.surge\n0,\n1,1500\n2,1500\n", "the first row must say"),
        ("time,x,x,y,z\n0,0,0,0,0\n", "stands in two columns"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_by_row_and_column(tmp_path, text, said):
    assert said in told(tmp_path, text)
