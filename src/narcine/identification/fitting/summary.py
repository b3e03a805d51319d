"""What a solution tells: values, intervals, what is not told, and what makes one doubt it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from narcine.identification.estimate import half_width
from narcine.identification.fitting.identifiability import NOTHING, UNTOLD, Told, told_by
from narcine.identification.fitting.noise import rough_noise
from narcine.identification.fitting.parameters import Parameter
from narcine.identification.fitting.problem import Problem
from narcine.identification.fitting.record import Fit, Found, Kept, Run
from narcine.identification.fitting.solving import Solution
from narcine.identification.fitting.whiteness import Leftover, leftovers, spread_of_gradient
from narcine.spatial.vectors import Array

AT_BOUND = 0.01
"""Distance from a bound, in standard deviations, at which a value is at it."""
ASTRAY = 5.0
"""Noise that a fit leaves, over what neighbouring samples differ by, from which on it may be stuck."""


def summary(
    problem: Problem,
    solution: Solution,
    noise_given: bool,
    after: Sequence[Mapping[str, Array]],
    kept: tuple[Kept, ...],
) -> Fit:
    """Return what a solution tells."""
    count, J = len(problem.parameters), solution.jacobian
    left = leftovers(problem, solution.residuals)
    coloured = [each for each in left if not each.white or each.larger]
    inverse, deviations = _inverse(J)
    covariance = inverse
    if coloured:
        covariance = inverse @ spread_of_gradient(problem, solution.residuals, J, left) @ inverse
        deviations = np.where(np.isfinite(deviations), np.sqrt(np.diag(covariance)), np.inf)
    starts = J[len(J) - (problem.unknowns - count) :]
    values = problem.values(solution.unknowns)
    sized = [
        replace(each, scale=max(each.scale, abs(float(value))))
        for each, value in zip(problem.parameters, values, strict=True)
    ]
    ratios = np.array([each.scale for each in sized]) / problem.scales[:count]
    settled = deviations[:count] <= UNTOLD * ratios
    wider = np.concatenate([ratios, np.ones(problem.unknowns - count)])
    told = told_by(sized, J[: problem.data] * wider, starts * wider, settled)
    degrees = max(problem.data - problem.unknowns, 1)
    found = tuple(
        _found(each, float(values[k]), float(deviations[k]) if settled[k] else None, degrees, told, k)
        for k, each in enumerate(problem.parameters)
    )
    matrix = covariance[:count, :count] * np.outer(problem.scales[:count], problem.scales[:count])
    matrix[~settled], matrix[:, ~settled] = np.nan, np.nan
    begin = solution.unknowns.copy()
    begin[:count] = problem.begin()[:count]
    before = problem.off(begin)
    runs = [
        Run(
            each.name,
            each.times,
            {group.name: group.values for group in each.groups},
            before[number],
            after[number],
            {group.name: group.channels for group in each.groups},
            {group.name: group.unit for group in each.groups},
        )
        for number, each in enumerate(problem.experiments)
    ]
    return Fit(
        found,
        problem.noise,
        noise_given,
        matrix,
        told.untold,
        left,
        tuple(runs),
        kept,
        solution.cost,
        problem.data,
        problem.unknowns,
        solution.iterations,
        solution.converged,
        tuple(_warnings(problem, solution, found, coloured)),
        _method(coloured, degrees),
        values,
    )


def _inverse(J: Array) -> tuple[Array, Array]:
    """Return (J^T J)^-1 over what J shows, and the standard deviation of each unknown, infinite where it shows none."""
    _, sizes, directions = np.linalg.svd(J, full_matrices=False)
    shown = sizes > NOTHING * sizes[0]
    inverse = (directions[shown].T / sizes[shown] ** 2) @ directions[shown]
    unseen = np.abs(directions[~shown]).max(axis=0, initial=0.0) > 1e-6
    return inverse, np.where(unseen, np.inf, np.sqrt(np.diag(inverse)))


def _found(each: Parameter, value: float, deviation: float | None, degrees: int, told: Told, k: int) -> Found:
    """Return what is known of a parameter; `deviation` is over its scale, None where nothing tells it."""
    if deviation is None:
        return Found(each, None, None, None, False, False)
    size = deviation * each.scale
    reach = half_width(size, degrees)
    interval = max(value - reach, each.low), min(value + reach, each.high)
    at_bound = min(value - each.low, each.high - value) < AT_BOUND * size
    return Found(each, value, interval, size, bool(told.by_data[k] > UNTOLD), at_bound)


def _method(coloured: Sequence[Leftover], degrees: int) -> str:
    base = f"95 % by Student's t with {degrees} degrees of freedom, standard errors from (J^T J)^-1"
    if not coloured:
        return f"{base}; residuals are white"
    return f"{base}, widened by the correlation of residuals in time (Morelli and Klein 1995)"


def _warnings(problem: Problem, solution: Solution, found: Sequence[Found], coloured: Sequence[Leftover]) -> list[str]:
    said = []
    if not solution.converged:
        said.append(f"not converged after {solution.iterations} iterations; numbers may still move")
    for each in found:
        if each.at_bound and each.value is not None:
            low = abs(each.value - each.parameter.low) < abs(each.parameter.high - each.value)
            bound = each.parameter.low if low else each.parameter.high
            said.append(
                f"{each.name} is at its {'lower' if low else 'upper'} bound {bound:g}: the data would take it further"
            )
    rough = rough_noise(problem.experiments)
    for group, noise in problem.noise.items():
        if noise > ASTRAY * rough[group]:
            said.append(
                f"{group}: what is left is {noise / rough[group]:.0f} times what neighbouring samples differ by; the "
                "fit may sit in a minimum that is none of the truth's: try other starting values, or fewer parameters"
            )
    many = len(problem.experiments) > 1
    for left in coloured:
        where = f" of {problem.experiments[left.experiment].name}" if many else ""
        what = []
        if not left.white:
            what.append(f"neighbouring residuals are correlated by {left.neighbours:.2f}")
        if left.larger:
            what.append(f"they are {left.rms:.2f} times the noise")
        said.append(
            f"{left.group}, {left.channel}{where}: {' and '.join(what)}; the model leaves something out, "
            "and intervals are widened for it"
        )
    late = [each for each in problem.experiments if each.sampled and len(each.changes) > 1]
    if coloured and late:
        apart = float(np.median(np.diff(late[0].times)))
        said.append(
            f"{late[0].name} tells commands at its samples alone, so that they may have come up to {apart:.3g} s "
            "earlier; a log of the commands' own times (--commands) leaves less over"
        )
    return said
