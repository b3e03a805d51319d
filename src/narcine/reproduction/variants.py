"""Variants of a vehicle within the ranges of its assumed numbers, ready to run."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.campaign.variant import Variant, built, described
from narcine.description.load import Description
from narcine.reproduction.assumptions import Assumption
from narcine.reproduction.experiment import Experiment

SEED = 20090601
"""Of the draws, the same for every row."""
LOW, HIGH = 5.0, 95.0
"""Percentiles between which an interval stands."""


def nominal_description(experiment: Experiment) -> Description:
    """Return the description that a row runs, all numbers as they are written."""
    return _described(experiment, {})


def _described(experiment: Experiment, settings: dict[str, Any]) -> Description:
    """Return the description of a row's vehicle."""
    return described(experiment.vehicle, {**experiment.settings, **settings})


def variant(experiment: Experiment, settings: dict[str, Any]) -> Variant:
    """Return the vehicle of a row with further settings; what is tied to them follows."""

    def describe_it() -> Description:
        description = _described(experiment, settings)
        if experiment.tied is not None and settings:
            description = _described(experiment, {**settings, **experiment.tied(description)})
        return description

    return built(settings, describe_it)


def draws(assumptions: Iterable[Assumption], count: int) -> list[dict[str, Any]]:
    """Return settings of draws over all ranges at once, each range cut into as many equal parts as there are draws.

    A Latin hypercube (McKay, Beckman and Conover 1979), uniform in every range.
    """
    moved = list(assumptions)
    if not moved:
        return []
    return [_together(moved, shares) for shares in shares_of_draws(len(moved), count)]


def shares_of_draws(width: int, count: int) -> NDArray[np.float64]:
    """Return where in its range each number stands (draw, number)."""
    from scipy.stats.qmc import LatinHypercube

    return np.asarray(LatinHypercube(width, seed=np.random.default_rng(SEED)).random(count))


def _together(moved: list[Assumption], shares: NDArray[np.float64]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for each, share in zip(moved, shares, strict=True):
        settings |= each.at(float(share))
    return settings
