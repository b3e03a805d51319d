"""Points of thrust as a table."""

import csv
from math import isnan
from pathlib import Path

import numpy as np

from narcine.identification.thrusters.open_water import thrust_of_points
from narcine.identification.thrusters.thrust_tow import BEHIND, TowedThrusters, from_behind
from narcine.recording.write import whole_file

RPM = 30.0 / np.pi
HEADINGS = (
    "pulse [us]",
    "shaft [rpm]",
    "speed [m/s]",
    "force [N]",
    "sigma [N]",
    "thrust [N]",
    "thrust_sigma [N]",
    "n",
    "excluded",
    "remark",
)


def write_thrust_points(found: TowedThrusters, file: Path) -> None:
    """Write all points: what the carriage exerted, the thrust of one thruster, and why points are not used."""
    thrusts, errors = thrust_of_points(found.fit)
    told = {id(point): (thrust, error) for point, thrust, error in zip(found.fit.points, thrusts, errors, strict=True)}
    with whole_file(file) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(HEADINGS)
        for point in found.points:
            numbers = (point.pulse, RPM * point.shaft, point.speed, point.force, point.sigma)
            numbers += told.get(id(point), (float("nan"),) * 2) if point.driven else (float("nan"),) * 2
            said = f"run {point.name}: {point.excluded}" if point.name and point.excluded else point.excluded
            remark = BEHIND if from_behind(point, found.fit.setting) else ""
            cells = ["" if isnan(value) else f"{value:.7g}" for value in numbers]
            writer.writerow([*cells, point.count, said, remark])
