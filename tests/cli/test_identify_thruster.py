"""`narcine identify thruster`, as a user types it."""

import csv

import numpy as np
import pytest

import narcine as package
from narcine.cli.identify_thruster import identify_thruster_command
from narcine.description.library import SAMPLES
from narcine.description.problems import DescriptionError
from tests.identification.driven import DRAG, FORWARD, REVERSE, driven_campaign

MAKER = SAMPLES / "t200_16V.csv"
ANGLE = np.radians(47.0)
RPM = 30.0 / np.pi
BOTH = "surge_port,surge_starboard"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Return a small campaign as load cells and tachometers tell it."""
    file = tmp_path_factory.mktemp("tank") / "driven.csv"
    with file.open("w", newline="") as handle:
        writer = csv.writer(handle)
        cells = ("m1 [N]", "m2 [N]", "m3 [N]")
        writer.writerow(["run", "axis", "time [s]", "speed [m/s]", *cells, "pulse [us]", "shaft [rpm]"])
        pulses = (1250, 1350, 1500, 1560, 1600, 1650, 1700, 1800)
        for run in driven_campaign(np.random.default_rng(3), pulses, (-0.4, 0.0, 0.4, 0.8)):
            wire = 20.0 + 0.1 * run.force
            both = run.force + wire * np.cos(ANGLE)
            table = (run.time, run.speed, 0.4 * both, 0.6 * both, wire, run.pulse, RPM * run.shaft)
            for row in zip(*table, strict=True):
                writer.writerow([run.name, run.axis, *(f"{value:.6g}" for value in row)])
    return file


def thruster(file, name):
    return package.load(file).scenario.vehicles["my_rov"].vehicle.actuators[name]


def test_the_makers_table_becomes_the_numbers_that_ship(tmp_path, capsys):
    file = tmp_path / "my_rov.yaml"
    assert identify_thruster_command(MAKER, vehicle="bluerov", actuators=BOTH, write=file, out=tmp_path) == 0
    said = capsys.readouterr().out
    assert "stands still from 1472 to 1528 us" in said
    assert "hang together along the curve" in said
    for name in ("shaft.png", "thrust.png", "my_rov.yaml"):
        assert (tmp_path / name).stat().st_size > 0
    ours, ships = (thruster(file, name) for name in ("surge_port", "lateral"))
    assert ours.thrust == pytest.approx(ships.thrust, rel=1e-4)
    assert ours.speed.forward == pytest.approx(ships.speed.forward, rel=1e-4)
    assert ours.speed.reverse == pytest.approx(ships.speed.reverse, rel=1e-4)
    assert ours.power == pytest.approx(ships.power, rel=1e-4)
    assert ours.speed.dead_band == ships.speed.dead_band
    assert ours.advance == ships.advance


def test_towing_runs_become_a_vehicle(runs, tmp_path, capsys):
    file = tmp_path / "my_rov.yaml"
    assert identify_thruster_command(runs, vehicle="bluerov", actuators=BOTH, write=file, out=tmp_path) == 0
    said = capsys.readouterr().out
    assert "a1 of K_T" in said
    assert "water from behind the screws (w u_a < 0)" in said
    assert "drag by the runs with thrusters standing" in said
    for name in ("shaft.png", "open_water.png", "thrust_loss.png"):
        assert (tmp_path / name).stat().st_size > 0
    found = thruster(file, "surge_starboard")
    text = file.read_text()
    assert "towing tank, surge" in text
    assert found.thrust == pytest.approx((FORWARD[0], REVERSE[0]), rel=0.02)
    assert found.advance == pytest.approx((FORWARD[1], REVERSE[1]), rel=0.08)
    assert found.speed.reverse == thruster(file, "lateral").speed.reverse
    rows = list(csv.DictReader((tmp_path / "thrust_points.csv").read_text().splitlines()))
    assert len(rows) == 31
    bollard = next(row for row in rows if row["pulse [us]"] == "1700" and abs(float(row["speed [m/s]"])) < 0.01)
    shaft = float(bollard["shaft [rpm]"]) / RPM
    assert float(bollard["thrust [N]"]) == pytest.approx(FORWARD[0] * shaft**2, abs=0.5)


def test_water_and_wake_of_the_tank_are_put_into_those_of_the_vehicle(runs, tmp_path):
    """To the seven digits that the file has."""
    file = tmp_path / "my_rov.yaml"
    plain = tmp_path / "plain" / "my_rov.yaml"
    options = {"vehicle": "bluerov", "actuators": BOTH, "out": tmp_path}
    identify_thruster_command(runs, write=plain, **options)
    identify_thruster_command(runs, write=file, wake=0.2, density="1025 kg/m3", **options)
    salt, fresh = thruster(file, "surge_port"), thruster(plain, "surge_port")
    assert salt.thrust == pytest.approx(np.array(fresh.thrust) / 1.025, rel=1e-6)
    assert salt.advance == pytest.approx(np.array(fresh.advance) / 1.025, rel=1e-6)


def test_drag_that_is_given_and_exclusions(runs, tmp_path, capsys):
    drag = f"{DRAG[0]},{DRAG[1]}"
    behind = "surge -1..-0.1 m/s: water from behind"
    assert identify_thruster_command(runs, thrusters=2, drag=drag, exclude=[behind], out=tmp_path) == 0
    said = capsys.readouterr().out
    assert "drag as given: 34.96 |u| u + 2 u" in said
    assert "water from behind" in said
    assert "K_T and J take the size of the screws" in said
    assert not (tmp_path / "open_water.png").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "say how many turned"),
        ({"thrusters": 2, "axis": "yaw"}, "must be one of surge, sway, heave"),
        ({"thrusters": 2, "axis": "sway"}, "has no run along sway; it has surge"),
        ({"thrusters": 2, "drag": "3"}, "must be two numbers with a comma"),
        ({"thrusters": 2, "wake": 1.5}, "must be a fraction"),
        ({"thrusters": 2, "diameter": "7 kg"}, "'kg' is a unit of mass, not of length"),
        ({"thrusters": 2, "exclude": ["slow"]}, "must say why"),
        ({"thrusters": 2, "exclude": ["run surge_9: fell"]}, "there is no run 'surge_9'"),
        ({"thrusters": -2}, "thrust points against the pulses"),
        ({"actuators": BOTH}, "needs --vehicle"),
        ({"vehicle": "bluerov", "actuators": "surge"}, "is no thruster of bluerov; did you mean"),
        ({"vehicle": "bluerov", "actuators": "lateral"}, "does not push along surge"),
        ({"vehicle": "bluerov", "actuators": BOTH, "thrusters": 2}, "leave it out"),
    ],
)
def test_what_does_not_fit_is_refused(runs, tmp_path, options, said):
    with pytest.raises(DescriptionError, match=said):
        identify_thruster_command(runs, out=tmp_path, **options)


def test_what_is_wrong_with_a_table_is_told_by_row_and_column(tmp_path):
    file = tmp_path / "own.csv"
    rows = "".join(f"{pulse},{abs(pulse - 1500)},{(pulse - 1500) / 10}\n" for pulse in range(1400, 1601, 20))

    def told(text, **options):
        file.write_text(text)
        with pytest.raises(DescriptionError) as error:
            identify_thruster_command(file, out=tmp_path, **options)
        return str(error.value.problems[0])

    assert "there is no column 'shaft'" in told(f"pulse,speed,force\n{rows}")
    assert "unknown unit 'lb'" in told(f"pulse,shaft [rpm],force [lb]\n{rows}")
    assert "own.csv:3:6: shaft" in told(f"pulse,shaft [rpm],force\n{rows}".replace("1420,80", "1420,nan"))
    assert "it takes 11 at least" in told("pulse,shaft [rpm],force\n1500,0,0\n1600,100,1\n")
    assert "is for towing runs" in told(f"pulse,shaft [rpm],force\n{rows}", drag="1,2")
    assert "must stand still at the neutral pulse" in told(f"pulse,shaft [rpm],force\n{rows}", neutral=1450.0)
