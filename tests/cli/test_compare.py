"""`narcine compare`, as a user types it."""

import csv
import json

import numpy as np
import pytest

import narcine as package
from narcine.cli.compare import compare_command
from narcine.cli.compare_pairs import pairs_of
from narcine.description.problems import DescriptionError
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_csv import write_motion_csv
from narcine.identification.motion.motion_run import motion_of_run
from narcine.recording.write import write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    run = package.load("bluerov").run(duration=8.0)
    write_run(run, folder / "run.nc")
    motion = motion_of_run(run, "run.nc")
    rng = np.random.default_rng(1)
    for name in ("one", "two"):
        position = motion.position + [1.0, 2.0, 0.0] + 0.001 * rng.normal(size=motion.position.shape)
        commands = {key: values for key, values in motion.commands.items() if "surge" in key}
        measured = Motion("", motion.time, position, motion.attitude, commands=commands)
        write_motion_csv(measured, folder / f"{name}.csv")
    text = (folder / "one.csv").read_text()
    (folder / "late.csv").write_text(_retimed(text, lambda time: time + 50.0))
    (folder / "milli.csv").write_text(_retimed(text, lambda time: 1e3 * time))
    (folder / "places.csv").write_text("time,depth\n0,1\n1,1\n2,1\n")
    (folder / "short.csv").write_text("time,x,y,z\n0,1,1,1\n1,1,1,1\n")
    (folder / "ray.csv").write_text(text.replace("command.surge", "command.rudder"))
    (folder / "pairs.csv").write_text("run,experiment,name\nrun.nc,one.csv,first\nrun.nc,two.csv,\n")
    return folder


def _retimed(text, change):
    head, *rows = text.splitlines()
    moved = [f"{change(float(row.split(',')[0])):.9g},{row.partition(',')[2]}" for row in rows]
    return "\n".join([head, *moved]) + "\n"


def test_a_run_is_held_against_an_experiment(folder, tmp_path, capsys):
    assert compare_command(str(folder / "run.nc"), folder / "one.csv", out=str(tmp_path)) == 0
    told = capsys.readouterr().out
    assert "Average distance after dynamic time warping" in told
    assert "aligned at the start: turned by" in told
    assert {file.name for file in tmp_path.iterdir()} == {
        "comparison.csv",
        "comparison.html",
        "comparison.json",
        "one_courses.csv",
        "one_motion.png",
        "one_path.png",
    }
    with (tmp_path / "comparison.csv").open() as handle:
        (row,) = csv.DictReader(handle)
    assert row["name"] == "one"
    assert float(row["dtw_position [m]"]) < 0.002
    assert float(row["pearson_north"]) > 0.999
    found = json.loads((tmp_path / "comparison.json").read_text())
    assert found["datasets"][0]["shift"]["east"] == pytest.approx(-2.0, abs=0.01)
    assert found["settings"]["align"] == "start"
    page = (tmp_path / "comparison.html").read_text()
    assert page.count("<svg role") == 2
    assert "//" not in page.replace("http://www.w3.org/", "")
    courses = np.genfromtxt(tmp_path / "one_courses.csv", delimiter=",", skip_header=1)
    assert np.isfinite(courses).all()


def test_a_table_of_pairs_names_its_datasets(folder, tmp_path, capsys):
    assert compare_command(pairs=folder / "pairs.csv", out=str(tmp_path)) == 0
    with (tmp_path / "comparison.csv").open() as handle:
        assert [row["name"] for row in csv.DictReader(handle)] == ["first", "two"]
    assert (tmp_path / "dtw.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "pearson.png").exists()
    assert "all datasets:" in capsys.readouterr().out


def test_no_two_datasets_have_one_name(folder):
    found = pairs_of("run.nc", (folder / "one.csv", folder / "two.csv", folder / "one.csv"), None)
    assert [pair.name for pair in found] == ["one_1", "two", "one_2"]


def test_a_model_is_driven_by_the_commands_of_an_experiment(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert compare_command("bluerov", folder / "one.csv", set_=["bodies.hull.mass=8 kg"]) == 0
    told = capsys.readouterr().out
    assert "bluerov was run with the 2 commands of the experiment" in told
    kept = tmp_path / "runs" / "compare_bluerov_001"
    assert (kept / "one.nc").exists()
    rms = json.loads((kept / "comparison.json").read_text())["datasets"][0]["rms"]["position"]
    assert 0.005 < rms < 0.5  # eight kilograms are slower than seven
    assert compare_command(str(kept / "one.nc"), folder / "one.csv", out=str(tmp_path / "again")) == 0


@pytest.mark.parametrize(
    ("words", "options", "message"),
    [
        (("run.nc", "late.csv"), {}, "late.csv: they have no time in common"),
        (("run.nc", "milli.csv"), {}, "milli.csv: its samples are 20 s apart"),
        (("run.nc", "places.csv"), {}, "places.csv: tells no poses"),
        (("run.nc", "short.csv"), {}, "short.csv:1:1: has 2 rows"),
        (("run.nc", "ray.csv"), {}, "ray.csv: is of another vehicle: it commands rudder_"),
        (("run.nc", "gone.csv"), {}, "gone.csv: there is no such file"),
        (("gone.nc", "one.csv"), {}, "gone.nc: there is no such file"),
        (("run.nc", "one.csv"), {"vehicle": "koi"}, "there is no vehicle 'koi' in the run; it has bluerov"),
        (("run.nc", "one.csv"), {"lever": "1, 2"}, "--lever 1, 2: must be three numbers"),
        (("run.nc", "one.csv"), {"lever": "1, 2, 3 deg"}, "'deg' is a unit of angle"),
        (("run.nc", "one.csv"), {"axes": "x,y,-z"}, "--axes x,y,-z: these axes make a mirror image"),
        (("run.nc", "one.csv"), {"axes": "x,y"}, "--axes x,y: must say what north, east and down are"),
        (("run.nc", "one.csv"), {"align": "end"}, "--align end: must be one of none, start, fit"),
        (("run.nc", "one.csv"), {"white": "noise"}, "--white noise: must be one of acceleration, jerk"),
        (("run.nc", "one.csv"), {"noise": "0 mm"}, "--noise 0 mm: must be greater than 0"),
        (("run.nc", "one.csv"), {"set_": ["a=1"]}, "--set: changes what is run"),
        (("run.nc",), {}, "takes a run or a model, then experiments"),
        (("koy", "one.csv"), {}, "koy"),
    ],
)
def test_mistakes_are_told_in_a_line(folder, tmp_path, monkeypatch, words, options, message):
    monkeypatch.chdir(folder)
    first, *others = words
    with pytest.raises(DescriptionError) as caught:
        compare_command(first, *map(type(tmp_path), others), out=str(tmp_path / "out"), **options)
    assert message in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_unit_behind_the_last_number_is_that_of_all():
    from narcine.cli.compare_options import triple

    assert triple("--marker-attitude", "10, 20, 90 deg", "angle") == pytest.approx(np.radians([10.0, 20.0, 90.0]))
    assert triple("--lever", "[10 cm, 0, -0.2]", "length") == pytest.approx([0.1, 0.0, -0.2])
