"""Meshes for the eye enclose what their shapes enclose, and their normals point outwards."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from narcine.description.shapes.shape import Shape
from narcine.viewing.solids import Solid, patch, ring, solid_of

FACETED = 0.02
"""Share of its volume that a round shape loses to its facets: 32 round a circle lose 1 - sin(x) / x with x = 2 pi / 32,
0.6 %, and 20 from pole to pole as much again."""
ROUNDED = 0.085
"""Share that a plate loses to corners rounded with 0.3 of its side: (4 - pi) 0.3^2 = 7.7 % of a square, and half a
percent to five facets in each."""

SHAPES = {
    "ellipsoid": ({"ellipsoid": [0.3, 0.2, 0.1]}, FACETED),
    "spheroid": ({"spheroid": {"length": 1.0, "diameter": 0.2, "axis": "down"}}, FACETED),
    "cylinder": ({"cylinder": {"radius": [0.1, 0.2], "length": 0.5, "axis": "starboard"}}, FACETED),
    "capsule": ({"capsule": {"radius": 0.1, "length": 0.6}}, FACETED),
    "torpedo": ({"revolution": {"profile": [[-0.8, 0.0], [-0.4, 0.1], [0.6, 0.1], [0.8, 0.02]]}}, FACETED),
    "box": ({"box": [0.3, 0.2, 0.1]}, 1e-6),
    "plate": ({"plate": {"chord": 0.2, "span": 0.2, "thickness": 0.01, "normal": "starboard"}}, ROUNDED),
    "fin": ({"extrusion": {"section": [[0.1, 0], [0, 0.01], [-0.1, 0], [0, -0.01]], "span": 0.3}}, 1e-6),
}


def closed(solid: Solid) -> trimesh.Trimesh:
    """Return the mesh with corners joined that only their normals keep apart."""
    return trimesh.Trimesh(solid.vertices, solid.faces, process=True, merge_norm=True, merge_tex=True)


@pytest.mark.parametrize("name", SHAPES)
def test_a_solid_is_closed_and_encloses_the_volume_of_its_shape(name):
    described, lost = SHAPES[name]
    geometry = Shape.model_validate(described).geometry
    mesh = closed(solid_of(geometry))
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(geometry.volume, rel=lost)
    assert np.ptp(mesh.vertices, axis=0) / 2.0 == pytest.approx(geometry.half_extents, rel=0.01)


@pytest.mark.parametrize("name", SHAPES)
def test_normals_are_unit_and_point_as_their_triangles_do(name):
    solid = solid_of(Shape.model_validate(SHAPES[name][0]).geometry)
    assert np.linalg.norm(solid.normals, axis=1) == pytest.approx(1.0, abs=1e-5)
    a, b, c = (solid.vertices[solid.faces[:, k]].astype(float) for k in range(3))
    flat = np.cross(b - a, c - a)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    towards = np.einsum("ti,tci->tc", flat, solid.normals[solid.faces])
    assert towards.min() > 0.5


def test_a_mesh_from_a_file_is_smooth_where_it_is_blunt_and_sharp_at_its_edges():
    hull = Path(__file__).parents[2] / "examples" / "koi"
    file = next(hull.rglob("*.stl"))
    geometry = Shape.model_validate({"mesh": {"file": str(file)}}).geometry
    solid = solid_of(geometry)
    assert closed(solid).volume == pytest.approx(geometry.volume, rel=1e-3)
    assert len(solid.vertices) < 3 * len(solid.faces)
    box = solid_of(Shape.model_validate({"box": [1, 1, 1]}).geometry)
    assert set(np.abs(box.normals).max(axis=1).round(6)) == {1.0}


def test_rings_and_patches_are_seen_from_both_sides():
    for solid in (ring(0.1, 0.05, np.array([1.0, 1.0, 0.0])), patch(np.zeros(3), np.array([0.0, 0.6, -0.8]), 2.0)):
        a, b, c = (solid.vertices[solid.faces[:, k]].astype(float) for k in range(3))
        flat = np.cross(b - a, c - a)
        assert np.abs(flat.sum(axis=0)).max() < 1e-6
        assert (np.einsum("ti,ti->t", flat, solid.normals[solid.faces].sum(axis=1)) > 0.0).all()
