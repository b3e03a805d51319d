"""The commands, as a user types them."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import xarray
from rich.console import Console

from narcine.cli.run import say_if_compiling

COMMANDS = ("run", "view", "replay", "report", "film", "snapshot", "check", "list", "new", "import", "added-inertia")
COMMANDS += ("schema", "bench", "map", "track")
BROKEN = "name: broken\nbodies:\n  hull: {mass: -1, shape: {ellipsoid: [0.2, 0.1, 0.1]}}\n"


def narcine(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "narcine", *words],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_comes_at_once_and_has_examples(tmp_path):
    times = []
    for _ in range(3):
        started = time.perf_counter()
        result = narcine("--help", folder=tmp_path)
        times.append(time.perf_counter() - started)
        assert result.returncode == 0
    for command in COMMANDS:
        assert command in result.stdout
    assert "narcine run raybot" in result.stdout
    assert min(times) < 0.5


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(command, tmp_path):
    result = narcine(command, "--help", folder=tmp_path)
    assert result.returncode == 0
    assert f"narcine {command}" in result.stdout.split("Examples:")[1]


def test_run_leaves_numbers_and_pictures(tmp_path):
    result = narcine("run", "raybot", "--duration", "2", "--set", "gait.frequency=1.5 Hz", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    folder = tmp_path / "runs" / "raybot_001"
    assert {file.name for file in folder.iterdir()} == {
        "run.nc",
        "path.png",
        "speed.png",
        "attitude.png",
        "joints.png",
    }
    dataset = xarray.load_dataset(folder / "run.nc", engine="h5netcdf")
    assert dataset.time.values[-1] == pytest.approx(2.0)
    for word in ("speed", "Strouhal number", "cost of transport", "depth", "pitch", "faster than real time"):
        assert word in result.stdout
    again = narcine("run", "raybot", "--duration", "1", "--no-plots", folder=tmp_path)
    assert again.returncode == 0
    assert (tmp_path / "runs" / "raybot_002" / "run.nc").exists()


def test_run_follows_a_log_of_commands(tmp_path):
    (tmp_path / "log.csv").write_text("time,rudder [deg]\n0.5,10\n")
    words = ("run", "remus100", "--duration", "1", "--no-plots", "--out", "x", "--commands", "log.csv")
    assert narcine(*words, folder=tmp_path).returncode == 0
    run = xarray.load_dataset(tmp_path / "x" / "run.nc", engine="h5netcdf")
    rudder = run.command.sel(input="rudder").values
    assert (rudder[run.time < 0.49] == 0.0).all()
    assert rudder[run.time > 0.51] == pytest.approx(10.0 / 57.29577951308232)
    (tmp_path / "log.csv").write_text("time,rudder [deg]\n0.5,ten\n")
    refused = narcine(*words, "--overwrite", folder=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("log.csv:2:5: rudder = ten: must be a number")


def test_run_never_writes_over_a_run_unless_told(tmp_path):
    words = ("run", "pendulum", "--duration", "1", "--no-plots", "--out", "here")
    assert narcine(*words, folder=tmp_path).returncode == 0
    before = (tmp_path / "here" / "run.nc").read_bytes()
    refused = narcine(*words, folder=tmp_path)
    assert refused.returncode == 2
    assert "holds a run already" in refused.stderr
    assert (tmp_path / "here" / "run.nc").read_bytes() == before
    (tmp_path / "here" / "joints.png").write_text("the picture of an older run")
    assert narcine(*words, "--overwrite", folder=tmp_path).returncode == 0
    assert [file.name for file in (tmp_path / "here").iterdir()] == ["run.nc"]


def test_runs_at_the_same_time_take_different_folders(tmp_path):
    command = [sys.executable, "-m", "narcine", "run", "pendulum", "--duration", "1", "--no-plots"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [subprocess.Popen(command, cwd=tmp_path, **quiet) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert sorted(file.parent.name for file in tmp_path.glob("runs/*/run.nc")) == [f"pendulum_00{k}" for k in (1, 2, 3)]


def test_of_two_runs_into_one_folder_the_second_is_refused(tmp_path):
    command = [
        sys.executable,
        "-m",
        "narcine",
        "run",
        "raybot",
        "--duration",
        "100000",
        "--set",
        "run.record=1",
        "--out",
        "x",
    ]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as first:
        while not (tmp_path / "x" / ".narcine.lock").exists():
            time.sleep(0.05)
        second = narcine("run", "pendulum", "--out", "x", folder=tmp_path)
        assert second.returncode == 2
        assert "another run writes there now" in second.stderr
        first.terminate()


INTERRUPTED_UNDER_WAY = """
import os, signal
from narcine.cli import main
from narcine.simulation.stepper import Stepper
whole = Stepper.step
def step(self, count=1):
    whole(self, count)
    if self.time > 1.0:
        os.kill(os.getpid(), signal.SIGINT)
Stepper.step = step
main()
"""
"""The command, which gets the signal of Ctrl-C once it is under way, however long the machine takes to come to it."""


def test_an_interrupted_run_keeps_what_was_computed(tmp_path):
    words = ["run", "raybot", "--duration", "1000", "--set", "run.record=1"]
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_UNDER_WAY, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = process.stderr
    assert process.returncode == 130
    assert "interrupted at t =" in " ".join(errors.split())
    dataset = xarray.load_dataset(tmp_path / "runs" / "raybot_001" / "run.nc", engine="h5netcdf")
    assert dataset.attrs["ended"].startswith("interrupted at t =")
    assert dataset.time.values[-1] > 0.0


def test_a_warning_is_printed_and_kept(tmp_path):
    result = narcine("run", "remus100", "--duration", "1", "--set", "actuators.rudder.lag=1 ms", folder=tmp_path)
    assert "warning: the step of" in result.stderr
    dataset = xarray.load_dataset(tmp_path / "runs" / "remus100_001" / "run.nc", engine="h5netcdf")
    assert "too long for rudder.angle" in json.loads(dataset.attrs["warnings"])[0]


def test_an_exploding_run_keeps_what_it_has_and_fails(tmp_path):
    (tmp_path / "light.yaml").write_text(
        "name: light\nbodies:\n"
        "  float: {mass: 0.01, inertia: [1e-5, 1e-5, 1e-5], drag: {quadratic: [5, 5, 5, 0, 0, 0]}}\n"
        "run: {step: 20 ms, duration: 5 s, start: {velocity: [3, 0, 0]}}\n"
    )
    result = narcine("run", "light.yaml", folder=tmp_path)
    assert result.returncode == 1
    assert "the run stopped at t =" in result.stderr
    assert "float left all bounds; the force of drag dominated" in " ".join(result.stderr.split())
    assert "speed" not in result.stdout
    assert (tmp_path / "runs" / "light_001" / "run.nc").exists()
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_broken_file_shows_its_error_and_nothing_else(command, tmp_path):
    (tmp_path / "broken.yaml").write_text(BROKEN)
    result = narcine(command, "broken.yaml", folder=tmp_path)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "broken.yaml:3:16: bodies.hull.mass = -1: must be at least 0\n"
    assert [file.name for file in tmp_path.iterdir()] == ["broken.yaml"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "raybt"), "did you mean 'raybot'?"),
        (("run", "raybot", "--set", "gait.frequency"), "must read path=value"),
        (("run", "raybot", "--set", "gait.frequency=fast"), "must be a number in Hz"),
        (("run", "raybot", "--duration=-1"), "a run lasts at least one step"),
        (("run", "raybot", "--duration", "inf"), "--duration inf: must be a number in s"),
        (("run", "raybot", "--duration", "2 m"), "'m' is a unit of length, not of time"),
        (("run", "raybot", "--duration", "1e9"), "record less often"),
        (("run", "raybot", "--out", ""), "--out: must name a folder"),
        (("run", "raybot", "--out", "/dev/null/here"), "/dev/null/here: Not a directory"),
        (("check", "pendulum", "--json", "/dev/null/here.json"), "/dev/null: File exists"),
        (("schema", "--out", "/dev"), "/dev: Is a directory"),
        (("check", "."), "is a folder"),
        (("run", "raybot", "--durations", "1"), "--durations"),
        (("run",), "SOURCE"),
        (("swim",), "swim"),
        (("new", "fish.txt"), "ends in .yaml"),
    ],
)
def test_a_mistake_gets_a_message_and_no_traceback(words, said, tmp_path):
    result = narcine(*words, folder=tmp_path)
    assert result.returncode != 0
    assert said in " ".join((result.stdout + result.stderr).split())
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_new_writes_a_file_that_runs_and_never_overwrites(tmp_path):
    assert narcine("new", "my_fish.yaml", folder=tmp_path).returncode == 0
    text = (tmp_path / "my_fish.yaml").read_text()
    again = narcine("new", "my_fish.yaml", folder=tmp_path)
    assert again.returncode == 2
    assert "is left as it is" in again.stderr
    assert (tmp_path / "my_fish.yaml").read_text() == text
    assert narcine("run", "my_fish.yaml", "--duration", "1", "--no-plots", folder=tmp_path).returncode == 0


def test_list_and_schema(tmp_path):
    listed = narcine("list", folder=tmp_path).stdout
    for name in ("raybot", "remus100", "fin", "pendulum", "three_link_swimmer", "disc_ray"):
        assert name in listed
    assert narcine("schema", "--out", "vehicle.json", folder=tmp_path).returncode == 0
    assert "bodies" in json.loads((tmp_path / "vehicle.json").read_text())["properties"]
    assert "vehicles" in json.loads(narcine("schema", "scenario", folder=tmp_path).stdout)["properties"]


def test_check_prints_and_writes_its_numbers(tmp_path):
    result = narcine("check", "raybot", "--json", "audit.json", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    for word in (
        "net buoyancy",
        "centre of gravity",
        "weight and buoyancy balance at roll",
        "Energy balance closes",
        "foils",
    ):
        assert word in result.stdout
    found = json.loads((tmp_path / "audit.json").read_text())
    assert found["balance"]["residual"] < 1e-6


def test_the_first_compilation_says_what_takes_so_long(tmp_path):
    """In plain Python nothing is compiled, and nothing is said; with an empty cache the line comes before the work."""
    quiet = narcine("run", "pendulum", "--duration", "0.1", "--no-plots", folder=tmp_path, NUMBA_DISABLE_JIT="1")
    assert quiet.returncode == 0
    assert "Compiling" not in quiet.stderr


@pytest.mark.parametrize(
    ("coupled", "said"),
    [(False, "the simulation for this machine; this happens once and takes about a minute"), (True, "two to three")],
)
def test_what_couplings_need_is_said_to_take_longer(coupled, said, monkeypatch, capsys):
    monkeypatch.setattr("narcine.compiled.is_compiled", lambda asked: asked != coupled)
    console = Console(stderr=True, highlight=False)
    say_if_compiling(console, not coupled)
    assert capsys.readouterr().err == ""
    say_if_compiling(console, coupled)
    assert said in capsys.readouterr().err


def test_new_copies_what_ships(tmp_path):
    from narcine.description.library import VEHICLES

    assert narcine("new", "mine.yaml", "--like", "raybot", folder=tmp_path).returncode == 0
    assert (tmp_path / "mine.yaml").read_text() == (VEHICLES / "raybot.yaml").read_text().replace(
        "name: raybot", "name: mine", 1
    )
    missing = narcine("new", "other.yaml", "--like", "raybott", folder=tmp_path)
    assert missing.returncode == 2
    assert "did you mean 'raybot'?" in missing.stderr


@pytest.mark.parametrize("name", ["snake", "snake.yaml"])
def test_a_file_called_snake_describes_one(tmp_path, name):
    assert narcine("new", name, folder=tmp_path).returncode == 0
    assert "an underwater snake of 10 modules" in (tmp_path / "snake.yaml").read_text()
