"""Angles on a circle, and attitudes against SciPy's."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from narcine.autonomy.angles import attitude, compass, euler, wrap

ANY = st.floats(-50.0, 50.0)


@given(ANY)
def test_wrapped_angles_are_the_same_directions(angle):
    assert -math.pi <= wrap(angle) <= math.pi
    assert 0.0 <= compass(angle) < 2.0 * math.pi
    for same in (wrap(angle), compass(angle)):
        assert math.isclose(math.cos(same), math.cos(angle), abs_tol=1e-12)
        assert math.isclose(math.sin(same), math.sin(angle), abs_tol=1e-12)


def test_angles_that_are_none_stay_none():
    assert math.isnan(wrap(math.nan))
    assert math.isnan(wrap(math.inf))
    assert compass(-1e-18) == 0.0


@given(st.floats(-3.1, 3.1), st.floats(-1.5, 1.5), ANY)
def test_attitudes_are_those_of_scipy(roll, pitch, heading):
    rotation = attitude(roll, pitch, heading)
    np.testing.assert_allclose(rotation, Rotation.from_euler("ZYX", [heading, pitch, roll]).as_matrix(), atol=1e-12)
    # 1e-9: at 1.5 rad of pitch the angles hang on differences of cosines of 0.07
    np.testing.assert_allclose(attitude(*euler(rotation)), rotation, atol=1e-9)
