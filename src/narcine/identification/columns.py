"""Tables of measurements: CSV files whose first line names columns and units; faults name row and column."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import AMBIGUOUS, UNITS, suggestion
from narcine.description.spreadsheet import Sheet, read_sheet
from narcine.recording.trajectory import Array

LOST = ("", "nan", "na")
"""What the cell of a sample that is not there holds."""
_HEADING = re.compile(r"^\s*([^\[\]]*?)\s*(?:\[\s*(.*?)\s*\])?\s*$")


@dataclass(frozen=True)
class Column:
    """What a column may hold."""

    dimension: str = "ratio"
    """of its numbers, which are read into SI units"""
    gaps: bool = False
    """whether cells may be empty or nan: samples that were lost"""
    above: float | None = None
    """what its numbers must be greater than (SI)"""
    text: bool = False
    """whether it holds words"""


@dataclass(frozen=True)
class Table:
    """What a file of measurements holds, in SI units, and where each row stands in it."""

    file: Path
    numbers: dict[str, Array]
    """by column, (row,); nan where a cell is empty"""
    words: dict[str, list[str]]
    """by column"""
    unused: tuple[str, ...]
    """headings of columns that nobody asked for"""
    lines: list[int]
    """of the file, by row"""
    places: dict[str, int]
    """of columns in the file, from 0"""
    sheet: Sheet

    def __len__(self) -> int:
        return len(self.lines)

    def refuse(self, row: int, column: str, message: str, value: str | None = None) -> DescriptionError:
        """Return the error of a cell."""
        place = self.sheet.place(self.lines[row], self.places[column])
        return DescriptionError([Problem((column,), message, place, value)])


def read_table(
    file: Path,
    known: Mapping[str, Column],
    needed: tuple[str, ...],
    families: Mapping[str, Column] | None = None,
    fewest: int = 1,
    foreign: Mapping[str, str] | None = None,
) -> Table:
    """Return the columns of a file that are known, or raise all that is wrong with it.

    A unit may stand in the first line: `speed [cm/s]`. `families` are columns called PREFIX.NAME, by prefix; `foreign`
    headings are those of others, in small letters, with what they are called here. Columns that are not known are left
    unused.
    """
    sheet = read_sheet(file)
    rows = sheet.rows()
    first, headings = next(rows)
    headings = [(foreign or {}).get(heading.strip().lower(), heading) for heading in headings]
    found, unused = _found(sheet, first, headings, known, families or {}, needed)
    sheet.finish()
    numbers: dict[str, list[float]] = {name: [] for name, (_, _, kind) in found.items() if not kind.text}
    words: dict[str, list[str]] = {name: [] for name, (_, _, kind) in found.items() if kind.text}
    lines = []
    for line, cells in rows:
        if len(cells) != len(headings):
            told = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            said = f"has {told}, the first line has {len(headings)}; numbers have a decimal point"
            sheet.say(line, 0, said)
            continue
        lines.append(line)
        for name, (place, scale, kind) in found.items():
            if kind.text:
                words[name].append(_word(sheet, cells[place], name, line, place, kind))
            else:
                numbers[name].append(_number(sheet, cells[place], name, line, place, kind, scale))
    if len(lines) < fewest and not sheet.problems:
        rows_told = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
        sheet.say(first, 0, f"has {rows_told} below its first line; it takes {fewest} at least")
    sheet.finish()
    return Table(
        file,
        {name: np.array(values) for name, values in numbers.items()},
        words,
        unused,
        lines,
        {name: place for name, (place, _, _) in found.items()},
        sheet,
    )


def check_times(table: Table, column: str = "time") -> None:
    """Raise where times do not grow from row to row."""
    times = table.numbers[column]
    for row in np.flatnonzero(~(np.diff(times) > 0.0))[:1] + 1:
        before, here = float(times[row - 1]), float(times[row])
        raise table.refuse(
            int(row), column, f"times must grow from row to row; before it stands {before:g} s", f"{here:g}"
        )


def refuse_file(file: Path, message: str) -> DescriptionError:
    """Return the error of a file as a whole."""
    return DescriptionError([Problem((), message, Place(str(file)))])


def _found(
    sheet: Sheet,
    line: int,
    headings: list[str],
    known: Mapping[str, Column],
    families: Mapping[str, Column],
    needed: tuple[str, ...],
) -> tuple[dict[str, tuple[int, float, Column]], tuple[str, ...]]:
    """Return place, factor and kind of each known column, and the headings of the others."""
    found: dict[str, tuple[int, float, Column]] = {}
    unused = []
    for place, heading in enumerate(headings):
        match = _HEADING.match(heading)
        name, unit = (match[1], match[2] or "") if match else (heading.strip(), "")
        kind = known.get(name) or families.get(name.partition(".")[0] if "." in name else "")
        if kind is None:
            unused.append(heading.strip())
            continue
        units = {} if kind.text else UNITS[kind.dimension]
        if name in found:
            sheet.say(line, place, "stands in two columns", name)
        elif unit and unit not in units:
            allowed = f"allowed: {', '.join(units)}" if units else "it has none"
            sheet.say(line, place, f"unknown unit {unit!r}; {allowed}{suggestion(unit, list(units))}", name)
        elif kind.dimension == "input" and unit in AMBIGUOUS:
            sheet.say(line, place, f"{unit} may be of a rate or of a frequency; write plain numbers in SI units", name)
        found[name] = (place, units.get(unit, 1.0), kind)
    for name in needed:
        if name not in found:
            there = ", ".join(heading.strip() for heading in headings)
            near = suggestion(name, [each.partition("[")[0].strip() for each in unused])
            sheet.say(line, 0, f"there is no column {name!r}{near}; the first line has {there}")
    return found, tuple(unused)


def _number(sheet: Sheet, text: str, name: str, line: int, place: int, kind: Column, scale: float) -> float:
    if text.strip().lower() in LOST:
        if not kind.gaps:
            sheet.say(line, place, "is empty" if not text.strip() else "must be a number", name, text.strip() or None)
        return float("nan")
    value = sheet.number(text, name, line, place)
    if value is None:
        return float("nan")
    if kind.above is not None and not value * scale > kind.above:
        sheet.say(line, place, f"must be greater than {kind.above:g}", name, text.strip())
    return value * scale


def _word(sheet: Sheet, text: str, name: str, line: int, place: int, kind: Column) -> str:
    if not text.strip() and not kind.gaps:
        sheet.say(line, place, "is empty", name)
    return text.strip()
