import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narcine.description.body import Body
from narcine.sensing.solids import Solid, SolidKind, solids_of_body, window
from narcine.sensing.surroundings import scene, surroundings
from narcine.spatial.rotations import rotation_from_euler

SHAPES = (
    {"sphere": 0.3},
    {"ellipsoid": [0.5, 0.2, 0.3]},
    {"box": [0.5, 0.2, 0.3]},
    {"plate": {"chord": 0.4, "span": 0.5, "thickness": 0.05}},
    {"cylinder": {"radius": 0.2, "length": 0.7}},
    {"cylinder": {"radius": [0.2, 0.1], "length": 0.7, "axis": "starboard"}},
    {"capsule": {"radius": 0.15, "length": 0.8, "axis": "down"}},
    {"extrusion": {"section": [[-0.1, 0.0], [0.0, -0.1], [0.3, 0.0], [0.0, 0.1]], "span": 0.4}},
)
FAR = 3.0
GRID = np.linspace(0.0, FAR, 3001)
SPACING = FAR / 3000.0 + 1e-8
"""Of points along a ray (m), and what the facets of a convex hull are off near its corners: some 1e-10."""
coordinates = st.floats(-1.0, 1.0)
points = st.tuples(coordinates, coordinates, coordinates)


def is_inside(plain, x):
    """Say by the plain definition of each shape which points (3, n) lie inside it."""
    ((kind, value),) = plain.items()
    if kind == "sphere":
        return np.linalg.norm(x, axis=0) <= value
    if kind == "ellipsoid":
        return np.sum((x / np.array(value)[:, None]) ** 2, axis=0) <= 1.0
    if kind == "box":
        return np.all(np.abs(x) <= np.array(value)[:, None] / 2.0, axis=0)
    if kind == "plate":
        sides = np.array([value["chord"], value["span"], value["thickness"]])
        return np.all(np.abs(x) <= sides[:, None] / 2.0, axis=0)
    if kind == "cylinder":
        k = 1 if value.get("axis") == "starboard" else 0
        radii = np.broadcast_to(value["radius"], 2)
        across = [i for i in range(3) if i != k]
        round_ = sum((x[i] / radius) ** 2 for i, radius in zip(across, radii, strict=True))
        return (round_ <= 1.0) & (np.abs(x[k]) <= value["length"] / 2.0)
    if kind == "capsule":
        end = value["length"] / 2.0 - value["radius"]
        from_core = x - np.array([0.0, 0.0, 1.0])[:, None] * np.clip(x[2], -end, end)
        return np.linalg.norm(from_core, axis=0) <= value["radius"]
    middle = 0.2 / 3.0  # of the kite, of whose parts one is three times as long as the other
    along, across = x[0] + middle, np.abs(x[1 if value.get("normal") == "starboard" else 2])
    kite = np.where(along < 0.0, 0.1 + along, (0.3 - along) / 3.0)
    return (across <= kite) & (np.abs(x[1]) <= value["span"] / 2.0)


@pytest.mark.parametrize("plain", SHAPES, ids=lambda plain: next(iter(plain)))
@settings(max_examples=60, deadline=None)
@given(points, points, points, points)
def test_rays_cross_bodies_where_points_along_them_lie_inside(plain, eye, towards, place, euler):
    """Against points a millimetre apart along the ray, tested one by one in the body's own axes."""
    direction = np.array(towards) - np.array(eye)
    if np.linalg.norm(direction) < 1e-3:
        return
    direction /= np.linalg.norm(direction)
    body = Body.model_validate({"shape": plain, "mass": 1.0})
    turn, place = rotation_from_euler(*euler), np.array(place)
    around = surroundings([], solids_of_body(body, 0, "one"))
    here = scene(around, place[None, None], turn[None, None], np.zeros((1, 0, 3)))
    enter, leave = here.crossings(np.array(eye)[None, :, None], direction[None, :, None])
    crossed = (enter <= leave)[0, :, 0] & (leave[0, :, 0] >= 0.0)
    along = np.array(eye)[:, None] + direction[:, None] * GRID
    inside = is_inside(plain, turn.T @ (along - place[:, None]) - np.array(body.centre)[:, None])
    if inside.any():
        assert crossed.any()
        first = np.maximum(enter[0, crossed, 0], 0.0).min()
        assert abs(first - GRID[np.argmax(inside)]) <= SPACING
        last = leave[0, crossed, 0].max()
        assert abs(min(last, FAR) - GRID[len(GRID) - 1 - np.argmax(inside[::-1])]) <= SPACING
    elif crossed.any():
        through = np.minimum(leave, FAR) - np.maximum(enter, 0.0)
        assert through[0, crossed, 0].max() <= SPACING


def test_a_ray_through_an_ellipsoid_by_algebra():
    solid = Solid(SolidKind.BALL, np.array([2.0, 1.0, 0.5]))
    to_unit = solid.to_unit
    enter, leave = solid.crossing(to_unit @ np.array([-5.0, 0.6, 0.0]), to_unit @ np.array([1.0, 0.0, 0.0]))
    assert enter == pytest.approx(5.0 - 2.0 * 0.8, rel=1e-14)
    assert leave == pytest.approx(5.0 + 2.0 * 0.8, rel=1e-14)


def test_rays_along_faces_and_axes_are_no_trouble():
    cube = Solid(SolidKind.CUBE, np.ones(3))
    for direction in np.concatenate([np.eye(3), -np.eye(3)]):
        assert cube.crossing(np.zeros(3), direction) == (-1.0, 1.0)
        enter, leave = cube.crossing(np.array([2.0, 2.0, 2.0]), direction)
        assert enter > leave
    pillar = Solid(SolidKind.CYLINDER, np.ones(3))
    assert pillar.crossing(np.zeros(3), np.array([0.0, 0.0, 1.0])) == (-1.0, 1.0)
    enter, leave = pillar.crossing(np.array([1.5, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]))
    assert enter > leave


def test_light_falls_in_where_the_axis_leaves_the_body():
    capsule = Body.model_validate({"shape": {"capsule": {"radius": 0.1, "length": 0.6}}, "mass": 1.0})
    own = solids_of_body(capsule, 0, "one")
    forward, down = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
    np.testing.assert_allclose(window(np.zeros(3), forward, own), [0.3, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(window(np.zeros(3), down, own), [0.0, 0.0, 0.1], atol=1e-12)
    outside = np.array([0.31, 0.0, 0.0])
    np.testing.assert_array_equal(window(outside, forward, own), outside)
