"""URDF and SDF: what is taken is where MuJoCo and Drake, which read them too, put it; what is not is said."""

import json

import mujoco
import numpy as np
import pytest
import trimesh

from narcine.cli.importing import import_command
from narcine.description.load import load_description
from narcine.description.problems import DescriptionError
from narcine.simulation.simulation import Simulation
from tests.contracts.kinds import DATA

FLIP = np.diag([1.0, -1.0, -1.0])
TEN_DIGITS = 1e-9
"""How closely two readers of the same file agree: twelve digits are written."""


@pytest.fixture
def imported(tmp_path, capsys):
    assert import_command(DATA / "arm.urdf", out=tmp_path / "arm.yaml") == 0
    return tmp_path / "arm.yaml", capsys.readouterr().out


def test_what_is_not_taken_is_said(imported):
    file, said = imported
    assert "3 bodies, 2 joints" in said
    for words in ("link fin: 1 of its 2 shapes", "joint tail: dry friction", "joint odd of type 'planar'", "<gazebo>"):
        assert f"not taken: {words}" in said
    assert (file.parent / "arm_meshes" / "float.stl").exists()  # a box that lies aslant becomes a mesh


def test_an_imported_robot_stands_as_mujoco_reads_it(imported):
    """Places and attitudes of links at some joint angles, masses, centres of gravity; shapes and inertias by hand."""
    file, _ = imported
    simulation = Simulation(load_description(str(file)))
    text = (DATA / "arm.urdf").read_text()
    text = text[: text.index('<joint name="odd"')]  # MuJoCo does not know planar joints either
    compiler = '<compiler fusestatic="false" discardvisual="true" balanceinertia="false" boundmass="0"/>'
    model = mujoco.MjModel.from_xml_string(f"{text}<mujoco>{compiler}</mujoco></robot>")
    data = mujoco.MjData(model)
    run = simulation.start()
    for name, value in (("tail", 0.4), ("lift", 0.05)):
        data.qpos[model.joint(name).qposadr[0]] = value
        run.state[simulation.model.state_names.index(name)] = value  # the axis came along
    mujoco.mj_forward(model, data)
    seen = run.observe()
    bodies = simulation.scenario.vehicles["arm_robot"].vehicle.bodies
    for number, name in ((1, "fin"), (2, "float")):
        assert seen.place[0, number] == pytest.approx(FLIP @ data.body(name).xpos, abs=1e-9)
        turned = FLIP @ data.body(name).xmat.reshape(3, 3) @ FLIP
        assert seen.attitude[0, number].reshape(3, 3) == pytest.approx(turned, abs=1e-9)
        assert bodies[name].mass == pytest.approx(float(model.body(name).mass[0]))
        assert bodies[name].gravity_centre == pytest.approx(FLIP @ model.body(name).ipos, abs=1e-12)
    hull = bodies["base_link"]
    assert hull.gravity_centre == pytest.approx([0.01, -0.02, -0.03])
    expected = FLIP @ np.array([[0.02, 0.001, 0], [0.001, 0.05, 0], [0, 0, 0.06]]) @ FLIP
    assert hull.inertia_matrix == pytest.approx(expected)
    assert hull.shape.cylinder.axis == "forward"
    assert hull.shape.centre == (0.0, 0.0, -0.05)
    assert bodies["float"].volume == pytest.approx(0.2 * 0.1 * 0.1, rel=1e-6)


def test_an_imported_robot_runs(imported):
    file, _ = imported
    settings = {"bodies.float.added_inertia": "from_shape", "run.start.position": [0, 0, 5]}
    run = Simulation(load_description(str(file), settings)).run(duration=1.0)
    assert run.attrs["ended"] == "at its full duration"


def test_what_is_no_urdf_says_so(tmp_path):
    (tmp_path / "a.urdf").write_text("<robot><link></robot>")
    (tmp_path / "b.urdf").write_text("<model/>")
    for name, told in (("a.urdf", "a.urdf:1:16: is not XML"), ("b.urdf", "begins with <model>")):
        with pytest.raises(DescriptionError, match=told):
            import_command(tmp_path / name, out=tmp_path / "x.yaml")
    (tmp_path / "there.yaml").write_text("mine")
    assert import_command(DATA / "arm.urdf", out=tmp_path / "there.yaml") == 2
    assert (tmp_path / "there.yaml").read_text() == "mine"


@pytest.fixture
def swimmer(tmp_path, capsys):
    assert import_command(DATA / "swimmer.sdf", out=tmp_path / "swimmer.yaml") == 0
    return tmp_path / "swimmer.yaml", capsys.readouterr().out


def test_an_imported_model_stands_as_drake_reads_it(swimmer):
    """Poses of all links from the hull at some joint positions, masses, centres of gravity and inertias."""
    reference = json.loads((DATA / "swimmer_drake.json").read_text())
    simulation = Simulation(load_description(str(swimmer[0])))
    run = simulation.start()
    for name, value in reference["joints"].items():
        run.state[simulation.model.state_names.index(name)] = value
    seen = run.observe()
    names = [body.name for body in simulation.model.bodies]
    bodies = simulation.scenario.vehicles["swimmer"].vehicle.bodies
    hull = seen.attitude[0, simulation.model.bodies[names.index("hull")].link].reshape(3, 3)
    place = seen.place[0, simulation.model.bodies[names.index("hull")].link]
    for name, expected in reference["bodies"].items():
        ours = "mast__float" if name == "float" else name
        link = simulation.model.bodies[names.index(ours)].link
        from_hull = hull.T @ (seen.place[0, link] - place)
        assert from_hull == pytest.approx(FLIP @ expected["position"], abs=TEN_DIGITS), name
        turned = hull.T @ seen.attitude[0, link].reshape(3, 3)
        assert turned == pytest.approx(FLIP @ expected["rotation"] @ FLIP, abs=TEN_DIGITS), name
        assert bodies[ours].mass == expected["mass"]
        assert bodies[ours].gravity_centre == pytest.approx(FLIP @ expected["com"], abs=TEN_DIGITS)
        assert bodies[ours].inertia_matrix == pytest.approx(FLIP @ expected["inertia"] @ FLIP, abs=TEN_DIGITS)


def test_shapes_springs_and_start_of_a_model(swimmer):
    """By hand: the hull's capsule, a mesh scaled, a box that stands in another frame, elasticity, water and start."""
    description = load_description(str(swimmer[0]))
    vehicle = description.scenario.vehicles["swimmer"].vehicle
    hull = vehicle.bodies["hull"].shape
    assert (hull.capsule.radius, hull.capsule.length, hull.capsule.axis) == (0.1, pytest.approx(0.8), "forward")
    assert hull.centre == (0.0, 0.0, -0.01)
    assert vehicle.bodies["fin"].shape.ellipsoid == (0.1, 0.05, 0.01)
    whole = trimesh.load_mesh(DATA / "wedge.obj").volume
    assert vehicle.bodies["tail"].volume == pytest.approx(0.1 * 0.2 * 0.3 * whole, rel=1e-6)
    assert vehicle.bodies["ballast"].volume == pytest.approx(0.2 * 0.1 * 0.05, rel=1e-6)
    beat, steer = vehicle.joints["beat"], vehicle.joints["steer"]
    assert (beat.limits, beat.damping, beat.stiffness, beat.rest) == ((-0.5, 0.7), 0.02, 1.5, 0.1)
    assert steer.axes["first"].limits == (-1.0, 1.0)
    assert steer.axes["second"].damping == 0.3
    assert vehicle.joints["shift"].limits is None  # 1e16 is none
    water, start = vehicle.run.water, vehicle.run.start
    assert (water.density, water.current) == (1025.0, (0.1, -0.2, 0.0))
    # the model stands at (1, 2, -3), turned by 90 deg to port; the hull at (0.05, -0.01, 0.02) in it
    assert start.position == pytest.approx([1.01, -2.05, 2.98])


def test_gazebos_derivatives_push_the_body_as_gazebo_does(swimmer):
    """Force of Gazebo's law (Ma nu_dot + X_u u + X_uabsu |u| u at the link's origin) and ours, at random motions."""
    derivatives = np.zeros((3, 6, 6))
    for kind, entries in enumerate(
        (
            {(0, 0): -2, (1, 1): -20, (2, 2): -21, (4, 4): -1.1, (5, 5): -1.2, (1, 5): -0.5, (5, 1): -0.5}
            | {(2, 4): 0.4, (4, 2): 0.4},
            {(0, 0): -1},
            {(0, 0): -6, (1, 1): -60, (2, 2): -61, (5, 5): -3, (5, 1): -2},
        )
    ):
        for place, value in entries.items():
            derivatives[(kind, *place)] = value
    body = load_description(str(swimmer[0])).scenario.vehicles["swimmer"].vehicle.bodies["hull"]
    turn = np.kron(np.eye(2), FLIP)
    rng = np.random.default_rng(0)
    for _ in range(5):
        theirs, rate = rng.normal(size=6), rng.normal(size=6)
        gazebo = derivatives[0] @ rate + derivatives[1] @ theirs + derivatives[2] @ (np.abs(theirs) * theirs)
        ours = turn @ theirs
        force = -np.array(body.added_inertia.matrix) @ (turn @ rate)
        force -= np.array(body.drag.linear) @ ours + np.array(body.drag.quadratic) @ (np.abs(ours) * ours)
        assert force == pytest.approx(turn @ gazebo, abs=1e-12)


def test_what_is_not_taken_from_a_model_is_said(swimmer):
    said = swimmer[1]
    assert "5 bodies, 4 joints" in said
    for words in (
        "model floor",
        "link ballast: 1 of its 2 shapes",
        "joint beat: dry friction",
        "hydrodynamics of hull: xUU",
        "plugins: gz::sim::systems::Physics, gz::sim::systems::Thruster",
        "sensors: imu",
    ):
        assert f"not taken: {words}" in said


def test_an_imported_model_runs(swimmer):
    settings = {f"bodies.{name}.added_inertia": "from_shape" for name in ("tail", "ballast")}
    run = Simulation(load_description(str(swimmer[0]), settings)).run(duration=0.5)
    assert run.attrs["ended"] == "at its full duration"


MODEL = """<sdf version="{version}"><model name="m" {more}>
<link name="a"><pose degrees="1">0 0 0 0 0 90</pose>{weight}</link>
<link name="b"><pose degrees="1">1 0 0 0 0 90</pose>{weight}</link>
{joint}</model></sdf>"""
WEIGHT = "<inertial><mass>1</mass></inertial>"
HINGE = '<joint name="j" type="{}"><parent>a</parent><child>b</child>{}</joint>'


def imported_text(tmp_path, text, capsys=None):
    (tmp_path / "m.sdf").write_text(text)
    (tmp_path / "m.yaml").unlink(missing_ok=True)
    import_command(tmp_path / "m.sdf", out=tmp_path / "m.yaml")
    return load_description(str(tmp_path / "m.yaml")).scenario.vehicles["m"].vehicle


def model(joint="", version="1.9", more="", weight=WEIGHT):
    return MODEL.format(version=version, more=more, weight=weight, joint=joint)


@pytest.mark.parametrize(
    ("version", "inner", "axis"),
    [
        ("1.6", "<xyz>1 0 0</xyz>", [1, 0, 0]),
        ("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame>", [0, 1, 0]),
        ("1.4", "<xyz>1 0 0</xyz>", [0, 1, 0]),
        ("1.9", '<xyz expressed_in="__model__">1 0 0</xyz>', [0, 1, 0]),
        ("1.9", "<xyz>0 0 1</xyz>", [0, 0, -1]),
    ],
)
def test_an_axis_is_expressed_in_what_its_version_says(tmp_path, version, inner, axis):
    """The child stands turned by 90 deg to port: the model's forward is its starboard."""
    joint = HINGE.format("revolute", f"<axis>{inner}</axis>")
    assert imported_text(tmp_path, model(joint, version)).joints["j"].axis == pytest.approx(axis, abs=1e-12)


def test_links_that_hang_on_nothing_float_and_lost_joints_are_fixed(tmp_path, capsys):
    loose = imported_text(tmp_path, model())
    assert loose.joints["b_stands"].type == "free"
    assert loose.joints["b_stands"].at == pytest.approx((0.0, 1.0, 0.0))  # a looks to port: b stands starboard of it
    fixed = imported_text(tmp_path, model(HINGE.format("screw", "")))
    assert fixed.joints["j"].type == "fixed"
    said = capsys.readouterr().out
    assert "not taken: joint j of type 'screw'" in said
    assert "note: joint j is fixed instead" in said
    static = imported_text(tmp_path, model("<static>true</static>"))
    assert {joint.type for joint in static.joints.values()} == {"fixed"}


def test_two_axes_of_a_revolute2_are_a_universal_joint_unless_they_are_one(tmp_path, capsys):
    axes = "<axis><xyz>{}</xyz></axis><axis2><xyz>0 0 1</xyz></axis2>"
    vehicle = imported_text(tmp_path, model(HINGE.format("revolute2", axes.format("0 1 0"))))
    assert vehicle.joints["j"].type == "universal"
    assert imported_text(tmp_path, model(HINGE.format("revolute2", axes.format("0 0 1")))).joints["j"].type == "fixed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            model(HINGE.format("revolute", "<axis><xyz>1 0</xyz></axis>")),
            r"m.sdf:4:.*<xyz> must be 3 numbers, not '1 0'",
        ),
        (model(HINGE.format("revolute", "<axis><xyz>1 0 x</xyz></axis>")), "must be 3 numbers"),
        (model(HINGE.format("revolute", "<axis><xyz>0 0 0</xyz></axis>")), "is a zero axis"),
        (model(HINGE.format("revolute", "")), r"<joint> has no <axis>"),
        (model('<joint type="fixed"><parent>a</parent><child>b</child></joint>'), "<joint> has no name"),
        (model('<joint name="j" type="fixed"><parent>a</parent></joint>'), "<joint> has no <child>"),
        (
            model('<joint name="j" type="fixed"><parent>x</parent><child>b</child></joint>'),
            "names 'x', which is no link",
        ),
        (
            model(
                '<frame name="f"><pose relative_to="g"/></frame><frame name="g"><pose relative_to="f"/></frame>'
                + '<joint name="j" type="fixed"><pose relative_to="f"/><parent>a</parent><child>b</child></joint>'
            ),
            "stands in itself",
        ),
        (model(weight="<inertial><mass>heavy</mass></inertial>"), r"m.sdf:2:\d+: <mass> must be a number, not 'heavy'"),
        ("<sdf><model name='m'/></sdf>", "<sdf> has no version"),
        ("<sdf version='1.9'><model name='m'/></sdf>", "has no <link>"),
        (
            "<sdf version='1.9'><world name='w'><include><uri>model://x</uri></include></world></sdf>",
            "model://x: import",
        ),
        (
            model('<plugin name="gz::sim::systems::Hydrodynamics"><link_name>c</link_name></plugin>'),
            "names the link 'c'",
        ),
        ("<robot><link name='a'><inertial><mass value='x'/></inertial></link></robot>", "value must be a number"),
        ("<robot><link/></robot>", "<link> has no name"),
        ("<robot><link name='a'><collision/></link></robot>", "<collision> has no <geometry>"),
        ("<robot><joint name='a' type='fixed'><parent link='a'/></joint></robot>", "<joint> has no <child>"),
        ("<robot xmlns:xacro='x'><xacro:include filename='y'/></robot>", "is xacro"),
        ("", "is not XML: no element found"),
    ],
)
def test_malformed_files_say_where_and_what(tmp_path, text, told):
    (tmp_path / "m.sdf").write_text(text)
    with pytest.raises(DescriptionError, match=told):
        import_command(tmp_path / "m.sdf", out=tmp_path / "m.yaml")
    assert not (tmp_path / "m.yaml").exists()


@pytest.mark.parametrize(
    ("inner", "told"),
    [
        ("<xDotU>5</xDotU>", "its added mass, which would be negative"),
        ("<xU>5</xU>", "its drag, which would push"),
    ],
)
def test_derivatives_of_the_wrong_sign_are_not_taken(tmp_path, capsys, inner, told):
    plugin = f'<plugin name="gz::sim::systems::Hydrodynamics"><link_name>a</link_name>{inner}</plugin>'
    vehicle = imported_text(tmp_path, model(HINGE.format("fixed", "") + plugin))
    assert told in capsys.readouterr().out
    assert vehicle.bodies["a"].added_inertia is None
    assert vehicle.bodies["a"].drag is None


def test_added_mass_in_an_inertial_is_moved_to_the_origin(tmp_path):
    """SDFormat 1.10: about the inertial frame; 3 kg across, 0.2 m ahead, couple with yaw."""
    water = "<fluid_added_mass><xx>1</xx><yy>3</yy><zz>3</zz></fluid_added_mass>"
    weight = f"<inertial><pose>0.2 0 0 0 0 0</pose><mass>1</mass>{water}</inertial>"
    vehicle = imported_text(tmp_path, model(HINGE.format("fixed", ""), weight=weight))
    added = np.array(vehicle.bodies["a"].added_inertia.matrix)
    assert added[1, 5] == pytest.approx(0.6)
    assert added[5, 5] == pytest.approx(3 * 0.04)
    assert added[2, 4] == pytest.approx(-0.6)
