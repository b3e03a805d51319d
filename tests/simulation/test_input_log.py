"""Input logs: what a run was told repeats it bit for bit, however it was stepped; damaged logs say where."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import narcine
from narcine.simulation.log_reading import read_log
from narcine.simulation.replaying import logged_simulation, replay
from tests.simulation.rovs import ARM, pair, rov

LATCH = {"type": "rigid", "at": list(ARM), "docked": False}


def drive(run, steps, chunk, seed=1):
    """Step a run while a restless hand moves its inputs, docks and undocks; return how often it docked, and missed."""
    dockings = out_of_reach = 0
    rng = np.random.default_rng(seed)
    couplings = [name for name in run.model.couplings if f"{name}.docked" in run.model.state_names]
    defaults = {each.name: each.default for each in run.model.inputs}
    while run.steps < steps:
        for name in run.command:
            if rng.random() < 0.2:
                run.command[name] = defaults[name] + rng.normal() * (0.1 * abs(defaults[name]) or 0.1)
        for name in couplings:
            if rng.random() < 0.3 and not run.is_docked(name):
                try:
                    run.dock(name)
                    dockings += 1
                except narcine.RunStopped:
                    out_of_reach += 1
            elif rng.random() < 0.1 and run.is_docked(name):
                run.undock(name)
        run.step(min(chunk or int(rng.integers(1, 12)), steps - run.steps))
    return dockings, out_of_reach


def repeated(path):
    log = read_log(path)
    return replay(log, logged_simulation(log))


WAVES = {"run__water__waves": {"height": 0.4, "period": 3.0}}
CASES = {
    "gait, universal joint and servos": ("raybot", {}),
    "rim": ("disc_ray", {}),
    "semi-implicit": ("raybot", {"run__integrator": "semi_implicit"}),
    "free bodies": ("raybot", {"run__formulation": "udwadia_kalaba"}),
    "impulses": ("raybot", {"run__formulation": "impulse"}),
    "thrusters and holds": ("bluerov", {}),
    "thrusters and holds in waves": ("bluerov", WAVES),
    "couplings, schedule": ("bluerov_pair", {}),
    "schedule": ("remus100_steps", {}),
    "passive joints": ("three_link_swimmer", {}),
    "no inputs": ("pendulum", {}),
}


@pytest.mark.parametrize("chunk", [1, 3, 7, 0])
@pytest.mark.parametrize("case", CASES)
def test_a_run_repeats_bit_for_bit_however_it_was_stepped(case, chunk, tmp_path):
    name, settings = CASES[case]
    run = narcine.load(name, **settings).start()
    run.log_inputs(tmp_path / "log.jsonl")
    dockings, out_of_reach = drive(run, 420, chunk)
    assert dockings > 0 or name != "bluerov_pair"
    run.keep_now()
    run.close_log()
    again = repeated(tmp_path / "log.jsonl")
    assert again.elsewhere == ()
    assert again.identical, again.differences
    assert again.run.state.tobytes() == run.state.tobytes()
    assert again.run.states.tobytes() == run.states.tobytes(), "what is recorded, too"
    assert again.run.times.tobytes() == run.times.tobytes()
    assert again.run.commands.tobytes() == run.commands.tobytes()
    last_second = 420 // round(1.0 / run.step_size)
    assert again.checkpoints == 1 + last_second + out_of_reach + 1, "start, each second, misses, end"


def test_docking_by_hand_and_by_schedule_repeats(tmp_path):
    first = rov(velocity=[0.3, 0.0, 0.0], angular_velocity=[0.0, 0.0, 0.1])
    second = rov(position=[0.02, 0.6, 0.05], velocity=[0.1, 0.05, 0.0])
    simulation = pair(LATCH, first, second, events=[{"time": 0.1, "dock": "link"}, {"time": 0.2, "undock": "link"}])
    run = simulation.start()
    run.log_inputs(tmp_path / "log.jsonl")
    run.step(30)
    run.undock("link")
    run.step(5)
    run.dock("link")
    run.step(25)
    run.close_log("enough")
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()[1:]]
    acts = [(line["step"], *(key for key in line if "dock" in key)) for line in lines if "state" not in line]
    assert acts == [(20, "dock"), (30, "undock"), (35, "dock"), (40, "undock")]
    again = repeated(tmp_path / "log.jsonl")
    assert again.identical
    assert again.run.states.tobytes() == run.states.tobytes()
    assert lines[-1]["ended"] == "enough"


def test_what_hands_set_and_what_is_scheduled_come_in_their_order(tmp_path):
    """The schedule sets the rudder at 0.1 s and 0.2 s; in between a hand sets it, and a fin that no one schedules."""
    simulation = narcine.load("remus100", run__commands__rudder=[[0.0, 0.0], [0.1, 0.1], [0.2, -0.1]])
    run = simulation.start(step=0.01)
    run.log_inputs(tmp_path / "log.jsonl")
    run.step(15)
    run.command["rudder"] = 0.3
    run.command["stern_plane"] = 0.05
    run.step(3)
    run.command["rudder"] = 1.0  # never consumed
    run.command["rudder"] = 0.3
    run.step(12)
    run.close_log()
    sets = {entry.step: entry.set for entry in read_log(tmp_path / "log.jsonl").entries if entry.set and entry.step > 0}
    assert sets == {10: {"rudder": 0.1}, 15: {"rudder": 0.3, "stern_plane": 0.05}, 20: {"rudder": -0.1}}
    assert repeated(tmp_path / "log.jsonl").identical


def test_logging_changes_nothing(tmp_path):
    plain, logged = narcine.load("raybot").start(), narcine.load("raybot").start()
    logged.log_inputs(tmp_path / "log.jsonl")
    for run in (plain, logged):
        drive(run, 410, 0)
        run.close_log()
    assert plain.states.tobytes() == logged.states.tobytes()


def test_a_log_starts_with_its_run_and_writes_over_nothing(tmp_path):
    run = narcine.load("pendulum").start()
    run.step(3)
    with pytest.raises(ValueError, match=r"from the start of a run or not at all; this one is at 0.015 s, step 3"):
        run.log_inputs(tmp_path / "log.jsonl")
    docked = pair(LATCH).start()
    docked.dock("link")
    with pytest.raises(ValueError, match="at 0 s and was changed"):
        docked.log_inputs(tmp_path / "log.jsonl")
    (tmp_path / "log.jsonl").write_text("mine")
    with pytest.raises(FileExistsError):
        narcine.load("pendulum").start().log_inputs(tmp_path / "log.jsonl")
    assert (tmp_path / "log.jsonl").read_text() == "mine"


def test_a_run_that_stops_ends_its_log(tmp_path):
    run = narcine.load("raybot").start(step=0.2, integrator="rk4")
    run.log_inputs(tmp_path / "log.jsonl")
    with pytest.raises(narcine.RunStopped) as stopped:
        run.step(2000)
    run.close_log()
    last = read_log(tmp_path / "log.jsonl").entries[-1]
    assert last.ended == str(stopped.value)
    assert last.step == run.steps
    assert repeated(tmp_path / "log.jsonl").identical


def test_a_latch_out_of_reach_does_not_end_a_run_that_goes_on(tmp_path):
    run = pair(LATCH, second=rov(position=[0.0, 3.0, 0.0])).start()
    run.log_inputs(tmp_path / "log.jsonl")
    run.step(10)
    with pytest.raises(narcine.RunStopped):
        run.dock("link")
    run.step(10)
    run.close_log()
    log = read_log(tmp_path / "log.jsonl")
    assert [entry.step for entry in log.entries if entry.ended] == [10, 20]
    assert repeated(tmp_path / "log.jsonl").identical


KILLED = """
import os, signal, sys, narcine
run = narcine.load("raybot").start()
run.log_inputs(sys.argv[1])
for number in range(1000):
    run.command["gait.turn"] = 0.001 * number
    run.step(3)
    if number == 200:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_a_log_that_repeats(tmp_path):
    log = tmp_path / "log.jsonl"
    result = subprocess.run([sys.executable, "-c", textwrap.dedent(KILLED), str(log)], env=os.environ, check=False)
    assert result.returncode == -signal.SIGKILL
    whole = read_log(log)
    assert whole.steps == 600, "the last step whose inputs were consumed or whose state was kept"
    assert whole.ended is None
    assert repeated(log).identical
    log.write_bytes(log.read_bytes()[:-7])
    torn = read_log(log)
    assert torn.torn == len(whole.entries) + 1
    assert repeated(log).identical


def narcine_replay(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "narcine", "replay", *words]
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def remus_log(tmp_path_factory):
    """Return the lines of a log of 2.5 s: header, start, first commands, 1 s, one command, 2 s, end."""
    file = tmp_path_factory.mktemp("log") / "log.jsonl"
    run = narcine.load("remus100").start(step=0.01)
    run.log_inputs(file)
    run.step(150)
    run.command["rudder"] = 0.1
    run.step(100)
    run.close_log()
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 7
    return lines


def test_the_command_repeats_and_writes_the_run(remus_log, tmp_path):
    (tmp_path / "log.jsonl").write_text("".join(remus_log))
    result = narcine_replay("log.jsonl", "--out", "x", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "repeated bit for bit: 250 steps, 4 checkpoints" in result.stdout
    files = {file.name for file in (tmp_path / "x").iterdir()}
    assert {"run.nc", "path.png"} <= files
    from narcine.recording.write import read_run

    dataset = read_run(tmp_path / "x" / "run.nc")
    assert dataset.time.values[-1] == pytest.approx(2.5)
    assert dataset.attrs["ended"] == "closed at 2.5 s"
    assert dataset.command.sel(input="rudder").values[[0, -1]].tolist() == [0.0, 0.1]


def with_header(lines, **changes):
    header = {**json.loads(lines[0]), **changes}
    return [json.dumps(header) + "\n", *lines[1:]]


@pytest.mark.slow
def test_elsewhere_it_repeats_within_a_tolerance_and_says_what_differs(remus_log, tmp_path):
    """A log from another processor, whose rudder was off by 1e-9 rad: differences stay below 1e-6."""
    arithmetic = {**json.loads(remus_log[0])["arithmetic"], "cpu": "another"}
    lines = with_header(remus_log, arithmetic=arithmetic)
    lines[4] = lines[4].replace("0.1}", "0.100000001}")
    (tmp_path / "log.jsonl").write_text("".join(lines))
    result = narcine_replay("log.jsonl", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "processor another there" in result.stdout
    assert "repeated within 1e-06: 250 steps, 4 checkpoints" in result.stdout
    assert "largest difference: step" in result.stdout
    strict = narcine_replay("log.jsonl", "--tolerance", "1e-13", folder=tmp_path)
    assert strict.returncode == 1
    assert "differs first at step 200 (t = 2 s)" in strict.stdout


def test_a_run_that_differs_ends_with_status_1_and_says_where(remus_log, tmp_path):
    lines = list(remus_log)
    lines[4] = lines[4].replace("0.1}", "0.1000000000001}")
    (tmp_path / "log.jsonl").write_text("".join(lines))
    result = narcine_replay("log.jsonl", folder=tmp_path)
    assert result.returncode == 1
    assert "differs first at step 200 (t = 2 s)" in result.stdout
    assert "bit for bit" not in result.stdout


def test_the_largest_difference_is_over_the_largest_value_or_one(remus_log, tmp_path):
    """Of a state that is 3.2 at most and off by 0.016, and of one that is small and off by 0.004."""
    lines = list(remus_log)
    last = json.loads(lines[-1])
    (tmp_path / "log.jsonl").write_text("".join(lines))
    log = read_log(tmp_path / "log.jsonl")
    names = logged_simulation(log).model.state_names
    state = log.entries[-1].state.copy()
    north, yaw = names.index("hull.north"), names.index("hull.yaw_rate")
    largest = max(abs(entry.state[north]) for entry in log.entries if entry.state is not None)
    assert largest > 1.0 > abs(state[yaw])
    state[north] += 0.005 * largest
    state[yaw] += 0.004
    from narcine.simulation.input_log import encoded

    (tmp_path / "log.jsonl").write_text("".join([*lines[:-1], json.dumps({**last, "state": encoded(state)}) + "\n"]))
    again = repeated(tmp_path / "log.jsonl")
    assert again.largest.state == "hull.north"
    assert again.largest.size == pytest.approx(0.005, rel=0.01), "the scale itself moved by half a per cent"
    assert again.first_beyond(0.006) is None
    assert not again.agrees(0.006), "on the same arithmetic all bits count"


def fifth(line):
    """Return what puts another line in place of the fifth, which sets the rudder at step 150."""
    return lambda lines: [*lines[:4], line, *lines[5:]]


DAMAGES = {
    "empty": (lambda lines: [], "log.jsonl:1:1: is no narcine input log"),
    "other file": (lambda lines: ["name: fish\n"], "log.jsonl:1:1: is no narcine input log"),
    "newer": (lambda lines: with_header(lines, version=2, narcine="9.9"), "version = 2: is newer than this narcine"),
    "step": (lambda lines: with_header(lines, step=0.0), "log.jsonl:1:1: step = 0.0: must be a positive number"),
    "integrator": (lambda lines: with_header(lines, integrator="euler"), "there is no integrator 'euler'"),
    "description": (lambda lines: with_header(lines, description={"name": "x"}), "log.jsonl:1:1: description.bodies"),
    "no JSON": (fifth("{broken\n"), "log.jsonl:5:2: is damaged: Expecting property name"),
    "input": (fifth('{"step": 150, "set": {"ruder": 1}}\n'), "log.jsonl:5:1: there is no input 'ruder'"),
    "value": (fifth('{"step": 150, "set": {"rudder": NaN}}\n'), "log.jsonl:5:1: set.rudder = nan: must be a finite"),
    "coupling": (fifth('{"step": 150, "dock": "x"}\n'), "log.jsonl:5:1: there is no coupling 'x'; there are none"),
    "order": (fifth('{"step": 20, "set": {}}\n'), "log.jsonl:5:1: step = 20: must be a whole number, 100 or more"),
    "action": (fifth('{"step": 150, "jump": 1}\n'), "log.jsonl:5:1: a line has a step and one of set"),
    "state": (fifth('{"step": 150, "state": "AAAA"}\n'), "log.jsonl:5:1: state = AAAA: must be base64 of 8 bytes"),
    "length": (fifth('{"step": 150, "state": ""}\n'), "log.jsonl:5:1: state: must have 16 numbers, has 0"),
    "no object": (fifth("[1]\n"), "log.jsonl:5:1: must be a JSON object, not [1]"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_log_says_where(name, remus_log, tmp_path, monkeypatch):
    damage, message = DAMAGES[name]
    monkeypatch.chdir(tmp_path)
    Path("log.jsonl").write_text("".join(damage(remus_log)))
    with pytest.raises(narcine.DescriptionError) as refused:
        repeated("log.jsonl")
    assert message in str(refused.value)


def test_the_command_shows_what_is_wrong_without_a_traceback(remus_log, tmp_path):
    (tmp_path / "log.jsonl").write_text("".join([*remus_log[:4], "{broken\n", *remus_log[5:]]))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for words, message in (
        (("log.jsonl",), "log.jsonl:5:2: is damaged"),
        (("binary",), "binary:1:1: is no narcine input log: it is not text"),
        (("missing.jsonl",), "missing.jsonl: No such file"),
        (("log.jsonl", "--tolerance", "-1"), "--tolerance -1: must be a number from 0 on"),
    ):
        result = narcine_replay(*words, folder=tmp_path)
        assert result.returncode == 2
        assert message in result.stderr
        assert "Traceback" not in result.stderr
