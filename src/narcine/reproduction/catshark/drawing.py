"""Pictures of predicted and measured speeds."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.catshark.trials import column, trials
from narcine.reproduction.experiment import Picture, Readings
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = [float(each) for each in range(-100, 61, 10)]
"""Of errors (%)."""


def draw(readings: Readings) -> list[Picture]:
    """Draw predicted over measured speed, the errors, and Strouhal number, slip and sweep of the head."""
    return [_scatter(readings), _errors(readings), _stride(readings)]


def _scatter(readings: Readings) -> Picture:
    from matplotlib.figure import Figure

    figure = Figure((7.0, 4.6), layout="constrained")
    axes = figure.subplots()
    speed = np.asarray(readings["speed"])
    spread = None
    if "speed.low" in readings:
        spread = np.stack([speed - np.asarray(readings["speed.low"]), np.asarray(readings["speed.high"]) - speed])
    by_specimen(axes, column("speed"), speed, spread)
    axes.plot(column("speed"), np.asarray(readings["theory"]), "x", color=INK, markersize=4, label="Lighthill, by hand")
    reach = np.array([0.0, 1.08 * column("speed").max()])
    axes.plot(reach, reach, color=INK, linewidth=1.0, label="as measured")
    slope, line, offset = (float(readings[name]) for name in ("slope", "line_slope", "intercept"))
    axes.plot(reach, slope * reach, "--", color=INK, linewidth=1.0, label=f"through the origin, {slope:.2f}")
    axes.plot(reach, offset + line * reach, ":", color=INK, linewidth=1.0, label=f"{offset:.2f} m/s + {line:.2f}")
    axes.set(xlabel="measured speed (m/s)", ylabel="predicted speed (m/s)", xlim=reach, ylim=(0.0, 0.62))
    axes.legend(fontsize=8, frameon=False, ncols=2, loc="upper left", bbox_to_anchor=(0.02, 1.0))
    caption = (
        "Predicted over measured swimming speed of all 51 trials. Bars: 5th to 95th percentile over the ranges of the "
        "assumed numbers. Nothing is fitted to speeds. Points cross the line at the slowest flows and fall behind "
        "ever more: the measured tail beats are too slow for the speeds beside them."
    )
    return Picture(figure, caption)


def by_specimen(axes: "Axes", x: Array, y: Array, spread: Array | None = None) -> None:
    """Draw points of all trials, one colour for each animal."""
    owner = np.array([trial.specimen for trial in trials()])
    for number, specimen in enumerate(dict.fromkeys(owner.tolist())):
        own, colour = owner == specimen, COLOURS[number]
        if spread is not None:
            axes.errorbar(x[own], y[own], np.abs(spread[:, own]), fmt="none", ecolor=colour, elinewidth=0.8, alpha=0.5)
        axes.plot(x[own], y[own], "o", color=colour, markersize=4.5, label=specimen)


def _errors(readings: Readings) -> Picture:
    from matplotlib.figure import Figure

    figure = Figure((7.0, 2.9), layout="constrained")
    axes = figure.subplots()
    errors, by_hand = (np.asarray(readings[name]) for name in ("error", "theory_error"))
    axes.hist(errors, BINS, color=COLOURS[0], alpha=0.6, label="ours")
    axes.hist(by_hand, BINS, histtype="step", color=INK, linewidth=1.2, label="Lighthill, by hand")
    for name, style in (("low_error", ":"), ("median_error", "-"), ("high_error", ":")):
        axes.axvline(float(readings[name]), color=COLOURS[1], linestyle=style, linewidth=1.2)
    axes.set(xlabel="predicted less measured speed (% of the measured)", ylabel="trials")
    axes.legend(fontsize=8, frameon=False)
    caption = "Errors of all trials; red: median (full), 5th and 95th percentile (dotted) of ours."
    return Picture(figure, caption)


def _stride(readings: Readings) -> Picture:
    from matplotlib.figure import Figure

    figure: Figure = Figure((8.0, 3.2), layout="constrained")
    first, second, third = figure.subplots(1, 3)
    flow, wave = column("flow"), column("frequency") * column("length")
    for axes, theirs, ours, label in (
        (first, column("strouhal"), readings["strouhal"], "Strouhal number"),
        (second, column("speed") / (wave * column("wavelength")), readings["slip"], "speed over that of the wave"),
    ):
        axes.plot(flow, theirs, "o", color=COLOURS[1], markersize=4, label="measured")
        axes.plot(flow, np.asarray(ours), "o", color=COLOURS[0], markersize=4, mfc="none", label="ours")
        axes.set(xlabel="flow as set (lengths/s)", ylabel=label, ylim=(0.0, None))
    first.legend(fontsize=8, frameon=False)
    second.axhline(1.0, color=INK, linewidth=1.0)
    reach = np.array([0.0, 1.1 * column("head").max()])
    third.plot(reach, reach, color=INK, linewidth=1.0)
    third.plot(column("head"), np.asarray(readings["head"]), "o", color=COLOURS[0], markersize=4)
    third.set(xlabel="head, measured (lengths)", ylabel="head, ours (lengths)", xlim=reach, ylim=(0.0, None))
    caption = (
        "Strouhal number (tail-beat frequency times sweep over speed) and speed over the speed of the body's wave, "
        "measured and ours; a swimmer that pushes itself by its wave stays under the line at 1. Right: sweep of the "
        "head from side to side. Only joints are prescribed; what the whole body does under them, and with it the "
        "sweep of the head, comes from the balance of body and water."
    )
    return Picture(figure, caption)
