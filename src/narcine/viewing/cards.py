"""Tables and pictures as parts of a page."""

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from narcine.recording.tabulated import Tabulated
from narcine.viewing.svg import inlined, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MANY = 9
"""Columns beyond which a table is set in small letters."""
Pictures = dict[str, "Figure"]
"""By what they show, in words."""


def table_card(told: Tabulated, words: bool = False) -> str:
    """Return a table as a card of a page; columns of numbers stand to the right, those of words to the left."""
    own = ' class="keep"'
    aligned = "" if words else ' class="number"'
    first, *others = (escape(each).replace(" (", "<br>(") for each in told.headings)
    head = f"<th>{first}</th>" + "".join(f"<th{aligned}>{each}</th>" for each in others)
    lines = "".join(
        "<tr>"
        + "".join(f"<td{aligned if column else own}>{escape(cell)}</td>" for column, cell in enumerate(row))
        + "</tr>"
        for row in told.rows
    )
    note = f'<p class="small">{escape(told.note)}</p>' if told.note else ""
    dense = ' class="dense"' if len(told.headings) > MANY else ""
    table = f"<table{dense}><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    return f'<div class="card"><h3>{escape(told.title)}</h3>{table}{note}</div>'


def figure_cards(pictures: Pictures, home: str) -> list[str]:
    """Return pictures as cards of a page; `home` tells their inner names from those of others."""
    found = []
    with TemporaryDirectory() as folder:
        for number, (caption, figure) in enumerate(pictures.items()):
            drawn = Path(folder, f"{home}-{number}.svg")
            write_picture(figure, drawn)
            svg = inlined(drawn.read_text(encoding="utf-8"), caption)
            found.append(f'<div class="card"><figure>{svg}<figcaption>{escape(caption)}</figcaption></figure></div>')
    return found
