"""Shapes: volume, centroid, inertia, width and waterline against trimesh and closed forms; added inertia; files."""

import numpy as np
import pytest
import trimesh

from narcine.description.body import Body
from narcine.description.load import describe_text, load_description
from narcine.description.problems import DescriptionError
from narcine.description.shapes.shape import Shape
from narcine.hydrodynamics.added_inertia import added_inertia
from narcine.hydrodynamics.shape_drag import quadratic_from_coefficients
from narcine.simulation.audit import audit
from narcine.simulation.simulation import Simulation
from narcine.simulation.step import Term
from tests.conftest import simulate
from tests.contracts.kinds import DATA

PROFILE = [[-0.8, 0.0], [-0.6, 0.07], [-0.2, 0.095], [0.6, 0.095], [0.75, 0.06], [0.8, 0.0]]
SECTION = [[0.05, 0.0], [0.03, 0.012], [-0.02, 0.01], [-0.1, 0.0], [-0.02, -0.006], [0.03, -0.008]]
SHAPES = {
    "capsule": {"capsule": {"radius": 0.1, "length": 0.7}},
    "revolution": {"revolution": {"profile": PROFILE}},
    "revolution down": {"revolution": {"profile": PROFILE[::-1], "axis": "down"}},
    "box": {"box": [0.5, 0.3, 0.2]},
    "extrusion": {"extrusion": {"section": SECTION, "span": 0.3, "normal": "starboard"}},
    "extrusion down": {"extrusion": {"section": SECTION[::-1], "span": 0.3, "normal": "down"}},
    "mesh": {"mesh": {"file": str(DATA / "wedge.obj")}},
}


def mesh_of(name):
    """Return the same shape as trimesh makes it."""
    if name == "capsule":
        mesh = trimesh.creation.capsule(height=0.5, radius=0.1, count=[128, 128])
        mesh.apply_translation(-mesh.center_mass)
        mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2.0, [0, 1, 0]))
        return mesh
    if name.startswith("revolution"):
        mesh = trimesh.creation.revolve([[r, x] for x, r in PROFILE], sections=256)
        turn = np.pi / 2.0 if name == "revolution" else 0.0
        mesh.apply_transform(trimesh.transformations.rotation_matrix(turn, [0, 1, 0]))
        return mesh
    if name == "box":
        return trimesh.creation.box([0.5, 0.3, 0.2])
    if name.startswith("extrusion"):
        from shapely.geometry import Polygon

        mesh = trimesh.creation.extrude_polygon(Polygon(SECTION), 0.3)
        mesh.apply_translation([0, 0, -0.15])
        if name == "extrusion down":  # span to starboard, thickness down
            mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2.0, [1, 0, 0]))
        return mesh
    return trimesh.load_mesh(str(DATA / "wedge.obj"))


TOLERANCE = {"capsule": 3e-3, "revolution": 1e-3, "revolution down": 1e-3}
"""What 128 or 256 flat sides lose of what is round; the others are flat themselves."""


@pytest.mark.parametrize("name", SHAPES)
def test_volume_centroid_and_inertia_are_trimeshs(name):
    geometry, mesh = Shape.model_validate(SHAPES[name]).geometry, mesh_of(name)
    tolerance = TOLERANCE.get(name, 1e-9)
    assert geometry.volume == pytest.approx(mesh.volume, rel=tolerance)
    assert geometry.centroid == pytest.approx(mesh.center_mass, abs=tolerance * 0.5)
    inertia = mesh.moment_inertia / mesh.volume
    assert geometry.inertia_per_mass == pytest.approx(inertia, abs=2.0 * tolerance * np.abs(inertia).max())
    assert geometry.bounds == pytest.approx(mesh.bounds - mesh.center_mass, abs=1e-3)


def test_a_capsule_has_its_exact_volume():
    exact = np.pi * 0.01 * 0.5 + 4.0 / 3.0 * np.pi * 0.001
    assert Shape.model_validate(SHAPES["capsule"]).geometry.volume == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("name", SHAPES)
def test_what_the_surface_cuts_off_is_trimeshs(name):
    geometry, mesh = Shape.model_validate(SHAPES[name]).geometry, mesh_of(name)
    mesh.apply_translation(-mesh.center_mass)
    body = Body.model_validate({"mass": 1.0, "shape": SHAPES[name]})
    rng = np.random.default_rng(4)
    for _ in range(12):
        attitude, depth = rng.uniform(-np.pi, np.pi, 3), rng.uniform(-0.6, 0.6) * geometry.half_extents.min()
        start = {"attitude": attitude, "position": [0, 0, 0]}
        run = simulate(bodies={"b": {"mass": 1.0, "shape": SHAPES[name]}}, run={"start": start}).start()
        R = run.observe().attitude[0, 0].reshape(3, 3)
        position = [0, 0, depth - float((R @ np.array(body.centre))[2])]
        water = {"surface": "calm"}
        here = simulate(
            bodies={"b": {"mass": 1.0, "shape": SHAPES[name]}},
            run={"water": water, "start": {**start, "position": position}},
        ).start()
        part = trimesh.intersections.slice_mesh_plane(mesh, R[2], -depth * R[2], cap=True)
        assert here.observe().wet[0, 0] == pytest.approx(part.volume / mesh.volume, abs=1e-3)


@pytest.mark.parametrize("name", SHAPES)
def test_its_widths_sum_to_its_areas(name):
    """Strips along one axis show the same area as strips along the other."""
    geometry = Shape.model_validate(SHAPES[name]).geometry
    for normal in range(3):
        i, j = (index for index in range(3) if index != normal)
        areas = []
        for along, across in ((i, j), (j, i)):
            low, high = geometry.bounds[:, along]
            stations = np.linspace(low, high, 2002)[1:-1]
            areas.append(2.0 * geometry.half_width(along, across, stations).mean() * (high - low))
        assert areas[0] == pytest.approx(areas[1], rel=0.01)


def test_a_cube_has_the_added_mass_of_dnv():
    """DNV-RP-C205, table A-2: 0.68 of a cube's own volume."""
    body = Body.model_validate({"mass": 1.0, "shape": {"box": [0.2, 0.2, 0.2]}})
    assert np.diag(added_inertia(body, 1000.0))[:3] / 8.0 == pytest.approx([0.68] * 3, rel=0.02)


def test_a_flat_box_is_a_plate():
    flat = Body.model_validate({"mass": 1.0, "shape": {"box": [0.04, 0.4, 1e-6]}})
    plate = Body.model_validate({"mass": 1.0, "shape": {"plate": {"chord": 0.04, "span": 0.4, "thickness": 1e-6}}})
    found, expected = (np.diag(added_inertia(body, 1000.0)) for body in (flat, plate))
    assert found[[2, 3, 4]] == pytest.approx(expected[[2, 3, 4]], rel=2e-3)


def test_a_cube_turns_alike_about_all_its_axes_and_not_freely():
    body = Body.model_validate({"mass": 1.0, "shape": {"box": [0.3, 0.3, 0.3]}})
    turning = np.diag(added_inertia(body, 1000.0))[3:]
    assert turning == pytest.approx([turning[0]] * 3, rel=1e-12)
    drag = quadratic_from_coefficients(body.shape.geometry, (1.0, 1.0, 1.0), 1000.0)
    assert drag[3:] == pytest.approx([drag[3]] * 3)
    assert drag[3] > 0.05


def test_the_water_around_a_fin_moves_about_mid_chord():
    """A wedge of a section, its centroid a sixth of the chord off: about mid-chord its added inertia is the plate's."""
    wedge = {"extrusion": {"section": [[0.15, 0.0], [-0.15, 0.02], [-0.15, -0.02]], "span": 0.9}}
    plate = {"plate": {"chord": 0.3, "span": 0.9, "thickness": 0.01}}
    found, expected = (
        added_inertia(Body.model_validate({"mass": 1.0, "shape": shape}), 1000.0) for shape in (wedge, plate)
    )
    assert found == pytest.approx(expected, rel=0.05, abs=1e-9)
    foil = {"body": "fin", "lift": "thin_foil", "normal": "down", "chord": 0.3, "span": 0.9, "stall": 0.3}
    for shape in (wedge, plate):
        body = {"mass": 1.0, "shape": shape}
        fin = simulate(bodies={"fin": body}, foils={"fin": foil}, run={"start": {"velocity": [1, 0, 0.1]}})
        assert not np.any(fin.start().observe().wrench[0, Term.ADDED_INERTIA - 1])


def test_a_mesh_of_an_ellipsoid_has_the_ellipsoids_added_inertia(tmp_path):
    """Turned by 30 deg in the mesh: the 6x6 turns with it."""
    mesh = trimesh.creation.icosphere(4, 1.0)
    mesh.apply_scale([0.3, 0.2, 0.1])
    turn = trimesh.transformations.rotation_matrix(np.pi / 6.0, [0, 0, 1])
    mesh.apply_transform(turn)
    mesh.export(tmp_path / "ball.stl")
    meshed = Body.model_validate({"mass": 1.0, "shape": {"mesh": {"file": str(tmp_path / "ball.stl")}}})
    exact = added_inertia(Body.model_validate({"mass": 1.0, "shape": {"ellipsoid": [0.3, 0.2, 0.1]}}), 1000.0)
    R = np.zeros((6, 6))
    R[:3, :3] = R[3:, 3:] = turn[:3, :3]
    assert added_inertia(meshed, 1000.0) == pytest.approx(R @ exact @ R.T, abs=0.01 * exact.max())


def test_a_torpedo_hull_has_nearly_the_spheroids_added_inertia():
    spheroid = {"revolution": {"profile": [[0.8 * np.cos(a), 0.095 * np.sin(a)] for a in np.linspace(0, np.pi, 60)]}}
    found, exact = (
        np.diag(added_inertia(Body.model_validate({"mass": 1.0, "shape": shape}), 1026.0))
        for shape in (spheroid, {"spheroid": {"length": 1.6, "diameter": 0.19}})
    )
    assert found[[0, 1, 2, 4, 5]] == pytest.approx(exact[[0, 1, 2, 4, 5]], rel=5e-3)


MESH_FILE = (
    "name: hull\nbodies:\n  hull: {mass: 2, shape: {mesh: {file: %s, scale: 0.001}}, drag: {coefficients: [1, 1, 1]}}\n"
)


def test_a_mesh_stands_beside_the_file_that_names_it_and_floats(tmp_path):
    box = trimesh.creation.box([400, 200, 100])
    box.export(tmp_path / "hull.stl")
    (tmp_path / "hull.yaml").write_text(MESH_FILE % "hull.stl" + "run: {water: {surface: calm}}\n")
    settled = load_description(str(tmp_path / "hull.yaml"), {"bodies.hull.added_inertia": "from_shape"})
    simulation = Simulation(settled)
    assert "ellipsoid like its mesh" in Simulation(load_description(str(tmp_path / "hull.yaml"))).start().doubts()[0]
    depth = simulation.run(duration=60.0).depth.values[-1, 0]
    assert depth + 0.05 == pytest.approx(2.0 / (1000.0 * 0.4 * 0.2), abs=2e-3)  # its draft
    assert audit(simulation).trims[0].volume == pytest.approx(0.008)


def test_a_broken_mesh_says_what_is_wrong(tmp_path):
    open_box = trimesh.creation.box([400, 200, 100])
    open_box.update_faces(np.arange(12) > 1)
    open_box.export(tmp_path / "open.stl")
    (tmp_path / "noise.stl").write_bytes(b"no mesh at all")
    for name, told in (
        ("open.stl", "open.stl is not closed: 4 of its edges are not shared by two faces"),
        ("missing.stl", "there is no file"),
        ("noise.stl", "noise.stl"),
    ):
        file = tmp_path / "hull.yaml"
        file.write_text(MESH_FILE % name)
        with pytest.raises(DescriptionError, match=told):
            load_description(str(file))


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("{capsule: {radius: 1, length: 1}}", "is shorter"),
        ("{revolution: {profile: [[0, 1], [1, 1], [0.5, 1]]}}", "stations must grow or fall"),
        ("{revolution: {profile: [[0, -1], [1, 1]]}}", "has a negative radius"),
        ("{extrusion: {section: [[0, 0], [1, 1], [1, 0], [0, 1]], span: 1}}", "no area|must not cross itself"),
        ("{box: [1, 2, 0]}", "must be greater than 0"),
        ("{box: [1, 2, 1], sphere: 1}", "must have exactly one of"),
    ],
)
def test_an_impossible_shape_says_so(shape, told):
    with pytest.raises(DescriptionError, match=told):
        describe_text(f"name: a\nbodies:\n  a: {{mass: 1, shape: {shape}}}\n")


def quantities(shape):
    """Return all that is taken from a shape, as one row each: geometry, widths, drag, added inertia, waterline."""
    from narcine.simulation.floating import find_floating

    body = Body.model_validate({"mass": 2.0, "shape": shape, "added_inertia": "from_shape"})
    geometry = body.shape.geometry
    stations = np.array([-0.15, 0.05, 0.1])
    across = {
        f"width {axis} {other}": geometry.half_width(axis, other, stations * (0.3, 0.2, 0.1)[axis] / 0.3)
        for axis in range(3)
        for other in range(3)
        if other != axis
    }
    water = {"surface": "calm"}
    start = {"position": [0, 0, 0.03], "attitude": [0.3, 0.2, 0]}
    floats = {"mass": 0.7 * 1000.0 * 4.0 / 3.0 * np.pi * 0.3 * 0.2 * 0.1, "shape": shape, "added_inertia": "from_shape"}
    simulation = simulate(bodies={"float": floats}, run={"water": water, "start": start})
    seen = simulation.start().observe()
    weight = floats["mass"] * 9.81
    lying = find_floating(simulation.model, simulation.model.vehicles[0], np.array([geometry.volume]), weight)
    return {
        "volume": [geometry.volume],
        "inertia": np.diag(geometry.inertia_per_mass),
        "extents": geometry.half_extents,
        "added inertia": np.diag(added_inertia(body, 1000.0)),
        "drag": quadratic_from_coefficients(geometry, (0.2, 1.0, 1.1), 1000.0),
        "wet": seen.wet[0],
        "buoyancy": seen.wrench[0, Term.BUOYANCY - 1, 0],
        "acceleration": seen.acceleration[0, 0],
        "floating": [lying.depth, lying.heave_stiffness, *lying.lean_stiffness],
        **across,
    }


def test_a_mesh_of_an_ellipsoid_converges_to_it_in_every_quantity(tmp_path):
    """Edges of a quarter of the length leave a sixteenth of the error (held: 0.15); 5,120 triangles come within 1 %.

    Widths are read off at stations, where a facet's edge may stand in or out: they converge, but not evenly.
    """
    exact = quantities({"ellipsoid": [0.3, 0.2, 0.1]})
    errors = {}
    for fineness in (2, 4):
        mesh = trimesh.creation.icosphere(fineness, 1.0)
        mesh.apply_scale([0.3, 0.2, 0.1])
        file = tmp_path / f"ellipsoid_{fineness}.stl"
        mesh.export(file)
        found = quantities({"mesh": {"file": str(file)}})
        errors[fineness] = {
            name: np.abs(np.subtract(found[name], exact[name])).max() / np.abs(exact[name]).max() for name in exact
        }
    for name in exact:
        uneven = name.startswith("width")
        assert errors[4][name] < (0.03 if uneven else 0.01), name
        assert errors[4][name] < (0.4 if uneven else 0.15) * errors[2][name] + 1e-6, name


def test_a_mesh_as_cad_draws_it_is_turned(tmp_path):
    wedge = trimesh.load_mesh(str(DATA / "wedge.obj"))
    wedge.apply_transform(np.diag([1.0, -1.0, -1.0, 1.0]))
    wedge.export(tmp_path / "drawn.stl")
    drawn = Shape.model_validate({"mesh": {"file": str(tmp_path / "drawn.stl"), "axes": "forward_port_up"}}).geometry
    ours = Shape.model_validate(SHAPES["mesh"]).geometry
    assert drawn.volume == pytest.approx(ours.volume)
    assert drawn.centroid == pytest.approx(ours.centroid, abs=1e-7)  # STL holds single precision
    assert drawn.inertia_per_mass == pytest.approx(ours.inertia_per_mass, abs=1e-7)


def test_a_file_that_holds_no_triangles_is_refused_by_its_kind(tmp_path):
    (tmp_path / "hull.step").write_text("ISO-10303-21;")
    with pytest.raises(ValueError, match=r"hull\.step is no mesh of triangles; allowed: \.stl"):
        Shape.model_validate({"mesh": {"file": str(tmp_path / "hull.step")}})
