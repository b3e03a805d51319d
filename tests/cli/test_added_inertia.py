"""`narcine added-inertia`, and vehicles that name what it wrote."""

import numpy as np
import pytest
import trimesh

from narcine.cli.added_inertia import added_inertia_command
from narcine.description.load import describe_plain, load_description
from narcine.description.problems import DescriptionError
from narcine.hydrodynamics import boundary_elements
from narcine.hydrodynamics.added_inertia import added_inertia
from narcine.simulation.simulation import Simulation

VEHICLE = """
name: robot
bodies:
  hull: {mass: 30, shape: {ellipsoid: [0.4, 0.1, 0.1], centre: [0.1, 0, 0]}%s}
  fin: {mass: 0.1, shape: {plate: {chord: 0.1, span: 0.2, thickness: 3 mm}}}
  frame: {mass: 1}
joints:
  a: {type: fixed, parent: hull, child: fin}
  b: {type: fixed, parent: hull, child: frame}
run: {water: {density: 1026}}
"""
NAMED = ", added_inertia: {file: robot_hull.added.yaml%s}"


@pytest.fixture
def robot(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robot.yaml").write_text(VEHICLE % "")
    return tmp_path / "robot.yaml"


def hull(file):
    return load_description(str(file)).scenario.vehicles["robot"].vehicle.bodies["hull"]


def test_what_is_solved_is_written_and_used(robot, capsys):
    """Within 2 % of Lamb, times the density; the plate and the body without a shape are not asked for."""
    assert added_inertia_command("robot.yaml", panels=600) == 0
    said = capsys.readouterr().out
    assert "added_inertia: {file: robot_hull.added.yaml}" in said
    assert sorted(file.name for file in robot.parent.glob("*.yaml")) == ["robot.yaml", "robot_hull.added.yaml"]
    exact = added_inertia(hull(robot), 1026.0)
    robot.write_text(VEHICLE % NAMED % "")
    found = added_inertia(hull(robot), 1026.0)
    assert found == pytest.approx(exact, abs=0.02 * exact.max())
    assert found[1, 5] == pytest.approx(exact[1, 5], rel=0.02)  # the shape stands ahead of the origin
    assert not np.array_equal(found, exact)


def test_the_coupling_is_scaled_as_with_a_matrix(robot):
    added_inertia_command("robot.yaml", panels=300)
    robot.write_text(VEHICLE % NAMED % ", coriolis: none")
    model = Simulation(load_description(str(robot))).model
    first = model.link_columns.coriolis
    assert list(model.parameters[first : first + 3]) == [0.0, 0.0, 0.0]


def test_a_description_that_a_run_keeps_finds_the_file_again(robot, tmp_path_factory, monkeypatch):
    added_inertia_command("robot.yaml", panels=300)
    robot.write_text(VEHICLE % NAMED % "")
    kept = load_description(str(robot)).plain
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    again = describe_plain(kept).scenario.vehicles["robot"].vehicle.bodies["hull"]
    assert added_inertia(again, 1.0) == pytest.approx(added_inertia(hull(robot), 1.0))


def test_a_second_solve_is_cached_until_shape_or_panels_change(robot, capsys):
    added_inertia_command("robot.yaml", panels=300)
    written = (robot.parent / "robot_hull.added.yaml").stat().st_mtime_ns
    capsys.readouterr()
    assert added_inertia_command("robot.yaml", ["hull"], panels=300) == 0
    assert "cached" in capsys.readouterr().out
    assert (robot.parent / "robot_hull.added.yaml").stat().st_mtime_ns == written
    added_inertia_command("robot.yaml", panels=600)
    assert "cached" not in capsys.readouterr().out


def test_a_shape_that_has_changed_is_refused_and_can_be_solved_again(robot):
    added_inertia_command("robot.yaml", panels=300)
    robot.write_text((VEHICLE % NAMED % "").replace("[0.4, 0.1, 0.1]", "[0.4, 0.1, 0.11]"))
    with pytest.raises(
        DescriptionError, match=r"robot.yaml:4.*the shape has changed since; run `narcine added-inertia"
    ):
        load_description(str(robot))
    assert added_inertia_command("robot.yaml", panels=300) == 0
    load_description(str(robot))
    robot.write_text(robot.read_text().replace("0.11]", "110 mm]"))  # the same length, said otherwise
    load_description(str(robot))


def test_a_mesh_counts_by_what_its_file_holds(robot):
    """Moved to another folder it is the same; with other triangles it is not."""
    mesh = trimesh.creation.box([0.4, 0.2, 0.1])
    mesh.export(robot.parent / "a.stl")
    text = (VEHICLE % "").replace("ellipsoid: [0.4, 0.1, 0.1]", "mesh: {file: a.stl}")
    robot.write_text(text)
    added_inertia_command("robot.yaml", panels=300)
    (robot.parent / "meshes").mkdir()
    mesh.export(robot.parent / "meshes" / "b.stl")
    text = text.replace("a.stl}", "meshes/b.stl}").replace("0, 0]}", "0, 0]}" + NAMED % "", 1)
    robot.write_text(text)
    assert added_inertia(hull(robot), 1.0)[2, 2] > 0.0
    trimesh.creation.box([0.4, 0.2, 0.11]).export(robot.parent / "meshes" / "b.stl")
    with pytest.raises(DescriptionError, match="the shape has changed since"):
        load_description(str(robot))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"bodies": ["fin"]}, "is a thin plate"),
        ({"bodies": ["frame"]}, "has no shape"),
        ({"bodies": ["hul"]}, "did you mean 'hull'"),
        ({"panels": 10}, "must lie between"),
        ({"out": "robot.yaml"}, "is no file of added inertia and is left as it is"),
    ],
)
def test_what_cannot_be_done_is_said(robot, words, told):
    from pathlib import Path

    if "out" in words:
        words = {"out": Path(words["out"])}
    before = robot.read_text()
    with pytest.raises(DescriptionError, match=told):
        added_inertia_command("robot.yaml", words.pop("bodies", None), **words)
    assert robot.read_text() == before


def test_a_file_of_another_body_is_left_alone(robot):
    added_inertia_command("robot.yaml", panels=300)
    file = robot.parent / "robot_hull.added.yaml"
    file.write_text(file.read_text().replace("body: hull", "body: other"))
    with pytest.raises(DescriptionError, match="belongs to other of robot and is left as it is"):
        added_inertia_command("robot.yaml", panels=300)


def test_without_the_solver_one_line_says_how_to_get_it(robot, capsys, monkeypatch):
    monkeypatch.setattr(boundary_elements, "is_installed", lambda: False)
    assert added_inertia_command("robot.yaml", panels=300) == 2
    assert capsys.readouterr().err == "solving for added inertia needs capytaine: pip install 'narcine[bem]'\n"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("per_density", "pre_density", 1), "is no file of added inertia: per_density: field"),
        (lambda text: "just words", "is no file of added inertia"),
        (lambda text: text.replace("- [0.0", "- [1.0"), "is not symmetric"),
        (lambda text: text + "  : : ]", "cannot be used"),
    ],
)
def test_a_broken_file_says_what_is_wrong(robot, change, told):
    added_inertia_command("robot.yaml", panels=300)
    robot.write_text(VEHICLE % NAMED % "")
    file = robot.parent / "robot_hull.added.yaml"
    file.write_text(change(file.read_text()))
    with pytest.raises(DescriptionError, match=told):
        load_description(str(robot))


def test_one_way_of_saying_it_and_no_missing_file(robot):
    robot.write_text(VEHICLE % ", added_inertia: {rule: strip, file: x.added.yaml}")
    with pytest.raises(DescriptionError, match="must have exactly one of rule"):
        load_description(str(robot))
    robot.write_text(VEHICLE % ", added_inertia: {file: x.added.yaml}")
    with pytest.raises(DescriptionError, match=r"there is no file .*x.added.yaml; `narcine added-inertia` writes it"):
        load_description(str(robot))
