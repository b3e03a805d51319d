"""What `narcine film` and `narcine snapshot` share: sizes, moments, cameras and names of files as they are typed."""

from pathlib import Path
from typing import TYPE_CHECKING

from narcine.description.problems import DescriptionError, Place, Problem

if TYPE_CHECKING:
    import xarray

SMALLEST, LARGEST = 64, 8192
"""Pixels of a side."""


def refuse(place: str, message: str) -> DescriptionError:
    """Return the error of a word on the command line."""
    return DescriptionError([Problem((), message, Place(place))])


def parse_size(text: str, even: bool) -> tuple[int, int]:
    """Return width and height from a word such as 1280x720; films need even numbers."""
    place = f"--size {text}"
    sides = text.lower().split("x")
    if len(sides) != 2 or not all(side.isdecimal() for side in sides):
        raise refuse(place, "must be WIDTHxHEIGHT in pixels, as in 1280x720")
    width, height = (int(side) for side in sides)
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise refuse(place, f"each side must be from {SMALLEST} to {LARGEST} pixels")
    if even and (width % 2 or height % 2):
        near = f"{width + width % 2}x{height + height % 2}"
        raise refuse(place, f"films have even sides; {near} is near")
    return width, height


def parse_time(option: str, text: str | None, run: "xarray.Dataset", otherwise: float) -> float:
    """Return a moment of a run, as typed with or without a unit."""
    from pydantic_core import PydanticCustomError

    from narcine.description.quantities import parse_number

    if text is None:
        return otherwise
    try:
        moment = parse_number(text, "time")
    except PydanticCustomError as error:
        raise refuse(f"{option} {text}", str(error)) from None
    start, end = (float(run["time"].values[record]) for record in (0, -1))
    if not start <= moment <= end:
        raise refuse(f"{option} {text}", f"the run goes from {start:g} to {end:g} s")
    return moment


def check_suffix(file: Path, allowed: dict[str, str], what: str) -> None:
    """Refuse a name whose end says nothing that can be written."""
    if file.suffix.lower() not in allowed:
        raise refuse(str(file), f"{what} ends in {', '.join(allowed)}")
