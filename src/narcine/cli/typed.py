"""Quantities and ranges as they are typed on the command line."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narcine.simulation.simulation import Simulation

MOST = 1000
"""Values of one range."""


def quantity(
    option: str, text: str, dimension: str, above: float | None = None, at_least: float | None = None
) -> float:
    """Return a number in SI units, as typed with or without a unit."""
    from pydantic_core import PydanticCustomError

    from narcine.cli.pictures import refuse
    from narcine.description.quantities import Quantity

    try:
        return float(Quantity(dimension, above=above, at_least=at_least).parse(text))
    except PydanticCustomError as error:
        raise refuse(f"{option} {text}", str(error)) from None


def values(option: str, text: str, dimension: str) -> list[float]:
    """Return numbers as typed: from:to:count, or one after the other with commas."""
    import numpy as np

    from narcine.cli.pictures import refuse

    parts = text.split(":")
    if len(parts) == 1:
        return [quantity(option, part, dimension) for part in text.split(",")]
    place = f"{option} {text}"
    if len(parts) != 3 or not parts[2].strip().isdecimal() or not 2 <= int(parts[2]) <= MOST:
        raise refuse(place, f"must read from:to:count (2 to {MOST}), or value,value,...")
    first, last = (quantity(option, part, dimension) for part in parts[:2])
    # as people write them: without what dividing a range leaves behind
    return [float(f"{value:.12g}") for value in np.linspace(first, last, int(parts[2]))]


def words(option: str, text: str, allowed: tuple[str, ...]) -> list[str]:
    """Return words with commas between them, each of which must be allowed and stand once."""
    from narcine.cli.pictures import refuse
    from narcine.description.quantities import suggestion

    found = [part.strip() for part in text.split(",")]
    for word in found:
        if word not in allowed:
            raise refuse(
                f"{option} {text}", f"there is no {word!r}{suggestion(word, allowed)}; there are {', '.join(allowed)}"
            )
    if len(set(found)) < len(found):
        raise refuse(f"{option} {text}", "names the same twice")
    return found


def whole(option: str, number: int, least: int, most: int) -> int:
    """Return a whole number within bounds."""
    from narcine.cli.pictures import refuse

    if not least <= number <= most:
        raise refuse(f"{option} {number}", f"must lie between {least} and {most}")
    return number


def share(option: str, number: float) -> float:
    """Return a share from 0 up to, but not, 1."""
    from narcine.cli.pictures import refuse

    if not 0.0 <= number < 1.0:
        raise refuse(f"{option} {number:g}", "must be a share from 0 up to, but not, 1")
    return number


def vehicle(name: str, settings: list[str] | None) -> "Simulation":
    """Return a vehicle by name or file, with some of its numbers set."""
    from narcine.cli.settings import parse_settings
    from narcine.description.load import load_description
    from narcine.simulation.simulation import Simulation

    return Simulation(load_description(name, parse_settings(settings or [])))


def new_file(file: Path, suffix: str) -> Path:
    """Return a file that is to be written, which must not be there: it may hold measurements."""
    from narcine.cli.pictures import check_suffix, refuse

    check_suffix(file, {suffix: ""}, "what is written")
    if file.exists():
        raise refuse(str(file), "exists already and is left as it is; choose another name with --out")
    return file
