"""`narcine map`: how a vehicle swims over some of its numbers, as a picture and as netCDF."""

import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import xarray
    from rich.console import Console

    from narcine.campaign.best import Best
    from narcine.campaign.keeping import Kept
    from narcine.campaign.plan import Plan

MAP, PICTURE, POINTS = "map.nc", "map.png", "points.jsonl"
MOST_NAMED = 5
"""Reasons why points have no numbers that the terminal tells; map.nc has them all."""


def map_command(
    source: str,
    /,
    *,
    over: Annotated[list[str], Parameter(negative=())],
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    duration: str | None = None,
    vehicle: str | None = None,
    out: str | None = None,
    overwrite: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Map speed, power and cost of transport over any numbers of a vehicle.

    All points of the grid swim as batches over all cores. Writes map.nc (netCDF), map.png and points.jsonl, which
    keeps each point as it is done: after Ctrl-C the same command goes on from there, and further values of an axis swim
    alone. Numbers are those that `narcine run` prints: means over the last half of each run, cut to whole beats.

    Examples
    --------
      narcine map raybot --over gait.frequency=0.5:2.5:9
      narcine map raybot --over gait.frequency=0.5:2.5:9 --over "gait.amplitude=10 deg:50 deg:5"
      narcine map raybot --over gait.frequency=1,1.5,2 --over "gait.lag=30 deg:110 deg:5" --set bodies.disc.mass=1.7
      narcine map raybot --over bodies.disc.mass=1.2:2:5 --duration 60 --out maps/mass
      narcine map perambulator --over gait.amplitude=0.2:1:9 --over gait.frequency=0.2:0.8:7 --over gait.lag=0.4,0.6,0.8

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    over
        an axis: path=from:to:count or path=value,value,..., with units as in files; as often as the map has axes
    set_
        change a value of the file at all points: path=value, as often as you like
    duration
        length of each run (s, or with a unit as in "2 min"), in place of what the file says
    vehicle
        whose speed and power it is, where several swim
    out
        folder for the map; maps/NAME when not given
    overwrite
        write into a folder that holds another map already

    """
    from rich.console import Console

    from narcine.campaign.axis import split_over
    from narcine.campaign.plan import plan_map
    from narcine.cli.folder import locked, suppress_empty
    from narcine.cli.pictures import refuse
    from narcine.cli.settings import parse_duration, parse_settings

    console = Console(stderr=True, highlight=False)
    axes = [split_over(text) for text in over]
    doubled = next((setting for setting, _ in axes if [each for each, _ in axes].count(setting) > 1), None)
    if doubled is not None:
        raise refuse(f"--over {doubled}", "is an axis twice; write all of its values in one")
    plan = plan_map(source, dict(axes), parse_settings(set_ or []), parse_duration(duration), vehicle)
    folder = Path(out if out is not None else Path("maps", plan.description.scenario.name))
    if out is not None and not out.strip():
        raise refuse("--out", "must name a folder")
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    with suppress_empty(made), locked(folder):
        kept = _kept(folder, plan, overwrite)
        interrupted = _swim(plan, kept, console)
        return _finish(plan, kept, folder, interrupted, console)


def _kept(folder: Path, plan: "Plan", overwrite: bool) -> "Kept":
    """Return the points that a folder keeps of this map; another map is not lost unless told."""
    from narcine.campaign.keeping import Kept
    from narcine.cli.pictures import refuse

    kept = Kept(folder / POINTS, plan)
    holds = [name for name in (MAP, POINTS) if (folder / name).exists()]
    if holds and not kept.is_current and not overwrite:
        message = (
            "holds a map with other settings, or of a vehicle or a narcine that has changed since; "
            "choose another folder, or add --overwrite"
        )
        raise refuse(str(folder), message)
    return kept


def _swim(plan: "Plan", kept: "Kept", console: "Console") -> bool:
    """Swim what is missing; return whether somebody interrupted it."""
    from narcine.campaign.swims import swim_points
    from narcine.cli.run import say_if_compiling
    from narcine.simulation.simulation import Simulation

    points = plan.points
    missing = [point for point in points if point not in kept.swims]
    if len(missing) < len(points):
        console.print(f"{len(points) - len(missing)} of {len(points)} points have swum already")
    kept.begin()
    if missing:
        say_if_compiling(console, Simulation(plan.description).coupled)
    try:
        with _watched(plan, len(points), console) as watch:
            watch(len(kept.swims))
            for part in swim_points(plan, missing):
                kept.add(part)
                watch(len(kept.swims))
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def _watched(plan: "Plan", total: int, console: "Console") -> "Iterator[Callable[[int], None]]":
    """Show how many points have swum."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(f"{plan.description.scenario.name}, points", total=total)
        yield lambda done: progress.update(task, completed=done)


def _finish(plan: "Plan", kept: "Kept", folder: Path, interrupted: bool, console: "Console") -> int:
    """Write the map and its picture, and tell the best points and what is doubtful."""
    import numpy as np

    from narcine.campaign.best import best_points
    from narcine.campaign.dataset import map_dataset
    from narcine.recording.write import whole_file, write_run
    from narcine.viewing.maps import draw_map

    swum = map_dataset(plan, kept.swims)
    swum.attrs["command"] = _command(plan, folder)
    write_run(swum, folder / MAP)
    (folder / PICTURE).unlink(missing_ok=True)
    best = best_points(swum)
    if np.any(np.isfinite(swum["speed"].values)):
        with whole_file(folder / PICTURE) as unfinished:
            draw_map(swum).savefig(unfinished, dpi=110)
    _report(swum, best, folder)
    _warn(swum, console)
    if interrupted:
        done = f"interrupted with {len(kept.swims)} of {len(plan.points)} points; the same command goes on from there"
        console.print(done, style="bold red", soft_wrap=True)
        return 130
    return 0 if best else 1


def _command(plan: "Plan", folder: Path) -> str:
    """Return the command that makes a map again."""
    words = ["narcine", "map", str(plan.source)]
    for axis in plan.axes:
        words += ["--over", f"{axis.setting}={','.join(axis.texts)}"]
    for path, value in plan.settings.items():
        words += ["--set", f"{path}={value}"]
    if plan.duration is not None:
        words += ["--duration", f"{plan.duration:g}"]
    if len(plan.description.scenario.vehicles) > 1:
        words += ["--vehicle", plan.vehicle]
    return shlex.join([*words, "--out", str(folder)])


def _report(swum: "xarray.Dataset", best: "list[Best]", folder: Path) -> None:
    """Print the best points and how to swim them."""
    from rich.console import Console
    from rich.table import Table

    from narcine.campaign.best import best_rows

    console = Console(highlight=False)
    size = " x ".join(str(swum.sizes[name]) for name in swum["speed"].dims)
    console.print(f"{swum.attrs['title']}: {size} points of {swum.attrs['duration']:g} s each", markup=False)
    heading, *rows = best_rows(swum, best)
    table = Table(box=None, pad_edge=False)
    table.add_column(heading[0], style="bold")
    for what in heading[1:]:
        table.add_column(what, justify="right")
    for row in rows if best else ():
        table.add_row(*row)
    console.print(table)
    for each in best:
        if each.command:
            console.print(f"{each.what}: {each.command}", soft_wrap=True, markup=False)
    files = ", ".join(name for name in (MAP, PICTURE, POINTS) if (folder / name).exists())
    console.print(f"{folder}: {files}", soft_wrap=True, markup=False)


def _warn(swum: "xarray.Dataset", console: "Console") -> None:
    """Tell which points have no numbers, and which have some that are not those of steady swimming."""
    import numpy as np

    from narcine.campaign.best import problems_of, settings_of
    from narcine.campaign.dataset import NOT_SWUM
    from narcine.recording.summary import UNSETTLED

    problems = {reason: points for reason, points in problems_of(swum).items() if reason != NOT_SWUM}
    for reason, points in list(problems.items())[:MOST_NAMED]:
        first = ", ".join(f"{path}={value}" for path, value in points[0].items())
        where = f"at {first}" if len(points) == 1 else f"at {len(points)} points, the first {first}"
        console.print(f"no numbers {where}: {reason}", style="yellow", soft_wrap=True, markup=False)
    if len(problems) > MOST_NAMED:
        more = len(problems) - MOST_NAMED
        console.print(f"and {more} more reasons, in `problem` of {MAP}", style="yellow", markup=False)
    changes = swum["unsteadiness"].values
    unsettled = int(np.sum(changes > UNSETTLED))
    if unsettled:
        place = tuple(int(each) for each in np.unravel_index(np.nanargmax(changes), changes.shape))
        worst = ", ".join(f"{path}={value}" for path, value in settings_of(swum, place).items())
        told = (
            f"warning: not settled at {unsettled} of {changes.size} points: from the start to the end of what is "
            f"averaged the speed changes by more than {100.0 * UNSETTLED:.0f} %, most at {worst} "
            f"({100.0 * changes[place]:.0f} %); a longer --duration helps"
        )
        console.print(told, style="yellow", soft_wrap=True, markup=False)
