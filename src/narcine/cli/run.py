"""`narcine run`: swim a vehicle or a scenario, and leave numbers and pictures."""

import time
from math import degrees, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray
    from rich.console import Console

    from narcine.simulation.simulation import Simulation


SUMMARY_ROWS = (
    ("speed", "speed", "{:.3f} m/s", 1.0),
    ("Strouhal number", "strouhal", "{:.3f}", 1.0),
    ("tail sweep", "sweep", "{:.3f} m", 1.0),
    ("gait frequency", "frequency", "{:.3f} Hz", 1.0),
    ("actuator power", "power", "{:.3g} W", 1.0),
    ("cost of transport", "cost_of_transport", "{:.3g}", 1.0),
    ("depth", "depth", "{:.2f} m", 1.0),
    ("roll", "roll", "{:.1f} deg", degrees(1.0)),
    ("pitch", "pitch", "{:.1f} deg", degrees(1.0)),
    ("depth change, whole run", "depth_change", "{:+.2f} m", 1.0),
    ("heading change, whole run", "heading_change", "{:+.1f} deg", degrees(1.0)),
)


def run_command(
    source: str,
    /,
    *,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    duration: float | None = None,
    out: Path | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
    plots: bool = True,
) -> int:
    """Swim a vehicle or a scenario.

    Writes run.nc (netCDF; xarray.open_dataset reads it) and pictures of path, speed, attitude and joints.

    Examples
    --------
      narcine run raybot
      narcine run raybot --set gait.frequency=1.5 --set "gait.amplitude=30 deg" --duration 60
      narcine run my_scenario.yaml --out results/first

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    set_
        change a value of the file: path=value, as often as you like
    duration
        length of the run (s), in place of what the file says
    out
        folder for the results; runs/NAME_001 and so on when not given
    overwrite
        write into a folder that holds a run already
    plots
        draw pictures

    """
    from rich.console import Console

    from narcine.cli.settings import parse_settings
    from narcine.description.load import load_description
    from narcine.description.problems import DescriptionError, Place, Problem

    console = Console(stderr=True, highlight=False)
    description = load_description(source, parse_settings(set_ or []))
    if duration is not None and not duration >= description.scenario.step:
        message = f"a run lasts at least one step, here {description.scenario.step:g} s"
        raise DescriptionError([Problem((), message, Place(f"--duration {duration:g}"))])
    folder = _results_folder(out, description.scenario.name)
    if (folder / "run.nc").exists() and not overwrite:
        console.print(f"{folder} holds a run already; choose another folder, or add --overwrite", style="red")
        return 2

    from narcine.simulation.simulation import Simulation

    simulation = Simulation(description)
    say_if_compiling(console)
    dataset, failure, wall = _swim(simulation, duration, console)
    _write(dataset, folder, plots)
    _report(console, dataset, folder, wall)
    if failure is not None:
        console.print(failure, style="bold red")
        return 1
    return 0


def _shown(pattern: str, value: float) -> str:
    """Return a number as people read it: no minus before a zero, a dash for what has no meaning."""
    if not isfinite(value):
        return "-"
    text = pattern.format(value)
    return text.replace("-", "", 1) if not any(digit in text for digit in "123456789") else text


def _results_folder(out: Path | None, name: str) -> Path:
    """Return the folder for results: as asked, or the next free number."""
    if out is not None:
        return out
    number = 1
    while Path("runs", f"{name}_{number:03d}").exists():
        number += 1
    return Path("runs", f"{name}_{number:03d}")


def say_if_compiling(console: "Console") -> None:
    """Tell what takes so long the first time."""
    from narcine.compiled import is_compiled

    if not is_compiled():
        console.print("Compiling the simulation for this machine; this happens once and takes about half a minute ...")


def _swim(
    simulation: "Simulation", duration: float | None, console: "Console"
) -> tuple["xarray.Dataset", str | None, float]:
    """Run with a progress bar; return the Dataset, why it stopped early if it did, and the time that it took."""
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    from narcine.simulation.failure import RunStopped

    length = simulation.scenario.duration if duration is None else duration
    simulation.start()  # compiles or loads what runs, so that the bar and the clock show the run alone
    started = finished = time.perf_counter()

    class RealTimeColumn(ProgressColumn):
        """Shows how much faster than reality the run is."""

        def render(self, task: object) -> Text:
            elapsed = max(time.perf_counter() - started, 1e-9)
            return Text(f"{task.percentage / 100.0 * length / elapsed:.0f} x real time")  # type: ignore[attr-defined]

    columns = (TextColumn("{task.description}"), BarColumn(), RealTimeColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"{simulation.scenario.name}, {length:g} s", total=1.0)

        def show(done: float) -> None:
            nonlocal finished
            finished = time.perf_counter()
            progress.update(task, completed=done)

        try:
            dataset = simulation.run(duration=duration, progress=show)
            failure = None
        except RunStopped as stopped:
            dataset, failure = stopped.dataset, str(stopped)
    return dataset, failure, finished - started


def _write(dataset: "xarray.Dataset", folder: Path, plots: bool) -> None:
    from narcine.recording.write import write_run

    write_run(dataset, folder / "run.nc")
    if plots and dataset.sizes["time"] > 2:
        from narcine.viewing.plots import plot_run

        plot_run(dataset, folder)


def _report(console: "Console", dataset: "xarray.Dataset", folder: Path, wall: float) -> None:
    """Print the summary of each vehicle."""
    from rich.table import Table

    from narcine.recording.summary import summarise

    length = float(dataset["time"].values[-1])
    console.print(
        f"{dataset.attrs['title']}: {length:g} s in {wall:.2g} s, {length / wall:.0f} times faster than real time"
    )
    if dataset.sizes["time"] > 2:
        table = Table(box=None, pad_edge=False)
        summaries = summarise(dataset)
        start, end = summaries[0].window
        table.add_column(f"mean from {start:.3g} to {end:.3g} s", style="bold")
        for summary in summaries:
            table.add_column(summary.vehicle, justify="right")
        for label, key, pattern, factor in SUMMARY_ROWS:
            values = [getattr(summary, key) * factor for summary in summaries]
            if any(isfinite(value) for value in values):
                table.add_row(label, *(_shown(pattern, value) for value in values))
        console.print(table)
    files = ", ".join(sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")))
    console.print(f"{folder}: {files}")
