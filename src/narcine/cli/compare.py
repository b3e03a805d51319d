"""`narcine compare`: a simulation held against an experiment."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.cli.compare_pairs import Pair
    from narcine.identification.comparing.comparison import Comparison, ComparisonSettings
    from narcine.identification.comparing.driving import Setting
    from narcine.identification.comparing.smoothing import SmoothMotion
    from narcine.identification.motion.motion import Motion


def compare_command(
    source: str | None = None,
    /,
    *experiments: Path,
    pairs: Path | None = None,
    vehicle: str | None = None,
    body: str | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    lever: str = "0, 0, 0",
    marker_attitude: str = "0, 0, 0",
    axes: str = "x,y,z",
    frame_yaw: str = "0",
    align: str = "start",
    align_over: str | None = None,
    delay: str = "0 s",
    noise: str | None = None,
    attitude_noise: str | None = None,
    bandwidth: str | None = None,
    white: str = "jerk",
    window: str | None = None,
    out: str | None = None,
) -> int:
    """Hold a simulation against an experiment.

    The experiment is a CSV file (or a run.nc) with poses: columns time, x, y, z (or north, east, down), and qw, qx, qy,
    qz or roll, pitch, yaw; empty cells are gaps. A Kalman smoother tells its velocities. Path, heading, speed and yaw
    rate of both are compared by dynamic time warping, by Pearson's R and by their differences. Given a vehicle or
    scenario in place of a run, it is run from where each experiment starts, by the commands in its columns
    command.NAME.

    Writes comparison.csv, comparison.json, comparison.html, pictures, and the courses of each dataset.

    Examples
    --------
      narcine compare runs/bluerov_pair_001/run.nc captured.csv --vehicle pair_1
      narcine compare bluerov_pair captured_1.csv captured_2.csv --vehicle pair_1
      narcine compare bluerov captured.csv --lever "0.1, 0, -0.2" --marker-attitude "0, 0, 90 deg" --axes x,-y,-z
      narcine compare --pairs pairs.csv --align fit --out results

    Parameters
    ----------
    source
        a run.nc or its folder; or a vehicle or scenario, which the commands of the experiments drive
    experiments
        files of measured poses, each a dataset
    pairs
        instead: a CSV file with the columns run, experiment and perhaps name, a row for each dataset
    vehicle
        on which of several vehicles the markers sit
    body
        on which of its bodies; its root when not given
    set_
        change a value of the vehicle or scenario that is run: path=value, as often as you like
    lever
        where the markers' frame sits: forward, starboard, down of the body's origin (m, or with a unit)
    marker_attitude
        roll, pitch, yaw of the markers' frame in the body's axes (rad, or as in "0, 0, 90 deg")
    axes
        what north, east and down are in the axes of the capture; x,-y,-z where its z points up
    frame_yaw
        direction of what is then called north, from north (rad, or with a unit)
    align
        none; start: experiment and simulation start at one place and heading; fit: by the whole path
    align_over
        seconds from the start that are aligned; the first instant for start, all for fit when not given
    delay
        by how much the experiment's clock is ahead; the delay that fits best is told, but not applied
    noise
        standard deviation of each measured coordinate; told by the samples when not given
    attitude_noise
        standard deviation of measured attitudes about each axis; told by the samples when not given
    bandwidth
        frequency above which motion counts as noise; the most likely one when not given
    white
        what the smoother takes for white noise: jerk, or acceleration
    window
        longest time by which warping may shift a sample; any when not given
    out
        folder for the results; runs/compare_NAME_001 and so on when not given

    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from narcine.cli import compare_options as options
    from narcine.cli.compare_pairs import pairs_of
    from narcine.cli.compare_results import show_results, write_results
    from narcine.cli.folder import results_folder
    from narcine.cli.pictures import refuse
    from narcine.cli.settings import parse_settings
    from narcine.identification.comparing.alignment import KINDS
    from narcine.identification.comparing.comparison import ComparisonSettings

    chosen = pairs_of(source, experiments, pairs)
    if align not in KINDS:
        raise refuse(f"--align {align}", f"must be one of {', '.join(KINDS)}")
    settings = ComparisonSettings(
        options.capture(lever, marker_attitude, axes, frame_yaw),
        options.smoothing(white, noise, attitude_noise, bandwidth),
        align,
        options.quantity("--align-over", align_over, "time", above=0.0),
        options.quantity("--delay", delay, "time") or 0.0,
        options.quantity("--window", window, "time", above=0.0),
    )
    changed = parse_settings(set_ or [])
    console = Console(stderr=True, highlight=False)
    title = _title(chosen)
    with results_folder(out, f"compare_{title}", overwrite=True) as folder:
        bar = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*bar, console=console, transient=True) as progress:
            task = progress.add_task("", total=float(len(chosen)))
            found = []
            for number, pair in enumerate(chosen):
                progress.update(task, description=pair.name, completed=float(number))

                def show(done: float, number: int = number) -> None:
                    progress.update(task, completed=number + 0.9 * done)

                found.append(_compared(pair, settings, vehicle, body, changed, folder, console, show))
            progress.update(task, description="tables and pictures")
            write_results(found, settings, folder, title)
    show_results(found, folder, console)
    return 0


def _title(pairs: "list[Pair]") -> str:
    """Return what the datasets were held against, for the name of a folder."""
    sources = {pair.source for pair in pairs}
    source = Path(pairs[0].source)
    if len(sources) > 1:
        return "pairs"
    return source.parent.name or source.stem if source.name == "run.nc" else source.stem


def _compared(
    pair: "Pair",
    settings: "ComparisonSettings",
    vehicle: str | None,
    body: str | None,
    changed: dict[str, Any],
    folder: Path,
    console: "Console",
    progress: Callable[[float], None],
) -> "Comparison":
    from dataclasses import replace

    from narcine.cli.pictures import refuse
    from narcine.cli.run_file import run_file
    from narcine.identification.columns import refuse_file
    from narcine.identification.comparing.comparison import compare, smoothed_motion
    from narcine.identification.comparing.driving import Setting
    from narcine.identification.motion.motion_file import KINDS, read_motion

    measured = read_motion(pair.experiment, vehicle, body)
    run = run_file(pair.source)
    told: tuple[str, ...] = ()
    try:
        smoothed = smoothed_motion(measured, settings)
        if run is None and Path(pair.source).suffix.lower() in KINDS:
            run = Path(pair.source)
        if run is not None:
            if changed:
                raise refuse("--set", f"changes what is run, and {run} was run already")
            simulated = read_motion(run, vehicle, body)
        else:
            setting = Setting(pair.source, changed, vehicle, body)
            simulated, told = _driven(setting, measured, smoothed, folder / f"{pair.name}.nc", console, progress)
        found = compare(simulated, measured, settings, pair.name, smoothed)
    except ValueError as error:
        raise refuse_file(pair.experiment, str(error)) from None
    unused = f"columns that nobody reads: {', '.join(measured.unused)}"
    return replace(found, applied=(*told, *found.applied, *((unused,) if measured.unused else ())))


def _driven(
    setting: "Setting",
    measured: "Motion",
    smoothed: "SmoothMotion",
    file: Path,
    console: "Console",
    progress: Callable[[float], None],
) -> "tuple[Motion, tuple[str, ...]]":
    """Run a model by the commands of an experiment, keep the run, and return its motion and what was done."""
    from narcine.cli.run import say_if_compiling
    from narcine.description.load import load_description
    from narcine.identification.comparing.driving import driven
    from narcine.recording.write import write_run
    from narcine.simulation.failure import RunStopped
    from narcine.simulation.simulation import Simulation

    say_if_compiling(console, Simulation(load_description(setting.model, dict(setting.settings))).coupled)
    try:
        done = driven(setting, measured, smoothed, progress)
    except RunStopped as stopped:
        raise ValueError(f"drives {setting.model} where it cannot be simulated: {stopped}") from None
    write_run(done.run, file)
    return done.motion, done.words
