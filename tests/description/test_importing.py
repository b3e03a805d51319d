"""URDF: what is taken is where MuJoCo, which reads URDF too, puts it; what is not is said."""

import mujoco
import numpy as np
import pytest

from narcine.cli.importing import import_command
from narcine.description.load import load_description
from narcine.description.problems import DescriptionError
from narcine.simulation.simulation import Simulation
from tests.contracts.kinds import DATA

FLIP = np.diag([1.0, -1.0, -1.0])


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
