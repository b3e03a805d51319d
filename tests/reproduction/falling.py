"""A paper with one closed form: the terminal speed of a sphere that sinks, over ranges of its drag and mass."""

from math import pi, sqrt
from pathlib import Path

import numpy as np

from narcine.reproduction.experiment import Check, Experiment, Finding, Paper, Readings
from narcine.simulation.batch import run_batch

RADIUS, DENSITY, GRAVITY = 0.1, 1000.0, 9.81
MASS, DRAG = 5.0, 0.5
MASSES, DRAGS = (4.8, 5.2), (0.4, 0.8)
LONG_ENOUGH = 20.0
"""Seconds after which speed differs from its limit by tanh(t / 0.4 s), which is 1 to rounding."""

SPHERE = f"""
name: sphere
bodies:
  ball:
    shape: {{sphere: 10 cm}}
    mass: {{value: {MASS}, unit: kg, assumed: weighed badly, range: [{MASSES[0]}, {MASSES[1]}]}}
    drag:
      coefficients:
        value: [{DRAG}, {DRAG}, {DRAG}]
        assumed: by eye
        range: [[{DRAG}, {DRAG}, {DRAGS[0]}], [{DRAG}, {DRAG}, {DRAGS[1]}]]
run: {{duration: {LONG_ENOUGH} s, step: 20 ms, water: {{density: {DENSITY}, gravity: {GRAVITY}}}}}
"""


def sphere_file(folder: Path) -> Path:
    """Write the sphere and return its file."""
    file = folder / "sphere.yaml"
    file.write_text(SPHERE)
    return file


def speed(mass: float = MASS, drag: float = DRAG) -> float:
    """Return the speed (cm/s) at which weight less buoyancy is drag."""
    volume = 4.0 / 3.0 * pi * RADIUS**3
    return 100.0 * sqrt((mass - DENSITY * volume) * GRAVITY / (0.5 * DENSITY * pi * RADIUS**2 * drag))


def measure(simulations) -> list[Readings]:
    """Let all sink as one batch."""
    states, _ = run_batch(simulations, LONG_ENOUGH)
    index = simulations[0].model.state_names.index("ball.down_velocity")
    return [{"speed": 100.0 * float(state[index]), "curve": np.linspace(0.0, state[index], 5)} for state in states]


def draw(readings: Readings):
    """Draw the curve and its band."""
    from matplotlib.figure import Figure

    figure = Figure((4.0, 2.0))
    axes = figure.subplots()
    axes.fill_between(range(5), readings["curve.low"], readings["curve.high"], alpha=0.3)
    axes.plot(readings["curve"])
    return [(figure, "Speed <of> the sphere.")]


def row(file: Path, name: str = "sinks", published: float | None = 30.0, **more) -> Experiment:
    """Return the row; it agrees within 10 % of a published speed (cm/s), or is only reported."""

    def judge(readings: Readings):
        if published is None:
            return None, "reported"
        return abs(readings["speed"] / published - 1.0) < 0.1, f"{readings['speed']:.2f} against {published:g} cm/s"

    fields = {
        "id": f"falling.{name}",
        "source": "table 1",
        "title": "A sphere sinks",
        "published": f"{published} cm/s",
        "counts": "within 10 %",
        "unit": "cm/s",
        "reading": "speed",
        "vehicle": str(file),
        "measure": measure,
        "judge": judge,
        "draw": draw,
        "explanation": "The published sphere was rough.",
        "samples": 32,
    }
    return Experiment(**{**fields, **more})


def paper(*rows: Experiment, checks: tuple[Check, ...] = ()) -> Paper:
    """Return a paper of such rows."""
    return Paper("falling", "Falling spheres", "A. Nobody, 1900.", "Nobody 1900", rows, checks)


def holds() -> Check:
    """Return a check that holds."""
    return Check("falling.holds", "It holds", "What must hold.", lambda: Finding(True, "it does"))
