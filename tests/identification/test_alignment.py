"""What a motion capture tells, and the body's motion back out of it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from narcine.identification.comparing.alignment import (
    Capture,
    PlaneShift,
    axes_matrix,
    seen_by_world,
    shift_to_fit,
    shift_to_start,
)
from narcine.identification.motion.motion import Motion

EXACT = 1e-12
"""Rounding of some products of numbers of the order of one."""
angles = st.floats(-3.0, 3.0)


def quaternions(rotation):
    return np.roll(rotation.as_quat(), 1, axis=-1)


def captured(position, attitude, capture):
    """Return what a capture tells of a body, by SciPy's rotations alone."""
    body = Rotation.from_quat(np.roll(attitude, -1, axis=1))
    into = Rotation.from_matrix(axes_matrix(capture.axes)).inv() * Rotation.from_euler("z", capture.yaw).inv()
    markers = Rotation.from_euler("ZYX", capture.marker_attitude[::-1])
    return Motion(
        "captured.csv",
        np.arange(len(position)) * 0.1,
        into.apply(position + body.apply(capture.lever)),
        quaternions(into * body * markers),
    )


@settings(max_examples=30, deadline=None)
@given(
    st.tuples(angles, angles, angles),
    st.tuples(angles, angles, angles),
    st.sampled_from([("x", "y", "z"), ("x", "-y", "-z"), ("y", "x", "-z"), ("-z", "x", "-y")]),
    angles,
    st.integers(0, 100),
)
def test_the_body_comes_back_out_of_what_the_capture_tells(lever, turned, axes, yaw, seed):
    capture = Capture(lever, turned, axes, yaw)
    rng = np.random.default_rng(seed)
    position, attitude = rng.normal(size=(6, 3)), quaternions(Rotation.random(6, random_state=rng))
    found = seen_by_world(captured(position, attitude, capture), capture)
    assert found.position == pytest.approx(position, abs=20 * EXACT)
    assert np.abs(np.sum(found.attitude * attitude, axis=1)) == pytest.approx(np.ones(6), abs=EXACT)


def test_markers_on_a_lever_go_round_while_the_body_turns_on_the_spot():
    yaw = np.linspace(0.0, 6.0, 50)
    attitude = quaternions(Rotation.from_euler("z", yaw[:, None]))
    circle = 0.4 * np.stack([np.cos(yaw), np.sin(yaw), np.zeros(50)], axis=1) + [1.0, 2.0, 3.0]
    motion = Motion("captured.csv", np.arange(50.0), circle, attitude)
    found = seen_by_world(motion, Capture(lever=(0.4, 0.0, 0.0)))
    assert found.position == pytest.approx(np.tile([1.0, 2.0, 3.0], (50, 1)), abs=EXACT)


def test_lost_samples_stay_lost():
    motion = Motion("captured.csv", np.arange(3.0), np.zeros((3, 3)), np.tile([1.0, 0.0, 0.0, 0.0], (3, 1)))
    motion.attitude[1] = np.nan
    found = seen_by_world(motion, Capture(lever=(1.0, 0.0, 0.0)))
    assert np.isnan(found.position[1]).all()
    assert found.position[2] == pytest.approx([-1.0, 0.0, 0.0])


def test_a_lever_arm_takes_attitudes():
    with pytest.raises(ValueError, match="without attitudes"):
        seen_by_world(Motion("captured.csv", np.arange(3.0), np.zeros((3, 3))), Capture(lever=(1.0, 0.0, 0.0)))


@pytest.mark.parametrize(
    ("axes", "said"),
    [(("x", "y", "-z"), "mirror"), (("x", "x", "z"), "once"), (("x", "up", "z"), "'up' is no axis")],
)
def test_axes_that_are_none_are_refused(axes, said):
    with pytest.raises(ValueError, match=said):
        axes_matrix(axes)


@settings(max_examples=30, deadline=None)
@given(angles, st.floats(-5.0, 5.0), st.floats(-5.0, 5.0), st.booleans(), st.integers(0, 100))
def test_a_shift_in_the_plane_is_found_by_path_and_by_start(yaw, north, east, straight, seed):
    rng = np.random.default_rng(seed)
    place = np.cumsum(rng.normal(size=(20, 2)), axis=0)
    if straight:
        place = np.outer(np.linspace(0.0, 2.0, 20), [1.0, 0.5])
    heading = rng.normal(size=20)
    shift = PlaneShift(yaw, north, east)
    wanted = place @ shift.rotation[:2, :2].T + [north, east]
    by_path = shift_to_fit(place, wanted)
    by_start = shift_to_start(place[:1], heading[:1], wanted[:1], heading[:1] + yaw + 4.0 * np.pi)
    for found in (by_path, by_start):
        assert (found.yaw, found.north, found.east) == pytest.approx((yaw, north, east), abs=1e-6)


def test_the_fit_is_the_least_squares_turn_in_closed_form():
    """In the plane the turn is the angle of the sum of complex products (Horn 1987, section 5)."""
    rng = np.random.default_rng(3)
    place, wanted = rng.normal(size=(15, 2)), rng.normal(size=(15, 2))
    a, b = (np.array([complex(*row) for row in each - each.mean(axis=0)]) for each in (place, wanted))
    assert shift_to_fit(place, wanted).yaw == pytest.approx(np.angle(np.sum(a.conj() * b)), abs=1e-9)


def test_what_does_not_move_has_no_direction():
    with pytest.raises(ValueError, match="hardly moves"):
        shift_to_fit(np.zeros((5, 2)), np.zeros((5, 2)))
