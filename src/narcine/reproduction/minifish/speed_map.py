"""Speed over amplitude and frequency, and where the servo ends it (figure 7)."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from narcine.gaits.servo_limits import ServoLimits, highest_frequency
from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.minifish.beats import AMPLITUDES, DURATION, FREQUENCIES, measure, on_grid
from narcine.reproduction.minifish.max_speed import BEATS, PUBLISHED
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
NOISE = 0.02
"""Part by which a point may lie under its slower neighbour: beats and records do not quite fit into each other."""


def judge(readings: Readings) -> Verdict:
    """Say whether the fastest beat that the servo follows lies on the limit, or one step of the map inside it."""
    allowed, speed = on_grid(_array(readings, "allowed")) > 0.5, on_grid(_array(readings, "speed"))
    row, column = np.unravel_index(int(np.argmax(np.where(allowed, speed, -np.inf))), speed.shape)
    beside = [(row + 1, column), (row, column + 1), (row + 1, column + 1)]
    at_limit = any(a == len(AMPLITUDES) or f == len(FREQUENCIES) or not allowed[a, f] for a, f in beside)
    grows = _grows(speed, allowed)
    edge = _array(readings, "edge_speed")
    note = (
        f"the fastest of {int(allowed.sum())} points that the servo follows, {speed[row, column]:.2f} cm/s at "
        f"{AMPLITUDES[row]:.0f} deg and {FREQUENCIES[column]:g} Hz, {'is' if at_limit else 'is not'} next to the "
        f"limit; on the limit {edge.min():.2f} to {edge.max():.2f} cm/s; inside it speed "
        f"{'grows' if grows else 'does not always grow'} with amplitude and frequency; beyond it, where the servo lags "
        f"and its beat is a triangle, up to {readings['beyond']:.1f} cm/s"
    )
    return Verdict(bool(at_limit and edge.max() >= speed[row, column] * (1.0 - NOISE)), note)


def _grows(speed: Array, allowed: NDArray[np.bool_]) -> bool:
    """Say whether inside the limit each point is faster than its neighbours of less amplitude and less frequency."""
    by_frequency = (np.diff(speed, axis=1) > -NOISE * speed[:, 1:]) | ~allowed[:, 1:]
    by_amplitude = (np.diff(speed, axis=0) > -NOISE * speed[1:]) | ~allowed[1:]
    return bool(np.all(by_frequency) and np.all(by_amplitude))


def _array(readings: Readings, name: str) -> Array:
    return np.asarray(readings[name], float)


def draw(readings: Readings) -> list[Picture]:
    """Draw the map with the limit of the servo, curves over frequency as figure 7 has them, and what the servo does."""
    chart = (
        "Speed over amplitude and frequency. Line: eq 5 for the assumed servo; hatched: beats that it cannot follow. "
        "Dot: the fastest point on the line. Beyond the line the servo runs at its full rate all the time: it beats "
        "with less amplitude than asked, as a triangle, whose mean rate is higher than that of a sine."
    )
    curves = (
        "Left: the same speeds over frequency, a curve for each amplitude, as in figure 7 of the paper, which gives no "
        "numbers for its points; full within eq 5, dotted beyond it. Right: what is left of the amplitude that is "
        "asked for, over the rate that is asked for. Line: the closed form of a limit of the rate alone, a triangle of "
        "amplitude Omega / (4 f) from 1.86 times the limit on; the dots lie lower by what the servo's lag of 20 ms and "
        "the water take."
    )
    return [Picture(_map(readings), chart), Picture(_curves(readings), curves)]


def _map(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.5, 5.0), layout="constrained")
    axes = figure.subplots()
    speed = on_grid(_array(readings, "speed"))
    levels = np.arange(0.0, np.ceil(speed.max()) + 0.1, 1.0)
    filled = axes.contourf(FREQUENCIES, AMPLITUDES, speed, levels=levels, cmap="viridis")
    lines = axes.contour(FREQUENCIES, AMPLITUDES, speed, levels=levels[1:], colors="white", linewidths=0.5)
    axes.clabel(lines, fontsize=7, fmt="%g")
    figure.colorbar(filled, ax=axes, label="speed (cm/s)")
    _draw_limit(axes, readings)
    axes.plot(readings["best_frequency"], readings["best_amplitude"], "o", color="white", markeredgecolor=INK)
    axes.annotate(
        f"{readings['top_speed']:.2f} cm/s\n(published {PUBLISHED:g})",
        (float(readings["best_frequency"]), float(readings["best_amplitude"])),
        xytext=(-8, -8),
        textcoords="offset points",
        ha="right",
        va="top",
        color="white",
        fontsize=9,
    )
    axes.set(xlabel="frequency (Hz)", ylabel="amplitude (deg)")
    axes.set(xlim=(FREQUENCIES[0], FREQUENCIES[-1]), ylim=(AMPLITUDES[0], AMPLITUDES[-1]))
    axes.grid(visible=False)
    return figure


def _draw_limit(axes: "Axes", readings: Readings) -> None:
    """Draw eq 5, and hatch what lies beyond it."""
    limits = ServoLimits(float(readings["rate"]), 0.0, 0.0, int(readings["resolution"]) or None)
    amplitudes = np.linspace(AMPLITUDES[0], AMPLITUDES[-1], 200)
    highest = np.minimum(highest_frequency(np.radians(amplitudes), limits), FREQUENCIES[-1])
    axes.fill_betweenx(
        amplitudes, highest, FREQUENCIES[-1], facecolor="none", edgecolor="white", hatch="///", alpha=0.6, linewidth=0.0
    )
    axes.plot(highest, amplitudes, color=COLOURS[1], linewidth=2.0)


def _curves(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((9.5, 4.0), layout="constrained")
    left, right = figure.subplots(1, 2)
    speed, allowed = on_grid(_array(readings, "speed")), on_grid(_array(readings, "allowed")) > 0.5
    for number, row in enumerate(range(0, len(AMPLITUDES), 2)):
        colour, last = COLOURS[number % len(COLOURS)], int(allowed[row].sum())
        left.plot(FREQUENCIES[:last], speed[row, :last], "o-", color=colour, markersize=3.5, linewidth=1.2)
        left.plot(FREQUENCIES[max(last - 1, 0) :], speed[row, max(last - 1, 0) :], ":", color=colour, linewidth=1.0)
        left.annotate(
            f"{AMPLITUDES[row]:.0f} deg",
            (FREQUENCIES[max(last - 1, 0)], speed[row, max(last - 1, 0)]),
            xytext=(5, -3),
            textcoords="offset points",
            fontsize=7,
            color=colour,
        )
    left.axhline(PUBLISHED, color=INK, linestyle="--", linewidth=1.0)
    left.set(xlabel="frequency (Hz)", ylabel="speed (cm/s)", xlim=(0.3, 5.8))
    left.set_ylim(bottom=0.0)
    asked = _array(readings, "asked") / float(readings["rate"])
    kept = on_grid(_array(readings, "swing")) / AMPLITUDES[:, None]
    right.plot(asked, kept.ravel(), "o", color=COLOURS[0], markersize=3.5)
    over = np.linspace(0.0, asked.max(), 200)
    right.plot(over, np.minimum(1.0, 0.5 * np.pi / np.maximum(over, 1e-9)), color=INK, linewidth=1.0)
    right.axvline(1.0, color=COLOURS[1], linewidth=1.5)
    right.set(xlabel="rate asked for over the servo's", ylabel="amplitude over that asked for", ylim=(0.0, 1.1))
    return figure


SPEED_MAP = Experiment(
    id="minifish.speed_map",
    source="figure 7",
    title="Speed over amplitude and frequency",
    published="speed over amplitude and frequency under eq 5; the maximum is 7.63 cm/s",
    counts=(
        "nothing calibrated beyond the highest speed: of the beats that the servo follows the fastest lies on its "
        "limit, or at most one step of the map (5 deg, 0.5 Hz) inside it"
    ),
    unit="cm/s",
    reading="top_speed",
    vehicle="minifish",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        f"{len(AMPLITUDES)} amplitudes from {AMPLITUDES[0]:.0f} to {AMPLITUDES[-1]:.0f} deg by {len(FREQUENCIES)} "
        f"frequencies from {FREQUENCIES[0]:g} to {FREQUENCIES[-1]:g} Hz, each {DURATION:g} s from rest in one batch, "
        "and the same amplitudes on the limit itself. All points are swum, also those that the servo cannot follow: "
        "its rate is limited in the model, and what it makes of them is an outcome. The drag of the forebody is as "
        "calibrated on the row above."
    ),
    fixed=BEATS,
    samples=32,
    batch=4,
    shown={
        "best_inside": "highest speed on the map within eq 5 (cm/s)",
        "amplitude_inside": "its amplitude (deg)",
        "frequency_inside": "its frequency (Hz)",
        "beyond": "highest speed beyond eq 5 (cm/s)",
    },
)
