"""How the vectors of a model move with numbers of its description.

The direction of a number is a difference of builds, which are smooth in their numbers: it is exact to about 1e-11.
"""

from collections.abc import Callable, Sequence

import numpy as np

from narcine.description.problems import DescriptionError
from narcine.simulation.numbers import number_at, with_numbers
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

Vectors = tuple[Array, ...]
"""What a number can move, such as parameters, initial state and commands."""
VectorsOf = Callable[[Simulation], Vectors]

KINK = 0.05
"""Change of slope at one point, over the slope, from which on it is a kink."""
DIFFERENCE = 1e-3
"""Relative step of the differences of builds; with one Richardson step their error is of order 1e-12."""
STRAIGHT = 1e-8
"""Error of predicted vectors, over how far they moved, below which they are straight lines: slopes are known to 1e-11,
and a bend that matters in a derivative is far larger."""
ROUNDING = 1e-12
"""Relative error of the entries of a built vector, a few hundred roundings."""


class MovesNothing(ValueError):
    """A number that has no part in a run."""


def written_out(simulation: Simulation, paths: Sequence[str]) -> Simulation:
    """Return the simulation with numbers written that its file leaves at defaults, so that they have their places."""
    for path in paths:
        simulation = with_numbers(simulation, {path: number_at(simulation, path)})
    return simulation


def direction(
    simulation: Simulation, paths: Sequence[str], value: float, vectors_of: VectorsOf, scale: float | None = None
) -> Vectors:
    """Return how fast vectors move with one number that stands at some paths.

    `scale` is the size of a number that may stand at zero.
    """
    reach = DIFFERENCE * (max(abs(value), scale or 0.0) or 1.0)
    name = " = ".join(paths)

    def at(offset: float) -> Vectors:
        return vectors_of(with_numbers(simulation, dict.fromkeys(paths, value + offset * reach)))

    try:
        samples = [at(offset) for offset in (-2.0, -1.0, 1.0, 2.0)]
        differences: tuple[tuple[int, int, float], ...] = ((2, 1, 8.0 / 12.0), (3, 0, -1.0 / 12.0))
    except DescriptionError:
        samples, reach = _samples_inside(at, reach)
        differences = ((1, 0, 4.0), (2, 0, -3.0), (3, 0, 4.0 / 3.0), (4, 0, -1.0 / 4.0))
    here = at(0.0)
    if any(first.shape != second.shape for each in samples for first, second in zip(each, here, strict=True)):
        raise ValueError(f"{name} = {value:g} is where an effect begins to exist; differentiate beside it")
    if len(samples) == len(differences) * 2 and any(_has_kink(*column) for column in zip(*samples, here, strict=True)):
        raise ValueError(f"{name} = {value:g} is where the model has a kink; differentiate beside it")
    slopes: list[Array] = []
    for part in range(len(here)):
        with np.errstate(invalid="ignore"):  # limits that are infinite stay so
            slope = sum(weight * (samples[a][part] - samples[b][part]) for a, b, weight in differences) / reach
        slopes.append(np.nan_to_num(slope, nan=0.0))
    if not any(np.any(slope) for slope in slopes):
        raise MovesNothing(f"{name} moves nothing in the run: there is nothing to differentiate")
    return tuple(slopes)


def _has_kink(far_below: Array, below: Array, above: Array, far_above: Array, here: Array) -> bool:
    """Say whether samples at -2, -1, 1, 2 and 0 bend at 0 alone; what is smooth bends beside it as well."""
    with np.errstate(invalid="ignore"):
        bend = np.abs(above - 2.0 * here + below)
        beside = np.abs(far_above - 2.0 * above + here) + np.abs(far_below - 2.0 * below + here)
        slope = np.abs(above - here) + np.abs(here - below)
        rounding = 1e-10 * (np.abs(here) + np.abs(above)) + 1e-14
        return bool(np.any((bend > 3.0 * beside + rounding) & (bend > KINK * slope)))


def _samples_inside(at: Callable[[float], Vectors], reach: float) -> tuple[list[Vectors], float]:
    """Return samples to the inside of a number at the edge of what is allowed, and their signed distance."""
    try:
        return [at(offset) for offset in range(5)], reach
    except DescriptionError:
        return [at(-offset) for offset in range(5)], -reach


class Tangent:
    """The vectors of a model at any values of some numbers, and their directions, kept while they stay straight.

    Most numbers of a vehicle move its vectors along straight lines: their directions are found once, and one build
    tells whether they still hold.
    """

    def __init__(
        self, simulation: Simulation, numbers: Sequence[Sequence[str]], scales: Sequence[float], vectors_of: VectorsOf
    ) -> None:
        self._simulation = simulation
        self._numbers = numbers
        self._scales = scales
        self._vectors_of = vectors_of
        self._here: tuple[Array, Vectors] | None = None
        self._kept: tuple[Array, Vectors, list[Vectors]] | None = None

    def at(self, values: Array) -> Vectors:
        """Return the vectors; values that the description refuses raise its error."""
        if self._here is None or not np.array_equal(self._here[0], values):
            self._here = values.copy(), self._vectors_of(self._moved(values))
        return self._here[1]

    def directions(self, values: Array) -> list[Vectors]:
        """Return how fast the vectors move with each number."""
        here = self.at(values)
        if self._kept is None or not _is_straight(self._kept, values, here):
            moved = self._moved(values)
            found = [
                direction(moved, paths, float(value), self._vectors_of, scale)
                for paths, value, scale in zip(self._numbers, values, self._scales, strict=True)
            ]
            self._kept = values.copy(), here, found
        return self._kept[2]

    def _moved(self, values: Array) -> Simulation:
        pairs = zip(self._numbers, values, strict=True)
        return with_numbers(self._simulation, {path: float(value) for paths, value in pairs for path in paths})


def _is_straight(kept: tuple[Array, Vectors, list[Vectors]], values: Array, here: Vectors) -> bool:
    """Say whether vectors lie where kept directions lead."""
    begin, base, directions = kept
    for part, (was, now) in enumerate(zip(base, here, strict=True)):
        if was.shape != now.shape:
            return False
        steps = [(value - old) * each[part] for value, old, each in zip(values, begin, directions, strict=True)]
        predicted = was + np.sum(steps, axis=0)
        far = np.sum(np.abs(steps), axis=0)
        with np.errstate(invalid="ignore"):
            off = np.abs(predicted - now) > STRAIGHT * far + ROUNDING * (np.abs(now) + np.abs(was))
        if np.any(off & np.isfinite(now)):
            return False
    return True
