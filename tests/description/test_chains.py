"""A chain stands for modules that are joined end to end from head to tail, as if they were written out."""

import jsonschema
import numpy as np
import pytest

import narcine
from narcine.description.load import describe_plain, describe_records, describe_text, load_description
from narcine.description.schema import json_schema
from narcine.description.tree import read_tree
from narcine.simulation.derivatives import differentiate
from narcine.simulation.numbers import number_at
from narcine.simulation.simulation import Simulation

ROUNDING = 1e-15
"""m, of lengths of a tenth of a metre: two or three operations."""
SNAKE = """\
name: snake
chains:
  spine:
    count: 4
    module:
      shape: {cylinder: {radius: 38 mm, length: 180 mm}}
      mass: 0.8
    joint: {limits: 75 deg}
gait: {type: serpentine, chain: spine, frequency: 1 Hz, amplitude: 30 deg, lag: 60 deg}
"""
JOINTS = ("spine_joint_1", "spine_joint_2", "spine_joint_3")


def snake(*changes, more=""):
    text = SNAKE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return describe_text(text + more, "snake.yaml").scenario.vehicles["snake"].vehicle


def keys(text):
    """Return a change that gives the chain more keys."""
    return "count: 4", f"count: 4\n    {text}"


def test_modules_joints_and_drives_are_called_by_their_place_from_the_head():
    vehicle = snake()
    assert list(vehicle.bodies) == ["spine_1", "spine_2", "spine_3", "spine_4"]
    assert tuple(vehicle.joints) == JOINTS
    assert [(joint.parent, joint.child) for joint in vehicle.joints.values()] == [
        ("spine_1", "spine_2"),
        ("spine_2", "spine_3"),
        ("spine_3", "spine_4"),
    ]
    assert set(vehicle.drives) == {f"{joint}.{axis}" for joint in JOINTS for axis in ("pitch", "yaw")}
    assert vehicle.gait.yaw == tuple(f"{joint}.yaw" for joint in JOINTS)
    assert vehicle.gait.pitch == tuple(f"{joint}.pitch" for joint in JOINTS)
    for joint in vehicle.joints.values():
        assert (joint.axes["pitch"].axis, joint.axes["yaw"].axis) == ((0, 1, 0), (0, 0, 1))
        assert joint.axes["yaw"].limits == pytest.approx((-np.radians(75), np.radians(75)))


@pytest.mark.parametrize(
    ("shape", "fore", "aft"),
    [
        ("cylinder: {radius: 38 mm, length: 180 mm}", (0.09, 0, 0), (-0.09, 0, 0)),
        (
            "cylinder: {radius: 38 mm, length: 180 mm}, centre: [20 mm, 5 mm, -3 mm]",
            *[(0.02 + s, 0.005, -0.003) for s in (0.09, -0.09)],
        ),
        ("capsule: {radius: 30 mm, length: 200 mm}", (0.1, 0, 0), (-0.1, 0, 0)),
        ("sphere: 0.1", (0.1, 0, 0), (-0.1, 0, 0)),
        ("box: [0.3, 0.1, 0.1]", (0.15, 0, 0), (-0.15, 0, 0)),
        ("revolution: {profile: [[-0.1, 0.02], [0, 0.05], [0.3, 0.01]]}", (0.3, 0, 0), (-0.1, 0, 0)),
        ("revolution: {profile: [[0, 0.02], [0.3, 0.01]]}, centre: [0.1, 0, 0.02]", (0.4, 0, 0.02), (0.1, 0, 0.02)),
    ],
)
def test_modules_are_joined_at_the_ends_of_their_shapes(shape, fore, aft):
    """Wherever the origin of the shape lies, and its centroid."""
    vehicle = snake(("cylinder: {radius: 38 mm, length: 180 mm}", shape))
    for joint in vehicle.joints.values():
        assert joint.at == pytest.approx(aft, abs=ROUNDING)
        assert joint.to == pytest.approx(fore, abs=ROUNDING)


def test_a_straight_chain_lies_aft_of_its_head():
    plain = read_tree(SNAKE, "snake.yaml").value
    simulation = Simulation({**plain, "run": {"start": {"position": [5, 2, 1]}}})
    places = simulation.start().observe().place[0][[body.link for body in simulation.model.bodies]]
    expected = np.array([[5.0 - 0.18 * k, 2.0, 1.0] for k in range(4)])
    assert places == pytest.approx(expected, abs=10.0 * ROUNDING)


def test_with_one_axis_joints_are_hinges():
    vehicle = snake(keys("axes: {yaw: down}"))
    assert [joint.type for joint in vehicle.joints.values()] == ["hinge"] * 3
    assert vehicle.joints["spine_joint_2"].axis == (0, 0, 1)
    assert vehicle.joints["spine_joint_2"].limits[1] == pytest.approx(np.radians(75))
    assert tuple(vehicle.drives) == vehicle.gait.yaw == JOINTS
    assert vehicle.gait.pitch == ()
    assert not vehicle.gait.dives


def test_axes_may_have_any_name_and_direction():
    vehicle = snake(
        keys("axes: {roll: forward, swing: [0, 1, 1]}"),
        ("chain: spine", "yaw: [spine_joint_1.swing, spine_joint_3.roll]"),
    )
    assert list(vehicle.joints["spine_joint_1"].axes) == ["roll", "swing"]
    assert vehicle.joints["spine_joint_1"].axes["swing"].axis == pytest.approx((0, 0.5**0.5, 0.5**0.5))


ARMS = """\
name: octopus
bodies: {mantle: {shape: {sphere: 0.1}, mass: 4}}
chains:
  arm: {count: 1, body: mantle, at: [-0.1, 0.02, 0], module: {use: "#parts.piece"}}
  tail: {count: 3, body: arm_1, at: [0, 0, 0.01], module: {use: "#parts.piece"}}
parts:
  piece: {shape: {capsule: {radius: 1 cm, length: 20 cm}}, mass: 0.06}
"""


def test_a_chain_hangs_on_a_body_or_on_another_chain():
    vehicle = describe_text(ARMS, "octopus.yaml").scenario.vehicles["octopus"].vehicle
    first, second = vehicle.joints["arm_joint_1"], vehicle.joints["tail_joint_1"]
    assert (first.parent, first.child, first.at) == ("mantle", "arm_1", (-0.1, 0.02, 0))
    assert (second.parent, second.child, second.at) == ("arm_1", "tail_1", (0, 0, 0.01))
    assert first.to == pytest.approx((0.1, 0, 0), abs=ROUNDING)
    assert list(vehicle.joints) == ["arm_joint_1", "tail_joint_1", "tail_joint_2", "tail_joint_3"]
    assert vehicle.is_free


def test_a_chain_hangs_on_the_world():
    vehicle = snake(keys("body: world\n    at: [1, 2, 3]"))
    assert vehicle.joints["spine_joint_1"].parent == "world"
    assert vehicle.joints["spine_joint_1"].at == (1, 2, 3)
    assert not vehicle.is_free


def test_what_the_file_says_of_a_module_changes_that_one():
    """A heavier head with a round nose, half as long, a stiff joint and a servo; it is joined at its own end."""
    more = (
        "bodies: {spine_1: {mass: 0.9, shape: {capsule: {radius: 38 mm, length: 90 mm}}}}\n"
        "joints: {spine_joint_2: {axes: {pitch: {limits: 10 deg}}}}\n"
        "drives: {spine_joint_3.yaw: {type: servo, rate: 3, torque: 2}}\n"
        "tail_tip: {body: spine_4, at: [-90 mm, 0, 0]}\n"
        "run: {commands: {spine_joint_2.pitch: 5 deg}}\n"
    )
    vehicle = snake(more=more)
    head, neck = vehicle.bodies["spine_1"], vehicle.joints["spine_joint_1"]
    assert (head.mass, head.shape.capsule.length, head.shape.cylinder) == (0.9, 0.09, None)
    assert neck.at == pytest.approx((-0.045, 0, 0), abs=ROUNDING)
    assert neck.to == pytest.approx((0.09, 0, 0), abs=ROUNDING)
    assert vehicle.bodies["spine_2"] == vehicle.bodies["spine_4"]
    assert vehicle.bodies["spine_2"].mass == 0.8
    limits = {name: np.degrees(joint.axes["pitch"].limits[1]) for name, joint in vehicle.joints.items()}
    assert limits == pytest.approx({"spine_joint_1": 75, "spine_joint_2": 10, "spine_joint_3": 75})
    assert [drive.type for drive in vehicle.drives.values()].count("servo") == 1


def test_a_chain_can_be_passive_or_otherwise_driven():
    without = (SNAKE[SNAKE.index("gait:") :], "")
    passive = snake(keys("drive: none"), ("limits: 75 deg", "stiffness: 0.5, damping: 0.1"), without)
    assert not passive.drives
    assert passive.joints["spine_joint_1"].axes["yaw"].stiffness == 0.5
    assert snake(keys("drive: {response: 0.2}")).drives["spine_joint_1.yaw"].response == 0.2
    servo = snake(keys("drive: {type: servo, rate: 5, torque: 1}"))
    assert {drive.type for drive in servo.drives.values()} == {"servo"}


def written_out():
    """Return the snake of four modules as one would write it by hand."""
    module = {"shape": {"cylinder": {"radius": 0.038, "length": 0.18}}, "mass": 0.8}
    joint = {"type": "universal", "at": [-0.09, 0, 0], "to": [0.09, 0, 0]}
    limits = {"limits": "75 deg"}
    axes = {"pitch": {"axis": "starboard", **limits}, "yaw": {"axis": "down", **limits}}
    pairs = [(f"spine_{k}", f"spine_{k + 1}") for k in (1, 2, 3)]
    drives = [f"{name}.{axis}" for axis in ("pitch", "yaw") for name in JOINTS]
    return {
        "name": "snake",
        "bodies": {f"spine_{k}": module for k in (1, 2, 3, 4)},
        "joints": {
            name: {**joint, "parent": before, "child": each, "axes": axes}
            for name, (before, each) in zip(JOINTS, pairs, strict=True)
        },
        "drives": {name: {"type": "prescribed"} for name in drives},
        "gait": {
            "type": "tail_beat",
            "drives": [f"{name}.yaw" for name in JOINTS],
            "frequency": 1.0,
            "amplitude": "30 deg",
            "lag": "60 deg",
            "dives": {f"{name}.pitch": 1.0 for name in JOINTS},
        },
    }


def test_a_chain_is_the_same_model_as_its_modules_written_out_by_hand():
    """To the bit, but for the turn: a tail beat's bends drives to positive angles, a snake's the head to starboard."""
    chain, hand = (Simulation(each).model for each in (describe_text(SNAKE), describe_plain(written_out())))
    assert chain.state_names == hand.state_names
    assert np.array_equal(chain.layout, hand.layout)
    assert np.array_equal(chain.initial_state, hand.initial_state)
    differ = chain.parameters != hand.parameters
    assert differ.sum() == len(JOINTS)
    assert np.array_equal(chain.parameters[differ], -hand.parameters[differ])


def test_records_of_a_chain_describe_the_same_again():
    description = describe_text(SNAKE, "snake.yaml")
    vehicle = description.scenario.vehicles["snake"].vehicle
    assert describe_records(vehicle).scenario.vehicles["snake"].vehicle == vehicle
    assert describe_plain(description.plain).scenario.vehicles["snake"].vehicle == vehicle


def test_two_snakes_in_a_scenario():
    plain = describe_text(SNAKE, "snake.yaml").plain
    beside = {"vehicle": plain, "start": {"position": [0, 3, 0]}}
    both = describe_plain({"name": "two", "vehicles": {"a": {"vehicle": plain}, "b": beside}})
    assert both.scenario.vehicles["a"].vehicle.bodies == both.scenario.vehicles["b"].vehicle.bodies
    model = Simulation(both).model
    assert len(model.bodies) == 8
    assert "b.gait.amplitude" in [each.name for each in model.inputs]


CLUSTER = {"name": "raft", "clusters": {"raft": {"vehicle": "perambulator", "count": 2, "spacing": [0, 0.5, 0]}}}


@pytest.mark.parametrize(("body", "held"), [(None, "spine_1"), ("spine_5", "spine_5")])
def test_snakes_in_a_cluster_are_coupled_by_their_heads_or_by_another_module(body, held):
    cluster = {**CLUSTER["clusters"]["raft"], **({} if body is None else {"body": body})}
    scenario = describe_plain({**CLUSTER, "clusters": {"raft": cluster}}).scenario
    coupling = scenario.couplings["raft_1_2"]
    assert (coupling.first, coupling.second) == (f"raft_1.{held}", f"raft_2.{held}")
    assert len(scenario.vehicles["raft_2"].vehicle.bodies) == 9


def test_a_count_can_be_set_and_gaits_follow():
    vehicle = load_description("perambulator", {"chains.spine.count": 12}).scenario.vehicles["perambulator"].vehicle
    assert len(vehicle.bodies) == 12
    assert len(vehicle.gait.yaw) == len(vehicle.gaits["rectilinear"].pitch) == 11
    assert len(vehicle.gaits["dive"].bends) == 5
    assert len(vehicle.gaits["serpentine"].dives) == 5


def test_numbers_of_a_chain_say_where_they_come_from():
    described = describe_text(SNAKE, "snake.yaml")
    assert {path.split(".")[0] for path in described.unsourced()} == {"chains", "gait"}
    sourced = describe_text(SNAKE.replace("    count", "    source: table 1\n    count"), "snake.yaml")
    assert sourced.provenance[("bodies", "spine_3")].text == "table 1"
    assert {path.split(".")[0] for path in sourced.unsourced()} == {"gait"}


def as_it_is(vehicle):
    return vehicle


def in_a_scenario(vehicle):
    return {"name": "sea", "vehicles": {"a": {"vehicle": vehicle}}}


@pytest.mark.parametrize(("kind", "wrap"), [("vehicle", as_it_is), ("scenario", in_a_scenario)])
def test_editors_accept_a_vehicle_of_chains_alone(kind, wrap):
    plain = read_tree(SNAKE, "snake.yaml").value
    schema = jsonschema.Draft202012Validator(json_schema(kind))
    assert schema.is_valid(wrap(plain))
    for key, value in (("count", "many"), ("counts", 4), ("axes", {"yaw": "sideways"}), ("drive", "passive")):
        broken = {**plain, "chains": {"spine": {**plain["chains"]["spine"], key: value}}}
        assert not schema.is_valid(wrap(broken)), key


def test_editors_ask_for_bodies_or_chains():
    plain = read_tree(SNAKE, "snake.yaml").value
    without = {key: value for key, value in plain.items() if key != "chains"}
    assert not jsonschema.Draft202012Validator(json_schema("vehicle")).is_valid(without)


def test_a_run_has_a_derivative_with_respect_to_a_chain():
    """Of all modules at once: the heavier they are, the less they move. Against a central difference of two runs."""
    simulation = Simulation(describe_text(SNAKE, "snake.yaml"))
    paths = ["chains.spine.module.mass", "chains.spine.module.shape.cylinder.radius"]
    exact = differentiate(simulation, paths, duration=0.2, step=0.01).derivatives[:, -1]
    values, reach = (0.8, 0.038), 1e-5
    for number, (path, value) in enumerate(zip(paths, values, strict=True)):
        ends = []
        for sign in (1.0, -1.0):
            tree = describe_text(SNAKE, "snake.yaml").plain
            block = tree["chains"]["spine"]["module"]
            for part in path.split(".")[3:-1]:
                block = block[part]
            block[path.split(".")[-1]] = value + sign * reach * value
            run = Simulation(tree).start(step=0.01)
            run.step(20)
            ends.append(run.state.copy())
        difference = (ends[0] - ends[1]) / (2.0 * reach * value)
        assert np.abs(difference).max() > 1e-3
        assert exact[number] == pytest.approx(difference, abs=1e-6 * np.abs(difference).max())


def test_numbers_in_blocks_of_a_chain_have_derivatives_where_their_unit_says_what_they_are():
    snake = narcine.load("perambulator", chains__spine__joint={"limits": "75 deg", "stiffness": "2 N m/deg"})
    assert number_at(snake, "chains.spine.module.mass") == 0.7512377
    assert number_at(snake, "chains.spine.joint.stiffness") == pytest.approx(360.0 / np.pi)
    with pytest.raises(ValueError, match=r"in rad/s, of a rate or of a frequency; write it as a plain number"):
        number_at(snake, "chains.spine.drive.rate")
