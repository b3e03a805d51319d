"""Pages that read like the figure section of a paper: one for each paper, and one that lists them."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import count
from typing import TypeVar

import narcine
from narcine.reproduction.experiment import Check, Experiment, Paper
from narcine.reproduction.outcome import Checked, Drawn, Outcome
from narcine.reproduction.sensitivity_table import sensitivity
from narcine.reproduction.storage import Kept, Storage
from narcine.reproduction.tables import agreement, amount, path_words, range_text, share_of_draws, shown_unit, span
from narcine.reproduction.variants import HIGH, LOW, SEED
from narcine.viewing.document import write_document
from narcine.viewing.svg import inlined

INDEX = "index.html"
Result = TypeVar("Result", Outcome, Checked)
Rows = list[tuple[Experiment, Outcome | None, bool]]
"""Each row, what it came to if it was run, and whether that is up to date."""


def write_pages(papers: Iterable[Paper], storage: Storage) -> None:
    """Write the page of each paper of which something was run, and the index of all."""
    known = list(papers)
    for paper in known:
        if any(storage.find(part) for part in paper.parts):
            _write(storage, f"{paper.name}.html", paper.title, paper_body(paper, storage))
    _write(storage, INDEX, "Published experiments, run again", _index_body(known, storage))


def _write(storage: Storage, name: str, title: str, body: str) -> None:
    said = (
        f"narcine {narcine.__version__}. Intervals are the {LOW:g}th to {HIGH:g}th percentile of what a row reads over "
        f"draws from the ranges of all assumed numbers at once (Latin hypercube, uniform, seed {SEED})."
    )
    write_document(storage.folder / name, title, body, said)


def _rows(paper: Paper, storage: Storage) -> Rows:
    found = [(each, storage.find(each)) for each in paper.experiments]
    return [(each, _outcome(kept), kept is None or kept.current) for each, kept in found]


def _outcome(kept: Kept | None) -> Outcome | None:
    return kept.result if kept is not None and isinstance(kept.result, Outcome) else None


def paper_body(paper: Paper, storage: Storage) -> str:
    """Return a paper's page: the table of rows, then each row with its figures, the checks, the assumed numbers."""
    rows = _rows(paper, storage)
    numbers = count(1)
    parts = [
        f"<h1>{escape(paper.title)}</h1>",
        f'<p class="citation">{escape(paper.citation)}</p>',
        f'<div class="card">{_table(rows)}</div>',
        "<h2>Rows</h2>",
        *(_row(each, outcome, current, storage, numbers) for each, outcome, current in rows),
        *_checks(paper, storage, numbers),
        *_assumed(rows),
        f'<p class="small"><a href="{INDEX}">All papers</a></p>',
    ]
    return "\n".join(parts)


def _index_body(papers: list[Paper], storage: Storage) -> str:
    parts = ["<h1>Published experiments, run again</h1>", '<p class="citation">Ours beside theirs, paper by paper.</p>']
    for paper in papers:
        rows = _rows(paper, storage)
        ran = any(outcome is not None for _, outcome, _ in rows) or any(storage.find(each) for each in paper.checks)
        title = f'<a href="{paper.name}.html">{escape(paper.title)}</a>' if ran else escape(paper.title)
        parts += [
            f"<h2>{title}</h2>",
            f'<p class="citation">{escape(paper.citation)}</p>',
            f'<div class="card">{_table(rows, f"{paper.name}.html" if ran else "")}</div>',
        ]
    return "\n".join(parts)


def _table(rows: Rows, page: str = "") -> str:
    head = "".join(
        f"<th{kind}>{name}</th>"
        for name, kind in (
            ("row", ""),
            ("published", ""),
            ("ours", ' class="number"'),
            ("interval", ' class="number"'),
            ("agrees", ""),
            ("calibrated", ""),
        )
    )
    lines = []
    several = len({each.id.partition(".")[0] for each, _, _ in rows}) > 1
    for each, outcome, current in rows:
        vehicle, _, rest = each.id.partition(".")
        name = (f"{vehicle}: {rest}" if several else rest).replace("_", " ")
        link = f'<a href="{page}#{each.id}">{escape(name)}</a>' if outcome is not None else escape(name)
        cells = f'<td class="keep">{link}</td><td>{escape(each.published)}</td>'
        if outcome is None:
            cells += '<td colspan="4" class="small">not run</td>'
        else:
            old = "" if current else " (out of date)"
            cells += (
                f'<td class="number">{escape(amount(outcome.simulated, outcome.unit))}</td>'
                f'<td class="number">{escape(span(outcome))}</td>'
                f"<td>{_badge(outcome.ok)}{old}</td><td>{'yes' if outcome.calibrated else 'no'}</td>"
            )
        lines.append(f"<tr>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def _badge(ok: bool | None) -> str:
    word = agreement(ok)
    return f'<span class="verdict {word}">{word}</span>'


def _row(each: Experiment, outcome: Outcome | None, current: bool, storage: Storage, numbers: "count[int]") -> str:
    heading = f'<header><h3>{escape(each.title)}</h3><span class="id">{escape(each.id)}</span></header>'
    terms = [("Published", f"{escape(each.published)} <span class='small'>({escape(each.source)})</span>")]
    terms.append(("Counts as agreement", escape(each.counts)))
    if each.method:
        terms.append(("What we did", escape(each.method)))
    if outcome is None:
        terms.append(("Ours", "not run"))
        return f'<section class="card row" id="{each.id}">{heading}{_listed(terms)}</section>'
    terms += _ours(each, outcome)
    parts = [heading, _listed(terms)]
    if not current:
        parts.append("<p class='why'>Out of date: code, vehicle or settings have changed since this was run.</p>")
    if outcome.missed:
        words = each.explanation or "No explanation yet."
        parts.append(f'<div class="why"><p><b>Why it misses.</b> {escape(words)}</p></div>')
    parts += [_figure(drawn, storage, numbers) for drawn in outcome.drawn]
    parts += [_other_readings(each, outcome), sensitivity(outcome), _troubles(outcome)]
    return f'<section class="card row" id="{each.id}">{"".join(parts)}</section>'


def _ours(each: Experiment, outcome: Outcome) -> Iterator[tuple[str, str]]:
    calibrated = "an assumed number was set by this row" if outcome.calibrated else "not calibrated on this row"
    value = f'<span class="ours">{escape(amount(outcome.simulated, outcome.unit))}</span>'
    yield "Ours", f"{escape(each.reading.replace('_', ' '))} {value}; {calibrated}"
    if outcome.interval is not None:
        over = f"over {outcome.draws} draws from {len(outcome.assumed)} ranges"
        wide = f"{escape(span(outcome))} {escape(shown_unit(outcome.unit))} {over}"
        left = f"not drawn: {', '.join(each.fixed)}" if each.fixed else ""
        yield "Interval", "; ".join(filter(None, [wide, share_of_draws(outcome), escape(left)]))
    yield "Verdict", f"{_badge(outcome.ok)} {escape(outcome.note)}"


def _listed(terms: Iterable[tuple[str, str]]) -> str:
    return f"<dl>{''.join(f'<dt>{term}</dt><dd>{words}</dd>' for term, words in terms)}</dl>"


def _figure(drawn: Drawn, storage: Storage, numbers: "count[int]") -> str:
    svg = (storage.folder / drawn.file).read_text(encoding="utf-8")
    caption = f"<b>Figure {next(numbers)}.</b> {escape(drawn.caption)}"
    return f"<figure>{inlined(svg, drawn.caption)}<figcaption>{caption}</figcaption></figure>"


def _other_readings(each: Experiment, outcome: Outcome) -> str:
    shown = [(words, name) for name, words in each.shown.items() if name in outcome.readings]
    if not shown:
        return ""
    lines = []
    for words, name in shown:
        low_high = outcome.intervals.get(name)
        wide = range_text(*low_high, "") if low_high is not None else "-"
        value = amount(outcome.readings[name], "")
        lines.append(f'<tr><td>{escape(words)}</td><td class="number">{value}</td><td class="number">{wide}</td></tr>')
    head = '<tr><th>also read</th><th class="number">ours</th><th class="number">interval</th></tr>'
    return f"<table><thead>{head}</thead><tbody>{''.join(lines)}</tbody></table>"


def _troubles(outcome: Outcome) -> str:
    """Return what was left out of the draws, each with its reason, and what runs warned of."""
    told = [*outcome.unbuilt, *outcome.exploded]
    told += [f"the range of {each} is not understood and was left alone" for each in outcome.not_understood]
    listed = "".join(f"<li>{escape(each)}</li>" for each in told)
    left_out = f'<p class="small">Left out:</p><ul class="small">{listed}</ul>' if told else ""
    listed = "".join(f"<li>{escape(each)}</li>" for each in outcome.doubts)
    doubts = f'<p class="small">Warnings of its runs:</p><ul class="small">{listed}</ul>' if listed else ""
    return left_out + doubts


def _checks(paper: Paper, storage: Storage, numbers: "count[int]") -> Iterator[str]:
    if not paper.checks:
        return
    yield "<h2>Checks</h2>"
    for check in paper.checks:
        yield _check(check, storage, numbers)


def _check(check: Check, storage: Storage, numbers: "count[int]") -> str:
    kept = storage.find(check)
    heading = f'<header><h3>{escape(check.title)}</h3><span class="id">{escape(check.id)}</span></header>'
    text = f"<p>{escape(check.text)}</p>"
    if kept is None or not isinstance(kept.result, Checked):
        body = '<p class="small">not run</p>'
    else:
        old = "" if kept.current else " (out of date)"
        figures = "".join(_figure(each, storage, numbers) for each in kept.result.drawn)
        holds = {True: "holds", False: "does not hold", None: "reported"}[kept.result.ok]
        badge = f'<span class="verdict {agreement(kept.result.ok)}">{holds}</span>'
        body = f"<p>{badge}{old} {escape(kept.result.note)}</p>{figures}"
    return f'<section class="card row" id="{check.id}">{heading}{text}{body}</section>'


def _assumed(rows: Rows) -> Iterator[str]:
    """Yield all assumed numbers of each vehicle, once."""
    vehicles: dict[str, dict[str, str]] = {}
    for each, outcome, _ in rows:
        for known in outcome.assumed if outcome is not None else ():
            value, wide = amount(known.value, known.unit), range_text(known.low, known.high, known.unit)
            cells = (
                f'<td class="path">{path_words(known.name)}</td><td class="number">{escape(value)}</td>'
                f'<td class="number">{escape(wide)}</td><td>{escape(known.reason)}</td>'
            )
            vehicles.setdefault(each.vehicle, {})[known.name] = f"<tr>{cells}</tr>"
    if vehicles:
        yield "<h2>Assumed numbers</h2>"
    head = '<tr><th>number</th><th class="number">value</th><th class="number">range</th><th>reason</th></tr>'
    for vehicle, lines in vehicles.items():
        table = f"<table><thead>{head}</thead><tbody>{''.join(lines.values())}</tbody></table>"
        yield f'<div class="card"><h3>{escape(vehicle)}</h3>{table}</div>'
