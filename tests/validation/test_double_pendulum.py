"""A double pendulum of point masses in vacuum (A12)."""

import numpy as np
import pytest

from tests.conftest import simulate

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""


def double_pendulum(first, second):
    arm = {"type": "hinge", "axis": "port", "to": [0, 0, -1]}
    return simulate(
        bodies={"upper": {"mass": 1.0}, "lower": {"mass": 1.0}},
        joints={
            "upper": {**arm, "parent": "world", "child": "upper"},
            "lower": {**arm, "parent": "upper", "child": "lower"},
        },
        run={"water": {"density": 0.0}, "start": {"joints": {"upper": first, "lower": second - first}}},
    )


def test_it_swings_as_the_reference(closed_forms):
    case = closed_forms["A12_double_pendulum_vac_m1l1_(2,1)"]
    run = double_pendulum(2.0, 1.0).run(duration=5.0, step=0.0005, record=0.5)
    angles = np.cumsum(run.joint_position.values, axis=1)
    rates = np.cumsum(run.joint_velocity.values, axis=1)
    assert angles[2] == pytest.approx(case["th_t1"], rel=CLOSED_FORM)
    assert angles[4] == pytest.approx(case["th_t2"], rel=CLOSED_FORM)
    assert [*angles[10], *rates[10]] == pytest.approx(case["state_t5"], rel=CLOSED_FORM)


def test_its_small_modes(closed_forms):
    """In a pure mode both angles swing as cos(w t); the ratio of the angles is +-sqrt(2)."""
    omegas = closed_forms["A12_double_pendulum_vac_m1l1_(2,1)"]["small_mode_omegas"]
    for omega, ratio in zip(omegas, (np.sqrt(2.0), -np.sqrt(2.0)), strict=True):
        tiny = 1e-5
        run = double_pendulum(tiny, ratio * tiny).run(duration=1.0, step=0.001, record=1.0)
        assert run.joint_position.values[-1, 0] == pytest.approx(tiny * np.cos(omega), rel=CLOSED_FORM)
