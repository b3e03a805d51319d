"""`narcine check`: weigh a vehicle, and balance its forces and its energy."""

import dataclasses
import json
import sys
from math import degrees
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from narcine.simulation.audit import Audit, EnergyBalance
    from narcine.simulation.floating import Floating
    from narcine.simulation.forces import ForceHistory
    from narcine.simulation.simulation import Simulation

NEUTRAL = 5e-4
"""Net buoyancy over weight below which a vehicle is called neutral: finer than people trim."""
PICTURE_FORMATS = (".png", ".svg", ".pdf")
PICTURE_DPI = 110
ENERGY_TOLERANCE = 0.01
"""Largest residual of the energy balance, over the largest work, with which a check passes."""


def check_command(
    source: str,
    /,
    *,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    json_: Annotated[Path | None, Parameter(name="--json")] = None,
    picture: Path | None = None,
) -> int:
    """Weigh a vehicle and balance its forces and energy over a short run.

    Example: narcine check raybot --picture forces.png

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, or a file
    set_
        change a value of the file: path=value, as often as you like
    json_
        also write all numbers to this file
    picture
        also draw the forces by what makes them to this file (PNG, SVG or PDF), one for each vehicle

    """
    from rich.console import Console

    from narcine.cli.run import say_if_compiling
    from narcine.cli.settings import parse_settings
    from narcine.description.load import load_description
    from narcine.recording.write import whole_file

    if picture is not None and picture.suffix.lower() not in PICTURE_FORMATS:
        sys.stderr.write(f"--picture {picture}: must end in {', '.join(PICTURE_FORMATS)}\n")
        return 2
    description = load_description(source, parse_settings(set_ or []))

    from narcine.simulation.audit import audit
    from narcine.simulation.simulation import Simulation

    simulation = Simulation(description)
    say_if_compiling(Console(stderr=True, highlight=False), simulation.coupled)
    found = audit(simulation)
    show(found, Console(highlight=False))
    readings = start_readings(simulation)
    show_readings(readings, Console(highlight=False))
    if found.balance is not None and found.balance.residual > ENERGY_TOLERANCE:
        explain_residual(simulation, Console(highlight=False))
    if json_ is not None:
        with whole_file(json_) as unfinished:
            numbers = {key: value for key, value in dataclasses.asdict(found).items() if key != "forces"}
            numbers["readings"] = {name: value for name, (value, _) in readings.items()}
            unfinished.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    if picture is not None:
        for file in draw(found.forces, picture):
            Console(highlight=False).print(f"picture {file}", soft_wrap=True)
    return 0 if found.balance is not None and found.balance.residual <= ENERGY_TOLERANCE else 1


def explain_residual(simulation: "Simulation", console: "Console") -> None:
    """Say whether shorter steps make energy add up, and so what is wrong."""
    from narcine.simulation.audit import audit

    step = simulation.scenario.step
    for parts in (2, 4, 8):
        finer = audit(simulation, step / parts).balance
        if finer is not None and finer.residual <= ENERGY_TOLERANCE:
            said = (
                f"with steps of {1e3 * step / parts:g} ms it does: {1e3 * step:g} ms are too long for something quick, "
            )
            console.print(said + "such as a joint that hits its stop or a body that hits the water", soft_wrap=True)
            return


def start_readings(simulation: "Simulation") -> dict[str, tuple[float, str]]:
    """Return what each sensor reads at the start, and its unit."""
    if not simulation.scenario.has_sensors:
        return {}
    run = simulation.start().dataset()
    return {
        str(name): (float(value), str(unit))
        for name, value, unit in zip(
            run["sensor"].values, run["reading"].values[0], run["sensor_unit"].values, strict=True
        )
    }


def show_readings(readings: dict[str, tuple[float, str]], console: "Console") -> None:
    """Print what sensors read at the start."""
    if readings:
        table = _table("\nSensors", "sensor", "reads at the start")
        for name, (value, unit) in readings.items():
            said = f"{value:.4g} {unit}" if unit != "1" else "something" if value else "nothing"
            table.add_row(name, said)
        console.print(table)


def draw(forces: "ForceHistory", picture: Path) -> list[Path]:
    """Draw the forces on each vehicle and the files, with the vehicle's name in them when there are several."""
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.forces import draw_forces

    files = []
    for number, name in enumerate(forces.vehicles):
        file = picture if len(forces.vehicles) == 1 else picture.with_stem(f"{picture.stem}_{name}")
        with style(), whole_file(file) as unfinished:
            draw_forces(forces, number).savefig(unfinished, dpi=PICTURE_DPI)
        files.append(file)
    return files


def show(found: "Audit", console: "Console") -> None:
    """Print an audit."""
    bodies = _table("Bodies", "body", "mass (kg)", "volume (l)", "trapped (kg)", "added / own", "coriolis")
    added = _table("\nAdded inertia, eigenvalues (kg; kg m2)", "body", "linear", "", "", "angular", "", "")
    for body in found.bodies:
        own = body.mass + body.trapped_water
        ratio = f"{max(body.added_mass) / own:.3g}" if own else "-"
        bodies.add_row(
            body.name,
            f"{body.mass:.4g}",
            f"{1e3 * body.volume:.4g}",
            f"{body.trapped_water:.3g}",
            ratio,
            _coupling(body.coriolis),
        )
        added.add_row(body.name, *(f"{value:.3g}" for value in (*body.added_mass, *body.added_inertia)))
    console.print(bodies)
    console.print(added)
    for trim in found.trims:
        console.print(f"\n[bold]{trim.vehicle}[/bold] in the axes of its root, joints as they start")
        neutral = abs(trim.net_buoyancy) < NEUTRAL * 9.81 * trim.mass
        floats = "neutral" if neutral else "it rises" if trim.net_buoyancy > 0.0 else "it sinks"
        floats = floats if trim.free else "held by its joint"
        console.print(
            f"  mass {trim.mass:.5g} kg, displaced {1e3 * trim.volume:.5g} l, trapped water {trim.trapped_water:.4g} kg"
        )
        console.print(f"  net buoyancy {trim.net_buoyancy:+.4g} N: {floats}")
        console.print(f"  centre of gravity  {_vector(trim.centre_of_gravity)} m")
        console.print(f"  centre of buoyancy {_vector(trim.centre_of_buoyancy)} m")
        if trim.free and trim.ballast is not None and not neutral:
            mass, x, y = trim.ballast
            console.print(
                f"  {mass:.3g} kg more, as weighed under water, at [{x:.3f}, {y:.3f}] would make it neutral and level",
                soft_wrap=True,
            )
        floating = [each for each in found.floating if each.vehicle == trim.vehicle]
        for each in floating:
            _show_floating(each, console)
        if trim.free and trim.righting_moment > 1e-9 and not floating:
            drifting = "" if neutral else "; while it moves, drag and lift turn it too"
            console.print(
                f"  weight and buoyancy balance at roll {_degrees(trim.roll)}, pitch {_degrees(trim.pitch)}; "
                f"righting moment {trim.righting_moment:.3g} N m/rad{drifting}",
                soft_wrap=True,
            )
    if found.balance is not None:
        _show_forces(found, found.balance, console)
    else:
        console.print(f"\n{found.stopped}", style="bold red", soft_wrap=True)
    for doubt in found.doubts:
        console.print(f"warning: {doubt}", style="yellow", soft_wrap=True)
    if found.unsourced:
        listed = ", ".join(found.unsourced[:5]) + (" ..." if len(found.unsourced) > 5 else "")
        console.print(
            f"{len(found.unsourced)} numbers say neither source nor assumption: {listed}",
            style="yellow",
            soft_wrap=True,
        )


def _show_floating(floating: "Floating", console: "Console") -> None:
    """Print how a vehicle lies at the surface."""
    low, high = floating.lean_stiffness
    console.print(
        f"  at the surface it lies at roll {_degrees(floating.roll)}, pitch {_degrees(floating.pitch)}, its origin "
        f"{1e3 * floating.depth:.4g} mm deep, {100.0 * floating.wet:.1f} % of its volume wet",
        soft_wrap=True,
    )
    console.print(
        f"  there {floating.heave_stiffness:.3g} N/m hold its depth, and {low:.3g} to {high:.3g} N m/rad its attitude",
        soft_wrap=True,
    )


def _show_forces(found: "Audit", balance: "EnergyBalance", console: "Console") -> None:
    """Print forces, power and work by term, and whether energy adds up."""
    title = f"\nForces over {balance.duration:.3g} s; largest: on any one body"
    terms = _table(title, "force", "largest (N)", "moment (N m)", "mean power (W)", "work (J)")
    for term in found.terms:
        if term.largest_force or term.largest_moment:
            terms.add_row(
                term.name.replace("_", " "),
                f"{term.largest_force:.3g}",
                f"{term.largest_moment:.3g}",
                f"{term.mean_power:+.3g}",
                f"{balance.work[term.name]:+.4g}",
            )
    names = {term.name for term in found.terms}
    for name, work in balance.work.items():
        if name not in names and work:
            terms.add_row(name, "", "", f"{work / balance.duration:+.3g}", f"{work:+.4g}")
    console.print(terms)
    verdict = "closes" if balance.residual <= ENERGY_TOLERANCE else "DOES NOT CLOSE"
    console.print(
        f"\nEnergy balance {verdict}: {balance.gained:+.5g} J gained, {sum(balance.work.values()):+.5g} J of work, "
        f"residual {balance.residual:.1e} of the largest work",
        soft_wrap=True,
    )


def _table(title: str, *headings: str) -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _coupling(shares: tuple[float, ...]) -> str:
    """Say how far the added momentum of a body couples with its rotation."""
    text = " ".join(f"{share:g}" for share in shares)
    return {"1 1 1": "full", "0 0 0": "none", "1 0 0": "roll only"}.get(text, text)


def _degrees(angle: float) -> str:
    return f"{degrees(angle) + 0.0:.2f} deg".replace("-0.00", "0.00")


def _vector(values: tuple[float, ...]) -> str:
    return "[" + ", ".join(f"{value:+.4f}" for value in values) + "]"
