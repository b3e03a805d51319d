"""Draws docs/formulations.png (`make figures`): how far each formulation is from the converged motion."""

from pathlib import Path

import numpy as np

import narcine
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS, style
from tests.multibody.mechanisms import FORMULATIONS, chain, under

TIGHT = {"tolerance": 1e-10, "iterations": 5000}
STEPS = 0.005 / 2.0 ** np.arange(6)
FINEST = STEPS[-1] / 4.0
TICKS = (0.2, 0.5, 1.0, 2.0, 5.0)
GUIDES = {1: 3e-3, 4: 1e-3}
"""Orders that lines without marks show, and where these end (m)."""
WAYS = {
    "reduced, RK4": ("reduced", "rk4", COLOURS[0], "o", "-"),
    "udwadia_kalaba, RK4": ("udwadia_kalaba", "rk4", COLOURS[1], "x", "--"),
    "reduced, semi-implicit": ("reduced", "semi_implicit", COLOURS[2], "o", "-"),
    "udwadia_kalaba, semi-implicit": ("udwadia_kalaba", "semi_implicit", COLOURS[3], "x", "--"),
    "impulse": ("impulse", "semi_implicit", COLOURS[4], "s", "-"),
}


def places(simulation: Simulation, step: float, duration: float, integrator: str) -> np.ndarray:
    """Return where all bodies are after some time."""
    run = simulation.start(step=step, integrator=integrator, record=duration)
    run.step(round(duration / step))
    return run.observe().place[0, [body.link for body in run.model.bodies]]


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
            exact = places(simulations["reduced"], FINEST, duration, "rk4")
            for name, (formulation, integrator, colour, marker, line) in WAYS.items():
                off = [
                    np.linalg.norm(places(simulations[formulation], step, duration, integrator) - exact, axis=1).max()
                    for step in STEPS
                ]
                ax.loglog(1e3 * STEPS, off, line, color=colour, marker=marker, markersize=5, label=name)
                print(title, name, *(f"{each:.2g}" for each in off))
            for order, start in GUIDES.items():
                guide = start * (STEPS / STEPS[0]) ** order
                ax.loglog(1e3 * STEPS, guide, color="0.6", linewidth=0.8, zorder=0)
                ax.annotate(f"order {order}", (1e3 * STEPS[2], 2.5 * guide[2]), color="0.4", fontsize=8, ha="right")
            ax.set_xticks(TICKS, [f"{each:g}" for each in TICKS])
            ax.minorticks_off()
            ax.set_title(title)
            ax.set_xlabel("step (ms)")
        axes[0].set_ylabel("farthest body from the converged motion (m)")
        lines, names = axes[0].get_legend_handles_labels()
        figure.legend(lines, names, fontsize=8, loc="outside upper center", ncols=3, frameon=False)
        figure.savefig(file, dpi=120)


if __name__ == "__main__":
    main(Path(__file__).parents[2] / "docs" / "formulations.png")
