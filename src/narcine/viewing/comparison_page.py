"""Comparisons as one page: tables, pictures, and what was done to each experiment."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import narcine
from narcine.identification.comparing.comparison import Comparison
from narcine.viewing.comparison_tables import Tabulated, tables
from narcine.viewing.document import write_document
from narcine.viewing.svg import inlined, write_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Pictures = dict[str, "Figure"]
"""By what they show, in words."""


def write_comparison_page(
    file: Path, title: str, comparisons: Sequence[Comparison], together: Pictures, apart: Sequence[Pictures]
) -> None:
    """Write a page with the tables, the pictures of all datasets `together`, and those of each dataset `apart`."""
    body = [f"<h1>{escape(title)}</h1>", '<p class="citation">Measured motion beside simulated motion.</p>']
    body += [_table(each) for each in tables(comparisons)]
    body += _figures(together, "all")
    for number, (comparison, pictures) in enumerate(zip(comparisons, apart, strict=True)):
        lines = "".join(f"<li>{escape(each)}</li>" for each in comparison.applied)
        doubts = "".join(f'<p class="why">{escape(each)}</p>' for each in comparison.doubts)
        body.append(f"<h2>{escape(comparison.name)}</h2>")
        body.append(f'<div class="card"><h3>What was applied</h3><ul>{lines}</ul>{doubts}</div>')
        body += _figures(pictures, f"set-{number}")
    footer = (
        f"narcine {narcine.__version__}. Velocities of the experiment come from its poses by a kinematic Kalman "
        "smoother; bands are two standard errors."
    )
    write_document(file, title, "\n".join(body), footer)


def _table(told: Tabulated) -> str:
    first, *others = map(escape, told.headings)
    head = f"<th>{first}</th>" + "".join(f'<th class="number">{each}</th>' for each in others)
    lines = "".join(
        "<tr>"
        + "".join(
            f'<td class="{"number" if column else "keep"}">{escape(cell)}</td>' for column, cell in enumerate(row)
        )
        + "</tr>"
        for row in told.rows
    )
    note = f'<p class="small">{escape(told.note)}</p>' if told.note else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    return f'<div class="card"><h3>{escape(told.title)}</h3>{table}{note}</div>'


def _figures(pictures: Pictures, home: str) -> list[str]:
    found = []
    with TemporaryDirectory() as folder:
        for number, (caption, figure) in enumerate(pictures.items()):
            drawn = Path(folder, f"{home}-{number}.svg")
            write_picture(figure, drawn)
            svg = inlined(drawn.read_text(encoding="utf-8"), caption)
            found.append(f'<div class="card"><figure>{svg}<figcaption>{escape(caption)}</figcaption></figure></div>')
    return found
