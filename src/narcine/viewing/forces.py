"""Forces by term over time: which force does what to a vehicle."""

from typing import TYPE_CHECKING, Any

import numpy as np

from narcine.viewing.figures import INK, look, span_time, span_values, stack

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from narcine.simulation.forces import ForceHistory

AXES = ("forward", "starboard", "down")
LEAST_FORCE, LEAST_POWER = 1e-3, 1e-4
"""Spans (N, W) below which a curve counts as flat."""
TOGETHER = "weight and buoyancy"
SUM: dict[str, Any] = {"color": INK, "linestyle": "-", "linewidth": 2.2, "alpha": 0.6}
"""How the sum of all forces looks."""


def draw_forces(history: "ForceHistory", vehicle: int) -> "Figure":
    """Draw the net force of each term on a vehicle along the axes of its root, and the power of each term.

    Weight and buoyancy, which nearly cancel and would dwarf the rest, are one curve. The added inertia's is the part
    that does not depend on the acceleration.
    """
    force = {name: history.force[:, vehicle, k] for k, name in enumerate(history.terms)}
    power = {name: history.power[:, k] for k, name in enumerate(history.terms)}
    for curves in (force, power):
        curves[TOGETHER] = curves.pop("weight") + curves.pop("buoyancy")
    names = [name for name, curve in force.items() if np.abs(curve).max() > 0.0]
    names.sort(key=lambda name: -float(np.abs(force[name]).max()))
    key = {name.replace("_", " "): look(number) for number, name in enumerate(names)}
    key["sum"] = dict(SUM)
    title = f"{history.vehicles[vehicle]}: forces on all of it, by what makes them"
    figure, panels = stack(title, (1.7, 1.7, 1.7, 1.7), key)
    for axis, panel in enumerate(panels[:3]):
        total = np.sum([force[name][:, axis] for name in names], axis=0)
        panel.plot(history.time, total, **SUM)
        for number, name in enumerate(names):
            panel.plot(history.time, force[name][:, axis], linewidth=1.1, **look(number))
        values = np.concatenate([total, *(force[name][:, axis] for name in names)])
        span_values(panel, values, LEAST_FORCE)
        panel.set(ylabel="force (N)", title=f"{AXES[axis]}, in the axes of its root")
    for number, name in enumerate(names):
        panels[3].plot(history.time, power[name], linewidth=1.1, **look(number))
    span_values(panels[3], np.concatenate([power[name] for name in names]), LEAST_POWER)
    of_all = " on all vehicles" if len(history.vehicles) > 1 else ""
    panels[3].set(ylabel="power (W)", title=f"what each gives (positive) or takes{of_all}")
    span_time(panels[-1], history.time)
    return figure
