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
DURATION = 10.0
SMALL = 0.005
"""Share of the largest work below which what a force does is not drawn."""
TOGETHER = "weight and buoyancy"


def audited(simulation: Simulation, duration: float = DURATION) -> EnergyBalance:
    """Return the balance of a run that is recorded at every step."""
    run = simulation.start(record=simulation.scenario.step)
    simulation.swim(run, 2 * round(duration / run.step_size / 2.0) * run.step_size)
    return energy_balance(run.trajectory())


def audit_runs(simulations: Mapping[str, Simulation], duration: float = DURATION) -> Finding:
    """Return whether the work of all forces is the kinetic energy gained, in each of some runs."""
    balances = {name: audited(each, duration) for name, each in simulations.items()}
    worst = max(balances.values(), key=lambda each: each.residual).residual
    told = ", ".join(f"{name} {100.0 * each.residual:.2g} %" for name, each in balances.items())
    caption = (
        f"Work of each force over {duration:g} s, and the kinetic energy gained (J, in the frame of the water). What "
        f"is missing, over the largest work of each run: {told}."
    )
    note = f"missing: {told}; {100.0 * TOLERANCE:g} % are allowed"
    return Finding(worst <= TOLERANCE, note, [(_bars(balances), caption)])


def _works(balance: EnergyBalance) -> dict[str, float]:
    """Return the work by force; weight and buoyancy, which nearly cancel, are one."""
    works = dict(balance.work)
    works[TOGETHER] = works.pop("weight") + works.pop("buoyancy")
    return {**works, "kinetic energy gained": -balance.gained}


def _bars(balances: Mapping[str, EnergyBalance]) -> "Figure":
    from matplotlib.figure import Figure

    works = {name: _works(each) for name, each in balances.items()}
    largest = max(abs(value) for each in works.values() for value in each.values())
    first = next(iter(works.values()))
    forces = [name for name in first if any(abs(each[name]) > SMALL * largest for each in works.values())]
    figure = Figure((8.0, 0.9 + 0.3 * len(forces) * max(1.0, 0.6 * len(works))), layout="constrained")
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
    axes.set_xlabel("work (J); all bars of a run add up to what is missing")
    axes.legend(fontsize=8, frameon=False)
    return figure
