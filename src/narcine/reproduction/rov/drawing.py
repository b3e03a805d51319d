"""Pictures as figures 13 to 18 have them: curves of model and twin, bars by dataset."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.reproduction.experiment import Readings
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_curves(readings: Readings, curves: Mapping[str, str], engaged: float) -> "Figure":
    """Draw curves of both sides over time, with the moment at which thrusters are engaged."""
    from matplotlib.figure import Figure

    figure = Figure((7.5, 1.5 + 1.35 * len(curves)), layout="constrained")
    panels = np.atleast_1d(figure.subplots(len(curves), sharex=True))
    for axes, (name, label) in zip(panels, curves.items(), strict=True):
        axes.plot(
            readings["time"], readings[f"{name} measured"], color=COLOURS[1], linewidth=1.4, label="twin, measured"
        )
        axes.plot(
            readings["time"], readings[f"{name} simulated"], "--", color=COLOURS[0], linewidth=1.4, label="simulated"
        )
        axes.axvline(engaged, color=INK, linestyle=":", linewidth=1.0)
        axes.set_ylabel(label)
    panels[0].annotate("thrusters engaged", (engaged, 1.0), xycoords=("data", "axes fraction"), fontsize=8, va="bottom")
    panels[-1].set_xlabel("time (s)")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper right", ncols=2, frameon=False, fontsize=9)
    return figure


def draw_bars(names: Sequence[str], panels: Mapping[str, tuple[Any, float | None]]) -> "Figure":
    """Draw bars by dataset, a panel for each quantity, with the published bound where there is one."""
    from matplotlib.figure import Figure

    figure = Figure((7.5, 0.8 + 1.3 * len(panels)), layout="constrained")
    rows = np.atleast_1d(figure.subplots(len(panels), sharex=True))
    for axes, (label, (values, bound)) in zip(rows, panels.items(), strict=True):
        axes.bar(np.arange(len(names)), values, width=0.6, color=COLOURS[0])
        axes.set_ylabel(label, fontsize=9)
        if bound is not None:
            axes.axhline(bound, color=INK, linestyle="--", linewidth=1.0)
            axes.annotate("published bound", (0.0, bound), fontsize=8, va="bottom")
            axes.set_ylim(top=1.2 * max(bound, float(np.max(values))))
    rows[-1].set_xticks(np.arange(len(names)), names, rotation=45, ha="right", fontsize=8)
    return figure
