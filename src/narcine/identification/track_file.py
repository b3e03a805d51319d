"""Files of tracks: samples of positions as a tracking camera writes them, and the track that was fitted to them."""

import csv
import re
from math import isnan
from pathlib import Path

import numpy as np

from narcine.description.problems import DescriptionError, Place, Problem
from narcine.description.quantities import UNITS, suggestion
from narcine.description.spreadsheet import Sheet, read_sheet
from narcine.identification.track import Track
from narcine.recording.write import whole_file
from narcine.sensing.camera import Samples

COLUMNS = {"time": "time", "x": "length", "y": "length", "sigma": "length"}
"""Columns of a file of samples, and what they hold; the last need not be there."""
NEEDED = ("time", "x", "y")
LOST = ("", "nan", "na")
"""What cells of a sample that is not there hold."""
_HEADING = re.compile(r"^\s*([^\[\]]*?)\s*(?:\[\s*(.*?)\s*\])?\s*$")


def read_samples(file: Path) -> Samples:
    """Return the samples in a CSV file with the columns time, x, y and perhaps sigma, or raise all that is wrong.

    Rows whose x or y is empty or nan are gaps. A unit may stand in the first line: `x [cm]`.
    """
    sheet = read_sheet(file)
    rows = sheet.rows()
    line, headings = next(rows)
    columns = _columns(sheet, line, headings)
    sheet.finish()
    found: list[list[float]] = []
    last = -np.inf
    for line, cells in rows:
        if len(cells) < len(headings):
            sheet.say(line, 0, f"has {len(cells)} cells; the first line has {len(headings)}")
            continue
        texts = {name: cells[column].strip() for name, (column, _) in columns.items()}
        if any(texts[name].lower() in LOST for name in texts if name != "time"):
            continue
        values = [sheet.number(texts[name], name, line, column) for name, (column, _) in columns.items()]
        numbers = [
            value * scale for value, (_, scale) in zip(values, columns.values(), strict=True) if value is not None
        ]
        if len(numbers) < len(values):
            continue
        if not numbers[0] > last:
            sheet.say(line, columns["time"][0], f"must come after {last:g} s, the time before", "time", texts["time"])
        if len(numbers) == len(COLUMNS) and not numbers[3] > 0.0:
            sheet.say(line, columns["sigma"][0], "must be greater than 0", "sigma", texts["sigma"])
        last = numbers[0]
        found.append(numbers)
    sheet.finish()
    table = np.array(found).reshape(-1, len(columns))
    return Samples(table[:, 0], table[:, 1:3], table[:, 3] if len(columns) == len(COLUMNS) else None)


def _columns(sheet: Sheet, line: int, headings: list[str]) -> dict[str, tuple[int, float]]:
    """Return where each column stands and what its numbers are multiplied by."""
    found: dict[str, tuple[int, float]] = {}
    for column, heading in enumerate(headings):
        match = _HEADING.match(heading)
        name, unit = (match[1], match[2] or "") if match else (heading.strip(), "")
        if name not in COLUMNS:
            continue
        units = UNITS[COLUMNS[name]]
        if unit and unit not in units:
            near = suggestion(unit, list(units))
            sheet.say(line, column, f"unknown unit {unit!r}; allowed: {', '.join(units)}{near}", name)
        found[name] = (column, units.get(unit, 1.0))
    for name in NEEDED:
        if name not in found:
            there = ", ".join(heading.strip() for heading in headings)
            sheet.say(line, 0, f"there is no column {name!r}; the first line must name time, x and y; it has {there}")
    return {name: found[name] for name in COLUMNS if name in found}


def write_track(track: Track, file: Path, axes: tuple[str, str] = ("x", "y")) -> None:
    """Write a track as a CSV file; cells of what is not known are empty."""
    table = (track.time, *track.place.T, track.speed, track.speed_error, track.course, track.turn_rate)
    heading = ("time", *axes, "speed", "speed_error", "course", "turn_rate")
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(heading)
        for row in zip(*table, strict=True):
            writer.writerow(["" if isnan(value) else f"{value:.7g}" for value in row])


def refuse_track(file: Path, message: str) -> DescriptionError:
    """Return the error of samples that make no track."""
    return DescriptionError([Problem((), message, Place(str(file)))])
