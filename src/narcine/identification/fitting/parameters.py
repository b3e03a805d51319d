"""The numbers of a vehicle that are fitted: their paths, where they start, and between which bounds they are sought."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import inf

from narcine.description.dimensions import dimension_at
from narcine.description.overrides import split_path
from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.provenance import Provenance, with_unit
from narcine.description.quantities import UNITS, number_and_unit, parse_number, suggestion
from narcine.simulation.numbers import number_at, number_paths, with_numbers
from narcine.simulation.simulation import Simulation

FAR = 100.0
"""Times its own size that a number may be off from what the description allows, before that is no bound at all."""
INSIDE = 1e-6
"""Of its size: how near a number comes to a bound that it must not reach."""
BEYOND = 0.01
"""Of its size: how far past zero a number is tried, beyond the rounding that descriptions forgive."""
HALVINGS = 30
"""Of the interval in which a bound lies: to a billionth."""
MATRIX_UNITS = {
    ("added_inertia", "matrix"): ("kg", "kg m2"),
    ("drag", "linear"): ("kg/s", "kg m2/s"),
    ("drag", "quadratic"): ("kg/m", "kg m2"),
}
"""Of the diagonals of 6x6 matrices: translations, rotations."""

Pair = tuple[float, float]


@dataclass(frozen=True)
class Parameter:
    """A number that is fitted."""

    name: str
    """as it was asked for"""
    paths: tuple[str, ...]
    """where it stands; several where one number is tied to all of them"""
    start: float
    low: float
    high: float
    scale: float
    """its size, by which a change of it counts as small or large"""
    unit: str
    prior: Pair | None = None
    """value and standard deviation that are known beforehand"""


def refuse(option: str, message: str) -> DescriptionError:
    """Return the error of something that was asked for."""
    return DescriptionError([Problem((), message, Place(option))])


def read_parameters(
    simulation: Simulation,
    words: Sequence[str],
    ties: Sequence[str] = (),
    bounds: Mapping[str, Pair] | None = None,
    priors: Mapping[str, Pair] | None = None,
    prior_ranges: bool = False,
) -> tuple[Parameter, ...]:
    """Return the parameters that some words ask for.

    A word is a path such as `bodies.hull.mass`, or one with stars, `bodies.hull.drag.quadratic.*`, for all numbers that
    it fits; `a=b` ties two paths to one number, and so does each of `ties` all paths that it fits. `prior_ranges` takes
    the ranges of assumed numbers for two standard deviations to either side.
    """
    bounds, priors = dict(bounds or {}), dict(priors or {})
    asked: list[tuple[str, list[str]]] = []
    for word in words:
        fits = [_matching(simulation, part.strip(), f"--parameters {word}") for part in word.split("=")]
        if "=" in word:
            asked.append((word.strip(), [path for found in fits for path in found]))
        else:
            asked += [(path, [path]) for path in fits[0]]
    asked += [(tie, _matching(simulation, tie, f"--tie {tie}")) for tie in ties]
    if not asked:
        raise refuse("--parameters", "names no number; give paths such as bodies.hull.drag.quadratic.0")
    seen: dict[str, str] = {}
    for name, paths in asked:
        for path in paths:
            if path in seen:
                raise refuse(f"--parameters {name}", f"{path} is asked for twice, in {seen[path]} too")
            seen[path] = name
    found = [_parameter(simulation, name, paths, bounds, priors, prior_ranges) for name, paths in asked]
    for option, given in (("--bounds", bounds), ("--prior", priors)):
        for path in given:
            names = [each for name, paths in asked for each in (name, *paths)]
            if path not in names:
                raise refuse(f"{option} {path}", f"is no parameter that is fitted{suggestion(path, names)}")
    return tuple(found)


def _matching(simulation: Simulation, pattern: str, option: str) -> list[str]:
    """Return the paths that a pattern fits; a path without stars stands for itself."""
    parts = split_path(pattern)
    if not any(set(part) & set("*?") for part in parts):
        try:
            number_at(simulation, pattern)
        except ValueError as error:
            raise refuse(option, str(error)) from None
        return [".".join(parts)]
    paths = [split_path(path) for path in number_paths(simulation)]
    fits = [
        ".".join(path)
        for path in paths
        if len(path) == len(parts) and all(fnmatchcase(each, part) for each, part in zip(path, parts, strict=True))
    ]
    if not fits:
        raise refuse(option, f"no number of the description fits {pattern}")
    return fits


def _parameter(
    simulation: Simulation,
    name: str,
    paths: Sequence[str],
    bounds: Mapping[str, Pair],
    priors: Mapping[str, Pair],
    prior_ranges: bool,
) -> Parameter:
    start = sum(number_at(simulation, path) for path in paths) / len(paths)
    keys = (name, *paths)
    prior = next((priors[key] for key in keys if key in priors), None)
    if prior is None and prior_ranges:
        prior = next((found for path in paths if (found := prior_of_range(simulation, path))), None)
    given = next((bounds[key] for key in keys if key in bounds), None)
    widths = [abs(end) for end in given or () if abs(end) < inf] + [prior[1] if prior else 0.0]
    scale = abs(start) or max(widths) or 1.0
    low, high = allowed(simulation, paths, start, scale)
    if given is not None:
        low, high = max(low, given[0]), min(high, given[1])
        if not low < high:
            raise refuse(f"--bounds {name}", f"nothing lies between {low:g} and {high:g}")
    start = min(max(start, low), high)
    if start == low == 0.0 and _begins_to_exist(simulation, paths, scale):
        start = low = INSIDE * scale
    return Parameter(name, tuple(paths), start, low, high, scale, unit_of(simulation, paths[0]), prior)


def _begins_to_exist(simulation: Simulation, paths: Sequence[str], scale: float) -> bool:
    """Say whether what a number describes, such as a damper, is in the model only where it is not zero."""
    sizes = {
        len(with_numbers(simulation, dict.fromkeys(paths, value)).model.parameters) for value in (0.0, INSIDE * scale)
    }
    return len(sizes) > 1


def allowed(simulation: Simulation, paths: Sequence[str], value: float, scale: float) -> Pair:
    """Return the bounds that the description sets a number, infinite where it sets none.

    Diagonals of drag are not negative: they would drive the vehicle.
    """

    def fits(number: float) -> bool:
        try:
            return with_numbers(simulation, dict.fromkeys(paths, number)).model is not None
        except (DescriptionError, ValueError):
            return False

    def edge(far: float) -> float:
        if fits(far):
            return inf if far > value else -inf
        inside, outside = value, far
        if min(value, far) <= 0.0 <= max(value, far):
            past = BEYOND * scale * (1.0 if far > 0.0 else -1.0)
            if fits(0.0):
                if not fits(past):
                    return 0.0
                inside = past
            elif fits(-INSIDE * past / BEYOND):
                return -INSIDE * past / BEYOND
            else:
                outside = 0.0
        for _ in range(HALVINGS):
            middle = 0.5 * (inside + outside)
            inside, outside = (middle, outside) if fits(middle) else (inside, middle)
        return inside

    low, high = edge(value - FAR * scale), edge(value + FAR * scale)
    if any(_is_drag_diagonal(path) for path in paths):
        low = max(low, 0.0)
    return low, high


def _is_drag_diagonal(path: str) -> bool:
    parts = split_path(path)
    if len(parts) > 3 and parts[-3] in ("linear", "quadratic") and parts[-4] == "drag":
        return parts[-1] == parts[-2]
    return len(parts) > 2 and parts[-2] in ("linear", "quadratic") and parts[-3] == "drag"


def unit_of(simulation: Simulation, path: str) -> str:
    """Return the SI unit of the number at a path, empty where nothing tells."""
    parts = split_path(path)
    for (block, key), units in MATRIX_UNITS.items():
        if parts[-3:-1] == [block, key] and parts[-1].isdigit():
            return units[int(parts[-1]) > 2]
    if parts[-2:-1] == ["inertia"] and parts[-1].isdigit():
        return MATRIX_UNITS["added_inertia", "matrix"][1]
    dimension = dimension_at(simulation.description, path)
    return next(iter(UNITS[dimension]), "") if dimension in UNITS else ""


def prior_of_range(simulation: Simulation, path: str) -> Pair | None:
    """Return an assumed number and a quarter of the width of its range, both SI; None where it has none."""
    parts: list[str | int] = [int(part) if part.isdigit() else part for part in split_path(path)]
    known = simulation.description.provenance
    for length in range(len(parts), max(0, len(parts) - 3), -1):
        said = known.get(tuple(parts[:length]))
        if isinstance(said, Provenance) and said.kind == "assumed" and said.range is not None:
            low, high = (_end(simulation, path, end, parts[length:]) for end in said.range)
            return (number_at(simulation, path), 0.25 * (high - low)) if high > low else None
    return None


def _end(simulation: Simulation, path: str, end: object, indices: Sequence[str | int]) -> float:
    """Return the end of a range in SI units; without a unit it is in that of the value."""
    for index in indices:
        if isinstance(end, list | tuple) and isinstance(index, int):
            end = end[index]
    value = simulation.description.tree.at(tuple(_steps(path))) if simulation.description.tree else None
    written = number_and_unit(value) if isinstance(value, str) else None
    if written is not None and isinstance(end, int | float):
        end = with_unit(end, written[1] or None)
    dimension = dimension_at(simulation.description, path) or "ratio"
    return parse_number(end, dimension)


def _steps(path: str) -> list[str | int]:
    return [int(part) if part.isdigit() else part for part in split_path(path)]
