"""What the data can tell: which parameters, and which combinations of them they cannot tell apart."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from narcine.identification.fitting.parameters import Parameter
from narcine.spatial.vectors import Array

UNTOLD = 1.0
"""Standard deviation of a combination, over the sizes of its parameters, from which on the data do not tell it: when
even the sign of a number is open, it is no measurement of it."""
NOTHING = 1e-10
"""Singular value, over the largest, below which a combination moves nothing at all: derivatives are known to 1e-11."""
SHARE = 0.05
"""Part of the largest entry below which a parameter has no part in a combination."""


@dataclass(frozen=True)
class Untold:
    """A combination of parameters that can change without a change that the data would show."""

    names: tuple[str, ...]
    change: tuple[float, ...]
    """of each, in SI units, together; the largest over its size is one"""
    deviation: float
    """standard deviation over the sizes of the parameters; infinite where the data show nothing at all"""
    by_prior: bool
    """whether what is known beforehand settles it"""

    def __str__(self) -> str:
        if len(self.names) == 1:
            told = "the data do not tell it"
        elif len(self.names) == 2:
            told = f"the data tell only {_combination(*self.names, -self.change[0] / self.change[1])}"
        else:
            moves = ", ".join(f"{name} by {step:+.3g}" for name, step in zip(self.names, self.change, strict=True))
            told = f"the data do not tell them apart: they can change together ({moves})"
        return f"{_listed(self.names)}: {told}" + ("; settled by what was known beforehand" if self.by_prior else "")


def _combination(first: str, second: str, factor: float) -> str:
    if abs(factor - 1.0) < 1e-3:
        return "their sum"
    if abs(factor + 1.0) < 1e-3:
        return "their difference"
    return f"{first} {'+' if factor > 0 else '-'} {abs(factor):.3g} {second}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@dataclass(frozen=True)
class Told:
    """What data tell of parameters."""

    by_data: Array
    """standard deviation of each over its scale, from data alone; infinite where they show nothing"""
    untold: tuple[Untold, ...]


def told_by(parameters: Sequence[Parameter], data: Array, beforehand: Array, settled: Array) -> Told:
    """Return what data tell, from the derivatives of their rows, over scales: parameters first, then starts.

    `beforehand` are the rows that hold starts near what samples tell; `settled` says of which parameters data and
    priors together tell a number.
    """
    count = len(parameters)
    whole = np.concatenate([data, beforehand])
    start, wanted = whole[:, count:], whole[:, :count]
    if start.shape[1]:
        basis = np.linalg.qr(start)[0]
        wanted = wanted - basis @ (basis.T @ wanted)
        wanted = wanted - basis @ (basis.T @ wanted)  # once more: rounding of the first time is as large as a null
    _, sizes, directions = np.linalg.svd(wanted, full_matrices=False)
    nothing = sizes < NOTHING * sizes[0]
    with np.errstate(divide="ignore"):
        deviations = np.where(nothing, np.inf, 1.0 / np.where(nothing, 1.0, sizes))
    parts = np.where(np.abs(directions) > 1e-6, directions, 0.0)
    with np.errstate(invalid="ignore"):
        squares = np.where(parts == 0.0, 0.0, (parts * deviations[:, None]) ** 2)
    loose = deviations > UNTOLD
    return Told(np.sqrt(np.sum(squares, axis=0)), _named(parameters, directions[loose], deviations[loose], settled))


def _named(parameters: Sequence[Parameter], loose: Array, deviations: Array, settled: Array) -> tuple[Untold, ...]:
    """Return the combinations that span what the data do not tell, each of as few parameters as can be."""
    if not len(loose):
        return ()
    from scipy.linalg import qr

    pivots = qr(loose, pivoting=True, mode="r")[1][: len(loose)]
    spanning = np.linalg.solve(loose[:, pivots], loose)
    found = []
    for row, weights in zip(spanning, np.linalg.inv(loose[:, pivots]), strict=True):
        row = row / np.abs(row).max()
        members = [int(k) for k in np.flatnonzero(np.abs(row) > SHARE)]
        used = np.abs(weights) > 1e-6 * np.abs(weights).max()
        found.append(
            Untold(
                tuple(parameters[k].name for k in members),
                tuple(float(row[k] * parameters[k].scale) for k in members),
                float(np.max(deviations[used])),
                bool(settled[members].all()),
            )
        )
    return tuple(found)
