"""What a snake costs: the dive of Perambulator over real time, and a step over the number of modules."""

from functools import partial
from typing import Any

import narcine
from narcine.benchmark.measure import Say
from narcine.benchmark.swims import median_time

SIZES = (6, 9, 20, 40, 80)
LAWS = ("as_printed", "strip")
DIVE = 30.0
"""s, at the paper's step of 10 ms; RK4, recorded every 20 ms."""
STEP = 0.01


def measure_snakes(say: Say) -> dict[str, Any]:
    """Return how many times faster than real time the dive runs under both drag laws, and its cost by modules."""
    result: dict[str, Any] = {"snake_over_real_time": {}, "snake_step_us": {}}
    for law in LAWS:
        over = DIVE / _dive_time(9, law)
        result["snake_over_real_time"][law] = over
        say(f"perambulator, {DIVE:g} s of the dive at {1e3 * STEP:g} ms (RK4), {law}: {over:.0f} times real time")
    for size in SIZES:
        step = 1e6 * _dive_time(size, "strip") * STEP / DIVE
        result["snake_step_us"][str(size)] = step
        over = 1e6 * STEP / step
        say(f"{size:3d} modules, strip: {step:6.1f} us a step, {step / size:.2f} a module, {over:.0f} times real time")
    return result


def _dive_time(modules: int, law: str) -> float:
    """Return the median time (s) of the dive of a snake with so many modules."""
    settings: dict[str, Any] = {
        "chains__spine__count": modules,
        "chains__spine__module__drag__morison__law": law,
    }
    snake = narcine.load("perambulator", gait="dive", **settings)
    return median_time(partial(snake.run, DIVE, step=STEP, integrator="rk4"))
