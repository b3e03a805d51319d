"""`narcine plan`: learn how a vehicle moves, and make its decisions beforehand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.description.vehicle import Vehicle
    from narcine.planning.lookup import Lookup
    from narcine.planning.motion import Motion
    from narcine.simulation.simulation import Simulation

MOTION, HEADER, PICTURES = "motion.nc", "plan.h", ("motion.png", "decisions.png")


def plan_command(
    source: str,
    /,
    *,
    planner: str | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    history: int | None = None,
    out: str | None = None,
) -> int:
    """Learn how a vehicle moves, and make its decisions beforehand.

    Every action of its planner swims in open water after every other, as one batch. Writes motion.nc (where each action
    leads, and the lookup table; `planner: {motion: motion.nc}` reads it), plan.h (the lookup table for a
    microcontroller), motion.png and decisions.png; those of an earlier plan are replaced.

    Examples
    --------
      narcine plan minifish --planner track
      narcine plan minifish --planner avoid --out plans/avoid
      narcine plan minifish --planner track --history 2 --set planner.budget=400000
      narcine plan my_fish.yaml --set "planner.actions.turn=[-30 deg, 0, 30 deg]"

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    planner
        name of one of the vehicle's planners, in place of the one that its file picks
    set_
        change a value of the file: path=value, as often as you like
    history
        how many actions before the next one the motion hangs on: 0, 1 or 2
    out
        folder for the plan; plans/NAME when not given

    """
    from rich.console import Console

    from narcine.cli.folder import locked, suppress_empty
    from narcine.cli.pictures import refuse

    console = Console(stderr=True, highlight=False)
    simulation, name = _asked(source, planner, history, set_ or [])
    if out is not None and not out.strip():
        raise refuse("--out", "must name a folder")
    folder = Path(out if out is not None else Path("plans", simulation.scenario.name))
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    with suppress_empty(made), locked(folder):
        motion = _learned(simulation, name, console)
        vehicle = simulation.scenario.vehicles[name].vehicle
        _print_actions(motion, vehicle)
        lookup = _decided(motion, vehicle)
        _write(simulation, name, motion, lookup, folder)
    return 0


def _asked(source: str, planner: str | None, history: int | None, texts: list[str]) -> "tuple[Simulation, str]":
    """Return the simulation, and which of its vehicles plans."""
    from narcine.cli.pictures import refuse
    from narcine.cli.settings import parse_settings
    from narcine.description.load import load_description
    from narcine.simulation.learning import planning_vehicle
    from narcine.simulation.simulation import Simulation

    settings: dict[str, Any] = parse_settings(texts)
    if planner is not None or history is not None:
        described = load_description(source, {key: value for key, value in settings.items() if "planner." not in key})
        own = ""
        if described.kind == "scenario":
            first = next((name for name, each in described.scenario.vehicles.items() if each.vehicle.planners), None)
            own = f"vehicles.{first or next(iter(described.scenario.vehicles))}.vehicle."
        if planner is not None:
            settings[f"{own}planner"] = planner
        if history is not None:
            settings[f"{own}planner.history"] = history
    simulation = Simulation(load_description(source, settings))
    try:
        return simulation, planning_vehicle(simulation)
    except ValueError:
        there = [name for each in simulation.scenario.vehicles.values() for name in each.vehicle.planners]
        told = f"choose one with --planner: {', '.join(there)}" if there else "its file has none (planners:)"
        raise refuse(source, f"picks no planner; {told}") from None


def _learned(simulation: "Simulation", name: str, console: "Console") -> "Motion":
    """Learn, with a bar that shows how far it is."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from narcine.cli.pictures import refuse
    from narcine.cli.run import say_if_compiling
    from narcine.simulation.learning import learn_motion

    _ = simulation.model
    say_if_compiling(console, simulation.coupled)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task(f"learning how {name} moves", total=1.0)
            return learn_motion(simulation, name, lambda done: progress.update(task, completed=done))
    except ValueError as error:
        raise refuse(name, str(error)) from None


def _print_actions(motion: "Motion", vehicle: "Vehicle") -> None:
    """Print what each action does when it goes on, and where it leads after swimming straight."""
    import numpy as np
    from rich.console import Console
    from rich.table import Table

    from narcine.planning.actions import AMPLITUDE, FREQUENCY, TURN
    from narcine.simulation.planners import asked

    console = Console(highlight=False)
    said = asked(vehicle).actions.number
    console.print(f"{vehicle.name}: {len(motion.actions)} actions of {motion.period:g} s each", markup=False)
    if said > len(motion.actions):
        left = (
            f"{said - len(motion.actions)} of {said} are left out: more than the tail's servo can follow (eqs 3 to 5)"
        )
        console.print(left, markup=False)
    table = Table(box=None, pad_edge=False)
    for what in ("action", "amplitude", "frequency", "turn", "speed", "turning radius", "theta after straight"):
        table.add_column(what, justify="right")
    theta = motion.direction[tuple([motion.straight] * motion.history)]
    for number, action in enumerate(motion.actions):
        radius = motion.turning_radius[number]
        table.add_row(
            str(number),
            f"{np.degrees(action[AMPLITUDE]):.3g} deg",
            f"{action[FREQUENCY]:.3g} Hz",
            f"{np.degrees(action[TURN]):.3g} deg",
            f"{100.0 * motion.steady_speed[number]:.2f} cm/s",
            "straight" if np.isinf(radius) else f"{100.0 * radius:.1f} cm",
            f"{np.degrees(theta[number]):+.1f} deg",
        )
    console.print(table)


def _decided(motion: "Motion", vehicle: "Vehicle") -> "Lookup":
    """Make all decisions, and say how much room they take."""
    from rich.console import Console

    from narcine.planning.lookup import compile_lookup
    from narcine.simulation.planners import asked, planner_of

    budget = asked(vehicle).budget
    lookup = compile_lookup(planner_of(vehicle), motion, budget)
    pasts, patterns, lights = lookup.table.shape
    told = (
        f"lookup table: {lookup.size} bytes (histories {pasts} x patterns of obstacles {patterns} x sights of the "
        f"light {lights}), {100.0 * lookup.size / budget:.2g} % of the budget of {budget}"
    )
    Console(highlight=False).print(told, soft_wrap=True, markup=False)
    return lookup


def _write(simulation: "Simulation", name: str, motion: "Motion", lookup: "Lookup", folder: Path) -> None:
    """Write the motion function, the header and the pictures."""
    from rich.console import Console

    from narcine.planning.header import c_header
    from narcine.recording.write import whole_file
    from narcine.simulation.motion_file import motion_dataset, write_motion
    from narcine.simulation.motion_fingerprint import hangs_on
    from narcine.viewing.figures import style
    from narcine.viewing.plans import draw_decisions, draw_motion

    title = simulation.scenario.vehicles[name].vehicle.name
    write_motion(motion_dataset(motion, hangs_on(simulation, name), title, lookup), folder / MOTION)
    with whole_file(folder / HEADER) as unfinished:
        unfinished.write_text(c_header(lookup, title), encoding="utf-8")
    with style():
        for file, figure in zip(PICTURES, (draw_motion(motion, title), draw_decisions(lookup, title)), strict=True):
            with whole_file(folder / file) as unfinished:
                figure.savefig(unfinished, dpi=110)
    written = ", ".join((MOTION, HEADER, *PICTURES))
    Console(highlight=False).print(f"{folder}: {written}", soft_wrap=True, markup=False)
