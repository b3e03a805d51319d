"""Figures as SVG: files that stand alone, and the same inside a page, in the page's own colours."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from narcine.recording.write import whole_file
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_picture(figure: "Figure", file: Path) -> None:
    """Write a figure with its words as text, the same bytes for the same figure."""
    import matplotlib

    # the salt makes names inside a picture its own, so that several stand in one page
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": file.stem}), whole_file(file) as unfinished:
        figure.savefig(unfinished, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})


def inlined(svg: str, label: str) -> str:
    """Return a picture as part of a page: its ink and curves take the colours that the page has by day and by night."""
    from html import escape

    drawing = svg[svg.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'<g id="[^"]*"', "<g", drawing)
    for colour, name in {
        **{each: f"curve-{k}" for k, each in enumerate(COLOURS)},
        INK: "ink",
        "#ffffff": "card",
    }.items():
        drawing = re.sub(rf"{colour}\b", f"var(--{name})", drawing, flags=re.IGNORECASE)
    drawing = re.sub(r"#000000\b", "var(--ink)", drawing)
    found = re.search(r'viewBox="[^"]*"', drawing)
    box = found[0] if found else ""
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    opening = f'<svg role="img" aria-label="{escape(label)}" {names} {box}>'
    return re.sub(r"^<svg[^>]*>", lambda _: opening, drawing, count=1)
