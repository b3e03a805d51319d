"""`narcine replay`: repeat a run from its input log, and say whether it came out the same."""

import json
import time
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.simulation.log_reading import LoggedRun
    from narcine.simulation.replaying import Difference, Replay
    from narcine.simulation.simulation import Simulation


def replay_command(
    log: str,
    /,
    *,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
    plots: bool = True,
    tolerance: float = 1e-6,
) -> int:
    """Repeat a run from its input log, and compare it with the states that the log keeps.

    On the machine and with the versions that wrote the log every bit must be the same; elsewhere each state may differ
    by the tolerance times its largest value in the log, or times 1 where that is smaller. A run that differs ends with
    status 1.

    Examples
    --------
      narcine replay dive.jsonl
      narcine replay dive.jsonl --out results/dive
      narcine replay dive.jsonl --tolerance 1e-3

    Parameters
    ----------
    log
        file that `run.log_inputs` wrote
    out
        folder for the run and its pictures, as `narcine run` leaves them; nothing is written when not given
    overwrite
        write into a folder that holds a run already
    plots
        draw pictures
    tolerance
        largest difference that counts as the same on another machine or with other versions

    """
    from contextlib import nullcontext
    from math import isfinite

    from rich.console import Console

    from narcine.cli.folder import results_folder
    from narcine.description.problems import DescriptionError, Place, Problem
    from narcine.simulation.log_reading import read_log

    if not (isfinite(tolerance) and tolerance >= 0.0):
        raise DescriptionError([Problem((), "must be a number from 0 on", Place(f"--tolerance {tolerance:g}"))])
    logged = read_log(log)
    from narcine.cli.run import report_results, say_if_compiling, write_results
    from narcine.simulation.replaying import logged_simulation

    console = Console(stderr=True, highlight=False)
    simulation = logged_simulation(logged)
    say_if_compiling(console, simulation.coupled)
    with nullcontext() if out is None else results_folder(out, simulation.scenario.name, overwrite) as folder:
        repeated, wall = _repeat(logged, simulation, console)
        if folder is not None:
            dataset = repeated.run.dataset(str(repeated.stopped or logged.ended or "the log has no end"))
            write_results(dataset, folder, plots)
            for doubt in json.loads(dataset.attrs["warnings"]):
                console.print(f"warning: {doubt}", style="yellow", soft_wrap=True)
            report_results(dataset, folder, wall, with_summary=repeated.stopped is None)
    _tell(logged, repeated, tolerance)
    return 0 if repeated.agrees(tolerance) else 1


def _repeat(logged: "LoggedRun", simulation: "Simulation", console: "Console") -> tuple["Replay", float]:
    """Repeat the run with a progress bar; return it and the time that it took."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from narcine.simulation.replaying import replay

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        length = logged.steps * logged.header["step"]
        task = progress.add_task(f"{simulation.scenario.name}, {length:g} s", total=1.0)
        started = time.perf_counter()
        repeated = replay(logged, simulation, lambda done: progress.update(task, completed=done))
        return repeated, time.perf_counter() - started


def _tell(logged: "LoggedRun", repeated: "Replay", tolerance: float) -> None:
    """Print how the repeated run compares."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    counted = f"{_counted(repeated.run.steps, 'step')}, {_counted(repeated.checkpoints, 'checkpoint')}"
    if logged.torn is not None:
        console.print(f"{logged.file}:{logged.torn}: the last line is not whole and was left out", markup=False)
    if logged.ended is None:
        console.print("the log has no end: its process was stopped, or still runs")
    else:
        console.print(f"the run ended: {logged.ended}", markup=False)
    largest = repeated.largest
    if repeated.elsewhere:
        console.print(f"not the arithmetic of the log: {'; '.join(repeated.elsewhere)}", markup=False)
    if repeated.identical:
        console.print(f"repeated bit for bit: {counted}")
    elif repeated.agrees(tolerance) and largest is not None:
        console.print(f"repeated within {tolerance:g}: {counted}")
        console.print(f"largest difference: {_shown(largest)}", markup=False)
    else:
        first = repeated.first_beyond(tolerance if repeated.elsewhere else -1.0)
        if first is not None and largest is not None:
            console.print(f"differs first at {_shown(first)}", markup=False)
            console.print(f"largest difference: {_shown(largest)}", markup=False)
        if repeated.stopped is not None:
            console.print(f"could not be repeated to its end: {repeated.stopped}", markup=False)


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _shown(difference: "Difference") -> str:
    return (
        f"step {difference.step} (t = {difference.time:g} s): {difference.state} is {difference.repeated!r}, was "
        f"{difference.logged!r}, {difference.size:.2g} of its largest value or of 1"
    )
