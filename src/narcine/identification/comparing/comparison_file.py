"""Comparisons on disk: the table of all, each with everything that was found, and the courses themselves."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from narcine.identification.comparing.comparison import Comparison, ComparisonSettings
from narcine.identification.comparing.course import UNITS
from narcine.identification.comparing.likeness import POSITION
from narcine.recording.write import whole_file

WITH_POSITION = {POSITION: "m", **UNITS}
SPEEDS = ("simulated", "measured")


def write_table(comparisons: Sequence[Comparison], file: Path) -> None:
    """Write one row for each dataset, in SI units; cells of what was not measured are empty."""
    rows = [_row(each) for each in comparisons]
    headings = list(dict.fromkeys(heading for row in rows for heading in row))
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(headings)
        writer.writerows([_cell(row.get(heading)) for heading in headings] for row in rows)


def _row(comparison: Comparison) -> dict[str, Any]:
    row: dict[str, Any] = {"name": comparison.name}
    for kind, values in (("dtw", comparison.dtw), ("rms", comparison.rms), ("final", comparison.final)):
        row |= {f"{kind}_{name} [{WITH_POSITION[name]}]": value for name, value in values.items()}
    row |= {f"pearson_{name}": value for name, value in comparison.pearson.items()}
    for who, rise in zip(SPEEDS, comparison.rises, strict=True):
        row[f"{who}_steady_speed [m/s]"] = None if rise is None else rise.steady
        row[f"{who}_rise_time [s]"] = None if rise is None else rise.time
    return {**row, "lag [s]": comparison.lag, "engaged [s]": comparison.engaged}


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None or not isfinite(value) else f"{value:.7g}"


def write_details(comparisons: Sequence[Comparison], settings: ComparisonSettings, file: Path) -> None:
    """Write all that was found and how, as JSON in SI units; what is not known is null."""
    plain = {
        "settings": asdict(settings),
        "datasets": [
            {
                "name": each.name,
                "dtw": each.dtw,
                "pearson": each.pearson,
                "pearson_of_noise": list(each.unvaried),
                "rms": each.rms,
                "final": each.final,
                "speed": {
                    who: None if rise is None else asdict(rise) for who, rise in zip(SPEEDS, each.rises, strict=True)
                },
                "lag": each.lag,
                "engaged": each.engaged,
                "released": each.released,
                "shift": asdict(each.shift),
                "applied": list(each.applied),
                "doubts": list(each.doubts),
            }
            for each in comparisons
        ],
    }
    with whole_file(file) as unfinished:
        unfinished.write_text(json.dumps(_finite(plain), indent=2) + "\n", encoding="utf-8")


def _finite(value: Any) -> Any:
    """Return plain values with null for what is no number: JSON has no nan."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def write_courses(comparison: Comparison, file: Path) -> None:
    """Write both courses at their common times, with the standard errors of the measured one."""
    columns = {"time [s]": comparison.simulated.time}
    for name, unit in UNITS.items():
        if name in comparison.measured.values and name in comparison.simulated.values:
            columns[f"simulated_{name} [{unit}]"] = comparison.simulated.values[name]
            columns[f"measured_{name} [{unit}]"] = comparison.measured.values[name]
            columns[f"measured_{name}_error [{unit}]"] = comparison.measured.errors[name]
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([f"{value:.7g}" for value in row] for row in zip(*columns.values(), strict=True))
