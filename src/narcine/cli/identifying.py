"""What the commands of `narcine identify` share: exclusions as they are typed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narcine.identification.towing.exclusion import Selection


def parse_selection(exclude: Sequence[str], sensitivity: str | None) -> "Selection":
    """Return what is left out of a fit, and why."""
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity
    from narcine.identification.towing.exclusion import Selection, parse_exclusion

    exclusions = []
    for text in exclude:
        try:
            exclusions.append(parse_exclusion(text))
        except ValueError as problem:
            raise refuse(f"--exclude {text!r}", str(problem)) from None
    least = 0.0 if sensitivity is None else quantity("--sensitivity", sensitivity, "effort", at_least=0.0)
    return Selection(tuple(exclusions), least)
