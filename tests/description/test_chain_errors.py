"""What is wrong with a chain, with a gait on it and with a hold of it is said once, and where it stands."""

import pytest

from narcine.description.load import describe_text
from narcine.description.problems import DescriptionError
from tests.description.test_chains import SNAKE


def problems(text):
    with pytest.raises(DescriptionError) as caught:
        describe_text(text, "snake.yaml")
    return [str(problem) for problem in caught.value.problems]


HOLD = "holds: {course: {of: heading, chain: spine, gait: {turn: 1}, proportional: 1}}\n"
DIVE = "{type: dive, starts: [1, 2, 3], chain: spine, frequency: 1 Hz, amplitude: 30 deg}"
GAIT = SNAKE[SNAKE.index("{type") : -1]
YAW_ONLY = ("count: 4", "count: 4\n    axes: {yaw: down}")
CASES = {
    "one module": (
        ("spine:\n    count: 4", "spine:\n    ^count: 1"),
        "chains.spine: needs two modules or more, or a body to hang on",
    ),
    "no module": (("count: 4", "count: ^0"), "chains.spine.count = 0: must be greater than or equal to 1"),
    "half a module": (("count: 4", "count: ^2.5"), "chains.spine.count = 2.5: must be a whole number"),
    "unknown key": (
        ("count: 4", "count: 4\n    ^axis: down"),
        "chains.spine.axis: unknown key; allowed: count, module, outline, axes, joint, drive, body, at; did you mean "
        "'axes'?",
    ),
    "unknown body": (
        ("count: 4", "count: 4\n    body: ^hull"),
        "chains.spine.body = hull: there is no body 'hull'; there are spine_1, spine_2, spine_3, spine_4, world",
    ),
    "a place on nothing": (
        ("spine:\n    count: 4", "spine:\n    ^count: 4\n    at: [1, 0, 0]"),
        "chains.spine: has a place `at` and no `body` to hang on",
    ),
    "no shape": (
        ("module:\n      shape: {cylinder: {radius: 38 mm, length: 180 mm}}\n      ", "module:\n      ^"),
        "chains.spine.module.shape: is missing: its ends are where modules are joined",
    ),
    "broken shape": (
        ("radius: 38 mm", "radius: ^-38 mm"),
        "bodies.spine_1.shape.cylinder.radius = -38 mm: must be greater than 0",
    ),
    "paddles on an ellipse": (
        ("{radius: 38 mm, length: 180 mm}", "^{radius: [38 mm, 30 mm], length: 180 mm, paddles: 13 mm}"),
        "bodies.spine_1.shape.cylinder: has paddles: these are for a round section, with one radius",
    ),
    "negative paddles": (
        ("length: 180 mm", "length: 180 mm, paddles: ^-1 mm"),
        "bodies.spine_1.shape.cylinder.paddles = -1 mm: must be at least 0",
    ),
    "wrong unit in a module": (
        ("mass: 0.8", "mass: ^0.8 m"),
        "bodies.spine_1.mass = 0.8 m: 'm' is a unit of length, not of mass; allowed for a mass: kg, g",
    ),
    "no mass": (("      mass: 0.8\n", ""), "bodies.spine_1.mass: is missing"),
    "three axes": (
        ("spine:\n    count: 4", "spine:\n    ^count: 4\n    axes: {pitch: starboard, yaw: down, roll: forward}"),
        "chains.spine: must have one axis or two, for example {pitch: starboard, yaw: down}",
    ),
    "wrong axis": (
        ("count: 4", "count: 4\n    axes: {yaw: ^sideways}"),
        "chains.spine.axes.yaw = sideways: must be a direction (forward, aft, starboard, port, down, up) or three "
        "numbers",
    ),
    "parallel axes": (
        ("count: 4", "count: 4\n    axes: {yaw: down, pitch: up}"),
        "joints.spine_joint_1: the two axes must not be parallel",
    ),
    "wrong key of joints": (
        ("limits: 75 deg", "^limit: 75 deg"),
        "joints.spine_joint_1.axes.pitch.limit: unknown key; allowed: stiffness, stiffness_curve, rest, damping, "
        "limits, stop, axis; did you mean 'limits'?",
    ),
    "wrong unit of joints": (
        ("limits: 75 deg", "limits: ^75 kg"),
        "joints.spine_joint_1.axes.pitch.limits = 75 kg: 'kg' is a unit of mass, not of angle; allowed for an angle: "
        "rad, deg",
    ),
    "no block": (("chains:\n", "chains:\n  neck: ^4\n"), "chains.neck = 4: must be a block of keys"),
    "two free chains": (
        ("chains:\n", "chains:\n  other: {count: 2, module: {shape: {sphere: 0.1}, mass: 1}}\n"),
        "bodies.spine_1: hangs on no joint, and 'other_1' is the free body already; connect it, or give it a joint of "
        "type free, fixed or other to the world",
    ),
    "changes of what is no body": (
        (GAIT, GAIT + "\nbodies: {spine_1: ^5}"),
        "bodies.spine_1 = 5: must be a block of keys",
    ),
    "no bodies": ((GAIT, GAIT + "\nbodies: ^5"), "bodies = 5: must be a block of keys"),
    "unknown chain": (
        ("chain: spine", "chain: ^spin"),
        "gait.chain = spin: there is no chain 'spin'; did you mean 'spine'?; there are spine",
    ),
    "unknown chain of a dive": (
        (GAIT, DIVE.replace("chain: spine", "dive: 3 deg, chain: ^spin")),
        "gait.chain = spin: there is no chain 'spin'; did you mean 'spine'?; there are spine",
    ),
    "no chain": (("chain: spine, ", ""), "gait.yaw: moves joints that yaw: give `chain` or `yaw`"),
    "passive and waved": (
        ("count: 4", "count: 4\n    drive: none"),
        "gait.chain = spine: moves joints that yaw: the chain has no axis of this name that is driven",
    ),
    "no pitch joints": (
        YAW_ONLY,
        ("type: serpentine, chain: spine", "type: rectilinear, chain: ^spine"),
        "gait.chain = spine: moves joints that pitch: the chain has no axis of this name that is driven",
    ),
    "a dive without pitch joints": (
        YAW_ONLY,
        (GAIT, DIVE.replace("chain: spine", "chain: ^spine")),
        "gait.chain = spine: moves joints that pitch: the chain has no axis of this name that is driven",
    ),
    "nothing to dive with": (
        YAW_ONLY,
        ("{type: serpentine", "^{type: serpentine, dive: 3 deg"),
        "gait: has a dive that moves nothing: give `dives`, the share of each drive",
    ),
    "a drive twice": (
        ("chain: spine", "yaw: [spine_joint_1.yaw, ^spine_joint_1.yaw]"),
        "gait.yaw[1] = spine_joint_1.yaw: stands in the gait twice",
    ),
    "a drive that yaws and pitches": (
        ("type: serpentine, chain: spine", "type: helical, yaw: [spine_joint_1.yaw], pitch: [^spine_joint_1.yaw]"),
        "gait.pitch[0] = spine_joint_1.yaw: stands in the gait twice",
    ),
    "beyond its limits": (
        ("amplitude: 30 deg", "amplitude: ^80 deg"),
        "gait.amplitude = 80 deg: takes the prescribed joint 'spine_joint_1.yaw' to -80 deg; allowed: -75 deg to 75 "
        "deg",
    ),
    "turned beyond its limits": (
        ("type: serpentine", "type: rectilinear, turn: ^80 deg"),
        "gait.turn = 80 deg: takes the prescribed joint 'spine_joint_1.yaw' to -80 deg; allowed: -75 deg to 75 deg",
    ),
    "dived beyond its limits": (
        (GAIT, DIVE.replace("chain", "dive: ^80 deg, chain")),
        "gait.dive = 80 deg: takes the prescribed joint 'spine_joint_1.pitch' to 80 deg; allowed: -75 deg to 75 deg",
    ),
    "too many starts": ((GAIT, "^" + DIVE.replace("3]", "3, 4]")), "gait: has 4 starts for 3 pitch joints"),
    "a start before the start": (
        (GAIT, DIVE.replace("[1,", "[^-1 s,")),
        "gait.starts[0] = -1 s: must be at least 0",
    ),
    "surface without release": (
        (GAIT, "^" + DIVE.replace("chain", "surface: 4 s, chain")),
        "gait: must be released before it surfaces: give `release`",
    ),
    "surface before release": (
        (GAIT, "^" + DIVE.replace("chain", "surface: 2 s, release: 3 s, chain")),
        "gait: must leave 0.5 s (`rise`) between bending, release and surface",
    ),
    "released before it is bent": (
        (GAIT, "^" + DIVE.replace("chain", "release: 0.4 s, chain")),
        "gait: must leave 0.5 s (`rise`) between bending, release and surface",
    ),
    "dives of a dive": (
        (GAIT, "^" + DIVE.replace("chain", "dives: {spine_joint_1.pitch: 1}, chain")),
        "gait: has `dives`: here `starts` say which joints dive",
    ),
    "hold of nothing": (
        (GAIT, GAIT + "\n" + HOLD.replace("{of: heading, chain: spine", "^{of: heading")),
        "holds.course: must look at a body, or at a chain: give one of both",
    ),
    "hold of two": (
        (GAIT, GAIT + "\n" + HOLD.replace("{of", "^{body: spine_1, of")),
        "holds.course: must look at a body, or at a chain: give one of both",
    ),
    "hold of an unknown chain": (
        (GAIT, GAIT + "\n" + HOLD.replace("chain: spine", "chain: ^spin")),
        "holds.course.chain = spin: there is no chain 'spin'; did you mean 'spine'?; there are spine",
    ),
    "hold on nothing": (
        (GAIT, GAIT + "\n" + HOLD.replace("{of: heading", "^{of: heading").replace("gait: {turn: 1}, ", "")),
        "holds.course: must act on thrusters, or on a gait: give one of both",
    ),
    "hold on no gait": (
        (GAIT, "~\n" + HOLD.replace("gait: ", "gait: ^")),
        "holds.course.gait: acts on a gait, and the vehicle runs none",
    ),
    "hold on a gait that does not dive": (
        YAW_ONLY,
        (GAIT, GAIT + "\n" + HOLD.replace("turn: 1", "dive: ^1")),
        "holds.course.gait.dive = 1: moves nothing: the gait has no `dives`",
    ),
    "hold on a gait that does not turn": (
        ("count: 4", "count: 4\n    axes: {pitch: starboard}"),
        (GAIT, GAIT.replace("serpentine", "rectilinear") + "\n" + HOLD.replace("turn: 1", "turn: ^1")),
        "holds.course.gait.turn = 1: moves nothing: the gait turns no drive",
    ),
    "hold by pulses": (
        (GAIT, GAIT + "\n" + HOLD.replace("proportional: 1", "proportional: ^1 us/rad")),
        "holds.course.proportional = 1 us/rad: is given in 'us/rad', but is an angular steering gain; allowed: "
        "rad/rad, deg/deg",
    ),
    "hold of a depth by an angle's gain": (
        (GAIT, GAIT + "\n" + HOLD.replace("proportional: 1", "integral: ^1 deg/deg/s").replace("heading", "depth")),
        "holds.course.integral = 1 deg/deg/s: is given in 'deg/deg/s', but is a linear integral steering gain; "
        "allowed: rad/m/s, deg/m/s",
    ),
    "limit in pulses": (
        (GAIT, GAIT + "\n" + HOLD.replace("proportional: 1", "limit: ^100 us")),
        "holds.course.limit = 100 us: is given in 'us', but is an angle; allowed: rad, deg",
    ),
    "hold of a lag": (
        (GAIT, GAIT + "\n" + HOLD.replace("{turn: 1", "{lag: ^1")),
        "holds.course.gait.lag = lag: must be one of turn, dive",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_mistake_gives_a_single_problem_at_its_place(case):
    *changes, message = CASES[case]
    text = SNAKE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    found = problems(text.replace("^", ""))
    assert len(found) == 1, found
    assert found[0].endswith(message), found
    if "^" in text:
        before = text[: text.index("^")]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        assert found[0].startswith(f"snake.yaml:{line}:{column}:")


def test_a_broken_chain_hides_no_mistake_elsewhere():
    """What does not hang on its modules is told beside it."""
    text = SNAKE.replace("count: 4", "count: 1").replace("name: snake", "name: snake\nbodies: {hull: {mass: 1 m}}")
    found = problems(text)
    assert len(found) == 2
    assert "bodies.hull.mass = 1 m" in found[0]
    assert "chains.spine: needs two modules" in found[1]
