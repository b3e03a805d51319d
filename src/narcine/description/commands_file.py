"""Commands from a CSV file: a column of times, then a column for each input, as vehicles log them.

They are put among the `commands` of a run when it is read, so that its file keeps them. What a column repeats is left
out: it holds anyway.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path as FilePath

from narcine.description.library import SCENARIOS, VEHICLES
from narcine.description.problems import DescriptionError, Path, Place, Problem
from narcine.description.quantities import AMBIGUOUS, UNITS, Amount, suggestion
from narcine.description.spreadsheet import Cells, Sheet, read_sheet
from narcine.description.tree import Tree

TIME = "time"
_HEADING = re.compile(r"^\s*([^\[\]]*?)\s*(?:\[\s*(.*?)\s*\])?\s*$")


@dataclass(frozen=True)
class Column:
    """An input of a file of commands: its name, its unit if the file says one, and what it is told when."""

    name: str
    place: Place
    unit: str
    scale: float
    cells: Cells
    rows: list[tuple[float, float | str]] = field(default_factory=list)

    def tell(self, time: float, value: float, line: int, place: int) -> None:
        """Add a row, unless it repeats the one before; what depends on the kind of input stays text with its unit."""
        told: float | str = f"{value!r} {self.unit}" if self.unit in AMBIGUOUS else Amount(value * self.scale)
        if self.rows and self.rows[-1][1] == told:
            return
        if isinstance(told, Amount):
            told.unit = self.unit
        self.rows.append((time, told))
        self.cells.at.append((line, place))


def expand_commands(tree: Tree, run: Path, file: FilePath) -> None:
    """Put what the `commands_file` of a run holds among its `commands`; on its inputs it has the last word."""
    settings = tree.at(run)
    name = settings.get("commands_file") if isinstance(settings, dict) else None
    if not isinstance(name, str):
        return
    path = (*run, "commands_file")
    try:
        columns = read_commands(find_beside(name, tree.place(path), file))
    except DescriptionError as error:
        columns = []
        tree.unfinished.add((*run, "commands"))
        tree.problems += [
            problem if problem.place is not None else Problem(path, problem.message, tree.place(path), name)
            for problem in error.problems
        ]
    del settings["commands_file"]
    if isinstance(settings.setdefault("commands", {}), dict):
        for column in columns:
            target = (*run, "commands", column.name)
            here: dict[Path, Place] = {(): column.place}
            tree.graft(target, Tree(tuple(column.rows), here, here, cells={(): column.cells}))


def find_beside(name: str, place: Place | None, file: FilePath) -> FilePath:
    """Return the file of a name: beside the file that says it, from here where it is set; else one that ships."""
    home = file.parent
    if place is not None:
        home = FilePath(place.file).parent if FilePath(place.file).is_file() else FilePath()
    for candidate in (home / name, SCENARIOS / name, VEHICLES / name):
        if candidate.is_file():
            return candidate
    near = suggestion(FilePath(name).name, [each.name for each in (home / name).parent.glob("*.csv")])
    raise DescriptionError([Problem((), f"there is no file {home / name}{near}")])


def read_commands(file: FilePath) -> list[Column]:
    """Return the columns of a file of commands that tell something, or raise all that is wrong with it."""
    sheet = read_sheet(file)
    rows = sheet.rows()
    first, headings = next(rows)
    columns = _columns(sheet, first, headings)
    sheet.finish()
    before, count = None, 0
    for line, cells in rows:
        count += 1
        if len(cells) != len(columns):
            told = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
            sheet.say(line, 0, f"has {told}, the first line has {len(columns)}; numbers have a decimal point")
            continue
        time = sheet.number(cells[0], TIME, line, 0)
        if time is not None:
            time *= columns[0].scale
            if before is not None and time <= before:
                said = f"times must grow from row to row; before it stands {before / columns[0].scale:g}"
                sheet.say(line, 0, said, TIME, cells[0].strip())
            before = time
        for place, column in enumerate(columns[1:], 1):
            if not cells[place] or cells[place].isspace():
                continue
            value = sheet.number(cells[place], column.name, line, place)
            if value is not None and time is not None:
                column.tell(time, value, line, place)
    if count == 0:
        sheet.say(first, 0, "has no rows below its first line")
    sheet.finish()
    return [column for column in columns[1:] if column.rows]


def _columns(sheet: Sheet, line: int, headings: list[str]) -> list[Column]:
    """Return the columns that the first line names."""
    columns: list[Column] = []
    for place, heading in enumerate(headings):
        match = _HEADING.match(heading)
        name, unit = (match[1], match[2] or "") if match else (heading.strip(), "")
        units = UNITS["time" if place == 0 else "input"]
        if place == 0 and name != TIME:
            sheet.say(line, place, f"the first column must be {TIME}{suggestion(name, [TIME])}", name)
        elif not name:
            sheet.say(line, place, "has no name: it must be an input")
        elif not match:
            sheet.say(line, place, "must be the name of an input, or `name [unit]`", name)
        elif unit and unit not in units:
            said = f"unknown unit {unit!r}; allowed: {', '.join(units)}{suggestion(unit, list(units))}"
            sheet.say(line, place, said, name)
        if name in [column.name for column in columns]:
            sheet.say(line, place, "stands in two columns", name)
        columns.append(Column(name, sheet.place(line, place), unit, units.get(unit, 1.0), Cells(sheet)))
    return columns
