"""Comparisons as one page: tables, pictures, and what was done to each experiment."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import narcine
from narcine.identification.comparing.comparison import Comparison
from narcine.viewing.cards import Pictures, figure_cards, table_card
from narcine.viewing.comparison_tables import tables
from narcine.viewing.document import write_document


def write_comparison_page(
    file: Path, title: str, comparisons: Sequence[Comparison], together: Pictures, apart: Sequence[Pictures]
) -> None:
    """Write a page with the tables, the pictures of all datasets `together`, and those of each dataset `apart`."""
    body = [f"<h1>{escape(title)}</h1>", '<p class="citation">Measured motion beside simulated motion.</p>']
    body += [table_card(each) for each in tables(comparisons)]
    body += figure_cards(together, "all")
    for number, (comparison, pictures) in enumerate(zip(comparisons, apart, strict=True)):
        lines = "".join(f"<li>{escape(each)}</li>" for each in comparison.applied)
        doubts = "".join(f'<p class="why">{escape(each)}</p>' for each in comparison.doubts)
        body.append(f"<h2>{escape(comparison.name)}</h2>")
        body.append(f'<div class="card"><h3>What was applied</h3><ul>{lines}</ul>{doubts}</div>')
        body += figure_cards(pictures, f"set-{number}")
    footer = (
        f"narcine {narcine.__version__}. Velocities of the experiment come from its poses by a kinematic Kalman "
        "smoother; bands are two standard errors."
    )
    write_document(file, title, "\n".join(body), footer)
