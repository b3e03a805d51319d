"""One towing run as a picture: its steady segment, and how the force is spread in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.identification.towing.axes import TURNING, force_unit, speed_unit
from narcine.identification.towing.tow import AxisDrag
from narcine.identification.towing.tow_points import Fusing
from narcine.recording.trajectory import Array
from narcine.viewing.figures import COLOURS, INK, PANEL_WIDTH, WIDTH, stack
from narcine.viewing.tow import NORMAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SPEED_HEIGHT, FORCE_HEIGHT, KEY_HEIGHT = 1.1, 2.6, 0.2
"""Of the panels, and of what stands below them (inches)."""
SPREAD_WIDTH, BETWEEN = 1.7, 0.7
"""Of the distribution, and of the gap before it (inches)."""
BARS = 16
REACH = 4.0
"""Standard deviations to either side of the mean that the distribution shows."""


def example_run(found: Sequence[AxisDrag]) -> tuple[Fusing, int] | None:
    """Return a run that is worth showing, of the first axis with runs: one at the middle of its speeds."""
    for each in found:
        if each.fusing is not None:
            steady = each.fusing.steady
            sound = np.array([row for row, reason in enumerate(steady.reason) if not reason], dtype=int)
            if sound.size:
                order = sound[np.argsort(np.abs(steady.speed[sound]), kind="stable")]
                return each.fusing, int(order[len(order) // 2])
    return None


def draw_run(title: str, fusing: Fusing, row: int) -> "Figure":
    """Draw speed and force with the steady segment, and the force in it beside the normal distribution."""
    run, steady = fusing.runs[row], fusing.steady
    figure, (speed, force, key) = stack(title, [SPEED_HEIGHT, FORCE_HEIGHT, KEY_HEIGHT], shared=False)
    first = int(steady.first[row])
    segment = slice(first, first + int(steady.samples[row]))
    wide = (PANEL_WIDTH - SPREAD_WIDTH - BETWEEN) / WIDTH
    for panel in (speed, force):
        box = panel.get_position()
        panel.set_position((box.x0, box.y0, wide, box.height))
        panel.yaxis.set_label_coords(-0.68 / (wide * WIDTH), 0.5)
        panel.axvspan(*_ends(run.time[segment]), color=COLOURS[0], alpha=0.12, linewidth=0, label="steady segment")
        panel.set_xlim(*_ends(run.time))
    speed.plot(run.time, run.speed, color=INK, linewidth=1.0)
    speed.set(ylabel=f"{'rate' if run.axis in TURNING else 'speed'} ({speed_unit(run.axis)})")
    speed.tick_params("x", labelbottom=False)
    _draw_force(force, fusing, row, run.time[segment])
    box = force.get_position()
    spread = figure.add_axes((box.x0 + wide + BETWEEN / WIDTH, box.y0, SPREAD_WIDTH / WIDTH, box.height))
    _draw_spread(spread, fusing, row, segment)
    key.set_axis_off()
    handles = [each for panel in (force, spread) for each in zip(*panel.get_legend_handles_labels(), strict=True)]
    key.legend(*zip(*handles, strict=True), loc="lower left", ncols=len(handles), fontsize="small", frameon=False)
    return figure


def _ends(time: Array) -> tuple[float, float]:
    return float(time[0]), float(time[-1])


def _draw_force(panel: "Axes", fusing: Fusing, row: int, time: Array) -> None:
    run, steady = fusing.runs[row], fusing.steady
    zero = float(np.nan_to_num(steady.zero[row]))
    mean, error = float(steady.force[row]), NORMAL * float(steady.error[row])
    unit = force_unit(run.axis)
    told = "measured, less its zero" if zero else "measured"
    panel.plot(run.time, run.force - zero, color=COLOURS[3], linewidth=0.9, label=told)
    mean_told = f"mean {mean:.4g} $\\pm$ {error:.2g} {unit}"
    panel.plot(_ends(time), [mean, mean], color=COLOURS[0], linewidth=1.6, label=mean_told)
    panel.set(xlabel="time (s)", ylabel=f"{'moment' if run.axis in TURNING else 'force'} ({unit})")


def _draw_spread(panel: "Axes", fusing: Fusing, row: int, segment: slice) -> None:
    run, steady = fusing.runs[row], fusing.steady
    values = run.force[segment] - float(np.nan_to_num(steady.zero[row]))
    mean, spread = float(steady.force[row]), float(np.sqrt(steady.variance[row]))
    low, high = mean - REACH * spread, mean + REACH * spread
    panel.hist(values, BARS, range=(low, high), density=True, orientation="horizontal", color=COLOURS[0], alpha=0.35)
    reach = np.linspace(low, high, 161)
    density = np.exp(-0.5 * ((reach - mean) / spread) ** 2) / (spread * np.sqrt(2.0 * np.pi))
    panel.plot(density, reach, color=INK, linewidth=1.2, label="normal")
    unit = "1/(N m)" if run.axis in TURNING else "1/N"
    panel.set(xlabel=f"density ({unit})", ylim=(low, high))
