"""What holds a snake down that is lighter than water: the incidence at which each drag law gives 5.8 N."""

from math import degrees, inf, pi, radians
from typing import TYPE_CHECKING

import numpy as np

import narcine
from narcine.reproduction.experiment import Check, Finding, Picture
from narcine.reproduction.snake.entry import module_of
from narcine.reproduction.snake.laws import LAW, LAWS, PRINTED
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SPEED = 0.25
"""m/s, as published."""
INCIDENCES: Array = np.linspace(0.0, 0.5 * pi, 91)
TOLERANCE = 1e-9
"""Of the force over its closed form: rounding."""


def closed_form(simulation: Simulation, law: str, incidence: Array) -> Array:
    """Return the force (N) across a straight snake: n mu_A rho C_D r l (w + w^2), by strips w^2 alone."""
    [placed] = simulation.scenario.vehicles.values()
    module, bodies = module_of(simulation), placed.vehicle.bodies
    drag = next(iter(bodies.values())).drag
    assert drag is not None
    assert drag.morison is not None
    number = len(bodies) * module.section * simulation.scenario.water.density * drag.morison.across
    w = SPEED * np.sin(incidence)
    return np.asarray(number * module.radius[0] * module.length * (w**2 + (w if law == PRINTED else 0.0)))


def simulated(simulation: Simulation, incidence: float) -> float:
    """Return the force (N) of drag across the straight snake that the model has at an incidence, deep under water."""
    ahead = [SPEED * np.cos(incidence), 0.0, SPEED * np.sin(incidence)]
    plain = dict(simulation.description.plain)
    start = {"position": [0.0, 0.0, 5.0], "velocity": [float(each) for each in ahead]}
    plain["run"] = {**plain["run"], "start": start}
    plain["gait"] = {**plain["gait"], "amplitude": 0.0}
    seen = Simulation(plain).start().observe()
    terms = [3, 4]
    return -float(seen.wrench[0, terms][:, :, 2].sum())


def find() -> Finding:
    """Compare the model with the closed form, and find where each law balances the excess of buoyancy."""
    snakes = {law: narcine.load("perambulator", **{LAW.replace(".", "__"): law}) for law in LAWS}
    [placed] = snakes[PRINTED].scenario.vehicles.values()
    water = snakes[PRINTED].scenario.water
    excess = water.gravity * sum(water.density * body.volume - body.mass for body in placed.vehicle.bodies.values())
    forces = {law: closed_form(each, law, INCIDENCES) for law, each in snakes.items()}
    some = radians(20.0)
    errors = {
        law: abs(simulated(each, some) / float(closed_form(each, law, np.array(some))) - 1.0)
        for law, each in snakes.items()
    }
    needed = {law: _needed(force, excess) for law, force in forces.items()}
    told = "; ".join(
        f"{label} at {degrees(needed[law]):.0f} deg" if needed[law] < inf else f"{label} at no incidence"
        for law, label in LAWS.items()
    )
    caption = (
        f"Force across the straight snake over its incidence at {SPEED:g} m/s under both drag laws (lines: closed "
        f"form), and the {excess:.1f} N of buoyancy that it must hold down (dashed). Balance: {told}. The dive of the "
        "paper needs the linear part of its law."
    )
    note = (
        f"{excess:.2f} N are balanced at {SPEED:g} m/s: {told}; the model's force differs from the closed form by "
        f"{max(errors.values()):.1g} at 20 deg"
    )
    return Finding(max(errors.values()) < TOLERANCE, note, [Picture(_figure(forces, excess), caption)])


def _needed(force: Array, excess: float) -> float:
    enough = np.flatnonzero(force >= excess)
    return float(INCIDENCES[enough[0]]) if enough.size else inf


def _figure(forces: dict[str, Array], excess: float) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure((7.0, 3.4), layout="constrained")
    axes = figure.subplots()
    for number, (law, force) in enumerate(forces.items()):
        axes.plot(np.degrees(INCIDENCES), force, color=COLOURS[number], linewidth=1.4, label=f"drag {LAWS[law]}")
    axes.axhline(excess, color=COLOURS[3], linewidth=1.0, linestyle="--", label="excess of buoyancy")
    axes.set(xlabel="incidence (deg)", ylabel="force across (N)", xlim=(0.0, 90.0), ylim=(0.0, 6.0 * excess))
    axes.legend(fontsize=9)
    return figure


INCIDENCE = Check(
    id="snake.incidence",
    title="What holds it down",
    text=(
        "The snake displaces 0.59 kg more water than it weighs. Under way it must press itself down at an incidence. "
        "How much that takes under each drag law explains why one dives and the other hardly does, and why drag by "
        "strips is also slower to turn: it is small where speeds are."
    ),
    find=find,
)
