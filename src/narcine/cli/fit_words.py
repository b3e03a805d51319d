"""Noise, bounds and priors of `narcine identify fit`, as they are typed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narcine.simulation.simulation import Simulation

DIMENSIONS = {"position": "length", "attitude": "angle", "velocity": "speed", "angular_velocity": "rate"}
"""Of the noise of each group; of joints it is that of their coordinates."""


def _quantity(option: str, text: str, dimension: str | None) -> float:
    from pydantic_core import PydanticCustomError

    from narcine.cli.pictures import refuse
    from narcine.description.quantities import parse_number

    try:
        return parse_number(text.strip(), dimension or "ratio")
    except PydanticCustomError as error:
        raise refuse(option, str(error)) from None


def parse_noise(text: str | None) -> dict[str, float]:
    """Return standard deviations by group (SI)."""
    from narcine.cli.pictures import refuse

    found = {}
    for word in (text or "").split(","):
        if not word.strip():
            continue
        name, equals, value = word.partition("=")
        if not equals:
            raise refuse(f"--noise {word}", "must read group=deviation, as in position=1mm,attitude=0.2deg")
        number = _quantity(f"--noise {word}", value, DIMENSIONS.get(name.strip(), "coordinate"))
        if not number > 0.0:
            raise refuse(f"--noise {word}", "must be greater than 0")
        found[name.strip()] = number
    return found


def parse_bounds(simulation: "Simulation", texts: list[str]) -> dict[str, tuple[float, float]]:
    """Return lowest and highest values by path (SI), infinite where an end is missing."""
    from math import inf

    from narcine.cli.pictures import refuse

    found = {}
    for text in texts:
        path, _, value = text.rpartition("=")
        ends = value.split(":")
        if not path or len(ends) != 2:
            raise refuse(f"--bounds {text}", "must read path=low:high, as in bodies.hull.mass=7:8")
        dimension = _dimension(simulation, path)
        low, high = (
            _quantity(f"--bounds {text}", end, dimension) if end.strip() else otherwise
            for end, otherwise in zip(ends, (-inf, inf), strict=True)
        )
        found[path.strip()] = low, high
    return found


def parse_priors(simulation: "Simulation", texts: list[str]) -> dict[str, tuple[float, float]]:
    """Return values and standard deviations by path (SI)."""
    from narcine.cli.pictures import refuse

    found = {}
    for text in texts:
        path, _, value = text.rpartition("=")
        middle, parted, sigma = value.partition("+-")
        if not path or not parted:
            raise refuse(f"--prior {text}", "must read path=value+-sigma, as in bodies.hull.mass=7.3+-0.1, or ranges")
        dimension = _dimension(simulation, path)
        pair = tuple(_quantity(f"--prior {text}", each, dimension) for each in (middle, sigma))
        if not pair[1] > 0.0:
            raise refuse(f"--prior {text}", "sigma must be greater than 0")
        found[path.strip()] = pair[0], pair[1]
    return found


def _dimension(simulation: "Simulation", path: str) -> str | None:
    from narcine.description.dimensions import dimension_at

    return dimension_at(simulation.description, path.strip().split("=")[0])
