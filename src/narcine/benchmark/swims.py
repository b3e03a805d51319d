"""What whole swims cost: a minute of RayBot, and its frequency sweep as one batch."""

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import narcine
from narcine.benchmark.measure import REPEATS, Say
from narcine.simulation.batch import record_batch

MINUTE, STEP = 60.0, 0.002
SWIM = 20.0
FREQUENCIES = np.linspace(0.5, 3.0, 20)
"""Those of figure 10 of Krishnamurthy et al. 2009 (Hz)."""


def measure_swims(say: Say) -> dict[str, float]:
    """Return seconds of a minute of RayBot, recorded, each way its tail is driven, and of the sweep of figure 10."""
    result = {}
    for name in ("raybot", "raybot_tendon"):
        result[f"{name}_minute_s"] = median_time(partial(narcine.load(name).run, MINUTE, step=STEP, integrator="rk4"))
        say(f"{name}, {MINUTE:g} s at {1e3 * STEP:g} ms (RK4), recorded: {result[f'{name}_minute_s']:.2f} s")
    rays = [narcine.load("raybot_tendon")] * len(FREQUENCIES)
    commands = [{"gait.frequency": float(each)} for each in FREQUENCIES]
    result["sweep_s"] = median_time(partial(record_batch, rays, SWIM, commands))
    say(f"{len(rays)} swims of {SWIM:g} s as one batch, recorded: {result['sweep_s']:.2f} s")
    return result


def median_time(work: Callable[[], object]) -> float:
    """Return the median time of some work, after a first time that does not count."""
    times = []
    for _ in range(REPEATS + 1):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times[1:])
