"""`narcine identify fit`: numbers of a vehicle out of how it moved."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.identification.fitting.record import Fit
    from narcine.identification.fitting.trial import Trial
    from narcine.simulation.simulation import Simulation


def fit_command(
    *runs: Path,
    parameters: Annotated[list[str], Parameter(negative=())],
    model: str | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    tie: Annotated[list[str] | None, Parameter(negative=())] = None,
    measured: str | None = None,
    noise: str | None = None,
    start: Literal["estimated", "known"] = "estimated",
    bounds: Annotated[list[str] | None, Parameter(negative=())] = None,
    prior: Annotated[list[str] | None, Parameter(negative=())] = None,
    holdout: Annotated[list[Path] | None, Parameter(negative=())] = None,
    cross_validate: Annotated[bool, Parameter(negative=())] = False,
    commands: str | None = None,
    vehicle: str | None = None,
    body: str | None = None,
    lever: str = "0, 0, 0",
    marker_attitude: str = "0, 0, 0",
    axes: str = "x,y,z",
    frame_yaw: str = "0",
    out: Path | None = None,
    write: Path | None = None,
) -> int:
    """Fit numbers of a vehicle to measured runs of it, with the model itself and its exact derivatives.

    A run is a run.nc, a CSV file (time; north, east, down; qw, qx, qy, qz or roll, pitch, yaw; u, v, w; p, q, r;
    joint.NAME; command.NAME; cells may be empty) or an MCAP log. Its commands drive the model. Free decay is a run
    without commands. Numbers that the data do not tell are named and not given. Writes fit.json, a picture of each run
    and one of correlations.

    Examples
    --------
      narcine identify fit tank.csv --model bluerov --parameters "bodies.hull.drag.quadratic.*"
      narcine identify fit tank.csv --model bluerov --parameters bodies.hull.mass --tie "actuators.*.thrust.0"
      narcine identify fit a.csv b.csv --model bluerov --parameters bodies.hull.mass --noise position=1mm
      narcine identify fit a.csv --holdout b.csv --model my_rov.yaml --parameters bodies.hull.mass --write fitted.yaml
      narcine identify fit decay.csv --model pendulum --parameters bodies.bob.mass --prior "bodies.bob.mass=1.4+-0.1"

    Parameters
    ----------
    runs
        files of motion: run.nc, CSV or MCAP
    parameters
        paths of the numbers that are fitted, with commas between or as often as you like; a star stands for any name,
        a=b ties two paths to one number
    model
        name of a vehicle or scenario that ships, or a file; that of the run itself when it is a run.nc
    set_
        change a value of the model's file: path=value, as often as you like
    tie
        one number for all paths that fit, as in "actuators.*.thrust.0"
    measured
        what of the data counts: position, attitude, velocity, angular_velocity, joints, joint.NAME; with commas between
    noise
        standard deviations, as in position=1mm,attitude=0.2deg; estimated where not given
    start
        estimated: where and how fast each run starts is fitted with it; known: as the model's file has it
    bounds
        path=low:high, either end may be missing; beyond what the file itself allows
    prior
        path=value+-sigma: what is known beforehand; or ranges: those of assumed numbers, for two sigma to either side
    holdout
        a run that is kept out and predicted: its start is estimated from its first seconds, all else is as fitted
    cross_validate
        fit without each run in turn, and predict it
    commands
        CSV file of commands: a column `time` and one of each input; in place of those of the runs
    vehicle
        which of several vehicles of a scenario
    body
        which body was measured; the root of the vehicle when not given
    lever
        where the markers' frame sits: forward, starboard, down of the body's origin (m, or with a unit)
    marker_attitude
        roll, pitch, yaw of the markers' frame in the body's axes (rad, or as in "0, 0, 90 deg")
    axes
        what north, east and down are in the axes of a capture; x,-y,-z where its z points up
    frame_yaw
        direction of what is then called north, from north (rad, or with a unit)
    out
        folder for the results; beside the first run when not given
    write
        vehicle file to write: what the model is, with what was found

    """
    from rich.console import Console

    from narcine.cli.compare_options import capture
    from narcine.cli.fit_table import show
    from narcine.cli.fit_words import parse_bounds, parse_noise, parse_priors
    from narcine.cli.pictures import refuse
    from narcine.description.library import find_measurements, results_beside
    from narcine.identification.fitting.fit import fit
    from narcine.identification.fitting.record import write_fit
    from narcine.identification.fitting.trial import read_trial, seen_by
    from narcine.identification.motion.motion_file import file_of
    from narcine.recording.write import try_to_write, whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.fit import draw_correlation, draw_fit

    if not runs:
        raise refuse("narcine identify fit", "give at least one run: a run.nc, a CSV file or an MCAP log")
    console = Console(stderr=True, highlight=False)
    if write is not None:
        _check_written(write, model)
    simulation = _model(model, runs[0], set_)
    view = capture(lever, marker_attitude, axes, frame_yaw)
    trials = [seen_by(read_trial(file, vehicle, body), view) for file in runs]
    kept = [seen_by(read_trial(file, vehicle, body), view) for file in holdout or []]
    if commands is not None:
        schedule = _schedule(simulation, commands)
        trials, kept = ([_driven(each, schedule) for each in some] for some in (trials, kept))
    _tell_what_is_missing(console, simulation, [*trials, *kept])
    folder = results_beside(find_measurements(file_of(runs[0]))) if out is None else out
    try_to_write(folder / "fit.json")
    _say_if_compiling(console, simulation)
    with _shown(console) as report:
        found = fit(
            trials,
            simulation,
            [word.strip() for each in parameters for word in each.split(",") if word.strip()],
            ties=tie or (),
            measured=None if measured is None else [word.strip() for word in measured.split(",") if word.strip()],
            noise=parse_noise(noise),
            start=start,
            bounds=parse_bounds(simulation, bounds or []),
            priors=parse_priors(simulation, [each for each in prior or [] if each != "ranges"]),
            prior_ranges="ranges" in (prior or []),
            holdout=kept,
            cross_validate=cross_validate,
            vehicle=vehicle,
            body=body,
            report=report,
        )
    files = [folder / "fit.json"]
    write_fit(found, files[0])
    with style():
        for number, run in enumerate(found.runs):
            alone = [Path(each.name).stem for each in found.runs].count(Path(run.name).stem) == 1
            files.append(folder / f"fit_{Path(run.name).stem if alone else number + 1}.png")
            with whole_file(files[-1]) as unfinished:
                draw_fit(f"{simulation.scenario.name}: fit to {Path(run.name).name}", found, number).savefig(
                    unfinished, dpi=110
                )
        if sum(each.value is not None for each in found.found) > 1:
            files.append(folder / "fit_correlation.png")
            with whole_file(files[-1]) as unfinished:
                draw_correlation(f"{simulation.scenario.name}: errors of the fit", found).savefig(unfinished, dpi=110)
    show(found)
    if write is not None:
        assert model is not None, "checked before"
        if _write(found, write, model, runs):
            files.append(write)
        else:
            console.print(f"{write}: not written, since no number is told", style="yellow", soft_wrap=True)
        if set_ and write in files:
            console.print(f"{write}: holds what was fitted; changes by --set are not in it", soft_wrap=True)
    sys.stdout.write(f"{', '.join(map(str, files))}\n")
    return 0


def _model(model: str | None, run: Path, settings: list[str] | None) -> "Simulation":
    from narcine.cli.pictures import refuse
    from narcine.cli.run_file import open_run
    from narcine.cli.settings import parse_settings
    from narcine.description.load import describe_plain, load_description
    from narcine.simulation.simulation import Simulation

    chosen = parse_settings(settings or [])
    if model is not None:
        return Simulation(load_description(model, chosen))
    if run.suffix.lower() != ".nc":
        raise refuse(str(run), "does not say which vehicle it is; name it with --model")
    import json

    from narcine.simulation.numbers import with_numbers

    own = Simulation(describe_plain(json.loads(open_run(run).attrs["description"])))
    return with_numbers(own, chosen) if chosen else own


def _check_written(file: Path, model: str | None) -> None:
    """Refuse at once what could not be written after a long fit."""
    from narcine.cli.pictures import refuse
    from narcine.description.library import find_file
    from narcine.description.load import is_scenario
    from narcine.description.tree import read_file
    from narcine.identification.writing import check_new
    from narcine.recording.write import try_to_write

    if model is None:
        raise refuse(f"--write {file}", "needs --model: the vehicle on which the new file stands")
    base = find_file(model)
    if is_scenario(read_file(base).value):
        raise refuse(f"--write {file}", f"{model} is a scenario; a vehicle file stands on a vehicle")
    if base.resolve() == file.resolve():
        raise refuse(f"--write {file}", "is the vehicle itself; write to another file")
    check_new(file)
    try_to_write(file)


def _schedule(simulation: "Simulation", commands: str) -> dict[str, Any]:
    """Return what a file of commands tells, checked by the model."""
    from narcine.description.commands_file import read_commands
    from narcine.simulation.numbers import with_numbers

    key = "commands_file" if simulation.description.kind == "scenario" else "run.commands_file"
    names = [column.name for column in read_commands(Path(commands))]
    told = with_numbers(simulation, {key: str(Path(commands).absolute())}).scenario.commands
    return {name: told[name] for name in names}


def _driven(trial: "Trial", schedule: dict[str, Any]) -> "Trial":
    from dataclasses import replace

    return replace(trial, schedule=schedule, sampled=False)


def _tell_what_is_missing(console: "Console", simulation: "Simulation", trials: "list[Trial]") -> None:
    """Say which columns nobody reads, and which runs have no commands although the model takes some."""
    for trial in trials:
        name = trial.motion.source
        if trial.motion.unused:
            console.print(f"{name}: not read: {', '.join(trial.motion.unused)}", style="yellow", soft_wrap=True)
        if not trial.schedule and simulation.model.inputs:
            told = "has no columns command.NAME; the model runs without commands, or give them by --commands"
            console.print(f"{name}: {told}", style="yellow", soft_wrap=True)


def _say_if_compiling(console: "Console", simulation: "Simulation") -> None:
    from narcine.cli.run import say_if_compiling
    from narcine.simulation.derivatives import derivatives_are_compiled

    say_if_compiling(console, simulation.coupled)
    if not derivatives_are_compiled(simulation.coupled):
        told = "Compiling derivatives for this machine; this happens once and takes two to three minutes ..."
        console.print(told, soft_wrap=True)


def _shown(console: "Console") -> Any:
    """Return a context that shows how far a fit has come."""
    from contextlib import contextmanager

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    @contextmanager
    def shown() -> Any:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("reading")

            def report(now: Any) -> None:
                told = f"{now.stage}: iteration {now.iteration}, cost {now.cost:.6g}, largest change {now.change:.1e}"
                bar.update(task, description=told)

            yield report

    return shown()


def _write(found: "Fit", file: Path, model: str, runs: tuple[Path, ...]) -> bool:
    """Write what was found on top of the vehicle; say whether there was anything."""
    from narcine.identification.writing import Identified, write_identified

    names = ", ".join(run.name for run in runs)
    numbers = []
    for each in found.found:
        if each.value is None:
            continue
        said = f"fitted to {names} (narcine identify fit)"
        if each.by_prior:
            said += "; settled by what was known beforehand"
        numbers += [Identified(path, each.value, each.interval, said) for path in each.parameter.paths]
    if numbers:
        write_identified(file, model, numbers)
    return bool(numbers)
