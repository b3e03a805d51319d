"""Tables of words, for the terminal and for pages."""

from collections.abc import Sequence
from typing import NamedTuple


class Tabulated(NamedTuple):
    """A table: what it tells, its headings, and its rows; the first column says what a row is about."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""
