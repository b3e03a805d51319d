"""Running what was chosen, row by row; each is on disk with its pages before the next begins."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from narcine.reproduction.experiment import Check, Experiment, Paper
from narcine.reproduction.outcome import Checked, Outcome
from narcine.reproduction.page import write_pages
from narcine.reproduction.papers import Chosen
from narcine.reproduction.running import run_experiment, with_effects
from narcine.reproduction.storage import Storage
from narcine.viewing.figures import style


class Watching(Protocol):
    """Told which part is run, what of it, and how far it is."""

    def __call__(self, part: Experiment | Check, what: str, done: int, total: int) -> None:
        """Show it."""


class Done(NamedTuple):
    """A row or check that is finished, and whether it was run now."""

    part: Experiment | Check
    result: Outcome | Checked
    now: bool


def reproduce(
    chosen: Sequence[Chosen],
    papers: Mapping[str, Paper],
    storage: Storage,
    watching: Watching,
    fresh: bool = False,
    sensitivity: bool = False,
) -> Iterator[Done]:
    """Yield each part as it is finished; what is kept and up to date is not run again, unless asked afresh."""
    write_pages(papers.values(), storage)
    for paper, parts in chosen:
        for part in parts:
            kept = None if fresh else storage.find(part)
            known = kept.result if kept is not None and kept.current else None
            if isinstance(part, Check):
                assert known is None or isinstance(known, Checked)
                result: Outcome | Checked = known or _checked(part, storage, watching)
            else:
                assert known is None or isinstance(known, Outcome)
                result = _finished(paper, part, known, storage, watching, sensitivity)
            if result is not known:
                write_pages(papers.values(), storage)
            yield Done(part, result, result is not known)


def _checked(check: Check, storage: Storage, watching: Watching) -> Checked:
    began = time.perf_counter()
    watching(check, "check", 0, 1)
    with style():
        ok, note, pictures = check.find()
        drawn = storage.draw(check, pictures)
    result = Checked(check.id, None if ok is None else bool(ok), note, drawn, time.perf_counter() - began)
    storage.keep(check, result)
    return result


def _finished(
    paper: Paper,
    experiment: Experiment,
    known: Outcome | None,
    storage: Storage,
    watching: Watching,
    sensitivity: bool,
) -> Outcome:
    """Return a row with all that it needs; it is kept before its sensitivity is found, which can take as long again."""
    progress = _for_part(experiment, watching)
    outcome = known
    if outcome is None:
        ran = run_experiment(paper, experiment, progress)
        with style():
            drawn = storage.draw(experiment, experiment.draw(ran.readings) if ran.outcome.readings else ())
        outcome = replace(ran.outcome, drawn=drawn)
        storage.keep(experiment, outcome)
    if outcome.effects is None and (sensitivity or outcome.missed):
        outcome = with_effects(experiment, outcome, progress)
        storage.keep(experiment, outcome)
    return outcome


def _for_part(part: Experiment | Check, watching: Watching) -> Callable[[str, int, int], None]:
    return lambda what, done, total: watching(part, what, done, total)
