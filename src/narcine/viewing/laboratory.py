"""What is measured in a laboratory that is not there: one towing run, forces over a cycle, a decay."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.laboratory.load_cells import CELLS, combined
from narcine.laboratory.tow_tank import TowingRuns, TowTank, Truth
from narcine.viewing.figures import COLOURS, INK, Key, span_time, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TALL, LOW = 1.9, 1.1
"""Heights of panels (inches)."""
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
    force = runs.readings[number, :, 0] if truth.turning else combined(runs.readings[number], tank.cells.angle)
    resting = runs.time < tank.carriage.rest
    panels[-1].plot(runs.time, force - force[resting].mean(), **READ)
    row = number % len(truth.nominal)
    panels[-1].plot(truth.time, truth.force[row] - truth.force[row, 0], **TRUE)
    panels[-1].set_ylabel("moment (N m)" if truth.turning else "force (N)")
    span_time(panels[-1], runs.time)
    return figure
