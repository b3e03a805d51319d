"""The trials of five catsharks in a flume, as their authors published them, and how each is read as a midline.

Units: `TL` is in cm and `U` in m/s, since Re = U TL / 1e-6 m2/s; `headAmplitude` and `tailAmplitude` are sweeps from
side to side in body lengths, since St = TBF tailAmplitude TL / U, and the landmarks sweep as far; `wavelength` is
wavespeed over TBF, and says no unit.
"""

import csv
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from narcine.spatial.vectors import Array

FOLDER = Path(__file__).parent
BACK = ((0.16, 0.10), (0.37, 0.25), (0.46, 0.39))
"""Places along the body and sweeps there over that of the tail: medians of the landmarks of all trials."""


@dataclass(frozen=True)
class Trial:
    """A catshark at one speed."""

    specimen: str
    flow: float
    """of the flume, as it was set (body lengths/s)"""
    length: float
    """m"""
    frequency: float
    """of the tail beat (Hz)"""
    head: float
    tail: float
    """sweeps from side to side (body lengths)"""
    wavelength: float
    """as the table has it"""
    speed: float
    """m/s"""
    strouhal: float
    landmark_wavelength: float
    """body lengths, by landmarks of the same trial"""


class Reading(NamedTuple):
    """What is made of a trial's numbers where they leave it open."""

    name: str
    wavelength: Callable[[Trial], float]
    """m"""
    envelope: Callable[[Trial], list[list[float]]]


@lru_cache(maxsize=1)
def trials() -> tuple[Trial, ...]:
    """Return all trials."""
    with (FOLDER / "landmarks.csv").open(newline="") as lines:
        waves = {(row["specimen"], float(row["speedBL"])): float(row["wavelength"]) for row in csv.DictReader(lines)}
    with (FOLDER / "midline_kinematics.csv").open(newline="") as lines:
        return tuple(_trial(row, waves) for row in csv.DictReader(lines))


def _trial(row: dict[str, str], waves: dict[tuple[str, float], float]) -> Trial:
    flow = float(row["speedBL"])
    return Trial(
        specimen=row["specimen"],
        flow=flow,
        length=0.01 * float(row["TL"]),
        frequency=float(row["TBF"]),
        head=float(row["headAmplitude"]),
        tail=float(row["tailAmplitude"]),
        wavelength=float(row["wavelength"]),
        speed=float(row["U"]),
        strouhal=float(row["St"]),
        landmark_wavelength=waves[row["specimen"], flow],
    )


def column(name: str) -> Array:
    """Return one number of all trials."""
    return np.array([getattr(trial, name) for trial in trials()], float)


def along_the_back(trial: Trial) -> list[list[float]]:
    """Return the envelope with the sweep of the head as measured, and those behind it by landmarks."""
    return [[0.0, trial.head / trial.tail], *(list(row) for row in BACK), [1.0, 1.0]]


def straight(trial: Trial) -> list[list[float]]:
    """Return an envelope that grows in a straight line from head to tail."""
    return [[0.0, trial.head / trial.tail], [1.0, 1.0]]


def _in_lengths(trial: Trial) -> float:
    return trial.wavelength * trial.length


BODY_LENGTHS = Reading("wavelength in body lengths", _in_lengths, along_the_back)
LANDMARKS = Reading("wavelength by landmarks", lambda trial: trial.landmark_wavelength * trial.length, along_the_back)
METRES = Reading("wavelength in metres", lambda trial: trial.wavelength, along_the_back)
STRAIGHT = Reading("envelope straight from head to tail", _in_lengths, straight)


def settings(trial: Trial, reading: Reading) -> dict[str, Any]:
    """Return what makes the vehicle the animal of a trial; it starts at half the speed of its wave."""
    wavelength = reading.wavelength(trial)
    return {
        "chains.spine.outline.length": trial.length,
        "gait.frequency": trial.frequency,
        "gait.amplitude": 0.5 * trial.tail * trial.length,
        "gait.wavelength": wavelength,
        "gait.envelope": reading.envelope(trial),
        "run.start.rates.north": 0.5 * trial.frequency * min(wavelength, trial.length),
    }
