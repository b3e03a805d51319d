"""Columns that tables of runs and tables of points share."""

from narcine.description.quantities import suggestion
from narcine.identification.columns import Table, refuse_file
from narcine.identification.towing.axes import AXES, TURNING


def axis_column(table: Table, axis: str | None) -> list[str]:
    """Return the axis of each row: as the file says, or the given one for all."""
    if "axis" not in table.words:
        if axis is None:
            raise refuse_file(table.file, f"there is no column 'axis'; say it with --axis: {', '.join(AXES)}")
        return [axis] * len(table)
    if axis is not None:
        raise table.refuse(0, "axis", f"the file says the axis itself; leave out --axis {axis}")
    words = [word.lower() for word in table.words["axis"]]
    for row, word in enumerate(words):
        if word not in AXES:
            raise table.refuse(row, "axis", f"must be one of {', '.join(AXES)}{suggestion(word, AXES)}", word)
    return words


def column_of(table: Table, row: int, axis: str, turning: str, straight: str) -> str:
    """Return which of two columns holds what belongs to an axis: one for turning, one for moving straight."""
    name = turning if axis in TURNING else straight
    if name not in table.numbers:
        there = ", ".join([*table.words, *table.numbers, *table.unused])
        raise refuse_file(
            table.file, f"line {table.lines[row]}: {axis} takes a column {name!r}; the first line has {there}"
        )
    return name
