"""`narcine identify tow`, as a user types it."""

import csv

import numpy as np
import pytest

import narcine as package
from narcine.cli.identify_tow import identify_tow_command
from narcine.description.problems import DescriptionError
from narcine.simulation.derivatives import number_at
from tests.identification.towing import HEAVE, SURGE, campaign

ANGLE = np.radians(47.0)
SPEEDS = np.repeat([-0.9, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 0.9], 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a small campaign of surge and heave as load cells tell it, and points of pitch."""
    folder = tmp_path_factory.mktemp("tank")
    rng = np.random.default_rng(3)
    runs = [*campaign("surge", SURGE, rng, SPEEDS), *campaign("heave", HEAVE, rng, SPEEDS[:12])]
    with (folder / "runs.csv").open("w", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(["run", "axis", "time [s]", "speed [m/s]", "m1 [N]", "m2 [N]", "m3 [N]"])
        for run in runs:
            wire = 20.0 + 0.1 * run.force
            both = run.force + wire * np.cos(ANGLE)
            for row in zip(run.time, run.speed, 0.4 * both, 0.6 * both, wire, strict=True):
                writer.writerow([run.name, run.axis, *(f"{value:.6g}" for value in row)])
    rates = (0.2, 0.4, 0.6, 0.8, 1.0)
    rows = [f"{rate},{0.028 * rate**2 + 0.287 * rate + 0.002 * (-1) ** k}," for k, rate in enumerate(rates)]
    (folder / "picked.csv").write_text("\n".join(["rate,moment,excluded", *rows, "1.2,0.9,touched the wall"]))
    return folder


def test_runs_become_drag_points_and_pictures(folder, tmp_path, capsys):
    slow = "surge < 0.2 m/s: below the sensitivity of the cells"
    assert identify_tow_command(folder / "runs.csv", exclude=[slow], out=tmp_path) == 0
    told = capsys.readouterr().out
    (surge,) = [line.split() for line in told.splitlines() if line.startswith("surge ")]
    assert surge[1:4] == ["6", "of", "8"]
    low, high = float(surge[5]), float(surge[7])
    assert low <= SURGE[0] <= high
    assert "left out: 2 points from -0.1 to 0.1 m/s: below the sensitivity of the cells" in told
    assert "zero of the cells: the mean of each run at rest" in told
    assert (
        (tmp_path / "points.csv")
        .read_text()
        .startswith("axis,speed [m/s],force [N],sigma [N],deviation [N],n,excluded")
    )
    for picture in ("drag.png", "steady.png"):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")


def test_what_was_towed_becomes_a_vehicle(folder, tmp_path, capsys):
    file = tmp_path / "my_rov.yaml"
    identify_tow_command(
        folder / "runs.csv", vehicle="bluerov", extrapolate="sway=heave", write=file, out=tmp_path / "results"
    )
    told = capsys.readouterr().out
    assert "sway: a guess, not measured: heave times 1.391" in told
    rov, before = package.load(file), package.load("bluerov")
    drag = {
        axis: number_at(rov, f"bodies.hull.drag.quadratic.{index}")
        for index, axis in enumerate(("surge", "sway", "heave"))
    }
    # some 1 % of noise
    assert drag["surge"] == pytest.approx(SURGE[0], rel=0.03)
    assert drag["sway"] == pytest.approx(drag["heave"] * 18.5 / 13.3)
    assert number_at(rov, "bodies.hull.drag.quadratic.5") == number_at(before, "bodies.hull.drag.quadratic.5")
    said = rov.description.provenance["bodies", "hull", "drag", "quadratic"]
    assert "entry 0: towing tank, surge: 8 points of 24 runs in runs.csv (narcine identify tow)" in said.text
    assert "entry 1: extrapolated, a guess" in said.text
    low, high = said.range
    assert low[0] <= drag["surge"] <= high[0]


def test_points_picked_by_hand_are_fitted(folder, tmp_path, capsys):
    assert identify_tow_command(folder / "picked.csv", axis="pitch", out=tmp_path) == 0
    told = capsys.readouterr().out
    assert "pitch  5 of 6" in told
    assert "left out: the point at 1.2 rad/s: touched the wall" in told
    assert not (tmp_path / "steady.png").exists()


def test_a_wrong_wire_angle_is_a_wrong_drag(folder, tmp_path, capsys):
    identify_tow_command(folder / "runs.csv", wire_angle="0 deg", out=tmp_path)
    told = capsys.readouterr().out
    (surge,) = [line.split() for line in told.splitlines() if line.startswith("surge ")]
    # the wire takes a tenth of the force: f (1 + 0.1 (cos 47 - 1))
    assert float(surge[4]) == pytest.approx(SURGE[0] * (1.0 + 0.1 * (np.cos(ANGLE) - 1.0)), rel=0.02)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"axis": "serge"}, "--axis serge: must be one of surge"),
        ({"axis": "surge"}, "runs.csv:2:11: axis: the file says the axis itself"),
        ({"wire_angle": "3 N"}, "--wire-angle 3 N: 'N' is a unit of"),
        ({"sensitivity": "-1 N"}, "--sensitivity -1 N: must be at least 0"),
        ({"exclude": ["surge < 0.1"]}, "--exclude 'surge < 0.1': must say why"),
        ({"exclude": ["run koi: slipped"]}, "runs.csv: there is no run 'koi' to leave out"),
        ({"exclude": ["< 2 m/s: all"]}, "runs.csv: surge: no points are left to fit; heave: no points are left to fit"),
        ({"write": "rov.yaml"}, "--write: needs --vehicle"),
        ({"extrapolate": "sway=heave"}, "--extrapolate: needs --vehicle"),
        ({"extrapolate": "sway=yaw", "vehicle": "bluerov"}, "--extrapolate sway=yaw: sway cannot come from yaw"),
        ({"vehicle": "bluerow"}, "did you mean 'bluerov'?"),
    ],
)
def test_bad_words_are_told(folder, tmp_path, options, message):
    with pytest.raises(DescriptionError) as caught:
        identify_tow_command(folder / "runs.csv", out=tmp_path / "out", **options)
    assert message in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_vehicle_whose_drag_follows_another_law_says_so(folder, tmp_path):
    with pytest.raises(DescriptionError, match="gives drag by coefficients, beside which"):
        identify_tow_command(folder / "runs.csv", vehicle="raybot", write=tmp_path / "ray.yaml", out=tmp_path)
    assert not list(tmp_path.iterdir())


TAILED = """
name: tailed
bodies:
  hull: {shape: {sphere: 0.2}, mass: 33.5, drag: {linear: [1, 1, 1, 1, 1, 1], linear_fade: [1, 1, 1, 1, 1, 1]}}
  tail: {shape: {sphere: 0.1}, mass: 4, drag: {quadratic: [9, 9, 9, 0, 0, 0]}}
joints:
  hinge: {type: hinge, parent: hull, child: tail, axis: down, at: [-0.3, 0, 0]}
"""


def test_drag_that_others_add_is_pointed_out(folder, tmp_path, capsys):
    (tmp_path / "tailed.yaml").write_text(TAILED)
    identify_tow_command(
        folder / "runs.csv", vehicle=str(tmp_path / "tailed.yaml"), write=tmp_path / "towed.yaml", out=tmp_path
    )
    told = capsys.readouterr().out
    assert "note: the drag of the whole vehicle is written for hull, and tail add theirs to it" in told
    assert "note: hull has a linear_fade" in told
