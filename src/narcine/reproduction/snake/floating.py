"""Perambulator at rest at the surface (table 1: density ratio 0.92)."""

from collections.abc import Sequence
from math import degrees, pi
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.snake.modules import module_of
from narcine.simulation.audit import floating_vehicles
from narcine.simulation.simulation import Simulation
from narcine.viewing.figures import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DENSITY_RATIO = 0.92
TOLERANCE = 1e-6
"""Part by which they may differ from the closed form: Newton's steps end at a billionth of the weight."""
LEVEL = 1e-6
"""Pitch (deg) within which it floats level."""


def closed_form(radius: float, ratio: float) -> tuple[float, float]:
    """Return draft and width of the waterline of a circular cylinder that floats level.

    The wet segment of half angle a has the area r^2 (a - sin a cos a) = ratio pi r^2, the draft r (1 - cos a) and the
    width 2 r sin a.
    """
    half = brentq(lambda a: a - np.sin(a) * np.cos(a) - ratio * pi, 0.0, pi, xtol=1e-14)
    return radius * (1.0 - float(np.cos(half))), 2.0 * radius * float(np.sin(half))


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return how each floats: the balance of weight and buoyancy that holds it, joints straight."""
    return [_read(each) for each in simulations]


def _read(simulation: Simulation) -> Readings:
    module = module_of(simulation)
    [placed] = simulation.scenario.vehicles.values()
    water, bodies = simulation.scenario.water, placed.vehicle.bodies.values()
    draft, width = closed_form(module.radius[0], DENSITY_RATIO)
    stiffness = water.density * water.gravity * width * sum(module.length for _ in bodies)
    [floating] = floating_vehicles(simulation)
    return {
        "radius": 1e3 * module.radius[0],
        "draft": 1e3 * (floating.depth + module.radius[0]),
        "closed draft": 1e3 * draft,
        "width": 1e3 * width,
        "stiffness": floating.heave_stiffness,
        "closed stiffness": stiffness,
        "wet": 100.0 * floating.wet,
        "pitch": degrees(floating.pitch),
        "excess": water.gravity * sum(water.density * body.volume - body.mass for body in bodies),
    }


def judge(readings: Readings) -> Verdict:
    """Say whether it floats level with the draft and stiffness of the closed form."""
    pairs = (("draft", "closed draft"), ("stiffness", "closed stiffness"))
    errors = [abs(float(readings[ours]) / float(readings[theirs]) - 1.0) for ours, theirs in pairs]
    note = (
        f"floats level, {readings['wet']:.1f} % wet, {readings['draft']:.4f} mm deep (closed form "
        f"{readings['closed draft']:.4f}); {readings['stiffness']:.2f} N/m hold its depth (closed form "
        f"{readings['closed stiffness']:.2f}); {readings['excess']:.2f} N are needed to hold it under"
    )
    return Verdict(max(errors) <= TOLERANCE and abs(float(readings["pitch"])) <= LEVEL, note)


def draw(readings: Readings) -> list[Picture]:
    """Draw the section of a module at the waterline."""
    caption = (
        "Section of a module of the straight snake at rest at the surface: draft and width of the waterline from the "
        "closed form, the circle where weight and buoyancy balance in the model."
    )
    return [Picture(_section(readings), caption)]


def _section(readings: Readings) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle

    r, draft, width = (float(readings[name]) for name in ("radius", "draft", "width"))
    middle = draft - r
    figure = Figure((5.0, 4.2), layout="constrained")
    axes = figure.subplots()
    axes.axhspan(0.0, 90.0, color=COLOURS[6], alpha=0.12, linewidth=0)
    axes.axhline(0.0, color=COLOURS[6], linewidth=1.5)
    axes.add_patch(Circle((0.0, middle), r, facecolor=COLOURS[0], edgecolor=INK, alpha=0.4, linewidth=0.8))
    axes.annotate(
        "", (0.0, 0.0), (0.0, float(readings["closed draft"])), arrowprops={"arrowstyle": "<->", "color": INK}
    )
    axes.annotate(f"{readings['closed draft']:.1f} mm", (2.0, middle), fontsize=9)
    axes.annotate("", (-width / 2.0, 0.0), (width / 2.0, 0.0), arrowprops={"arrowstyle": "<->", "color": INK})
    axes.annotate(f"{width:.1f} mm", (width / 2.0 + 2.0, -2.0), fontsize=9)
    axes.set(xlabel="starboard (mm)", ylabel="depth (mm)", xlim=(-60.0, 60.0), ylim=(80.0, -25.0), aspect="equal")
    return figure


FLOAT = Experiment(
    id="snake.float",
    source="table 1",
    title="Floats level",
    published="density ratio 0.92",
    counts="floats level, joints straight, with the draft and the heave stiffness of a floating cylinder (closed form)",
    unit="mm",
    reading="draft",
    vehicle="perambulator",
    measure=measure,
    judge=judge,
    draw=draw,
    method=(
        "Depth, roll and pitch at which weight and buoyancy balance and hold the straight snake are found by Newton "
        "steps on the wet volumes of its modules, and compared with the circular segment whose area is 0.92 of the "
        "circle."
    ),
    settings={"gait": "serpentine"},
    samples=8,
    shown={
        "stiffness": "heave stiffness (N/m)",
        "wet": "wet share (%)",
        "excess": "force that would hold it under (N)",
    },
)
