"""A cluster stands for vehicles side by side and the couplings between them, as if they were written out."""

import json

import jsonschema
import numpy as np
import pytest

from narcine.description.importing.frames import Frame, rotation_of
from narcine.description.load import describe_plain, describe_records, load_description
from narcine.description.problems import DescriptionError
from narcine.description.schema import json_schema
from narcine.simulation.derivatives import differentiate
from narcine.simulation.simulation import Simulation

POD = """\
name: pod
bodies:
  frame: {shape: {box: [0.4, 0.3, 0.2]}, mass: 24.0}
  arm: {shape: {box: [0.2, 0.05, 0.05]}, mass: 0.5}
joints:
  arm: {type: hinge, parent: frame, child: arm, at: [0.2, 0, 0], to: [-0.1, 0, 0], axis: down, damping: 0.01}
drives:
  arm: {type: torque}
run: {duration: 2 s, commands: {arm: 0.01}, start: {position: [0, 0, 3], joints: {arm: 10 deg}}}
"""
BAR = "name: bar\nbodies:\n  bar: {shape: {box: [0.05, 0.3, 0.05]}, mass: 0.75}\n"
RAFT = """\
name: rafts
clusters:
  raft: {vehicle: pod.yaml, count: 3, spacing: [0, 0.6, 0]}
"""
TURNED = "position: [1, 2, 3], attitude: [20 deg, -30 deg, 100 deg]"
POSE = f"start: {{{TURNED}, velocity: [0.3, 0, 0], angular_velocity: [0.1, 0.2, 0.3]}}"


@pytest.fixture
def described(tmp_path):
    """Return what describes a scenario beside the files of its vehicles."""
    (tmp_path / "pod.yaml").write_text(POD)
    (tmp_path / "bar.yaml").write_text(BAR)

    def describe(text, **settings):
        (tmp_path / "rafts.yaml").write_text(text)
        return load_description(str(tmp_path / "rafts.yaml"), settings)

    return describe


def poses(scenario):
    """Return where each vehicle starts."""
    starts = {name: placed.begins for name, placed in scenario.vehicles.items()}
    return {name: Frame(np.array(start.position), rotation_of(*start.attitude)) for name, start in starts.items()}


def check_couplings(scenario):
    """Hold every coupling against the poses of its vehicles at the start."""
    stands = poses(scenario)
    for coupling in scenario.couplings.values():
        first, second = (stands[each.split(".")[0]] for each in (coupling.first, coupling.second))
        point, same = (
            frame.then(Frame(np.array(at), np.eye(3))) for frame, at in ((first, coupling.at), (second, coupling.to))
        )
        assert point.position == pytest.approx(same.position, abs=1e-9)
        attitude = getattr(coupling, "attitude", None)
        if attitude is not None:
            assert first.rotation @ rotation_of(*attitude) == pytest.approx(second.rotation, abs=1e-9)


def test_a_row_is_vehicles_and_rigid_couplings(described):
    scenario = described(RAFT).scenario
    assert list(scenario.vehicles) == ["raft_1", "raft_2", "raft_3"]
    assert [placed.begins.position for placed in scenario.vehicles.values()] == [(0, 0, 3), (0, 0.6, 3), (0, 1.2, 3)]
    assert all(placed.begins.joints == {"arm": pytest.approx(np.radians(10))} for placed in scenario.vehicles.values())
    assert list(scenario.couplings) == ["raft_1_2", "raft_2_3"]
    assert {coupling.type for coupling in scenario.couplings.values()} == {"rigid"}
    assert scenario.couplings["raft_1_2"].first == "raft_1.frame"
    assert scenario.duration == 2.0
    assert set(scenario.commands) == {"raft_1.arm", "raft_2.arm", "raft_3.arm"}
    assert not scenario.clusters
    check_couplings(scenario)


@pytest.mark.parametrize(
    ("count", "vehicles", "couplings"),
    [("[3, 2]", 6, 7), ("[2, 2, 2]", 8, 12), ("[1, 4]", 4, 3), ("1", 1, 0), ("40", 40, 39)],
)
def test_grids_couple_all_that_stands_side_by_side(described, count, vehicles, couplings):
    """Of a x b x c places (a - 1) b c + a (b - 1) c + a b (c - 1) are neighbours."""
    text = RAFT.replace("count: 3, spacing: [0, 0.6, 0]", f"count: {count}, spacing: [0.7, 0.6, 0.5], {POSE}")
    scenario = described(text).scenario
    assert (len(scenario.vehicles), len(scenario.couplings)) == (vehicles, couplings)
    check_couplings(scenario)


def test_a_grid_counts_forward_first(described):
    scenario = described(
        RAFT.replace("count: 3, spacing: [0, 0.6, 0]", "count: [3, 2], spacing: [0.7, 0.6, 0]")
    ).scenario
    assert scenario.vehicles["raft_2"].begins.position == (0.7, 0, 3)
    assert scenario.vehicles["raft_4"].begins.position == (0, 0.6, 3)
    assert list(scenario.couplings) == [
        "raft_1_2",
        "raft_1_4",
        "raft_2_3",
        "raft_2_5",
        "raft_3_6",
        "raft_4_5",
        "raft_5_6",
    ]


@pytest.mark.parametrize("step", [(0, 0.6, 0), (0.8, 0, 0), (0, 0, 0.5), (0, -0.6, 0), (0.3, 0.4, -0.2)])
def test_a_connector_stands_halfway_and_points_its_starboard_axis_at_the_second(described, step):
    text = RAFT.replace(
        "count: 3, spacing: [0, 0.6, 0]", f"count: 2, spacing: {list(step)}, connector: bar.yaml, {POSE}"
    )
    scenario = described(text).scenario
    assert list(scenario.vehicles) == ["raft_1", "raft_2", "raft_connector_1_2"]
    assert list(scenario.couplings) == ["raft_connector_1_2", "raft_1_2"]
    stands = poses(scenario)
    way = stands["raft_2"].position - stands["raft_1"].position
    middle = 0.5 * (stands["raft_1"].position + stands["raft_2"].position)
    assert stands["raft_connector_1_2"].position == pytest.approx(middle, abs=1e-12)
    assert stands["raft_connector_1_2"].rotation[:, 1] == pytest.approx(way / np.linalg.norm(way), abs=1e-12)
    check_couplings(scenario)


def test_neighbours_may_be_coupled_otherwise(described):
    def couplings(more):
        return described(RAFT.replace("spacing:", f"{more}, spacing:")).scenario.couplings

    hinge = couplings("coupling: {type: hinge, axis: forward}")["raft_1_2"]
    assert (hinge.type, hinge.at, hinge.to) == ("hinge", (0, 0.3, 0), (0, -0.3, 0))
    assert couplings("coupling: {type: ball}")["raft_2_3"].type == "ball"
    assert couplings("coupling: {type: distance}")["raft_1_2"].length == pytest.approx(0.6)
    assert couplings("coupling: none") == {}
    assert not couplings("coupling: {docked: false}")["raft_1_2"].docked
    on_arms = couplings("body: arm")["raft_1_2"]
    assert (on_arms.first, on_arms.second, on_arms.at) == ("raft_1.arm", "raft_2.arm", None)


def test_the_file_may_change_one_and_add_others(described):
    text = RAFT + (
        "vehicles:\n  lead: {vehicle: bar.yaml}\n"
        "  raft_2: {start: {joints: {arm: 0}}, vehicle: {bodies: {arm: {mass: 0.7}}}}\n"
        "couplings: {raft_2_3: {docked: false}}\nevents: [{time: 1 s, dock: raft_2_3}]\ncommands: {raft_3.arm: 0}\n"
    )
    scenario = described(text).scenario
    assert list(scenario.vehicles) == ["lead", "raft_2", "raft_1", "raft_3"]
    assert scenario.vehicles["raft_2"].vehicle.bodies["arm"].mass == 0.7
    assert scenario.vehicles["raft_2"].begins.joints == {"arm": 0}
    assert scenario.vehicles["raft_2"].begins.position == (0, 0.6, 3)
    assert not scenario.couplings["raft_2_3"].docked
    assert scenario.commands["raft_3.arm"] == ((0.0, 0.0),)


def test_a_description_keeps_the_line_and_can_be_described_again(described):
    description = described(RAFT + "commands: {raft_1.arm: 0}\n")
    plain = json.loads(json.dumps(description.plain))
    assert "vehicles" not in plain
    assert set(plain["clusters"]) == {"raft"}
    assert plain["clusters"]["raft"]["vehicle"]["name"] == "pod"
    assert describe_plain(plain).scenario == description.scenario
    assert describe_records(description.scenario).scenario == description.scenario


def test_a_cluster_may_say_where_its_numbers_come_from(described):
    description = described(
        RAFT.replace(
            "count: 3, spacing: [0, 0.6, 0]",
            "count: 3, assumed: a guess, spacing: {value: [0, 0.6, 0], source: 'fig 5'}",
        )
    )
    assert description.provenance[("couplings", "raft_1_2")].text == "a guess"
    assert description.scenario.vehicles["raft_2"].begins.position == (0, 0.6, 3)
    assert describe_plain(description.plain).scenario == description.scenario
    assert not any(path.startswith("couplings") for path in described(RAFT).unsourced())


def test_editors_accept_a_cluster_and_find_what_is_misspelt():
    schema = jsonschema.Draft202012Validator(json_schema("scenario"))
    raft = {
        "vehicle": "pod.yaml",
        "count": [3, 2],
        "spacing": [1, "60 cm", 0],
        "coupling": {"type": "ball"},
        "assumed": "x",
    }
    assert schema.is_valid({"name": "rafts", "clusters": {"raft": raft}, "commands_file": "log.csv"})
    assert schema.is_valid({"name": "rafts", "clusters": {"raft": {**raft, "coupling": "none"}}})
    assert not schema.is_valid({"name": "rafts", "clusters": {"raft": {**raft, "conector": "bar.yaml"}}})
    assert not schema.is_valid({"name": "rafts"})


def test_settings_reach_a_cluster_and_its_vehicle(described):
    scenario = described(RAFT, **{"clusters.raft.count": 5, "clusters.raft.vehicle.bodies.frame.mass": 30.0}).scenario
    assert len(scenario.vehicles) == 5
    assert {placed.vehicle.bodies["frame"].mass for placed in scenario.vehicles.values()} == {30.0}


def test_a_log_of_commands_tells_each_vehicle(described, tmp_path):
    (tmp_path / "arms.csv").write_text("time,raft_1.arm,raft_3.arm\n0,0.1,\n1,0.2,0.3\n")
    commands = described(RAFT + "commands_file: arms.csv\n").scenario.commands
    assert commands["raft_1.arm"] == ((0.0, 0.1), (1.0, 0.2))
    assert commands["raft_2.arm"] == ((0.0, 0.01),)
    assert commands["raft_3.arm"] == ((1.0, 0.3),)


CASES = {
    "unknown vehicle": (
        "pod.yaml",
        "^pods.yaml",
        "clusters.raft.vehicle: there is no file FOLDER/pods.yaml; did you mean 'pod.yaml'?",
    ),
    "no vehicle": ("vehicle: pod.yaml, ", "^", "clusters.raft.vehicle: is missing"),
    "half": (
        "count: 3",
        "count: ^2.5",
        "clusters.raft.count = 2.5: must be a whole number of at least 1, or up to three: along forward, starboard, "
        "down",
    ),
    "too many": ("count: 3", "count: ^[30, 30]", "clusters.raft.count = [30, 30]: makes 900 vehicles; at most 500"),
    "on the spot": ("raft: {", "raft: ^{", "clusters.raft: needs a spacing that is not zero"),
    "flat grid": (
        "raft: {vehicle: pod.yaml, count: 3",
        "raft: ^{vehicle: pod.yaml, count: [2, 1, 2]",
        "clusters.raft: needs a spacing along forward, where it counts 2",
    ),
    "unknown key": (
        "count: 3",
        "count: 3, ^conector: bar.yaml",
        "clusters.raft.conector: unknown key; allowed: vehicle, count, spacing, body, connector, coupling, start; "
        "did you mean 'connector'?",
    ),
    "unknown body": (
        "count: 3",
        "count: 3, body: ^from",
        "clusters.raft.body = from: there is no body 'from'; did you mean 'frame'?; there are frame, arm",
    ),
    "unknown coupling": (
        "count: 3",
        "count: 3, coupling: {type: ^hindge}",
        "couplings.raft_1_2.type = hindge: must be one of rigid, ball, hinge, slider, distance; did you mean 'hinge'?",
    ),
    "coupling without axis": (
        "raft: {vehicle: pod.yaml, count: 2",
        "raft: ^{vehicle: pod.yaml, count: 2, coupling: {type: hinge}",
        "couplings.raft_1_2.axis: is missing",
    ),
    "loose connector": (
        "raft: {",
        "raft: ^{coupling: none, connector: bar.yaml, ",
        "clusters.raft: has a connector, and no coupling that holds it; leave one of them out",
    ),
    "broken start": (
        "count: 3",
        "count: 3, start: {position: ^[1, 2]}",
        "clusters.raft.start.position = [1, 2]: must be a list of 3 numbers (length: plain numbers in m, or with a "
        "unit: m, cm, mm, km)",
    ),
    "a scenario": ("pod.yaml", "^remus100_steps", "clusters.raft.vehicle: remus100_steps is a scenario, not a vehicle"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_mistake_gives_a_single_problem_at_its_place(case, described, tmp_path):
    old, new, message = CASES[case]
    text = RAFT.replace("count: 3", "count: 2") if "count: 2" in old else RAFT
    text = text.replace("[0, 0.6, 0]", "[0, 0, 0]") if case == "on the spot" else text
    assert old in text
    text = text.replace(old, new, 1)
    with pytest.raises(DescriptionError) as caught:
        described(text.replace("^", ""))
    found = [str(problem) for problem in caught.value.problems]
    assert len(found) == 1, found
    assert found[0].endswith(message.replace("FOLDER", str(tmp_path))), found
    before = text[: text.index("^")]
    if case not in ("no vehicle",):
        place = f"rafts.yaml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}:"
        assert found[0].startswith(f"{tmp_path}/{place}")


def test_a_mistake_in_the_vehicle_is_said_once_and_in_its_file(described, tmp_path):
    (tmp_path / "pod.yaml").write_text(POD.replace("mass: 24.0", "mass: -24.0"))
    with pytest.raises(DescriptionError) as caught:
        described(RAFT)
    assert len(caught.value.problems) == 1
    assert str(caught.value).startswith(f"{tmp_path}/pod.yaml:3:48: vehicles.raft_1.vehicle.bodies.frame.mass = -24.0")


def test_a_vehicle_that_hangs_on_the_world_makes_no_cluster(described, tmp_path):
    with pytest.raises(DescriptionError, match=r"clusters\.raft\.vehicle: hangs on the world by a joint"):
        described(RAFT.replace("pod.yaml", "pendulum"))


@pytest.mark.slow
def test_a_run_has_a_derivative_with_respect_to_the_spacing(described):
    simulation = Simulation(described(RAFT.replace("count: 3", "count: 2, start: {angular_velocity: [0, 0, 0.5]}")))
    found = differentiate(simulation, ["clusters.raft.spacing.1"], duration=0.1, step=0.01)
    east = simulation.model.state_names.index("raft_2.frame.east")
    assert found.derivatives[0, -1, east] == pytest.approx(np.cos(0.05), abs=0.02)
