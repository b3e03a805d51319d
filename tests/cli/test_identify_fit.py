"""`narcine identify fit`, as a user types it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import narcine
from narcine.cli.identify_fit import fit_command
from narcine.description.problems import DescriptionError
from narcine.identification.motion.motion_csv import write_motion_csv
from narcine.recording.write import write_run
from narcine.simulation.numbers import number_at
from tests.identification.fitting.made import FREE, rov_trial
from tests.identification.fitting.test_decay import swings

OFF = [f"{key.replace('__', '.')}={value}" for key, value in FREE.items()]
DRAG = "bodies.hull.drag.quadratic.0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fits")
    trial = rov_trial(duration=6.0)
    write_motion_csv(replace(trial.motion, joints={}, commands={}), folder / "tank.csv")
    rows = zip(*([(time, value) for time, value in told] for told in trial.schedule.values()), strict=True)
    lines = [",".join(["time", *trial.schedule])]
    lines += [",".join(map(str, [row[0][0], *(value for _, value in row)])) for row in rows]
    (folder / "pulses.csv").write_text("\n".join(lines))
    for seed, name in ((1, "decay"), (2, "again")):
        write_motion_csv(swings(seed).motion, folder / f"{name}.csv")
    return folder


def test_a_run_of_the_tank_becomes_a_vehicle_file(folder, capsys, tmp_path):
    fitted = tmp_path / "my_rov.yaml"
    status = fit_command(
        folder / "tank.csv",
        parameters=[f"{DRAG},bodies.hull.added_inertia.matrix.0"],
        tie=["actuators.*.thrust.0"],
        model="bluerov",
        set_=OFF,
        commands=str(folder / "pulses.csv"),
        noise="position=1mm,attitude=0.2 deg",
        out=tmp_path,
        write=fitted,
    )
    told = capsys.readouterr().out
    assert status == 0
    assert "noise as given: position 1 mm, attitude 0.2 deg" in told
    (line,) = [line for line in told.splitlines() if line.startswith(DRAG)]
    value = float(line.split()[1])
    assert value == pytest.approx(34.96, rel=0.02)
    found = json.loads((tmp_path / "fit.json").read_text())
    assert found["parameters"][0]["value"] == pytest.approx(value, rel=1e-5)
    assert np.array(found["covariance"]).shape == (3, 3)
    assert found["runs"] == [str(folder / "tank.csv")]
    for picture in ("fit_tank.png", "fit_correlation.png"):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    rov = narcine.load(str(fitted))
    assert number_at(rov, DRAG) == pytest.approx(found["parameters"][0]["value"], rel=1e-6), "seven digits"
    thrust = found["parameters"][2]["value"]
    for name in ("lateral", "surge_port"):
        assert number_at(rov, f"actuators.{name}.thrust.0") == pytest.approx(thrust, rel=1e-6)
    assert "fitted to tank.csv (narcine identify fit)" in fitted.read_text()


def test_a_run_that_is_kept_out_stands_beside_the_others(folder, capsys, tmp_path):
    fit_command(
        folder / "decay.csv",
        parameters=["bodies.bob.added_inertia.matrix.0", "joints.arm.damping"],
        model="pendulum",
        set_=["bodies.bob.added_inertia.matrix=[1, 1, 1, 0, 0, 0]"],
        holdout=[folder / "again.csv"],
        out=tmp_path,
    )
    told = capsys.readouterr().out
    assert "kept out" in told
    (line,) = [line for line in told.splitlines() if "again.csv" in line]
    assert float(line.split()[-2]) == pytest.approx(1.0, abs=0.2)
    assert "starts estimated from their first 5 s" in told


def test_a_run_of_narcine_brings_its_own_model(capsys, tmp_path):
    """Without noise the numbers are those of the run, to what the step leaves."""
    run = narcine.load("pendulum", joints__arm__damping=0.05).run(duration=4.0, record=0.05)
    write_run(run, tmp_path / "run.nc")
    fit_command(tmp_path / "run.nc", parameters=["joints.arm.damping"], set_=["joints.arm.damping=0.08"])
    found = json.loads((tmp_path / "fit.json").read_text())["parameters"][0]
    assert found["start"] == 0.08
    assert found["value"] == pytest.approx(0.05, abs=1e-9)
    assert "joint.arm" in capsys.readouterr().out


def test_what_is_not_told_stands_there_in_words(folder, capsys, tmp_path):
    fit_command(
        folder / "decay.csv",
        parameters=["bodies.bob.inertia.1", "bodies.bob.added_inertia.matrix.4", "joints.arm.damping"],
        model="pendulum",
        set_=["bodies.bob.added_inertia.matrix=[0.9, 1, 1, 0, 0.01, 0]", "bodies.bob.inertia=[0.01, 0.01, 0.01]"],
        out=tmp_path,
        write=tmp_path / "mine.yaml",
    )
    told = capsys.readouterr().out
    assert told.count("not identifiable") == 2
    assert "bodies.bob.inertia.1 and bodies.bob.added_inertia.matrix.4: the data tell only their sum" in told
    text = (tmp_path / "mine.yaml").read_text()
    assert "damping" in text
    assert "inertia" not in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": None}, "does not say which vehicle it is; name it with --model"),
        ({"parameters": ["bodies.bob.mas"]}, "--parameters bodies.bob.mas: bodies.bob.mas is no number"),
        ({"noise": "joints=1 kg"}, "--noise joints=1 kg: 'kg' is a unit of mass"),
        ({"noise": "joints"}, "--noise joints: must read group=deviation"),
        ({"noise": "position=1mm"}, "--noise: position was not measured; there are joint.arm"),
        ({"noise": "joints=0"}, "--noise joints=0: must be greater than 0"),
        ({"bounds": ["bodies.bob.mass=1"]}, "must read path=low:high"),
        ({"bounds": ["bodies.bob.mass=1:2 m"]}, "'m' is a unit of length"),
        ({"bounds": ["joints.arm.damping=0:1"]}, "is no parameter that is fitted"),
        ({"prior": ["bodies.bob.mass=1"]}, "must read path=value+-sigma"),
        ({"prior": ["bodies.bob.mass=1+-0"]}, "sigma must be greater than 0"),
        ({"measured": "attitude"}, "attitude was not measured; there are joint.arm"),
        ({"holdout": [Path("nowhere.csv")]}, "nowhere.csv: there is no such file"),
        ({"cross_validate": True}, "--cross-validate: needs two runs or more"),
        ({"write": Path("fitted.yaml"), "model": None}, "needs --model"),
        ({"write": Path("fitted.yaml"), "model": "bluerov_pair"}, "bluerov_pair is a scenario"),
        ({"write": Path("fitted.txt")}, "a vehicle file ends in .yaml"),
        ({"body": "hull"}, "the model has no body 'hull'; it has bob"),
    ],
)
def test_bad_words_are_told(folder, tmp_path, monkeypatch, options, message):
    monkeypatch.chdir(tmp_path)
    given = {"model": "pendulum", "parameters": ["bodies.bob.mass"], "out": tmp_path, **options}
    with pytest.raises(DescriptionError) as caught:
        fit_command(folder / "decay.csv", **given)
    assert message in str(caught.value)


def test_a_vehicle_is_not_written_over_itself(folder, tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text('name: own\nuse: "pendulum.yaml#"\n')
    with pytest.raises(DescriptionError, match="is the vehicle itself"):
        fit_command(folder / "decay.csv", model=str(own), parameters=["bodies.bob.mass"], write=own)


def test_no_run_is_no_fit():
    with pytest.raises(DescriptionError, match="give at least one run"):
        fit_command(parameters=["bodies.bob.mass"], model="pendulum")
