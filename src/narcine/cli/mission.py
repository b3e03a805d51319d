"""`narcine mission`: fly missions in software-in-the-loop, and leave logs, numbers and pictures."""

import json
import time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from narcine.cli.mission_folder import HOLDS, LOG, PAGE, RUN, folders, tidy, written

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.mission.flying import Flown
    from narcine.mission.preparing import Prepared
    from narcine.recording.tabulated import Tabulated

SEVERAL = "missions"
"""How the folder of several missions begins."""
TOGETHER = "Missions beside each other"


def mission_command(
    *sources: str,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    duration: str | None = None,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
    plots: bool = True,
    realtime: Annotated[bool, Parameter(negative=())] = False,
    pace: float | None = None,
) -> int:
    """Fly missions in software-in-the-loop: drivers, control and safety rules of a vehicle that is simulated.

    Writes mission.mcap (all that was said on the bus; Foxglove opens it), run.nc (`narcine view`, `narcine film` play
    it back), pictures of track, control and turns, and mission.html, a page to mail. A mission whose file has an error
    does not start. Ctrl-C ends the flight and keeps what was flown.

    Examples
    --------
      narcine mission zigzag_base
      narcine mission zigzag_morpheus_fins zigzag_morpheus_plain zigzag_ematt
      narcine mission depth_steps --set frontseat.modes.cruise.depth.kp=0.3 --duration "2 min"
      narcine mission my_mission.yaml --out results/first
      narcine mission circle --realtime
      narcine mission circle --pace 10

    Parameters
    ----------
    sources
        names of missions that ship (narcine list), or files; several are flown one after the other and compared
    set_
        change a value of the vehicle or of the mission: path=value, as often as you like
    duration
        when the mission is over (s, or with a unit as in "2 min"), in place of what the file says
    out
        folder for the results; runs/NAME_001 and so on when not given
    overwrite
        write into a folder that holds a mission already
    plots
        draw pictures and write the page
    realtime
        fly in real time; else as fast as the machine can
    pace
        fly so many times faster than real time

    """
    from rich.console import Console

    from narcine.cli.folder import results_folder
    from narcine.cli.pictures import refuse
    from narcine.cli.run import say_if_compiling
    from narcine.mission.straying import doubts_about_flight

    if not sources:
        raise refuse("narcine mission", "which mission? `narcine list` shows what ships")
    console = Console(stderr=True, highlight=False)
    factor = _factor(realtime, pace)
    missions = _load(sources, set_, duration)
    name = missions[0].description.mission.name if len(sources) == 1 else SEVERAL
    with results_folder(out, name, overwrite, HOLDS) as folder:
        say_if_compiling(console, missions[0].simulation.coupled)
        flown: list[Flown] = []
        places = folders(missions, folder)
        for mission, place in zip(missions, places, strict=True):
            place.mkdir(parents=True, exist_ok=True)
            flown.append(_fly(mission, place, factor, console))
            if flown[-1].interrupted:
                break
        _write(missions, flown, folder, plots)
        for each in flown:
            for doubt in (*json.loads(each.run.attrs["warnings"]), *doubts_about_flight(each.flight)):
                console.print(f"warning: {doubt}", style="yellow", soft_wrap=True)
        _report(flown, folder, places[: len(flown)])
    played = places[0]
    console.print(f"narcine view {quote(str(played))} plays it back in the browser", soft_wrap=True)
    return _told(flown, console)


def _factor(realtime: bool, pace: float | None) -> float | None:
    """Return how many times real time to fly; None where nothing holds the flight back."""
    from math import isfinite

    from narcine.cli.pictures import refuse

    if pace is not None and not (isfinite(pace) and pace > 0.0):
        raise refuse(f"--pace {pace:g}", "must be a positive number: times real time")
    return pace if pace is not None else 1.0 if realtime else None


def _load(sources: tuple[str, ...], settings: list[str] | None, duration: str | None) -> "list[Prepared]":
    """Return all missions, or all that is wrong with any of them."""
    from narcine.cli.settings import parse_settings
    from narcine.description.problems import DescriptionError, Place, Problem
    from narcine.mission.preparing import load_missions

    asked = parse_settings(settings or [])
    if duration is not None:
        asked["duration"] = duration
    found: list[Prepared] = []
    problems: list[Problem] = []
    for source in sources:
        try:
            found += load_missions(source, asked)
        except DescriptionError as error:
            problems += error.problems
    if duration is not None:
        typed = Place(f"set duration={duration}")
        problems = [
            Problem((), each.message, Place(f"--duration {duration}")) if each.place == typed else each
            for each in problems
        ]
    titles = [mission.title for mission in found]
    for title in sorted({title for title in titles if titles.count(title) > 1}):
        problems.append(Problem((), f"two missions are called {title!r}; give one of them another name"))
    if problems:
        raise DescriptionError(problems)
    return found


def _fly(mission: "Prepared", folder: Path, factor: float | None, console: "Console") -> "Flown":
    """Fly a mission with a progress bar."""
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
    from rich.text import Text

    from narcine.mission.flying import Progress as Told
    from narcine.mission.flying import fly
    from narcine.simulation.pace import Pace

    pace: Pace | None = Pace(factor) if factor is not None else None
    started = time.perf_counter()
    latest = Told(0.0, mission.cruise.end_time, "", 0)

    class RealTimeColumn(ProgressColumn):
        """Shows how much faster than reality the flight is."""

        def render(self, task: object) -> Text:
            elapsed = max(time.perf_counter() - started, 1e-9)
            return Text(f"{latest.time / elapsed:.0f} x real time")

    columns = (TextColumn("{task.description}"), BarColumn(), RealTimeColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(mission.title, total=latest.total)

        def tell(told: Told) -> None:
            nonlocal latest
            latest = told
            leg = f", leg {told.leg}" if told.leg else ""
            text = f"{mission.title}: {told.time:.0f} of {told.total:g} s, {told.state}{leg}"
            bar.update(task, completed=min(told.time, told.total), description=text)

        return fly(mission, folder / LOG, pace, tell)


def _write(missions: "list[Prepared]", flown: "list[Flown]", folder: Path, plots: bool) -> None:
    """Write runs, pictures and the page; what an earlier mission left goes."""
    from narcine.recording.write import write_run
    from narcine.viewing.mission_page import write_mission_page
    from narcine.viewing.mission_pictures import FEWEST, control_picture, pictures_together, write_pictures

    places = folders(missions, folder)[: len(flown)]
    for place, each in zip(places, flown, strict=True):
        write_run(each.run, place / RUN)
    tidy(folder, places)
    flights = [each.flight for each in flown if len(each.flight.course.time) >= FEWEST]
    if not plots or not flights:
        return
    mission = missions[0].description.mission
    names = list(dict.fromkeys(each.description.mission.name for each in missions))
    title = ", ".join(names)
    about = mission.about if len(names) == 1 else f"{TOGETHER}."
    together = pictures_together(title if len(names) == 1 else TOGETHER, flights)
    write_pictures(together, folder)
    apart = [control_picture(flight) for flight in flights]
    for place, each in zip(places, flown, strict=True):
        if each.flight in flights:
            write_pictures([apart[flights.index(each.flight)]], place)
    write_mission_page(folder / PAGE, title, about, flights, together, apart)


def _report(flown: "list[Flown]", folder: Path, places: list[Path]) -> None:
    """Print how the flights went."""
    from rich.console import Console

    from narcine.mission.flight import labels
    from narcine.mission.tables import flight_table, leg_table, turn_table

    console = Console(highlight=False)
    flights = [each.flight for each in flown]
    for flight in flights:
        length = float(flight.course.time[-1]) if len(flight.course.time) else 0.0
        factor = length / max(flight.wall, 1e-9)
        console.print(f"{flight.title}: {length:g} s in {flight.wall:.2g} s, {factor:.0f} times real time")
    _print_table(console, flight_table(flights))
    for tabulate in (turn_table, leg_table):
        tables = [(label, tabulate([flight])) for label, flight in zip(labels(flights), flights, strict=True)]
        tables = [(label, told) for label, told in tables if told.rows]
        for label, told in tables:  # one for each flight, for together they would be too wide for a terminal
            _print_table(console, told._replace(title=told.title if len(flights) == 1 else f"{told.title}: {label}"))
        if tables:
            console.print(tables[0][1].note, style="dim")
    console.print(f"\n{folder}: {', '.join(written(folder, places))}", soft_wrap=True)


def _print_table(console: "Console", told: "Tabulated") -> None:
    """Print a table without its note."""
    from rich.table import Table

    table = Table(title=f"\n{told.title}", title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, heading in enumerate(told.headings):
        side: Literal["left", "right"] = "left" if number == 0 else "right"
        table.add_column(heading.replace(" (", "\n("), justify=side, no_wrap=heading != "ended")
    for row in told.rows:
        table.add_row(*row)
    console.print(table)


def _told(flown: "list[Flown]", console: "Console") -> int:
    """Say what did not go well, and return the status of the command."""
    status = 0
    for each in flown:
        flight = each.flight
        safe = any(state == "safe" for _, state in flight.states)
        if flight.failure or safe:
            console.print(f"{flight.title}: {flight.failure or flight.ended}", style="bold red", soft_wrap=True)
            status = 130 if each.interrupted else max(status, 1)
    return status
