"""Commands from a CSV file are those of the file, and what is wrong with it is said cell by cell."""

import json
import time

import numpy as np
import pytest

from narcine.description.load import describe_plain, load_description
from narcine.description.problems import DescriptionError
from narcine.description.quantities import UNITS
from narcine.simulation.batch import run_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.simulation import Simulation

LOG = """\
time,propeller [rpm],rudder [deg]
0,1000,
1,1000,5
2.5,,-5
4,0,0
"""
MANY_ROWS, MANY_INPUTS = 4000, 16
SLOW = 10.0
"""Seconds in which a long log must be read: it takes 0.5 on a quick machine, minutes when it is walked once per row."""


def described(folder, text, settings=None, encoding="utf-8"):
    (folder / "log.csv").write_bytes(text.encode(encoding))
    return load_description("remus100", settings, str(folder / "log.csv"))


def problems(folder, text):
    with pytest.raises(DescriptionError) as caught:
        described(folder, text)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def test_a_log_is_a_schedule_of_each_input_without_what_it_repeats(tmp_path):
    commands = described(tmp_path, LOG).scenario.commands
    rpm = 2.0 * np.pi / 60.0
    assert np.array(commands["propeller"]) == pytest.approx(np.array([[0, 1000.0 * rpm], [4, 0]]))
    assert np.array(commands["rudder"]) == pytest.approx(np.array([[1, np.radians(5)], [2.5, -np.radians(5)], [4, 0]]))


def test_plain_numbers_are_in_the_units_of_the_input_and_times_may_have_one(tmp_path):
    commands = described(tmp_path, "time [ms],rudder\n0,0.1\n500,-0.1\n").scenario.commands
    assert commands["rudder"] == ((0.0, 0.1), (0.5, -0.1))


@pytest.mark.parametrize(
    "text",
    [
        "\ufefftime,rudder\n0,0.1\n1,0.2\n",
        "time,rudder\r\n0,0.1\r\n1,0.2\r\n",
        "time,rudder\n0,0.1\n\n1,0.2\n\n\n",
        ' time , "rudder" \n 0 , 0.1\n 1 , "0.2"\n'.replace(' "rudder" ', '"rudder"').replace(' "0.2"', '"0.2"'),
        "time,rudder\n0,0.1\n1,0.2",
    ],
    ids=["BOM", "CRLF", "blank lines", "spaces and quotes", "no last line end"],
)
def test_what_programs_write_is_read(tmp_path, text):
    assert described(tmp_path, text).scenario.commands["rudder"] == ((0.0, 0.1), (1.0, 0.2))


CASES = {
    "empty": ("", "log.csv: is empty"),
    "blank": ("\n  \n", "log.csv: is empty"),
    "no rows": ("time,rudder\n", "log.csv:1:1: has no rows below its first line"),
    "no time": ("t,rudder\n0,0\n", "log.csv:1:1: t: the first column must be time"),
    "near time": ("Time,rudder\n0,0\n", "log.csv:1:1: Time: the first column must be time; did you mean 'time'?"),
    "unknown input": (
        "time,propeller,ruder\n0,1,0\n",
        "log.csv:1:16: run.commands.ruder: there is no input 'ruder'; did you mean 'rudder'?; "
        "there are propeller, rudder, stern_plane",
    ),
    "duplicate": ("time,rudder,propeller,rudder\n0,0,0,0\n", "log.csv:1:23: rudder: stands in two columns"),
    "nameless": ("time,\n0,0\n", "log.csv:1:6: has no name: it must be an input"),
    "unknown unit": (
        "time,rudder [degree]\n0,0\n",
        f"log.csv:1:6: rudder: unknown unit 'degree'; allowed: {', '.join(UNITS['input'])}; did you mean 'deg'?",
    ),
    "unfit unit": (
        "time,rudder [rpm]\n0,0\n1,1\n2,0\n",
        "log.csv:2:3: run.commands.rudder[0]: is given in 'rpm', but is an angle; allowed: rad, deg",
    ),
    "semicolons": (
        "time;rudder\n0;0,1\n",
        "log.csv:1:5: has semicolons between its cells; write commas between them, and points in numbers",
    ),
    "tabs": (
        "time\trudder\n",
        "log.csv:1:5: has tabs between its cells; write commas between them, and points in numbers",
    ),
    "decimal commas": (
        "time,rudder\n0,5,0,1\n",
        "log.csv:2:1: has 4 cells, the first line has 2; numbers have a decimal point",
    ),
    "text": (
        "time,propeller,rudder\n0,10,\n1,,hard over\n",
        "log.csv:3:4: rudder = hard over: must be a number; a unit stands in the first line, as in `rudder [unit]`",
    ),
    "nan": (
        "time,rudder\n0,NaN\n",
        "log.csv:2:3: rudder = NaN: must be a finite number; an empty cell changes nothing",
    ),
    "no time in a row": (
        "time,rudder\n0,0\n,0.1\n",
        "log.csv:3:1: time: is empty",
    ),
    "back": (
        "time,rudder\n0,0\n2,1\n1,0\n",
        "log.csv:4:1: time = 1: times must grow from row to row; before it stands 2",
    ),
    "beyond": (
        "time,rudder [deg]\n0,5\n1,40\n",
        "log.csv:3:3: run.commands.rudder[1]: commands 40 deg; allowed: -15 deg to 15 deg",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_mistake_gives_a_single_problem_at_its_cell(case, tmp_path):
    text, message = CASES[case]
    assert problems(tmp_path, text) == [message]


def test_what_is_wrong_in_every_row_is_not_said_in_every_row(tmp_path):
    text = "time,rudder\n" + "".join(f"{row},x\n" for row in range(1000))
    found = problems(tmp_path, text)
    assert len(found) == 11
    assert found[-1] == "log.csv:12:4: 990 more problems from here on"
    beyond = "time,rudder\n" + "".join(f"{row},{row + 2}\n" for row in range(1000))
    assert len(problems(tmp_path, beyond)) == 10


def test_bytes_that_are_no_text_and_files_that_are_not_there(tmp_path):
    (tmp_path / "latin.csv").write_bytes("time,gänge\n".encode("latin-1"))
    with pytest.raises(DescriptionError, match=r"latin\.csv: is not text in UTF-8"):
        load_description("remus100", {}, str(tmp_path / "latin.csv"))
    (tmp_path / "log.csv").write_text(LOG)
    with pytest.raises(
        DescriptionError, match=r"commands_file = .*: there is no file .*lgo\.csv; did you mean 'log.csv'"
    ):
        load_description("remus100", {}, str(tmp_path / "lgo.csv"))


VEHICLE = """\
name: fish
bodies:
  hull: {shape: {ellipsoid: [0.2, 0.05, 0.05]}, mass: 2.0}
  tail: {shape: {plate: {chord: 0.1, span: 0.1, thickness: 0.01, normal: starboard}}, mass: 0.1}
joints:
  root: {type: hinge, parent: hull, child: tail, at: [-0.2, 0, 0], to: [0.05, 0, 0], axis: down}
drives:
  root: {type: servo, rate: 5 rad/s, torque: 1 N m}
run: {duration: 1, commands_file: tail.csv, commands: {root: 3 deg}}
"""


def test_a_file_that_a_vehicle_names_stands_beside_it(tmp_path, monkeypatch):
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep" / "fish.yaml").write_text(VEHICLE)
    (tmp_path / "deep" / "tail.csv").write_text("time,root [deg]\n0.5,10\n")
    (tmp_path / "other.csv").write_text("time,root [deg]\n0.5,20\n")
    ten, twenty = ((0.5, np.radians(10)),), ((0.5, np.radians(20)),)
    assert load_description("deep/fish.yaml").scenario.commands["root"] == ten
    assert load_description("deep/fish.yaml", {}, "other.csv").scenario.commands["root"] == twenty
    set_to = load_description("deep/fish.yaml", {"run.commands.root": "30 deg"}, "other.csv")
    assert set_to.scenario.commands["root"] == ((0.0, np.radians(30)),)


def test_a_scenario_takes_the_files_of_its_vehicles_and_has_its_own(tmp_path):
    (tmp_path / "fish.yaml").write_text(VEHICLE)
    (tmp_path / "tail.csv").write_text("time,root [deg]\n0.5,10\n")
    (tmp_path / "all.csv").write_text("time,b.root [deg]\n0.5,20\n")
    text = "name: two\nvehicles: {a: {vehicle: fish.yaml}, b: {vehicle: fish.yaml, start: {position: [0, 3, 0]}}}\n"
    (tmp_path / "two.yaml").write_text(text + "commands_file: all.csv\n")
    commands = load_description(str(tmp_path / "two.yaml")).scenario.commands
    assert commands == {"a.root": ((0.5, np.radians(10)),), "b.root": ((0.5, np.radians(20)),)}
    (tmp_path / "tail.csv").write_text("time,rot [deg]\n0.5,10\n")
    with pytest.raises(DescriptionError, match=r"tail\.csv:1:6: .*commands\.rot: there is no input"):
        load_description(str(tmp_path / "two.yaml"))


def test_the_run_keeps_its_commands_and_can_be_repeated_without_the_file(tmp_path):
    description = described(tmp_path, LOG)
    first = Simulation(description).run(duration=6.0)
    (tmp_path / "log.csv").unlink()
    again = Simulation(json.loads(first.attrs["description"])).run(duration=6.0)
    assert np.array_equal(first.position.values, again.position.values)
    assert np.array_equal(first.command.values, again.command.values)
    assert not np.array_equal(first.command.values[0], first.command.values[-1])


TURNING = VEHICLE.replace("run: {", "gait: {type: tail_beat, drives: [root], frequency: 1, amplitude: 0.2}\nrun: {")


def test_rad_per_second_of_a_frequency_are_not_hertz(tmp_path):
    """A full turn per second is 1 Hz, in a file, in a log, and in what a run keeps; that of a propeller stays rad/s."""
    turn = 2.0 * np.pi
    (tmp_path / "fish.yaml").write_text(TURNING)
    (tmp_path / "tail.csv").write_text(f"time,gait.frequency [rad/s]\n0,{turn!r}\n1,{3.0 * turn!r}\n")
    logged = load_description(str(tmp_path / "fish.yaml"))
    rows = ((0.0, pytest.approx(1.0)), (1.0, pytest.approx(3.0)))
    assert logged.scenario.commands["gait.frequency"] == rows
    assert describe_plain(json.loads(json.dumps(logged.plain))).scenario.commands["gait.frequency"] == rows
    (tmp_path / "tail.csv").write_text("time,root\n0,0\n")
    for written in (f"{turn!r} rad/s", "1 Hz", 1.0):
        set_to = load_description(str(tmp_path / "fish.yaml"), {"run.commands.gait.frequency": written})
        assert set_to.scenario.commands["gait.frequency"] == ((0.0, pytest.approx(1.0)),)
        assert set_to.scenario.vehicles["fish"].vehicle.run.commands == set_to.scenario.commands
        again = describe_plain(set_to.plain)
        assert again.scenario.commands == set_to.scenario.commands
    with pytest.raises(DescriptionError, match="is given in 'rpm', but is a frequency; allowed: Hz, rad/s"):
        load_description(str(tmp_path / "fish.yaml"), {"run.commands.gait.frequency": "60 rpm"})
    commands = described(tmp_path, "time,propeller [rad/s]\n0,50\n").scenario.commands
    assert commands["propeller"] == ((0.0, 50.0),)
    run = Simulation(load_description("remus100", {"run.commands.propeller": "50 rad/s"})).start()
    assert run.command["propeller"] == 50.0


def test_a_derivative_by_a_command_in_rad_per_second_is_per_hertz(tmp_path):
    """The tail's phase after half a second at f is pi f, whatever the unit: its derivative is pi."""
    (tmp_path / "fish.yaml").write_text(TURNING)
    (tmp_path / "tail.csv").write_text("time,root\n0,0\n")
    settings = {"run.commands.gait.frequency": "6 rad/s"}
    simulation = Simulation(load_description(str(tmp_path / "fish.yaml"), settings))
    found = differentiate(simulation, ["run.commands.gait.frequency"], duration=0.5, record=0.5)
    phase = simulation.model.state_names.index("gait.phase")
    assert found.derivatives[0, -1, phase] == pytest.approx(np.pi, rel=1e-9)
    assert found.states[-1, phase] == pytest.approx(3.0, rel=1e-9)


def many(folder):
    """Return a vehicle of sixteen propellers, its log, and the log as NumPy reads it."""
    propeller = {
        "type": "propeller",
        "body": "hull",
        "at": [0, 0, 0],
        "diameter": 0.05,
        "thrust": [0.4, -0.4],
        "torque": [0.05, -0.04],
    }
    names = [f"p{k}" for k in range(MANY_INPUTS)]
    random = np.random.default_rng(1)
    values = random.choice([0.0, 30.0, 60.0, 90.0], (MANY_ROWS, MANY_INPUTS))
    rows = np.column_stack([0.02 * np.arange(MANY_ROWS), values])
    text = ",".join(["time", *names]) + "\n" + "\n".join(",".join(f"{x:.6g}" for x in row) for row in rows)
    (folder / "many.csv").write_text(text)
    return {
        "name": "many",
        "bodies": {"hull": {"shape": {"ellipsoid": [1.0, 0.2, 0.2]}, "mass": 160.0}},
        "actuators": {name: {**propeller, "limit": 150} for name in names},
        "run": {"commands_file": str(folder / "many.csv"), "step": 0.005, "record": 0.02},
    }, np.genfromtxt(folder / "many.csv", delimiter=",", skip_header=1)


def test_long_logs_are_read_at_once_and_every_value_is_held_until_the_next(tmp_path):
    """Held values against those that NumPy's own reader finds, at every record."""
    vehicle, log = many(tmp_path)
    started = time.perf_counter()
    simulation = Simulation(describe_plain(vehicle))
    assert time.perf_counter() - started < SLOW
    run = simulation.run(duration=79.0)
    at = np.searchsorted(log[:, 0], run.time.values + 1e-9) - 1
    assert np.array_equal(run.command.values, log[at, 1:])


def test_a_batch_holds_the_same_commands(tmp_path):
    vehicle, _ = many(tmp_path)
    simulation = Simulation(describe_plain(vehicle))
    states, _ = run_batch([simulation], duration=2.0)
    run = simulation.start()
    simulation.swim(run, 2.0)
    assert np.array_equal(states[0], run.state)
