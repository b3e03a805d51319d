"""How noisy measurements are: before a fit from the samples alone, after it from what it leaves over."""

from collections.abc import Mapping, Sequence

import numpy as np

from narcine.identification.fitting.experiment import Experiment
from narcine.identification.fitting.measured import ATTITUDE, Group
from narcine.identification.fitting.problem import Problem
from narcine.identification.motion.motion import JOINT
from narcine.spatial.vectors import Array

LEAST = 1e-7
"""Smallest noise (SI): records of a simulation have none, and some must weigh them."""
ORDER = 4
"""Of the differences of neighbouring samples that leave noise and little else."""


def given_noise(experiments: Sequence[Experiment], given: Mapping[str, float]) -> dict[str, float]:
    """Return the noise of each group that is given; `joints` stands for all joints."""
    names = {group.name for experiment in experiments for group in experiment.groups}
    for word in given:
        if word not in names and not (word == f"{JOINT}s" and any(each.startswith(f"{JOINT}.") for each in names)):
            raise ValueError(f"{word} was not measured; there are {', '.join(sorted(names))}")
    own = {name: given[name] for name in names if name in given}
    joints = {name: given[f"{JOINT}s"] for name in names if name.startswith(f"{JOINT}.") and f"{JOINT}s" in given}
    return {**joints, **own}


def rough_noise(experiments: Sequence[Experiment]) -> dict[str, float]:
    """Return the noise of each group by differences of neighbouring samples, which smooth motion leaves small."""
    from math import comb

    gain = sum(comb(ORDER, k) ** 2 for k in range(ORDER + 1))
    found: dict[str, list[float]] = {}
    for experiment in experiments:
        for group in experiment.groups:
            jumps = np.diff(_smooth(group), ORDER, axis=0)
            jumps = jumps[np.isfinite(jumps).all(axis=1)]
            if len(jumps):
                # of a quaternion three of four components carry half of the rotation's noise each
                factor = 16.0 / 3.0 if group.name == ATTITUDE else 1.0
                found.setdefault(group.name, []).append(float(np.sqrt(factor * np.mean(jumps**2) / gain)))
            else:
                found.setdefault(group.name, [])
    return {name: max(float(np.mean(values)) if values else 1e-2, LEAST) for name, values in found.items()}


def _smooth(group: Group) -> Array:
    """Return values without jumps of sign, which quaternions may have."""
    if group.name != ATTITUDE:
        return group.values
    known = np.where(np.isfinite(group.values), group.values, 0.0)
    turns = np.sum(known[1:] * known[:-1], axis=1) < 0.0
    signs = np.concatenate([[1.0], np.where(np.cumsum(turns) % 2, -1.0, 1.0)])
    return np.asarray(group.values * signs[:, None])


def noise_left(problem: Problem, residuals: Array) -> dict[str, float]:
    """Return the noise of each group that residuals show, less what the unknowns have taken of it."""
    share = 1.0 - min(problem.unknowns / max(problem.data, 1), 0.9)
    squares: dict[str, list[Array]] = {}
    for each in problem.channels:
        squares.setdefault(each.group, []).append(residuals[each.rows] ** 2)
    return {
        name: max(problem.noise[name] * float(np.sqrt(np.mean(np.concatenate(parts)) / share)), LEAST)
        for name, parts in squares.items()
    }
