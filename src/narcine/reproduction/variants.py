"""Variants of a vehicle within the ranges of its assumed numbers, ready to run."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narcine.description.library import find_file
from narcine.description.load import Description, copied, describe
from narcine.description.problems import DescriptionError
from narcine.description.tree import Tree, read_file
from narcine.reproduction.assumptions import Assumption
from narcine.reproduction.experiment import Experiment
from narcine.simulation.simulation import Simulation

SEED = 20090601
"""Of the draws, the same for every row."""
LOW, HIGH = 5.0, 95.0
"""Percentiles between which an interval stands."""


@dataclass(frozen=True)
class Variant:
    """A vehicle with some numbers moved, or why it cannot be built."""

    settings: dict[str, Any]
    simulation: Simulation | None
    problem: str = ""


def nominal_description(experiment: Experiment) -> Description:
    """Return the description that a row runs, all numbers as they are written."""
    return _described(experiment, {})


def _described(experiment: Experiment, settings: dict[str, Any]) -> Description:
    """Return the description of a row's vehicle; its file is read once, which takes twice as long as the rest."""
    file = find_file(experiment.vehicle)
    read = _read_once(file, file.stat().st_mtime_ns)
    tree = Tree(copied(read.value), dict(read.places), dict(read.keys), list(read.problems))
    return describe(tree, file, {**experiment.settings, **settings})


@lru_cache(maxsize=8)
def _read_once(file: Path, changed: int) -> Tree:
    """Return the tree of a file that was last changed at a time."""
    return read_file(file)


def variant(experiment: Experiment, settings: dict[str, Any]) -> Variant:
    """Return the vehicle of a row with further settings; what is tied to them follows."""
    try:
        description = _described(experiment, settings)
        if experiment.tied is not None and settings:
            description = _described(experiment, {**settings, **experiment.tied(description)})
        simulation = Simulation(description)
        _ = simulation.model  # refuses what the reader cannot see, such as loops that do not close
    except DescriptionError as error:
        return Variant(settings, None, str(error.problems[0]))
    return Variant(settings, simulation)


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
