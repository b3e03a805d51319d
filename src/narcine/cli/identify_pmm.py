"""`narcine identify pmm`: added inertia and damping out of captive oscillations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from narcine.identification.captive.harmonic import Harmonic
    from narcine.identification.captive.pmm import CaptiveRun, Coefficient, Found, PmmFit

MOST_NAMED = 3
"""Runs in which more than noise is left that the terminal names."""


def pmm_command(
    source: Path,
    /,
    *,
    vehicle: str | None = None,
    write: Path | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    out: Path | None = None,
) -> int:
    """Tell added inertia and damping out of captive oscillations, with 95 % intervals.

    Least squares of the captive equations of a plane over all runs; zeros of the balance and their drifts are fitted
    with them, and noise that lingers is made white. Where one freedom swings alone, the first harmonic is told beside
    it. Columns: run, time, u, v, r, udot, vdot, rdot, fx, fy, mz (or w, q, fz, my). Writes pmm.csv and pmm.png.

    Without --vehicle inertia is that of vehicle and water together; with it the vehicle's own is taken off.

    Examples
    --------
      narcine identify pmm bluerov_pmm.csv
      narcine identify pmm bluerov_pmm.csv --vehicle bluerov --write my_rov.yaml
      narcine identify pmm heave.csv --vehicle my_rov.yaml --set bodies.hull.mass=7.5 --out results

    Parameters
    ----------
    source
        table of captive runs
    vehicle
        that was measured: its own inertia is taken off; a name that ships, or a file
    write
        vehicle file to write on top of it, with what was identified
    set_
        change a value of the vehicle before its inertia is taken off: path=value
    out
        folder for pmm.csv and pmm.png; beside the table when not given

    """
    from rich.console import Console

    from narcine.cli.pictures import refuse
    from narcine.description.library import find_measurements, results_beside
    from narcine.identification.captive.harmonic import harmonics
    from narcine.identification.captive.pmm import fit_pmm
    from narcine.identification.captive.pmm_file import read_captive_runs
    from narcine.recording.write import whole_file
    from narcine.viewing.figures import style
    from narcine.viewing.laboratory import draw_captive_fit

    if write is not None and vehicle is None:
        raise refuse(f"--write {write}", "needs --vehicle: the vehicle on which the numbers stand")
    if write is not None and vehicle is not None:
        _check_writing(write, vehicle)
    source = find_measurements(source)
    plane, runs = read_captive_runs(source)
    fit = fit_pmm(plane, runs)
    if not fit.found:
        raise refuse(str(source), "these runs tell none of the numbers: nothing swings in them")
    found = fit.found if vehicle is None else _of_water(fit, vehicle, set_)
    folder = results_beside(source) if out is None else out
    folder.mkdir(parents=True, exist_ok=True)
    table, picture = folder / "pmm.csv", folder / "pmm.png"
    _write_table(table, found, vehicle is not None)
    with style(), whole_file(picture) as unfinished:
        draw_captive_fit(f"{source.stem}: forces as measured and as fitted", fit, runs).savefig(unfinished, dpi=110)
    console = Console(highlight=False, soft_wrap=True)
    _show(console, fit, found, vehicle is not None, runs)
    _show_harmonics(console, harmonics(fit, runs))
    written = ""
    if write is not None and vehicle is not None:
        _write_vehicle(console, write, vehicle, source, runs, found)
        written = f", {write}"
    console.print(f"{table}, {picture}{written}")
    return 0


def _of_water(fit: "PmmFit", vehicle: str, settings: list[str] | None) -> "Mapping[Coefficient, Found]":
    from narcine.cli.typed import vehicle as load_vehicle
    from narcine.identification.captive.pmm_numbers import without_vehicle
    from narcine.laboratory.planar_motion import standing_inertia

    total, water = standing_inertia(load_vehicle(vehicle, settings), fit.plane)
    return without_vehicle(fit, total - water)


def _show(
    console: "Console", fit: "PmmFit", found: "Mapping[Coefficient, Found]", water: bool, runs: "list[CaptiveRun]"
) -> None:
    import numpy as np
    from rich.table import Table

    from narcine.identification.captive.harmonic import structured
    from narcine.identification.captive.pmm import PLANES
    from narcine.identification.captive.pmm_told import name_of, unit_of

    samples = sum(len(run.time) for run in runs)
    console.print(f"{len(runs)} runs in the {fit.plane} plane, {samples} samples")
    table = Table(box=None, pad_edge=False)
    for column, heading in enumerate(("", "value", "95 % interval", "")):
        table.add_column(heading, justify="left" if column in (0, 3) else "right")
    for each, number in found.items():
        low, high = number.interval
        table.add_row(name_of(each, water), f"{number.value:.4g}", f"{low:.4g} to {high:.4g}", unit_of(each))
    console.print(table)
    if fit.untold:
        names = ", ".join(name_of(each, water) for each in fit.untold)
        console.print(f"these runs cannot tell (apart): {names}; other motions would")
    for channel, name in enumerate(PLANES[fit.plane].loads):
        left = np.concatenate([each[:, channel] for each in fit.left])
        console.print(f"{name}: {np.sqrt(np.mean(left**2)):.3g} {'N' if name[0] == 'f' else 'N m'} (rms) is left")
    missed = structured(fit, runs)
    if missed:
        told = ", ".join(f"{name} of {run}" for run, name in missed[:MOST_NAMED])
        more = f" and {len(missed) - MOST_NAMED} more" if len(missed) > MOST_NAMED else ""
        console.print(
            f"more than noise is left in {told}{more}: forces that the equations do not know (lift, wakes, joints), "
            "and intervals that are too narrow"
        )


def _show_harmonics(console: "Console", found: "list[Harmonic]") -> None:
    if not found:
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("run", "Hz", "inertia by harmonic", "by fit", "damping by harmonic", "by fit", ""):
        table.add_column(heading, justify="left" if heading in ("run", "") else "right")
    for each in found:
        table.add_row(
            each.run,
            f"{each.frequency:.3g}",
            f"{each.inertia:.4g} +- {each.inertia_error:.1g}",
            f"{each.inertia_by_fit:.4g}",
            f"{each.damping:.4g} +- {each.damping_error:.1g}",
            f"{each.damping_by_fit:.4g}",
            "" if each.agrees else "they differ",
        )
    console.print(table)


def _write_table(file: Path, found: "Mapping[Coefficient, Found]", water: bool) -> None:
    import csv

    from narcine.identification.captive.pmm_told import name_of, unit_of
    from narcine.recording.write import whole_file

    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(["number", "kind", "row", "column", "value", "low", "high", "unit"])
        for each, number in found.items():
            low, high = number.interval
            cells = (
                each.kind,
                each.row,
                each.column,
                f"{number.value:.9g}",
                f"{low:.9g}",
                f"{high:.9g}",
                unit_of(each),
            )
            writer.writerow([name_of(each, water), *cells])


def _check_writing(file: Path, vehicle: str) -> None:
    """Refuse at once what could not be written in the end."""
    from narcine.cli.pictures import refuse
    from narcine.identification.captive.pmm_numbers import why_not_written
    from narcine.identification.writing import check_new
    from narcine.identification.written import read_vehicle, record_of

    check_new(file)
    reason = why_not_written(record_of(read_vehicle(vehicle)))
    if reason is not None:
        raise refuse(f"--write {file}", f"{vehicle} {reason}")


def _is_told(number: "Found") -> bool:
    """Say whether runs tell more of a number than its size."""
    low, high = number.interval
    return low > 0.0 or high < 0.0


def _write_vehicle(
    console: "Console",
    file: Path,
    vehicle: str,
    source: Path,
    runs: "list[CaptiveRun]",
    found: "Mapping[Coefficient, Found]",
) -> None:
    from narcine.identification.captive.pmm_numbers import numbers_of
    from narcine.identification.captive.pmm_told import name_of
    from narcine.identification.writing import write_identified
    from narcine.identification.written import read_vehicle
    from narcine.laboratory.mounting import root_of
    from narcine.simulation.simulation import Simulation

    description = read_vehicle(vehicle)
    said = f"planar motion mechanism: {len(runs)} runs of {source.name} (narcine identify pmm)"
    open_ = [each for each, number in found.items() if not _is_told(number)]
    told = {each: number for each, number in found.items() if each not in open_}
    numbers, left = numbers_of(description, root_of(Simulation(description)), told, said)
    write_identified(file, vehicle, numbers)
    if open_:
        names = ", ".join(name_of(each, True) for each in open_)
        console.print(f"not written, since even their sign is open: {names}")
    if left:
        names = ", ".join(name_of(each, True) for each in left)
        console.print(f"not written, since {vehicle} gives diagonals: {names}")
