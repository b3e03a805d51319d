"""A broken file of each kind shows its errors, all at once, and nothing else."""

from pathlib import Path

import pytest

from narcine.description.load import describe_text, load_description
from narcine.description.problems import DescriptionError

GOOD = """\
name: fish
bodies:
  hull: {shape: {ellipsoid: [0.2, 0.05, 0.05]}, mass: 2.0}
  tail: {shape: {plate: {chord: 0.1, span: 0.1, thickness: 0.01, normal: starboard}}, mass: 0.1}
joints:
  root: {type: hinge, parent: hull, child: tail, at: [-0.2, 0, 0], to: [0.05, 0, 0], axis: down}
drives:
  root: {type: servo, rate: 5 rad/s, torque: 1 N m}
"""


def problems(text: str) -> list[str]:
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "fish.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_the_good_file_is_good():
    assert describe_text(GOOD, "fish.yaml").scenario.name == "fish"


# what is changed in the good file, ^ before the place that the error must name, and what it says
CASES = {
    "negative mass": ("mass: 2.0", "mass: ^-2.0", "bodies.hull.mass = -2.0: must be at least 0"),
    "unknown key": (
        "mass: 0.1",
        "^mas: 0.1",
        "bodies.tail.mas: unknown key; allowed: shape, mass, displaced_volume, trapped_water, centre_of_gravity, "
        "centre_of_buoyancy, inertia, added_inertia, drag, crossflow; did you mean 'mass'?",
    ),
    "unknown unit": (
        "5 rad/s",
        "^5 rads/s",
        "drives.root.rate = 5 rads/s: unknown unit 'rads/s'; allowed for a coordinate rate: rad/s, deg/s, m/s, mm/s; "
        "did you mean 'rad/s'?",
    ),
    "wrong dimension": (
        "1 N m",
        "^1 N",
        "drives.root.torque = 1 N: is given in 'N', but is a torque; allowed: N m, mN m, kg cm",
    ),
    "unknown body": (
        "parent: hull",
        "parent: ^hul",
        "joints.root.parent = hul: there is no body 'hul'; did you mean 'hull'?; there are hull, tail, world",
    ),
    "zero axis": (
        "axis: down",
        "axis: ^[0, 0, 0]",
        "joints.root.axis = [0, 0, 0]: is a zero axis; give a direction that is not zero",
    ),
    "unknown direction": (
        "axis: down",
        "axis: ^dwn",
        "joints.root.axis = dwn: must be a direction (forward, aft, starboard, port, down, up) or three numbers; "
        "did you mean 'down'?",
    ),
    "unknown joint": (
        "type: hinge",
        "type: ^hindge",
        "joints.root.type = hindge: must be one of fixed, free, hinge, slider, ball, universal; did you mean 'hinge'?",
    ),
    "missing key": (
        "{type: hinge, parent: hull, child: tail,",
        "^{type: hinge, parent: hull,",
        "joints.root.child: is missing",
    ),
    "drive of nothing": (
        "  root: {type: servo",
        "  rot: ^{type: servo",
        "drives.rot: there is no joint coordinate 'rot'; did you mean 'root'?; there are root",
    ),
    "not a number": (
        "mass: 2.0",
        "mass: ^heavy",
        "bodies.hull.mass = heavy: must be a number in kg, or text with a unit such as '1 kg'",
    ),
    "infinite": ("mass: 2.0", "mass: ^.inf", "bodies.hull.mass = inf: must be a finite number"),
    "too few numbers": (
        "[0.2, 0.05, 0.05]",
        "^[0.2, 0.05]",
        "bodies.hull.shape.ellipsoid = [0.2, 0.05]: must be a list of 3 numbers (length: plain numbers in m, or with a "
        "unit: m, cm, mm, km)",
    ),
    "a flat ellipsoid": (
        "[0.2, 0.05, 0.05]",
        "[0.2, 0.05, ^0]",
        "bodies.hull.shape.ellipsoid[2] = 0: must be greater than 0",
    ),
    "asymmetric inertia": (
        "mass: 2.0",
        "mass: 2.0, inertia: ^[[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]",
        "bodies.hull.inertia = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]: is not symmetric: entry (1, 2) is 0.5, "
        "entry (2, 1) is 0",
    ),
    "indefinite inertia": (
        "mass: 2.0",
        "mass: 2.0, inertia: ^[1, 1, -1]",
        "bodies.hull.inertia = [1, 1, -1]: is indefinite: its smallest eigenvalue is -1; it must not be negative",
    ),
    "impossible inertia": (
        "mass: 2.0",
        "mass: 2.0, inertia: ^[1, 1, 3]",
        "bodies.hull.inertia = [1, 1, 3]: is no body's inertia: the largest principal moment 3 exceeds the sum of the "
        "others 2",
    ),
    "indefinite added inertia": (
        "mass: 2.0",
        "mass: 2.0, added_inertia: ^[1, 1, 1, 1, 1, -1]",
        "bodies.hull.added_inertia = [1, 1, 1, 1, 1, -1]: is indefinite: its smallest eigenvalue is -1; it must not be "
        "negative",
    ),
    "two shapes": (
        "{ellipsoid: [0.2, 0.05, 0.05]}",
        "^{ellipsoid: [0.2, 0.05, 0.05], sphere: 0.1}",
        "bodies.hull.shape: must have exactly one of ellipsoid, sphere, spheroid, cylinder, capsule, "
        "revolution, box, plate, extrusion, mesh; it has ellipsoid "
        "and sphere",
    ),
    "a loop": (
        "joints:\n  root: {",
        "joints:\n  back: ^{type: hinge, parent: tail, child: hull, axis: down}\n  root: {",
        "joints.back: closes a loop: hull on tail on hull; joints must form a tree; close it by a coupling",
    ),
    "two joints to one body": (
        "drives:",
        "  again: {type: fixed, parent: hull, child: ^tail}\ndrives:",
        "joints.again.child = tail: hangs on joint 'root' already; a body hangs on one joint",
    ),
    "a massless leaf": (
        "tail: {shape: {plate: {chord: 0.1, span: 0.1, thickness: 0.01, normal: starboard}}, mass: 0.1}",
        "tail: {mass: ^0}",
        "bodies.tail.mass = 0: is a massless leaf: a body on which nothing hangs needs mass or added inertia",
    ),
    "an unconnected body": (
        "joints:",
        "  buoy: ^{mass: 1, shape: {sphere: 0.1}}\njoints:",
        "bodies.buoy: hangs on no joint, and 'hull' is the free body already; connect it, or give it a joint of type "
        "free, fixed or other to the world",
    ),
    "duplicate key": (
        "mass: 2.0",
        "mass: 2.0, ^mass: 3.0",
        "bodies.hull.mass: duplicate key; it stands first in line 3",
    ),
    "unknown input": (
        "drives:",
        "run: {commands: {rot: ^3 deg}}\ndrives:",
        "run.commands.rot = 3 deg: there is no input 'rot'; did you mean 'root'?; there are root",
    ),
    "a record longer than the run": (
        "drives:",
        "run: ^{duration: 10 ms}\ndrives:",
        "run.record: 0.02 s is longer than run.duration = 0.01 s",
    ),
    "a range that misses its value": (
        "mass: 2.0",
        "mass: {value: 2.0, assumed: by eye, range: ^[3, 4]}",
        "bodies.hull.mass.range = [3, 4]: does not hold the value 2.0 of bodies.hull.mass",
    ),
    "source and assumption": (
        "mass: 2.0",
        "mass: ^{value: 2.0, assumed: by eye, source: a paper}",
        "bodies.hull.mass: says both source and assumed; give one",
    ),
    "a part that is not there": (
        "mass: 2.0}",
        "mass: 2.0, use: ^parts/raybot_fins.yaml#plain}",
        "bodies.hull.use = parts/raybot_fins.yaml#plain: raybot_fins.yaml has no block 'plain'; did you mean "
        "'plane'?; it has plane, pelvic_fin, fin_servo, fin_lift",
    ),
    "misspelt value": (
        "mass: 2.0",
        "mass: ^{vlaue: 2.0}",
        "bodies.hull.mass: must be a number in kg, or a block with the keys value, unit, source, assumed, range; did "
        "you mean 'value'?",
    ),
    "unit of something else": (
        "mass: 2.0",
        "mass: ^2.0 l",
        "bodies.hull.mass = 2.0 l: 'l' is a unit of volume, not of mass; allowed for a mass: kg, g",
    ),
    "decimal comma": (
        "mass: 2.0",
        'mass: ^"2,0"',
        "bodies.hull.mass = 2,0: a decimal comma is not understood, write a point; allowed for a mass: kg, g",
    ),
    "nothing given": ("mass: 2.0", "^mass: ", "bodies.hull.mass: is empty; must be a number in kg"),
    "command in another dimension": (
        "drives:",
        "run: {commands: {root: ^30 rpm}}\ndrives:",
        "run.commands.root = 30 rpm: is given in 'rpm', but is an angle; allowed: rad, deg",
    ),
    "limit in another dimension": (
        "1 N m}",
        "1 N m, angle: ^20 mm}",
        "drives.root.angle = 20 mm: is given in 'mm', but is an angle; allowed: rad, deg",
    ),
    "default beyond the limits": (
        "1 N m}",
        "1 N m, angle: 20 deg, command: ^30 deg}",
        "drives.root.command = 30 deg: commands 30 deg; allowed: -20 deg to 20 deg",
    ),
    "start beyond the limits": (
        "axis: down}",
        "axis: down, limits: 40 deg}\nrun: {start: {joints: {root: ^50 deg}}}",
        "run.start.joints.root = 50 deg: starts at 50 deg; allowed: -40 deg to 40 deg",
    ),
    "prescribed beyond the limits": (
        "axis: down}\ndrives:\n  root: {type: servo, rate: 5 rad/s, torque: 1 N m}",
        "axis: down, limits: 40 deg}\ndrives:\n  root: {type: prescribed}\n"
        "gait: {type: tail_beat, drives: [root], frequency: 1, amplitude: ^30 deg, turn: -15 deg}",
        "gait.amplitude = 30 deg: takes the prescribed joint 'root' to -45 deg; allowed: -40 deg to 40 deg",
    ),
    "commanded beyond the limits": (
        "axis: down}\ndrives:\n  root: {type: servo, rate: 5 rad/s, torque: 1 N m}",
        "axis: down, limits: 40 deg}\ndrives:\n  root: {type: prescribed}\n"
        "gait: {type: tail_beat, drives: [root], frequency: 1, amplitude: 30 deg}\n"
        "run: {commands: ^{gait.amplitude: [[0, 20 deg], [5, 45 deg]]}}",
        "run.commands: takes the prescribed joint 'root' to -45 deg; allowed: -40 deg to 40 deg",
    ),
    "beyond the limits before its command": (
        "axis: down}\ndrives:\n  root: {type: servo, rate: 5 rad/s, torque: 1 N m}",
        "axis: down, limits: 40 deg}\ndrives:\n  root: {type: prescribed}\n"
        "gait: {type: tail_beat, drives: [root], frequency: 1, amplitude: 50 deg}\n"
        "run: {commands: ^{gait.amplitude: [[2, 10 deg]]}}",
        "run.commands: takes the prescribed joint 'root' to -50 deg; allowed: -40 deg to 40 deg",
    ),
    "two loops of a servo": (
        "1 N m}",
        "1 N m, stiffness: 1, damping: 1, bandwidth: 5}",
        "drives.root: has stiffness and damping and also bandwidth, which would set them; leave one out",
    ),
    "negative frequency": (
        "drives:\n",
        "gait: {type: tail_beat, drives: [root], frequency: ^-1, amplitude: 0.3}\ndrives:\n",
        "gait.frequency = -1: must be at least 0",
    ),
    "a drive twice in the gait": (
        "drives:\n",
        "gait: {type: tail_beat, drives: [root, ^root], frequency: 1, amplitude: 0.3}\ndrives:\n",
        "gait.drives[1] = root: stands in the gait twice",
    ),
    "wrong key of a gait": (
        "drives:\n",
        "gait: {type: tail_beat, drives: [root], frequency: ^fast, amplitude: 0.3}\ndrives:\n",
        "gait.frequency = fast: must be a number in Hz, or text with a unit such as '1 Hz'",
    ),
    "shares that do not fit": (
        "drives:\n",
        "gait: ^{type: tail_beat, drives: [root], shares: [1, 1], frequency: 1, amplitude: 0.3}\ndrives:\n",
        "gait: has 2 shares for 1 drives",
    ),
    "flow across counted twice": (
        "mass: 2.0}",
        "mass: 2.0, crossflow: {coefficient: 1}, drag: {coefficients: [0.1, 1, 0]}}",
        "bodies.hull: counts the flow along starboard twice: crossflow carries its drag; set these drag.coefficients "
        "to 0, or leave crossflow out",
    ),
    "unknown quantity": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: ^slop, with: root, table: "
        "[[0, 0], [1, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].quantity = slop: is nothing that scales on a thin_foil; allowed: area, slope, "
        "parasitic_drag, broadside_drag; did you mean 'slope'?",
    ),
    "scaled with nothing": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, with: ^rot, table: "
        "[[0, 0], [1, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].with = rot: there is no joint coordinate or deployment 'rot'; did you mean 'root'?; "
        "there are root",
    ),
    "scaled with a misspelt key": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, ^wiht: root, table: "
        "[[0, 0], [1, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].wiht: unknown key; allowed: quantity, with, table; did you mean 'with'?",
    ),
    "unsorted scale": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, with: root, table: "
        "^[[0, 0], [0, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].table = [[0, 0], [0, 1]]: places must grow from row to row",
    ),
    "negative scale": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, with: root, table: "
        "^[[0, -1], [1, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].table = [[0, -1], [1, 1]]: factors must be at least 0",
    ),
    "scale of another dimension": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, with: root, table: "
        "[^[0 mm, 0], [1, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].table[0]: is given in 'mm', but is an angle; allowed: rad, deg",
    ),
    "more than deployed": (
        "drives:\n",
        "actuators: {m: {type: deployment, time: 1}}\n"
        "foils: {f: {body: tail, lift: thin_foil, stall: 0.3, scale: [{quantity: area, with: m, table: "
        "[[0, 0], ^[2, 1]]}]}}\ndrives:\n",
        "foils.f.scale[0].table[1]: 2 is never reached: a deployment goes from 0 to 1",
    ),
    "commanded beyond deployed": (
        "drives:\n",
        "actuators: {m: {type: deployment, time: 1, command: ^2}}\ndrives:\n",
        "actuators.m.command = 2: commands 2; allowed: 0 to 1",
    ),
    "stall beyond broadside": (
        "drives:\n",
        "foils: {f: {body: tail, lift: thin_foil, stall: ^100 deg}}\ndrives:\n",
        "foils.f.stall = 100 deg: must be at most 1.5708 rad",
    ),
    "yes is a word": (
        "drives:",
        "run: {start: {without_momentum: ^yes}}\ndrives:",
        "run.start.without_momentum = yes: must be true or false",
    ),
}


def broken(case: str) -> tuple[str, str]:
    """Return the broken file of a case, and the problem that it must show."""
    old, new, message = CASES[case]
    assert old in GOOD
    marked = GOOD.replace(old, new, 1)
    if "^" not in marked:
        start = "root: {type: servo" if "bandwidth" in marked else "hull: {"
        marked = marked.replace(start, start.replace("{", "^{"), 1)
    before = marked[: marked.index("^")]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return marked.replace("^", "", 1), f"fish.yaml:{line}:{column}: {message}"


@pytest.mark.parametrize("case", CASES)
def test_a_broken_file_says_where_and_what(case):
    text, expected = broken(case)
    assert expected in problems(text)


@pytest.mark.parametrize("case", sorted(set(CASES) - {"unknown joint", "missing key"}))
def test_a_single_mistake_gives_a_single_problem(case):
    """The exceptions take away a joint that a drive refers to, which that says too."""
    assert len(problems(broken(case)[0])) == 1


def test_all_errors_come_at_once():
    text = GOOD
    for case in ("negative mass", "unknown unit", "zero axis", "unknown key", "unknown body"):
        text = text.replace(*(part.replace("^", "") for part in CASES[case][:2]))
    found = problems(text)
    for words in ("must be at least 0", "unknown unit", "zero axis", "unknown key", "there is no body 'hul'"):
        assert any(words in problem for problem in found), words


def test_a_broken_root_body_is_the_only_problem():
    text = GOOD.replace("mass: 2.0", "mass: -1") + "run: {start: {position: [0, 0, 1]}}\n"
    assert len(problems(text)) == 1


def test_a_part_that_is_not_there_hides_nothing_else():
    text = GOOD.replace("mass: 2.0}", "mass: 2.0}\n  fin: {use: '#parts.fin'}").replace("mass: 0.1", "mass: -0.1")
    found = problems(text.replace("rate: 5 rad/s", "rate: 0"))
    assert len(found) == 3
    assert any("bodies.fin.use = #parts.fin: fish.yaml has no block" in problem for problem in found)


def test_a_problem_in_a_part_that_is_used_often_is_said_once():
    text = GOOD.replace("mass: 2.0}", "mass: 2.0}\n  a: {use: '#parts.fin'}\n  b: {use: '#parts.fin'}")
    joints = "".join(f"  {name}: {{type: fixed, parent: hull, child: {name}}}\n" for name in "ab")
    text = text.replace("drives:", joints + "drives:") + "parts:\n  fin: {mass: -1}\n"
    assert problems(text) == ["fish.yaml:14:15: bodies.a.mass = -1: must be at least 0"]


def test_parts_that_go_round_are_found():
    text = GOOD + "parts:\n  a: {x: {use: '#parts.b'}, y: {use: '#parts.b'}}\n  b: {z: {use: '#parts.a'}}\n"
    assert all("goes round in circles" in problem for problem in problems(text))


@pytest.mark.parametrize("text", ["a: &a [*a]\n", "[" * 3000, "x: &x {y: 1}\n" + "z: " + "[" * 60 + "]" * 60])
def test_a_file_nested_too_deeply_says_so(text):
    assert any("nested too deeply" in problem for problem in problems(text))


SCENARIO = """\
name: two
duration: 1 s
record: 2 s
vehicles:
  first: {vehicle: raybot, start: {position: [0, 0]}}
  second: {vehicle: raybt}
commands: {first.gait.frequency: fast}
"""


def test_all_levels_of_a_scenario_are_checked_at_once():
    found = "\n".join(problems(SCENARIO))
    for words in (
        "fish.yaml:3:9: record = 2 s: 2 s is longer than duration = 1 s",
        "fish.yaml:5:46: vehicles.first.start.position = [0, 0]: must be a list of 3 numbers",
        "fish.yaml:6:21: vehicles.second.vehicle: no vehicle or scenario 'raybt' ships",
        "fish.yaml:7:34: commands.first.gait.frequency = fast: must be a number",
    ):
        assert words in found
    assert len(problems(SCENARIO)) == 4


def test_text_that_is_no_yaml_shows_its_place():
    assert problems("name: fish\nbodies: {a: [1, 2}\n")[0].startswith("fish.yaml:2:18: is not YAML")
    assert problems("") == ["fish.yaml: is empty"]
    assert problems("- a\n- b\n") == ["fish.yaml:1:1: must be a block of keys"]


def test_yaml_is_version_1_2():
    text = GOOD.replace("thickness: 0.01", "thickness: 1e-2")
    body = describe_text(text, "fish.yaml").scenario.vehicles["fish"].vehicle.bodies["tail"]
    assert body.shape.plate.thickness == 0.01


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(DescriptionError, match="did you mean 'raybot'"):
        load_description("raybt")
    with pytest.raises(DescriptionError, match="there is no file"):
        load_description("nowhere/raybot.yaml")


def test_a_folder_or_a_name_without_its_ending_is_told(tmp_path: Path):
    (tmp_path / "my_fish.yaml").write_text(GOOD)
    for asked, told in (
        (tmp_path / "my_fish", "did you mean '.*my_fish.yaml'"),
        (tmp_path, "is a folder"),
        (tmp_path / "my_fsh.yaml", "did you mean 'my_fish.yaml'"),
    ):
        with pytest.raises(DescriptionError, match=told):
            load_description(str(asked))


def test_a_setting_that_is_wrong_shows_itself():
    with pytest.raises(DescriptionError) as caught:
        load_description("raybot", {"gait.frequncy": "2"})
    assert "set gait.frequncy=2: gait.frequncy: unknown key" in str(caught.value)
    assert "did you mean 'frequency'?" in str(caught.value)
    with pytest.raises(DescriptionError, match=r"set bodies.disc.mass=-1: bodies.disc.mass = -1: must be at least 0"):
        load_description("raybot", {"bodies.disc.mass": "-1"})


def test_a_file_that_cannot_be_read(tmp_path: Path):
    file = tmp_path / "bytes.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DescriptionError, match="is not text in UTF-8"):
        load_description(str(file))


def test_a_setting_of_something_that_is_not_there_names_what_is():
    with pytest.raises(DescriptionError) as error:
        load_description("remus100", {"actuators.rudde.command": 0.1})
    assert "there is no 'rudde' in actuators; did you mean 'rudder'?" in str(error.value)
