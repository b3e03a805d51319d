"""Pages that read like the figure section of a paper: one file, no network, by day and by night."""

import re
from html import escape
from importlib.resources import files
from pathlib import Path

from narcine.recording.write import whole_file


def write_document(file: Path, title: str, body: str, footer: str) -> None:
    """Write a page whose body is HTML, in the look of all pages."""
    parts = {"title": escape(title), "style": _text("document.css"), "body": body, "footer": escape(footer)}
    page = re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _text("document.html"))
    with whole_file(file) as unfinished:
        unfinished.write_text(page, encoding="utf-8")


def _text(name: str) -> str:
    return files("narcine.viewing").joinpath(name).read_text(encoding="utf-8")
