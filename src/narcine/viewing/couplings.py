"""What couplings carry over time: force and moment of each, and when it holds."""

from typing import TYPE_CHECKING

import numpy as np

from narcine.viewing.figures import Key, look, name_of, span_time, span_values, stack

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

MOST = 12
"""Couplings that one picture shows: those with the largest forces."""


def draw_couplings(run: "xarray.Dataset") -> "Figure":
    """Draw the size of each coupling's force and moment; curves end where it lets go."""
    time = run["time"].values
    docked = run["docked"].values > 0.5
    force, moment = (
        np.where(docked, np.linalg.norm(run[name].values, axis=-1), np.nan)
        for name in ("coupling_force", "coupling_moment")
    )
    strongest = np.argsort(-np.nan_to_num(force).max(axis=0), kind="stable")[:MOST]
    shown = sorted(int(number) for number in strongest)
    names = [str(run["coupling"].values[number]) for number in shown]
    key: Key = {name: look(number) for number, name in enumerate(names)}
    title = "couplings" if len(shown) == run.sizes["coupling"] else f"the {MOST} couplings that carry most"
    figure, panels = stack(f"{name_of(run)}: {title}", (2.3, 2.3), key)
    for axes, values, label in zip(panels, (force, moment), ("force (N)", "moment (N m)"), strict=True):
        for number, name in zip(shown, names, strict=True):
            axes.plot(time, values[:, number], linewidth=1.6, **key[name])
        axes.set(ylabel=label)
        span_values(axes, np.concatenate([values[:, shown].ravel(), [0.0]]), 1e-3)
    span_time(panels[-1], time)
    return figure
