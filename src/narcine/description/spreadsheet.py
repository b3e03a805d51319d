"""Text in rows and columns: CSV files, read so that every cell knows its line and column."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path as FilePath

from narcine.description.problems import DescriptionError, Place, Problem

MOST_SAID = 10
"""Problems of one file that are told one by one: what is wrong in each row need not be said ten thousand times."""
OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs"}


@dataclass
class Sheet:
    """The lines of a CSV file: commas between cells, points in numbers; UTF-8, whatever ends its lines."""

    file: str
    lines: list[str]
    problems: list[Problem] = field(default_factory=list)

    def place(self, line: int, column: int) -> Place:
        """Return where a cell stands, by its line (from 1) and its column (from 0)."""
        start, quoted = 1, False
        for number, letter in enumerate(self.lines[line - 1], 2):
            if column == 0:
                break
            quoted ^= letter == '"'
            if letter == "," and not quoted:
                start, column = number, column - 1
        return Place(self.file, line, start)

    def say(self, line: int, column: int, message: str, name: str = "", value: str | None = None) -> None:
        """Note a problem of a cell."""
        self.problems.append(Problem((name,) if name else (), message, self.place(line, column), value))

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number and the cells of each line that is not blank."""
        for number, line in enumerate(self.lines, 1):
            if line.strip():
                yield number, next(csv.reader([line])) if '"' in line else line.split(",")

    def number(self, text: str, name: str, line: int, column: int) -> float | None:
        """Return the number of a cell, or note what it is instead."""
        try:
            value = float(text)
        except ValueError:
            message = f"must be a number; a unit stands in the first line, as in `{name} [unit]`"
            self.say(line, column, message if text.strip() else "is empty", name, text.strip() or None)
            return None
        if not isfinite(value):
            self.say(line, column, "must be a finite number; an empty cell changes nothing", name, text.strip())
            return None
        return value

    def finish(self) -> None:
        """Raise what was noted."""
        said, rest = self.problems[:MOST_SAID], self.problems[MOST_SAID:]
        if rest:
            said.append(Problem((), f"{len(rest)} more problems from here on", rest[0].place))
        if said:
            raise DescriptionError(said)


def read_sheet(file: FilePath) -> Sheet:
    """Return a CSV file, or say why it is none."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DescriptionError([Problem((), f"cannot be read: {error.strerror}", Place(str(file)))]) from None
    except UnicodeDecodeError as error:
        raise DescriptionError([Problem((), f"is not text in UTF-8: {error.reason}", Place(str(file)))]) from None
    sheet = Sheet(str(file), text.splitlines())
    first = next(sheet.rows(), None)
    if first is None:
        raise DescriptionError([Problem((), "is empty", Place(str(file)))])
    line, cells = first
    for separator, word in OTHER_SEPARATORS.items():
        if len(cells) == 1 and separator in cells[0]:
            place = Place(str(file), line, cells[0].index(separator) + 1)
            message = f"has {word} between its cells; write commas between them, and points in numbers"
            raise DescriptionError([Problem((), message, place)])
    return sheet


@dataclass(frozen=True)
class Cells:
    """Where the rows of a table stand in a sheet: the line and the column of each."""

    sheet: Sheet
    at: list[tuple[int, int]] = field(default_factory=list)

    def place(self, row: int) -> Place:
        """Return the place of a row."""
        return self.sheet.place(*self.at[row])
