"""What the commands of `narcine identify` share: quantities and exclusions as they are typed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narcine.identification.towing.exclusion import Selection


def parse_quantity(option: str, text: str, dimension: str, above: float | None = None) -> float:
    """Return a number that is not negative, as typed with or without a unit."""
    from pydantic_core import PydanticCustomError

    from narcine.cli.pictures import refuse
    from narcine.description.quantities import Quantity

    try:
        return float(Quantity(dimension, above=above, at_least=0.0).parse(text))
    except PydanticCustomError as error:
        raise refuse(f"{option} {text}", str(error)) from None


def parse_selection(exclude: Sequence[str], sensitivity: str | None) -> "Selection":
    """Return what is left out of a fit, and why."""
    from narcine.cli.pictures import refuse
    from narcine.identification.towing.exclusion import Selection, parse_exclusion

    exclusions = []
    for text in exclude:
        try:
            exclusions.append(parse_exclusion(text))
        except ValueError as problem:
            raise refuse(f"--exclude {text!r}", str(problem)) from None
    least = 0.0 if sensitivity is None else parse_quantity("--sensitivity", sensitivity, "effort")
    return Selection(tuple(exclusions), least)
