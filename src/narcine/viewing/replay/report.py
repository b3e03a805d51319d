"""One file that shows a run in any browser, without a network: replay, curves, numbers and the description."""

import base64
import hashlib
import io
import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.recording.write import whole_file
from narcine.viewing.replay.data import as_script, replay_data
from narcine.viewing.silhouettes import why_no_shapes

if TYPE_CHECKING:
    import xarray

SCRIPTS = ("space", "recording", "camera", "shaders", "stage", "plots", "overlay", "hands", "replay")
"""The page's scripts, each after those that it uses."""
FEW_COLUMNS = 3
"""Columns of a table up to which each row keeps to one line."""
MOST_TEXT = 300_000
"""Letters of a description that are shown; logs of commands can be longer."""


def write_report(run: "xarray.Dataset", path: Path | str) -> None:
    """Write the report of a run."""
    with whole_file(Path(path)) as unfinished:
        unfinished.write_text(report_of(run), encoding="utf-8")


def report_of(run: "xarray.Dataset") -> str:
    """Return the report of a run as one HTML text."""
    return assembled(
        replay_data(run),
        title=escape(str(run.attrs.get("title", "run"))),
        about=escape(str(run.attrs.get("summary", ""))),
        warnings=_warnings(run),
        summary=_summary(run),
        details="".join(_details(run)),
        footer=escape(_footer(run)),
    )


def assembled(data: dict[str, Any], **parts: str) -> str:
    """Return the page with its style, scripts and data; parts that are not given stay empty."""
    script = '"use strict";\n{\n' + "\n".join(_text(f"{name}.js") for name in SCRIPTS) + "}\n"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    parts |= {
        "script": script,
        "script_hash": f"sha256-{digest}",
        "style": _text("replay.css"),
        "data": as_script(data),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts.get(found[1], ""), _text("page.html"))


def _text(name: str) -> str:
    return files("narcine.viewing.replay").joinpath(name).read_text(encoding="utf-8")


def _warnings(run: "xarray.Dataset") -> str:
    """Return what makes one doubt the run, why it ended when that was early, and why its shapes are not shown."""
    from narcine.simulation.simulation import FULL_DURATION, SAVED

    doubts = [str(doubt) for doubt in json.loads(run.attrs.get("warnings", "[]"))]
    ended = str(run.attrs.get("ended", FULL_DURATION))
    if ended != FULL_DURATION and not ended.startswith(SAVED):
        doubts.insert(0, ended)
    doubts += filter(None, [why_no_shapes(run)])
    listed = "".join(f"<li>{escape(doubt)}</li>" for doubt in doubts)
    return f'<div class="card warnings"><ul>{listed}</ul></div>' if doubts else ""


def _summary(run: "xarray.Dataset") -> str:
    from narcine.recording.summary import summarise
    from narcine.recording.tables import coupling_rows, summary_rows, touch_lines

    if run.sizes["time"] <= 2:
        return "<p>Too short for numbers.</p>"
    if not all(np.isfinite(run[name].values).all() for name in ("position", "speed")):
        return "<p>No numbers: the run does not stay finite.</p>"
    summaries = summarise(run)
    touches = "".join(f"<p>{escape(line)}</p>" for line in touch_lines(summaries))
    couplings = coupling_rows(run)
    return _table(summary_rows(summaries)) + touches + (_table(couplings) if couplings else "")


def _table(rows: list[list[str]]) -> str:
    head, *body = ("".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) for row, tag in _tagged(rows))
    lines = "".join(f"<tr>{row}</tr>" for row in body)
    few = ' class="few"' if len(rows[0]) <= FEW_COLUMNS else ""
    return f"<table{few}><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def _tagged(rows: list[list[str]]) -> Iterator[tuple[list[str], str]]:
    for number, row in enumerate(rows):
        yield row, "td" if number else "th"


def _details(run: "xarray.Dataset") -> Iterator[str]:
    settings = json.loads(run.attrs.get("settings", "{}"))
    if settings:
        yield _section("Set on top of the file", _yaml(settings))
    if "description" in run.attrs:
        yield _section("Description", _yaml(json.loads(run.attrs["description"])))


def _section(title: str, text: str) -> str:
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"


def _yaml(value: Any) -> str:
    """Return a value as a vehicle file would say it."""
    from ruamel.yaml import YAML

    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = None  # short lists in one line
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    writer.width = 110
    writer.allow_unicode = True
    text = io.StringIO()
    writer.dump(value, text)
    whole = text.getvalue()
    return whole if len(whole) <= MOST_TEXT else f"{whole[:MOST_TEXT]}\n... (the run file holds the rest)"


def _footer(run: "xarray.Dataset") -> str:
    time = run["time"].values
    told = [
        f"{time[-1] - time[0]:g} s",
        f"{run.attrs.get('integrator', '')}, step {run.attrs.get('step', 0.0):g} s",
        f"seed {run.attrs.get('seed', 0)}",
        f"surface {run.attrs.get('surface', 'none')}",
        str(run.attrs.get("source", "narcine")),
    ]
    return " \u00b7 ".join(told)
