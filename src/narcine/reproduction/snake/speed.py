"""Perambulator swims at the surface with the gait of table 1 (section 4.2)."""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING

import numpy as np

from narcine.recording.summary import summarise
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.snake.laws import LAWS, PRINTED, STRIP, swims, whole
from narcine.reproduction.snake.tracks import PUBLISHED_SPEED, draw_time, draw_views, head_track, track_readings
from narcine.simulation.simulation import Simulation

if TYPE_CHECKING:
    import xarray

BAND = 0.15
"""Part of it by which ours may differ."""
DURATION = 30.0
"""As long as the paper's (s); the last half, cut to whole beats, counts."""


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return speed, power and track of each variant under both laws."""
    return [_read(each) for each in swims(simulations, DURATION)]


def _read(runs: "dict[str, xarray.Dataset]") -> Readings:
    readings: Readings = {}
    for law, run in runs.items():
        if not whole(run):
            readings |= {f"{law} {name}": nan for name in ("mean speed", "power", "drift")}
            continue
        [swim] = summarise(run)
        readings |= {
            f"{law} mean speed": 1e3 * swim.speed,
            f"{law} power": swim.power,
            f"{law} drift": float(np.degrees(_course(run))),
            **track_readings(law, head_track(run)),
        }
    return readings


def _course(run: "xarray.Dataset") -> float:
    """Return the direction from start to end (rad), clockwise from where the head pointed."""
    north, east, _ = run["position"].values[-1].mean(axis=0) - run["position"].values[0].mean(axis=0)
    return float(np.arctan2(east, north))


def judge(readings: Readings) -> Verdict:
    """Say whether it is as fast as published."""
    printed, strip = (float(readings[f"{law} mean speed"]) for law in LAWS)
    note = (
        f"as printed {_beside(printed)}, by strips {_beside(strip)}; mechanical power "
        f"{readings[f'{PRINTED} power']:.0f} and {readings[f'{STRIP} power']:.0f} W; it strays by "
        f"{readings[f'{PRINTED} drift']:+.0f} and {readings[f'{STRIP} drift']:+.0f} deg, as the paper's does without a "
        "controller"
    )
    return Verdict(abs(printed - PUBLISHED_SPEED) <= BAND * PUBLISHED_SPEED, note)


def _beside(speed: float) -> str:
    """Return a speed (mm/s) beside the published one."""
    return f"{speed:.0f} mm/s ({100.0 * (speed / PUBLISHED_SPEED - 1.0):+.0f} %)"


def draw(readings: Readings) -> list[Picture]:
    """Draw the head's path and its speed under both laws."""
    views = (
        "Path of the head over 30 s of the serpentine gait of table 1, from rest and straight at the surface, under "
        "both drag laws. Nothing steers it: which way it strays is decided by the phase at which the gait starts."
    )
    speeds = "Speed of the head, the beats averaged out, and its depth: it floats as it swims."
    return [Picture(draw_views(readings, LAWS), views), Picture(draw_time(readings, LAWS), speeds)]


SPEED = Experiment(
    id="snake.speed",
    source="section 4.2",
    title="Swims forward",
    published="about 250 mm/s",
    counts=f"drag as printed: within {100.0 * BAND:.0f} %, nothing calibrated; by strips beside it",
    unit="mm/s",
    reading=f"{PRINTED} mean speed",
    vehicle="perambulator",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        "Nine modules with the numbers of table 1 float straight and at rest; from there on the serpentine gait runs "
        "with A = 0.64 rad, omega = 3 rad/s and beta = 0.4 rad. The paper writes 3 Hz, but puts omega into sin(omega "
        "t): in Hz it would be 5.5 times as fast. The lag is taken so that the wave runs from head to tail; as "
        "printed, counted from the head, it would swim tail first. Speed is that of the head along its way, the beats "
        "averaged out, over the last half of 30 s. The interval is over the effective cross-section mu_A, for which "
        "the paper has no formula."
    ),
    settings={"gait": "serpentine"},
    batch=32,
    shown={
        f"{STRIP} mean speed": "speed by strips (mm/s)",
        f"{PRINTED} power": "power as printed (W)",
        f"{STRIP} power": "power by strips (W)",
        f"{PRINTED} drift": "course as printed (deg from the first heading)",
        f"{STRIP} drift": "course by strips (deg)",
    },
)
