"""Comparisons as rows of words, for the terminal and for pages."""

from collections.abc import Callable, Sequence
from math import degrees, isfinite, nan
from typing import NamedTuple

from narcine.identification.comparison import Comparison
from narcine.identification.course import EAST, HEADING, NORTH, SPEED, YAW_RATE
from narcine.identification.likeness import POSITION, Rise

NOT_KNOWN = "-"


class Tabulated(NamedTuple):
    """A table: what it tells, its headings, and a row for each dataset."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[str, ...]]
    note: str = ""


def tables(comparisons: Sequence[Comparison]) -> list[Tabulated]:
    """Return warping distances, correlations, errors, and how speeds become steady."""
    return [_distances(comparisons), _correlations(comparisons), _errors(comparisons), _speeds(comparisons)]


def _distances(comparisons: Sequence[Comparison]) -> Tabulated:
    headings = ("dataset", "position (m)", "speed (m/s)", "heading (deg)", "yaw rate (deg/s)")
    rows = [
        (each.name, *(_number(each.dtw.get(name), name) for name in (POSITION, SPEED, HEADING, YAW_RATE)))
        for each in comparisons
    ]
    return Tabulated("Average distance after dynamic time warping", headings, rows)


def _correlations(comparisons: Sequence[Comparison]) -> Tabulated:
    names = (NORTH, EAST, SPEED, HEADING, YAW_RATE)
    rows = [(each.name, *(_correlation(each, name) for name in names)) for each in comparisons]
    noisy = any(each.unvaried for each in comparisons)
    note = "in brackets: it hardly varies, and R is that of noise" if noisy else ""
    return Tabulated("Pearson's R", ("dataset", *(name.replace("_", " ") for name in names)), rows, note)


def _correlation(comparison: Comparison, name: str) -> str:
    told = _number(comparison.pearson.get(name), "", ".4f")
    return f"({told})" if name in comparison.unvaried and told != NOT_KNOWN else told


def _errors(comparisons: Sequence[Comparison]) -> Tabulated:
    headings = (
        "dataset",
        "rms position (m)",
        "rms speed (m/s)",
        "rms heading (deg)",
        "rms yaw rate (deg/s)",
        "final position (m)",
        "final heading (deg)",
    )
    rows = [
        (
            each.name,
            *(_number(each.rms.get(name), name) for name in (POSITION, SPEED, HEADING, YAW_RATE)),
            *(_number(each.final.get(name), name) for name in (POSITION, HEADING)),
        )
        for each in comparisons
    ]
    return Tabulated("Measured less simulated", headings, rows)


def _speeds(comparisons: Sequence[Comparison]) -> Tabulated:
    headings = (
        "dataset",
        "steady, simulated (m/s)",
        "measured",
        "rise time, simulated (s)",
        "measured",
        "measured comes later by (s)",
    )

    def both(comparison: Comparison, tell: Callable[[Rise], float]) -> list[str]:
        return [_number(nan if rise is None else tell(rise), "") for rise in comparison.rises]

    rows = [
        (
            each.name,
            *both(each, lambda rise: rise.steady),
            *both(each, lambda rise: rise.time),
            _number(each.lag, ""),
        )
        for each in comparisons
    ]
    return Tabulated("Speed", headings, rows, "the delay is that of the best correlation, and was not applied")


def _number(value: float | None, name: str, form: str = ".3g") -> str:
    if value is None or not isfinite(value):
        return NOT_KNOWN
    return format(degrees(value) if name in (HEADING, YAW_RATE) else value, form)
