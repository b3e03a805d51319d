"""Paths of obstacles and lamps from CSV files, put in as `path` when a description is read, so that runs keep them."""

import re
from pathlib import Path as FilePath

from narcine.description.commands_file import find_beside
from narcine.description.moving import PATH_COLUMNS
from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.description.quantities import UNITS, suggestion
from narcine.description.spreadsheet import Cells, Sheet, read_sheet
from narcine.description.tree import Tree

_HEADING = re.compile(r"^\s*([a-z]+)\s*(?:\[\s*(\S+)\s*\])?\s*$")
_ORDER = ", ".join(PATH_COLUMNS)


def expand_paths(tree: Tree, world: Path, file: FilePath) -> None:
    """Put what the path files of a world's obstacles and lamps hold in their place."""
    for section in ("obstacles", "lamps"):
        named = tree.at((*world, section))
        for name, block in named.items() if isinstance(named, dict) else ():
            if isinstance(block, dict) and isinstance(block.get("path_file"), str) and "path" not in block:
                _expand(tree, (*world, section, name), block, file)


def _expand(tree: Tree, path: Path, block: dict[str, object], file: FilePath) -> None:
    where, name = (*path, "path_file"), str(block.pop("path_file"))
    try:
        rows, cells = read_path(find_beside(name, tree.place(where), file))
    except DescriptionError as error:
        tree.unfinished.add(path)
        tree.problems += [
            problem if problem.place is not None else Problem(where, problem.message, tree.place(where), name)
            for problem in error.problems
        ]
        return
    place = tree.place(where)
    here: dict[Path, Place] = {} if place is None else {(): place}
    tree.graft((*path, "path"), Tree(rows, here, here, cells={(): cells}))


def read_path(file: FilePath) -> tuple[list[list[float]], Cells]:
    """Return the rows [time, north, east, down] of a file in SI units and where they stand, or raise all its faults."""
    sheet = read_sheet(file)
    lines = sheet.rows()
    first, headings = next(lines)
    scales = _scales(sheet, first, headings)
    sheet.finish()
    rows: list[list[float]] = []
    cells = Cells(sheet)
    for line, texts in lines:
        if len(texts) != len(scales):
            sheet.say(line, 0, f"has {len(texts)} cells, not {len(scales)}: {_ORDER}; numbers have a decimal point")
            continue
        read = [
            sheet.number(text, name, line, k) for k, (name, text) in enumerate(zip(PATH_COLUMNS, texts, strict=True))
        ]
        row = [scale * value for scale, value in zip(scales, read, strict=True) if value is not None]
        if len(row) < len(scales):
            continue
        if rows and row[0] <= rows[-1][0]:
            said = f"times must grow from row to row; before it stands {rows[-1][0] / scales[0]:g}"
            sheet.say(line, 0, said, "time", texts[0].strip())
        rows.append(row)
        cells.at.append((line, 0))
    if len(rows) < 2 and not sheet.problems:
        sheet.say(first, 0, f"has {len(rows)} rows below its first line; a path needs at least two")
    sheet.finish()
    return rows, cells


def _scales(sheet: Sheet, line: int, headings: list[str]) -> list[float]:
    """Return the factors of the units that the first line names, in the order of the columns."""
    scales = []
    if len(headings) != len(PATH_COLUMNS):
        sheet.say(line, 0, f"has {len(headings)} columns; a path has {_ORDER}")
    for k, (heading, (name, dimension)) in enumerate(zip(headings, PATH_COLUMNS.items(), strict=False)):
        match = _HEADING.match(heading)
        found, unit = (match[1], match[2] or "") if match else (heading.strip(), "")
        units = UNITS[dimension]
        if found != name:
            sheet.say(line, k, f"column {k + 1} must be {name}, or `{name} [unit]`; the columns are {_ORDER}", found)
        elif unit and unit not in units:
            said = f"unknown unit {unit!r}; allowed: {', '.join(units)}{suggestion(unit, list(units))}"
            sheet.say(line, k, said, name)
        scales.append(units.get(unit, 1.0))
    return scales
