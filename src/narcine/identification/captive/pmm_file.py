"""Tables of captive runs from and to CSV files, one row for each sample and one run after the other.

Columns: run; motion (may be missing); time; u, v, r and their rates udot, vdot, rdot; what the carriage exerts on the
vehicle at its origin, fx, fy, mz. Of the vertical plane w, q, wdot, qdot, fz and my in place of v, r, fy and mz. All in
body axes.
"""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from narcine.identification.captive.pmm import ORDER, PLANES, CaptiveRun
from narcine.identification.columns import Column, Table, read_table, refuse_file
from narcine.recording.write import whole_file

FEWEST = 5 * ORDER
"""Samples of a run, so that the noise between samples can be told."""
UNEVEN = 0.01
"""By how much an interval between samples may differ from the mean of its run."""
_UNITS = {"u": "m/s", "v": "m/s", "w": "m/s", "q": "rad/s", "r": "rad/s"}
_DIMENSIONS = {"m/s": ("speed", "acceleration"), "rad/s": ("rate", "angular acceleration")}


def _columns(plane: str) -> dict[str, Column]:
    known: dict[str, Column] = {}
    for name in PLANES[plane].motions:
        speed, acceleration = _DIMENSIONS[_UNITS[name]]
        known |= {name: Column(speed), f"{name}dot": Column(acceleration)}
    return known | {name: Column("force" if name[0] == "f" else "torque") for name in PLANES[plane].loads}


def read_captive_runs(file: Path) -> tuple[str, list[CaptiveRun]]:
    """Return the plane and the runs of a table, or raise all that is wrong with it."""
    known = {"run": Column(text=True), "motion": Column(text=True, gaps=True), "time": Column("time")}
    every = known | {name: column for plane in PLANES for name, column in _columns(plane).items()}
    first = read_table(file, every, ("run", "time"), fewest=FEWEST)
    beside = {
        plane: [n for n in _columns(plane) if n in first.numbers and n not in ("u", "udot", "fx")] for plane in PLANES
    }
    plane = max(PLANES, key=lambda each: len(beside[each]))
    if all(beside.values()):
        raise first.refuse(0, beside["vertical"][0], "is of the vertical plane, and others are of the horizontal one")
    missing = [name for name in _columns(plane) if name not in first.numbers]
    if missing:
        raise refuse_file(file, f"there is no column {missing[0]!r}; captive runs have {', '.join(_columns(plane))}")
    return plane, _runs(first, plane)


def _runs(table: Table, plane: str) -> list[CaptiveRun]:
    names = table.words["run"]
    begins = [row for row in range(len(names)) if row == 0 or names[row] != names[row - 1]]
    seen: set[str] = set()
    found = []
    for begin, end in zip(begins, [*begins[1:], len(names)], strict=True):
        if names[begin] in seen:
            raise table.refuse(
                begin, "run", "comes again after another run; rows of a run stand together", names[begin]
            )
        seen.add(names[begin])
        _check_samples(table, begin, end)
        rows = slice(begin, end)
        motions, loads = PLANES[plane].motions, PLANES[plane].loads
        columns = table.numbers
        found.append(
            CaptiveRun(
                names[begin],
                table.words["motion"][begin] if "motion" in table.words else "",
                columns["time"][rows],
                np.stack([columns[name][rows] for name in motions], axis=1),
                np.stack([columns[f"{name}dot"][rows] for name in motions], axis=1),
                np.stack([columns[name][rows] for name in loads], axis=1),
            )
        )
    return found


def _check_samples(table: Table, begin: int, end: int) -> None:
    """Raise where a run is too short, or its samples do not come evenly."""
    time = table.numbers["time"][begin:end]
    name = table.words["run"][begin]
    if len(time) < FEWEST:
        raise table.refuse(begin, "run", f"has {len(time)} samples; a captive run takes {FEWEST} at least", name)
    apart = np.diff(time)
    for row in np.flatnonzero(~(apart > 0.0))[:1] + 1:
        said = f"times must grow within a run; before it stands {time[row - 1]:g} s"
        raise table.refuse(begin + int(row), "time", said, f"{time[row]:g}")
    for row in np.flatnonzero(np.abs(apart / apart.mean() - 1.0) > UNEVEN)[:1] + 1:
        said = f"samples of a run must come evenly, here every {np.median(apart):g} s; resample it"
        raise table.refuse(begin + int(row), "time", said, f"{time[row]:g}")


def write_captive_runs(plane: str, runs: Sequence[CaptiveRun], file: Path) -> int:
    """Write runs so that they can be read back, and return how many rows there are."""
    motions, loads = PLANES[plane].motions, PLANES[plane].loads
    headings = ["run", "motion", "time [s]", *(f"{name} [{_UNITS[name]}]" for name in motions)]
    headings += [f"{name}dot [{_UNITS[name]}2]" for name in motions]
    headings += [f"{name} [{'N' if name[0] == 'f' else 'N m'}]" for name in loads]
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(headings)
        for run in runs:
            for k, time in enumerate(run.time):
                numbers = (*run.velocity[k], *run.acceleration[k], *run.wrench[k])
                writer.writerow([run.name, run.motion, f"{time:.6g}", *(f"{number:.6g}" for number in numbers)])
    return sum(len(run.time) for run in runs)
