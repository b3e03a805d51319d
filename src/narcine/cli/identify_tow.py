"""`narcine identify tow`: drag of a vehicle out of towing runs."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

POINTS = "points.csv"

if TYPE_CHECKING:
    from narcine.description.load import Description
    from narcine.identification.towing.exclusion import Selection
    from narcine.identification.towing.extrapolation import Guess
    from narcine.identification.towing.tow import AxisDrag


def identify_tow_command(
    source: Path,
    /,
    *,
    axis: str | None = None,
    wire_angle: str = "47 deg",
    tare: bool = True,
    exclude: Annotated[list[str] | None, Parameter(negative=())] = None,
    sensitivity: str | None = None,
    vehicle: str | None = None,
    extrapolate: str | None = None,
    write: Path | None = None,
    out: Path | None = None,
) -> int:
    """Tell quadratic and linear drag, with 95 % intervals, out of runs in a towing tank or of points picked by hand.

    A table of runs has the columns run, axis, time, speed and the load cells m1, m2, m3 (N), or force; where a vehicle
    turns, rate and moment. Of each run the steady segment counts; repeats at one speed are fused. A table without time
    holds points: axis, speed, force, and perhaps sigma and excluded. Writes drag.png, points.csv and, of runs,
    steady.png.

    Parameters
    ----------
    source
        CSV file of runs or of points
    axis
        of all rows, where the file has no column axis: surge, sway, heave, roll, pitch or yaw
    wire_angle
        phi of the wire with the third cell: f = m1 + m2 - m3 cos(phi)
    tare
        take the mean of what a run shows at rest, before the carriage moves, for the zero of its cells
    exclude
        what is not fitted, and why: "surge < 0.15 m/s: REASON" (slower, to either side), "> 1.2 m/s: REASON",
        "surge -0.9..-0.6 m/s: REASON" (signed), "run NAME, NAME: REASON"; may be given several times
    sensitivity
        of the cells, as 0.5N: points with smaller forces are not fitted
    vehicle
        that was towed: a file, or the name of one that ships
    extrapolate
        axes that were not towed, in the ratio of the vehicle's added inertia: sway=heave,roll=pitch,yaw=pitch
    write
        vehicle file to write: the vehicle with this drag, its intervals and where it comes from
    out
        folder for pictures and points; beside the source when not given

    """
    from rich.console import Console

    from narcine.cli.identifying import parse_selection
    from narcine.cli.pictures import refuse
    from narcine.description.library import find_measurements, results_beside
    from narcine.identification.columns import refuse_file
    from narcine.identification.towing.points import write_points
    from narcine.identification.towing.tow_vehicle import check_takes_drag, doubts, identified
    from narcine.identification.writing import check_new, write_identified
    from narcine.identification.written import read_vehicle

    source = find_measurements(source)
    selection = parse_selection(exclude or [], sensitivity)
    needy = [option for option, given in (("--write", write), ("--extrapolate", extrapolate)) if given is not None]
    if needy and vehicle is None:
        raise refuse(needy[0], "needs --vehicle, the vehicle that was towed")
    towed = None if vehicle is None else read_vehicle(vehicle)
    if towed is not None and write is not None:
        check_new(write)
        check_takes_drag(towed)
    try:
        with Console(stderr=True).status(f"reading {source.name}"):
            found = _found(source, axis, wire_angle, tare, selection)
    except ValueError as problem:
        raise refuse_file(source, str(problem)) from None
    guesses = _guesses(extrapolate, found, towed)
    if not any(each.fit for each in found):
        raise refuse_file(source, "; ".join(f"{each.axis}: {each.problem}" for each in found))
    folder = results_beside(source) if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    if not (folder / POINTS).exists() or not source.samefile(folder / POINTS):
        written.append(folder / POINTS)
        write_points([point for each in found for point in each.points], folder / POINTS)
    written += _draw(source.stem, found, folder)
    notes = []
    if write is not None and vehicle is not None and towed is not None:
        write_identified(write, vehicle, identified(towed, found, guesses, source.name))
        written.append(write)
        notes = doubts(towed)
    _show(found, guesses)
    for line in notes:
        sys.stdout.write(f"note: {line}\n")
    sys.stdout.write(f"{', '.join(map(str, written))}\n")
    return 0


def _found(source: Path, axis: str | None, wire_angle: str, tare: bool, selection: "Selection") -> "list[AxisDrag]":
    from narcine.cli.pictures import refuse
    from narcine.cli.typed import quantity
    from narcine.description.quantities import suggestion
    from narcine.identification.towing.axes import AXES
    from narcine.identification.towing.points import read_points
    from narcine.identification.towing.tow import identify_points, identify_runs
    from narcine.identification.towing.tow_file import has_samples, read_runs

    if axis is not None and axis not in AXES:
        raise refuse(f"--axis {axis}", f"must be one of {', '.join(AXES)}{suggestion(axis, AXES)}")
    angle = quantity("--wire-angle", wire_angle, "angle", at_least=0.0)
    if not has_samples(source):
        return identify_points(read_points(source, axis), selection)
    return identify_runs(read_runs(source, axis, angle), selection, tare)


def _guesses(text: str | None, found: "Sequence[AxisDrag]", towed: "Description | None") -> "list[Guess]":
    from narcine.cli.pictures import refuse
    from narcine.identification.towing.extrapolation import extrapolate, parse_pairs
    from narcine.identification.towing.tow_vehicle import root_added_inertia

    if text is None or towed is None:
        return []
    try:
        fits = {each.axis: each.fit for each in found if each.fit is not None}
        return extrapolate(parse_pairs(text), fits, root_added_inertia(towed))
    except ValueError as problem:
        raise refuse(f"--extrapolate {text}", str(problem)) from None


def _draw(name: str, found: "Sequence[AxisDrag]", folder: Path) -> list[Path]:
    """Write the pictures, and return their names."""
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.tow import draw_drag
    from narcine.viewing.tow_run import draw_run, example_run

    drag, steady = folder / "drag.png", folder / "steady.png"
    with style(), whole_file(drag) as unfinished:
        draw_drag(f"{name}: drag", found).savefig(unfinished, dpi=110)
    example = example_run(found)
    if example is None:
        return [drag]
    fusing, row = example
    with style(), whole_file(steady) as unfinished:
        draw_run(f"{name}: run {fusing.runs[row].name}", fusing, row).savefig(unfinished, dpi=110)
    return [drag, steady]


def _show(found: "Sequence[AxisDrag]", guesses: "Sequence[Guess]") -> None:
    """Print coefficients, what was left out and why, and what the errors are."""
    from rich.console import Console
    from rich.table import Table

    from narcine.identification.towing.axes import coefficient_units
    from narcine.identification.towing.tow_told import left_out, remarks

    console = Console(highlight=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False)
    for heading in ("axis", "points", "quadratic", "95 %", "linear", "95 %", "chi2/dof"):
        table.add_column(heading, justify="left" if heading == "axis" else "right")
    for each in found:
        fitted = f"{len(each.used)} of {len(each.points)}"
        if each.fit is None:
            table.add_row(each.axis, fitted, "-", "", "-", "", "")
            continue
        cells = _cells(each.fit.quadratic, each.fit.quadratic_interval)
        cells += _cells(each.fit.linear, each.fit.linear_interval)
        table.add_row(each.axis, fitted, *cells, f"{each.fit.chi_square:.2f}")
    for guess in guesses:
        cells = _cells(guess.quadratic, guess.quadratic_interval) + _cells(guess.linear, guess.linear_interval)
        table.add_row(guess.axis, f"= {guess.source}", *cells, "a guess", style="dim")
    console.print(table)
    for quadratic, linear in dict.fromkeys(coefficient_units(each.axis) for each in found):
        console.print(f"quadratic |u| u + linear u, in {quadratic} and {linear}")
    for guess in guesses:
        console.print(
            f"{guess.axis}: a guess, not measured: {guess.source} times {guess.ratio:.4g}, the ratio of added inertia"
        )
    for each in found:
        for line in (*left_out(each), *remarks(each)):
            console.print(f"{each.axis}: {line}", markup=False)


def _cells(value: float, interval: tuple[float, float]) -> list[str]:
    return [f"{value:.4g}", f"{interval[0]:.4g} to {interval[1]:.4g}"]
