"""Derivatives of residuals, against differences and against what no difference can tell."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import narcine
from narcine.identification.fitting.experiment import experiment_of
from narcine.identification.fitting.parameters import read_parameters
from narcine.identification.fitting.problem import Problem
from tests.identification.fitting.made import DEEP, FREE, excitation, rov_model, rov_trial, swum

ROV = (
    "bodies.hull.added_inertia.matrix.0",
    "bodies.hull.drag.quadratic.2",
    "bodies.hull.mass",
    "actuators.lateral.thrust.0=actuators.lateral.thrust.1",
    "actuators.surge_port.lag",
)


def rov_problem():
    trial, model = rov_trial(duration=6.0), rov_model()
    return Problem(
        read_parameters(model, ROV), [experiment_of(trial, model, None, False)], {"position": 1e-3, "attitude": 3e-3}
    )


def ray_problem():
    """Return one with prescribed and driven joints, all groups measured, on a body that is not the root."""
    ray = narcine.load("raybot")
    trial = swum(ray, {}, 2.0)
    model = narcine.load("raybot", gait__frequency=1.1)
    parameters = read_parameters(model, ["gait.frequency", "foils.caudal.normal_coefficient", "joints.tail_bend.to.0"])
    experiment = experiment_of(trial, model, None, False, body="tail_1")
    return Problem(parameters, [experiment], {each.name: 1e-2 for each in experiment.groups})


@pytest.mark.parametrize("made", [rov_problem, ray_problem], ids=["bluerov", "raybot"])
def test_the_jacobian_is_that_of_differences(made):
    """Fourth-order differences: 1e-6 of the largest entry is what |v| v and dead bands leave of their order."""
    problem, rng = made(), np.random.default_rng(5)
    here = problem.begin()
    here += 1e-3 * rng.normal(size=len(here))
    exact = problem.jacobian(here)
    reach = 3e-5
    for k in range(problem.unknowns):
        ends = []
        for offset in (-2.0, -1.0, 1.0, 2.0):
            there = here.copy()
            there[k] += offset * reach
            ends.append(problem.residuals(there))
        slope = (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * reach)
        assert exact[:, k] == pytest.approx(slope, abs=2e-6 * np.abs(slope).max() + 1e-9), k
        assert np.abs(slope).max() > 0.0, k


def test_the_attitude_residual_is_the_turn_from_measured_to_simulated():
    """A constant turn by 1 rad about an oblique axis is that vector in every row, whatever the attitude."""
    schedule = excitation(duration=3.0)
    model = narcine.load("bluerov", run__commands=schedule, **DEEP, **FREE)
    trial = swum(model, schedule, 3.0)
    vector = np.array([0.6, -0.64, 0.48])
    turned = Rotation.from_quat(np.roll(trial.motion.attitude, -1, axis=1)) * Rotation.from_rotvec(-vector)
    trial = replace(trial, motion=replace(trial.motion, attitude=np.roll(turned.as_quat(), 1, axis=1)))
    experiment = experiment_of(trial, model, ["attitude"], known_start=True)
    (off,) = Problem((), [experiment], {"attitude": 1.0}).off(np.zeros(0))
    assert off["attitude"] == pytest.approx(np.repeat(vector[None], 61, axis=0), abs=1e-8)


def test_a_start_further_north_is_further_north_throughout():
    """Still water is everywhere the same: a derivative that is exactly one, to rounding over 1200 steps."""
    problem = rov_problem()
    north = len(ROV) + problem.experiments[0].start.names.index("hull.north")
    slope = problem.jacobian(problem.begin())[:, north] * problem.noise["position"] / problem.scales[north]
    samples = len(problem.experiments[0].times)
    assert slope[:samples] == pytest.approx(np.ones(samples), abs=1e-12)
    assert np.abs(slope[samples : problem.data]).max() < 1e-12
