"""Bounded least squares on a problem, from a start that may be far off."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narcine.identification.fitting.experiment import Experiment
from narcine.identification.fitting.problem import Problem
from narcine.spatial.vectors import Array

ENOUGH = 1e-6
"""Relative change of the cost at which it is found: with some thousand rows the last step was a tenth of a standard
error, and what is left is far less."""
STANDS = 1e-9
"""Relative change of the unknowns at which it is found, where there is no noise."""
ROUGHLY, NEARLY = 0.05, 1e-3
"""The same of what is but a start for more: steps shrink by far more from one to the next."""
STUCK = 3.0
"""Residuals over the noise with which a fit has not come near: it may sit in a minimum that is none of the truth's."""
COARSE = (8.0, 4.0, 2.0)
"""Longer steps that are tried on the way, over those of the model's file."""
HIDDEN = 0.5
"""Error of longer steps, over the noise, that does not matter on the way."""
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


def solve(
    problem: Problem,
    begin: Array,
    stage: str,
    report: Report | None,
    enough: float = ENOUGH,
    slopes: Problem | None = None,
) -> Solution:
    """Return the least squares from a start, by scipy's trust-region method with reflections at the bounds.

    Steps are Gauss-Newton steps of least length, so that what the data cannot tell stays where it is. `slopes` is a
    problem with longer steps, whose derivatives serve on the way.
    """
    from scipy.optimize import least_squares

    count = len(problem.parameters)
    low, high = problem.bounds()
    begin = np.clip(begin, low, high)
    before, last, slope = begin, (begin, problem.residuals(begin)), np.zeros((0, 0))
    iterations = 0
    if not np.isfinite(last[1]).all():
        raise ValueError("the model explodes at the starting values; others may not")

    def residuals(unknowns: Array) -> Array:
        nonlocal last
        if not np.array_equal(last[0], unknowns):
            last = unknowns.copy(), problem.residuals(unknowns)
        return last[1]

    def jacobian(unknowns: Array) -> Array:
        nonlocal before, iterations, slope
        if iterations and np.array_equal(before, unknowns):
            return slope
        if report is not None:
            change = float(np.max(np.abs(unknowns[:count] - before[:count]), initial=0.0))
            report(Progress(stage, iterations, 0.5 * float(np.sum(residuals(unknowns) ** 2)), change))
        before, slope = unknowns.copy(), (slopes or problem).jacobian(unknowns)
        iterations += 1
        return slope

    if not jacobian(begin).any():
        return Solution(begin, residuals(begin), slope, iterations, True)
    found = least_squares(
        residuals,
        begin,
        jac=jacobian,
        tr_solver="exact",
        bounds=(low, high),
        method="trf",
        ftol=enough,
        xtol=STANDS,
        gtol=None,
        max_nfev=MOST,
    )
    return Solution(found.x, found.fun, slope, iterations, found.status > 0)


def approach(problem: Problem, report: Report | None) -> Solution:
    """Return where a solution is near, from a start that may be far off.

    Runs are cut into pieces first: over some seconds a wrong model does not leave the data far behind, so that the
    squares have one minimum where they would have many over whole runs. Pieces start as measured; where the whole runs
    then stay far from the data, pieces that start near it mend what errors of their starts have done.
    """
    begin = problem.begin()
    found = solve(problem, in_pieces(problem, begin, False, report), "roughly", report, ROUGHLY)
    if 2.0 * found.cost < STUCK**2 * problem.data:
        return found
    near = found.unknowns.copy()
    near[len(problem.parameters) :] = 0.0
    again = solve(problem, in_pieces(problem, near, True, report), "roughly", report, ROUGHLY)
    return again if again.cost < found.cost else found


def in_pieces(problem: Problem, begin: Array, loose: bool, report: Report | None) -> Array:
    """Return a better start for the parameters from runs cut into pieces; if it is none, the old one."""
    pieces = Problem(problem.parameters, _cut(problem, begin, loose), problem.noise, problem.tangents, problem.threads)
    if pieces.data <= pieces.unknowns:
        return begin
    count = len(problem.parameters)
    at = np.concatenate([begin[:count], np.zeros(pieces.unknowns - count)])
    try:
        found = solve(pieces, at, "near pieces" if loose else "in pieces", report, ROUGHLY).unknowns
    except ValueError:
        return begin
    better = np.concatenate([found[:count], begin[count:]])
    old, new = (float(np.sum(problem.residuals(each) ** 2)) for each in (begin, better))
    return better if loose or new < old or not np.isfinite(old) else begin


def _cut(problem: Problem, unknowns: Array, loose: bool) -> list[Experiment]:
    """Return all runs in pieces."""
    cut = []
    for number, experiment in enumerate(problem.experiments):
        _, states = problem.simulate(unknowns, number)
        last = np.flatnonzero(np.isfinite(states).all(axis=1))[-1]
        states[last + 1 :] = states[last]
        cut += experiment.pieces(states, loose)
    return cut


def coarse(problem: Problem, begin: Array) -> Problem:
    """Return the same with steps as long as the noise hides, for the way to where it matters."""
    steps = [each.simulation.scenario.step for each in problem.experiments]
    exact = problem.residuals(begin)[: problem.data]
    if not np.isfinite(exact).all():
        return problem
    for factor in COARSE:
        stepped = [each.stepped(factor * step) for each, step in zip(problem.experiments, steps, strict=True)]
        rough = Problem(problem.parameters, stepped, problem.noise, problem.tangents, problem.threads)
        off = rough.residuals(begin)[: problem.data] - exact
        if np.isfinite(off).all() and np.mean(off**2) < HIDDEN**2:
            return rough
    return problem


def with_noise(problem: Problem, noise: dict[str, float]) -> Problem:
    """Return the same problem with other noise."""
    return Problem(problem.parameters, problem.experiments, noise, problem.tangents, problem.threads)
