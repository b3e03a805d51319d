"""Minifish swims at many amplitudes and frequencies: inside, on and beyond what its servo can follow (eq 5)."""

from collections.abc import Sequence
from math import nan, radians
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from narcine.gaits.servo_limits import ServoLimits, asked_rate, can_follow, highest_frequency
from narcine.recording.summary import settled_window, summarise
from narcine.reproduction.experiment import Readings
from narcine.simulation import planners
from narcine.simulation.batch import recorded
from narcine.simulation.simulation import FULL_DURATION, Simulation

if TYPE_CHECKING:
    import xarray

Array = NDArray[np.float64]
AMPLITUDES: Array = np.arange(10.0, 61.0, 5.0)
"""Of the map (deg)."""
FREQUENCIES: Array = np.arange(0.5, 5.1, 0.5)
"""Of the map (Hz)."""
DURATION = 12.0
"""Of each swim (s), from rest; its last half is averaged. Twice as long moves the highest speed by 0.3 %."""
TAIL = "tail"
_known: dict[bytes, Readings] = {}
"""Readings of this process by the numbers of the vehicle: both rows look at the same swims."""


class Swim(NamedTuple):
    """How it swims at one amplitude and frequency; nan where the run exploded."""

    speed: float
    """cm/s; negative backwards"""
    swing: float
    """half of what the tail swings, against the forebody (deg)"""
    strouhal: float
    power: float
    """mW"""


def servo_limits(simulation: Simulation) -> ServoLimits:
    """Return what the servo of the tail can do."""
    [placed] = simulation.scenario.vehicles.values()
    [limits] = planners.servo_limits(placed.vehicle)
    return limits


def swim_at(simulations: Sequence[Simulation], beats: Sequence[tuple[float, float]]) -> list[Swim]:
    """Return the swim of each simulation at its amplitude (deg) and frequency (Hz), all side by side."""
    commands = [{"gait.amplitude": radians(swing), "gait.frequency": float(beat)} for swing, beat in beats]
    return [_swim(run) for run in recorded(simulations, DURATION, commands)]


def _swim(run: "xarray.Dataset") -> Swim:
    if run.attrs["ended"] != FULL_DURATION:
        return Swim(nan, nan, nan, nan)
    [swim] = summarise(run)
    window = settled_window(run["time"].values, swim.frequency)
    tail = run["joint_position"].values[window, list(run["joint"].values).index(TAIL)]
    speed = float(np.sign(swim.forward_speed)) * 100.0 * swim.speed
    return Swim(speed, float(np.degrees(np.ptp(tail))) / 2.0, swim.strouhal, 1e3 * swim.power)


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return the map of speeds of each variant, and how it swims on the limit of its own servo."""
    keys = [simulation.model.parameters.tobytes() for simulation in simulations]
    new = {key: each for key, each in zip(keys, simulations, strict=True) if key not in _known}
    grid = [(float(swing), float(beat)) for swing in AMPLITUDES for beat in FREQUENCIES]
    for key, simulation in new.items():
        limits = servo_limits(simulation)
        edge = [(float(swing), float(highest_frequency(radians(swing), limits))) for swing in AMPLITUDES]
        swims = swim_at([simulation] * (len(grid) + len(edge)), [*grid, *edge])
        _known[key] = _readings(limits, grid, edge, np.array(swims))
    return [_known[key] for key in keys]


def _readings(
    limits: ServoLimits, grid: list[tuple[float, float]], edge: list[tuple[float, float]], swims: Array
) -> Readings:
    """Return what the rows ask of swims on the grid and then on the edge."""
    inside, on_edge = swims[: len(grid)], swims[len(grid) :]
    allowed = can_follow(np.radians(np.array(grid)[:, 0]), np.array(grid)[:, 1], 0.0, limits)
    within = np.degrees(limits.upper) >= np.array(edge)[:, 0] * (1.0 - 1e-9)
    speeds = np.where(within, on_edge[:, 0], -np.inf)
    fastest = int(np.argmax(speeds))
    inner = int(np.argmax(np.where(allowed, inside[:, 0], -np.inf)))
    return {
        "speed": inside[:, 0],
        "swing": inside[:, 1],
        "power": inside[:, 3],
        "allowed": allowed.astype(float),
        "asked": asked_rate(np.radians(np.array(grid)[:, 0]), np.array(grid)[:, 1], limits.resolution),
        "rate": limits.rate,
        "largest_angle": float(np.degrees(limits.upper)),
        "resolution": float(limits.resolution or 0),
        "edge_frequency": np.array(edge)[:, 1],
        "edge_speed": on_edge[:, 0],
        "edge_strouhal": on_edge[:, 2],
        "top_speed": float(max(on_edge[fastest, 0], inside[inner, 0])),
        "best_amplitude": float(AMPLITUDES[fastest]),
        "best_frequency": float(edge[fastest][1]),
        "strouhal_at_best": float(on_edge[fastest, 2]),
        "power_at_best": float(on_edge[fastest, 3]),
        "best_inside": float(inside[inner, 0]),
        "amplitude_inside": grid[inner][0],
        "frequency_inside": grid[inner][1],
        "beyond": float(np.max(inside[:, 0])),
    }


def on_grid(values: Array) -> Array:
    """Return readings of the grid as rows of amplitude and columns of frequency."""
    return np.asarray(values).reshape(len(AMPLITUDES), len(FREQUENCIES))
