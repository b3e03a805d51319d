import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narcine.description.body import Body
from narcine.sensing.photocell import Cells, Lamps, illuminances, noisy
from narcine.sensing.solids import solids_of_body, window
from tests.sensing.rooms import ball, box, standing, wall

AHEAD = (1.0, 0.0, 0.0)


def light(obstacles, lamps, axis=AHEAD, eye=(0.0, 0.0, 0.0), lobe=1.0, ambient=0.0, intensity=5.0, bodies=(), at=None):
    here, places = standing(obstacles, bodies, at)
    cells = Cells(np.array([lobe]), np.zeros(1), np.zeros(1))
    shining = Lamps(np.array(lamps, np.int64), np.full(len(lamps), intensity), ambient)
    eyes, axes = np.array(eye, float)[None, None], np.array(axis, float)[None, None] / np.linalg.norm(axis)
    return float(illuminances(cells, shining, here, places, eyes, axes)[0, 0])


@given(st.floats(0.05, 3.0), st.floats(0.0, np.pi), st.floats(0.0, 8.0))
def test_light_falls_as_inverse_square_times_cosine_to_the_lobe(distance, angle, lobe):
    seen = light([ball(0.02, (distance, 0, 0))], [0], (np.cos(angle), np.sin(angle), 0.0), lobe=lobe, ambient=10.0)
    cosine = max(np.cos(angle), 0.0)
    arriving = 5.0 / distance**2 * cosine**lobe if cosine > 0.0 else 0.0
    assert seen == pytest.approx(10.0 + arriving, rel=1e-9)


def test_lamps_add_up_and_the_dark_is_ambient():
    lamps = [ball(0.02, (1, 0.5, 0)), ball(0.02, (1, -0.5, 0))]
    each = 5.0 / 1.25 / np.sqrt(1.25)
    assert light(lamps, [0, 1], ambient=3.0) == pytest.approx(3.0 + 2.0 * each)
    assert light(lamps, [], ambient=3.0) == 3.0
    assert light([], [], ambient=3.0) == 3.0


@given(st.floats(0.2, 0.8), st.floats(0.02, 0.1), st.floats(0.0, 0.2))
def test_the_shadow_of_a_ball_ends_where_the_ray_touches_it(distance, radius, aside):
    """The way to a lamp at (1, 0, 0) passes the ball's centre at the distance `aside`."""
    seen = light([ball(0.01, AHEAD), ball(radius, (distance, aside, 0))], [0])
    if abs(aside - radius) > 1e-6:
        assert seen == pytest.approx(0.0 if aside < radius else 5.0)


def test_walls_boxes_other_lamps_and_bodies_cast_shadows():
    lamp = ball(0.01, AHEAD)
    assert light([lamp, wall((-1, 0, 0), (0.5, 0, 0))], [0]) == 0.0
    assert light([lamp, wall((-1, 0, 0), (1.5, 0, 0))], [0]) == 5.0
    assert light([lamp, box((0.1, 0.1, 0.1), (0.5, 0, 0))], [0]) == 0.0
    assert light([lamp, box((0.1, 0.1, 0.1), (1.5, 0, 0))], [0]) == 5.0
    assert light([lamp, ball(0.01, (0.5, 0, 0))], [0, 1]) == pytest.approx(5.0 / 0.25)
    body = Body.model_validate({"shape": {"ellipsoid": [0.05, 0.02, 0.02]}, "mass": 0.1})
    assert light([lamp], [0], bodies=solids_of_body(body, 0, "other"), at=[[0.5, 0, 0]]) == 0.0
    assert light([lamp], [0], bodies=solids_of_body(body, 0, "other"), at=[[0.5, 0.03, 0]]) == 5.0


@given(st.floats(-np.pi, np.pi), st.floats(-np.pi, np.pi))
def test_the_own_hull_shades_a_cell_that_its_tangent_plane_hides(place, lamp_at):
    """A cell on a convex hull sees a far lamp exactly where the hull's normal looks towards it."""
    semi_axes = np.array([0.05, 0.02, 0.02])
    body = Body.model_validate({"shape": {"ellipsoid": semi_axes}, "mass": 0.1})
    own = solids_of_body(body, 0, "own")
    axis = np.array([np.cos(place), np.sin(place), 0.0])
    eye = window(0.5 * semi_axes * axis, axis, own)
    normal = eye / semi_axes**2
    normal /= np.linalg.norm(normal)
    far = 100.0 * np.array([np.cos(lamp_at), np.sin(lamp_at), 0.0])
    way = far - eye
    way /= np.linalg.norm(way)
    seen = light([ball(0.01, far)], [0], axis, eye, 0.0, 0.0, 1e4, own)
    if min(abs(normal @ way), abs(axis @ way)) > 1e-3:
        assert (seen > 0.0) == (normal @ way > 0.0 and axis @ way > 0.0)


def test_noise_grows_with_the_reading_above_its_floor():
    cells = Cells(np.ones(2), np.array([0.02, 0.0]), np.array([0.3, 0.0]))
    seen = np.array([[100.0, 100.0]])
    spread = np.hypot(2.0, 0.3)
    np.testing.assert_allclose(noisy(cells, seen, np.array([[1.5, 1.5]])), [[100.0 + 1.5 * spread, 100.0]])
    assert noisy(cells, 0.1 * np.ones((1, 2)), np.array([[-3.0, -3.0]]))[0, 0] == 0.0
