"""Fitting numbers of a vehicle to measured runs of it, on the model itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from narcine.identification.columns import refuse_file
from narcine.identification.fitting.experiment import Experiment, experiment_of
from narcine.identification.fitting.keeping import predict, rms_by_group
from narcine.identification.fitting.noise import given_noise, noise_left, rough_noise
from narcine.identification.fitting.parameters import Pair, Parameter, read_parameters, refuse
from narcine.identification.fitting.problem import Problem
from narcine.identification.fitting.record import Fit, Kept
from narcine.identification.fitting.solving import NEARLY, Report, Solution, approach, coarse, solve, with_noise
from narcine.identification.fitting.summary import summary
from narcine.identification.fitting.trial import Trial
from narcine.simulation.numbers import with_numbers
from narcine.simulation.piloting import is_piloted
from narcine.simulation.simulation import Simulation
from narcine.simulation.tangent import MovesNothing, written_out
from narcine.spatial.vectors import Array

ROUNDS = 6
"""How often noise is estimated and the fit repeated with it."""
SETTLED = 0.02
"""Relative change of the noise at which it is found: it moves weights, and those move estimates by far less."""


def fit(
    trials: Sequence[Trial],
    simulation: Simulation,
    parameters: Sequence[str],
    *,
    ties: Sequence[str] = (),
    measured: Sequence[str] | None = None,
    noise: Mapping[str, float] | None = None,
    start: Literal["estimated", "known"] = "estimated",
    bounds: Mapping[str, Pair] | None = None,
    priors: Mapping[str, Pair] | None = None,
    prior_ranges: bool = False,
    holdout: Sequence[Trial] = (),
    cross_validate: bool = False,
    vehicle: str | None = None,
    body: str | None = None,
    report: Report | None = None,
    threads: int | None = None,
) -> Fit:
    """Return the numbers of a vehicle with which its model moves as was measured.

    `parameters` are paths of the description, `a=b` ties two to one number, stars stand for all that fit, and each of
    `ties` is one number at all paths that it fits. All that was measured counts, or the groups in `measured`: position,
    attitude, velocity, angular_velocity, joints, joint.NAME. `noise` (SI) by group is estimated where it is not given.
    How each run starts is estimated with the parameters, unless it is `known`: as the model's file has it. `bounds`
    (low, high) and `priors` (value, standard deviation) go by path; `prior_ranges` takes ranges of assumed numbers for
    two standard deviations to either side. Runs in `holdout` are predicted, and with `cross_validate` each run from a
    fit of the others. Mistakes raise `DescriptionError`.
    """
    if not trials:
        raise ValueError("a fit needs at least one run")
    if cross_validate and len(trials) < 2:
        raise refuse("--cross-validate", "needs two runs or more")
    if is_piloted(simulation.scenario):
        raise refuse("the model", "a planner decides between actions, which has no derivative; leave it out")
    chosen = read_parameters(simulation, parameters, ties, bounds, priors, prior_ranges)
    starts = {path: each.start for each in chosen for path in each.paths}
    simulation = with_numbers(written_out(simulation, list(starts)), starts)
    known = start == "known"
    experiments = [experiment_of(each, simulation, measured, known, vehicle, body) for each in trials]
    kept_out = [experiment_of(each, simulation, measured, known, vehicle, body) for each in holdout]
    try:
        given = given_noise(experiments, noise or {})
    except ValueError as error:
        raise refuse("--noise", str(error)) from None
    problem, solution = _estimate(chosen, experiments, given, report, threads)
    values = problem.values(solution.unknowns)
    after = problem.off(solution.unknowns)
    fitted = rms_by_group(after)
    kept = [predict(each, chosen, values, problem.noise, fitted, report, threads) for each in kept_out]
    if cross_validate:
        kept += _left_out(problem, values, report, threads)
    return summary(problem, solution, len(given) == len(problem.noise), after, tuple(kept))


def _estimate(
    parameters: Sequence[Parameter],
    experiments: Sequence[Experiment],
    given: Mapping[str, float],
    report: Report | None,
    threads: int | None,
) -> tuple[Problem, Solution]:
    """Return the problem with its noise, and its solution."""
    problem = Problem(parameters, experiments, {**rough_noise(experiments), **given}, threads=threads)
    if problem.data < problem.unknowns:
        name = Path(experiments[0].name)
        raise refuse_file(name, f"{problem.data} measured numbers are fewer than the {problem.unknowns} unknowns")
    try:
        rough = coarse(problem, problem.begin())
        rough_solution = approach(rough, report)
        unknowns, noise = rough_solution.unknowns, {**noise_left(rough, rough_solution.residuals), **given}
        for _ in range(ROUNDS):
            problem, rough = with_noise(problem, noise), with_noise(rough, noise)
            near = solve(problem, unknowns, "nearly", report, NEARLY, rough)
            unknowns, noise = near.unknowns, {**noise_left(problem, near.residuals), **given}
            if max(abs(noise[name] / problem.noise[name] - 1.0) for name in noise) < SETTLED:
                break
        solution = solve(problem, unknowns, "exactly", report)
    except MovesNothing as error:
        raise refuse("--parameters", str(error)) from None
    except ValueError as error:
        raise refuse_file(Path(experiments[0].name), str(error)) from None
    return problem, solution


def _left_out(problem: Problem, values: Array, report: Report | None, threads: int | None) -> list[Kept]:
    """Return each run as predicted by a fit of the others."""
    near = [replace(each, start=float(value)) for each, value in zip(problem.parameters, values, strict=True)]
    found = []
    for number, experiment in enumerate(problem.experiments):
        others = [each for k, each in enumerate(problem.experiments) if k != number]
        rest = Problem(near, others, problem.noise, problem.tangents, threads)
        solution = solve(rest, rest.begin(), f"without {experiment.name}", report)
        fitted = rms_by_group(rest.off(solution.unknowns))
        frozen = rest.values(solution.unknowns)
        found.append(predict(experiment, near, frozen, problem.noise, fitted, report, threads))
    return found
