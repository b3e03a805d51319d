"""Timing this engine and MuJoCo side by side."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from narcine.benchmark.tree import STEP, ray_tree, ray_tree_mjcf
from narcine.simulation.batch import cores, roll_rows
from narcine.simulation.derivatives import TINY
from narcine.simulation.integrators import Integrator
from narcine.simulation.model import Model
from narcine.simulation.rollout import roll
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array

SIZES = (1, 10, 20, 40)
REPEATS = 5
SECONDS_PER_REPEAT = 0.15
"""Length of one timing: long against the clock, short against what else the machine may do."""
BATCH_VEHICLES, BATCH_STEPS, BATCH_BODIES = 128, 200, 10

Say = Callable[[str], None]


def measure_all(say: Say) -> dict[str, Any]:
    """Return all figures of `narcine bench`, by their keys."""
    result: dict[str, Any] = {"machine": machine(), "cores": cores()}
    for key, integrator, peer in (("single", Integrator.SEMI_IMPLICIT, "Euler"), ("single_rk4", Integrator.RK4, "RK4")):
        result[key] = {str(size): measure_single(size, integrator, peer, say) for size in SIZES}
    result["growth"] = result["single"]["40"]["ours_us"] / result["single"]["10"]["ours_us"]
    result["batch"] = measure_batch(say)
    say("derivatives ...")
    result["derivative_over_run"] = measure_derivative()
    say("starting the command from nothing and from its cache ...")
    result |= measure_starts()
    return result


def machine() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    import platform

    return platform.processor() or platform.machine()


def timed(work: Callable[[int], None]) -> float:
    """Return the median time of one step of some work, over repeats of equal length."""
    started = time.perf_counter()
    work(200)
    steps = max(200, int(200 * SECONDS_PER_REPEAT / (time.perf_counter() - started)))
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        work(steps)
        times.append((time.perf_counter() - started) / steps)
    return statistics.median(times)


def stepping(model: Model, integrator: Integrator, dtype: type = float) -> Callable[[int], None]:
    """Return the work of advancing one vehicle from its start, nothing recorded."""
    parameters: Array = model.parameters[None].astype(dtype)
    commands: Array = model.commands[None].astype(dtype)
    nothing: Array = np.zeros((1, 0, model.states), dtype)
    sound = np.zeros(1, np.int64)
    if dtype is complex:
        parameters.imag = TINY * np.nan_to_num(model.parameters, posinf=0.0, neginf=0.0)

    def work(steps: int) -> None:
        x: Array = model.initial_state[None].astype(dtype)
        roll(parameters, model.layout, x, commands, int(integrator), STEP, steps, 1, nothing, sound, model.coupled)
        if sound[0] != steps:
            raise RuntimeError(f"the benchmark's tree exploded after {sound[0]} steps")

    work(1)
    return work


def measure_single(size: int, integrator: Integrator, peer: str, say: Say) -> dict[str, float]:
    """Return microseconds per step of both engines on a tree of some bodies."""
    import mujoco

    ours = 1e6 * timed(stepping(Simulation(ray_tree(size)).model, integrator))
    model = mujoco.MjModel.from_xml_string(ray_tree_mjcf(size, peer))
    data = mujoco.MjData(model)

    def work(steps: int) -> None:
        mujoco.mj_resetData(model, data)
        mujoco.mj_step(model, data, nstep=steps)
        if any(warning.number for warning in data.warning):
            raise RuntimeError(f"MuJoCo's tree of {size} bodies is unstable: its time would not compare")

    theirs = 1e6 * timed(work)
    say(f"{size:3d} bodies, {peer:5s}: ours {ours:7.2f} us, MuJoCo {theirs:7.2f} us, ratio {theirs / ours:.2f}")
    return {"ours_us": ours, "mujoco_us": theirs, "ratio": theirs / ours}


def measure_batch(say: Say) -> dict[str, float]:
    """Return vehicle-steps per second on all cores."""
    import mujoco
    from mujoco import rollout

    model = Simulation(ray_tree(BATCH_BODIES)).model
    parameters = np.repeat(model.parameters[None], BATCH_VEHICLES, axis=0)
    states = np.repeat(model.initial_state[None], BATCH_VEHICLES, axis=0)
    commands = np.repeat(model.commands[None, None], BATCH_VEHICLES, axis=0)
    first = np.zeros(1, np.int64)
    peer = mujoco.MjModel.from_xml_string(ray_tree_mjcf(BATCH_BODIES, "Euler"))
    data = [mujoco.MjData(peer) for _ in range(cores())]
    size = mujoco.mj_stateSize(peer, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start = np.zeros(size)
    mujoco.mj_getState(peer, data[0], start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    starts = np.repeat(start[None], BATCH_VEHICLES, axis=0)

    def ours() -> None:
        roll_rows(parameters, model.layout, states, first, commands, Integrator.SEMI_IMPLICIT, STEP, BATCH_STEPS)

    def theirs() -> None:
        rollout.rollout(peer, data, starts, nstep=BATCH_STEPS)

    rates = []
    for work in (ours, theirs):
        work()
        times = []
        for _ in range(REPEATS):
            started = time.perf_counter()
            work()
            times.append(time.perf_counter() - started)
        rates.append(BATCH_VEHICLES * BATCH_STEPS / statistics.median(times))
    say(
        f"batch of {BATCH_VEHICLES} on {cores()} cores, vehicle-steps/s: ours {rates[0]:.3g}, MuJoCo {rates[1]:.3g}, "
        f"ratio {rates[0] / rates[1]:.2f}"
    )
    return {"ours_per_s": rates[0], "mujoco_per_s": rates[1], "ratio": rates[0] / rates[1]}


def measure_derivative() -> float:
    """Return the cost of a run with its derivative with respect to one number over the cost of the run alone."""
    model = Simulation(ray_tree(BATCH_BODIES)).model
    return timed(stepping(model, Integrator.RK4, complex)) / timed(stepping(model, Integrator.RK4))


REPORT_PEAK = """
import atexit, os, resource, sys
def report():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if os.path.exists("/proc/self/status"):
        peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
    open(os.environ["PEAK_FILE"], "w").write(str(peak))
atexit.register(report)
from narcine.cli import main
main()
"""
"""The command, which writes its largest memory (KiB) at its end: what Linux tells of a child counts its parent in."""


def measure_starts() -> dict[str, float]:
    """Return the time of a first compilation, of a start from the cache, and the memory of a 60 s run."""
    with tempfile.TemporaryDirectory() as folder:
        peak_file = Path(folder, "peak")
        environment = {**os.environ, "NARCINE_CACHE_DIR": os.path.join(folder, "cache"), "PEAK_FILE": str(peak_file)}

        def command(name: str, duration: int, script: Sequence[str] = ("-m", "narcine")) -> float:
            words = ["run", "raybot", "--duration", str(duration), "--out", f"{folder}/{name}"]
            started = time.perf_counter()
            subprocess.run([sys.executable, *script, *words], env=environment, capture_output=True, check=True)
            return time.perf_counter() - started

        cold = command("cold", 1)
        warm = statistics.median(command(f"warm_{number}", 1) for number in range(5))
        command("long", 60, ("-c", REPORT_PEAK))
        peak = int(peak_file.read_text()) / 1024.0
    return {"first_compile_s": cold - warm, "warm_start_s": warm, "peak_mib": peak}
