"""Mission files: what they hold, and all their mistakes at once, each at its place."""

import re

import jsonschema
import pytest
from ruamel.yaml import YAML

from narcine.description.library import MISSIONS, shipped_missions
from narcine.description.mission import Mission
from narcine.description.problems import DescriptionError
from narcine.description.schema import json_schema
from narcine.mission.preparing import load_missions
from tests.mission.conftest import DATA, TEXT, flown, prepared


def told(file_text, tmp_path, **settings):
    """Return what is said of a mission in a file."""
    file = tmp_path / "m.yaml"
    file.write_text(file_text.replace("arrow.yaml", str(DATA / "arrow.yaml")))
    asked = {path.replace("__", "."): value for path, value in settings.items()}
    with pytest.raises(DescriptionError) as caught:
        load_missions(str(file), asked)
    return str(caught.value).replace(f"{file}:", "m:")


@pytest.mark.parametrize("name", shipped_missions())
def test_what_ships_is_ready(name):
    missions = load_missions(name)
    assert missions[0].description.mission.name == name
    assert all(mission.description.mission.about for mission in missions)


@pytest.mark.parametrize("name", shipped_missions())
def test_editors_accept_what_ships(name):
    plain = YAML(typ="safe", pure=True).load(shipped_missions()[name])
    jsonschema.validate(plain, json_schema("mission"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**plain, "dration": 3}, json_schema("mission"))


def test_the_missions_of_the_paper_ship():
    expected = "circle depth_steps glide zigzag_base zigzag_ematt zigzag_morpheus_fins zigzag_morpheus_plain"
    assert sorted(shipped_missions()) == expected.split()
    assert len(load_missions("zigzag_ematt")) == 3
    fins, plain = (load_missions(f"zigzag_morpheus_{each}")[0] for each in ("fins", "plain"))
    assert fins.legs == plain.legs
    assert fins.frontseat.map.fins.engaged
    assert not plain.frontseat.map.fins.engaged


def test_nothing_but_the_frontseat_commands():
    """The vehicle's own run turns its propeller; on a mission that is left out."""
    (mission,) = prepared()
    scenario = mission.description.description.scenario
    assert scenario.commands == {}
    assert scenario.step == 0.01
    assert scenario.water.density == 1026.0
    assert scenario.duration == 30.0


def test_settings_are_of_the_vehicle_or_of_the_mission_and_the_last_word_counts():
    text = TEXT + "settings: {bodies.hull.mass: 30}\nruns: {light: {bodies.hull.mass: 29}, long: {duration: 40 s}}\n"
    light, long = prepared(text)
    assert (light.title, long.title) == ("zig, light", "zig, long")
    assert [each.description.vehicle.bodies["hull"].mass for each in (light, long)] == [29.0, 30.0]
    assert [each.cruise.end_time for each in (light, long)] == [30.0, 40.0]
    light, long = prepared(text, bodies__hull__mass="28", duration="50 s")
    assert [each.description.vehicle.bodies["hull"].mass for each in (light, long)] == [28.0, 28.0]
    assert [each.cruise.end_time for each in (light, long)] == [50.0, 50.0]


def test_a_mission_may_be_cut_short():
    (mission,) = prepared(duration="10 s")
    assert mission.cruise.end_time == 10.0
    assert len(mission.legs) == 2


def test_water_ends_at_depth_zero_unless_somebody_says_otherwise():
    def surface(text=TEXT, **settings):
        return prepared(text, **settings)[0].description.description.scenario.water.surface

    assert surface() == "calm"
    assert surface(TEXT + "water: {current: [0.1, 0, 0]}\n") == "calm"
    assert surface(TEXT + "water: {surface: none}\n") == "none"
    assert surface(water__surface="none") == "none"


def test_something_must_drive_the_vehicle(tmp_path):
    text = TEXT.replace("speed=1.5, ", "")
    assert "m:12:3: legs: no leg says speed or thrust, nor does the mission say `thrust`" in told(text, tmp_path)


def test_thrust_stands_in_place_of_speeds():
    (mission,) = prepared(TEXT.replace("speed=1.5, ", ""), thrust="40 %")
    assert mission.legs[0].decisions["thrust"] == 0.4
    assert "thrust" not in mission.legs[1].decisions


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("heading=80,", "heding=80,", ["m:13:", "legs: unknown key 'heding'; did you mean 'heading'?"]),
        ("depth=2\n", "depth=20\n", ["m:14:", "depth = 20 m is deeper than the vehicle may go in this mission, 6 m"]),
        ("start_time=12", "start_time=40", ["m:13:3", "40 s is not before the end of the mission, 30 s"]),
        ("30 s", "30 m", ["m:5:11: duration = 30 m: 'm' is a unit of length, not of time"]),
        ("duration:", "duraton:", ["m:5:1: duraton: unknown key", "did you mean 'duration'?"]),
        ("20 deg]", "20 kg]", ["m:9:26: start.attitude[2] = 20 kg", "'kg' is a unit of mass, not of angle"]),
        (
            "6 m",
            "60 m",
            ["m:7:15: cruise_depth = 60.0: is deeper than the vehicle may go: its rule maximum_depth is 30"],
        ),
        ("start_delay: 2 s", "start_delay: 30 s", ["m:6:14: start_delay = 30.0: must be less than the duration, 30 s"]),
        ("passive", "ivp", ["m:10:7: helm = ivp: must be one of passive"]),
        ("vehicle: arrow.yaml", "vehicle: remus100", ["m:4:10: vehicle: remus100 has no `frontseat:`"]),
        ("vehicle: arrow.yaml", "vehicle: remus10", ["m:4:10: vehicle: ", "did you mean 'remus100'?"]),
        ("vehicle: arrow.yaml\n", "", ["vehicle: is missing"]),
        ("helm:", "settings: {bodis.hull.mass: 3}\nhelm:", ["m:10:12: bodis.hull.mass: neither", "'bodies'?"]),
        ("helm:", "settings: {bodies.hull.mass: -3}\nhelm:", ["m:10:12: vehicle.bodies.hull.mass = -3: must be"]),
        ("helm:", "settings: {duration: 5}\nhelm:", ["m:10:12: duration: is the mission's own"]),
        ("helm:", "runs: {a: {settings: {x.y: 1}}}\nhelm:", ["m:10:12: settings: is no setting", "without `settings`"]),
        ("helm:", "settings: {runs.a: 1}\nhelm:", ["m:10:12: runs.a: is no setting: `runs` stand in the file alone"]),
        ("helm:", f"seed: {2**63}\nhelm:", ["m:10:7: seed = 9223372036854775808: must be less than or equal to"]),
        ("speed=1.5, depth=1", "speed=100, depth=1", ["m:12:3: legs: speed = 100 m/s asks for more than full thrust"]),
        ("helm:", "thrust: 40 %\nhelm:", ["m:13:3: legs: says what the propeller does"]),
        ("helm:", "step: 30 ms\nhelm:", ["m:10:7: step: the physics steps by 0.03 s"]),
        ("legs: |", "legs: [a]\nlegs2: |", ["m:11:7: legs", "below `legs: |`", "m:12:1: legs2: unknown key"]),
        ("legs: |", "legs: 5\nlegs2: |", ["m:11:7: legs = 5: must be text", "m:12:1: legs2: unknown key"]),
    ],
)
def test_a_mistake_is_told_at_its_place(old, new, said, tmp_path):
    assert old in TEXT
    message = told(TEXT.replace(old, new, 1), tmp_path)
    for part in said:
        assert part in message


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("settings__frontseat__map__limit", "0.1", "write frontseat.map.limit itself, without `settings`"),
        ("runs__fast__thrust", "0.6", "write thrust, which sets it in all of them"),
        ("runs", "{}", "`runs` stand in the file alone; set values by their own paths"),
        ("legs", "ADD_LEG: start_time=5, heding=0", "set legs=ADD_LEG: start_time=5, heding=0: legs: line 1: unknown"),
        ("seed", str(2**64), "seed = 18446744073709551616: must be less than or equal to"),
    ],
)
def test_a_mistake_of_a_setting_is_told(path, value, said, tmp_path):
    message = told(TEXT, tmp_path, **{path: value})
    assert len(message.splitlines()) == 1
    assert said in message


def test_legs_are_text_wherever_they_are_set(tmp_path):
    """A colon in them makes no YAML block; a mistake in those of a run is told at its own line."""
    legs = "ADD_LEG: start_time=5, heading=0, speed=1, depth=1"
    (mission,) = prepared(legs=legs + "\n" + legs.replace("=5", "=9"))
    assert [leg.start_time for leg in mission.legs] == [5.0, 9.0]
    text = TEXT + f"runs:\n  a:\n    legs: |\n      {legs}\n  b: {{seed: 1}}\n"
    short, long = prepared(text)
    assert [leg.start_time for leg in short.legs] == [5.0]
    assert len(long.legs) == 2
    assert "m:18:7: legs: unknown key 'heding'" in told(text.replace("heading=0", "heding=0"), tmp_path)


def test_the_largest_seed_is_flown(tmp_path):
    assert flown(tmp_path, seed=str(2**63 - 1), duration="4 s").flight.failure == ""


def test_all_mistakes_are_told_at_once(tmp_path):
    text = TEXT.replace("30 s", "30 m").replace("heading=80,", "heding=80,").replace("20 deg]", "20 kg]")
    message = told(text, tmp_path, bodies__hull__mass="x")
    assert len(message.splitlines()) == 4
    for part in ("m:5:11", "m:9:26", "m:13:3: legs", "set bodies.hull.mass=x: vehicle.bodies.hull.mass"):
        assert part in message


@pytest.mark.parametrize(
    ("sensor", "said"),
    [
        ("imu", "arrow has no sensor of type imu, without which nothing is steered"),
        ("depth", "arrow has no sensor of type depth"),
        ("battery", "arrow has no sensor of type battery, which rules of its frontseat need"),
        ("inside", "arrow has no sensor of type hull_pressure, which the rule maximum_hull_pressure needs"),
    ],
)
def test_missing_instruments_are_told(sensor, said, tmp_path):
    text = TEXT.replace("vehicle: arrow.yaml", f"vehicle: {{use: arrow.yaml#, sensors: {{{sensor}: ~}}}}")
    assert f"m:4:10: vehicle: {said}" in told(text, tmp_path)


def test_the_mission_of_the_document_is_ready_and_its_mistakes_are_those_that_it_shows(tmp_path):
    text = (DATA.parent.parent / "docs" / "missions.md").read_text()
    (block,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    shown = re.findall(r"^    (my_mission.yaml:.*)$", text, re.MULTILINE)
    wrong = block.replace("start_delay: 5 s", "start_delay: 90 s").replace(
        "heading=0, speed=1.0, depth=1.5, h", "heding=0, h"
    )
    file = tmp_path / "my_mission.yaml"
    file.write_text(block)
    (mission,) = load_missions(str(file))
    assert mission.legs[2].gains == {"heading_kp": 0.8}
    file.write_text(wrong)
    with pytest.raises(DescriptionError) as caught:
        load_missions(str(file))
    lines = str(caught.value).replace(str(file), file.name).splitlines()
    assert len(lines) == len(shown) == 2
    assert all(line.startswith(each) for line, each in zip(lines, shown, strict=True))


def test_every_key_of_a_mission_is_documented_and_explained():
    text = (DATA.parent.parent / "docs" / "missions.md").read_text()
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    words = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", prose))))
    assert set(Mission.model_fields) - words == set()
    for key, field in json_schema("mission")["properties"].items():
        assert "description" in field or key in ("source", "assumed", "use", "parts"), key


def test_names_are_found_or_near_ones_told():
    for name, said in (
        ("zigzag_bas", "did you mean 'zigzag_base'?"),
        ("raybot", "raybot is no mission; run it with `narcine run raybot`"),
        ("nothing.yaml", "there is no file nothing.yaml"),
        (str(MISSIONS), "is a folder"),
    ):
        with pytest.raises(DescriptionError) as caught:
            load_missions(name)
        assert said in str(caught.value)


def test_a_mission_of_ones_own_may_use_one_that_ships(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text('use: "zigzag_base.yaml#"\nname: mine\ncruise_depth: 3 m\n')
    (mission,) = load_missions(str(file))
    assert (mission.cruise.cruise_depth, len(mission.legs)) == (3.0, 6)
    file.write_text('use: "zigzag_bas.yaml#"\nname: mine\n')
    with pytest.raises(DescriptionError) as caught:
        load_missions(str(file))
    (problem,) = caught.value.problems
    assert "zigzag_bas.yaml" in problem.message


def test_a_vehicle_that_the_user_names_is_where_the_user_is(tmp_path, monkeypatch):
    (tmp_path / "slow.yaml").write_text('use: "base.yaml#"\nname: slow\n')
    monkeypatch.chdir(tmp_path)
    assert load_missions("depth_steps", {"vehicle": "slow.yaml"})[0].description.vehicle.name == "slow"
    assert load_missions("depth_steps", {"vehicle": "morpheus"})[0].description.vehicle.name == "morpheus"
    with pytest.raises(DescriptionError) as caught:
        load_missions("depth_steps", {"vehicle": "slo.yaml"})
    assert str(caught.value) == "set vehicle=slo.yaml: vehicle: there is no file slo.yaml; did you mean 'slow.yaml'?"
