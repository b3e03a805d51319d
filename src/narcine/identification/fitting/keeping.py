"""Runs that are kept out of a fit, and how well it predicts them.

The numbers of the vehicle stay as they were found. Only how a run starts is estimated, from its beginning; what is
judged comes after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from narcine.identification.fitting.experiment import Experiment
from narcine.identification.fitting.parameters import Parameter
from narcine.identification.fitting.problem import Problem
from narcine.identification.fitting.record import Kept
from narcine.identification.fitting.solving import Report, solve
from narcine.simulation.numbers import with_numbers
from narcine.spatial.vectors import Array

BEGINNING = 5.0
"""Length of the beginning (s), and at most half of the run: long enough to tell velocities from noisy poses."""


def predict(
    experiment: Experiment,
    parameters: Sequence[Parameter],
    values: Array,
    noise: Mapping[str, float],
    fitted: Mapping[str, float],
    report: Report | None = None,
    threads: int | None = None,
) -> Kept:
    """Return how well a run is predicted by given values of the parameters."""
    pairs = zip(parameters, values, strict=True)
    settings = {path: float(value) for each, value in pairs for path in each.paths}
    frozen = replace(experiment, simulation=with_numbers(experiment.simulation, settings))
    length = min(BEGINNING, 0.5 * float(experiment.times[-1]))
    beginning = Problem((), [frozen.until(length)], noise, threads=threads)
    unknowns = beginning.begin()
    if len(unknowns):
        unknowns = solve(beginning, unknowns, f"start of {experiment.name}", report).unknowns
    (off,) = Problem((), [frozen], noise, threads=threads).off(unknowns)
    later = experiment.times > length
    rms = {name: _rms(values[later]) for name, values in off.items()}
    return Kept(experiment.name, length, rms, dict(fitted), dict(noise))


def rms_by_group(offs: Sequence[Mapping[str, Array]]) -> dict[str, float]:
    """Return the root mean square of each group over several runs."""
    names = {name: None for off in offs for name in off}
    return {name: _rms(np.concatenate([off[name] for off in offs if name in off])) for name in names}


def _rms(values: Array) -> float:
    known = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(known**2))) if known.size else float("nan")
