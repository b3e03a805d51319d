"""Draws docs/formulations.png (`make figures`): how far each formulation is from the converged motion."""

from pathlib import Path

import numpy as np

import narcine
from narcine.reproduction.raybot.formulations import TIGHT, distances, draw_distances
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import style
from tests.multibody.mechanisms import FORMULATIONS, chain, under

STEPS = 0.005 / 2.0 ** np.arange(6)
FINEST = STEPS[-1] / 4.0
TICKS = (0.2, 0.5, 1.0, 2.0, 5.0)


def cases() -> dict[str, tuple[dict[str, Simulation], float]]:
    """Return the vehicles under each formulation, and for how long they swim."""
    rays = {each: narcine.load("raybot", run__formulation=each, run__impulse=TIGHT) for each in FORMULATIONS}
    chains = {each: under(chain(9), each, impulse=TIGHT) for each in FORMULATIONS}
    return {"nine links, 1 s": (chains, 1.0), "RayBot, 1 s": (rays, 1.0)}


def main(file: Path) -> None:
    """Draw the picture and print its numbers."""
    from matplotlib.figure import Figure

    with style():
        figure = Figure((8.0, 4.4), layout="constrained")
        axes = figure.subplots(1, 2, sharey=True)
        for ax, (title, (simulations, duration)) in zip(axes, cases().items(), strict=True):
            off = distances(simulations, STEPS, FINEST, duration)
            draw_distances(ax, STEPS, off, TICKS)
            for name, each in off.items():
                print(title, name, *(f"{distance:.2g}" for distance in each))
            ax.set_title(title)
        axes[0].set_ylabel("farthest body from the converged motion (m)")
        lines, names = axes[0].get_legend_handles_labels()
        figure.legend(lines, names, fontsize=8, loc="outside upper center", ncols=3, frameon=False)
        figure.savefig(file, dpi=120)


if __name__ == "__main__":
    main(Path(__file__).parents[2] / "docs" / "formulations.png")
