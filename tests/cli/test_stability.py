"""`narcine stability` and `narcine tune` as people run them."""

import json
import math

import pytest
from PIL import Image
from ruamel.yaml import YAML

from narcine.autonomy.bus import Bus
from narcine.autonomy.log import Log
from tests.manoeuvring.torpedoes import torpedo, with_fins

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
PICTURES = {"fin_position.png", "fin_size.png", "stern_size.png", "deflection.png"}


@pytest.fixture
def folder(tmp_path):
    """Return the folder in which commands run, with a torpedo and one with fins."""
    for name, simulation in (("torpedo", torpedo()), ("finned", with_fins())):
        with (tmp_path / f"{name}.yaml").open("w") as file:
            YAML(typ="safe", pure=True).dump(simulation.description.plain, file)
    return tmp_path


def test_it_tells_and_draws_and_writes(narcine, tmp_path):
    result = narcine("stability", "finned.yaml", "--speed", "1.5", "--fin-position", "0.1:0.6:6", "--json", "all.json")
    assert result.returncode == 0, result.stderr
    folder = tmp_path / "runs" / "torpedo_stability_001"
    assert {file.name for file in folder.iterdir()} == {*PICTURES, "stability.json"}
    for picture in PICTURES:
        with Image.open(folder / picture) as drawn:
            assert drawn.size[0] > 800
    numbers = json.loads((tmp_path / "all.json").read_text())
    assert numbers == json.loads((folder / "stability.json").read_text())
    assert set(numbers["fins"]) == {"upper_fin", "lower_fin"}
    assert numbers["over_fin_position"][0]["at"] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert numbers["verdict"][0] in result.stdout
    assert "Closed forms beside the simulator" in result.stdout


def test_tables_fit_a_terminal_of_80_columns(narcine, monkeypatch):
    """Words of the verdict are wrapped by the terminal; tables are not, and lose no digit."""
    monkeypatch.setenv("COLUMNS", "80")
    result = narcine("stability", "finned.yaml", "--speed", "1.5", "--fin-size", "1,2")
    assert result.returncode == 0, result.stderr
    tables = result.stdout[result.stdout.index("Coefficients about") : result.stdout.index("\n- ")]
    assert "…" not in tables
    assert max(map(len, tables.splitlines())) <= 80
    assert "C of heave and pitch, no weight (kg2 m2/s2) " in tables


def test_a_folder_that_holds_one_is_kept(narcine):
    words = ("stability", "torpedo.yaml", "--thrust", "900 rpm", "--out", "x", "--fin-size", "1,2")
    assert narcine(*words).returncode == 0
    again = narcine(*words)
    assert again.returncode == 2
    assert "holds an assessment already" in again.stderr
    assert narcine(*words, "--overwrite").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bluerov",), "has no control surfaces"),
        (("torpedo.yaml", "--speed", "9"), "at its limit the propeller gives"),
        (("torpedo.yaml", "--speed", "1", "--thrust", "2 N"), "twice"),
        (("torpedo.yaml", "--speed", "-1"), "--speed -1"),
        (("torpedo.yaml", "--fin-size", "0,1"), "must lie above 0"),
        (("torpedo.yaml", "--fin-position", "0.3"), "two places"),
        (
            ("torpedo.yaml", "--fin-position", "5:1:3"),
            "fins at +1 m are off its hull, which reaches from -0.8 to +0.8 m",
        ),
        (("torpedo.yaml", "--thrust", "99999 rpm"), "no steady run at 1e+05 rpm"),
        (("torpedo.yaml", "--thrust", "9999 N"), "no steady run at a thrust of 9999 N"),
        (("torpedo.yaml", "--set", "actuators.ruder.area=1"), "ruder"),
        (("nobody",), "no vehicle or scenario 'nobody'"),
    ],
)
def test_mistakes_are_told(narcine, tmp_path, words, said):
    result = narcine("stability", *words)
    assert result.returncode == 2
    assert said in result.stderr
    assert not (tmp_path / "runs").exists()


def test_steps_that_were_flown_are_told(narcine, tmp_path):
    """A depth of first order (4 s) after a step of 2 m: rises in 4 ln 9 s, settles in 4 ln 20 s."""
    bus = Bus()
    with Log(bus, tmp_path / "mission.mcap"):
        for tick in range(400):
            bus.advance(0.1 * tick)
            bus.publish("desired_depth", 1.0 if tick < 100 else 3.0, "helm")
            bus.publish("depth", 3.0 - 2.0 * math.exp(-max(tick - 100, 0) / 40.0), "depth_driver")
    result = narcine("tune", "torpedo.yaml", "--speed", "1.5", "--flown", str(tmp_path))
    assert result.returncode == 0, result.stderr
    [words] = [line.split() for line in result.stdout.splitlines() if line.startswith("depth") and "+2.00 m" in line]
    at, _, _, rise, over, settles, left = words[1:]
    assert float(at) == pytest.approx(10.0)
    assert float(rise) == pytest.approx(4.0 * math.log(9.0), abs=0.15)
    assert float(settles) == pytest.approx(4.0 * math.log(20.0), abs=0.15)
    assert (float(over), float(left)) == (0.0, pytest.approx(0.1, abs=0.2))


def test_gains_are_told_drawn_and_written(narcine, tmp_path):
    result = narcine("tune", "torpedo.yaml", "--speed", "1.5", "--out", "gains")
    assert result.returncode == 0, result.stderr
    assert {file.name for file in (tmp_path / "gains").iterdir()} == {"gains.yaml", "steps.png"}
    assert (tmp_path / "gains" / "gains.yaml").read_text() in result.stdout
    assert narcine("tune", "torpedo.yaml", "--out", "gains").returncode == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("torpedo.yaml", "--mode", "cruise"), "no frontseat"),
        (("torpedo.yaml", "--delay", "-1"), "--delay"),
        (("torpedo.yaml", "--flown", "nowhere.mcap"), "no such log"),
        (("torpedo.yaml", "--flown", "torpedo.yaml"), "no MCAP log"),
        (("bluerov",), "needs a rudder"),
    ],
)
def test_mistakes_in_tuning_are_told(narcine, words, said):
    result = narcine("tune", *words)
    assert result.returncode == 2
    assert said in result.stderr
