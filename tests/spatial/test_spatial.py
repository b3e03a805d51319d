"""Rotations and inertias against NumPy and SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from narcine.spatial.inertias import (
    inertia_in_parent,
    inertia_times,
    pack_inertia,
    pack_rigid,
    rigid_momentum,
    solve6,
    unpack_inertia,
)
from narcine.spatial.rotations import (
    motion_in_child,
    quaternion_from_matrix,
    quaternion_rotation,
    rotation_from_euler,
    skew,
    wrench_in_parent,
)
from narcine.spatial.vectors import motion_cross, wrench_cross

ROUNDING = 1e-12
rng = np.random.default_rng(11)


def random_inertia():
    A = rng.normal(size=(6, 6))
    return A @ A.T


def transform(R, r):
    """Return the 6x6 that takes a parent's motion to a child turned by R at r."""
    X = np.zeros((6, 6))
    X[:3, :3] = X[3:, 3:] = R.T
    X[:3, 3:] = -R.T @ skew(r)
    return X


def test_packing_keeps_a_symmetric_matrix():
    M = random_inertia()
    assert np.array_equal(unpack_inertia(pack_inertia(M)), M)


def test_rotations_are_those_of_scipy():
    for _ in range(20):
        turn = Rotation.random(random_state=int(rng.integers(1 << 30)))
        x, y, z, w = turn.as_quat()
        assert quaternion_rotation((w, x, y, z)) == pytest.approx(turn.as_matrix().ravel(), abs=ROUNDING)
        assert quaternion_rotation((2 * w, 2 * x, 2 * y, 2 * z)) == pytest.approx(
            turn.as_matrix().ravel(), abs=ROUNDING
        )
        found = quaternion_from_matrix(turn.as_matrix())
        assert abs(found @ np.array([w, x, y, z])) == pytest.approx(1.0, abs=ROUNDING)
        roll, pitch, yaw = rng.uniform(-1, 1, 3)
        expected = Rotation.from_euler("ZYX", [yaw, pitch, roll]).as_matrix()
        assert rotation_from_euler(roll, pitch, yaw) == pytest.approx(expected, abs=ROUNDING)


def test_inertias_wrenches_and_motions_move_between_frames_alike():
    R, r = Rotation.random(random_state=5).as_matrix(), rng.normal(size=3)
    X = transform(R, r)
    M, motion, wrench = random_inertia(), rng.normal(size=6), rng.normal(size=6)
    found = unpack_inertia(np.array(inertia_in_parent(tuple(R.ravel()), tuple(r), tuple(pack_inertia(M)))))
    assert found == pytest.approx(X.T @ M @ X, abs=1e-11)
    assert motion_in_child(tuple(R.ravel()), tuple(r), tuple(motion)) == pytest.approx(X @ motion, abs=ROUNDING)
    assert wrench_in_parent(tuple(R.ravel()), tuple(r), tuple(wrench)) == pytest.approx(X.T @ wrench, abs=ROUNDING)


def test_solving_and_multiplying_are_numpys():
    M, b = random_inertia(), rng.normal(size=6)
    assert solve6(tuple(pack_inertia(M)), tuple(b)) == pytest.approx(np.linalg.solve(M, b), rel=1e-8)
    assert inertia_times(tuple(pack_inertia(M)), tuple(b)) == pytest.approx(M @ b, rel=ROUNDING)


def test_solving_holds_for_a_complex_step():
    """d(M^-1 b) = -M^-1 dM M^-1 b: transposed, not conjugated."""
    M, dM, b = random_inertia(), random_inertia(), rng.normal(size=6)
    found = np.array(solve6(tuple(pack_inertia(M + 1e-30j * dM)), tuple(b.astype(complex)))).imag / 1e-30
    assert found == pytest.approx(-np.linalg.solve(M, dM @ np.linalg.solve(M, b)), rel=1e-7)


def test_a_rigid_body_in_ten_numbers_has_the_same_momentum():
    mass, centre, moments = 2.0, np.array([0.1, -0.2, 0.3]), np.diag([1.0, 2.0, 2.5])
    M = np.zeros((6, 6))
    M[:3, :3] = mass * np.eye(3)
    M[:3, 3:] = -mass * skew(centre)
    M[3:, :3] = mass * skew(centre)
    M[3:, 3:] = moments - mass * skew(centre) @ skew(centre)
    motion = rng.normal(size=6)
    assert rigid_momentum(pack_rigid(M), 0, tuple(motion)) == pytest.approx(M @ motion, rel=ROUNDING)


def test_the_cross_products_are_adjoint():
    """Nu . (m x* f) = -(m x nu) . f: what a wrench does while the frame turns is not lost."""
    m, nu, f = (tuple(rng.normal(size=6)) for _ in range(3))
    assert np.dot(nu, wrench_cross(m, f)) == pytest.approx(-np.dot(motion_cross(m, nu), f), abs=ROUNDING)
