"""Towing campaigns whose truth is known, with the noise of load cells."""

import numpy as np
from scipy.signal import lfilter

from narcine.identification.towing.tow_runs import TowRun

SURGE, HEAVE = (34.96, 0.0), (74.23, 0.19)
"""Drag that the tank told of the BlueROV (Nielsen et al. 2018, fig 7): kg/m, kg/s."""
PAPER = {"surge": (128, 42), "heave": (61, 20)}
"""Runs and speeds of sections 4.1.1."""
RATE, REST, RAMP, STEADY = 10.0, 3.0, 2.0, 12.0


def speeds_of(axis: str) -> np.ndarray:
    """Return the speed of each run of the paper's campaign."""
    runs, speeds = PAPER[axis]
    if axis == "surge":
        forward = np.linspace(0.05, 1.25, speeds // 2)
        values = np.concatenate([-forward[::-1], forward])
    else:
        values = -np.linspace(0.05, 1.0, speeds)
    return np.resize(values, runs)


def campaign(
    axis: str,
    truth: tuple[float, float],
    rng: np.random.Generator,
    speeds: np.ndarray | None = None,
    white: float = 0.8,
    coloured: float = 0.3,
    memory: float = 0.5,
    offset: float = 1.0,
    drift: float = 0.1,
    inertia: float = 10.0,
    settling: float = 0.1,
) -> list[TowRun]:
    """Return runs: rest, a ramp, a plateau on which the force settles; white and lingering noise, offset, drift."""
    speeds = speeds_of(axis) if speeds is None else speeds
    time = np.arange(0.0, REST + RAMP + STEADY, 1.0 / RATE)
    course = np.clip((time - REST) / RAMP, 0.0, 1.0)
    speed = speeds[:, None] * course
    force = truth[0] * np.abs(speed) * speed + truth[1] * speed
    force += inertia * speeds[:, None] / RAMP * ((course > 0.0) & (course < 1.0))
    since = np.maximum(time - REST - RAMP, 0.0)
    force += settling * force * np.exp(-since) * (course == 1.0)
    shape = force.shape
    noise = white * rng.standard_normal(shape)
    a = np.exp(-1.0 / (RATE * memory))
    fresh = rng.standard_normal(shape) * coloured
    fresh[:, 1:] *= np.sqrt(1.0 - a * a)
    noise += lfilter([1.0], [1.0, -a], fresh, axis=1)
    noise += offset * rng.standard_normal((shape[0], 1))
    noise += drift * rng.standard_normal((shape[0], 1)) * time / time[-1]
    told = speed + 0.001 * rng.standard_normal(shape)
    return [
        TowRun(f"{axis}_{number:03d}", axis, time, told[number], force[number] + noise[number])
        for number in range(len(speeds))
    ]
