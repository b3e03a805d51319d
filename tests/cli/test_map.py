"""`narcine map` as people run it."""

import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import xarray
from PIL import Image
from ruamel.yaml import YAML

from tests.campaign.chain import chain

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
COMPILED = 240.0
"""Time (s) within which the engine is compiled, on a machine that does other things too."""
AXES = ("--over", "gait.frequency=1:2:3", "--over", "gait.amplitude=20 deg,30 deg,60 deg")
"""The last amplitude is more than the joints allow."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """Return the folder in which commands run, with the chain in it."""
    with (tmp_path / "chain.yaml").open("w") as file:
        YAML(typ="safe", pure=True).dump(chain(), file)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_map_leaves_numbers_and_a_picture_and_tells_the_best_points(folder, narcine):
    result = narcine("map", "chain.yaml", *AXES)
    assert result.returncode == 0, result.stderr
    assert {file.name for file in (folder / "maps" / "chain").iterdir()} == {"map.nc", "map.png", "points.jsonl"}
    swum = xarray.load_dataset(folder / "maps" / "chain" / "map.nc", engine="h5netcdf")
    assert swum.speed.shape == (3, 3)
    assert shlex.split(swum.attrs["command"])[:2] == ["narcine", "map"]
    with Image.open(folder / "maps" / "chain" / "map.png") as picture:
        assert picture.size[0] > 800
    assert "no numbers at 3 points, the first gait.frequency=1, gait.amplitude=60 deg: " in result.stderr
    assert "warning: not settled at 6 of 9 points" in result.stderr
    [command] = re.findall(r"fastest: (narcine run .*)", result.stdout)
    assert command == "narcine run chain.yaml --set gait.frequency=2 --set 'gait.amplitude=30 deg' --duration 6"
    run = narcine(*shlex.split(command)[1:], "--no-plots")
    assert re.search(rf"^speed +{float(swum.speed.max()):.3f} m/s$", run.stdout, re.MULTILINE)
    assert re.search(rf"^speed \(m/s\) +{float(swum.speed.max()):.3g} ", result.stdout, re.MULTILINE)


def test_the_same_command_swims_nothing_again_and_another_is_refused(folder, narcine):
    assert narcine("map", "chain.yaml", *AXES, "--out", "x").returncode == 0
    before = xarray.load_dataset(folder / "x" / "map.nc", engine="h5netcdf")
    again = narcine("map", "chain.yaml", *AXES, "--out", "x")
    assert "9 of 9 points have swum already" in again.stderr
    xarray.testing.assert_identical(before, xarray.load_dataset(folder / "x" / "map.nc", engine="h5netcdf"))
    wider = narcine("map", "chain.yaml", "--over", "gait.frequency=1:3:5", *AXES[2:], "--out", "x")
    assert "9 of 15 points have swum already" in wider.stderr
    other = ("map", "chain.yaml", *AXES, "--set", "gait.lag=1", "--out", "x")
    refused = narcine(*other)
    assert refused.returncode == 2
    assert refused.stderr.startswith("x: holds a map with other settings")
    assert narcine(*other, "--overwrite").returncode == 0


def test_mistakes_are_told_in_a_line_and_leave_nothing(folder, narcine):
    for words, said in (
        (("--over", "gait.frequenc=1:2:3"), "did you mean 'frequency'?"),
        (("--over", "gait.frequency=1:2"), "over gait.frequency=1:2: must read path=from:to:count"),
        (("--over", "gait.frequency=1,2", "--over", "gait.frequency=3,4"), "is an axis twice"),
        (("--over", "gait.frequency=1,2", "--duration", "2 kg"), "--duration 2 kg: 'kg' is a unit of mass"),
        (("--over", "gait.frequency=1,2", "--duration", "-2"), "duration -2: a run lasts at least one step"),
        (("--over", "gait.frequency=1,2", "--out", " "), "--out: must name a folder"),
        (("--over", "gait.frequency=1,2", "--set", "gait.lag"), "--set gait.lag: must read path=value"),
    ):
        result = narcine("map", "chain.yaml", *words)
        assert result.returncode == 2
        assert said in result.stderr
        assert "Traceback" not in result.stderr
    assert [file.name for file in folder.iterdir()] == ["chain.yaml"]


def test_a_map_on_which_nothing_swims_fails(folder, narcine):
    """Each axis alone can be set, no point can."""
    words = ("--over", "gait.amplitude=40 deg,45 deg", "--over", "gait.turn=15 deg,20 deg")
    result = narcine("map", "chain.yaml", *words)
    assert result.returncode == 1
    assert "no numbers at" in result.stderr
    assert not (folder / "maps" / "chain" / "map.png").exists()


def test_interrupted_it_keeps_what_has_swum(folder):
    words = ("--over", "gait.frequency=1:2:200", "--over", "gait.lag=0.5:1.5:50", "--duration", "60", "--out", "x")
    command = [sys.executable, "-m", "narcine", "map", "chain.yaml", *words]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    points, deadline = folder / "x" / "points.jsonl", time.monotonic() + COMPILED
    while not (points.exists() and points.read_text().count("\n") > 2) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=COMPILED)
    assert process.returncode == 130, said
    [done] = re.findall(r"interrupted with (\d+) of 10000 points; the same command goes on from there", said[1])
    assert points.read_text().count("\n") == int(done) + 1
    swum = xarray.load_dataset(folder / "x" / "map.nc", engine="h5netcdf")
    assert int(swum.speed.notnull().sum()) == int(done)
    assert (folder / "x" / "map.png").exists()
