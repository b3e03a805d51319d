"""Equations 6 to 9 keep heading, pitch and roll apart at any roll, by moments made from the four surfaces."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from narcine.autonomy.actuator_maps.stern import Stern, stern_angles

ARM, RADIUS = 0.4, 0.1
ANGLE = st.floats(-math.pi, math.pi)
CORRECTIVE = st.floats(-0.3, 0.3)
NOTHING = 1e-12
"""Rounding of sums of numbers below one."""


def moment(angles: Stern) -> np.ndarray:
    """Return the moment (body axes) of four equal surfaces, each with a force of its angle at its place in the tail.

    A rudder to starboard pushes the tail to port, an elevator for nose up pushes it down.
    """
    places = {
        "upper_rudder": [-ARM, 0.0, -RADIUS],
        "lower_rudder": [-ARM, 0.0, RADIUS],
        "port_elevator": [-ARM, -RADIUS, 0.0],
        "starboard_elevator": [-ARM, RADIUS, 0.0],
    }
    pushes = {"rudder": [0.0, -1.0, 0.0], "elevator": [0.0, 0.0, 1.0]}
    return sum(
        angle * np.cross(places[name], pushes[name.partition("_")[2]]) for name, angle in angles._asdict().items()
    )


def in_earth(angles: Stern, roll: float) -> np.ndarray:
    """Return the moment about forward, the horizontal across, and the vertical, of a level vehicle that is rolled."""
    return Rotation.from_euler("X", roll).apply(moment(angles))


@given(CORRECTIVE, ANGLE)
def test_a_heading_corrective_turns_about_the_vertical_alone(heading, roll):
    np.testing.assert_allclose(
        in_earth(stern_angles(heading, 0.0, 0.0, roll), roll), [0, 0, 2 * ARM * heading], atol=NOTHING
    )


@given(CORRECTIVE, ANGLE)
def test_a_pitch_corrective_turns_about_the_horizontal_alone(pitch, roll):
    np.testing.assert_allclose(
        in_earth(stern_angles(0.0, pitch, 0.0, roll), roll), [0, 2 * ARM * pitch, 0], atol=NOTHING
    )


@given(CORRECTIVE, ANGLE)
def test_a_roll_corrective_rolls_to_starboard_alone(righting, roll):
    made = in_earth(stern_angles(0.0, 0.0, righting, roll), roll)
    np.testing.assert_allclose(made, [4 * RADIUS * righting, 0, 0], atol=NOTHING)


@given(CORRECTIVE, CORRECTIVE, CORRECTIVE, ANGLE)
def test_together_they_add(heading, pitch, righting, roll):
    made = in_earth(stern_angles(heading, pitch, righting, roll), roll)
    np.testing.assert_allclose(made, [4 * RADIUS * righting, 2 * ARM * pitch, 2 * ARM * heading], atol=NOTHING)


def test_as_printed_the_roll_parts_of_rudders_and_elevators_would_cancel():
    printed = Stern(0.1, -0.1, -0.1, 0.1)
    assert moment(printed) == pytest.approx([0.0, 0.0, 0.0])
