"""Comparisons as rows of words, for the terminal and for pages."""

from collections.abc import Callable, Sequence
from math import degrees, isfinite, nan

from narcine.identification.comparing.comparison import Comparison
from narcine.identification.comparing.course import EAST, HEADING, NORTH, SPEED, YAW_RATE
from narcine.identification.comparing.likeness import POSITION, Rise
from narcine.recording.tabulated import Tabulated

NOT_KNOWN = "-"


def tables(comparisons: Sequence[Comparison]) -> list[Tabulated]:
    """Return warping distances, correlations, errors, and how speeds become steady."""
    return [told(comparisons) for told in (_distances, _correlations, _errors, _ends, _speeds)]


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
    headings = ("dataset", "position (m)", "speed (m/s)", "heading (deg)", "yaw rate (deg/s)")
    rows = [
        (each.name, *(_number(each.rms.get(name), name) for name in (POSITION, SPEED, HEADING, YAW_RATE)))
        for each in comparisons
    ]
    return Tabulated("Root mean square of measured less simulated", headings, rows)


def _ends(comparisons: Sequence[Comparison]) -> Tabulated:
    headings = ("dataset", "position (m)", "heading (deg)", "later by (s)")
    rows = [
        (each.name, *(_number(each.final.get(name), name) for name in (POSITION, HEADING)), _number(each.lag, ""))
        for each in comparisons
    ]
    note = "the delay is that of the best correlation, and was not applied"
    return Tabulated("At the end, and delay of the measured motion", headings, rows, note)


def _speeds(comparisons: Sequence[Comparison]) -> Tabulated:
    headings = ("dataset", "steady, simulated (m/s)", "measured", "rise, simulated (s)", "measured")

    def both(comparison: Comparison, tell: Callable[[Rise], float]) -> list[str]:
        return [_number(nan if rise is None else tell(rise), "") for rise in comparison.rises]

    rows = [
        (each.name, *both(each, lambda rise: rise.steady), *both(each, lambda rise: rise.time)) for each in comparisons
    ]
    return Tabulated("Steady speed, and time from a tenth to nine tenths of it", headings, rows)


def _number(value: float | None, name: str, form: str = ".3g") -> str:
    if value is None or not isfinite(value):
        return NOT_KNOWN
    return format(degrees(value) if name in (HEADING, YAW_RATE) else value, form)
