"""`narcine reproduce`: published experiments, run again."""

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from narcine.reproduction.harness import Done, Watching
    from narcine.reproduction.papers import Chosen

OUT = "reproduction"
STRONGEST = 3
"""Assumed numbers that the terminal names where a row misses; the page has them all."""


def reproduce_command(
    *what: str,
    out: str = OUT,
    json_: Annotated[Path | None, Parameter(name="--json")] = None,
    sensitivity: Annotated[bool, Parameter(negative=())] = False,
    fresh: Annotated[bool, Parameter(negative=())] = False,
    list_: Annotated[bool, Parameter(name="--list", negative=())] = False,
) -> int:
    """Run published experiments and put ours beside theirs.

    Writes a page for each paper (PAPER.html), an index (index.html) and the figures (SVG). Ours comes with an interval:
    the 5th to 95th percentile over draws from the ranges of all assumed numbers. A row that misses shows which of them
    move it. Ctrl-C keeps the rows that are finished; the same command then goes on from there, and rows whose vehicle,
    code and settings did not change are not run again.

    Examples
    --------
      narcine reproduce
      narcine reproduce raybot
      narcine reproduce raybot.buoyancy --sensitivity
      narcine reproduce raybot --out results/raybot --json raybot.json
      narcine reproduce --list

    Parameters
    ----------
    what
        papers, or ids of rows and checks; everything when not given
    out
        folder for pages, figures and what is kept
    json_
        also write the rows to this file
    sensitivity
        find what each assumed number does alone for rows that agree as well
    fresh
        run everything anew
    list_
        list what there is and run nothing

    """
    from rich.console import Console

    from narcine.reproduction.papers import PAPERS, choose

    chosen = choose(what)
    if list_:
        _list(chosen)
        return 0
    if not out.strip():
        from narcine.cli.pictures import refuse

        raise refuse("--out", "must name a folder")
    from narcine.cli.folder import locked
    from narcine.cli.run import say_if_compiling
    from narcine.recording.write import try_to_write
    from narcine.reproduction.experiment import Check
    from narcine.reproduction.harness import reproduce
    from narcine.reproduction.storage import Storage

    console = Console(stderr=True, highlight=False)
    say_if_compiling(console)
    if any(isinstance(part, Check) and part.coupled for _, parts in chosen for part in parts):
        say_if_compiling(console, coupled=True)
    folder = Path(out)
    storage = Storage(folder)
    if json_ is not None:
        try_to_write(json_)
    done: list[Done] = []
    interrupted = False
    with locked(folder):
        try:
            with _watched(chosen, console) as watching:
                for each in reproduce(chosen, PAPERS, storage, watching, fresh, sensitivity):
                    done.append(each)
        except KeyboardInterrupt:
            interrupted = True
        _report(done, folder)
        _write_json(done, json_)
    if interrupted:
        total = sum(len(parts) for _, parts in chosen)
        kept = ", ".join(each.part.id for each in done) or "nothing yet"
        console.print(
            f"interrupted with {len(done)} of {total} done; {folder} keeps {kept}; the same command goes on from there",
            style="bold red",
            soft_wrap=True,
        )
        return 130
    return 1 if any(_is_broken(each) for each in done) else 0


def _is_broken(done: "Done") -> bool:
    """Say whether this is a check that does not hold; a row that misses is a result."""
    from narcine.reproduction.outcome import Checked

    return isinstance(done.result, Checked) and done.result.ok is False


def _list(chosen: "Sequence[Chosen]") -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from narcine.reproduction.experiment import Experiment

    console = Console(highlight=False)
    for paper, parts in chosen:
        console.print(f"{paper.name}: {paper.title}", style="bold", markup=False)
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for part in parts:
            words = f"{part.published} ({part.source})" if isinstance(part, Experiment) else f"check: {part.title}"
            table.add_row(f"  {part.id}", escape(words))
        console.print(table)


@contextmanager
def _watched(chosen: "Sequence[Chosen]", console: "Console") -> "Iterator[Watching]":
    """Show a bar with the part that is run, what of it, and how far it is."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from narcine.reproduction.experiment import Check, Experiment

    ids = [part.id for _, parts in chosen for part in parts]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def watching(part: Experiment | Check, what: str, done: int, total: int) -> None:
            place = f"{ids.index(part.id) + 1} of {len(ids)}"
            progress.update(task, description=f"{place}  {part.id}: {what}", completed=done, total=total)

        yield watching


def _report(done: "Sequence[Done]", folder: Path) -> None:
    """Print the table of rows, why rows miss, and what checks found."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from narcine.reproduction.experiment import Experiment
    from narcine.reproduction.outcome import Checked, Outcome
    from narcine.reproduction.tables import agreement, amount, share_of_draws, span

    console = Console(highlight=False)
    rows = [(each.part, each.result) for each in done if isinstance(each.result, Outcome)]
    if rows:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column("row and what was published", ratio=1)
        for heading in ("ours", "interval"):
            table.add_column(heading, justify="right", no_wrap=True)
        for heading in ("agrees", "calibrated"):
            table.add_column(heading, no_wrap=True)
        for _, result in rows:
            style = {True: "green", False: "bold red", None: ""}[result.ok]
            word = agreement(result.ok)
            cells = (
                escape(amount(result.simulated, result.unit)),
                span(result),
                f"[{style}]{word}[/]" if style else word,
            )
            row = f"[bold]{result.id}[/]\n{escape(result.published)}"
            table.add_row(row, *cells, "yes" if result.calibrated else "no")
        console.print(table)
    for part, result in rows:
        agrees = share_of_draws(result)
        console.print(f"\n{result.id}: {result.note}{f'; {agrees}' if agrees else ''}", markup=False)
        if result.missed and isinstance(part, Experiment):
            _explain(part, result, console)
    for each in done:
        if isinstance(each.result, Checked):
            holds = {True: "holds", False: "DOES NOT HOLD", None: "reported"}[each.result.ok]
            console.print(f"\n{each.part.id}: {holds}; {each.result.note}", markup=False)
    again = sum(not each.now for each in done)
    if again:
        console.print(f"\n{again} of {len(done)} were up to date and not run again (--fresh runs all anew)")
    if done:
        console.print(f"\npages: {folder / 'index.html'}", soft_wrap=True, markup=False)


def _explain(part: object, result: object, console: "Console") -> None:
    """Print why a row misses, and which assumed numbers move it most."""
    from narcine.reproduction.experiment import Experiment
    from narcine.reproduction.outcome import Outcome
    from narcine.reproduction.tables import change, range_text, shown_unit, worth_a_line

    assert isinstance(part, Experiment)
    assert isinstance(result, Outcome)
    console.print(f"  why: {part.explanation or 'no explanation yet'}", markup=False)
    for each in worth_a_line(result)[:STRONGEST]:
        ends = (change(end, result.simulated) for end in (each.at_low, each.at_high))
        moved = f"moves it by {' and '.join(ends)} {shown_unit(result.unit)}".rstrip()
        console.print(f"  {each.name} over {range_text(each.low, each.high, each.unit)} {moved}", markup=False)


def _write_json(done: "Sequence[Done]", file: Path | None) -> None:
    from narcine.recording.write import whole_file
    from narcine.reproduction.outcome import Outcome

    if file is not None:
        rows = [each.result.as_row() for each in done if isinstance(each.result, Outcome)]
        with whole_file(file) as unfinished:
            unfinished.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
