"""A vehicle picks its gait by name: as if it were written out, with errors where it is written."""

import json
from pathlib import Path

import numpy as np
import pytest

import narcine
from narcine.description.load import describe, describe_plain, describe_records, describe_text, load_description
from narcine.description.problems import DescriptionError
from narcine.description.tree import read_tree
from narcine.simulation.derivatives import differentiate
from tests.description.test_errors import GOOD

FISH = (
    GOOD.replace("servo, rate: 5 rad/s, torque: 1 N m", "prescribed")
    + """\
gait: cruise
gaits:
  cruise: {type: tail_beat, drives: [root], frequency: 1 Hz, amplitude: 20 deg, assumed: slow}
  burst:
    use: "#gaits.cruise"
    frequency: 2 Hz
run: {duration: 1, commands: {gait.turn: 3 deg}}
"""
)


def fish(text=FISH, **settings):
    return describe(read_tree(text, "fish.yaml"), Path("fish.yaml"), settings)


def gait_of(described):
    return next(iter(described.scenario.vehicles.values())).vehicle.gait


def problems(text=FISH, **settings):
    with pytest.raises(DescriptionError) as caught:
        fish(text, **settings)
    return [str(problem) for problem in caught.value.problems]


def test_a_name_stands_for_its_gait():
    picked = fish()
    written = fish(
        FISH.replace("gait: cruise", "gait: {type: tail_beat, drives: [root], frequency: 1, amplitude: 20 deg}")
    )
    assert gait_of(picked) == gait_of(written)
    assert list(next(iter(picked.scenario.vehicles.values())).vehicle.gaits) == ["cruise", "burst"]


@pytest.mark.parametrize(
    ("settings", "frequency"),
    [
        ({}, 1.0),
        ({"gait": "burst"}, 2.0),
        ({"gait.frequency": "1.5 Hz"}, 1.5),
        ({"gait.frequency": "1.5 Hz", "gait": "burst"}, 1.5),
        ({"gaits.burst.frequency": 3, "gait": "burst"}, 3.0),
        ({"gaits.burst.frequency": 3}, 1.0),
        ({"gait": "{type: tail_beat, drives: [root], frequency: 4 Hz, amplitude: 1 deg}"}, 4.0),
    ],
)
def test_settings_pick_and_change(settings, frequency):
    assert gait_of(fish(**settings)).frequency == frequency


def test_an_unknown_name_is_said_once_with_what_there_is():
    said = "there is no gait 'brust'; did you mean 'burst'?; there are burst, cruise"
    assert problems(FISH.replace("gait: cruise", "gait: brust")) == [f"fish.yaml:9:7: gait = brust: {said}"]
    assert problems(gait="brust") == [f"set gait=brust: gait = brust: {said}"]
    none = FISH[: FISH.index("gaits:")]
    assert problems(none) == ["fish.yaml:9:7: gait = cruise: there is no gait 'cruise'; there are none"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("drives: [root]", "drives: [rot]", "fish.yaml:11:38: gaits.cruise.drives[0] = rot: there is no drive 'rot'"),
        ("20 deg", "20 kg", "fish.yaml:11:73: gaits.cruise.amplitude = 20 kg: 'kg' is a unit of mass"),
        ("frequency: 2 Hz", "frequncy: 2 Hz", "fish.yaml:14:5: gaits.burst.frequncy: unknown key"),
    ],
)
def test_errors_point_at_where_a_gait_is_written_and_come_once(old, new, message):
    found = problems(FISH.replace(old, new))
    assert found[0].startswith(message)
    assert len({each.split(": ")[0] for each in found}) == len(found)


def test_a_gait_that_is_not_picked_is_checked_too():
    found = problems(FISH.replace("frequency: 2 Hz", "drives: [rot]"))
    assert [each[:48] for each in found] == ["fish.yaml:14:14: gaits.burst.drives[0] = rot: th"]


def test_what_says_no_source_is_said_where_it_is_written():
    described = fish(FISH.replace(", assumed: slow", ""))
    assert [path for path in described.unsourced() if "frequency" in path] == [
        "gaits.cruise.frequency",
        "gaits.burst.frequency",
    ]


@pytest.mark.parametrize("settings", [{}, {"gait": "burst"}, {"gait.frequency": 1.5}])
def test_what_a_run_keeps_runs_again_to_the_bit(settings):
    first = narcine.Simulation(fish(**settings)).run()
    again = narcine.Simulation(json.loads(first.attrs["description"])).run()
    assert np.array_equal(first.position.values, again.position.values)
    assert first.gait_frequency.values[-1, 0] == gait_of(fish(**settings)).frequency


def test_records_keep_their_gaits():
    vehicle = next(iter(fish(gait="burst").scenario.vehicles.values())).vehicle
    again = next(iter(describe_records(vehicle).scenario.vehicles.values())).vehicle
    assert again == vehicle


def test_a_picked_gait_has_derivatives():
    found = differentiate(narcine.Simulation(fish()), ["gait.frequency"], duration=0.5, record=0.5)
    assert np.abs(found.derivatives).max() > 0.1


def test_vehicles_of_a_scenario_and_of_a_cluster_pick_their_own(tmp_path):
    (tmp_path / "fish.yaml").write_text(FISH)
    text = (
        "name: school\n"
        "vehicles: {lone: {vehicle: fish.yaml, start: {position: [0, 9, 0]}}, row_2: {vehicle: {gait: burst}}}\n"
        "clusters: {row: {vehicle: fish.yaml, count: 3, spacing: [0, 1, 0], coupling: none}}\n"
    )
    (tmp_path / "school.yaml").write_text(text)

    def frequencies(**settings):
        described = load_description(str(tmp_path / "school.yaml"), settings)
        again = describe_plain(described.plain)
        found = [
            {name: placed.vehicle.gait.frequency for name, placed in each.scenario.vehicles.items()}
            for each in (described, again)
        ]
        assert found[0] == found[1]
        return [found[0][name] for name in ("lone", "row_1", "row_2", "row_3")]

    assert frequencies() == [1.0, 1.0, 2.0, 1.0]
    assert frequencies(**{"vehicles.lone.vehicle.gait": "burst"}) == [2.0, 1.0, 2.0, 1.0]
    assert frequencies(**{"clusters.row.vehicle.gait": "burst"}) == [1.0, 2.0, 2.0, 2.0]
    changed = {"vehicles.row_3.vehicle.gait": "burst", "vehicles.row_1.vehicle.gait.frequency": 3}
    assert frequencies(**changed) == [1.0, 3.0, 2.0, 2.0]
    with pytest.raises(DescriptionError, match=r"vehicles\.row_1\.vehicle\.gait = brust: there is no gait 'brust'"):
        frequencies(**{"vehicles.row_1.vehicle.gait": "brust"})


def test_a_rim_moves_with_every_gait_that_names_it():
    text = """\
name: ray
bodies: {disc: {shape: {ellipsoid: [0.25, 0.20, 0.03]}, mass: 2.0}}
rims: {margin: {body: disc, fins: 12, width: 6 cm}}
gait: ahead
gaits:
  ahead: {type: undulation, rim: margin, frequency: 1 Hz, amplitude: 20 deg}
  astern: {use: "#gaits.ahead", waves: -1}
"""
    vehicle = describe_text(text).scenario.vehicles["ray"].vehicle
    assert vehicle.gait == vehicle.gaits["ahead"]
    assert vehicle.gaits["astern"].lag == -vehicle.gait.lag == pytest.approx(-2.0 * np.pi / 6.0)


@pytest.mark.parametrize(("name", "faster", "dearer"), [("burst", 2.1, 8.1), ("stroll", 0.47, 0.13)])
def test_the_gaits_of_raybot_are_as_its_file_says(name, faster, dearer):
    """Speed and drive power over those of its cruise, from 20 s on, when it no longer speeds up; within 5 %."""
    speed, power = {}, {}
    for each in ("cruise", name):
        run = narcine.load("raybot", gait=each).run(duration=30.0)
        late = run.time.values > 20.0
        speed[each] = float(run.speed.values[late, 0].mean())
        power[each] = float((run.drive_effort.values * run.joint_velocity.values)[late].sum(axis=1).mean())
    assert speed[name] / speed["cruise"] == pytest.approx(faster, rel=0.05)
    assert power[name] / power["cruise"] == pytest.approx(dearer, rel=0.05)
