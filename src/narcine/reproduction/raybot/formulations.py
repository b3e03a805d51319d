"""RayBot under the three formulations: one motion, whichever way its bodies are held together."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

import narcine
from narcine.reproduction.experiment import Check, Finding
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = NDArray[np.float64]
NAMES = ("reduced", "udwadia_kalaba", "impulse")
TIGHT = {"tolerance": 1e-10, "iterations": 5000}
"""Of impulses, so that what is seen is the step."""
STEPS: Array = np.array([0.005, 0.0025, 0.00125, 0.000625])
FINEST = STEPS[-1] / 4.0
DURATION = 1.0
TICKS = (0.5, 1.0, 2.0, 5.0)
GUIDES = {1: 3e-3, 4: 1e-3}
"""Orders that lines without marks show, and where these end (m)."""
FIRST_ORDER = 0.8
"""Least slope of a method of first order between the two shortest steps: 1, less what the second order still adds."""
FOURTH_ORDER = 1e-6
"""Farthest (m) that two methods of fourth order may be from the converged motion at the shortest step."""


@dataclass(frozen=True)
class Way:
    """A formulation with an integrator, and how its curve looks."""

    formulation: str
    integrator: str
    colour: str
    marker: str
    line: str


WAYS = {
    "reduced, RK4": Way("reduced", "rk4", COLOURS[0], "o", "-"),
    "udwadia_kalaba, RK4": Way("udwadia_kalaba", "rk4", COLOURS[1], "x", "--"),
    "reduced, semi-implicit": Way("reduced", "semi_implicit", COLOURS[2], "o", "-"),
    "udwadia_kalaba, semi-implicit": Way("udwadia_kalaba", "semi_implicit", COLOURS[3], "x", "--"),
    "impulse": Way("impulse", "semi_implicit", COLOURS[4], "s", "-"),
}


def places(simulation: Simulation, step: float, duration: float, integrator: str) -> Array:
    """Return where all bodies are after some time."""
    run = simulation.start(step=step, integrator=integrator, record=duration)
    run.step(round(duration / step))
    return np.asarray(run.observe().place[0, [body.link for body in run.model.bodies]])


def distances(simulations: dict[str, Simulation], steps: Array, finest: float, duration: float) -> dict[str, Array]:
    """Return by step how far the farthest body is from the converged motion (m), each way."""
    exact = places(simulations["reduced"], finest, duration, "rk4")

    def off(way: Way, step: float) -> float:
        found = places(simulations[way.formulation], step, duration, way.integrator)
        return float(np.linalg.norm(found - exact, axis=1).max())

    return {name: np.array([off(way, step) for step in steps]) for name, way in WAYS.items()}


def draw_distances(axes: "Axes", steps: Array, off: dict[str, Array], ticks: tuple[float, ...]) -> None:
    """Draw how far each way is from the converged motion, with lines of known order."""
    for name, way in WAYS.items():
        axes.loglog(1e3 * steps, off[name], way.line, color=way.colour, marker=way.marker, markersize=5, label=name)
    for order, start in GUIDES.items():
        guide = start * (steps / steps[0]) ** order
        axes.loglog(1e3 * steps, guide, color="0.6", linewidth=0.8, zorder=0)
        axes.annotate(f"order {order}", (1e3 * steps[2], 2.5 * guide[2]), color="0.4", fontsize=8, ha="right")
    axes.set_xticks(ticks, [f"{each:g}" for each in ticks])
    axes.minorticks_off()
    axes.set_xlabel("step (ms)")


def find() -> Finding:
    """Run RayBot each way and see how the motions come together."""
    rays = {each: narcine.load("raybot", run__formulation=each, run__impulse=TIGHT) for each in NAMES}
    off = distances(rays, STEPS, FINEST, DURATION)
    fourth = [name for name, way in WAYS.items() if way.integrator == "rk4"]
    slopes = {name: float(np.log2(each[-2] / each[-1])) for name, each in off.items() if name not in fourth}
    ok = all(slope > FIRST_ORDER for slope in slopes.values()) and all(off[name][-1] < FOURTH_ORDER for name in fourth)
    shortest = f"{1e3 * STEPS[-1]:.3g} ms"
    told = ", ".join(f"{name} {each[-1]:.1e} m" for name, each in off.items())
    note = f"after {DURATION:g} s at steps of {shortest} the farthest body is off by: {told}"
    caption = (
        f"RayBot's tail beat for {DURATION:g} s under three formulations: distance of the farthest body from the "
        f"converged motion (joint coordinates, RK4, {1e3 * FINEST:.2g} ms) over the step. All ways lead to one motion: "
        "with RK4 it is met from the start, methods of first order, and with them impulses, the method of the paper, "
        "come to it as the step does to zero."
    )
    return Finding(ok, note, [(_figure(off), caption)])


def _figure(off: dict[str, Array]) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((8.0, 4.0), layout="constrained")
    axes = figure.subplots()
    draw_distances(axes, STEPS, off, TICKS)
    axes.set_ylabel("farthest body from the converged motion (m)")
    figure.legend(fontsize=8, loc="outside right upper", frameon=False)
    return figure


FORMULATIONS = Check(
    id="raybot.formulations",
    title="The three formulations agree",
    text=(
        "The paper holds bodies together by impulses. Here they are held by joint coordinates (reduced), by the forces "
        "of Udwadia and Kalaba, or by impulses; the three solve the same equations."
    ),
    find=find,
    coupled=True,
)
