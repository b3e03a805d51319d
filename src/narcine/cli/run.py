"""`narcine run`: swim a vehicle or a scenario, and leave numbers and pictures."""

import json
import time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray
    from rich.console import Console

    from narcine.cli.feeding import Publication
    from narcine.simulation.simulation import Simulation

REPORT = "report.html"


def run_command(
    source: str,
    /,
    *,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    commands: str | None = None,
    duration: str | None = None,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
    plots: bool = True,
    html: Annotated[bool, Parameter(negative=())] = False,
    feed: str | None = None,
    pace: float | None = None,
    view: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Swim a vehicle or a scenario.

    Writes run.nc (netCDF; xarray.open_dataset reads it) and pictures of path, speed, attitude, joints and actuators.
    Ctrl-C ends the run and keeps what was computed.

    Examples
    --------
      narcine run raybot
      narcine run raybot --set gait.frequency=1.5 --set "gait.amplitude=30 deg" --duration 60
      narcine run my_scenario.yaml --out results/first
      narcine run remus100 --commands rudder_log.csv
      narcine run raybot --html
      narcine run raybot --feed 9000 --pace 2
      narcine run minifish_light --view

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    set_
        change a value of the file: path=value, as often as you like
    commands
        CSV file of commands: a column `time` and one of each input, as logged; in place of the file's `commands_file`
    duration
        length of the run (s, or with a unit as in "2 min"), in place of what the file says
    out
        folder for the results; runs/NAME_001 and so on when not given
    overwrite
        write into a folder that holds a run already
    plots
        draw pictures
    html
        write report.html as well: one page with a 3-D replay, curves and numbers
    feed
        let others follow the run in real time: a port of this machine, or HOST:PORT
    pace
        how many times real time a run goes that is followed; 1 when not given
    view
        play the run back in the browser when it is done, as `narcine view FOLDER` does

    """
    from rich.console import Console

    from narcine.cli.feeding import parse_publication
    from narcine.cli.folder import results_folder
    from narcine.cli.settings import parse_settings
    from narcine.cli.view import view_command
    from narcine.description.load import load_description

    console = Console(stderr=True, highlight=False)
    publication = parse_publication(feed, pace)
    description = load_description(source, parse_settings(set_ or []), commands)
    length = _duration(duration, description.scenario.duration, description.scenario.step)
    with results_folder(out, description.scenario.name, overwrite) as folder:
        from narcine.simulation.simulation import Simulation

        simulation = Simulation(description)
        say_if_compiling(console, simulation.coupled)
        dataset, failure, wall = _swim(simulation, length, publication, console)
        write_results(dataset, folder, plots, html)
        for doubt in json.loads(dataset.attrs["warnings"]):
            console.print(f"warning: {doubt}", style="yellow", soft_wrap=True)
        report_results(dataset, folder, wall, with_summary=not failure)
    if failure:
        console.print(failure, style="bold red", soft_wrap=True)
    if view:
        view_command(str(folder))
    else:
        console.print(f"narcine view {quote(str(folder))} plays it back in the browser", soft_wrap=True)
    if failure:
        return 130 if failure.startswith("interrupted") else 1
    return 0


def _duration(asked: str | None, said: float, step: float) -> float:
    """Return the length of the run: as asked, within reason, or as the file says."""
    from narcine.cli.settings import parse_duration
    from narcine.description.problems import DescriptionError, Place, Problem

    length = parse_duration(asked)
    if length is None:
        return said
    if length < step:
        problem = f"a run lasts at least one step, here {step:g} s"
        raise DescriptionError([Problem((), problem, Place(f"--duration {asked}"))])
    return length


def say_if_compiling(console: "Console", coupled: bool = False) -> None:
    """Tell what takes so long the first time; what couplings need is compiled apart."""
    from narcine.compiled import is_compiled

    if not is_compiled(coupled):
        what, long = (
            ("what couplings need", "two to three minutes") if coupled else ("the simulation", "about a minute")
        )
        console.print(f"Compiling {what} for this machine; this happens once and takes {long} ...", soft_wrap=True)


def _swim(
    simulation: "Simulation", length: float, publication: "Publication | None", console: "Console"
) -> tuple["xarray.Dataset", str, float]:
    """Run with a progress bar; return the Dataset, why it stopped early if it did, and the time that it took."""
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    from narcine.cli.feeding import published
    from narcine.simulation.failure import RunStopped
    from narcine.simulation.simulation import FULL_DURATION

    run = simulation.start()  # compiles or loads what runs, so that the bar and the clock show the run alone
    started = time.perf_counter()

    class RealTimeColumn(ProgressColumn):
        """Shows how much faster than reality the run is."""

        def render(self, task: object) -> Text:
            elapsed = max(time.perf_counter() - started, 1e-9)
            return Text(f"{run.time / elapsed:.0f} x real time")

    columns = (TextColumn("{task.description}"), BarColumn(), RealTimeColumn(), TimeRemainingColumn())
    failure = ""
    with published(run, publication, console) as law, Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"{simulation.scenario.name}, {length:g} s", total=1.0)
        try:
            simulation.swim(run, length, *law, progress=lambda done: progress.update(task, completed=done))
        except RunStopped as stopped:
            failure = str(stopped)
        except KeyboardInterrupt:
            run.keep_now()
            failure = f"interrupted at t = {run.time:g} s of {length:g} s; what was computed is kept"
        wall = time.perf_counter() - started
    return run.dataset(failure or FULL_DURATION), failure, wall


def write_results(dataset: "xarray.Dataset", folder: Path, plots: bool, html: bool = False) -> None:
    """Write the run and its pictures; pictures of an earlier run go with it."""
    from narcine.recording.write import write_run
    from narcine.viewing.plots import PICTURES, plot_run

    write_run(dataset, folder / "run.nc")
    for name in PICTURES:
        (folder / f"{name}.png").unlink(missing_ok=True)
    if plots and dataset.sizes["time"] > 2:
        plot_run(dataset, folder)
    (folder / REPORT).unlink(missing_ok=True)
    if html:
        from narcine.viewing.replay.report import write_report

        write_report(dataset, folder / REPORT)


def report_results(dataset: "xarray.Dataset", folder: Path, wall: float, with_summary: bool) -> None:
    """Print the summary of each vehicle."""
    from rich.console import Console
    from rich.table import Table

    from narcine.recording.summary import summarise
    from narcine.recording.tables import summary_rows, touch_lines

    console = Console(highlight=False)
    length = float(dataset["time"].values[-1])
    console.print(
        f"{dataset.attrs['title']}: {length:g} s in {wall:.2g} s, {length / wall:.0f} times faster than real time"
    )
    if with_summary and dataset.sizes["time"] > 2:
        summaries = summarise(dataset)
        heading, *rows = summary_rows(summaries)
        table = Table(box=None, pad_edge=False)
        table.add_column(heading[0], style="bold")
        for vehicle in heading[1:]:
            table.add_column(vehicle, justify="right")
        for row in rows:
            table.add_row(*row)
        console.print(table)
        for line in touch_lines(summaries):
            console.print(line)
    _report_couplings(dataset, console)
    files = ", ".join(sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")))
    console.print(f"{folder}: {files}", soft_wrap=True)


def _report_couplings(dataset: "xarray.Dataset", console: "Console") -> None:
    """Print what couplings carried, when they held, and how impulses went."""
    from rich.table import Table

    from narcine.recording.tables import coupling_rows

    heading, *rows = coupling_rows(dataset) or [[]]
    if rows:
        table = Table(box=None, pad_edge=False)
        for column in heading:
            table.add_column(column, justify="left" if column in ("coupling", "held") else "right")
        for row in rows:
            table.add_row(*row)
        console.print(table)
    states = dict(zip(map(str, dataset["actuator"].values), dataset["actuator_state"].values[-1], strict=True))
    if "impulse.most_iterations" in states:
        most, drift = states["impulse.most_iterations"], states["impulse.worst_drift"]
        console.print(f"impulses: at most {most:.0f} sweeps in a step, worst drift {drift:.1e} m or rad")
