"""`narcine run --feed`: what a run does so that others can follow it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.simulation.simulation import ControlLaw
    from narcine.simulation.stepper import Stepper

PERIOD = 0.02
"""Time on the wall between two samples (s)."""


@dataclass(frozen=True)
class Publication:
    """Where a run is sent to, and how many times as fast as reality it goes."""

    host: str
    port: int
    pace: float


def parse_publication(feed: str | None, pace: float | None) -> Publication | None:
    """Return where and how fast to publish, as asked."""
    from narcine.description.problems import DescriptionError, Place, Problem

    if pace is not None and not (isfinite(pace) and pace > 0.0):
        raise DescriptionError([Problem((), "must be a positive number: times real time", Place(f"--pace {pace:g}"))])
    if feed is None:
        if pace is not None:
            message = "says how fast a run goes that --feed publishes; add --feed PORT"
            raise DescriptionError([Problem((), message, Place(f"--pace {pace:g}"))])
        return None
    from narcine.simulation.feed_messages import parse_address

    try:
        host, port = parse_address(feed)
    except ValueError as error:
        raise DescriptionError([Problem((), str(error), Place("--feed"))]) from None
    return Publication(host, port, 1.0 if pace is None else pace)


@contextmanager
def published(
    run: "Stepper", publication: Publication | None, console: "Console"
) -> Iterator[tuple["ControlLaw | None", float]]:
    """Yield what a run calls, and how often (s), so that it is published and keeps its pace; nothing if not asked."""
    if publication is None:
        yield None, 1.0
        return
    from narcine.simulation.feed import Feed
    from narcine.simulation.pace import Pace

    pace = Pace(publication.pace)
    steps = max(1, round(PERIOD * publication.pace / run.step_size))
    with Feed(run, publication.port, publication.host) as feed:
        console.print(f"follow it with: narcine view {feed.address}", soft_wrap=True)

        def send(run: "Stepper") -> None:
            feed.send()
            pace.keep(run.time)

        try:
            yield send, steps * run.step_size
        finally:
            feed.send()
