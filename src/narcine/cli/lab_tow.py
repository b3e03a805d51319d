"""`narcine lab tow`: what a towing tank would measure of a vehicle."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from narcine.cli.lab_tank import TankOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from narcine.laboratory.tow_tank import TowingRuns, TowTank, Truth
    from narcine.simulation.simulation import Simulation

FASTEST = {"m/s": 20.0, "rad/s": 20.0}
"""Beyond which no carriage tows anything under water."""
MOST_ROWS = 5_000_000
"""Of a table; more would fill the disk with what nobody reads."""


def tow_command(
    source: str,
    /,
    *,
    axis: str = "surge",
    speeds: Annotated[str, Parameter(allow_leading_hyphen=True)] = "-1:1:20",
    repeats: int = 3,
    thrusters: str | None = None,
    pulse: str | None = None,
    beating: Annotated[bool, Parameter(negative=())] = False,
    tank: TankOptions | None = None,
    seed: int = 0,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Tow a vehicle through a tank that is not there, and write what its load cells read.

    The carriage stands, speeds up, keeps its speed and slows down; forces are those of the simulator. Two cells carry
    the bracket and a third sits in a wire at an angle: f = m1 + m2 - m3 cos(phi). For roll, pitch and yaw a table turns
    the vehicle, mounted with that axis upright, and one sensor reads the moment. Holds and commands are off. Writes the
    table that `narcine identify tow` reads, and a picture of one run.

    Examples
    --------
      narcine lab tow bluerov
      narcine lab tow bluerov --axis surge,heave --speeds -1:1:20 --repeats 3 --out tow.csv
      narcine lab tow bluerov --axis pitch --speeds 0.2:1.4:7 --out pitch.csv
      narcine lab tow bluerov --speeds 0:0.9:7 --thrusters surge_port,surge_starboard --pulse 1300:1700:9
      narcine lab tow raybot --speeds 0.1:0.5:5 --noise 0.02N --offset 0.05N --drift 0.01N --coloured 0.01N

    Parameters
    ----------
    source
        name of a vehicle that ships, or a file
    axis
        surge, sway, heave, or roll, pitch, yaw; several of one kind with commas
    speeds
        from:to:count or value,value,... (m/s, or rad/s about axes of rotation), signed along the body's axis
    repeats
        runs at each speed
    thrusters
        that turn while it is towed, with commas
    pulse
        what they are sent (us): from:to:count or value,value,...
    beating
        let the gait of the vehicle go on; it stands still otherwise
    tank
        the tank and its cells
    seed
        of all errors
    set_
        change a value of the vehicle: path=value, as often as you like
    out
        table to write; NAME_tow.csv when not given. An existing file is never touched

    """
    from rich.console import Console

    from narcine.cli.typed import new_file, vehicle, whole
    from narcine.laboratory.tow_csv import write_towing_runs
    from narcine.laboratory.tow_tank import towing_runs, towing_truth

    console = Console(highlight=False, stderr=True)
    settings = (tank or TankOptions()).tank()
    axes, asked = _axes_and_speeds(axis, speeds)
    whole("--repeats", repeats, 1, 1000)
    simulation = vehicle(source, set_)
    turned, pulses = _screws(simulation, thrusters, pulse)
    file = new_file(out or Path(f"{simulation.scenario.name}_tow.csv"), ".csv")
    new_file(file.with_suffix(".png"), ".png")
    _check_size(settings, asked, repeats * len(axes) * max(len(pulses), 1))
    campaigns, truths = [], []
    with measuring(console, f"towing {simulation.scenario.name}", len(axes)) as told:
        for number, each in enumerate(axes):
            truths.append(towing_truth(simulation, each, asked, settings, pulses, turned, beating, told(number)))
            campaigns.append(towing_runs(truths[-1], settings, repeats, seed + number))
    rows = write_towing_runs(campaigns, file)
    picture = _draw(simulation.scenario.name, file, truths[0], campaigns[0], settings)
    _say(campaigns, truths, rows, seed, settings)
    Console(highlight=False, soft_wrap=True).print(f"{file}, {picture}")
    return 0


def _axes_and_speeds(axis: str, speeds: str) -> tuple[list[str], list[float]]:
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import values, words
    from narcine.identification.towing.axes import AXES, TURNING

    axes = words("--axis", axis, AXES)
    turning = [each in TURNING for each in axes]
    if any(turning) and not all(turning):
        raise refuse(f"--axis {axis}", "forces and moments are tables of their own; tow and turn one after the other")
    asked = values("--speeds", speeds, "rate" if any(turning) else "speed")
    unit = "rad/s" if any(turning) else "m/s"
    if max(map(abs, asked)) > FASTEST[unit]:
        raise refuse(f"--speeds {speeds}", f"must lie within {FASTEST[unit]:g} {unit}")
    if len(set(asked)) < len(asked):
        raise refuse(f"--speeds {speeds}", "has the same speed twice; --repeats says how often each is run")
    return axes, asked


def _screws(simulation: "Simulation", thrusters: str | None, pulse: str | None) -> tuple[list[str], list[float]]:
    """Return which thrusters turn, and what they are sent."""
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import values, words

    if (thrusters is None) != (pulse is None):
        raise refuse("--thrusters and --pulse", "belong together: which turn, and what they are sent")
    if thrusters is None or pulse is None:
        return [], []
    (placed,) = simulation.scenario.vehicles.values()
    there = {name: each for name, each in placed.vehicle.actuators.items() if each.type == "thruster"}
    if not there:
        raise refuse(f"--thrusters {thrusters}", f"{simulation.scenario.name} has no thrusters")
    turned, pulses = words("--thrusters", thrusters, tuple(there)), values("--pulse", pulse, "pulse")
    for name in turned:
        low, high = there[name].limits
        if min(pulses) < low or max(pulses) > high:
            raise refuse(f"--pulse {pulse}", f"{name} takes {low:g} to {high:g} us")
    return turned, pulses


def _check_size(tank: "TowTank", speeds: list[float], runs_each: int) -> None:
    import numpy as np

    from narcine.cli.pictures import refuse

    samples = len(tank.carriage.times(np.array(speeds)))
    rows = samples * len(speeds) * runs_each
    if rows > MOST_ROWS:
        raise refuse("narcine lab tow", f"would write {rows} rows; at most {MOST_ROWS}: fewer runs, or a lower --rate")


@contextmanager
def measuring(console: "Console", what: str, parts: int = 1) -> "Iterator[Callable[[int], Callable[[float], None]]]":
    """Show a bar while runs are measured; yield what makes the callback of each part."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from narcine.cli.run import say_if_compiling

    say_if_compiling(console)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=float(parts))

        def part(number: int) -> "Callable[[float], None]":
            return lambda done: bar.update(task, completed=number + done)

        yield part


def _draw(name: str, file: Path, truth: "Truth", runs: "TowingRuns", tank: "TowTank") -> Path:
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.laboratory import draw_tow

    picture = file.with_suffix(".png")
    with style(), whole_file(picture) as unfinished:
        draw_tow(f"{name}, {truth.axis}: one run on the carriage", truth, runs, tank).savefig(unfinished, dpi=110)
    return picture


def _say(campaigns: "list[TowingRuns]", truths: "list[Truth]", rows: int, seed: int, tank: "TowTank") -> None:
    import numpy as np
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for runs, truth in zip(campaigns, truths, strict=True):
        change = truth.force - truth.force[:, :1]
        largest, unit = float(np.abs(change).max()), "N m" if truth.turning else "N"
        scale = tank.cells.arm if truth.turning else 1.0
        what = "moments" if truth.turning else "forces"
        console.print(f"{runs.axis}: {len(runs.names)} runs, {what} up to {largest:.3g} {unit}")
        if largest < scale * tank.cells.noise.white:
            console.print("  all of it is less than the noise of a sample; --noise 0.01N would be that of finer cells")
        if runs.odd:
            console.print(f"  off as a whole, which nobody would know: {', '.join(sorted(runs.odd))}")
    console.print(f"{rows} samples; --seed {seed} gives them again")
