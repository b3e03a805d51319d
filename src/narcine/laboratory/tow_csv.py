"""Campaigns of towing runs as tables: one row for each sample, one run after the other."""

import csv
from collections.abc import Sequence
from math import pi
from pathlib import Path

from narcine.laboratory.load_cells import CELLS
from narcine.laboratory.tow_tank import TowingRuns
from narcine.recording.write import whole_file

RPM = 60.0 / (2.0 * pi)


def write_towing_runs(campaigns: Sequence[TowingRuns], file: Path) -> int:
    """Write campaigns, all of ways or all of turns, and return how many rows there are."""
    turning = campaigns[0].readings.shape[2] == 1
    turned = campaigns[0].pulse is not None
    moved = "rate [rad/s]" if turning else "speed [m/s]"
    loads = ["moment [N m]"] if turning else [f"{cell} [N]" for cell in CELLS]
    rows = 0
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        screws = ["pulse [us]", "shaft [rpm]"] if turned else []
        writer.writerow(["run", "axis", "time [s]", moved, *loads, *screws])
        for runs in campaigns:
            for number, name in enumerate(runs.names):
                for k, time in enumerate(runs.time):
                    row = [name, runs.axis, f"{time:.6g}", f"{runs.speed[number, k]:.4f}"]
                    row += [f"{reading:.6g}" for reading in runs.readings[number, k]]
                    if runs.pulse is not None and runs.shaft is not None:
                        row += [f"{runs.pulse[number, k]:g}", f"{RPM * runs.shaft[number, k]:.1f}"]
                    writer.writerow(row)
                rows += len(runs.time)
    return rows
