"""A double pendulum of point masses in vacuum (A12)."""

import numpy as np
import pytest

from tests.conftest import simulate

CLOSED_FORM = 1e-6
"""Relative tolerance of the reference values."""


def double_pendulum(first, second, formulation="reduced", **bob):
    arm = {"type": "hinge", "axis": "port", "to": [0, 0, -1]}
    return simulate(
        bodies={"upper": {"mass": 1.0, **bob}, "lower": {"mass": 1.0, **bob}},
        joints={
            "upper": {**arm, "parent": "world", "child": "upper"},
            "lower": {**arm, "parent": "upper", "child": "lower"},
        },
        run={
            "water": {"density": 0.0},
            "start": {"joints": {"upper": first, "lower": second - first}},
            "formulation": formulation,
        },
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


def on_light_rods(formulation, **run):
    """Return the same bobs as free bodies on massless rods, whose forces pass through them: no inertia matters."""
    bob = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1], "displaced_volume": 0.0}
    at = [[np.sin(2.0), 0, np.cos(2.0)], [np.sin(2.0) + np.sin(1.0), 0, np.cos(2.0) + np.cos(1.0)]]
    free = {"type": "free", "parent": "world"}
    return simulate(
        bodies={"upper": bob, "lower": bob},
        joints={"one": {**free, "child": "upper", "at": at[0]}, "two": {**free, "child": "lower", "at": at[1]}},
        couplings={
            "first": {"type": "distance", "first": "world", "second": "upper", "length": 1.0},
            "second": {"type": "distance", "first": "upper", "second": "lower", "length": 1.0},
        },
        run={"water": {"density": 0.0}, "formulation": formulation, **run},
    )


def angles_of(run):
    """Return both angles from the vertical."""
    places = run.position.values
    arms = np.stack([places[:, 0], places[:, 1] - places[:, 0]], axis=1)
    return np.arctan2(arms[..., 0], arms[..., 2])


@pytest.mark.parametrize("formulation", ["reduced", "udwadia_kalaba"])
def test_it_swings_so_on_light_rods(formulation, closed_forms):
    case = closed_forms["A12_double_pendulum_vac_m1l1_(2,1)"]
    angles = angles_of(on_light_rods(formulation).run(duration=5.0, step=0.0005, record=0.5))
    assert angles[2] == pytest.approx(case["th_t1"], rel=CLOSED_FORM)
    assert angles[4] == pytest.approx(case["th_t2"], rel=CLOSED_FORM)
    assert np.exp(1j * angles[10]) == pytest.approx(np.exp(1j * np.array(case["state_t5"][:2])), abs=CLOSED_FORM)


def test_impulses_let_it_swing_so_with_the_first_order(closed_forms):
    case = closed_forms["A12_double_pendulum_vac_m1l1_(2,1)"]
    errors = []
    for step in (0.001, 0.0005, 0.00025):
        run = on_light_rods("impulse", impulse={"tolerance": 1e-10}).run(duration=1.0, step=step, record=0.5)
        errors.append(np.abs(angles_of(run)[2] - case["th_t1"]).max())
    assert np.log2(errors[1] / errors[2]) == pytest.approx(1.0, abs=0.1)
    assert errors[2] < 5e-3


def test_hinges_that_are_constraints_let_it_swing_so(closed_forms):
    """Bobs with moments of inertia of 1e-7 kg m2, since point masses have no place among free bodies."""
    case = closed_forms["A12_double_pendulum_vac_m1l1_(2,1)"]
    hinged = double_pendulum(2.0, 1.0, inertia=[1e-7] * 3, formulation="udwadia_kalaba")
    run = hinged.run(duration=2.0, step=0.0005, record=0.5)
    angles = np.cumsum(run.joint_position.values, axis=1)
    assert angles[2] == pytest.approx(case["th_t1"], rel=CLOSED_FORM)
    assert angles[4] == pytest.approx(case["th_t2"], rel=CLOSED_FORM)
