"""Bounded least squares on a problem, from a start that may be far off."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narcine.identification.fitting.problem import Problem
from narcine.recording.trajectory import Array

ENOUGH = 1e-8
"""Relative change of the cost, or of the unknowns, at which it is found: with some thousand rows this is a hundredth of
a standard error."""
ROUGHLY = 1e-3
"""The same of what is but a start for more."""
MOST = 60
"""Iterations after which it is given up."""


@dataclass(frozen=True)
class Progress:
    """How far a fit has come."""

    stage: str
    iteration: int
    cost: float
    """half the sum of all squared residuals over their noise"""
    change: float
    """largest change of a parameter in the last iteration, over its scale"""


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Solution:
    """Where the squares are least."""

    unknowns: Array
    residuals: Array
    jacobian: Array
    iterations: int
    converged: bool

    @property
    def cost(self) -> float:
        """Half the sum of squares."""
        return 0.5 * float(self.residuals @ self.residuals)


def solve(problem: Problem, begin: Array, stage: str, report: Report | None, enough: float = ENOUGH) -> Solution:
    """Return the least squares from a start, by scipy's trust-region method with reflections at the bounds.

    Steps are Gauss-Newton steps of least length, so that what the data cannot tell stays where it is.
    """
    from scipy.optimize import least_squares

    count = len(problem.parameters)
    low, high = problem.bounds()
    before, last = begin, (begin, problem.residuals(begin))
    iterations = 0
    if not np.isfinite(last[1]).all():
        raise ValueError("the model explodes at the starting values; others may not")

    def residuals(unknowns: Array) -> Array:
        nonlocal last
        if not np.array_equal(last[0], unknowns):
            last = unknowns.copy(), problem.residuals(unknowns)
        return last[1]

    def jacobian(unknowns: Array) -> Array:
        nonlocal before, iterations
        if report is not None:
            change = float(np.max(np.abs(unknowns[:count] - before[:count]), initial=0.0))
            report(Progress(stage, iterations, 0.5 * float(np.sum(residuals(unknowns) ** 2)), change))
        before = unknowns.copy()
        iterations += 1
        return problem.jacobian(unknowns)

    found = least_squares(
        residuals,
        np.clip(begin, low, high),
        jac=jacobian,
        bounds=(low, high),
        method="trf",
        ftol=enough,
        xtol=enough,
        gtol=None,
        max_nfev=MOST,
    )
    return Solution(found.x, found.fun, found.jac, iterations, found.status > 0)


def in_pieces(problem: Problem, begin: Array, report: Report | None) -> Array:
    """Return a better start for the parameters: that of runs cut into pieces, each of which starts as measured.

    Over some seconds a wrong model does not leave the data far behind, so that the squares have one minimum where they
    would have many over the whole run. If it does not serve the whole runs, the old start is kept.
    """
    cut = []
    for number, experiment in enumerate(problem.experiments):
        _, states = problem.simulate(begin, number)
        last = np.flatnonzero(np.isfinite(states).all(axis=1))[-1]
        states[last + 1 :] = states[last]
        cut += experiment.pieces(states)
    if not cut:
        return begin
    pieces = Problem(problem.parameters, cut, problem.noise, problem.tangents, problem.threads)
    better = begin.copy()
    count = len(problem.parameters)
    try:
        better[:count] = solve(pieces, begin[:count], "in pieces", report, ROUGHLY).unknowns
    except ValueError:
        return begin
    old, new = (float(np.sum(problem.residuals(each) ** 2)) for each in (begin, better))
    return better if new < old or not np.isfinite(old) else begin


def with_noise(problem: Problem, noise: dict[str, float]) -> Problem:
    """Return the same problem with other noise."""
    return Problem(problem.parameters, problem.experiments, noise, problem.tangents, problem.threads)

