"""Distances to obstacles against trimesh and brute force, for random points in random poses."""

import numpy as np
import pytest
import trimesh
from scipy.optimize import minimize

from narcine.description.obstacle import Obstacle
from narcine.description.world import World
from narcine.simulation.layout import lay_out, read_columns
from narcine.spatial.rotations import rotation_from_euler
from narcine.tables import Table
from narcine.world.depth import depths
from narcine.world.distance import distance_to, solid_of
from narcine.world.rows import obstacle_rows, placed_obstacles

ROUNDING = 1e-9
"""Closed forms against closed forms, and a minimiser that stops at 1e-12."""
BLEND = 3.0**-0.25
"""Least share of the depth that is left where three faces of a box are equally near, by construction."""
FACET = 2e-3
"""Sagitta of the facets of trimesh's round meshes over the radius: 1 - cos(pi / 64) is 1.2e-3."""
POSE = {"at": [1.0, -2.0, 3.0], "attitude": [0.4, -0.7, 1.1]}
KINDS = {
    "box": {"box": [1.0, 0.6, 0.4]},
    "cylinder": {"cylinder": {"radius": 0.5, "length": 1.4}},
    "lying": {"cylinder": {"radius": 0.3, "length": 0.8, "axis": "starboard"}},
    "ellipsoid": {"ellipsoid": [0.6, 0.4, 0.3]},
    "sphere": {"sphere": 0.5},
}


def world_of(kind):
    return World(obstacles={"thing": Obstacle.model_validate({**KINDS[kind], **POSE})})


def mesh_of(kind, less=0.0):
    """Return trimesh's own mesh of the same obstacle in the world, a layer taken off it."""
    shape = KINDS[kind]
    if kind == "box":
        mesh = trimesh.creation.box(extents=np.array(shape["box"]) - 2.0 * less)
    elif kind in ("cylinder", "lying"):
        radius, length = shape["cylinder"]["radius"] - less, shape["cylinder"]["length"] - 2.0 * less
        mesh = trimesh.creation.cylinder(radius=radius, height=length, sections=64)
        if kind == "lying":
            mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2.0, [1, 0, 0]))
    else:
        mesh = trimesh.creation.icosphere(subdivisions=4)
        mesh.apply_scale(shape.get("ellipsoid", [shape.get("sphere", 1.0)] * 3))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation_from_euler(*POSE["attitude"]), POSE["at"]
    return mesh.apply_transform(pose)


def signed_distances(mesh, points):
    """Return trimesh's distance to the nearest triangle, positive inside.

    The meshes are convex: a point is inside when it lies behind all faces, for which no tree of boxes is needed.
    """
    _, away, _ = trimesh.proximity.closest_point_naive(mesh, points)
    heights = np.einsum("pfi,fi->pf", points[:, None] - mesh.triangles[None, :, 0], mesh.face_normals)
    return np.where(heights.max(axis=1) <= 0.0, away, -away)


def kernel_distances(world, points):
    """Return distance, gradient and curvature in world axes from the compiled law."""
    parameters, layout = lay_out({Table.OBSTACLES: obstacle_rows(world, {}, 0)[0]}, 0, 0, 0, 0)
    columns = read_columns(layout, Table.OBSTACLES)
    (obstacle,) = placed_obstacles(world)
    solid = solid_of(parameters, layout, columns, 0)
    local = (points - obstacle.at) @ obstacle.turn
    return [distance_to(solid, tuple(x)) for x in local], obstacle


def random_points(count, spread, seed=3):
    return np.array(POSE["at"]) + np.random.default_rng(seed).normal(size=(count, 3)) * spread


@pytest.mark.parametrize("kind", KINDS)
def test_distances_agree_with_trimesh(kind):
    """Rounded edges: the distance is that to what lies a radius deeper, less the radius. Looking has sharp edges."""
    world, points = world_of(kind), random_points(600, 0.35)
    edge = placed_obstacles(world)[0].edge
    tolerance = 1e-6 if kind == "box" else FACET
    assert depths(placed_obstacles(world)[0], points) == pytest.approx(
        signed_distances(mesh_of(kind), points), abs=tolerance
    )
    signed = signed_distances(mesh_of(kind, less=edge), points)
    found = -np.array([near.distance for near in kernel_distances(world, points)[0]]) - edge
    outside, inside = signed < 0.0, signed > tolerance
    assert outside.sum() > 50
    assert inside.sum() > 50
    assert found[outside] == pytest.approx(signed[outside], abs=tolerance)
    if edge == 0.0:
        assert found == pytest.approx(signed, abs=tolerance)
    assert np.all(found[inside] <= signed[inside] + tolerance)
    assert np.all(found[inside] >= BLEND * signed[inside] - tolerance)


@pytest.mark.parametrize("kind", ["box", "cylinder"])
def test_shallow_depths_are_exact_away_from_edges(kind):
    """Down to the radius of the edges a face is a plane."""
    world = world_of(kind)
    (obstacle,) = placed_obstacles(world)
    side = np.array([obstacle.size[0] - 1e-3, 0.0, 0.0])
    near = kernel_distances(world, (obstacle.at + obstacle.turn @ side)[None])[0][0]
    assert near.distance == pytest.approx(-1e-3, rel=1e-12)


def test_the_distance_to_an_ellipsoid_agrees_with_a_minimiser():
    world, points = world_of("ellipsoid"), random_points(40, 0.6)
    near, obstacle = kernel_distances(world, points)
    for point, each in zip((points - obstacle.at) @ obstacle.turn, near, strict=True):

        def away(angles, point=point):
            t, f = angles
            surface = obstacle.size * [np.cos(t) * np.cos(f), np.cos(t) * np.sin(f), np.sin(t)]
            return np.sum((surface - point) ** 2)

        starts = [(t, f) for t in (-1.0, 0.0, 1.0) for f in (0.0, 1.6, 3.1, 4.7)]
        best = min(minimize(away, start, tol=1e-14).fun for start in starts)
        assert abs(each.distance) == pytest.approx(np.sqrt(best), abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_gradient_and_curvature_are_those_of_the_distance(kind):
    """Central differences of 1e-5: their error is 1e-9 in the gradient where curvature radii are above a centimetre."""
    world, points = world_of(kind), random_points(60, 0.4, seed=8)
    near, obstacle = kernel_distances(world, points)
    local = (points - obstacle.at) @ obstacle.turn
    reach = 1e-5
    for x, each in zip(local, near, strict=True):
        if -0.02 < each.distance < 0.01:
            continue  # where the rounding of edges ends, second derivatives jump
        moved = [
            kernel_distances(world, (obstacle.at + obstacle.turn @ (x + side * reach * axis))[None])[0][0]
            for axis in np.eye(3)
            for side in (1.0, -1.0)
        ]
        slope = [(moved[2 * k].distance - moved[2 * k + 1].distance) / (2.0 * reach) for k in range(3)]
        assert each.normal == pytest.approx(slope, abs=1e-6)
        bend = np.array(
            [(np.array(moved[2 * k].normal) - np.array(moved[2 * k + 1].normal)) / (2.0 * reach) for k in range(3)]
        )
        xx, yy, zz, xy, xz, yz = each.curvature
        found = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert found == pytest.approx(bend, abs=1e-4 * max(1.0, np.abs(bend).max()))
        assert np.linalg.eigvalsh(found).min() > -1e-6 * max(1.0, np.abs(bend).max())
