"""`narcine lab` and `narcine identify pmm`, as a user types them."""

import pytest

import narcine
from narcine.cli.identify_pmm import pmm_command as identify_pmm
from narcine.cli.lab_cameras import CameraOptions
from narcine.cli.lab_decay import decay_command
from narcine.cli.lab_motion import motion_command
from narcine.cli.lab_plan import plan_command
from narcine.cli.lab_pmm import pmm_command
from narcine.cli.lab_tank import TankOptions
from narcine.cli.lab_tow import tow_command
from narcine.description.problems import DescriptionError
from narcine.identification.motion.motion_csv import read_motion_csv
from narcine.identification.towing.tow_file import read_runs

SHORT = TankOptions(rate=10.0, steady="4 s", rest="2 s")


def is_picture(file):
    return file.read_bytes().startswith(b"\x89PNG")


def test_a_campaign_is_towed_and_said(tmp_path, capsys):
    file = tmp_path / "tow.csv"
    assert tow_command("bluerov", axis="surge,heave", speeds="-1:1:4", repeats=2, tank=SHORT, seed=5, out=file) == 0
    told = capsys.readouterr().out
    assert "surge: 8 runs, forces up to" in told
    assert "--seed 5 gives them again" in told
    runs = read_runs(file)
    assert {run.axis for run in runs} == {"surge", "heave"}
    assert len(runs) == 16
    assert is_picture(file.with_suffix(".png"))
    again = tmp_path / "again.csv"
    tow_command("bluerov", axis="surge,heave", speeds="-1:1:4", repeats=2, tank=SHORT, seed=5, out=again)
    assert again.read_text() == file.read_text()


def test_thrusters_turn_while_towed(tmp_path):
    file = tmp_path / "thrust.csv"
    tow_command(
        "bluerov", speeds="0,0.5", thrusters="surge_port,surge_starboard", pulse="1650", tank=SHORT, repeats=1, out=file
    )
    assert file.read_text().startswith("run,axis,time [s],speed [m/s],m1 [N],m2 [N],m3 [N],pulse [us],shaft [rpm]\n")
    assert all(run.driven for run in read_runs(file))


def test_an_existing_table_is_left_alone(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("measured")
    with pytest.raises(DescriptionError, match="exists already and is left as it is"):
        tow_command("bluerov", out=file)
    assert file.read_text() == "measured"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"axis": "surge,pitch"}, "forces and moments are tables of their own"),
        ({"axis": "surg"}, "did you mean 'surge'"),
        ({"speeds": "0:1"}, "must read from:to:count"),
        ({"speeds": "900 m/s"}, "must lie within 20 m/s"),
        ({"speeds": "0.5,0.5"}, "the same speed twice"),
        ({"repeats": 0}, "must lie between 1 and 1000"),
        ({"thrusters": "surge_port"}, "belong together"),
        ({"thrusters": "stern", "pulse": "1600"}, "there is no 'stern'"),
        ({"thrusters": "surge_port", "pulse": "3000"}, "takes 1100 to 1900 us"),
        ({"tank": TankOptions(noise="-1 N")}, "must be at least 0"),
        ({"tank": TankOptions(rate=0.0)}, "samples a second"),
        ({"tank": TankOptions(spikes=1.5)}, "must be a share"),
        ({"tank": TankOptions(steady="1 m")}, "is a unit of length, not of time"),
    ],
)
def test_silly_tows_are_refused(settings, message, tmp_path):
    with pytest.raises(DescriptionError, match=message):
        tow_command("bluerov", out=tmp_path / "x.csv", **settings)
    assert not list(tmp_path.iterdir())


def test_from_the_mechanism_to_a_vehicle_file(tmp_path, capsys):
    file, written = tmp_path / "pmm.csv", tmp_path / "mine.yaml"
    assert pmm_command("bluerov", frequency="0.2", cycles=4, out=file) == 0
    assert is_picture(file.with_suffix(".png"))
    assert identify_pmm(file, vehicle="bluerov", write=written, out=tmp_path / "told") == 0
    told = capsys.readouterr().out
    assert "-Y_vdot" in told
    assert "inertia by harmonic" in told
    assert "not written, since even their sign is open: " in told
    (placed,) = narcine.load(str(written)).scenario.vehicles.values()
    # 18.5 with an interval of some +-0.2
    assert placed.vehicle.bodies["hull"].added_inertia.matrix[1][1] == pytest.approx(18.5, abs=0.6)
    assert is_picture(tmp_path / "told" / "pmm.png")
    assert (tmp_path / "told" / "pmm.csv").read_text().startswith("number,kind,row,column,value,low,high,unit\n")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"motion": "swya"}, "did you mean 'sway'"),
        ({"speed": "0"}, "which takes a speed"),
        ({"rate": 1.5}, "ten samples a cycle"),
        ({"cycles": 1, "frequency": "0.4"}, "a run has 100 samples at least"),
        ({"frequency": "99"}, "must lie between"),
        ({"angle": "9999 deg"}, "must lie between"),
    ],
)
def test_silly_swings_are_refused(settings, message, tmp_path):
    with pytest.raises(DescriptionError, match=message):
        pmm_command("bluerov", out=tmp_path / "x.csv", **settings)


def test_what_cannot_be_written_is_refused_at_once(tmp_path):
    with pytest.raises(DescriptionError, match="needs --vehicle"):
        identify_pmm(tmp_path / "none.csv", write=tmp_path / "x.yaml")
    with pytest.raises(DescriptionError, match="has foils"):
        identify_pmm(tmp_path / "none.csv", vehicle="remus100", write=tmp_path / "x.yaml")


def test_a_decay_brings_its_vehicle_along(tmp_path, capsys):
    file = tmp_path / "decay.csv"
    assert decay_command("bluerov", spring="40 N/m", duration="10 s", out=file) == 0
    assert "period 4.5" in capsys.readouterr().out
    motion = read_motion_csv(file)
    assert len(motion.time) == 201
    run = narcine.load(str(tmp_path / "decay.yaml")).run(record=0.05)
    # the file gives the same motion, which cameras saw with 1 mm of noise
    assert motion.position[:, 2] == pytest.approx(run.position.values[:, 0, 2], abs=0.006)
    assert is_picture(tmp_path / "decay.png")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"axis": "yaw"}, "nothing brings it back"),
        ({"axis": "heave", "arm": "1 m"}, "an arm swings ahead and back"),
        ({"axis": "yaw", "spring": "40 N/m"}, "angular stiffness"),
        ({"spring": "40 N/m", "offset": "0"}, "must be other than 0"),
    ],
)
def test_what_does_not_swing_is_refused(settings, message, tmp_path):
    with pytest.raises(DescriptionError, match=message):
        decay_command("bluerov", out=tmp_path / "x.csv", **settings)


def test_motion_under_cameras_has_its_commands(tmp_path, capsys):
    file = tmp_path / "motion.csv"
    cameras = CameraOptions(lost="20 %", lever="0.1,0,-0.2")
    assert motion_command("bluerov", duration="6 s", cameras=cameras, out=file) == 0
    assert "of them lost" in capsys.readouterr().out
    motion = read_motion_csv(file)
    assert motion.commands["surge_port"][[0, -1]] == pytest.approx([1500.0, 1700.0])
    with pytest.raises(DescriptionError, match="three lengths"):
        motion_command("bluerov", cameras=CameraOptions(lever="1,2"), out=tmp_path / "x.csv")


def test_a_plan_says_how_many_runs(tmp_path, capsys):
    picture = tmp_path / "plan.png"
    assert plan_command("bluerov", width="2 %", campaigns=10, tank=SHORT, out=picture) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "runs (8 speeds," in told
    assert "give X_u|u| = 34.96 +- " in told
    assert is_picture(picture)
    assert plan_command("bluerov", width="0.5 %", calibration="1 %", campaigns=0, out=picture) == 1
    assert "calibrate better" in capsys.readouterr().out
    with pytest.raises(DescriptionError, match="is zero here"):
        plan_command("bluerov", of="linear", out=picture)
    with pytest.raises(DescriptionError, match="three speeds at least"):
        plan_command("bluerov", speeds="-1,1", out=picture)
