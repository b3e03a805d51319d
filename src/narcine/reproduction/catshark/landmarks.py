"""What landmarks of the filmed catsharks say of their midlines: amplitude, phase and place of five of them.

The authors' repository holds, beside the table of midlines, landmarks of each trial in three dimensions for one tail
beat: the snout (1), three points along the back (2 to 4) and the end of the tail (5). Fitted with one sine each over
the beat they tell the length of the wave on the body, whatever the clock and the unit of length. `landmarks.csv` is
what this module made of these files: `python -m narcine.reproduction.catshark.landmarks FOLDER > landmarks.csv`.
"""

import csv
import re
import sys
from math import pi
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.spatial.vectors import Array

POINTS = (1, 2, 3, 4, 5)
FIRST = 1
"""Place in POINTS from which on phases count: the snout hardly moves, and swings about a point behind it."""
MOST_TURNS = 2
"""Whole turns between the last two landmarks that are looked at: waves down to a fifth of the body."""
FILE_NAME = re.compile(r"3Dcoords_(catshark\d+)_([\d.]+)BL_")


class Landmarks(NamedTuple):
    """Landmarks of a trial over one beat, by lengths of the body."""

    places: Array
    """along the body, from the snout (5)"""
    sweeps: Array
    """from side to side (5)"""
    wavelength: float
    """along the way that it swims"""


def landmarks_of(points: Array) -> Landmarks:
    """Return what points (landmark, moment, 3) over one beat say; lengths are over that of the line through them."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=2).mean(axis=1)
    length = steps.sum()
    ahead = (points[0] - points[-1]).mean(axis=0)
    ahead /= np.linalg.norm(ahead)
    beating = points[-1] - points[-1].mean(axis=0)
    sideways = np.linalg.svd(beating - np.outer(beating @ ahead, ahead))[2][0]
    moments = np.linspace(0.0, 2.0 * pi, points.shape[1])
    terms = np.stack([np.ones_like(moments), moments, np.cos(moments), np.sin(moments)], axis=1)
    fitted = np.linalg.lstsq(terms, (points @ sideways).T, rcond=None)[0]
    waves = fitted[2] - 1j * fitted[3]
    aft = ((points[0] - points) @ ahead).mean(axis=1) / length
    places = np.concatenate([[0.0], np.cumsum(steps)]) / length
    return Landmarks(places, 2.0 * np.abs(waves) / length, _wavelength(aft[FIRST:], waves[FIRST:]))


def _wavelength(aft: Array, waves: NDArray[np.complex128]) -> float:
    """Return the length of the wave whose phases fit best; to the tail, half a body away, there may be whole turns."""
    lags = np.mod(-np.diff(np.angle(waves)), 2.0 * pi)
    phases = np.concatenate([[0.0], np.cumsum(lags)])
    fits = []
    for turns in range(MOST_TURNS + 1):
        phases[-1] = lags.sum() + 2.0 * pi * turns
        (slope, _), [miss], *_ = np.polyfit(aft, phases, 1, w=np.sqrt(np.abs(waves)), full=True)
        fits.append((float(miss), float(2.0 * pi / slope)))
    return min(fits)[1]


def read_points(file: Path) -> Array:
    """Return the points (landmark, moment, 3) of a file of the authors' folder `angles`."""
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    return np.array([[[float(row[f"pt{point}_{axis}"]) for axis in "XYZ"] for row in rows] for point in POINTS])


def main(folder: str) -> None:
    """Print the landmarks of all trials of a folder."""
    names = [f"{what}{point}" for what in ("place", "sweep") for point in POINTS]
    print(",".join(["specimen", "speedBL", *names, "wavelength"]))
    for file in sorted(Path(folder).glob("3Dcoords_*.csv")):
        found = FILE_NAME.match(file.name)
        assert found is not None, f"{file.name} names no trial"
        landmarks = landmarks_of(read_points(file))
        numbers = [*landmarks.places, *landmarks.sweeps, landmarks.wavelength]
        print(",".join([found[1], f"{float(found[2]):g}", *(f"{number:.4f}" for number in numbers)]))


if __name__ == "__main__":
    main(sys.argv[1])
