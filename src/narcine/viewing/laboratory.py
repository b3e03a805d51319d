"""What is measured in a laboratory that is not there: one towing run, forces over a cycle, a decay."""

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.captive.harmonic import angular_frequency
from narcine.identification.captive.pmm import PLANES, CaptiveRun, PmmFit
from narcine.identification.towing.tow_runs import combine_cells
from narcine.laboratory.load_cells import CELLS
from narcine.laboratory.tow_tank import TowingRuns, TowTank, Truth
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK, Key, span_time, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TALL, LOW = 1.9, 1.1
"""Heights of panels (inches)."""
MOST_RUNS, CYCLES = 5, 2
"""Captive runs beside each other in a picture, and how many cycles of each."""
READ: dict[str, Any] = {"color": COLOURS[3], "linewidth": 0.8}
TRUE: dict[str, Any] = {"color": INK, "linewidth": 1.4, "linestyle": "--"}


def draw_tow(title: str, truth: Truth, runs: TowingRuns, tank: TowTank) -> "Figure":
    """Draw the fastest run: its speed, what each cell reads, and the force that they tell beside what was exerted."""
    number = int(np.argmax(runs.nominal))
    looks = (COLOURS[1], COLOURS[2], COLOURS[4])
    channels = () if truth.turning else CELLS
    key: Key = {cell: {"color": colour} for cell, colour in zip(channels, looks, strict=False)}
    key |= {"as measured, less its zero": READ, "as exerted": TRUE}
    heights = [LOW, TALL] if truth.turning else [LOW, TALL, TALL]
    figure, panels = stack(title, heights, key)
    panels[0].plot(runs.time, runs.speed[number], color=COLOURS[0], linewidth=1.2)
    panels[0].set_ylabel("rate (rad/s)" if truth.turning else "speed (m/s)")
    if not truth.turning:
        for k, channel in enumerate(channels):
            panels[1].plot(runs.time, runs.readings[number, :, k], linewidth=0.9, **key[channel])
        panels[1].set_ylabel("cells (N)")
    force = runs.readings[number, :, 0] if truth.turning else _combined(runs.readings[number], tank.cells.angle)
    resting = runs.time < tank.carriage.rest
    panels[-1].plot(runs.time, force - force[resting].mean(), **READ)
    row = number % len(truth.nominal)
    panels[-1].plot(truth.time, truth.force[row] - truth.force[row, 0], **TRUE)
    panels[-1].set_ylabel("moment (N m)" if truth.turning else "force (N)")
    span_time(panels[-1], runs.time)
    return figure


def _combined(readings: Array, angle: float) -> Array:
    first, second, wire = readings.T
    return combine_cells(first, second, wire, angle)


def draw_captive(title: str, plane: str, truth: Sequence[CaptiveRun], runs: Sequence[CaptiveRun]) -> "Figure":
    """Draw what a balance reads over the first cycles of one run of each motion, beside what was exerted."""
    shown = _one_of_each(runs)
    return _draw_loads(title, plane, [runs[k] for k in shown], [truth[k].wrench for k in shown], "as exerted")


def draw_captive_fit(title: str, fit: PmmFit, runs: Sequence[CaptiveRun]) -> "Figure":
    """Draw forces as measured and as the captive equations give them, zeros and drifts taken out."""
    shown = [runs[k] for k in _one_of_each(runs)]
    return _draw_loads(title, fit.plane, shown, [fit.wrench(run) for run in shown], "as fitted")


def _one_of_each(runs: Sequence[CaptiveRun]) -> list[int]:
    """Return one run of each motion, the largest; the first runs where motions are not told."""
    last = {run.motion or run.name: number for number, run in enumerate(runs)}
    return list(last.values())[:MOST_RUNS]


def _draw_loads(title: str, plane: str, runs: Sequence[CaptiveRun], lines: Sequence[Array], told: str) -> "Figure":
    """Draw the loads of runs as a grid: a row for each channel, a column for each run."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(2.6 * max(len(runs), 3) + 0.6, 7.2), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.02, ha="left", size="large", weight="bold")
    grid = figure.subplots(4, len(runs), sharex="col", sharey="row", squeeze=False)
    loads, motions = PLANES[plane].loads, PLANES[plane].motions
    for column, (run, line) in enumerate(zip(runs, lines, strict=True)):
        shown = run.time <= run.time[0] + CYCLES * 2.0 * pi / angular_frequency(run.time, _swing(run))
        time = run.time[shown] - run.time[0]
        top = grid[0, column]
        for k, name in enumerate(motions):
            top.plot(time, run.velocity[shown, k], color=COLOURS[(1, 0, 2)[k]], linewidth=1.3, label=name)
        top.set_title(run.name)
        for k, name in enumerate(loads):
            panel = grid[1 + k, column]
            zero = np.mean(run.wrench[:, k] - line[:, k])
            panel.plot(time, run.wrench[shown, k] - zero, **READ)
            panel.plot(time, line[shown, k], **TRUE)
            panel.yaxis.set_major_locator(MaxNLocator(4))
            if column == 0:
                panel.set_ylabel(f"{name} ({'N' if name[0] == 'f' else 'N m'})")
        grid[3, column].set_xlabel("time (s)")
    grid[0, 0].set_ylabel(f"{', '.join(motions)} (m/s, rad/s)")
    lines_of_key = [*grid[0, 0].get_lines(), Line2D([], [], **READ), Line2D([], [], **TRUE)]
    names = [*motions, "as measured, less its zero", told]
    figure.legend(lines_of_key, names, loc="outside lower left", ncols=len(names), frameon=False, fontsize="small")
    return figure


def _swing(run: CaptiveRun) -> Array:
    """Return the velocity that swings most."""
    swings = run.velocity - run.velocity.mean(axis=0)
    return np.asarray(swings[:, int(np.argmax(swings.std(axis=0)))])
