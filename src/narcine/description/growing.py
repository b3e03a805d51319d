"""Tables in files: rows whose first entry grows from row to row."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from narcine.description.quantities import fail, parse_number

ENTRY_SCHEMA: dict[str, Any] = {"type": ["number", "string"]}


def growing_rows(value: Any, columns: Mapping[str, str], least: int = 2) -> tuple[tuple[float, ...], ...]:
    """Return the rows of a table in SI units; columns have a name and a dimension, the first one grows."""
    shown = f"[{', '.join(columns)}]"
    if not isinstance(value, list | tuple) or len(value) < least:
        raise fail(f"must be a list of at least {('one row', 'two rows')[least - 1]} {shown}")
    rows = []
    for row in value:
        if not isinstance(row, list | tuple) or len(row) != len(columns):
            raise fail(f"each row must be {shown}")
        rows.append(
            tuple(parse_number(entry, dimension) for entry, dimension in zip(row, columns.values(), strict=True))
        )
    if any(second[0] <= first[0] for first, second in pairwise(rows)):
        raise fail(f"{next(iter(columns))}s must grow from row to row")
    return tuple(rows)


def rows_schema(width: int, least: int = 2) -> dict[str, Any]:
    """Return the JSON schema of such a table."""
    row = {"type": "array", "items": ENTRY_SCHEMA, "minItems": width, "maxItems": width}
    return {"type": "array", "items": row, "minItems": least}
