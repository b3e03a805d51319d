"""`narcine mission` as people run it."""

from pathlib import Path

import numpy as np
import pytest
import xarray
from PIL import Image

from narcine.autonomy.reading import read_log
from narcine.description.library import MISSIONS
from tests.mission.conftest import DATA, TEXT

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """Return the folder in which commands run, with a mission in it."""
    (tmp_path / "zig.yaml").write_text(TEXT.replace("arrow.yaml", str(DATA / "arrow.yaml")))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_mission_leaves_log_run_pictures_and_page(folder, narcine):
    result = narcine("mission", "zig.yaml")
    assert result.returncode == 0, result.stderr
    place = folder / "runs" / "zig_001"
    names = {file.name for file in place.iterdir()}
    assert names == {
        *("mission.mcap", "run.nc", "mission.html"),
        *(f"{name}.png" for name in ("track", "control", "turns", "turn_rate")),
    }
    assert "Turns" in result.stdout
    assert "starboard" in result.stdout
    assert "times real time" in result.stdout
    assert "narcine view runs/zig_001 plays it back" in result.stderr
    for name in ("track", "control"):
        with Image.open(place / f"{name}.png") as picture:
            assert picture.width == 880
            assert len(set(np.asarray(picture.convert("L")).ravel())) > 20
    assert "frontseat_state" in (place / "mission.html").read_text()
    assert read_log(place / "mission.mcap").complete
    replayed = narcine("snapshot", "--help")
    assert replayed.returncode == 0
    page = narcine("report", str(place / "run.nc"))
    assert page.returncode == 0, page.stderr


@pytest.mark.slow
def test_the_same_command_twice_leaves_the_same_log_and_run(folder, narcine):
    for name in ("a", "b"):
        assert narcine("mission", "zig.yaml", "--out", name, "--no-plots").returncode == 0
    assert (folder / "a" / "mission.mcap").read_bytes() == (folder / "b" / "mission.mcap").read_bytes()
    runs = [xarray.load_dataset(folder / name / "run.nc", engine="h5netcdf") for name in ("a", "b")]
    assert runs[0].identical(runs[1])
    assert {file.name for file in (folder / "a").iterdir()} == {"mission.mcap", "run.nc"}
    again = narcine("mission", "zig.yaml", "--out", "a")
    assert again.returncode == 2
    assert "a: holds a run already; choose another folder, or add --overwrite" in again.stderr
    assert narcine("mission", "zig.yaml", "--out", "a", "--overwrite", "--no-plots").returncode == 0


def test_a_file_with_an_error_never_starts_the_motor(folder, narcine, monkeypatch):
    def refuse(*_):
        raise AssertionError("nothing may fly")

    monkeypatch.setattr("narcine.mission.flying.fly", refuse)
    text = (folder / "zig.yaml").read_text().replace("heading=80,", "heding=80,")
    (folder / "bad.yaml").write_text(text)
    result = narcine("mission", "zig.yaml", "bad.yaml", "--duration", "3 m")
    assert result.returncode == 2
    assert "bad.yaml:13:3: legs: unknown key 'heding'; did you mean 'heading'?" in result.stderr
    assert "--duration 3 m: 'm' is a unit of length, not of time" in result.stderr
    assert not (folder / "runs").exists()


def test_runs_of_a_mission_are_flown_beside_each_other(folder, narcine):
    text = (folder / "zig.yaml").read_text().replace("speed=1.5, ", "")
    (folder / "runs.yaml").write_text(text + "runs: {slow: {thrust: 50 %}, fast: {thrust: 80 %}}\n")
    result = narcine("mission", "runs.yaml", "--out", "out", "--set", "seed=3")
    assert result.returncode == 0, result.stderr
    place = folder / "out"
    assert {file.name for file in (place / "slow").iterdir()} == {"mission.mcap", "run.nc", "control.png"}
    assert (place / "track.png").exists()
    speeds = {
        name: float(xarray.load_dataset(place / name / "run.nc", engine="h5netcdf")["speed"].values[-600:].mean())
        for name in ("slow", "fast")
    }
    assert speeds["fast"] > 1.3 * speeds["slow"]
    page = (place / "mission.html").read_text()
    assert "slow" in page
    assert "thrust" in page


def test_several_missions_are_kept_and_leave_nothing_when_overwritten(folder, narcine):
    (folder / "runs.yaml").write_text((folder / "zig.yaml").read_text() + "runs: {a: {seed: 1}, b: {seed: 2}}\n")
    words = ("mission", "runs.yaml", "--out", "out", "--duration", "4 s", "--no-plots")
    place = folder / "out"
    (place / "own").mkdir(parents=True)
    (place / "own" / "mission.txt").write_text("somebody's own")
    assert narcine(*words).returncode == 0
    again = narcine(*words)
    assert again.returncode == 2
    for name in "ab":
        assert f"out/{name}: holds a run already; choose another folder, or add --overwrite" in again.stderr
    assert narcine("mission", "zig.yaml", "--out", "out").returncode == 2
    (place / "a" / "notes.txt").write_text("somebody's own")
    (place / "own" / "run.nc").write_text("of another mission")
    last = narcine("mission", "zig.yaml", "--out", "out", "--duration", "4 s", "--no-plots", "--overwrite")
    assert last.returncode == 0, last.stderr
    assert "out: mission.mcap, run.nc\n" in last.stdout
    left = {str(file.relative_to(place)) for file in place.rglob("*")}
    assert left == {"mission.mcap", "run.nc", "a", "a/notes.txt", "own", "own/mission.txt", "own/run.nc"}


def test_a_broken_rule_is_said(folder, narcine):
    result = narcine(
        *("mission", "zig.yaml", "--no-plots", "--set", "cruise_depth=2.1"),
        *("--set", "frontseat.rules.maximum_depth=2.2", "--set", "frontseat.rules.confirm=0"),
    )
    assert result.returncode == 1
    assert "zig: safe mode stop: maximum_depth: depth" in result.stderr


def test_words_that_make_no_sense_are_refused(folder, narcine):
    assert "which mission?" in narcine("mission").stderr
    assert "must be a positive number: times real time" in narcine("mission", "zig.yaml", "--pace", "0").stderr
    assert "two missions are called 'zig'" in narcine("mission", "zig.yaml", "zig.yaml").stderr
    assert "did you mean 'circle'?" in narcine("mission", "cirle").stderr


def test_missions_are_listed(narcine):
    said = narcine("list").stdout
    assert "zigzag_morpheus_fins" in said
    assert "mission" in said


def test_new_copies_missions_and_says_how_to_fly(folder, narcine):
    written = narcine("new", "my_mission.yaml", "--like", "zigzag_base")
    assert written.stdout.endswith("Try:\n  narcine mission my_mission.yaml\n")
    shipped = (MISSIONS / "zigzag_base.yaml").read_text()
    assert Path("my_mission.yaml").read_text() == shipped.replace("name: zigzag_base", "name: my_mission", 1)
    vehicle = narcine("new", "my_auv.yaml", "--like", "base")
    assert vehicle.stdout.endswith("narcine mission depth_steps --set vehicle=my_auv.yaml\n")
    assert "\nname: my_auv\n" in Path("my_auv.yaml").read_text()


@pytest.mark.parametrize("command", ["run", "view", "check"])
@pytest.mark.parametrize("name", ["zig.yaml", "zigzag_base"])
def test_a_mission_where_a_vehicle_is_wanted_is_told(narcine, command, name):
    result = narcine(command, name)
    assert result.returncode == 2
    assert result.stderr == f"{name} is a mission: fly it with `narcine mission {name}`\n"


def test_the_flights_of_a_folder_are_told(folder, narcine):
    for name in ("one", "two"):
        (folder / "both" / name).mkdir(parents=True)
        (folder / "both" / name / "run.nc").touch()
    result = narcine("view", "both")
    assert result.returncode == 2
    assert "`narcine view` plays back one: both/one, both/two" in result.stderr
