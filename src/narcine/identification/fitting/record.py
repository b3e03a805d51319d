"""What a fit found."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from narcine.identification.fitting.identifiability import Untold
from narcine.identification.fitting.parameters import Parameter
from narcine.identification.fitting.whiteness import Leftover
from narcine.recording.write import whole_file
from narcine.spatial.vectors import Array


@dataclass(frozen=True)
class Found:
    """A parameter and what is known of it now."""

    parameter: Parameter
    value: float | None
    """SI; None where neither data nor what was known beforehand tell it"""
    interval: tuple[float, float] | None
    """95 %, within the bounds"""
    deviation: float | None
    """standard deviation"""
    by_prior: bool
    """the data alone do not tell it; what was known beforehand does"""
    at_bound: bool
    """its value is at one of its bounds"""

    @property
    def name(self) -> str:
        """As it was asked for."""
        return self.parameter.name


@dataclass(frozen=True)
class Kept:
    """How well a run is predicted that was kept out of the fit, beside the runs that were fitted."""

    run: str
    started: float
    """length of its beginning, from which its start was estimated (s); the rest is predicted"""
    rms: Mapping[str, float]
    """of each group after its beginning, in SI units"""
    fitted: Mapping[str, float]
    """the same of the fitted runs, all of them"""
    noise: Mapping[str, float]


@dataclass(frozen=True)
class Run:
    """A fitted run: measured, and simulated with the starting numbers and with those that were found."""

    name: str
    times: Array
    measured: Mapping[str, Array]
    """(sample, channel) by group; of attitudes quaternions"""
    before: Mapping[str, Array]
    """simulated less measured with the numbers of the model's file, from the same start"""
    after: Mapping[str, Array]
    """the same with what was found"""
    channels: Mapping[str, tuple[str, ...]]
    units: Mapping[str, str]


@dataclass(frozen=True)
class Fit:
    """Parameters with their intervals, what the data do not tell, and how much of the measurements is left over."""

    found: tuple[Found, ...]
    noise: Mapping[str, float]
    """standard deviation of each group, in SI units"""
    noise_given: bool
    covariance: Array
    """of the parameters, in SI units; rows of those that are not told are nan"""
    untold: tuple[Untold, ...]
    leftovers: tuple[Leftover, ...]
    runs: tuple[Run, ...]
    kept: tuple[Kept, ...]
    cost: float
    samples: int
    """numbers that were measured"""
    unknowns: int
    iterations: int
    converged: bool
    warnings: tuple[str, ...]
    method: str
    """how the intervals were found, in words"""
    used: Array
    """the parameters with which `after` was simulated, also where no number is told (SI)"""

    def __getitem__(self, name: str) -> Found:
        """Return a parameter by its name, or by one of its paths."""
        for each in self.found:
            if name == each.name or name in each.parameter.paths:
                return each
        raise KeyError(name)

    @property
    def correlation(self) -> Array:
        """Correlation of the parameters' errors."""
        size = np.sqrt(np.diag(self.covariance))
        return np.asarray(self.covariance / np.outer(size, size))

    def plain(self) -> dict[str, Any]:
        """Return all of it but the runs' samples, for a file."""
        return {
            "parameters": [_plain_found(each) for each in self.found],
            "covariance": _plain_matrix(self.covariance),
            "correlation": _plain_matrix(self.correlation),
            "noise": dict(self.noise),
            "noise_given": self.noise_given,
            "not_told": [
                {
                    "parameters": list(each.names),
                    "change": list(each.change),
                    "deviation": _plain_number(each.deviation),
                    "settled_by_prior": each.by_prior,
                    "said": str(each),
                }
                for each in self.untold
            ],
            "residuals": [
                {**vars(each), "experiment": self.runs[each.experiment].name, "white": bool(each.white)}
                for each in self.leftovers
            ],
            "kept_out": [{key: _plain_value(value) for key, value in vars(each).items()} for each in self.kept],
            "runs": [each.name for each in self.runs],
            "cost": self.cost,
            "samples": self.samples,
            "unknowns": self.unknowns,
            "iterations": self.iterations,
            "converged": self.converged,
            "intervals": self.method,
            "warnings": list(self.warnings),
        }


def _plain_found(each: Found) -> dict[str, Any]:
    return {
        "name": each.name,
        "paths": list(each.parameter.paths),
        "unit": each.parameter.unit,
        "value": each.value,
        "interval": each.interval,
        "deviation": each.deviation,
        "start": each.parameter.start,
        "bounds": [_plain_number(each.parameter.low), _plain_number(each.parameter.high)],
        "prior": each.parameter.prior,
        "by_prior": each.by_prior,
        "at_bound": each.at_bound,
    }


def _plain_number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _plain_matrix(matrix: Array) -> list[list[float | None]]:
    return [[_plain_number(value) for value in row] for row in matrix]


def _plain_value(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def write_fit(fit: Fit, file: Path) -> None:
    """Write all that a fit found as JSON."""
    with whole_file(file) as unfinished:
        unfinished.write_text(json.dumps(fit.plain(), indent=1, default=bool) + "\n", encoding="utf-8")
