import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narcine.description.body import Body
from narcine.sensing.infrared import clamped, fan, switched, switches
from narcine.sensing.solids import solids_of_body
from tests.sensing.rooms import ball, box, cylinder, ellipsoid, standing, wall

RANGE, BEAM = 0.25, np.radians(15.0)
UNSEEN = 0.05
"""Largest share of the cone that a solid may fill and yet fall between the rays of the fan, of which each stands for
3 % of it."""
coordinates = st.tuples(*[st.floats(-0.3, 0.3)] * 3)
sizes = st.tuples(*[st.floats(0.02, 0.15)] * 3)
angles = st.tuples(*[st.floats(-3.0, 3.0)] * 3)


def is_on(here, axis=(1.0, 0.0, 0.0), eye=(0.0, 0.0, 0.0), vehicle="", beam=BEAM):
    these = switches(np.array([RANGE]), np.array([beam]), [vehicle or "eye"], here.around)
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return bool(switched(these, here, np.array(eye, float)[None, None], axis[None, None])[0, 0])


@given(st.floats(0.01, 0.4), st.floats(0.0, np.pi))
def test_a_wall_is_seen_along_the_ray_nearest_to_its_normal(distance, tilt):
    here, _ = standing([wall((-1, 0, 0), (distance, 0, 0))])
    nearest = distance / np.cos(max(tilt - BEAM, 0.0))
    if abs(nearest - RANGE) > 1e-9:
        assert is_on(here, (np.cos(tilt), np.sin(tilt), 0.0)) == (0.0 < nearest <= RANGE)


@given(st.floats(0.05, 0.4), st.floats(0.005, 0.04), st.floats(0.0, np.pi))
def test_a_ball_is_seen_where_the_edge_of_the_cone_meets_it(distance, radius, angle):
    here, _ = standing([ball(radius, (distance, 0, 0))])
    aside = max(angle - BEAM, 0.0)
    square = radius**2 - (distance * np.sin(aside)) ** 2
    ahead = distance * np.cos(aside) - np.sqrt(max(square, 0.0))
    if min(abs(square), abs(ahead - RANGE)) > 1e-9:
        assert is_on(here, (np.cos(angle), np.sin(angle), 0.0)) == (square > 0.0 and 0.0 < ahead <= RANGE)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["box", "ellipsoid", "cylinder"]), sizes, coordinates, angles, st.floats(0.0, 1.4))
def test_solids_are_seen_as_by_a_thousand_rays(kind, size, at, euler, beam):
    """Against rays all over the cone: what the switch sees some ray sees; what it misses few rays meet."""
    made = {"box": box, "ellipsoid": ellipsoid}
    solid = cylinder(size[0], size[1], at, euler) if kind == "cylinder" else made[kind](size, at, euler)
    here, _ = standing([solid])
    rng = np.random.default_rng(1)
    polar = np.arccos(1.0 - rng.uniform(0.0, 1.0 - np.cos(beam), 1000))
    around = rng.uniform(0.0, 2.0 * np.pi, 1000)
    rays = np.stack([np.cos(polar), np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around)])
    enter, leave = (each[0, 0] for each in here.crossings(np.zeros((1, 3, 1)), rays[None]))
    met = np.mean((enter <= leave) & (leave >= 0.0) & (np.maximum(enter, 0.0) <= RANGE))
    if is_on(here, beam=beam):
        assert met > 0.0 or _grazes(here, beam)
    else:
        assert met <= UNSEEN


def _grazes(here, beam):
    """Say whether the solid fills less of the cone than a thousand rays show: its edge or range just reaches it."""
    axis = np.array([[1.0, 0.0, 0.0]])
    rays = np.concatenate([fan(axis, np.array([beam]))[0].T, clamped(here.centres[0], axis, np.array([beam]))]).T
    enter, leave = (each[0, 0] for each in here.crossings(np.zeros((1, 3, 1)), rays[None]))
    return bool(np.any((enter <= leave) & (leave >= 0.0) & (np.maximum(enter, 0.0) <= RANGE)))


def test_the_fan_fills_the_cone():
    rays = fan(np.array([[0.0, 0.6, 0.8]]), np.array([0.5]))[0]
    np.testing.assert_allclose(np.linalg.norm(rays, axis=0), 1.0)
    off = np.arccos(np.clip([0.0, 0.6, 0.8] @ rays, -1.0, 1.0))
    assert off.max() == pytest.approx(0.5)
    assert rays.shape == (3, 37)


def test_a_vehicle_sees_others_and_not_itself():
    body = Body.model_validate({"shape": {"ellipsoid": [0.05, 0.02, 0.02]}, "mass": 0.1})
    one, other = solids_of_body(body, 0, "one"), solids_of_body(body, 1, "other")
    here, _ = standing([], [*one, *other], [[0, 0, 0], [0.2, 0, 0]])
    assert is_on(here, vehicle="one", eye=(0.05, 0.0, 0.0))
    assert is_on(here, (-1, 0, 0), vehicle="other", eye=(0.15, 0.0, 0.0))
    assert not is_on(here, (-1, 0, 0), vehicle="one", eye=(0.05, 0.0, 0.0))
    assert not is_on(here, (0, 1, 0), vehicle="one")


def test_nothing_is_seen_where_nothing_is():
    here, _ = standing([])
    assert not is_on(here)


def test_an_eye_inside_a_solid_or_behind_a_wall_is_on():
    assert is_on(standing([box((0.1, 0.1, 0.1), (0, 0, 0))])[0])
    assert is_on(standing([wall((1, 0, 0), (0.1, 0, 0))])[0])
