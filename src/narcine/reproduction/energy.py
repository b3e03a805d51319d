"""Energy audits of runs, as a check on a page."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.experiment import Finding
from narcine.simulation.audit import EnergyBalance, energy_balance
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOLERANCE = 0.01
"""Largest energy that may be missing, over the largest work of a run."""
SMALL = 0.005
"""Share of the largest work below which what a force does is not drawn."""
TOGETHER = "weight and buoyancy"


def audited(simulation: Simulation) -> EnergyBalance:
    """Return the balance of a whole run that is recorded at every step, an even number of them."""
    run = simulation.start(record=simulation.scenario.step)
    simulation.swim(run, 2 * round(simulation.scenario.duration / run.step_size / 2.0) * run.step_size)
    return energy_balance(run.trajectory())


def audit_runs(simulations: Mapping[str, Simulation]) -> Finding:
    """Return whether the work of all forces is the kinetic energy gained, in each of some runs."""
    balances = {name: audited(each) for name, each in simulations.items()}
    worst = max(balances.values(), key=lambda each: each.residual).residual
    told = ", ".join(f"{name} {100.0 * each.residual:.2g} %" for name, each in balances.items())
    caption = (
        "Work of each force over each run, and the kinetic energy gained, in the frame of the water, over the largest "
        f"work of the run. What is missing: {told}."
    )
    note = f"missing: {told}; {100.0 * TOLERANCE:g} % are allowed"
    return Finding(worst <= TOLERANCE, note, [(_bars(balances), caption)])


def _works(balance: EnergyBalance) -> dict[str, float]:
    """Return the work by force over the largest; weight and buoyancy, which nearly cancel, are one."""
    works = dict(balance.work)
    works[TOGETHER] = works.pop("weight") + works.pop("buoyancy")
    works["kinetic energy gained"] = -balance.gained
    largest = max(map(abs, works.values()))
    return {name: work / largest for name, work in works.items()}


def _bars(balances: Mapping[str, EnergyBalance]) -> "Figure":
    from matplotlib.figure import Figure

    works = {name: _works(each) for name, each in balances.items()}
    first = next(iter(works.values()))
    forces = [name for name in first if any(abs(each[name]) > SMALL for each in works.values())]
    figure = Figure((8.0, 0.9 + 0.1 * len(forces) * (3.0 + len(works))), layout="constrained")
    axes = figure.subplots()
    places = np.arange(len(forces))
    height = 0.8 / len(works)
    for number, (name, each) in enumerate(works.items()):
        bars = [each[force] for force in forces]
        axes.barh(
            places + (number - (len(works) - 1) / 2.0) * height,
            bars,
            height,
            label=name,
            color=COLOURS[number % len(COLOURS)],
        )
    labels = [force.replace("_", " ") for force in forces]
    axes.set_yticks(places, [f"- {each}" if each == "kinetic energy gained" else each for each in labels])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("work over the largest of the run; all bars of a run add up to what is missing")
    figure.legend(fontsize=8, loc="outside right upper", frameon=False)
    return figure
