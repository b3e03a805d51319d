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
        "drives.root.torque = 1 N: is given in 'N', but is a torque; allowed: N m, mN m",
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
        "bodies.hull.shape: must have exactly one of ellipsoid, sphere, spheroid, cylinder, plate; it has ellipsoid "
        "and sphere",
    ),
    "a loop": (
        "joints:\n  root: {",
        "joints:\n  back: ^{type: hinge, parent: tail, child: hull, axis: down}\n  root: {",
        "joints.back: closes a loop: hull on tail on hull; joints must form a tree",
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
        "bodies.hull.use = parts/raybot_fins.yaml#plain: raybot_fins.yaml has no part 'plain'; it has plane, "
        "pelvic_fin, fin_servo, fin_lift",
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


def test_a_setting_that_is_wrong_shows_itself():
    with pytest.raises(DescriptionError) as caught:
        load_description("raybot", {"gait.frequncy": "2"})
    assert "--set gait.frequncy=2: gait.frequncy: unknown key" in str(caught.value)
    assert "did you mean 'frequency'?" in str(caught.value)
    with pytest.raises(DescriptionError, match=r"--set bodies.disc.mass=-1: bodies.disc.mass = -1: must be at least 0"):
        load_description("raybot", {"bodies.disc.mass": "-1"})


def test_a_file_that_cannot_be_read(tmp_path: Path):
    file = tmp_path / "bytes.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DescriptionError, match="is not text in UTF-8"):
        load_description(str(file))
