"""Thrust of moving thrusters as pictures: thrust coefficient over advance ratio, and what the inflow takes away."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.identification.thrusters.open_water import OpenWater
from narcine.identification.thrusters.thrust_loss import ThrustLoss
from narcine.viewing.figures import COLOURS, INK, LEFT, RIGHT, WIDTH, Key, stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TALL, MAP = 3.6, 3.0
"""Heights of panels (inches)."""
MARKS = {"forward": "o", "reverse": "s"}
HOLLOW: dict[str, Any] = {"color": INK, "marker": "o", "linestyle": "", "markersize": 5, "markerfacecolor": "white"}
MOST_NUMBERED = 60
"""Points of a map that still have room for their numbers."""
BRIGHTEST = 0.92
"""Of the colours from the shortest to the longest pulse: brighter ones do not show on white."""
SHARED = 0.02
"""Share of all speeds by which points of one speed are set apart, so that their bars do not hide each other."""


def draw_open_water(title: str, lines: Sequence[OpenWater]) -> "Figure":
    """Draw K_T over J with 95 % intervals, and the straight line of each way of turning with its 95 % band.

    Points whose water comes from behind the screws, J < 0, are hollow.
    """
    key: Key = {}
    for number, line in enumerate(lines):
        sign = "+" if line.line[1] > 0.0 else "-"
        told = f"{line.way}: K_T = {line.line[0]:.3f} {sign} {abs(line.line[1]):.3f} J"
        key[told] = {"color": COLOURS[number], "marker": MARKS[line.way], "markersize": 5}
    if any(line.behind.any() for line in lines):
        key["hollow: water from behind"] = HOLLOW
    figure, (panel,) = stack(title, (TALL,), key)
    for number, line in enumerate(lines):
        _draw_line(panel, line, COLOURS[number])
    panel.axhline(0.0, color=INK, linewidth=0.6)
    panel.set(xlabel="advance ratio J", ylabel="thrust coefficient K_T", title="bars and shades: 95 % intervals")
    return figure


def _draw_line(panel: "Axes", line: OpenWater, colour: str) -> None:
    ratio = np.linspace(min(0.0, float(line.ratio.min())), max(0.0, float(line.ratio.max())), 100)
    middle, half = line.at(ratio), line.half_band(ratio)
    panel.fill_between(ratio, middle - half, middle + half, color=colour, alpha=0.25, linewidth=0)
    panel.plot(ratio, middle, color=colour, linewidth=1.3)
    for chosen, face in ((np.logical_not(line.behind), colour), (line.behind, "white")):
        panel.errorbar(
            line.ratio[chosen],
            line.coefficient[chosen],
            yerr=line.quantile * line.error[chosen],
            color=colour,
            marker=MARKS[line.way],
            markerfacecolor=face,
            linestyle="",
            markersize=4,
            elinewidth=1.0,
        )


def draw_loss(title: str, loss: ThrustLoss) -> "Figure":
    """Draw what the inflow changes the thrust of one thruster by: over speed at each pulse with 99 %, and as a map."""
    from matplotlib import colormaps

    pulses = np.unique(loss.pulse)
    colours = colormaps["viridis"](np.linspace(0.0, BRIGHTEST, len(pulses)))
    key: Key = {
        f"{pulse:g} us": {"color": colour, "marker": "."} for pulse, colour in zip(pulses, colours, strict=True)
    }
    figure, (panel, plan) = stack(title, (TALL, MAP), key, shared=False)
    apart = SHARED * float(np.ptp(np.append(loss.speed, 0.0))) / max(len(pulses) - 1, 1)
    for number, pulse in enumerate(pulses):
        own = np.flatnonzero(loss.pulse == pulse)
        own = own[np.argsort(loss.speed[own])]
        away = (number - (len(pulses) - 1) / 2.0) * apart
        ends = np.append(loss.speed[own], 0.0)
        slope = float(np.mean(loss.law[own] / loss.speed[own]))
        reach = np.array([ends.min(), ends.max()])
        panel.plot(reach, slope * reach, linewidth=1.0, alpha=0.7, color=colours[number])
        bars: dict[str, Any] = {"color": colours[number], "marker": ".", "linestyle": "", "elinewidth": 1.0}
        panel.errorbar(loss.speed[own] + away, loss.loss[own], yerr=loss.half_width[own], **bars)
    panel.axhline(0.0, color=INK, linewidth=0.6)
    panel.set(xlabel="speed of the carriage (m/s)", ylabel="T(u) - T(0) (N)")
    panel.set_title("points: measured with 99 % intervals; lines: T_wu |w| u_a")
    _draw_map(figure, plan, loss)
    return figure


def _draw_map(figure: "Figure", panel: "Axes", loss: ThrustLoss) -> None:
    largest = max(float(np.abs(loss.loss).max()), np.finfo(float).tiny)
    seen = panel.scatter(
        loss.pulse, loss.speed, c=loss.loss, cmap="RdBu", vmin=-largest, vmax=largest, s=320, marker="s", linewidths=0
    )
    if len(loss.loss) <= MOST_NUMBERED:
        for pulse, speed, value in zip(loss.pulse, loss.speed, loss.loss, strict=True):
            colour = "white" if abs(value) > 0.6 * largest else INK
            panel.text(pulse, speed, f"{value:.1f}", ha="center", va="center", fontsize=6.5, color=colour)
    panel.margins(0.08, 0.12)
    panel.set(xlabel="pulse (us)", ylabel="speed (m/s)")
    box = panel.get_position()
    panel.set_position((box.x0, box.y0, box.width - 0.75 / WIDTH, box.height))
    panel.yaxis.set_label_coords(-0.68 / (WIDTH - LEFT - RIGHT - 0.75), 0.5)
    bar = figure.add_axes((box.x1 - 0.6 / WIDTH, box.y0, 0.15 / WIDTH, box.height))
    bar.grid(visible=False)
    figure.colorbar(seen, cax=bar, label="T(u) - T(0) (N)")
